package ruletest

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
)

// Mails is how many mails a turn may take where both sides have certain standing orders.
type Mails struct {
	Name     string
	Standing string   // of both sides
	Asked    []string // the kinds of questions that are asked all the same
	Most     float64  // mails to a player in a turn, on average, each sent on its own
	Joined   float64  // the same, with receipts joined with what follows at once
}

// counted is a player whose questions are counted, by kind.
type counted struct {
	adjudicator.Player
	kinds map[string]int
}

// Answer implements [adjudicator.Player].
func (c counted) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	c.kinds[q.Kind]++
	return c.Player.Answer(s, side, q)
}

// mails counts the mails of games with standing orders.
func mails(t *trial) {
	kind := adjudicator.RandomPlayer
	if _, ok := t.rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	for _, budget := range t.Mails {
		sent, receipts, turns := 0, 0, 0
		kinds := map[string]int{}
		for seed := range uint64(max(2, t.Games/2)) {
			game := adjudicator.Selfplay{Rules: t.rules, Seed: seed, MaxAnswers: t.Answers, Standing: [2]string{budget.Standing, budget.Standing}}
			for side := range game.Players {
				p, err := adjudicator.NewPlayer(t.rules, kind, rand.New(rand.NewPCG(seed, uint64(side)+1)))
				if err != nil {
					t.fail("%v", err)
					return
				}
				game.Players[side] = counted{p, kinds}
			}
			played, err := game.Run()
			if err != nil {
				t.fail("%s, game %d: %v", budget.Name, seed, err)
				return
			}
			for i, m := range played.Mails {
				sent += m[0] + m[1]
				receipts += played.Receipts[i][0] + played.Receipts[i][1]
				turns += len(m)
			}
		}
		for _, kind := range sorted(kinds) {
			if !slices.Contains(budget.Asked, kind) {
				t.fail("%s: %s is asked %d times besides %v", budget.Name, kind, kinds[kind], budget.Asked)
			}
		}
		mean, joined := float64(sent)/float64(turns), float64(sent-receipts)/float64(turns)
		t.note("%s: %.2f mails to a player in a turn, %.2f with receipts joined", budget.Name, mean, joined)
		if mean > budget.Most || joined > budget.Joined {
			t.fail("%s: %.2f mails to a player in a turn, and %.2f with receipts joined; at most %.1f and %.1f are wanted",
				budget.Name, mean, joined, budget.Most, budget.Joined)
		}
	}
}
