package data

import (
	"testing"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/field/fieldtest"
	"keryx/adjudicator/board"
)

// printed are the data as the tests of the series need them.
var printed = fieldtest.Of(files, Check, func(g *Game) *field.Facts { return &g.Facts })

func TestEmbeddedDataAgreeWithTheRulebook(t *testing.T) { printed.Agree(t) }

// Every entry and every value that comes from a rule is defended by Check or by Load.
func TestCheckDefendsTheRulebook(t *testing.T) {
	d := printed
	d.Defended = map[string]int{field.MapName: 230, field.CountersName: 180, garrisonsName: 17, wallsName: 55, turnsName: 130,
		field.StratagemsName: 130, field.ScenariosName: 350}
	d.Free = func(block, key string) bool { return key == "repeated" && fieldtest.Reconstructed(block, "source") }
	d.Defends(t)
}

func TestLoadRefuses(t *testing.T) {
	printed.Refuses(t, []fieldtest.Refusal{
		{field.MapName, `sides = ["athens", "sparta"]`, `sides = ["sparta", "athens"]`, board.ErrInvalid, "sides"},
		{field.CountersName, `class = "H8+a"`, `class = "H9+a"`, board.ErrInvalid, "unit sparta H9+a.class"},
		{field.CountersName, "class = \"T10a\"\ntype = \"T\"\npf = 10\nreduced = 5\n", "class = \"T10a\"\ntype = \"T\"\npf = 10\nreduced = 5\nband = true\n", board.ErrInvalid, "unit athens T10a.band"},
		{field.CountersName, `bonus = 3`, `bonus = 4`, board.ErrInvalid, "leader Brasidas.bonus"},
		{field.CountersName, `id = "Nicias"`, `id = "Cleon"`, board.ErrDuplicate, "leader Cleon"},
		{garrisonsName, `zone = "T12"`, `zone = "T30"`, board.ErrUnknown, "garrison citadel.zone"},
		{garrisonsName, `va = { athens = 5 }`, `va = { athens = 7 }`, board.ErrInvalid, "garrison citadel.va"},
		{garrisonsName, `va = { athens = 5 }`, `va = { persia = 5 }`, board.ErrUnknown, "garrison citadel.va.side"},
		{wallsName, `outside = "T7"`, `outside = "T8"`, board.ErrInvalid, "wall T12-T8"},
		{wallsName, `outside = "T9"`, `outside = "T13"`, board.ErrDuplicate, "wall T11-T13"},
		{turnsName, `number = 3`, `number = 4`, board.ErrInvalid, "turn 4.number"},
		{turnsName, `season = "spring"`, `season = "spri"`, board.ErrUnknown, "turn 3.season"},
		{field.StratagemsName, `number = 2`, `number = 1`, board.ErrDuplicate, "stratagem 1"},
		{field.StratagemsName, `number = 22`, `number = 23`, board.ErrInvalid, "stratagem 23"},
		{field.StratagemsName, `["S3", "sparta"]`, `["S3", "red"]`, board.ErrUnknown, "counter number 1.faces"},
		{field.ScenariosName, `zones = ["T12"]`, `zones = ["Amphipolis"]`, board.ErrUnknown, "scenario 10.1.setup number 1.zones"},
		{field.ScenariosName, `zones = ["T12"]`, `zones = ["Macedonia"]`, board.ErrInvalid, "scenario 10.1.setup number 1.zones"},
		{field.ScenariosName, `zones = ["T12"]`, `zones = ["T12", "T11"]`, board.ErrInvalid, "scenario 10.1.setup number 1.zones"},
		{field.ScenariosName, `"P5" = 2`, `"P5" = 20`, board.ErrInvalid, "scenario 10.1.setup number 1.units"},
		{field.ScenariosName, `leaders = ["Autocles"]`, `leaders = ["Thucydide"]`, board.ErrDuplicate, "scenario 10.1"},
		{field.ScenariosName, `leaders = ["Autocles"]`, `leaders = ["Brasidas"]`, board.ErrInvalid, "scenario 10.1.optional number 1.leaders"},
		{field.ScenariosName, "[[scenario.arrival]]\nturn = 2", "[[scenario.arrival]]\nturn = 4", board.ErrInvalid, "scenario 10.1.arrival"},
		{field.ScenariosName, `sparta = ["O7", "O8"]`, `sparta = ["O7"]`, board.ErrMissing, "scenario 10.1.garrisons"},
		{field.ScenariosName, `sparta = ["O7", "O8"]`, `sparta = ["O7", "O8", "O1"]`, board.ErrDuplicate, "scenario 10.1.garrisons"},
		{field.ScenariosName, `remaining = true, band = true`, `band = true`, board.ErrInvalid, "scenario 10.4.arrival number 4.stock"},
		{field.ScenariosName, `for = "shunned"`, `for = "glory"`, board.ErrUnknown, "scenario 10.3.award.for"},
		{field.LexiconName, `"Scione"`, `"Torone"`, board.ErrDuplicate, "word"},
		{field.LexiconName, `of = "T5"`, `of = "T50"`, board.ErrUnknown, "word zone T50.of"},
	})
}

func TestLoadDirReplacesSingleFiles(t *testing.T) { printed.Folders(t, "Nicias") }

func TestLexiconFindsBothLanguages(t *testing.T) {
	fieldtest.Names(t, Default().Lexicon, [][3]string{
		{field.ZoneKind, "Éion", "T5"}, {field.ZoneKind, "t12", "T12"}, {field.ZoneKind, "Amphipolis", "T12"}, {field.ZoneKind, "Argilos", "T22"},
		{field.ZoneKind, "Mendè", "O1"}, {field.ZoneKind, "mende", "O1"}, {field.ZoneKind, "Skioné", "O2"}, {field.ZoneKind, "Toronè", "O4"}, {field.ZoneKind, "O4", "O4"},
		{field.ZoneKind, "Acanthe", "O7"}, {field.ZoneKind, "Acanthus", "O7"}, {field.ZoneKind, "Stagiros", "O8"}, {field.ZoneKind, "Macédoine", "Macedonia"},
		{field.ZoneKind, "Thasos", "Thasos"}, {field.ZoneKind, "Thrace", "Thrace"}, {GarrisonKind, "citadelle", "citadel"}, {GarrisonKind, "citadel", "citadel"},
		{GarrisonKind, "Torone", "O4"}, {field.LeaderKind, "Cléon", "Cleon"}, {field.LeaderKind, "Thucydides", "Thucydide"}, {field.LeaderKind, "Cléaridas", "Clearidas"},
		{field.LeaderKind, "Nicostratus", "Nicostratos"}, {field.StratagemKind, "Vents favorables", "S1"}, {field.StratagemKind, "s10", "S10"},
		{field.TypeKind, "peltastes", "P"}, {field.SideKind, "Sparte", "sparta"}, {SeasonKind, "été", "summer"},
	})
}

// What a club is told of its copy: topic by topic what the rulebook does not fix, each with
// a reason where there is one to give.
func TestReconstructedNamesWhatIsMissing(t *testing.T) {
	want := map[string]int{"zones": 0, "terrain": 21, "names of zones": 31, "combat units": 0, "reduced values of combat units": 0,
		"bonuses of leaders": 9, "garrisons": 0, "strengths of garrisons": 7, "allegiances of garrisons": 7, "walls": 1,
		"turns": 0, "seasons of turns": 10, "stratagem texts": 0, "pairs of faces of stratagem counters": 20, "outlets of bases": 0,
		"deployments, arrivals and removals": 2, "who scores the awards of scenarios": 2, "drawing of the map": 1}
	seen := 0
	for _, topic := range Reconstructed(Default()) {
		n, ok := want[topic.Name]
		if !ok {
			continue
		}
		seen++
		if len(topic.Reconstructed) != n {
			t.Errorf("%s, want %d", topic, n)
		}
	}
	if seen != len(want) {
		t.Errorf("%d topics of %d", seen, len(want))
	}
}
