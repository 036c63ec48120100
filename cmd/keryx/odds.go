package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont"
	"keryx/templates"
)

// oddsCmd tells exact chances before anybody throws a die.
type oddsCmd struct {
	Ruleset string `arg:"" help:"The printed game." enum:"hellespont"`
	Kind    string `arg:"" help:"What is thrown for: land, naval (combats), siege, evasion, attrition or run (past a fleet)." enum:"land,naval,siege,evasion,attrition,run"`

	Zone     string `help:"Where: a zone, or the port that is besieged."`
	Attacker string `help:"The active side's force, such as \"T10 2xT4w Alcibiade\"; of a siege, that in --from; the force tested for attrition." aliases:"force,fleet" placeholder:"FORCE"`
	Defender string `help:"The enemy's force." placeholder:"FORCE"`
	Side     string `help:"The active side: athens or sparta. Unless given, that of the leaders named or of the situation, or Athens." enum:"athens,sparta," default:""`

	Situation  string   `help:"Start from the position in this situation.json of a letter. The attackers then come from --from: those that --attacker names, or all; without --from they are those in the zone." type:"existingfile" placeholder:"FILE"`
	From       string   `help:"The zone that the attackers came from; in a siege, where they are." placeholder:"ZONE"`
	Amphibious bool     `help:"The attackers came by an amphibious movement."`
	Place      []string `help:"Another stack: \"sparta T22: H3 P2\". May be repeated." placeholder:"STACK" sep:"none"`
	Play       string   `help:"A stratagem of the attacker: S10, or \"S8 M4\" for help from M4; in a siege S9, or \"discard\" for a counter given away." placeholder:"S"`
	Against    string   `help:"A stratagem of the defender; in a siege \"discard\"." placeholder:"S"`
	Month      string   `help:"The month; the first of the scenario unless given."`
	Scenario   string   `help:"The scenario; the first one unless given."`
	Advantage  string   `help:"Who has the Advantage: athens or sparta." enum:"athens,sparta," default:""`
	Option     []string `help:"An option of the game, such as siege-ratio=worst. May be repeated." placeholder:"ID=VALUE" sep:"none"`
	Lang       string   `help:"Language of the modifiers." default:"en"`
	JSON       bool     `name:"json" help:"Print JSON."`
}

// Run sets up the position and prints its chances.
func (c oddsCmd) Run(g *globals) error {
	if c.Zone == "" {
		return errors.New("say where with --zone, as in: keryx odds hellespont naval --zone M4 --attacker 2xT10 --defender T20")
	}
	rules, err := adjudicator.Lookup(c.Ruleset)
	if err != nil {
		return err
	}
	table, side, zone, err := c.position(rules)
	if err != nil {
		return err
	}
	p := templates.For(c.Lang, c.Ruleset)
	if c.Kind == "land" || c.Kind == "naval" {
		odds, err := c.combat(table, zone, side)
		if err != nil {
			return err
		}
		nameModifiers(p, odds.Shifts, odds.Die)
		return c.print(g, odds, func(w *oddsWriter) { w.combat(odds) })
	}
	odds, err := c.throw(table, zone, side)
	if err != nil {
		return err
	}
	nameModifiers(p, odds.Modifiers)
	return c.print(g, odds, func(w *oddsWriter) { w.throw(odds) })
}

// print prints chances as JSON, or as a person reads them.
func (c oddsCmd) print(g *globals, odds any, text func(*oddsWriter)) error {
	if c.JSON {
		enc := json.NewEncoder(g.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(odds)
	}
	w := &oddsWriter{out: g.Out}
	text(w)
	return w.err
}

// combat asks for the chances of a combat, with its stratagems.
func (c oddsCmd) combat(table *hellespont.OddsTable, zone board.Zone, side adjudicator.Side) (*hellespont.CombatOdds, error) {
	ruses, err := c.ruses(table)
	if err != nil {
		return nil, err
	}
	odds, err := table.Combat(zone, side, ruses)
	if err == nil && odds.Naval != (c.Kind == "naval") {
		other := map[string]string{"land": "naval", "naval": "land"}[c.Kind]
		err = fmt.Errorf("there is no %s combat in %s: ask for \"%s\"", c.Kind, c.Zone, other)
	}
	return odds, err
}

// throw asks for the chances of a throw that is no combat.
func (c oddsCmd) throw(table *hellespont.OddsTable, zone board.Zone, side adjudicator.Side) (*hellespont.ThrowOdds, error) {
	ruses, err := c.ruses(table)
	switch {
	case err != nil:
		return nil, err
	case c.Kind == "siege":
		return table.Siege(zone, side, ruses)
	case c.Play != "" || c.Against != "":
		return nil, fmt.Errorf("no stratagem changes the odds of %s: leave --play and --against out", c.Kind)
	case c.Kind == "evasion":
		return table.Evasion(zone, side)
	case c.Kind == "attrition":
		return table.Attrition(zone, side)
	}
	return table.RunPast(zone, side)
}

// ruses reads what both sides play: "S10", "S8 M4", "discard".
func (c oddsCmd) ruses(table *hellespont.OddsTable) (ruses [2]hellespont.OddsRuse, err error) {
	for i, text := range [2]string{c.Play, c.Against} {
		ruses[i].Zone = board.NoZone
		if name, from, _ := strings.Cut(text, " "); name != "" && err == nil {
			ruses[i], err = table.Stratagem(name, from)
		}
	}
	return ruses, err
}

// setup is the game that the command line speaks of.
func (c oddsCmd) setup(scenario string) (adjudicator.Setup, error) {
	s := adjudicator.Setup{Scenario: scenario, Options: map[string]string{}}
	for _, option := range c.Option {
		id, value, ok := strings.Cut(option, "=")
		if !ok {
			return s, fmt.Errorf("an option is written siege-ratio=worst, not %q", option)
		}
		s.Options[id] = value
	}
	return s, nil
}

// position sets the table up, returns the active side and the zone.
func (c oddsCmd) position(rules adjudicator.Ruleset) (*hellespont.OddsTable, adjudicator.Side, board.Zone, error) {
	if c.Situation != "" {
		return c.fromSituation(rules)
	}
	if c.Attacker == "" {
		return nil, 0, board.NoZone, errors.New("say which force it is about with --attacker, or give a position with --situation")
	}
	setup, err := c.setup(c.Scenario)
	if err != nil {
		return nil, 0, board.NoZone, err
	}
	table, err := hellespont.NewOdds(rules, setup, c.Month)
	if err != nil {
		return nil, 0, board.NoZone, err
	}
	side, zone, err := c.setUp(rules.Info(), table)
	return table, side, zone, err
}

// setUp places the forces and returns the active side and the zone.
func (c oddsCmd) setUp(info adjudicator.Info, table *hellespont.OddsTable) (adjudicator.Side, board.Zone, error) {
	side, err := c.activeSide(info, table)
	if err != nil {
		return side, board.NoZone, err
	}
	zone, err := table.Zone(c.Zone)
	if err != nil {
		return side, zone, err
	}
	from := board.NoZone
	if c.From != "" {
		if from, err = table.Zone(c.From); err != nil {
			return side, zone, err
		}
	}
	camp := zone
	if c.Kind == "siege" {
		if camp = from; camp == board.NoZone {
			camp = table.Anchorage(zone)
		}
		if camp == board.NoZone {
			return side, zone, fmt.Errorf("%s is not a port: ports are besieged, such as Abydos", c.Zone)
		}
	}
	if err := table.Place(side, camp, c.Attacker); err != nil {
		return side, zone, err
	}
	if c.Defender != "" {
		if err := table.Place(side.Other(), zone, c.Defender); err != nil {
			return side, zone, err
		}
	}
	table.Came(side, zone, from, c.Amphibious)
	if holder, ok := info.Seat(c.Advantage); ok {
		table.SetAdvantage(holder)
	}
	return side, zone, c.placeOthers(info, table)
}

// activeSide is the side that was named, or that of the leaders in the forces.
func (c oddsCmd) activeSide(info adjudicator.Info, table *hellespont.OddsTable) (adjudicator.Side, error) {
	if side, ok := info.Seat(c.Side); ok {
		return side, nil
	}
	side, err := table.Side(c.Attacker)
	if err != nil || side != adjudicator.Observer {
		return side, err
	}
	if c.Defender != "" {
		enemy, err := table.Side(c.Defender)
		if err != nil || enemy != adjudicator.Observer {
			return enemy.Other(), err
		}
	}
	return 0, nil
}

// placeOthers places the stacks of --place: "sparta T22: H3 P2".
func (c oddsCmd) placeOthers(info adjudicator.Info, table *hellespont.OddsTable) error {
	for _, stack := range c.Place {
		where, force, ok := strings.Cut(stack, ":")
		who, name, named := strings.Cut(strings.TrimSpace(where), " ")
		side, known := info.Seat(who)
		if !ok || !named || !known {
			return fmt.Errorf("a stack is written \"sparta T22: H3 P2\", not %q", stack)
		}
		zone, err := table.Zone(name)
		if err != nil {
			return err
		}
		if err := table.Place(side, zone, force); err != nil {
			return err
		}
	}
	return nil
}

// nameModifiers looks up what modifiers are called.
func nameModifiers(p *templates.Printer, lists ...[]hellespont.OddsModifier) {
	for _, list := range lists {
		for i := range list {
			// The letter of the table stands with the rule.
			list[i].Name = strings.TrimSuffix(p.Say(list[i].Key), " ("+list[i].Letter+")")
		}
	}
}
