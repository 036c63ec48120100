package data

import (
	"slices"
	"strings"
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
	d.Defended = map[string]int{field.MapName: 360, field.CountersName: 180, field.StratagemsName: 140, monthsName: 110, attritionName: 12, field.ScenariosName: 110}
	d.Free = func(_, key string) bool { return key == "tags" } // for the drawing
	d.Defends(t)
}

func TestLoadRefuses(t *testing.T) {
	printed.Refuses(t, []fieldtest.Refusal{
		{field.MapName, "kind = \"land\"\nterrain = \"clear\"\nen", "kind = \"land\"\nterrain = \"marsh\"\nen", board.ErrUnknown, "zone T1.terrain"},
		{field.MapName, `sides = ["athens", "sparta"]`, `sides = ["sparta", "athens"]`, board.ErrInvalid, "sides"},
		{field.MapName, `name_source = "reconstruction"`, `name_source = "hearsay"`, board.ErrSource, "zone T1.name_source"},
		{field.MapName, `fr = "Arctonnèse orientale"`, `de = "Arktonnesos"`, board.ErrUnknownKey, "zone.de"},
		{field.CountersName, `pf = 20`, `pf = 25`, board.ErrInvalid, "unit athens T20.class"},
		{field.CountersName, `reduced = 10`, `reduced = 20`, board.ErrInvalid, "unit athens T20.reduced"},
		{field.CountersName, `side = "athens"`, `side = "persia"`, board.ErrUnknown, "unit persia T20.side"},
		{field.CountersName, `class = "T10"`, `class = "T20"`, board.ErrInvalid, "unit athens T20.class"},
		{field.CountersName, `bonus = 2`, `bonus = 3`, board.ErrInvalid, "leader Thrasybule.bonus"},
		{field.CountersName, `id = "Thrasyillos"`, `id = "Thrasybule"`, board.ErrDuplicate, "leader Thrasybule"},
		{field.CountersName, `ally = "persia"`, `ally = "rhodes"`, board.ErrInvalid, "leader Pharnabaze.persian"},
		{field.CountersName, `bonus_source = "reconstruction"`, ``, board.ErrSource, "leader Thrasyillos.source"},
		{field.StratagemsName, `number = 2`, `number = 1`, board.ErrDuplicate, "stratagem 1"},
		{field.StratagemsName, `number = 22`, `number = 220`, board.ErrInvalid, "stratagem 220"},
		{field.StratagemsName, `"B.3"`, `"B.4"`, board.ErrUnknown, "stratagem 1.phases"},
		{field.StratagemsName, `["S18", "athens"]`, `["S21", "athens"]`, board.ErrUnknown, "counter number 1.faces"},
		{field.StratagemsName, `["S18", "athens"]`, `["S18", "red"]`, board.ErrUnknown, "counter number 1.faces"},
		{attritionName, `["all"]`, `["most"]`, board.ErrUnknown, "row 6 column outcome"},
		{monthsName, `id = "september"`, `id = "august"`, board.ErrDuplicate, "month august"},
		{field.ScenariosName, `zone = "Sestos"`, `zone = "Sestus"`, board.ErrUnknown, "scenario 10.1.setup number 1.zone"},
		{field.ScenariosName, `zone = "B2"`, `zone = "B1"`, board.ErrInvalid, "scenario 10.1.arrival number 2.zone"},
		{field.ScenariosName, `"T10" = 3`, `"T11" = 3`, board.ErrUnknown, "scenario 10.1.arrival number 1.units"},
		{field.ScenariosName, `"T10" = 3`, `"T10" = 0`, board.ErrInvalid, "scenario 10.1.arrival number 1.units"},
		{field.ScenariosName, `"T10" = 3`, `"T10" = 30`, board.ErrInvalid, "scenario 10.1.arrival number 1.units"},
		{field.ScenariosName, `leaders = ["Alcibiade"]`, `leaders = ["Mindaros"]`, board.ErrInvalid, "scenario 10.1.arrival number 2.leaders"},
		{field.ScenariosName, `month = "october"`, `month = "juin"`, board.ErrUnknown, "scenario 10.1.arrival number 2"},
		{field.ScenariosName, `based_on = "10.1"`, `based_on = "10.3"`, board.ErrUnknown, "scenario 10.2.based_on"},
		{field.ScenariosName, `by = "Alcibiade"`, `by = "Conon"`, board.ErrUnknown, "scenario 10.2.exchange.by"},
		{field.LexiconName, `"Kyzikos"`, `"Sestos"`, board.ErrDuplicate, "word"},
		{field.LexiconName, `of = "Abydos"`, `of = "Troy"`, board.ErrUnknown, "word zone Troy.of"},
		{field.LexiconName, `kind = "zone"`, `kind = "town"`, board.ErrUnknown, "word town Sestos.kind"},
	})
}

func TestLoadDirReplacesSingleFiles(t *testing.T) { printed.Folders(t, "Thrasybule") }

func TestLexiconFindsBothLanguages(t *testing.T) {
	fieldtest.Names(t, Default().Lexicon, [][3]string{
		{field.ZoneKind, "Cyzicus", "Cyzique"}, {field.ZoneKind, "cyzique", "Cyzique"}, {field.ZoneKind, "Byzance", "B1"},
		{field.ZoneKind, "Byzantium", "B1"}, {field.ZoneKind, "Thasos", "B2"}, {field.ZoneKind, "Samos", "B3"}, {field.ZoneKind, "Chios", "B3"},
		{field.ZoneKind, "Éléonte", "Eleonte"}, {field.ZoneKind, "Elaeus", "Eleonte"}, {field.ZoneKind, "Elaious", "Eleonte"},
		{field.ZoneKind, "Lampsacus", "Lampsaque"}, {field.ZoneKind, "Rhoeteum", "Rhoeteion"}, {field.ZoneKind, "Parium", "Parion"},
		{field.ZoneKind, "T17", "T17"}, {field.ZoneKind, "m5", "M5"}, {field.ZoneKind, "cyz", "Cyzique"}, {field.ZoneKind, "lamp", "Lampsaque"},
		{field.LeaderKind, "Thrasybulus", "Thrasybule"}, {field.LeaderKind, "Alcibiades", "Alcibiade"}, {field.LeaderKind, "theramene", "Theramene"},
		{field.LeaderKind, "Pharnabazus", "Pharnabaze"}, {field.StratagemKind, "S10", "S10"}, {field.StratagemKind, "Tempête en mer", "S4"},
		{field.StratagemKind, "Good omens", "S22"}, {field.TypeKind, "trières", "T"}, {field.TypeKind, "hoplite", "H"},
		{field.SideKind, "Athènes", "athens"}, {MonthKind, "février", "february"}, {MonthKind, "September", "september"},
	})
}

func TestReconstructedNamesWhatIsMissing(t *testing.T) {
	topics := Reconstructed(Default())
	get := func(name string) Topic {
		i := slices.IndexFunc(topics, func(t Topic) bool { return t.Name == name })
		if i < 0 {
			t.Fatalf("no topic %q", name)
		}
		return topics[i]
	}
	if n := get("bonuses of leaders"); n.Fixed != 0 || len(n.Reconstructed) != 12 {
		t.Errorf("bonuses: %d fixed, %d reconstructed, want 0 and 12", n.Fixed, len(n.Reconstructed))
	}
	adjacency := get("adjacency")
	if slices.Contains(adjacency.Reconstructed, "T17-Sestos") || !slices.Contains(adjacency.Reconstructed, "T1-T2") {
		t.Errorf("adjacency: %v", adjacency.Reconstructed)
	}
	if got, want := get("pairs of faces of stratagem counters").String(), "pairs of faces of stratagem counters: 20 of 21 reconstructed (S17S/S10S, "; !strings.HasPrefix(got, want) {
		t.Errorf("found %q, want %q...", got, want)
	}
	if n := get("combat units"); n.Fixed != 69 {
		t.Errorf("combat units: %d fixed, want 69", n.Fixed)
	}
}

// What play asks most often of the map: the land within 4 PM, the seas that a
// fleet can reach past enemies, the beaches at a battle.
func BenchmarkMap(b *testing.B) {
	m := Default().Map
	t22, m5, m14 := m.MustZone("T22"), m.MustZone("M5"), m.MustZone("M14")
	free := m.OfKind(board.Sea).Minus(board.SetOf(m.MustZone("M8"), m.MustZone("M12")))
	troops := board.SetOf(t22, m.MustZone("T5"))
	var s board.Search
	step := landCost(m)
	b.Run("land4PM", func(b *testing.B) {
		for b.Loop() {
			s.Run(m, t22, 4, step)
		}
	})
	b.Run("fleet", func(b *testing.B) {
		for b.Loop() {
			if !m.Flood(m5, board.BySea, free).Has(m.MustZone("M7")) {
				b.Fatal("M7 is out of reach")
			}
		}
	})
	b.Run("beach", func(b *testing.B) {
		for b.Loop() {
			if !m.Beaches(m5).Meets(troops) || m.Beaches(m14).Meets(troops) {
				b.Fatal("wrong beaches")
			}
		}
	})
}
