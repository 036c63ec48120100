package league

import (
	"keryx/adjudicator"
	"keryx/adjudicator/league/standing"
	"keryx/adjudicator/outcome"
)

// Outcome is how a game of the league ended, with all that led to it: see [outcome.Outcome].
func (s *State) Outcome(g Game) outcome.Outcome {
	var steps []outcome.Step
	for _, e := range g.History {
		step := outcome.Step{Kind: outcome.Counted, At: e.At, Verdict: s.verdict(g, &e.Result)}
		switch {
		case e.How == Reopened:
			step = outcome.Step{Kind: outcome.TakenBack, At: e.At, Verdict: outcome.Verdict{Winner: adjudicator.Observer}}
		case e.Ruling != "":
			step.Kind, step.Why = outcome.Ruled, e.Ruling
		case len(e.Verdicts) > 0:
			step.Kind = outcome.Judged
		}
		step.Ruled = step.Kind == outcome.Ruled
		steps = append(steps, step)
	}
	if g.Result != nil && !s.Entered(g.ID) { // it follows from a withdrawal alone
		at := s.Entrants[g.First].LeftAt
		if second := s.Entrants[g.Second].LeftAt; second.After(at) {
			at = second
		}
		steps = append(steps, outcome.Step{Kind: outcome.Withdrawn, At: at, Verdict: s.verdict(g, g.Result)})
	}
	return outcome.Of(steps...)
}

// verdict is a result of a game as it counts.
func (s *State) verdict(g Game, r *Result) outcome.Verdict {
	v := plainVerdict(g, r)
	switch credit := s.CreditOf(g); {
	case r.Board != nil:
		v.Score, v.Scored = *r.Board, true
		v.Credit = [2]int{r.Victory[0] - r.Board[0], r.Victory[1] - r.Board[1]}
		if r.How != ByPlay && r.How != ByAdjudication {
			v.Credit = [2]int{} // no level is read off the points
		}
	case r.How == ByPlay && r.Ruling == "" && credit == [2]int{} && r.Victory != [2]int{}:
		v.Score, v.Scored = r.Victory, true // an older ledger, which does not part the two
	}
	v.Struck = s.Struck(g.First) || s.Struck(g.Second)
	return v
}

// CreditOf are the victory points that bids credit the first and the second side of a game.
func (s *State) CreditOf(g Game) [2]int {
	m := s.fixtures[g.Fixture]
	if m == nil {
		return [2]int{}
	}
	if m.Home != g.First {
		return [2]int{m.credit[1], m.credit[0]}
	}
	return m.credit
}

// recordOf is how the games of a match went for one of its two.
func (s *State) recordOf(m *match, me string) (r outcome.Record) {
	for _, g := range m.games {
		g := s.effective(g)
		if g.Result == nil {
			continue
		}
		side := adjudicator.Side(0)
		if g.Second == me {
			side = 1
		}
		r.Add(plainVerdict(*g, g.Result), side)
	}
	return r
}

// plainVerdict is a result without what is told of it beside.
func plainVerdict(g Game, r *Result) outcome.Verdict {
	v := outcome.Verdict{How: outcome.How(r.How), Winner: adjudicator.Observer, Level: r.Level}
	switch {
	case r.Winner == "":
	case r.Winner == g.First:
		v.Winner = 0
	case r.Winner == g.Second:
		v.Winner = 1
	}
	return v
}

// eachOf are the games of a match in their order, as one of its two had them.
func (s *State) eachOf(m *match, me string) (all []standing.Single) {
	for _, g := range m.games {
		g := s.effective(g)
		one := standing.Single{First: g.First == me, How: standing.UnfinishedGame}
		if r := g.Result; r != nil {
			switch won := r.Winner == me; {
			case r.How == Void && won:
				one.How = standing.ByeGame
			case r.How == Void:
				one.How = standing.VoidGame
			case r.How == ByForfeit && won:
				one.How = standing.WonByForfeit
			case r.How == ByForfeit, r.How == BothForfeit:
				one.How = standing.LostByForfeit
			case r.Winner == "":
				one.How = standing.Drawn
			case won:
				one.How = standing.Won
			default:
				one.How = standing.Lost
			}
		}
		all = append(all, one)
	}
	return all
}
