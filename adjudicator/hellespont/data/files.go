package data

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The names of the data files.
const (
	mapName        = "map.toml"
	countersName   = "counters.toml"
	stratagemsName = "stratagems.toml"
	monthsName     = "months.toml"
	scenariosName  = "scenarios.toml"
	lexiconName    = "lexicon.toml"
	geometryName   = "geometry.toml"
	crtName        = field.CRTName
)

// The structs below are the files as they are written; the comments at the head
// of each file explain its keys.

type countersFile struct {
	Unit []struct {
		field.UnitEntry
		Persian bool `toml:"persian"`
	} `toml:"unit"`
	Leader []struct {
		ID          string       `toml:"id"`
		Side        string       `toml:"side"`
		EN          string       `toml:"en"`
		FR          string       `toml:"fr"`
		Bonus       int          `toml:"bonus"`
		Ally        string       `toml:"ally"`
		Persian     bool         `toml:"persian"`
		Source      board.Source `toml:"source"`
		BonusSource board.Source `toml:"bonus_source"`
	} `toml:"leader"`
}

type stratagemsFile struct {
	Stratagem []stratagemEntry     `toml:"stratagem"`
	Counter   []field.CounterEntry `toml:"counter"`
}

type stratagemEntry struct {
	Number       int          `toml:"number"`
	EN           string       `toml:"en"`
	FR           string       `toml:"fr"`
	Category     string       `toml:"category"`
	Phases       []string     `toml:"phases"`
	Combat       []string     `toml:"combat"`
	By           []string     `toml:"by"`
	NotInStraits bool         `toml:"not_in_straits"`
	Permanent    bool         `toml:"permanent"`
	Source       board.Source `toml:"source"`
}

type monthsFile struct {
	Month []struct {
		ID             string       `toml:"id"`
		Year           int          `toml:"year"`
		EN             string       `toml:"en"`
		FR             string       `toml:"fr"`
		PA             int          `toml:"pa"`
		PAUnless       []int        `toml:"pa_unless"`
		FreeActivation bool         `toml:"free_activation"`
		SupplyRises    bool         `toml:"supply_rises"`
		Siege          int          `toml:"siege"`
		Attrition      int          `toml:"attrition"`
		Source         board.Source `toml:"source"`
	} `toml:"month"`
}

type scenariosFile struct {
	Scenario []scenarioEntry `toml:"scenario"`
}

type scenarioEntry struct {
	ID          string            `toml:"id"`
	BasedOn     string            `toml:"based_on"`
	EN          string            `toml:"en"`
	FR          string            `toml:"fr"`
	First       string            `toml:"first"`
	Last        string            `toml:"last"`
	Advantage   string            `toml:"advantage"`
	Supply      int               `toml:"supply"`
	Withdrawn   []string          `toml:"withdrawn"`
	StartChoice *startChoiceEntry `toml:"start_choice"`
	Setup       []deployEntry     `toml:"setup"`
	Arrival     []deployEntry     `toml:"arrival"`
	Optional    []deployEntry     `toml:"optional"`
	Removal     []changeEntry     `toml:"removal"`
	Exchange    []changeEntry     `toml:"exchange"`
	Source      board.Source      `toml:"source"`
}

type startChoiceEntry struct {
	Order     []string     `toml:"order"`
	From      string       `toml:"from"`
	To        string       `toml:"to"`
	FirstDraw int          `toml:"first_draw"`
	Source    board.Source `toml:"source"`
}

type deployEntry struct {
	Month    string         `toml:"month"` // of arrivals only
	Side     string         `toml:"side"`
	Zone     string         `toml:"zone"`
	Leaders  []string       `toml:"leaders"`
	Units    map[string]int `toml:"units"`
	Weakened map[string]int `toml:"weakened"`
	Source   board.Source   `toml:"source"`
}

type changeEntry struct {
	Month  string       `toml:"month"`
	Leader string       `toml:"leader"`
	By     string       `toml:"by"` // of exchanges only
	Source board.Source `toml:"source"`
}
