package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
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

	Zone     string `help:"Where: a zone, or the port that is besieged." required:""`
	Attacker string `help:"The active side's force, such as \"T10 2xT4w Alcibiade\"; of a siege, that in --from; the force tested for attrition." aliases:"force,fleet" placeholder:"FORCE"`
	Defender string `help:"The enemy's force." placeholder:"FORCE"`
	Side     string `help:"The active side: athens or sparta. Unless given, that of the leaders named or of the situation, or Athens." enum:"athens,sparta," default:""`

	Situation  string   `help:"Start from the position in this situation.json of a letter. The attackers then come from --from: those that --attacker names, or all; without --from they are those in the zone." type:"existingfile" placeholder:"FILE"`
	From       string   `help:"The zone that the attackers came from; in a siege, where they are." placeholder:"ZONE"`
	Amphibious bool     `help:"The attackers came by an amphibious movement."`
	Place      []string `help:"Another stack: \"sparta T22: H3 P2\". May be repeated." placeholder:"STACK" sep:"none"`
	Play       string   `help:"A stratagem of the attacker: S10, or \"S8 M4\" for help from M4." placeholder:"S"`
	Against    string   `help:"A stratagem of the defender." placeholder:"S"`
	Month      string   `help:"The month; the first of the scenario unless given."`
	Scenario   string   `help:"The scenario; the first one unless given."`
	Advantage  string   `help:"Who has the Advantage: athens or sparta." enum:"athens,sparta," default:""`
	Lang       string   `help:"Language of the modifiers." default:"en"`
	JSON       bool     `name:"json" help:"Print JSON."`
}

// Run sets up the position and prints its chances.
func (c oddsCmd) Run(g *globals) error {
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
	throw := map[string]func(board.Zone, adjudicator.Side) (*hellespont.ThrowOdds, error){
		"siege": table.Siege, "evasion": table.Evasion, "attrition": table.Attrition, "run": table.RunPast}[c.Kind]
	odds, err := throw(zone, side)
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
	var ruses [2]hellespont.OddsRuse
	for i, text := range [2]string{c.Play, c.Against} {
		var err error
		if ruses[i], err = readRuse(table, text); err != nil {
			return nil, err
		}
	}
	odds, err := table.Combat(zone, side, ruses)
	if err == nil && odds.Naval != (c.Kind == "naval") {
		err = fmt.Errorf("there is no %s combat in %s", c.Kind, c.Zone)
	}
	return odds, err
}

// readRuse reads "S10", or "S8 M4".
func readRuse(table *hellespont.OddsTable, text string) (hellespont.OddsRuse, error) {
	ruse := hellespont.OddsRuse{Zone: board.NoZone}
	if text == "" {
		return ruse, nil
	}
	name, where, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(strings.TrimLeft(name, "Ss"))
	if err != nil || n < 1 {
		return ruse, fmt.Errorf("%q is no stratagem", name)
	}
	ruse.Number = n
	if where != "" {
		ruse.Zone, err = table.Zone(where)
	}
	if n == 8 && where == "" {
		err = fmt.Errorf("S8 needs the zone that the help comes from: \"S8 M4\"")
	}
	return ruse, err
}

// position sets the table up, returns the active side and the zone.
func (c oddsCmd) position(rules adjudicator.Ruleset) (*hellespont.OddsTable, adjudicator.Side, board.Zone, error) {
	if c.Situation != "" {
		return c.fromSituation(rules)
	}
	if c.Attacker == "" {
		return nil, 0, board.NoZone, errors.New("say which force it is about with --attacker, or give a position with --situation")
	}
	table, err := hellespont.NewOdds(rules, c.Scenario, c.Month)
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
			return side, zone, fmt.Errorf("%s is not a port", c.Zone)
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
