package leagues

import (
	"encoding/json"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
	"keryx/store"
)

// newsOf says what an entry of a ladder's ledger has brought; nothing where nobody else need know.
func newsOf(player store.Player, s *season.Season, e league.Entry, names func(string) string) (out []adjudicator.Phrase) {
	name := func(entrant string) string { return s.Name(entrant, names) }
	say := func(key string, args ...any) {
		out = append(out, adjudicator.Say("league.news."+key, append([]any{"Day", day(player, e.Time)}, args...)...))
	}
	moves := func(list []ladder.Move) {
		for _, m := range list {
			say("move."+m.Because, "Player", name(m.Player), "From", m.From, "To", m.To)
		}
	}
	switch e.Kind {
	case league.Joined:
		var j league.Joining
		if json.Unmarshal(e.Body, &j) == nil {
			say("joined", "Player", name(j.Entrant))
		}
	case league.Left:
		var l league.Leaving
		if json.Unmarshal(e.Body, &l) == nil {
			say("left", "Player", name(l.Entrant))
		}
	case league.Accepted:
		var a league.Acceptance
		if json.Unmarshal(e.Body, &a) == nil {
			if g, err := s.State.Game(a.Game); err == nil {
				say("accepted", "First", name(g.First), "Second", name(g.Second))
			}
		}
	case league.Declined:
		var r league.Refusal
		if json.Unmarshal(e.Body, &r) == nil {
			moves(r.Moves)
		}
	case league.Lapsed:
		var l league.Lapse
		if json.Unmarshal(e.Body, &l) == nil {
			moves(l.Moves)
		}
	case league.Ended:
		var r league.Result
		if json.Unmarshal(e.Body, &r) != nil || r.How == league.Reopened {
			break
		}
		g, err := s.State.Game(r.Game)
		if err != nil {
			break
		}
		winner, key := "", "drawn"
		if r.Winner != "" {
			winner, key = name(r.Winner), "won"
		}
		if r.How == league.Void || r.How == league.BothForfeit {
			key = "void"
		}
		if r.Ruling != "" {
			key += "-ruled"
		}
		say(key, "First", name(g.First), "Second", name(g.Second), "Winner", winner)
	}
	return out
}
