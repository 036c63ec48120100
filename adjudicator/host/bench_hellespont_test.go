package host_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"keryx/adjudicator"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// BenchmarkHellespontMail is one signed order mail of a game of Hellespont, from
// the mailbox to the committed report with its pictures, each player writing
// whatever comes to his mind. cpu-ns/play is the processor time of all but the
// making of the reports.
func BenchmarkHellespontMail(b *testing.B) {
	c := newClub(b)
	watch := &stopwatch{Store: c.Store}
	c.Store = watch
	var plays, commits time.Duration
	var began time.Duration
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepPlayed {
			plays += cpu() - began - watch.commits
		}
	}
	players := map[string]*mail.Signer{"athens": people()["north"].ssh, "sparta": people()["south"].ssh}
	seats := map[string]string{"athens": people()["north"].address, "sparta": people()["south"].address}
	found := func() string {
		id, err := c.Upkeep.Create(b.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: answerTime, Language: "en", Seats: seats})
		check(b, err)
		return id
	}
	c.game = found()
	rnd, n := rand.New(rand.NewPCG(1, 2)), 0
	printer := templates.For("en", "hellespont")
	next := func() wire.Fetched {
		for {
			for _, side := range []string{"athens", "sparta"} {
				plan, err := c.Intake.Plan(b.Context(), c.game, side, adjudicator.Random{Rand: rnd})
				check(b, err)
				if len(plan) == 0 {
					continue
				}
				text := ""
				for _, words := range plan {
					text += printer.Words(words) + "\n"
				}
				return c.fetched(letter(seats[side], sign(b, players[side], c.orders(side, text), c.now)))
			}
			c.game = found() // the last one is over
		}
	}
	for b.Loop() {
		b.StopTimer()
		f := next()
		n++
		c.now = c.now.Add(time.Hour)
		watch.commits = 0
		b.StartTimer()
		began = cpu()
		if _, err := c.Intake.Receive(b.Context(), f); err != nil {
			b.Fatal(err)
		}
		commits += watch.commits
		if row := c.lastReceived(); row.State != store.Accepted {
			b.Fatalf("%s: %s", row.State, row.Reason)
		}
	}
	b.ReportMetric(float64(plays+commits)/float64(n), "cpu-ns/play")
}
