package data

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

func TestEmbeddedDataAgreeWithTheRulebook(t *testing.T) {
	for _, f := range Check(Default()) {
		t.Error(f)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct {
		file, old, new string
		want           error
		key            string
	}{
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
	} {
		text := embeddedText(t, c.file)
		if !strings.Contains(text, c.old) {
			t.Errorf("%s does not contain %q", c.file, c.old)
			continue
		}
		_, err := Load(field.Overlay{
			Over:  fstest.MapFS{c.file: {Data: []byte(strings.Replace(text, c.old, c.new, 1))}},
			Under: embedded,
		})
		var load *board.LoadError
		if !errors.As(err, &load) {
			t.Errorf("%s: %q: error %v, want a LoadError", c.file, c.new, err)
			continue
		}
		if load.File != c.file || load.Key != c.key || !errors.Is(err, c.want) {
			t.Errorf("%s: %q: error %v, want %q: %v", c.file, c.new, err, c.key, c.want)
		}
	}
}

func TestLoadDirReplacesSingleFiles(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(embeddedText(t, field.CountersName), "bonus = 2", "bonus = 1", 1)
	if err := os.WriteFile(filepath.Join(dir, field.CountersName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Leaders[g.Leader("Nicias")].Bonus; got != 1 {
		t.Errorf("bonus %d, want the 1 of the directory", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "months.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadDir(dir); !errors.Is(err, board.ErrUnknown) {
		t.Errorf("a file of another game: error %v, want board.ErrUnknown", err)
	}
}

func TestLexiconFindsBothLanguages(t *testing.T) {
	lex := Default().Lexicon
	for _, c := range [][3]string{
		{field.ZoneKind, "Éion", "T5"}, {field.ZoneKind, "t12", "T12"}, {field.ZoneKind, "Amphipolis", "T12"}, {field.ZoneKind, "Argilos", "T22"},
		{field.ZoneKind, "Mendè", "O1"}, {field.ZoneKind, "mende", "O1"}, {field.ZoneKind, "Skioné", "O2"}, {field.ZoneKind, "Toronè", "O4"}, {field.ZoneKind, "O4", "O4"},
		{field.ZoneKind, "Acanthe", "O7"}, {field.ZoneKind, "Acanthus", "O7"}, {field.ZoneKind, "Stagiros", "O8"}, {field.ZoneKind, "Macédoine", "Macedonia"},
		{field.ZoneKind, "Thasos", "Thasos"}, {field.ZoneKind, "Thrace", "Thrace"}, {GarrisonKind, "citadelle", "citadel"}, {GarrisonKind, "citadel", "citadel"},
		{GarrisonKind, "Torone", "O4"}, {field.LeaderKind, "Cléon", "Cleon"}, {field.LeaderKind, "Thucydides", "Thucydide"}, {field.LeaderKind, "Cléaridas", "Clearidas"},
		{field.LeaderKind, "Nicostratus", "Nicostratos"}, {field.StratagemKind, "Vents favorables", "S1"}, {field.StratagemKind, "s10", "S10"},
		{field.TypeKind, "peltastes", "P"}, {field.SideKind, "Sparte", "sparta"}, {SeasonKind, "été", "summer"},
	} {
		e, diag := lex.LookupString(c[1], c[0])
		if diag != nil || e.ID != c[2] {
			t.Errorf("%s %q: found %q (%v), want %q", c[0], c[1], e.ID, diag, c[2])
		}
	}
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
