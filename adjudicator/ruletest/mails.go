package ruletest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
)

// Mails is how many mails a turn may take where both sides have certain standing orders.
type Mails struct {
	Name     string
	Standing string   // of both sides
	Starter  bool     // each side has those that the ruleset proposes, in place of Standing
	Asked    []string // the kinds of questions that are asked all the same
	Most     float64  // mails to a player in a turn, on average, each sent on its own
	Joined   float64  // the same, with receipts joined with what follows at once
	Median   int      // of the same as Most; any, if it is 0
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
	for _, budget := range t.Mails {
		kinds := map[string]int{}
		sent, receipts, err := t.mailed(budget, kinds)
		if err != nil {
			t.fail("%s, %v", budget.Name, err)
			return
		}
		for _, kind := range sorted(kinds) {
			if !slices.Contains(budget.Asked, kind) {
				t.fail("%s: %s is asked %d times besides %v", budget.Name, kind, kinds[kind], budget.Asked)
			}
		}
		sum := 0
		for _, n := range sent {
			sum += n
		}
		slices.Sort(sent)
		mean, joined := float64(sum)/float64(len(sent)), float64(sum-receipts)/float64(len(sent))
		median := sent[(len(sent)-1)/2]
		t.note("%s: %.2f mails to a player in a turn (median %d), %.2f with receipts joined, in %d turns", budget.Name, mean, median, joined, len(sent)/2)
		if mean > budget.Most || joined > budget.Joined {
			t.fail("%s: %.2f mails to a player in a turn, and %.2f with receipts joined; at most %.1f and %.1f are wanted",
				budget.Name, mean, joined, budget.Most, budget.Joined)
		}
		if budget.Median > 0 && median > budget.Median {
			t.fail("%s: a median of %d mails to a player in a turn; at most %d are wanted", budget.Name, median, budget.Median)
		}
	}
}

// mailed plays games with the standing orders of a budget: the mails of each turn and
// player, how many of all are receipts, and by kind how often each question was asked.
func (t *trial) mailed(budget Mails, kinds map[string]int) (sent []int, receipts int, err error) {
	kind := adjudicator.RandomPlayer
	if _, ok := t.rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	for seed := range uint64(max(2*len(t.Setups), t.Games/2)) {
		game := adjudicator.Selfplay{Rules: t.rules, Setup: t.setup(seed), Seed: seed, MaxAnswers: t.Answers, Standing: [2]string{budget.Standing, budget.Standing}}
		for side := range game.Players {
			p, err := adjudicator.NewPlayer(t.rules, kind, rand.New(rand.NewPCG(seed, uint64(side)+1)))
			if err != nil {
				return nil, 0, err
			}
			game.Players[side] = counted{p, kinds}
			if _, ok := t.rules.(adjudicator.Guide); ok && budget.Starter {
				game.Standing[side] = adjudicator.Starter(t.rules, game.Setup.Scenario, adjudicator.Side(side), "en")
			}
		}
		played, err := game.Run()
		if err != nil {
			return nil, 0, fmt.Errorf("game %d: %w", seed, err)
		}
		for i, m := range played.Mails {
			sent = append(sent, m[0], m[1])
			receipts += played.Receipts[i][0] + played.Receipts[i][1]
		}
	}
	return sent, receipts, nil
}
