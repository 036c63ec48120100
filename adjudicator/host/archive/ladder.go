package archive

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator/league"
)

// historyLines is how many things that happened on a ladder its page tells.
const historyLines = 100

// ladderPlace is a place of a ladder.
type ladderPlace struct {
	Place  int    `json:"place"`
	Name   string `json:"name"`
	Player string `json:"-"` // of his page; empty if he has none
	Games  int    `json:"games"`
}

// challengeLine is a challenge that waits for an answer, or whose game is played.
type challengeLine struct {
	Challenger, Challenged string
	Made                   time.Time
	Accepted               bool
}

// historyLine is something that happened on a ladder, and who changed his place by it.
type historyLine struct {
	At    time.Time
	What  string
	Moves []string
}

// ladderIn is a ladder in the words of a language, with its order for programs written.
func (s *Site) ladderIn(l language, b *book, one shownSeason) (*ladderData, error) {
	name := one.named(l)
	d := &ladderData{File: fmt.Sprintf("data/leagues/%s-ladder-%s", one.id, l.tag)}
	rows := [][]string{{"place", "player", "games"}}
	for i, p := range one.state.Ladder.Players {
		place := ladderPlace{Place: i + 1, Name: name(p.Name), Games: p.Games}
		if who := one.people[p.Name]; who.address != "" {
			if id := b.playerID(who.address); b.known(id).Games > 0 {
				place.Player = id
			}
		}
		d.Places = append(d.Places, place)
		rows = append(rows, []string{strconv.Itoa(place.Place), plain(place.Name), strconv.Itoa(place.Games)})
	}
	for _, c := range one.state.Ladder.Challenges {
		d.Open = append(d.Open, challengeLine{name(c.Challenger), name(c.Challenged), c.Made, c.Accepted})
	}
	var err error
	if d.History, err = history(l, one, name); err != nil {
		return nil, err
	}
	return d, s.tree.putTable(d.File, rows, d.Places)
}

// history tells what happened on a ladder, the last first: each entry of its ledger, with the
// places that it changed.
func history(l language, one shownSeason, name func(string) string) (all []historyLine, err error) {
	state := &league.State{}
	for _, e := range one.entries {
		before := order(state)
		if err := state.Apply(e); err != nil {
			return nil, fmt.Errorf("league %s: %w", one.id, err)
		}
		line := historyLine{At: e.Time, What: happened(l, state, e, name)}
		for i, player := range order(state) {
			if was := slices.Index(before, player); was >= 0 && was != i {
				line.Moves = append(line.Moves, l.words.Say("archive.ladder-moved", "Player", name(player), "From", was+1, "To", i+1))
			}
		}
		if line.What != "" || len(line.Moves) > 0 {
			all = append(all, line)
		}
	}
	slices.Reverse(all)
	return all[:min(len(all), historyLines)], nil
}

// order is who stands where on a ladder.
func order(s *league.State) (names []string) {
	if s.Ladder == nil {
		return nil
	}
	for _, p := range s.Ladder.Players {
		names = append(names, p.Name)
	}
	return names
}

// happened says what an entry of a ladder's ledger records; it is empty for what readers are not
// told.
func happened(l language, s *league.State, e league.Entry, name func(string) string) string {
	say := func(key string, args ...any) string { return l.words.Say("archive.ladder."+key, args...) }
	switch e.Kind {
	case league.Joined:
		return told(e, func(j league.Joining) string { return say("joined", "Player", name(j.Entrant)) })
	case league.Left:
		return told(e, func(j league.Leaving) string { return say("left", "Player", name(j.Entrant)) })
	case league.Challenged:
		return told(e, func(c league.Challenge) string {
			return say("challenged", "Player", name(c.Challenger), "Other", name(c.Challenged))
		})
	case league.Accepted:
		return told(e, func(a league.Acceptance) string {
			g, err := s.Game(a.Game)
			if err != nil {
				return ""
			}
			return say("accepted", "Player", name(g.First), "Other", name(g.Second))
		})
	case league.Declined:
		return told(e, func(r league.Refusal) string { return say("declined", "Player", name(r.By)) })
	case league.Lapsed:
		return told(e, func(r league.Lapse) string { return say("lapsed") })
	case league.Ended:
		return told(e, func(r league.Result) string {
			g, err := s.Game(r.Game)
			if err != nil {
				return ""
			}
			if r.How == league.Reopened {
				return say("reopened", "Player", name(g.First), "Other", name(g.Second))
			}
			of := league.Game{ID: g.ID, Fixture: g.Fixture, First: g.First, Second: g.Second, Result: &r, History: []league.Entered{{Result: r, At: e.Time}}}
			return say("ended", "Player", name(g.First), "Other", name(g.Second),
				"Result", l.in(s.Rules.Ruleset).Result(s.Outcome(of).Verdict, [2]string{name(g.First), name(g.Second)}))
		})
	}
	return ""
}

// told reads the body of an entry for what is to be said of it.
func told[T any](e league.Entry, say func(T) string) string {
	var body T
	if json.Unmarshal(e.Body, &body) != nil {
		return ""
	}
	return say(body)
}
