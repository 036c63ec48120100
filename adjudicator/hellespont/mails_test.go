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
		most     float64  // mails to a player in a month, on average
	}{
		{"reactions", everyReaction, []string{"start", "spend", "act", "depart", "redeploy"}, 4},
		{"and idle in the bases", everyReaction + "departures: none\nredeploy: none\n", []string{"start", "spend", "act"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			kinds, mails, months := map[string]int{}, 0, 0
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
				for _, m := range played.Mails {
					mails += m[0] + m[1]
					months += 2
				}
			}
			for _, kind := range c.kinds {
				delete(kinds, kind)
			}
			if len(kinds) > 0 {
				t.Errorf("asked besides: %v", kinds)
			}
			mean := float64(mails) / float64(months)
			t.Logf("%.2f mails to a player in a month", mean)
			if mean > c.most {
				t.Errorf("%.2f mails to a player in a month, at most %.1f expected", mean, c.most)
			}
		})
	}
}
