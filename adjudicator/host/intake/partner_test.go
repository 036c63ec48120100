package intake_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/verify"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// played plays the game on against the machine with a player who does anything: some turns,
// or to its end. What the carrier brings goes to north alone.
func played(c *hosttest.Club, ruleset, side string, k *hosttest.Carrier, turns int) {
	c.T.Helper()
	mind := adjudicator.Random{Rand: rand.New(rand.NewPCG(7, 0))}
	c.Rules.SeatMails = 1000
	for range 500 {
		for c.Flush(k) > 0 {
		}
		if c.Status() == store.Ended || c.Turn() > turns {
			return
		}
		plan, err := c.Intake.Plan(c.T.Context(), c.Game, side, mind)
		hosttest.Check(c.T, err)
		var lines []string
		for _, words := range plan {
			lines = append(lines, templates.For("en", ruleset).Words(words))
		}
		if len(plan) == 0 {
			c.T.Fatalf("turn %d: the machine does not answer, and %s is asked nothing", c.Turn(), side)
		}
		if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders(side, strings.Join(lines, "\n"))))); row.State != store.Accepted {
			c.T.Fatalf("%s: %s", row.State, row.Reason)
		}
	}
	c.T.Fatal("the game does not go on")
}

// The machine holds a seat: it answers each of its letters once, by signed orders in the
// ledger, and no letter to it leaves the server. The game proves itself as any other, and its
// opponent reads in each report who plays.
func TestMachine(t *testing.T) {
	for _, tt := range []struct {
		ruleset string
		sides   []string
		turns   int
	}{{"ford", []string{"north", "south"}, 100}, {"hellespont", []string{"athens", "sparta"}, hosttest.Sampled(2, 1)}, {"amphipolis", []string{"sparta", "athens"}, hosttest.Sampled(2, 1)}} {
		t.Run(tt.ruleset, func(t *testing.T) {
			c, k := hosttest.AgainstMachine(t, tt.ruleset, tt.sides...), &hosttest.Carrier{}
			played(c, tt.ruleset, tt.sides[0], k, tt.turns)
			for _, sent := range k.Bytes {
				if !strings.HasPrefix(sent, hosttest.NorthAt+"\n") {
					t.Errorf("a letter left for %.40q", sent)
				}
			}
			var own, mine int
			for _, e := range c.Ledger() {
				if e.Kind == string(adjudicator.Ordered) && e.Side == tt.sides[1] {
					mine++
					if e.Scheme != string(mail.SSHInline) {
						t.Errorf("entry %d is signed by %q", e.Seq, e.Scheme)
					}
				}
				own += strings.Count(e.Kind, string(adjudicator.Deadline))
			}
			if mine == 0 || own > 0 {
				t.Errorf("%d order files of the machine, %d entries by default", mine, own)
			}
			var proofsOf []store.OutboxMail
			reports := 0
			for _, m := range c.Sent() {
				if m.Recipient != hosttest.NorthAt {
					continue
				}
				proofsOf = append(proofsOf, m)
				if text := hosttest.TextOf(t, m); strings.Contains(text, "Opponent") || m.Kind == "receipt" {
					reports++
					if !strings.Contains(text, "the machine") {
						t.Errorf("a %s does not name the machine:\n%s", m.Kind, text)
					}
				}
			}
			if reports == 0 {
				t.Error("no report names the opponent")
			}
			_, err := verify.Verify(hosttest.Proofs(t, proofsOf, hosttest.NorthAt))
			hosttest.Check(t, err)
			_, err = c.Games.Replay(t.Context(), c.Game)
			hosttest.Check(t, err)
		})
	}
}

// A process that dies while the machine answers leaves no letter unanswered, and none answered
// twice.
func TestMachineDies(t *testing.T) {
	for _, at := range []hostclub.Step{hostclub.StepClaimed, hostclub.StepTried, hostclub.StepRead, hostclub.StepPlayed, hostclub.StepCommitted, hostclub.StepSent} {
		t.Run(string(at), func(t *testing.T) {
			c, k := hosttest.AgainstMachine(t, "ford", "north", "south"), &hosttest.Carrier{}
			c.CutOff(at, func() { _, _ = c.Outbox.Flush(t.Context(), k) })
			c.Change(func(tx store.Tx) error { _, err := tx.ReleaseOutbox(c.Time); return err })
			c.Time = c.Time.Add(10 * time.Minute) // a fault that was noticed has its pause
			hosttest.Check(t, c.Intake.Resume(t.Context()))
			played(c, "ford", "north", k, 100)
			ids := map[string]bool{}
			for _, e := range c.Ledger() {
				if e.Kind == string(adjudicator.Ordered) {
					if ids[string(e.Body)] {
						t.Errorf("entry %d of %s is there twice:\n%s", e.Seq, e.Side, e.Body)
					}
					ids[string(e.Body)] = true
				}
			}
			if c.Status() != store.Ended {
				t.Error("the game has not ended")
			}
		})
	}
}

// A daemon lets the machine answer: the first letter of the other player is all that he needs to
// play a turn, and nothing is to be filed of what lies in no mailbox.
func TestDaemonAndMachine(t *testing.T) {
	c := hosttest.AgainstMachine(t, "ford", "north", "south")
	office, told := hosttest.PostOffice(t)
	d := c.NewDaemon(office)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	mind := adjudicator.Random{Rand: rand.New(rand.NewPCG(3, 0))}
	for range 4 {
		<-told
		plan, err := c.Intake.Plan(ctx, c.Game, "north", mind)
		hosttest.Check(t, err)
		if len(plan) > 0 {
			hosttest.Check(t, office.Submit(ctx, hosttest.NorthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", hosttest.InWords(plan))))))
		}
	}
	stop()
	hosttest.Check(t, <-ended)
	machine := 0
	c.View(func(tx store.ReadTx) error {
		unfiled, err := tx.Unfiled(100)
		hosttest.Check(t, err)
		for _, copy := range unfiled {
			if strings.Contains(copy.Place.Folder, "Machine") {
				t.Errorf("to be filed: %+v", copy)
			}
		}
		rows, err := tx.InboxMessages(store.InboxFilter{Player: post.MachineAddress})
		machine = len(rows)
		return err
	})
	if machine == 0 {
		t.Error("the machine has written nothing")
	}
}

// The same letter is answered with the same bytes, so that it cannot be answered twice.
func TestMachineAnswersWithTheSameBytes(t *testing.T) {
	c, k := hosttest.AgainstMachine(t, "hellespont", "athens", "sparta"), &hosttest.Carrier{}
	for c.Flush(k) > 0 {
	}
	raws := func() (all []string) {
		c.View(func(tx store.ReadTx) error {
			rows, err := tx.InboxMessages(store.InboxFilter{})
			hosttest.Check(t, err)
			for _, row := range rows {
				full, err := tx.InboxMessage(row.ID)
				hosttest.Check(t, err)
				all = append(all, fmt.Sprintf("%s %t %s", row.State, row.Filed, full.Raw))
			}
			return nil
		})
		return all
	}
	before := raws()
	if len(before) == 0 {
		t.Fatal("the machine has not answered its first letter")
	}
	for _, m := range c.Sent() {
		if m.Recipient == post.MachineAddress {
			hosttest.Check(t, hosttest.SendToMachine(t.Context(), c.Host, m))
		}
	}
	if d := cmp.Diff(before, raws()); d != "" {
		t.Errorf("a letter that is read again is answered otherwise:\n%s", d)
	}
}

// What an answer of the machine costs does not grow with the games that it plays.
func TestMachineInManyGames(t *testing.T) {
	asked := func(others int) int {
		c, k := hosttest.OpenClub(t), &hosttest.Carrier{}
		hosttest.Check(t, hosttest.Enrol(c.Host))
		begin := func(north string) string {
			id, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en",
				Seats: map[string]string{"north": north, "south": "Machine"}})
			hosttest.Check(t, err)
			return id
		}
		settle := func() {
			for c.Flush(k) > 0 {
			}
		}
		for range others {
			begin(hosttest.SouthAt)
		}
		settle()
		c.Game = begin(hosttest.NorthAt)
		before := len(c.Ledger())
		count := &hosttest.Questions{Store: c.Store}
		c.Store = count
		settle()
		if len(c.Ledger()) == before {
			t.Fatal("the machine has not answered")
		}
		return count.Settings
	}
	if few, many := asked(0), asked(20); many != few {
		t.Errorf("%d settings are read with one game, %d with twenty more", few, many)
	}
}

// Nobody can be the machine, and it cannot play itself.
func TestMachineIsNobody(t *testing.T) {
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	_, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: map[string]string{"north": seating.Machine, "south": seating.Machine}})
	if err == nil || !strings.Contains(err.Error(), "two different players") {
		t.Errorf("the machine against itself: %v", err)
	}
	c = hosttest.AgainstMachine(t, "ford", "north", "south")
	for what, err := range map[string]error{
		"moved": func() error {
			a := "x@example.org"
			_, err := c.Seats.ChangePlayer(t.Context(), post.MachineAddress, seating.PlayerChange{Address: &a})
			return err
		}(),
		"added":   c.Seats.AddPlayer(t.Context(), store.Player{Address: post.MachineAddress, Language: "en", TimeZone: "UTC"}),
		"removed": func() error { _, err := c.Upkeep.RemovePlayer(t.Context(), post.MachineAddress); return err }(),
	} {
		if err == nil {
			t.Errorf("the machine was %s", what)
		}
	}
}
