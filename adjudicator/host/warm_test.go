package host_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// TestWarm plays by mail, with faulty files, files to old reports and missed deadlines
// in between, and wants what is kept of the turn in play to be what the ledger gives.
func TestWarm(t *testing.T) {
	c := hosttest.NewClub(t)
	keys := map[string]*mail.Signer{"athens": hosttest.People()["north"].SSH, "sparta": hosttest.People()["south"].SSH}
	seats := map[string]string{"athens": hosttest.NorthAt, "sparta": hosttest.People()["south"].Address}
	var err error
	c.Game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Contract: "default", Language: "en", Seats: seats})
	hosttest.Check(t, err)
	r, printer := rand.New(rand.NewPCG(20, 26)), templates.For("en", "hellespont")
	send := func(side, text string) store.InboxState {
		c.Time = c.Time.Add(3 * time.Minute)
		return c.Receive(hosttest.Letter(seats[side], hosttest.Sign(t, keys[side], c.Orders(side, text), c.Time))).State
	}
	used, turns := 0, c.Turn()
	for n := 0; c.Turn() < turns+hosttest.Sampled(3, 1) && c.Status() == store.Running; n++ {
		for _, side := range twinSides {
			plan, err := c.Intake.Plan(t.Context(), c.Game, side, adjudicator.Random{Rand: r})
			hosttest.Check(t, err)
			if len(plan) == 0 {
				continue
			}
			var text strings.Builder
			for _, words := range plan {
				text.WriteString(printer.Words(words) + "\n")
			}
			switch r.IntN(8) {
			case 0:
				send(side, "dance\n")
			case 1:
				c.Time = c.Time.Add(hosttest.AnswerTime + time.Hour)
				c.SweepNow()
				continue
			}
			if got := send(side, text.String()); got != store.Accepted {
				t.Fatalf("%s: %s\n%s", side, got, &text)
			}
			kept, cold, err := warmAndCold(t.Context(), c.Host, c.Game)
			hosttest.Check(t, err)
			if c.Status() != store.Running {
				break
			}
			if kept == nil {
				t.Fatal("nothing is kept of the turn in play")
			}
			if d := cmp.Diff(cold, *kept, cmp.Exporter(func(reflect.Type) bool { return true })); d != "" {
				t.Fatalf("mail %d: what is kept is not what the ledger gives (-ledger +kept):\n%s", n, d)
			}
			used++
		}
	}
	if used < hosttest.Sampled(20, 6) {
		t.Errorf("only %d mails were compared", used)
	}
}
