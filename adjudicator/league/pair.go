package league

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// DrawLots makes the divisions: each is filled in the order of entry, who is over goes a
// division down and from the last to the reserve list; there those follow who did not confirm.
// Start numbers and places for ties are drawn from the source, at the present head of
// the ledger.
func (s *State) DrawLots(source dice.Source) (Lots, error) {
	if s.drawn || s.Entrants == nil {
		return Lots{}, ErrOrder
	}
	l := Lots{Lots: map[string]int{}, Reserves: []string{}}
	var over, silent []string
	for i := range s.Divisions {
		list := over
		for _, name := range s.joined {
			switch en := s.Entrants[name]; {
			case en.Left || en.Division != i:
			case en.Reserve:
				silent = append(silent, name)
			default:
				list = append(list, name)
			}
		}
		size := min(s.Rules.Size, len(list))
		over = slices.Clone(list[size:])
		l.Divisions = append(l.Divisions, slices.Clone(list[:size]))
	}
	l.Reserves = append(append(l.Reserves, over...), silent...)
	draws := 0
	shuffle := func(list []string) {
		for i := len(list) - 1; i > 0; i-- {
			j := source.Draw(s.Head, draws, i+1)
			draws++
			list[i], list[j] = list[j], list[i]
		}
	}
	var all []string
	for _, list := range l.Divisions {
		shuffle(list)
		all = append(all, list...)
	}
	shuffle(all)
	for i, name := range all {
		l.Lots[name] = i + 1
	}
	return l, nil
}

// Pair makes the next round of a division, with the reasons for each fixture. A round of
// a round robin can be made at any time, one of a Swiss too: a game that is not finished
// counts as a draw. A knock-out waits for its games. [ErrOrder] reports that there is no
// further round or that it is too early; pairing.ErrNoRound that a Swiss cannot go on.
func (s *State) Pair(division int) (Pairing, []adjudicator.Phrase, error) {
	if division < 0 || division >= len(s.Divisions) {
		return Pairing{}, nil, fmt.Errorf("%w: division %d", ErrUnknown, division)
	}
	d := s.Divisions[division]
	if !s.drawn {
		return Pairing{}, nil, fmt.Errorf("%w: lots are not drawn", ErrOrder)
	}
	if s.Rules.format().pair == nil {
		return Pairing{}, nil, fmt.Errorf("%w: a %s has no rounds", ErrOrder, s.Rules.Format)
	}
	round, reasons, err := s.Rules.format().pair(s, division)
	if err != nil {
		return Pairing{}, nil, err
	}
	p := Pairing{Division: division, Round: len(d.Rounds) + 1, Lots: map[string]int{}}
	for i, pair := range round {
		f := Fixture{ID: fmt.Sprintf("%d-%d-%d", division+1, p.Round, i+1)}
		if pair.Home != 0 {
			f.Home, f.Away = d.name(pair.Home), d.name(pair.Away)
		}
		p.Fixtures = append(p.Fixtures, f)
	}
	for _, name := range d.Order { // who came late is placed after all who were there
		if _, has := s.Lots[name]; !has {
			p.Lots[name] = len(s.Lots) + len(p.Lots) + 1
		}
	}
	if reasons == nil {
		reasons = s.planned(p)
	}
	return p, reasons, nil
}

// planned gives the reasons of rounds that follow a plan.
func (s *State) planned(p Pairing) (out []adjudicator.Phrase) {
	for _, f := range p.Fixtures {
		switch {
		case f.Home == "":
		case f.Away == "":
			out = append(out, adjudicator.Say("league.pair.bye", "player", f.Home, "round", p.Round))
		default:
			out = append(out, adjudicator.Say(s.Rules.format().plan, "home", f.Home, "away", f.Away, "round", p.Round))
		}
	}
	return out
}
