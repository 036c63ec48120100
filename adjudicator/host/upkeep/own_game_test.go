package upkeep_test

import (
	"errors"
	"fmt"
	"keryx/adjudicator/host/club"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/store"
)

// player returns the player of a side.
func player(c *hosttest.Club, side string) (p store.Player) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) (err error) {
		seat, err := tx.Seat(c.Game, side)
		if err == nil {
			p, err = tx.Player(seat.Player)
		}
		return err
	})
	return p
}

// A game that is over and is said to be a member's, but is not signed by a key of his, is kept as that
// of somebody else until he says that it is his, in a text that he signs.
func TestGameOfAnotherClub(t *testing.T) {
	enemy, _ := hosttest.WholeGame(t)
	enemy.WithKey("enemy")
	file, err := hosttest.ExportBundle(enemy, nil)
	hosttest.Check(t, err)
	key := enemy.Signer.Public().Fingerprint

	c := hosttest.OpenClub(t).WithKey("mine")
	for _, name := range []string{"north", "south"} {
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.People()[name].Address, Name: name, Language: "en", TimeZone: "UTC"}))
	}
	// North has his own key here, South another than the one that the game was played with.
	_, err = c.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(hosttest.People()["north"].SSH.Public().Text))
	hosttest.Check(t, err)
	_, err = c.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(hosttest.People()["north"].PGP.Public().Text))
	hosttest.Check(t, err)
	another := hosttest.NewSigner("another", mail.SSH)
	_, err = c.Keys.AddKey(t.Context(), hosttest.SouthAt, "", []byte(another.Public().Text))
	hosttest.Check(t, err)
	got, err := hosttest.LoadBundle(c, file)
	hosttest.Check(t, err)
	c.Game = got.Game
	if p := player(c, "north"); p.Address != hosttest.NorthAt {
		t.Errorf("what is signed by his own key is kept as that of %s", p.Name)
	}
	if p := player(c, "south"); p.Address == hosttest.SouthAt || p.Name != "South (at enemy@example.net)" || len(got.Guests) != 1 {
		t.Errorf("what is signed by another key is kept as that of %s: %q", p.Name, got.Guests)
	}
	told := c.Sent()
	if len(told) != 2 || !hosttest.Says(t, told[0], "kept as a game of yours") || !hosttest.Says(t, told[1], "keryx own 1") {
		t.Errorf("told are %q", hosttest.KindsOf(told))
	}
	// A game of which a side was played by nobody here is not opened again: who should be asked?
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.ThirdAt, Name: "Third", Language: "en", TimeZone: "UTC"}))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.ThirdAt, ""))
	back := fmt.Sprintf("ruling\nreason It is wrong.\nback to %d\n", c.OrderEntries()[0])
	if _, err := c.Rulings.Rule(t.Context(), c.Game, hosttest.ThirdAt, back); err == nil || !strings.Contains(err.Error(), "ruling-back-nobody") && !strings.Contains(err.Error(), "not registered here") {
		t.Errorf("it goes back: %v", err)
	}
	if c.Status() != store.Ended || len(c.Sent()) > 0 {
		t.Errorf("a refused ruling has changed the game: %s", c.Status())
	}
	southAt := hosttest.SouthAt
	say := func(signer *mail.Signer, game, key, at string) store.InboxState {
		text := fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", game, key, at)
		return c.Receive(hosttest.Letter(southAt, hosttest.Sign(t, signer, text, c.Time))).State
	}
	if state := say(another, "ford-99", key, c.Post.Address); state != store.Command {
		t.Errorf("said of another game: %s", state)
	}
	// What is remembered of him follows his address.
	moved := "moved@example.org"
	_, err = c.Seats.ChangePlayer(t.Context(), southAt, seating.PlayerChange{Address: &moved})
	hosttest.Check(t, err)
	c.View(func(tx store.ReadTx) error {
		for _, prefix := range []string{"own/", "guest/", "joined/", "invited/", "charge/", "feeds/", "watched/"} {
			all, err := tx.SettingsUnder(prefix)
			hosttest.Check(t, err)
			for name, text := range all {
				if strings.Contains(name+" "+string(text), southAt) {
					t.Errorf("the setting %s still names his old address: %s", name, text)
				}
			}
		}
		return nil
	})
	southAt = moved
	if state := say(another, c.Game, key, "elsewhere@example.net"); state != store.Faulty {
		t.Errorf("said to another server: %s", state)
	}
	if state := say(hosttest.People()["south"].SSH, c.Game, key, c.Post.Address); state == store.Command {
		t.Errorf("said under a key that is not his here: %s", state)
	}
	if p := player(c, "south"); p.Address == southAt {
		t.Error("it is his already")
	}
	if state := say(another, c.Game, key, c.Post.Address); state != store.Command {
		t.Errorf("said: %s", state)
	}
	if p := player(c, "south"); p.Address != southAt {
		t.Errorf("it is still that of %s", p.Name)
	}
	if _, err := c.Rulings.Rule(t.Context(), c.Game, hosttest.ThirdAt, back); err != nil || c.Status() != store.Running {
		t.Errorf("now that both are members, it is %s: %v", c.Status(), err)
	}
	c.Replays()
}

// A running game is refused in which a member is said to play under keys that are not his, unless he
// has said before that it is his.
func TestRunningGameOfAnotherClub(t *testing.T) {
	from, to := twoClubs(t)
	from.Order("north", "bid 1")
	hosttest.Check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.SouthAt, Name: "South", Language: "en", TimeZone: "UTC"}))
	_, err := to.Keys.AddKey(t.Context(), hosttest.SouthAt, "", []byte(hosttest.People()["south"].SSH.Public().Text))
	hosttest.Check(t, err)
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	var own *upkeep.OwnError
	if _, err := hosttest.LoadBundle(to, file); !errors.As(err, &own) || own.Side != "south" || there(to) {
		t.Fatalf("it was loaded: %v", err)
	}
	text := own.Error()[strings.Index(own.Error(), "keryx own 1"):]
	if row := to.Receive(hosttest.Letter(hosttest.SouthAt, hosttest.Sign(t, hosttest.People()["south"].SSH, text, to.Time))); row.State != store.Command {
		t.Fatalf("the text that is shown: %s (%s)", row.State, row.Reason)
	}
	_, err = hosttest.LoadBundle(to, file)
	hosttest.Check(t, err)
	if told := to.Sent(); len(told) != 3 {
		t.Errorf("told are %q", hosttest.KindsOf(told))
	}
	// Somebody who has no part in it is not told that it is his now.
	_, err = to.Keys.AddKey(t.Context(), hosttest.ThirdAt, "", []byte(hosttest.People()["third"].SSH.Public().Text))
	hosttest.Check(t, err)
	to.Sent()
	for range 2 {
		row := to.Receive(hosttest.Letter(hosttest.ThirdAt, hosttest.Sign(t, hosttest.People()["third"].SSH, text, to.Time)))
		if told := to.Sent(); row.State != store.Faulty || len(told) != 1 || !hosttest.Says(t, told[0], "nothing was changed") {
			t.Errorf("a stranger to the game is %s (%s) and told %q", row.State, row.Reason, hosttest.KindsOf(told))
		}
	}
	to.View(func(tx store.ReadTx) error {
		under, err := tx.SettingsUnder("own/")
		if len(under) != 1 {
			t.Errorf("remembered: %q", under)
		}
		return err
	})
	to.Game = "ford-1"
	all, err := to.Clocks.Calendar(t.Context(), "")
	hosttest.Check(t, err)
	for _, one := range all {
		if one.Club != from.Post.Address || one.Gone || !one.Deadline.IsZero() {
			t.Errorf("the calendar of a game that waits for its release: %+v", one.SeatTime)
		}
	}
	if all, err = from.Clocks.Calendar(t.Context(), ""); err != nil || len(all) != 2 || !all[0].Gone || all[0].Club != to.Post.Address {
		t.Errorf("the calendar of a game that was given away: %+v, %v", all, err)
	}
	// Nor does the club that gave it away say how it stands, or what to answer.
	for _, word := range []string{"status", "template"} {
		hosttest.Wants(t, from.Requests("north", hosttest.NorthAt, word+"\n"), to.Post.Address)
	}
}

// That a running game has a member's keys does not make it his: he must have signed something in it,
// or say that it is his.
func TestRunningGameThatNobodySigned(t *testing.T) {
	from, to := twoClubs(t)
	from.Order("north", "bid 1")
	for _, name := range []string{"north", "south"} {
		p := hosttest.People()[name]
		hosttest.Check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: p.Address, Name: name, Language: "en", TimeZone: "UTC"}))
		for _, key := range []*mail.Signer{p.SSH, p.PGP} {
			_, err := to.Keys.AddKey(t.Context(), p.Address, "", []byte(key.Public().Text))
			hosttest.Check(t, err)
		}
	}
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	var own *upkeep.OwnError
	if _, err := hosttest.LoadBundle(to, file); !errors.As(err, &own) || own.Side != "south" || there(to) {
		t.Fatalf("south has signed nothing, and the game was loaded: %v", err)
	}
	text := own.Error()[strings.Index(own.Error(), "keryx own 1"):]
	if row := to.Receive(hosttest.Letter(hosttest.SouthAt, hosttest.Sign(t, hosttest.People()["south"].SSH, text, to.Time))); row.State != store.Command {
		t.Fatalf("the text that is shown: %s (%s)", row.State, row.Reason)
	}
	_, err = hosttest.LoadBundle(to, file) // north has signed his orders
	hosttest.Check(t, err)
}

// What a bundle says is read as what people enter.
func TestBundleIsReadLikeWords(t *testing.T) {
	from, to := twoClubs(t)
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	seat := func(b map[string]any) map[string]any { return b["seats"].([]any)[0].(map[string]any) }
	for name, change := range map[string]func(b map[string]any){
		"a line feed":       func(b map[string]any) { seat(b)["name"] = "Anna\nhel-1 is yours" },
		"an escape":         func(b map[string]any) { seat(b)["name"] = "Anna\x1b[2J" },
		"an override":       func(b map[string]any) { seat(b)["name"] = "Anna\u202eevE" },
		"a long name":       func(b map[string]any) { seat(b)["name"] = strings.Repeat("x", seating.MaxName+1) },
		"a schedule":        func(b map[string]any) { b["schedule"] = []byte(`{"zone":`) },
		"another schedule":  func(b map[string]any) { b["schedule"] = []byte(`{"zone":"Nowhere"}`) },
		"a scenario":        func(b map[string]any) { b["scenario"] = "none" },
		"an option":         func(b map[string]any) { b["options"] = map[string]string{"x": "y"} },
		"a contract":        func(b map[string]any) { b["contract"] = "mine" },
		"an answer time":    func(b map[string]any) { b["answer_ns"] = 5 },
		"a zone":            func(b map[string]any) { seat(b)["zone"] = "Local" },
		"the server itself": func(b map[string]any) { seat(b)["address"] = to.Post.Address },
		"a kind":            func(b map[string]any) { b["entries"].([]any)[0].(map[string]any)["kind"] = "x\x1b" },
		"a referee":         func(b map[string]any) { b["referee"] = "a\nb" },
		"a player twice":    func(b map[string]any) { seat(b)["address"] = hosttest.SouthAt },
		"a language":        func(b map[string]any) { b["language"] = "xx" },
		"his language":      func(b map[string]any) { seat(b)["language"] = "xx" },
		"a key":             func(b map[string]any) { seat(b)["keys"] = []string{"none"} },
		"a year":            func(b map[string]any) { b["created"] = "9999-01-01T00:00:00Z" },
		"an ancient year":   func(b map[string]any) { b["created"] = "0001-01-01T00:00:00Z" },
		"the year of a turn": func(b map[string]any) {
			b["turns"].([]any)[0].(map[string]any)["taken"] = "9999-01-01T00:00:00Z"
		},
		"the year of an entry": func(b map[string]any) {
			b["entries"].([]any)[0].(map[string]any)["time"] = "9999-01-01T00:00:00Z"
		},
		"an unknown kind": func(b map[string]any) { b["entries"].([]any)[1].(map[string]any)["kind"] = "gift" },
		"a secret": func(b map[string]any) {
			b["later"] = []any{map[string]any{"entry": 99999, "secret": b["secret"]}}
		},
	} {
		forged, err := forgedBundle(from.Host, file, to.Signer, change)
		hosttest.Check(t, err)
		if _, err := hosttest.LoadBundle(to, forged); err == nil || there(to) {
			t.Errorf("%s: loaded", name)
		}
		if strings.ContainsAny(fmt.Sprint(err), "\x1b") {
			t.Errorf("%s: %q", name, err)
		}
	}
	hosttest.Check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.SouthAt, Name: "South", Language: "en", TimeZone: "UTC"}))
	for _, key := range []*mail.Signer{hosttest.People()["south"].SSH, hosttest.People()["south"].PGP} {
		_, err = to.Keys.AddKey(t.Context(), hosttest.SouthAt, "", []byte(key.Public().Text))
		hosttest.Check(t, err)
	}
	text := fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", from.Game, from.Signer.Public().Fingerprint, to.Post.Address)
	to.Receive(hosttest.Letter(hosttest.SouthAt, hosttest.Sign(t, hosttest.People()["south"].SSH, text, to.Time)))
	// Who plays rules not, whatever the other club says.
	forged, err := forgedBundle(from.Host, file, to.Signer, func(b map[string]any) { b["referee"] = hosttest.SouthAt })
	hosttest.Check(t, err)
	_, err = hosttest.LoadBundle(to, forged)
	hosttest.Check(t, err)
	to.View(func(tx store.ReadTx) error {
		game, err := tx.Game(from.Game)
		if game.Referee != "" {
			t.Errorf("%s plays, and is the referee", game.Referee)
		}
		return err
	})
	if err := to.Seats.AddPlayer(t.Context(), store.Player{Address: "x@example.org", Name: "A\nB", Language: "en", TimeZone: "UTC"}); !errors.As(err, new(*club.SettingError)) {
		t.Errorf("entered by hand: %v", err)
	}
}
