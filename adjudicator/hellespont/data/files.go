package data

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// monthsName is the name of the file of the months, which no other game has.
const monthsName = "months.toml"

// The structs below are the files as they are written; the comments at the head
// of each file explain its keys.

type countersFile struct {
	Unit []struct {
		field.UnitEntry
		Persian bool `toml:"persian"`
	} `toml:"unit"`
	Leader []struct {
		field.LeaderEntry
		Persian bool `toml:"persian"`
	} `toml:"leader"`
}

type stratagemsFile struct {
	Stratagem []struct {
		field.StratagemEntry
		Combat       []string `toml:"combat"`
		NotInStraits bool     `toml:"not_in_straits"`
	} `toml:"stratagem"`
	Counter []field.CounterEntry `toml:"counter"`
}

type monthsFile struct {
	Month []struct {
		field.TurnEntry
		ID             string `toml:"id"`
		FreeActivation bool   `toml:"free_activation"`
		SupplyRises    bool   `toml:"supply_rises"`
		Siege          int    `toml:"siege"`
	} `toml:"month"`
}

type scenariosFile struct {
	Scenario []scenarioEntry `toml:"scenario"`
}

type scenarioEntry struct {
	field.ScenarioEntry
	BasedOn     string            `toml:"based_on"`
	First       string            `toml:"first"`
	Last        string            `toml:"last"`
	Supply      int               `toml:"supply"`
	StartChoice *startChoiceEntry `toml:"start_choice"`
	Setup       []deployEntry     `toml:"setup"`
	Arrival     []deployEntry     `toml:"arrival"`
	Optional    []deployEntry     `toml:"optional"`
	Removal     []changeEntry     `toml:"removal"`
	Exchange    []changeEntry     `toml:"exchange"`
}

type startChoiceEntry struct {
	Order     []string     `toml:"order"`
	From      string       `toml:"from"`
	To        string       `toml:"to"`
	FirstDraw int          `toml:"first_draw"`
	Source    board.Source `toml:"source"`
}

type deployEntry struct {
	field.DeployEntry
	Month string `toml:"month"` // of arrivals only
	Zone  string `toml:"zone"`
}

type changeEntry struct {
	Month  string       `toml:"month"`
	Leader string       `toml:"leader"`
	By     string       `toml:"by"` // of exchanges only
	Source board.Source `toml:"source"`
}
