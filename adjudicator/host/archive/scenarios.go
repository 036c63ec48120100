package archive

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/outcome"
)

// scenarioNote is how the games of a scenario went, of those on a page of games.
type scenarioNote struct {
	Won      [2]int      `json:"won"` // by side, over the board or by adjudication
	Sides    [2]string   `json:"sides"`
	Drawn    int         `json:"drawn"`
	Forfeits int         `json:"forfeits"`
	Lengths  map[int]int `json:"lengths"` // games by their turns, without those that were forfeited
	// Used tells of each stratagem how the games went of those who played it, without forfeited ones.
	Used map[string]usedNote `json:"used,omitempty"`
}

// countsOf are the games of a page that are over, by ruleset and scenario.
func countsOf(rows map[string]row) (all map[string]scenarioNote) {
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		r := rows[id]
		if r.Running || r.Result.How == outcome.None || r.Result.How == outcome.Void {
			continue
		}
		if all == nil {
			all = map[string]scenarioNote{}
		}
		key := r.Ruleset + " " + r.Scenario
		n := all[key]
		n.Sides = r.Sides
		if n.Lengths == nil {
			n.Lengths = map[int]int{}
		}
		switch {
		case r.Result.How == outcome.Forfeit || r.Result.How == outcome.BothForfeit:
			n.Forfeits++
		case r.Result.Winner == adjudicator.Observer:
			n.Drawn++
			n.Lengths[r.Turns]++
		default:
			n.Won[r.Result.Winner]++
			n.Lengths[r.Turns]++
		}
		n.use(r)
		all[key] = n
	}
	return all
}

// add adds the games of another page.
func (n *scenarioNote) add(o scenarioNote) {
	n.Sides = o.Sides
	n.Won[0], n.Won[1] = n.Won[0]+o.Won[0], n.Won[1]+o.Won[1]
	n.Drawn, n.Forfeits = n.Drawn+o.Drawn, n.Forfeits+o.Forfeits
	if n.Lengths == nil {
		n.Lengths = map[int]int{}
	}
	for turns, games := range o.Lengths {
		n.Lengths[turns] += games
	}
	n.Used = sumUsed(n.Used, o.Used)
}

// Decided are the games that were not forfeited.
func (n scenarioNote) Decided() int { return n.Won[0] + n.Won[1] + n.Drawn }

// Games are all.
func (n scenarioNote) Games() int { return n.Decided() + n.Forfeits }

// Median is the median length in turns.
func (n scenarioNote) Median() int {
	half := (n.Decided() + 1) / 2
	for _, turns := range slices.Sorted(maps.Keys(n.Lengths)) {
		if half -= n.Lengths[turns]; half <= 0 {
			return turns
		}
	}
	return 0
}

// scenarioGame is a ruleset on the page of statistics.
type scenarioGame struct {
	Game  string
	Sides [2]string
	Rows  []scenarioLine
	Used  []usedLine // its stratagems, of all scenarios

	used map[string]usedNote
}

// scenarioLine is a scenario on it.
type scenarioLine struct {
	Name string
	scenarioNote
}

// scenarios writes the page of statistics, unless no page of games has changed, and reports whether
// there is one.
func (s *Site) scenarios(b *book) (bool, error) {
	if len(b.those("year")) == 0 && !b.fresh {
		return b.club.Counted, nil
	}
	sum := map[string]scenarioNote{}
	for _, year := range slices.Sorted(maps.Keys(b.club.Years)) {
		note, err := b.years.get(year)
		if err != nil {
			return false, err
		}
		for _, page := range note.Pages {
			for key, n := range page.Counts {
				all := sum[key]
				all.add(n)
				sum[key] = all
			}
		}
	}
	for _, l := range s.langs {
		on := l.tag + "/scenarios.html"
		if len(sum) == 0 {
			if err := s.tree.remove(on); err != nil {
				return false, err
			}
			continue
		}
		var games []scenarioGame
		for _, key := range slices.SortedFunc(maps.Keys(sum), strings.Compare) {
			ruleset, id, _ := strings.Cut(key, " ")
			p, n := l.in(ruleset), sum[key]
			name := p.Say(ruleset + ".name")
			if len(games) == 0 || games[len(games)-1].Game != name {
				games = append(games, scenarioGame{Game: name, Sides: [2]string{l.side(ruleset, n.Sides[0]), l.side(ruleset, n.Sides[1])}})
			}
			at := &games[len(games)-1]
			at.Rows = append(at.Rows, scenarioLine{p.Term(adjudicator.Term{Kind: "scenario", ID: id}), n})
			at.used = sumUsed(at.used, n.Used)
			at.Used = usedLines(p, at.used)
		}
		for i := range games {
			slices.SortStableFunc(games[i].Rows, func(a, b scenarioLine) int { return cmp.Compare(b.Games(), a.Games()) })
		}
		if err := s.write(l, "scenarios", page{Path: on, Title: l.words.Say("archive.scenarios"), Data: games}); err != nil {
			return false, err
		}
	}
	b.club.Counted = len(sum) > 0
	return b.club.Counted, nil
}
