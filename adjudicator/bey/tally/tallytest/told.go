package tallytest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/tally"
)

// roster is how many counters of each face a view shows on the map: "athens T10",
// "athens T10w" on its reverse, and leaders by their names.
type roster map[string]int

// rosterOf counts the counters of a view.
func (g Game) rosterOf(v adjudicator.View) roster {
	r := roster{}
	for _, zone := range v.Zones {
		for _, stack := range zone.Stacks {
			for _, u := range stack.Units {
				r[g.face(stack.Side, u.Name.ID, u.Leader, u.Weak)]++
			}
		}
	}
	return r
}

// face names what a counter shows.
func (g Game) face(s adjudicator.Side, name string, leader, weak bool) string {
	if weak {
		name += "w"
	}
	if leader {
		return name
	}
	return g.Rules.Info().Sides[s] + " " + name
}

// change is what an event does to the counters that one of its arguments names.
type change struct {
	argument string
	does     deed
	others   bool // they are the enemy's of the side that the event names
	units    bool // leaders are named too, and told of by another event
}

// deed is what can become of a counter that is told of.
type deed uint8

const (
	comes   deed = iota // it is on the map now
	goes                // it is no more
	turns               // to its reverse
	returns             // to its front
)

// changes are the events that change what the map shows, by the last part of their keys; but
// for the storm, whose throws replace each other.
var changes = map[string][]change{
	"arrived":            {{argument: "Who", does: comes}},
	"advantage-return":   {{argument: "Who", does: comes}},
	"escaped":            {{argument: "Leader", does: comes}},
	"weakened":           {{argument: "Units", does: turns}},
	"cargo-weakened":     {{argument: "Unit", does: turns}},
	"leader-wounded":     {{argument: "Leader", does: turns}},
	"sent-away":          {{argument: "Leader", does: turns}},
	"recovered":          {{argument: "Units", does: returns}},
	"advantage-recover":  {{argument: "Who", does: returns}},
	"healed":             {{argument: "Leaders", does: returns}},
	"eliminated":         {{argument: "Units", does: goes}},
	"destroyed":          {{argument: "Units", does: goes}},
	"no-retreat":         {{argument: "Units", does: goes}},
	"surplus-lost":       {{argument: "Unit", does: goes}},
	"displaced-lost":     {{argument: "Who", does: goes, units: true}},
	"cargo-lost":         {{argument: "Unit", does: goes}},
	"port-stormed":       {{argument: "Units", does: goes, others: true}},
	"deserted":           {{argument: "Unit", does: goes}},
	"retired":            {{argument: "Who", does: goes}},
	"captured":           {{argument: "Leaders", does: goes}},
	"leader-captured":    {{argument: "Leader", does: goes}},
	"leader-lost-at-sea": {{argument: "Leaders", does: goes}},
	"leader-called-away": {{argument: "Leader", does: goes}},
	"disgraced":          {{argument: "Leader", does: goes}},
	"detained":           {{argument: "Leader", does: goes}},
	"duel-killed":        {{argument: "Leader", does: goes}},
}

// teller carries what a side is told over from one roster to another.
type teller struct {
	Game
	roster
	sides *tally.Ledger
	storm map[string][2]adjudicator.Terms // the last throw for the ships of a side in a zone
}

// hear enters one event.
func (h *teller) hear(told adjudicator.Phrase) {
	_, key, _ := strings.Cut(told.Key, ".event.")
	args := tally.Arguments(told)
	s := h.sides.SideOf(args["Side"])
	if key == "storm" {
		h.storm[fmt.Sprint(s, args["Zone"])] = [2]adjudicator.Terms{tally.Terms(args["Weakened"]), tally.Terms(args["Lost"])}
		return
	}
	if key != "rerolled" && key != "advantage-passes" {
		h.blow()
	}
	for _, c := range changes[key] {
		of := s
		if c.others {
			of = s.Other()
		}
		for _, term := range tally.Terms(args[c.argument]) {
			h.enter(of, term, c)
		}
	}
}

// blow enters what a storm has come to.
func (h *teller) blow() {
	for of, hit := range h.storm {
		s := adjudicator.Side(0)
		if strings.HasPrefix(of, "1") {
			s = 1
		}
		for i, does := range [2]deed{turns, goes} {
			for _, term := range hit[i] {
				h.enter(s, term, change{does: does})
			}
		}
	}
	clear(h.storm)
}

// enter enters what becomes of the counters of one name.
func (h *teller) enter(s adjudicator.Side, term adjudicator.Term, c change) {
	n, piece, weak := tally.CountersNamed(h.Printed, term)
	name, leader := term.ID, piece == nil
	switch {
	case leader && c.units:
		return
	case leader && c.does == turns && h.roster[h.face(s, name, true, true)] > 0:
		return // wounded, he falls ill
	case leader:
		n = 1
		weak = c.does == returns || c.does == goes && h.roster[h.face(s, name, true, true)] > 0
	default:
		name = h.Printed.Labels[piece.Label]
	}
	switch c.does {
	case comes:
		h.roster[h.face(s, name, leader, weak)] += n
	case goes:
		h.roster[h.face(s, name, leader, weak)] -= n
	case turns, returns:
		h.roster[h.face(s, name, leader, c.does == returns)] -= n
		h.roster[h.face(s, name, leader, c.does == turns)] += n
	}
}

// toldAll reports what the events of a turn leave untold to a side: what it saw before, and
// what it was told, have to come to what it sees.
func (g Game) toldAll(t *testing.T, side adjudicator.Side, before, after adjudicator.View, events []adjudicator.Event) {
	t.Helper()
	h := &teller{Game: g, roster: g.rosterOf(before), sides: tally.Open(g.Printed, g.Customs), storm: map[string][2]adjudicator.Terms{}}
	for _, e := range events {
		if told, ok := e.For(side); ok {
			h.hear(told)
		}
	}
	h.blow()
	seen := g.rosterOf(after)
	var untold []string
	for face := range h.roster {
		seen[face] += 0
	}
	for face, n := range seen {
		if n != h.roster[face] {
			untold = append(untold, fmt.Sprintf("%s: told %d, seen %d", face, h.roster[face], n))
		}
	}
	slices.SortFunc(untold, cmp.Compare[string])
	for _, line := range untold {
		t.Errorf("turn %s, side %d: %s", after.Turn.Key, side, line)
	}
}
