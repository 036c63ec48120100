package data

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/field/fieldtest"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// printed are the data as the tests of data files need them.
var printed = fieldtest.Data{
	Files: embedded,
	Sides: SideIDs,
	Check: func(fsys fs.FS) ([]board.Finding, error) {
		g, err := Load(fsys)
		if err != nil {
			return nil, err
		}
		return Check(g), nil
	},
	Free: func(block, _ string) bool { return fieldtest.Reconstructed(block, "source") },
}

func TestEmbeddedDataAgreeWithTheRulebook(t *testing.T) { printed.Agree(t) }

// Every entry and every value that comes from a rule is defended by Check or by Load. The
// set-ups, nearly all of them reconstructed, and the blocks have tests of their own.
func TestCheckDefendsTheRulebook(t *testing.T) {
	d := printed
	d.Defended = map[string]int{field.MapName: 100, provincesName: 100, tablesName: 40}
	d.Defends(t)
}

func TestLoadRefuses(t *testing.T) {
	printed.Refuses(t, []fieldtest.Refusal{
		{field.MapName, `tags = ["greece"]`, `tags = ["hellas"]`, board.ErrMissing, "zone Athens.tags"},
		{provincesName, `zone = "Plataea"`, `zone = "Athens"`, board.ErrDuplicate, "province Athens"},
		{provincesName, `zone = "Plataea"`, `zone = "Troy"`, board.ErrUnknown, "province Troy.zone"},
		{provincesName, `zone = "Plataea"`, `zone = "Hellespont"`, board.ErrUnknown, "province Hellespont.zone"},
		{provincesName, `harbour = "SaronicGulf"`, `harbour = "Marmara"`, board.ErrInvalid, "province Athens.harbour"},
		{provincesName, `nation = "Attica"`, `nation = "Ionia"`, board.ErrUnknown, "province Athens.nation"},
		{provincesName, `loyalty = "athens"`, `loyalty = "persia"`, board.ErrUnknown, "province Athens.loyalty"},
		{provincesName, "loyalty = \"athens\"\nvalue = 6", "value = 6", board.ErrMissing, "province Athens.loyalty"},
		{provincesName, `value = 6`, `value = 0`, board.ErrInvalid, "province Athens.value"},
		{provincesName, `value_source = "reconstruction"`, ``, board.ErrSource, "province Athens.value.source"},
		{provincesName, `region = "Euboea"`, `region = "Boeotia"`, board.ErrUnknown, "province Chalcis.region"},
		{blocksName, `first = 7`, `first = 8`, board.ErrInvalid, "block athens 8.first"},
		{blocksName, `vc = [4, 3, 3, 2, 2, 2]`, `vc = [5, 3, 3, 2, 2, 2]`, board.ErrInvalid, "block athens 1.vc"},
		{blocksName, `class = "C2"`, `class = "G2"`, board.ErrInvalid, "block athens 1.class"},
		{blocksName, `type = "hoplites"`, `type = "elephants"`, board.ErrUnknown, "block athens 1.type"},
		{blocksName, `ashore = "D1"`, ``, board.ErrInvalid, "block athens 14.ashore"},
		{blocksName, `home = "Attica"`, `home = "Locris"`, board.ErrInvalid, "block athens 1.home"},
		{cardsName, `number = 2`, `number = 3`, board.ErrInvalid, "card 3.number"},
		{cardsName, `leader = "Archidamos"`, `leader = "Pericles"`, board.ErrDuplicate, "card 2.leader"},
		{cardsName, `coins = 2`, `coins = 4`, board.ErrInvalid, "card 1.coins"},
		{cardsName, `region = "AeolianIsles"`, ``, board.ErrInvalid, "card 7.region"},
		{cardsName, `id = "hunger"`, `id = "famine"`, board.ErrUnknown, "event famine"},
		{tablesName, `storm = 3`, `storm = 7`, board.ErrInvalid, "season spring.storm"},
		{tablesName, `id = "zeus"`, `id = "pan"`, board.ErrUnknown, "olympian pan"},
		{tablesName, `sparta = [5, 4, 3, 2, 1, 0]`, `sparta = [5]`, board.ErrMissing, "renewal"},
		{field.ScenariosName, `at = "Potidaea"`, `at = "Troy"`, board.ErrUnknown, "scenario 431.setup number 1.at"},
		{field.ScenariosName, `at = "Potidaea"`, `nation = "Troy"`, board.ErrUnknown, "scenario 431.setup number 1.nation"},
		{field.ScenariosName, `blocks = [2, 5, 16, 18]`, `blocks = [2, 5, 16, 61]`, board.ErrUnknown, "scenario 431.setup number 1.blocks"},
		{field.ScenariosName, `blocks = [2, 5, 16, 18]`, `blocks = [2, 2, 16, 18]`, board.ErrDuplicate, "scenario 431.setup number 1.blocks"},
		{field.ScenariosName, `blocks = [26]`, `blocks = [16]`, board.ErrDuplicate, "scenario 431.setup number 3.blocks"},
		{field.ScenariosName, `blocks = [26]`, `blocks = [47]`, board.ErrInvalid, "scenario 431.setup"},
		{field.ScenariosName, `posture = "besieging"`, `posture = "asleep"`, board.ErrUnknown, "scenario 431.setup number 1.posture"},
		{field.ScenariosName, `leaders = ["Pericles", "Archidamos"]`, `leaders = ["Pericles"]`, board.ErrMissing, "scenario 431.leaders"},
		{field.ScenariosName, `last_card = 44`, `last_card = 56`, board.ErrUnknown, "scenario 431.last_card"},
		{field.ScenariosName, `id = "sicily"`, `id = "431"`, board.ErrDuplicate, "scenario 431"},
		{field.LexiconName, `"sea Andros"`, `"Andros"`, board.ErrDuplicate, "word"},
		{field.LexiconName, `of = "AndrosSea"`, `of = "TroySea"`, board.ErrUnknown, "word zone TroySea.of"},
	})
}

// Facts that are broken by a change of one line.
func TestCheckFindsBrokenFacts(t *testing.T) {
	printed.Finds(t, []fieldtest.Fact{
		{"the seas that feed Athens", field.MapName, `tags = ["greece", "grain"]`, `tags = ["greece"]`},
		{"the Gulf of Rhegium is of Sicily", field.MapName, "id = \"RhegianGulf\"\nkind = \"sea\"\nen = \"Gulf of Rhegium\"\nfr = \"golfe de Rhegium\"\ntags = [\"sicily\"]", "id = \"RhegianGulf\"\nkind = \"sea\"\nen = \"Gulf of Rhegium\"\nfr = \"golfe de Rhegium\"\ntags = [\"italy\"]"},
		{"Thebes has one coast", field.MapName, "", fieldtest.Edge("Thebes", "CorinthianGulf")},
		{"a fleet goes from Leucas to Athens in 6 moves", field.MapName, "", fieldtest.Edge("Leucas", "CephallenianSea")},
		{"a fleet goes from Hellespont to Athens in 6 moves", field.MapName, "", fieldtest.Edge("LemnianSea", "AndrosSea")},
		{"hoplites of Sparta reach Corinth", field.MapName, "zones = [\"Tegea\", \"Sparta\"]", "zones = [\"Thebes\", \"Sparta\"]"},
		{"Leucas is adjacent to Stratos", field.MapName, "zones = [\"Stratos\", \"Leucas\"]", "zones = [\"Epirus\", \"Leucas\"]"},
		{"Samos is adjacent to ParosSea", field.MapName, "zones = [\"Samos\", \"ParosSea\"]", "zones = [\"Samos\", \"CarianSea\"]"},
		{"the cities of a region", provincesName, "zone = \"Chalcis\"\nnation = \"Subjects\"\nregion = \"Euboea\"\nloyalty = \"athens\"\nvalue = 3", "zone = \"Chalcis\"\nnation = \"Subjects\"\nregion = \"Euboea\"\nloyalty = \"athens\"\nvalue = 2"},
		{"the value of Leucas and Pylos", provincesName, "value = 2\nharbour = \"AmbracianGulf\"", "value = 1\nharbour = \"AmbracianGulf\""},
		{"AeolianIsles is a subject region", provincesName, "subject = false", "subject = true"},
		{"Pella is loyal to Sparta", provincesName, "zone = \"Pella\"\nnation = \"Macedonia\"\nloyalty = \"sparta\"", "zone = \"Pella\"\nnation = \"Macedonia\"\nloyalty = \"athens\""},
		{"37 of Athens", blocksName, `class = "A3"`, `class = "A2"`},
		{"athens 14 fights ashore", blocksName, `ashore = "D1"`, `ashore = "C1"`},
		{"the rebels", blocksName, "rebel = true\n", ""},
		{"strengths of athens Attica hoplites", blocksName, `vc = [4, 3, 3, 2, 2, 2]`, `vc = [4, 4, 3, 2, 2, 2]`},
		{"sparta 1 is more agile", blocksName, "class = \"B2\"\nvc = [4, 3, 2, 2]\nmove = 2\nelite = true\n", "class = \"B2\"\nvc = [4, 3, 2, 2]\nmove = 2\n"},
		{"sparta 44 waits for an aid", blocksName, "class = \"E1\"\nashore = \"D1\"\nvc = [4, 3, 3]\nmove = 5\nonly = \"persian_aid\"\n", "class = \"E1\"\nashore = \"D1\"\nvc = [4, 3, 3]\nmove = 5\n"},
		{"events that stay in play", cardsName, "lasting = true\n", ""},
		{"events that are not for New Year", cardsName, "new_year = false\n", ""},
		{"the side and the bonus of Pericles", cardsName, "bonus = 1", "bonus = 0"},
		{"card 30", cardsName, "number = 30\nevent = \"civil_war\"", "number = 30\nevent = \"augury\""},
		{"there are three aids", cardsName, "number = 45\nevent = \"persian_aid\"", "number = 45\nevent = \"augury\""},
		{"storms, attrition and events of winter", tablesName, "events = false", "events = true"},
		{"offers of peace", tablesName, "faction_from = 5", "faction_from = 6"},
		{"what it costs athens", tablesName, "[10, 8, 6, 4, 2, 0]", "[10, 8, 6, 4, 2, 1]"},
		{"scenario 413", field.ScenariosName, "prestige = 3", "prestige = 2"},
		{"scenario sicily", field.ScenariosName, "peace = true\nathens_yearly", "peace = true\nmay_break_peace = true\nathens_yearly"},
		{"neutrals of scenario 431", field.ScenariosName, `neutral = ["Argos", "Achaea"`, `neutral = ["Achaea"`},
		{"who besieges Potidaea", field.ScenariosName, `blocks = [2, 5, 16, 18]`, `blocks = [2, 5, 16]`},
		{"numbers of athens in scenario 431", field.ScenariosName, `blocks = [[1, 40]]`, `blocks = [[1, 41]]`},
		{"late blocks", field.ScenariosName, `late = [41, 42,`, `late = [42,`},
		{"athens 3 of scenario 415 is at home", field.ScenariosName, "at = \"Argos\"\nblocks = [41]", "at = \"Argos\"\nblocks = [3]"},
	})
}

func TestLoadDirReplacesSingleFiles(t *testing.T) {
	dir := t.TempDir()
	text, err := fs.ReadFile(embedded, tablesName)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(tablesName, text)
	if g, err := LoadDir(dir); err != nil || len(g.Cards) != 55 {
		t.Fatalf("error %v", err)
	}
	write(field.CountersName, nil)
	if _, err := LoadDir(dir); !errors.Is(err, board.ErrUnknown) {
		t.Errorf("counters of another game: error %v, want board.ErrUnknown", err)
	}
	if _, err := LoadDir(t.TempDir()); !errors.Is(err, board.ErrMissing) {
		t.Errorf("empty directory: error %v, want board.ErrMissing", err)
	}
}

func TestLexiconFindsBothLanguages(t *testing.T) {
	fieldtest.Names(t, Default().Lexicon, [][3]string{
		{ZoneKind, "Athènes", "Athens"}, {ZoneKind, "Potidee", "Potidaea"}, {ZoneKind, "Naupacte", "Naupactis"}, {ZoneKind, "Naupactus", "Naupactis"},
		{ZoneKind, "Andros", "Andros"}, {ZoneKind, "sea Andros", "AndrosSea"}, {ZoneKind, "mer Andros", "AndrosSea"}, {ZoneKind, "Andros Sea", "AndrosSea"},
		{ZoneKind, "Taras", "Taras"}, {ZoneKind, "mer Taras", "TarasGulf"}, {ZoneKind, "Saronic", "SaronicGulf"}, {ZoneKind, "mer Saronique", "SaronicGulf"},
		{ZoneKind, "sea Laconian", "LaconianGulf"}, {ZoneKind, "Saronique", "SaronicGulf"}, {ZoneKind, "Argolique", "ArgolicGulf"}, {ZoneKind, "Messenienne", "MessenianGulf"}, {ZoneKind, "Paros", "ParosSea"}, {ZoneKind, "mer Laconienne", "LaconianGulf"}, {ZoneKind, "Messine", "Messine"}, {ZoneKind, "Messene", "Messine"},
		{ZoneKind, "Corinth", "Corinth"}, {ZoneKind, "golfe de Corinthe", "CorinthianGulf"}, {ZoneKind, "Zacinthos", "Zacynthos"}, {ZoneKind, "Agrigentum", "Agrigente"},
		{BlockKind, "14", "14"}, {BlockKind, "b14", "14"}, {CardKind, "28", "28"}, {LeaderKind, "Périclès", "Pericles"}, {RegionKind, "Eubée", "Euboea"},
		{RegionKind, "îles occidentales", "WesternIslands"}, {OlympianKind, "Poséidon", "poseidon"}, {SeasonKind, "plein été", "high_summer"},
		{EventKind, "Famine", "hunger"}, {NationKind, "Béotie", "Boeotia"}, {SideKind, "sparta", "sparta"}, {SideKind, "Athènes", "athens"},
	})
}

func TestReconstructedNamesWhatIsMissing(t *testing.T) {
	topics := Reconstructed(Default())
	for name, want := range map[string][2]int{"coins of cards": {0, 55}, "events of cards": {1, 54}, "strengths of blocks": {32, 88}} {
		i := slices.IndexFunc(topics, func(t Topic) bool { return t.Name == name })
		if i < 0 {
			t.Fatalf("no topic %q", name)
		}
		if got := [2]int{topics[i].Fixed, len(topics[i].Reconstructed)}; got != want {
			t.Errorf("%s: %v fixed and reconstructed, want %v", name, got, want)
		}
	}
}

// What set-ups add up to, as the reconstruction proposes them.
func TestSetupsAddUp(t *testing.T) {
	g := Default()
	want := map[string][2][3]int{ // blocks set up, their VC, and the pool
		"431":    {{19, 53, 21}, {18, 49, 22}},
		"sicily": {{15, 40, 21}, {16, 40, 13}},
		"413":    {{17, 43, 29}, {16, 45, 30}},
		"415":    {{25, 69, 35}, {24, 67, 30}},
	}
	for i := range g.Scenarios {
		s := &g.Scenarios[i]
		var got [2][3]int
		for _, p := range s.Setup {
			for set := p.Blocks; set != 0; {
				got[p.Side][0]++
				got[p.Side][1] += g.Blocks[p.Side][set.Pop()].VC
			}
		}
		for side := range got {
			got[side][2] = s.Pool[side].Len()
		}
		if got != want[s.ID] {
			t.Errorf("scenario %s: %v, want %v", s.ID, got, want[s.ID])
		}
		if s.Peace && s.Expedition(1).Len() != 8 {
			t.Errorf("scenario %s: %d blocks of the first expedition, want 8", s.ID, s.Expedition(1).Len())
		}
	}
}

// The deck is what a campaign plays with, each card once; a leader in play at the start is
// among its cards.
func TestDecks(t *testing.T) {
	g := Default()
	for i := range g.Scenarios {
		s := &g.Scenarios[i]
		if s.Deck.Len() != 44 {
			t.Errorf("scenario %s: %d cards, want 44", s.ID, s.Deck.Len())
		}
		for _, l := range s.Leaders {
			if !s.Deck.Has(draw.Lot(g.Leaders[l].Card)) {
				t.Errorf("scenario %s: %s has no card", s.ID, g.Leaders[l].ID)
			}
		}
	}
}
