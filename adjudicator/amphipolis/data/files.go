package data

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The names of the data files that no other game has.
const (
	garrisonsName = "garrisons.toml"
	wallsName     = "walls.toml"
	turnsName     = "turns.toml"
)

// The structs below are the files as they are written; the comments at the head of each
// file explain its keys.

type countersFile struct {
	Unit []struct {
		field.UnitEntry
		Band bool `toml:"band"`
	} `toml:"unit"`
	Leader []field.LeaderEntry `toml:"leader"`
}

type garrisonsFile struct {
	Garrison []struct {
		ID       string         `toml:"id"`
		Zone     string         `toml:"zone"`
		EN       string         `toml:"en"`
		FR       string         `toml:"fr"`
		PF       int            `toml:"pf"`
		VA       map[string]int `toml:"va"`
		Source   board.Source   `toml:"source"`
		PFSource board.Source   `toml:"pf_source"`
		VASource board.Source   `toml:"va_source"`
	} `toml:"garrison"`
}

type wallsFile struct {
	Wall []struct {
		Inside       string       `toml:"inside"`
		Outside      string       `toml:"outside"`
		Permanent    bool         `toml:"permanent"`
		Built        bool         `toml:"built"`
		Absent       effectEntry  `toml:"absent"`
		Standing     effectEntry  `toml:"standing"`
		Destroyed    effectEntry  `toml:"destroyed"`
		Source       board.Source `toml:"source"`
		EffectSource board.Source `toml:"effect_source"`
	} `toml:"wall"`
}

type effectEntry struct {
	In      int `toml:"in"`
	Out     int `toml:"out"`
	Columns int `toml:"columns"`
}

type turnsFile struct {
	Turn []struct {
		field.TurnEntry
		Number       int          `toml:"number"`
		Season       string       `toml:"season"`
		Armistice    bool         `toml:"armistice"`
		Dice         int          `toml:"dice"`
		Wall         int          `toml:"wall"`
		SeasonSource board.Source `toml:"season_source"`
	} `toml:"turn"`
}

type stratagemsFile struct {
	Stratagem []struct {
		field.StratagemEntry
		Combat  bool     `toml:"combat"`
		Sides   []string `toml:"sides"`
		MainMap bool     `toml:"main_map"`
	} `toml:"stratagem"`
	Counter []field.CounterEntry `toml:"counter"`
}

type scenariosFile struct {
	Scenario []scenarioEntry `toml:"scenario"`
}

type scenarioEntry struct {
	field.ScenarioEntry
	First          int                 `toml:"first"`
	Last           int                 `toml:"last"`
	Initiative     *initiativeEntry    `toml:"initiative"`
	WithoutMainMap bool                `toml:"without_main_map"`
	TruceTurns     []int               `toml:"truce_turns"`
	Returns        bool                `toml:"returns"`
	Garrisons      map[string][]string `toml:"garrisons"`
	Setup          []deployEntry       `toml:"setup"`
	Arrival        []deployEntry       `toml:"arrival"`
	Optional       []deployEntry       `toml:"optional"`
	Removal        []removalEntry      `toml:"removal"`
	Award          []awardEntry        `toml:"award"`
}

type initiativeEntry struct {
	Turn int    `toml:"turn"`
	Side string `toml:"side"`
}

type deployEntry struct {
	field.DeployEntry
	Turn     int          `toml:"turn"` // of arrivals only
	Zones    []string     `toml:"zones"`
	Stock    []stockEntry `toml:"stock"`
	Waits    *int         `toml:"waits"`    // of setups only
	Repeated bool         `toml:"repeated"` // of optional reinforcements only
}

type stockEntry struct {
	Types     []string `toml:"types"`
	Count     int      `toml:"count"`
	Remaining bool     `toml:"remaining"`
	Band      bool     `toml:"band"`
}

type removalEntry struct {
	Turn       *int           `toml:"turn"`
	Side       string         `toml:"side"`
	Leaders    []string       `toml:"leaders"`
	Units      map[string]int `toml:"units"`
	Stratagems []string       `toml:"stratagems"`
	Citadel    string         `toml:"citadel"`
	Source     board.Source   `toml:"source"`
}

type awardEntry struct {
	Side       string       `toml:"side"`
	Points     int          `toml:"points"`
	For        string       `toml:"for"`
	Garrisons  []string     `toml:"garrisons"`
	Source     board.Source `toml:"source"`
	SideSource board.Source `toml:"side_source"`
}
