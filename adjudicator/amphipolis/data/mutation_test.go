package data

import (
	"strings"
	"testing"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/field/fieldtest"
)

// Facts that are more than the value of one line.
func TestCheckFindsBrokenFacts(t *testing.T) {
	printed.Finds(t, []fieldtest.Fact{
		{"T7 is not adjacent to T11", field.MapName, "", fieldtest.Edge("T7", "T11")},
		{"T9 is not adjacent to T12", field.MapName, "", fieldtest.Edge("T9", "T12")},
		{"T5 is not adjacent to T6", field.MapName, "", fieldtest.Edge("T5", "T6")},
		{"T4 is not adjacent to M1", field.MapName, "", fieldtest.Edge("T4", "M1")},
		{"T26 is not adjacent to T18", field.MapName, "", fieldtest.Edge("T26", "T18")},
		{"T26 is not adjacent to T19", field.MapName, "", fieldtest.Edge("T26", "T19")},
		{"T19 is not adjacent to T20", field.MapName, "", fieldtest.Edge("T19", "T20")},
		{"zones adjacent to Thasos", field.MapName, "", strings.Replace(fieldtest.Edge("Thasos", "T4"), "source", "oneway = true\nsource", 1)},
		{"B18: zones from which Eion is reached on foot", field.MapName, "", fieldtest.Edge("T5", "T13")},
		{"B19: reach of units from Macedonia", field.MapName, "", fieldtest.Edge("T23", "T15")},
		{"B19: reach of units from Thrace", field.MapName, "", fieldtest.Edge("T2", "T6")},
		{"B20: the bank west of the river", field.MapName, "", fieldtest.Edge("T16", "T13")},
		{"B21: Eion to Amphipolis is the cheapest way", field.MapName, "", fieldtest.Edge("T5", "T9")},
		{"B24: Thucydides from T4 to T11 is the cheapest way", field.MapName, "", fieldtest.Edge("T4", "T9")},
		{"land around M1", field.MapName, "", fieldtest.Edge("T14", "M1")},
		{"no movement leads to O1", field.MapName, "", fieldtest.Edge("O1", "O2")},
		{"terrain of T15", field.MapName, "id = \"T15\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T15\"\nkind = \"land\"\nterrain = \"wet\""},
		{"terrain of T4", field.MapName, "id = \"T4\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T4\"\nkind = \"land\"\nterrain = \"high\""},
		{"B15: T20 is not wet", field.MapName, "id = \"T20\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T20\"\nkind = \"land\"\nterrain = \"wet\""},
		{"M6: T15 to T17 by T11", field.MapName, "id = \"T11\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T11\"\nkind = \"land\"\nterrain = \"high\""},
		{"zones of operations", field.MapName, `fr = "Acanthe"`, `fr = "Potidée"`},
		{"garrison of Toronè", garrisonsName, "pf = 4\nva = { athens = 6", "pf = 3\nva = { athens = 6"},
		{"garrison of Sanè", garrisonsName, "va = { athens = 5, sparta = 5 }", "va = { athens = 4, sparta = 4 }"},
		{"the sparta face of citadel has an allegiance", garrisonsName, "va = { athens = 5 }", "va = { athens = 5, sparta = 5 }"},
		{"some leader has a triple bonus", field.CountersName, "bonus = 3", "bonus = 2"},
		{"B23: hoplites that come at turn 3 sparta", field.ScenariosName, "turn = 3\nside = \"sparta\"\nzones = [\"Macedonia\"]\nstock = [{ types = [\"H\"], remaining = true }]", "turn = 3\nside = \"sparta\"\nzones = [\"Macedonia\"]\nstock = [{ types = [\"H\"], remaining = true, band = true }]"},
		{"S3 and S15 share a counter", field.StratagemsName, `["S15", "neutral"]]`, `["S14", "neutral"]]`},
		{"S1 has the colour of the side that it names", field.StratagemsName, `["S1", "athens"]`, `["S1", "neutral"]`},
		{"S4 serves Athens", field.StratagemsName, `["S4", "athens"]`, `["S4", "sparta"]`},
		{"both sides can use", field.StratagemsName, `["S18", "athens"], ["S19", "sparta"]`, `["S18", "athens"], ["S19", "athens"]`},
	})
}
