package main

import (
	"errors"
	"fmt"
	"os"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont"
	"keryx/templates"
)

// fromSituation sets up the position of a situation.json, and moves the attackers to
// where they would fight.
func (c oddsCmd) fromSituation(rules adjudicator.Ruleset) (table *hellespont.OddsTable, side adjudicator.Side, zone board.Zone, err error) {
	zone = board.NoZone
	file, err := os.Open(c.Situation)
	if err != nil {
		return table, side, zone, err
	}
	defer file.Close()
	s, err := templates.ReadSituation(file)
	if err != nil {
		return table, side, zone, fmt.Errorf("%s: %w", c.Situation, err)
	}
	if s.Ruleset != c.Ruleset {
		return table, side, zone, fmt.Errorf("%s is a situation of %s", c.Situation, s.Ruleset)
	}
	setup, err := c.setup(s.Scenario)
	if err != nil {
		return table, side, zone, err
	}
	if table, err = hellespont.NewOdds(rules, setup, c.Month); err != nil {
		return table, side, zone, err
	}
	if err := table.Load(s.Position); err != nil {
		return table, side, zone, fmt.Errorf("%s: %w", c.Situation, err)
	}
	for _, id := range []string{c.Side, s.Side} {
		if n, ok := rules.Info().Seat(id); ok {
			side = n
			break
		}
	}
	if zone, err = table.Zone(c.Zone); err != nil {
		return table, side, zone, err
	}
	return table, side, zone, c.march(rules.Info(), table, side, zone)
}

// march moves the attackers of a situation to the zone, and changes what else the
// command line says.
func (c oddsCmd) march(info adjudicator.Info, table *hellespont.OddsTable, side adjudicator.Side, zone board.Zone) error {
	switch {
	case c.Defender != "":
		return errors.New("the defenders are those of the situation: leave --defender out, or add a stack with --place")
	case c.From == "" && c.Attacker != "":
		return errors.New("say with --from where the attackers come from")
	case c.From != "" && c.Kind == "siege":
		return errors.New("besiegers are where the situation has them: leave --from out")
	case c.From != "":
		from, err := table.Zone(c.From)
		if err != nil {
			return err
		}
		if err := table.Move(side, from, zone, c.Attacker); err != nil {
			return err
		}
		table.Came(side, zone, from, c.Amphibious)
	}
	if holder, ok := info.Seat(c.Advantage); ok {
		table.SetAdvantage(holder)
	}
	return c.placeOthers(info, table)
}
