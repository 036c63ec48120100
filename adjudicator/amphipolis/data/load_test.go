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
		{mapName, `sides = ["athens", "sparta"]`, `sides = ["sparta", "athens"]`, board.ErrInvalid, "sides"},
		{countersName, `class = "H8+a"`, `class = "H9+a"`, board.ErrInvalid, "unit sparta H9+a.class"},
		{countersName, "class = \"T10a\"\ntype = \"T\"\npf = 10\nreduced = 5\n", "class = \"T10a\"\ntype = \"T\"\npf = 10\nreduced = 5\nband = true\n", board.ErrInvalid, "unit athens T10a.band"},
		{countersName, `bonus = 3`, `bonus = 4`, board.ErrInvalid, "leader Brasidas.bonus"},
		{countersName, `id = "Nicias"`, `id = "Cleon"`, board.ErrDuplicate, "leader Cleon"},
		{garrisonsName, `zone = "T12"`, `zone = "T30"`, board.ErrUnknown, "garrison citadel.zone"},
		{garrisonsName, `va = { athens = 5 }`, `va = { athens = 7 }`, board.ErrInvalid, "garrison citadel.va"},
		{garrisonsName, `va = { athens = 5 }`, `va = { persia = 5 }`, board.ErrUnknown, "garrison citadel.va.side"},
		{wallsName, `outside = "T7"`, `outside = "T8"`, board.ErrInvalid, "wall T12-T8"},
		{wallsName, `outside = "T9"`, `outside = "T13"`, board.ErrDuplicate, "wall T11-T13"},
		{turnsName, `number = 3`, `number = 4`, board.ErrInvalid, "turn 4.number"},
		{turnsName, `season = "spring"`, `season = "spri"`, board.ErrUnknown, "turn 3.season"},
		{stratagemsName, `number = 2`, `number = 1`, board.ErrDuplicate, "stratagem 1"},
		{stratagemsName, `number = 22`, `number = 23`, board.ErrInvalid, "stratagem 23"},
		{stratagemsName, `["S3", "sparta"]`, `["S3", "red"]`, board.ErrUnknown, "counter number 1.faces"},
		{scenariosName, `zones = ["T12"]`, `zones = ["Amphipolis"]`, board.ErrUnknown, "scenario 10.1.setup number 1.zones"},
		{scenariosName, `zones = ["T12"]`, `zones = ["Macedonia"]`, board.ErrInvalid, "scenario 10.1.setup number 1.zones"},
		{scenariosName, `zones = ["T12"]`, `zones = ["T12", "T11"]`, board.ErrInvalid, "scenario 10.1.setup number 1.zones"},
		{scenariosName, `"P5" = 2`, `"P5" = 20`, board.ErrInvalid, "scenario 10.1"},
		{scenariosName, `leaders = ["Autocles"]`, `leaders = ["Thucydide"]`, board.ErrDuplicate, "scenario 10.1"},
		{scenariosName, `leaders = ["Autocles"]`, `leaders = ["Brasidas"]`, board.ErrInvalid, "scenario 10.1.optional number 1.leaders"},
		{scenariosName, "[[scenario.arrival]]\nturn = 2", "[[scenario.arrival]]\nturn = 4", board.ErrInvalid, "scenario 10.1.arrival"},
		{scenariosName, `sparta = ["O7", "O8"]`, `sparta = ["O7"]`, board.ErrMissing, "scenario 10.1.garrisons"},
		{scenariosName, `sparta = ["O7", "O8"]`, `sparta = ["O7", "O8", "O1"]`, board.ErrDuplicate, "scenario 10.1.garrisons"},
		{scenariosName, `remaining = true, band = true`, `band = true`, board.ErrInvalid, "scenario 10.4.arrival number 4.stock"},
		{scenariosName, `for = "shunned"`, `for = "glory"`, board.ErrUnknown, "scenario 10.3.award.for"},
		{lexiconName, `"Scione"`, `"Torone"`, board.ErrDuplicate, "word"},
		{lexiconName, `of = "T5"`, `of = "T50"`, board.ErrUnknown, "word zone T50.of"},
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
	text := strings.Replace(embeddedText(t, countersName), "bonus = 2", "bonus = 1", 1)
	if err := os.WriteFile(filepath.Join(dir, countersName), []byte(text), 0o600); err != nil {
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
		{ZoneKind, "Éion", "T5"}, {ZoneKind, "t12", "T12"}, {ZoneKind, "Amphipolis", "T12"}, {ZoneKind, "Argilos", "T22"},
		{ZoneKind, "Mendè", "O1"}, {ZoneKind, "mende", "O1"}, {ZoneKind, "Skioné", "O2"}, {ZoneKind, "Toronè", "O4"}, {ZoneKind, "O4", "O4"},
		{ZoneKind, "Acanthe", "O7"}, {ZoneKind, "Acanthus", "O7"}, {ZoneKind, "Stagiros", "O8"}, {ZoneKind, "Macédoine", "Macedonia"},
		{ZoneKind, "Thasos", "Thasos"}, {ZoneKind, "Thrace", "Thrace"}, {GarrisonKind, "citadelle", "citadel"}, {GarrisonKind, "citadel", "citadel"},
		{GarrisonKind, "Torone", "O4"}, {LeaderKind, "Cléon", "Cleon"}, {LeaderKind, "Thucydides", "Thucydide"}, {LeaderKind, "Cléaridas", "Clearidas"},
		{LeaderKind, "Nicostratus", "Nicostratos"}, {StratagemKind, "Vents favorables", "S1"}, {StratagemKind, "s10", "S10"},
		{TypeKind, "peltastes", "P"}, {SideKind, "Sparte", "sparta"}, {SeasonKind, "été", "summer"},
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
