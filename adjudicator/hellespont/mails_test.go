package hellespont

import (
	"testing"

	"keryx/adjudicator"
)

// everyReaction are standing orders that leave nothing to ask but what a side does
// in its own phases.
const everyReaction = `
when attacked at sea: evade to port, else stand
when attacked on land: stand
when result is A or E: use advantage to reroll
stratagems: none
advantage: keep
losses: fresh first, smallest first
retreat: port, anywhere
displaced: anywhere
refuge: port, anywhere
cavalry: stand
combats: any
sieges: all
advance: smallest
keep: S14, S9, S1, S22, S8, S3, S10, S12, S2, S20, S23, S13, S16, S5, S15, S18, S17, S11, S19, S7, S6, S4
recover: largest first
`

// asked counts the questions that a player is asked, by kind.
type asked struct {
	adjudicator.Player
	kinds map[string]int
}

// Answer implements [adjudicator.Player].
func (a asked) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	a.kinds[q.Kind]++
	return a.Player.Answer(s, side, q)
}

// TestFewMails: standing orders answer every reaction, and a month takes few mails.
func TestFewMails(t *testing.T) {
	for _, c := range []struct {
		name     string
		standing string
		kinds    []string // that may be asked
		most     float64  // mails to a player in a month, on average, each sent on its own
		joined   float64  // the same, with receipts joined with what follows at once
	}{
		{"reactions", everyReaction, []string{"start", "spend", "act", "depart", "redeploy"}, 8, 5},
		{"and idle in the bases", everyReaction + "departures: none\nredeploy: none\n", []string{"start", "spend", "act"}, 6, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			kinds, mails, receipts, months := map[string]int{}, 0, 0, 0
			for seed := range uint64(6) {
				players := sensiblePair(seed)
				for side := range players {
					players[side] = asked{players[side], kinds}
				}
				played, err := adjudicator.Selfplay{Rules: Default(), Seed: seed, MaxAnswers: 5000, Players: players,
					Standing: [2]string{c.standing, c.standing}}.Run()
				if err != nil {
					t.Fatal(err)
				}
				for i, m := range played.Mails {
					mails += m[0] + m[1]
					receipts += played.Receipts[i][0] + played.Receipts[i][1]
					months += 2
				}
			}
			for _, kind := range c.kinds {
				delete(kinds, kind)
			}
			if len(kinds) > 0 {
				t.Errorf("asked besides: %v", kinds)
			}
			mean, joined := float64(mails)/float64(months), float64(mails-receipts)/float64(months)
			t.Logf("%.2f mails to a player in a month, %.2f with receipts joined", mean, joined)
			if mean > c.most || joined > c.joined {
				t.Errorf("%.2f mails to a player in a month, and %.2f; at most %.1f and %.1f expected", mean, joined, c.most, c.joined)
			}
		})
	}
}
