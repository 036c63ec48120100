package host_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// TestServersOwnAddress: nobody is written to at the server's own address, since what it
// sent there would come back to it unread.
func TestServersOwnAddress(t *testing.T) {
	c := newClub(t)
	c.sent()
	local, domain, _ := strings.Cut(serverAddress, "@")
	for _, address := range []string{serverAddress, strings.ToUpper(serverAddress), local + "+anna@" + domain} {
		err := c.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: "Nobody", Language: "en", TimeZone: "UTC"})
		if !errors.As(err, new(*play.SettingError)) || !strings.Contains(err.Error(), "server's own") {
			t.Errorf("%s is registered: %v", address, err)
		}
		if _, err := c.Seats.ChangePlayer(t.Context(), northAt, seating.PlayerChange{Address: &address}); !errors.As(err, new(*play.SettingError)) {
			t.Errorf("north is moved to %s: %v", address, err)
		}
	}
	if got := c.sent(); len(got) != 0 {
		t.Errorf("mailed %q", kinds(got))
	}
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: local + "s@" + domain, Name: "Next door", Language: "en", TimeZone: "UTC"}))
}

// TestMovedPlayer gives a player another address in the middle of a game.
func TestMovedPlayer(t *testing.T) {
	c := newClub(t)
	const now = "north@elsewhere.example"
	thirdAt, southAt := people()["third"].address, people()["south"].address
	c.update(func(tx store.Tx) error {
		game, err := tx.Game(c.game)
		if err != nil {
			return err
		}
		game.Referee = thirdAt
		return tx.UpdateGame(game)
	})
	code := c.seat("north").Answers
	waiting := c.sent()
	for _, change := range []seating.PlayerChange{{Address: ptr("nowhere")}, {Address: ptr(southAt)}, {Address: ptr(now), Language: ptr("gr")},
		{Address: ptr(now), TimeZone: ptr("Mars/Olympus")}} {
		if _, err := c.Seats.ChangePlayer(t.Context(), northAt, change); !errors.As(err, new(*play.SettingError)) {
			t.Errorf("%v: %v", change, err)
		}
	}
	player, err := c.Seats.ChangePlayer(t.Context(), northAt, seating.PlayerChange{Address: ptr("North@Elsewhere.example"), TimeZone: ptr("UTC")})
	check(t, err)
	if player.Address != now || player.TimeZone != "UTC" || player.Name != "North" {
		t.Errorf("the player is %+v", player)
	}
	var got []string
	for _, m := range c.sent() {
		got = append(got, m.Kind+" > "+m.Recipient)
		if m.Kind == "again" && !strings.Contains(text(t, m), code) {
			t.Error("the report that was sent again does not bear its code")
		}
	}
	slices.Sort(got)
	if want := []string{"again > " + now, "notice > " + now, "notice > " + northAt, "notice > " + thirdAt}; !slices.Equal(got, want) {
		t.Errorf("mailed %q, want %q", got, want)
	}
	c.view(func(tx store.ReadTx) error {
		for _, m := range waiting {
			row, err := tx.OutboxMail(m.ID)
			if err != nil {
				return err
			}
			if cancelled := row.State == store.Cancelled; cancelled != (m.Recipient == northAt) {
				t.Errorf("the waiting %s to %s is %s", m.Kind, m.Recipient, row.State)
			}
		}
		return nil
	})
	// His key is his as before, whatever address his mail program still writes from.
	if row := c.receive(letter(northAt, c.signed("north", c.orders("north", "bid 1")))); row.State != store.Accepted {
		t.Errorf("his orders are %s (%s)", row.State, row.Reason)
	}
	for _, m := range c.sent() {
		if m.Recipient == northAt {
			t.Errorf("a %s still goes to the old address", m.Kind)
		}
	}
}

// TestMovedSubstitute keeps a substitute in charge who takes another address.
func TestMovedSubstitute(t *testing.T) {
	c := newClub(t)
	thirdAt := people()["third"].address
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(c.game, "north")
		if err != nil {
			return err
		}
		seat.Substitutes = []string{thirdAt}
		return tx.UpdateSeat(seat)
	})
	if row := c.receive(letter(thirdAt, c.signed("third", c.orders("north", "bid 1")))); row.State != store.Accepted {
		t.Fatalf("the substitute's orders are %s (%s)", row.State, row.Reason)
	}
	_, err := c.Seats.ChangePlayer(t.Context(), thirdAt, seating.PlayerChange{Address: ptr("third@elsewhere.example")})
	check(t, err)
	c.sent()
	c.order("south", "bid 0")
	told := map[string]bool{}
	for _, m := range c.sent() {
		told[m.Recipient] = true
	}
	if !told[northAt] || !told["third@elsewhere.example"] || told[thirdAt] {
		t.Errorf("mailed: %v, want the holder and the substitute at his new address", told)
	}
}

// TestExpireKey ends a key early, and not later than it says itself.
func TestExpireKey(t *testing.T) {
	c := newClub(t)
	key := people()["north"].ssh.Public().Fingerprint
	end := c.now.Add(48 * time.Hour)
	for name, f := range map[string]func() error{
		"no such key": func() error { _, err := c.Keys.ExpireKey(t.Context(), "SHA256:nothing", end); return err },
		"in the past": func() error { _, err := c.Keys.ExpireKey(t.Context(), key, c.now.Add(-time.Hour)); return err },
	} {
		if err := f(); !errors.Is(err, keyring.ErrNoKey) && !errors.As(err, new(*play.SettingError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	row, err := c.Keys.ExpireKey(t.Context(), key, end)
	check(t, err)
	if row.Expires == nil || !row.Expires.Equal(end) {
		t.Fatalf("expires at %v, want %v", row.Expires, end)
	}
	c.now = end.Add(time.Second)
	c.wantState(letter(northAt, c.signed("north", c.orders("north", "bid 1"))), store.BadSignature)
	_, err = c.Keys.ExpireKey(t.Context(), key, time.Time{})
	check(t, err)
	c.wantState(letter(northAt, c.signed("north", c.orders("north", "bid 2"))), store.Accepted)
}

func ptr[T any](v T) *T { return &v }
