// Package tally counts what a turn came to for each side, as its events tell it: the force
// points lost and the combats won. What a game counts beside them, such as places gained,
// it adds itself.
package tally

import (
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Account is what a turn came to for one side.
type Account struct {
	Lost [2]int // force points by class: of units that were weakened or went
	Worn int    // of these, what attrition took
	Won  int    // combats
}

// Loss says of an event that tells of losses which argument names the units that turn to
// their reverse, and which those that go.
type Loss struct {
	Weakened, Lost string
	Victor         bool // the event names the side that wins by it, as "Side"
}

// Customs are what the tally of a game depends on.
type Customs struct {
	Losses    map[string]Loss // by the keys of events, beside those of the family
	Attrition string          // the rule of attrition
	Storm     string          // and that of the storm
}

// losses are the events of the family that tell of losses.
var losses = map[string]Loss{
	"weakened":       {Weakened: "Units"},
	"eliminated":     {Lost: "Units"},
	"destroyed":      {Lost: "Units"},
	"no-retreat":     {Lost: "Units"},
	"deserted":       {Lost: "Unit"},
	"surplus-lost":   {Lost: "Unit"},
	"displaced-lost": {Lost: "Who"},
}

// Ledger keeps the accounts of both sides while the events of a turn are read.
type Ledger struct {
	*field.Printed
	Of      [2]Account
	customs *Customs
	winner  adjudicator.Side // of the combat that is being told, Observer for none yet
	squall  []blast          // of the storm that is being told
	again   bool             // the Advantage has had something thrown again
}

// blast is what a storm does to one side's ships in one zone.
type blast struct {
	side  adjudicator.Side
	zone  any
	units [2]adjudicator.Terms // weakened, lost
}

// Open begins the accounts of a turn.
func Open(p *field.Printed, c *Customs) *Ledger {
	return &Ledger{Printed: p, customs: c, winner: adjudicator.Observer}
}

// Close enters what has been read of a combat or a storm that no other event has ended.
func (l *Ledger) Close() {
	l.endBattle()
	l.endStorm()
}

// Read enters one event.
func (l *Ledger) Read(rule string, told adjudicator.Phrase) {
	_, key, _ := strings.Cut(told.Key, ".event.") // whoever owns the text
	args := Arguments(told)
	switch key {
	case "battle-land", "battle-naval":
		l.endBattle()
	case "combat-die":
		// A die that was thrown again counts as it fell the last time.
		if result, ok := args["Result"].(adjudicator.Phrase); ok {
			l.winner = l.SideOf(Arguments(result)["Winner"])
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
	of, ok := losses[key]
	if !ok {
		of, ok = l.customs.Losses[key]
	}
	if !ok {
		return
	}
	s := l.SideOf(args["Side"])
	if of.Victor {
		s = s.Other()
	}
	l.enter(s, rule, Terms(args[of.Weakened]), Terms(args[of.Lost]))
}

// blow enters a throw for a storm. Another one for the same ships replaces it if it
// was thrown again (8).
func (l *Ledger) blow(args map[string]any) {
	b := blast{l.SideOf(args["Side"]), args["Zone"], [2]adjudicator.Terms{Terms(args["Weakened"]), Terms(args["Lost"])}}
	for i := range l.squall {
		if old := &l.squall[i]; l.again && old.side == b.side && old.zone == b.zone {
			*old = b
			return
		}
	}
	l.squall = append(l.squall, b)
}

func (l *Ledger) endStorm() {
	for _, b := range l.squall {
		l.enter(b.side, l.customs.Storm, b.units[0], b.units[1])
	}
	l.squall, l.again = nil, false
}

func (l *Ledger) endBattle() {
	if l.winner != adjudicator.Observer {
		l.Of[l.winner].Won++
	}
	l.winner = adjudicator.Observer
}

// enter adds losses to a side's account. A unit on its reverse that is weakened goes.
func (l *Ledger) enter(s adjudicator.Side, rule string, weakened, lost adjudicator.Terms) {
	if s == adjudicator.Observer {
		return
	}
	a := &l.Of[s]
	add := func(t adjudicator.Term, goes bool) {
		n, c, weak := CountersNamed(l.Printed, t)
		if c == nil {
			return // a leader
		}
		pf := c.Full
		switch {
		case weak:
			pf = c.Reverse
		case !goes:
			pf = c.Full - c.Reverse
		}
		a.Lost[c.Class] += n * pf
		if rule == l.customs.Attrition {
			a.Worn += n * pf
		}
	}
	for _, t := range weakened {
		add(t, false)
	}
	for _, t := range lost {
		add(t, true)
	}
}

// CountersNamed reads the name of equal units, "2xT10w": how many, their counter, and
// whether they are on their reverse. It returns no counter for a leader.
func CountersNamed(p *field.Printed, t adjudicator.Term) (n int, c *field.Piece, weak bool) {
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

// Phrases are the accounts in words, with what the game itself tells of a side behind
// them; none if nothing has happened to either.
func (l *Ledger) Phrases(more func(adjudicator.Side) []adjudicator.Phrase) []adjudicator.Phrase {
	var all []adjudicator.Phrase
	for side := range l.Of {
		s := adjudicator.Side(side)
		deeds := append(l.Of[s].deeds(), more(s)...)
		if len(deeds) == 0 {
			continue // that nothing has happened to a side is no news
		}
		all = append(all, adjudicator.Say("bey.tally.side", "Side", l.SideTerm(s), "Deeds", deeds))
	}
	return all
}

func (a *Account) deeds() (all []adjudicator.Phrase) {
	if total := a.Lost[field.Naval] + a.Lost[field.Land]; total > 0 {
		all = append(all, adjudicator.Say("bey.tally.lost", "Naval", a.Lost[field.Naval], "Land", a.Lost[field.Land],
			"Worn", a.Worn, "AllWorn", a.Worn == total))
	}
	if a.Won > 0 {
		all = append(all, adjudicator.Say("bey.tally.won", "Count", a.Won))
	}
	return all
}

// Changed tells what a side has gained and what it has lost, in words of a game of what is
// counted there.
func Changed(game, what string, gained, gone adjudicator.Terms) (all []adjudicator.Phrase) {
	if len(gained) > 0 {
		all = append(all, adjudicator.Say(game+".tally.gained", "Count", len(gained), what, gained))
	}
	if len(gone) > 0 {
		all = append(all, adjudicator.Say(game+".tally.gone", "Count", len(gone), what, gone))
	}
	return all
}

// Arguments are those of a phrase by their names.
func Arguments(ph adjudicator.Phrase) map[string]any {
	args := make(map[string]any, len(ph.Args)/2)
	for i := 0; i+1 < len(ph.Args); i += 2 {
		if name, ok := ph.Args[i].(string); ok {
			args[name] = ph.Args[i+1]
		}
	}
	return args
}

// Terms reads an argument that names one thing or several.
func Terms(v any) adjudicator.Terms {
	switch v := v.(type) {
	case adjudicator.Terms:
		return v
	case adjudicator.Term:
		return adjudicator.Terms{v}
	}
	return nil
}

// SideOf reads an argument that names a side; Observer if it does not.
func (l *Ledger) SideOf(v any) adjudicator.Side {
	for s := range l.Of {
		if v == l.SideTerm(adjudicator.Side(s)) {
			return adjudicator.Side(s)
		}
	}
	return adjudicator.Observer
}
