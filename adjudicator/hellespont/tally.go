package hellespont

import (
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// account is what a turn came to for one side.
type account struct {
	lost         [2]int // force points by class: of units that were weakened or went
	worn         int    // of these, what attrition took (6.4)
	won          int    // combats
	gained, gone adjudicator.Terms
}

// ledger keeps the accounts of both sides while the events of a turn are read.
type ledger struct {
	*field.Printed
	of     [2]account
	winner adjudicator.Side // of the combat that is being told, Observer for none yet
	squall []blast          // of the storm that is being told
	again  bool             // the Advantage has had something thrown again
}

// blast is what a storm does to one side's ships in one zone.
type blast struct {
	side  adjudicator.Side
	zone  any
	units [2]adjudicator.Terms // weakened, lost
}

// Tally implements [adjudicator.Tallier]: the force points lost by each side, the
// combats it won, and the ports that it gained and lost.
func (r *ruleset) Tally(side adjudicator.Side, events []adjudicator.Event, before, after adjudicator.View) []adjudicator.Phrase {
	l := ledger{Printed: r.Printed, winner: adjudicator.Observer}
	for _, e := range events {
		if told, ok := e.For(side); ok {
			l.read(e.Rule, told)
		}
	}
	l.endBattle()
	l.endStorm()
	for s := range l.of {
		a, s := &l.of[s], adjudicator.Side(s)
		held, holds := r.portsOf(before, s), r.portsOf(after, s)
		a.gained, a.gone = r.ZoneTerms(holds.Minus(held)), r.ZoneTerms(held.Minus(holds))
	}
	return l.phrases()
}

// portsOf are the ports where a view shows units of a side.
func (r *ruleset) portsOf(v adjudicator.View, s adjudicator.Side) (held board.Set) {
	for _, zone := range v.Zones {
		z, ok := r.Board.Zone(zone.Zone.ID)
		if !ok || !r.Ports.Has(z) {
			continue
		}
		for _, stack := range zone.Stacks {
			for _, u := range stack.Units {
				if stack.Side == s && !u.Leader {
					held.Add(z)
				}
			}
		}
	}
	return held
}

// losing says for the events that tell of losses which argument names the units:
// those that turn to their reverse, and those that go.
var losing = map[string]struct{ weakened, lost string }{
	"weakened":       {weakened: "Units"},
	"eliminated":     {lost: "Units"},
	"destroyed":      {lost: "Units"},
	"no-retreat":     {lost: "Units"},
	"port-stormed":   {lost: "Units"},
	"deserted":       {lost: "Unit"},
	"surplus-lost":   {lost: "Unit"},
	"displaced-lost": {lost: "Who"},
	"cargo-lost":     {lost: "Unit"},
	"cargo-weakened": {weakened: "Unit"},
	"epidemic":       {weakened: "Who"},
	"combat-unpaid":  {weakened: "Units"},
}

// read enters one event.
func (l *ledger) read(rule string, told adjudicator.Phrase) {
	_, key, _ := strings.Cut(told.Key, ".event.") // whoever owns the text
	args := arguments(told)
	switch key {
	case "battle-land", "battle-naval":
		l.endBattle()
	case "combat-die":
		// A die that was thrown again counts as it fell the last time.
		if result, ok := args["Result"].(adjudicator.Phrase); ok {
			l.winner = l.sideOfTerm(arguments(result)["Winner"])
		}
	case "rerolled":
		l.again = true
		return
	case "advantage-passes": // what a reroll costs
		return
	case "storm":
		l.blow(args)
		return
	}
	l.endStorm()
	if of, ok := losing[key]; ok {
		s := l.sideOfTerm(args["Side"])
		if key == "port-stormed" {
			s = s.Other() // the event names the victor
		}
		l.enter(s, rule, terms(args[of.weakened]), terms(args[of.lost]))
	}
}

// blow enters a throw for a storm. Another one for the same ships replaces it if it
// was thrown again (8).
func (l *ledger) blow(args map[string]any) {
	b := blast{l.sideOfTerm(args["Side"]), args["Zone"], [2]adjudicator.Terms{terms(args["Weakened"]), terms(args["Lost"])}}
	for i := range l.squall {
		if old := &l.squall[i]; l.again && old.side == b.side && old.zone == b.zone {
			*old = b
			return
		}
	}
	l.squall = append(l.squall, b)
}

func (l *ledger) endStorm() {
	for _, b := range l.squall {
		l.enter(b.side, "7 S4", b.units[0], b.units[1])
	}
	l.squall, l.again = nil, false
}

func (l *ledger) endBattle() {
	if l.winner != adjudicator.Observer {
		l.of[l.winner].won++
	}
	l.winner = adjudicator.Observer
}

// enter adds losses to a side's account. A unit on its reverse that is weakened goes.
func (l *ledger) enter(s adjudicator.Side, rule string, weakened, lost adjudicator.Terms) {
	if s == adjudicator.Observer {
		return
	}
	a := &l.of[s]
	add := func(t adjudicator.Term, goes bool) {
		n, c, weak := countersNamed(l.Printed, t)
		if c == nil {
			return // a leader
		}
		pf := c.Full
		switch {
		case goes && rule == "4.1" && weak: // "combat-unpaid" has told of it
			pf = 0
		case weak, goes && rule == "4.1":
			pf = c.Reverse
		case !goes:
			pf = c.Full - c.Reverse
		}
		a.lost[c.Class] += n * pf
		if rule == "6.4" {
			a.worn += n * pf
		}
	}
	for _, t := range weakened {
		add(t, false)
	}
	for _, t := range lost {
		add(t, true)
	}
}

// countersNamed reads the name of equal units, "2xT10w": how many, their counter, and
// whether they are on their reverse. It returns no counter for a leader.
func countersNamed(p *field.Printed, t adjudicator.Term) (n int, c *field.Piece, weak bool) {
	if t.Kind != "unit" {
		return 0, nil, false
	}
	label, n := t.ID, 1
	if many, rest, ok := strings.Cut(label, "x"); ok {
		if k, err := strconv.Atoi(many); err == nil {
			label, n = rest, k
		}
	}
	label, weak = strings.CutSuffix(label, "w")
	for i := range p.Pieces {
		if c := &p.Pieces[i]; p.Labels[c.Label] == label {
			return n, c, weak
		}
	}
	return 0, nil, false
}

// phrases are the accounts in words; none if both are empty.
func (l *ledger) phrases() []adjudicator.Phrase {
	var all []adjudicator.Phrase
	quiet := true
	for s := range l.of {
		deeds := l.of[s].deeds()
		if len(deeds) == 0 {
			deeds = []adjudicator.Phrase{adjudicator.Say("hellespont.tally.unhurt")}
		} else {
			quiet = false
		}
		all = append(all, adjudicator.Say("hellespont.tally.side", "Side", l.SideTerm(adjudicator.Side(s)), "Deeds", deeds))
	}
	if quiet {
		return nil
	}
	return all
}

func (a *account) deeds() (all []adjudicator.Phrase) {
	if total := a.lost[field.Naval] + a.lost[field.Land]; total > 0 {
		all = append(all, adjudicator.Say("hellespont.tally.lost", "Naval", a.lost[field.Naval], "Land", a.lost[field.Land],
			"Worn", a.worn, "AllWorn", a.worn == total))
	}
	if a.won > 0 {
		all = append(all, adjudicator.Say("hellespont.tally.won", "Count", a.won))
	}
	if n := len(a.gained); n > 0 {
		all = append(all, adjudicator.Say("hellespont.tally.gained", "Count", n, "Ports", a.gained))
	}
	if n := len(a.gone); n > 0 {
		all = append(all, adjudicator.Say("hellespont.tally.gone", "Count", n, "Ports", a.gone))
	}
	return all
}

// arguments are those of a phrase by their names.
func arguments(ph adjudicator.Phrase) map[string]any {
	args := make(map[string]any, len(ph.Args)/2)
	for i := 0; i+1 < len(ph.Args); i += 2 {
		if name, ok := ph.Args[i].(string); ok {
			args[name] = ph.Args[i+1]
		}
	}
	return args
}

// terms reads an argument that names one thing or several.
func terms(v any) adjudicator.Terms {
	switch v := v.(type) {
	case adjudicator.Terms:
		return v
	case adjudicator.Term:
		return adjudicator.Terms{v}
	}
	return nil
}

// sideOfTerm reads an argument that names a side; Observer if it does not.
func (l *ledger) sideOfTerm(v any) adjudicator.Side {
	for s := range sideIDs {
		if v == l.SideTerm(adjudicator.Side(s)) {
			return adjudicator.Side(s)
		}
	}
	return adjudicator.Observer
}
