package host_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

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
	c := newClub(t)
	keys := map[string]*mail.Signer{"athens": people()["north"].ssh, "sparta": people()["south"].ssh}
	seats := map[string]string{"athens": northAt, "sparta": people()["south"].address}
	var err error
	c.game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: answerTime, Contract: "default", Language: "en", Seats: seats})
	check(t, err)
	r, printer := rand.New(rand.NewPCG(20, 26)), templates.For("en", "hellespont")
	send := func(side, text string) store.InboxState {
		c.now = c.now.Add(3 * time.Minute)
		return c.receive(letter(seats[side], sign(t, keys[side], c.orders(side, text), c.now))).State
	}
	used, turns := 0, c.turn()
	for n := 0; c.turn() < turns+sampled(3, 1) && c.status() == store.Running; n++ {
		for _, side := range twinSides {
			plan, err := c.Intake.Plan(t.Context(), c.game, side, adjudicator.Random{Rand: r})
			check(t, err)
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
				c.now = c.now.Add(answerTime + time.Hour)
				c.sweep()
				continue
			}
			if got := send(side, text.String()); got != store.Accepted {
				t.Fatalf("%s: %s\n%s", side, got, &text)
			}
			kept, cold, err := warmAndCold(t.Context(), c.Host, c.game)
			check(t, err)
			if c.status() != store.Running {
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
	if used < sampled(20, 6) {
		t.Errorf("only %d mails were compared", used)
	}
}
