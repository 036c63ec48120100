package host_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// hellespontMails plays a game with maps by mail until so many orders were taken, sends all letters and returns them by
// number.
func hellespontMails(c *hosttest.Club, orders int) map[int64][]byte {
	c.T.Helper()
	players := map[string]*mail.Signer{"athens": hosttest.People()["north"].SSH, "sparta": hosttest.People()["south"].SSH}
	seats := map[string]string{"athens": hosttest.NorthAt, "sparta": hosttest.SouthAt}
	id, err := c.Upkeep.Create(c.T.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats})
	hosttest.Check(c.T, err)
	c.Game = id
	printer, rnd := templates.For("en", "hellespont"), rand.New(rand.NewPCG(1, 2))
	for n := 0; n < orders; {
		for _, side := range []string{"athens", "sparta"} {
			plan, err := c.Intake.Plan(c.T.Context(), c.Game, side, adjudicator.Random{Rand: rnd})
			hosttest.Check(c.T, err)
			if len(plan) == 0 {
				continue
			}
			text := ""
			for _, words := range plan {
				text += printer.Words(words) + "\n"
			}
			c.WantState(hosttest.Letter(seats[side], hosttest.Sign(c.T, players[side], c.Orders(side, text), c.Time)), store.Accepted)
			n++
		}
	}
	letters := map[int64][]byte{}
	for _, m := range c.Sent() {
		letters[m.ID] = m.Raw
	}
	_, err = c.Outbox.Flush(c.T.Context(), &hosttest.Sending{})
	hosttest.Check(c.T, err)
	return letters
}

// TestLettersAreSmall makes the letters of a game small: all of them can be, they take three tenths at most, and each is read as it was
// sent; a report that is asked for again is the same.
func TestLettersAreSmall(t *testing.T) {
	c := hosttest.NewClub(t)
	letters := hellespontMails(c, 10)
	size := 0
	for _, raw := range letters {
		size += len(raw)
	}
	small, err := c.Compact(t.Context())
	hosttest.Check(t, err)
	if small.Mails != len(letters) || int(small.Saved) < size*7/10 {
		t.Errorf("%d of %d mails are small, %d of %d bytes saved", small.Mails, len(letters), small.Saved, size)
	}
	again, err := c.Compact(t.Context())
	if err != nil || again != (host.Compacted{}) {
		t.Errorf("a second time: %+v, %v", again, err)
	}
	var report store.OutboxMail
	c.View(func(tx store.ReadTx) error {
		for id, raw := range letters {
			m, err := tx.OutboxMail(id)
			if err != nil {
				return err
			}
			if m.Damaged || !bytes.Equal(m.Raw, raw) {
				t.Errorf("mail %d, %s to %s: damaged %t, %d bytes of %d", id, m.Kind, m.Recipient, m.Damaged, len(m.Raw), len(raw))
			}
			if m.Recipient == hosttest.NorthAt && m.Side != "" && m.ID > report.ID && m.Kind != string(templates.Welcome) {
				report = m
			}
		}
		return nil
	})
	c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "report "+c.Game)), store.Command)
	for _, m := range c.Sent() {
		if m.Kind == "again" && hosttest.InCopy(t, m).Text != hosttest.TextOf(t, report) {
			t.Errorf("the report that goes out again is another than mail %d", report.ID)
		} else if m.Kind == "again" {
			return
		}
	}
	t.Error("no report goes out again")
}

// TestDaemonMakesSmall: a daemon does it by itself, behind its work, and goes on where one mail must stay as it is.
func TestDaemonMakesSmall(t *testing.T) {
	c := hosttest.NewClub(t)
	mails := c.Sent()
	_, err := c.Outbox.Flush(t.Context(), &hosttest.Sending{})
	hosttest.Check(t, err)
	hosttest.RunSQL(c, `UPDATE outbox SET raw = CAST('altered' AS BLOB) WHERE id = ?`, mails[0].ID)
	post, _ := hosttest.PostOffice(t)
	d := c.NewDaemon(post)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var done sync.Once
	small := make(chan struct{})
	d.After = func(time.Duration) <-chan time.Time {
		var left []int64
		err := c.Store.View(ctx, func(tx store.ReadTx) (err error) {
			left, err = tx.WholeMails(0, 10)
			return err
		})
		if err == nil && slices.Equal(left, []int64{mails[0].ID}) {
			done.Do(func() { close(small) })
		}
		return time.After(time.Millisecond)
	}
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	select {
	case <-small:
	case err := <-ended:
		t.Fatal(errors.Join(err, errors.New("the daemon has ended")))
	}
	stop()
	hosttest.Check(t, <-ended)
	c.View(func(tx store.ReadTx) error {
		m, err := tx.OutboxMail(mails[0].ID)
		if !m.Damaged || string(m.Raw) != "altered" {
			t.Errorf("the altered mail: %q, damaged %t", m.Raw, m.Damaged)
		}
		m, err2 := tx.OutboxMail(mails[1].ID)
		if !bytes.Equal(m.Raw, mails[1].Raw) {
			t.Errorf("the other mail has %d bytes", len(m.Raw))
		}
		return errors.Join(err, err2)
	})
}
