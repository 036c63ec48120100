package seating_test

import (
	"errors"
	"keryx/adjudicator/host/club"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// TestServersOwnAddress: nobody is written to at the server's own address, since what it
// sent there would come back to it unread.
func TestServersOwnAddress(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	local, domain, _ := strings.Cut(hosttest.ServerAddress, "@")
	for _, address := range []string{hosttest.ServerAddress, strings.ToUpper(hosttest.ServerAddress), local + "+anna@" + domain} {
		err := c.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: "Nobody", Language: "en", TimeZone: "UTC"})
		if !errors.As(err, new(*club.SettingError)) || !strings.Contains(err.Error(), "server's own") {
			t.Errorf("%s is registered: %v", address, err)
		}
		if _, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{Address: &address}); !errors.As(err, new(*club.SettingError)) {
			t.Errorf("north is moved to %s: %v", address, err)
		}
	}
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("mailed %q", hosttest.KindsOf(got))
	}
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: local + "s@" + domain, Name: "Next door", Language: "en", TimeZone: "UTC"}))
}

// TestMovedPlayer gives a player another address in the middle of a game.
func TestMovedPlayer(t *testing.T) {
	c := hosttest.NewClub(t)
	const now = "north@elsewhere.example"
	thirdAt, southAt := hosttest.People()["third"].Address, hosttest.People()["south"].Address
	c.Change(func(tx store.Tx) error {
		game, err := tx.Game(c.Game)
		if err != nil {
			return err
		}
		game.Referee = thirdAt
		return tx.UpdateGame(game)
	})
	code := c.Seat("north").Answers
	waiting := c.Sent()
	for _, change := range []seating.PlayerChange{{Address: hosttest.Ptr("nowhere")}, {Address: hosttest.Ptr(southAt)}, {Address: hosttest.Ptr(now), Language: hosttest.Ptr("gr")},
		{Address: hosttest.Ptr(now), TimeZone: hosttest.Ptr("Mars/Olympus")}} {
		if _, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, change); !errors.As(err, new(*club.SettingError)) {
			t.Errorf("%v: %v", change, err)
		}
	}
	player, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{Address: hosttest.Ptr("North@Elsewhere.example"), TimeZone: hosttest.Ptr("UTC")})
	hosttest.Check(t, err)
	if player.Address != now || player.TimeZone != "UTC" || player.Name != "North" {
		t.Errorf("the player is %+v", player)
	}
	var got []string
	for _, m := range c.Sent() {
		got = append(got, m.Kind+" > "+m.Recipient)
		if m.Kind == "again" && !strings.Contains(hosttest.TextOf(t, m), code) {
			t.Error("the report that was sent again does not bear its code")
		}
	}
	slices.Sort(got)
	if want := []string{"again > " + now, "notice > " + now, "notice > " + hosttest.NorthAt, "notice > " + thirdAt}; !slices.Equal(got, want) {
		t.Errorf("mailed %q, want %q", got, want)
	}
	c.View(func(tx store.ReadTx) error {
		for _, m := range waiting {
			row, err := tx.OutboxMail(m.ID)
			if err != nil {
				return err
			}
			if cancelled := row.State == store.Cancelled; cancelled != (m.Recipient == hosttest.NorthAt) {
				t.Errorf("the waiting %s to %s is %s", m.Kind, m.Recipient, row.State)
			}
		}
		return nil
	})
	// His key is his as before, whatever address his mail program still writes from.
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))); row.State != store.Accepted {
		t.Errorf("his orders are %s (%s)", row.State, row.Reason)
	}
	for _, m := range c.Sent() {
		if m.Recipient == hosttest.NorthAt {
			t.Errorf("a %s still goes to the old address", m.Kind)
		}
	}
}

// TestMovedSubstitute keeps a substitute in charge who takes another address.
func TestMovedSubstitute(t *testing.T) {
	c := hosttest.NewClub(t)
	thirdAt := hosttest.People()["third"].Address
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(c.Game, "north")
		if err != nil {
			return err
		}
		seat.Substitutes = []string{thirdAt}
		return tx.UpdateSeat(seat)
	})
	if row := c.Receive(hosttest.Letter(thirdAt, c.Signed("third", c.Orders("north", "bid 1")))); row.State != store.Accepted {
		t.Fatalf("the substitute's orders are %s (%s)", row.State, row.Reason)
	}
	_, err := c.Seats.ChangePlayer(t.Context(), thirdAt, seating.PlayerChange{Address: hosttest.Ptr("third@elsewhere.example")})
	hosttest.Check(t, err)
	c.Sent()
	c.Order("south", "bid 0")
	told := map[string]bool{}
	for _, m := range c.Sent() {
		told[m.Recipient] = true
	}
	if !told[hosttest.NorthAt] || !told["third@elsewhere.example"] || told[thirdAt] {
		t.Errorf("mailed: %v, want the holder and the substitute at his new address", told)
	}
}

// TestExpireKey ends a key early, and not later than it says itself.
func TestExpireKey(t *testing.T) {
	c := hosttest.NewClub(t)
	key := hosttest.People()["north"].SSH.Public().Fingerprint
	end := c.Time.Add(48 * time.Hour)
	for name, f := range map[string]func() error{
		"no such key": func() error { _, err := c.Keys.ExpireKey(t.Context(), "SHA256:nothing", end); return err },
		"in the past": func() error { _, err := c.Keys.ExpireKey(t.Context(), key, c.Time.Add(-time.Hour)); return err },
	} {
		if err := f(); !errors.Is(err, keyring.ErrNoKey) && !errors.As(err, new(*club.SettingError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	row, err := c.Keys.ExpireKey(t.Context(), key, end)
	hosttest.Check(t, err)
	if row.Expires == nil || !row.Expires.Equal(end) {
		t.Fatalf("expires at %v, want %v", row.Expires, end)
	}
	c.Time = end.Add(time.Second)
	c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))), store.BadSignature)
	_, err = c.Keys.ExpireKey(t.Context(), key, time.Time{})
	hosttest.Check(t, err)
	c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2"))), store.Accepted)
}
