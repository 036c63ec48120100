package post_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail/wire"
	"keryx/store"
)

// TestAlarm tells the operator and the referee of trouble with the mailbox, once a day.
func TestAlarm(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.Operator = "Ops@Elsewhere.example"
	thirdAt := hosttest.People()["third"].Address
	c.Change(func(tx store.Tx) error {
		game, err := tx.Game(c.Game)
		if err != nil {
			return err
		}
		game.Referee = thirdAt
		return tx.UpdateGame(game)
	})
	c.Sent()
	told := func(trouble error) (all []string) {
		t.Helper()
		c.Letters.Alarm(t.Context(), trouble)
		for _, m := range c.Sent() {
			if words := strings.Join(strings.Fields(hosttest.TextOf(t, m)), " "); !strings.Contains(words, trouble.Error()) {
				t.Errorf("%s is told: %s", m.Recipient, words)
			}
			all = append(all, m.Recipient)
		}
		slices.Sort(all)
		return all
	}
	both := []string{"ops@elsewhere.example", thirdAt}
	slices.Sort(both)
	refused := errors.New("authentication failed")
	full := &wire.QuotaError{Mailbox: "orders@keryx.test", Quota: wire.Quota{Resource: "STORAGE", Used: 95, Limit: 100}}
	for _, step := range []struct {
		trouble error
		want    []string
	}{{refused, both}, {refused, nil}, {full, both}, {full, nil}} {
		if got := told(step.trouble); !slices.Equal(got, step.want) {
			t.Errorf("of %q are told %q, want %q", step.trouble, got, step.want)
		}
	}
	message := func(uid uint32) error {
		return &wire.MessageError{Mailbox: "orders@keryx.test", Folder: "INBOX", UIDValidity: 7, UID: uid, Err: errors.New("NO server error")}
	}
	for _, uid := range []uint32{4, 5} {
		if got := told(message(uid)); !slices.Equal(got, both) {
			t.Errorf("of message %d are told %q", uid, got)
		}
	}
	c.Time = c.Time.Add(24 * time.Hour)
	if got := told(message(4)); got != nil {
		t.Errorf("of the same message %q are told on the next day", got)
	}
	if got := told(refused); !slices.Equal(got, both) {
		t.Errorf("on the next day %q are told", got)
	}
}
