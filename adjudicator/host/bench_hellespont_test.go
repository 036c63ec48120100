package host_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

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
	c := hosttest.NewClub(b)
	watch := &stopwatch{Store: c.Store}
	c.Store = watch
	var plays, commits time.Duration
	var began time.Duration
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepPlayed {
			plays += cpu() - began - watch.commits
		}
	}
	players := map[string]*mail.Signer{"athens": hosttest.People()["north"].SSH, "sparta": hosttest.People()["south"].SSH}
	seats := map[string]string{"athens": hosttest.People()["north"].Address, "sparta": hosttest.People()["south"].Address}
	found := func() string {
		id, err := c.Upkeep.Create(b.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats})
		hosttest.Check(b, err)
		return id
	}
	c.Game = found()
	rnd, n := rand.New(rand.NewPCG(1, 2)), 0
	printer := templates.For("en", "hellespont")
	next := func() wire.Fetched {
		for {
			for _, side := range []string{"athens", "sparta"} {
				plan, err := c.Intake.Plan(b.Context(), c.Game, side, adjudicator.Random{Rand: rnd})
				hosttest.Check(b, err)
				if len(plan) == 0 {
					continue
				}
				text := ""
				for _, words := range plan {
					text += printer.Words(words) + "\n"
				}
				return c.Fetched(hosttest.Letter(seats[side], hosttest.Sign(b, players[side], c.Orders(side, text), c.Time)))
			}
			c.Game = found() // the last one is over
		}
	}
	for b.Loop() {
		b.StopTimer()
		f := next()
		n++
		c.Time = c.Time.Add(time.Hour)
		watch.commits = 0
		b.StartTimer()
		began = cpu()
		if _, err := c.Intake.Receive(b.Context(), f); err != nil {
			b.Fatal(err)
		}
		commits += watch.commits
		if row := c.LastReceived(); row.State != store.Accepted {
			b.Fatalf("%s: %s", row.State, row.Reason)
		}
	}
	b.ReportMetric(float64(plays+commits)/float64(n), "cpu-ns/play")
}
