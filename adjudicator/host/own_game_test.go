package host_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/store"
)

// player returns the player of a side.
func (c *club) player(side string) (p store.Player) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) (err error) {
		seat, err := tx.Seat(c.game, side)
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
	enemy, _ := wholeGame(t)
	enemy.withKey("enemy")
	file, err := enemy.export(nil)
	check(t, err)
	key := enemy.Signer.Public().Fingerprint

	c := openClub(t).withKey("mine")
	for _, name := range []string{"north", "south"} {
		check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: people()[name].address, Name: name, Language: "en", TimeZone: "UTC"}))
	}
	// North has his own key here, South another than the one that the game was played with.
	_, err = c.Keys.AddKey(t.Context(), northAt, "", []byte(people()["north"].ssh.Public().Text))
	check(t, err)
	_, err = c.Keys.AddKey(t.Context(), northAt, "", []byte(people()["north"].pgp.Public().Text))
	check(t, err)
	another := newSigner("another", mail.SSH)
	_, err = c.Keys.AddKey(t.Context(), southAt, "", []byte(another.Public().Text))
	check(t, err)
	got, err := c.load(file)
	check(t, err)
	c.game = got.Game
	if p := c.player("north"); p.Address != northAt {
		t.Errorf("what is signed by his own key is kept as that of %s", p.Name)
	}
	if p := c.player("south"); p.Address == southAt || p.Name != "South (at enemy@example.net)" || len(got.Guests) != 1 {
		t.Errorf("what is signed by another key is kept as that of %s: %q", p.Name, got.Guests)
	}
	told := c.sent()
	if len(told) != 2 || !says(t, told[0], "kept as a game of yours") || !says(t, told[1], "keryx own 1") {
		t.Errorf("told are %q", kinds(told))
	}
	// A game of which a side was played by nobody here is not opened again: who should be asked?
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: thirdAt, Name: "Third", Language: "en", TimeZone: "UTC"}))
	check(t, c.Claims.AddReferee(t.Context(), thirdAt, ""))
	back := fmt.Sprintf("ruling\nreason It is wrong.\nback to %d\n", c.orderEntries()[0])
	if _, err := c.Rulings.Rule(t.Context(), c.game, thirdAt, back); err == nil || !strings.Contains(err.Error(), "ruling-back-nobody") && !strings.Contains(err.Error(), "not registered here") {
		t.Errorf("it goes back: %v", err)
	}
	if c.status() != store.Ended || len(c.sent()) > 0 {
		t.Errorf("a refused ruling has changed the game: %s", c.status())
	}
	southAt := southAt
	say := func(signer *mail.Signer, game, key, at string) store.InboxState {
		text := fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", game, key, at)
		return c.receive(letter(southAt, sign(t, signer, text, c.now))).State
	}
	if state := say(another, "ford-99", key, c.Post.Address); state != store.Command {
		t.Errorf("said of another game: %s", state)
	}
	// What is remembered of him follows his address.
	moved := "moved@example.org"
	_, err = c.Seats.ChangePlayer(t.Context(), southAt, seating.PlayerChange{Address: &moved})
	check(t, err)
	c.view(func(tx store.ReadTx) error {
		for _, prefix := range []string{"own/", "guest/", "joined/", "invited/", "charge/", "feeds/", "watched/"} {
			all, err := tx.SettingsUnder(prefix)
			check(t, err)
			for name, text := range all {
				if strings.Contains(name+" "+string(text), southAt) {
					t.Errorf("the setting %s still names his old address: %s", name, text)
				}
			}
		}
		return nil
	})
	southAt = moved
	if state := say(another, c.game, key, "elsewhere@example.net"); state != store.Faulty {
		t.Errorf("said to another server: %s", state)
	}
	if state := say(people()["south"].ssh, c.game, key, c.Post.Address); state == store.Command {
		t.Errorf("said under a key that is not his here: %s", state)
	}
	if p := c.player("south"); p.Address == southAt {
		t.Error("it is his already")
	}
	if state := say(another, c.game, key, c.Post.Address); state != store.Command {
		t.Errorf("said: %s", state)
	}
	if p := c.player("south"); p.Address != southAt {
		t.Errorf("it is still that of %s", p.Name)
	}
	if _, err := c.Rulings.Rule(t.Context(), c.game, thirdAt, back); err != nil || c.status() != store.Running {
		t.Errorf("now that both are members, it is %s: %v", c.status(), err)
	}
	c.replays()
}

// A running game is refused in which a member is said to play under keys that are not his, unless he
// has said before that it is his.
func TestRunningGameOfAnotherClub(t *testing.T) {
	from, to := twoClubs(t)
	from.order("north", "bid 1")
	check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: southAt, Name: "South", Language: "en", TimeZone: "UTC"}))
	_, err := to.Keys.AddKey(t.Context(), southAt, "", []byte(people()["south"].ssh.Public().Text))
	check(t, err)
	file, err := from.export(to.receiver())
	check(t, err)
	var own *upkeep.OwnError
	if _, err := to.load(file); !errors.As(err, &own) || own.Side != "south" || to.there() {
		t.Fatalf("it was loaded: %v", err)
	}
	text := own.Error()[strings.Index(own.Error(), "keryx own 1"):]
	if row := to.receive(letter(southAt, sign(t, people()["south"].ssh, text, to.now))); row.State != store.Command {
		t.Fatalf("the text that is shown: %s (%s)", row.State, row.Reason)
	}
	_, err = to.load(file)
	check(t, err)
	if told := to.sent(); len(told) != 3 {
		t.Errorf("told are %q", kinds(told))
	}
	// Somebody who has no part in it is not told that it is his now.
	_, err = to.Keys.AddKey(t.Context(), thirdAt, "", []byte(people()["third"].ssh.Public().Text))
	check(t, err)
	to.sent()
	for range 2 {
		row := to.receive(letter(thirdAt, sign(t, people()["third"].ssh, text, to.now)))
		if told := to.sent(); row.State != store.Faulty || len(told) != 1 || !says(t, told[0], "nothing was changed") {
			t.Errorf("a stranger to the game is %s (%s) and told %q", row.State, row.Reason, kinds(told))
		}
	}
	to.view(func(tx store.ReadTx) error {
		under, err := tx.SettingsUnder("own/")
		if len(under) != 1 {
			t.Errorf("remembered: %q", under)
		}
		return err
	})
	to.game = "ford-1"
	all, err := to.Clocks.Calendar(t.Context(), "")
	check(t, err)
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
		wants(t, from.requests("north", northAt, word+"\n"), to.Post.Address)
	}
}

// That a running game has a member's keys does not make it his: he must have signed something in it,
// or say that it is his.
func TestRunningGameThatNobodySigned(t *testing.T) {
	from, to := twoClubs(t)
	from.order("north", "bid 1")
	for _, name := range []string{"north", "south"} {
		p := people()[name]
		check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: p.address, Name: name, Language: "en", TimeZone: "UTC"}))
		for _, key := range []*mail.Signer{p.ssh, p.pgp} {
			_, err := to.Keys.AddKey(t.Context(), p.address, "", []byte(key.Public().Text))
			check(t, err)
		}
	}
	file, err := from.export(to.receiver())
	check(t, err)
	var own *upkeep.OwnError
	if _, err := to.load(file); !errors.As(err, &own) || own.Side != "south" || to.there() {
		t.Fatalf("south has signed nothing, and the game was loaded: %v", err)
	}
	text := own.Error()[strings.Index(own.Error(), "keryx own 1"):]
	if row := to.receive(letter(southAt, sign(t, people()["south"].ssh, text, to.now))); row.State != store.Command {
		t.Fatalf("the text that is shown: %s (%s)", row.State, row.Reason)
	}
	_, err = to.load(file) // north has signed his orders
	check(t, err)
}

// What a bundle says is read as what people enter.
func TestBundleIsReadLikeWords(t *testing.T) {
	from, to := twoClubs(t)
	file, err := from.export(to.receiver())
	check(t, err)
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
		"a player twice":    func(b map[string]any) { seat(b)["address"] = southAt },
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
		check(t, err)
		if _, err := to.load(forged); err == nil || to.there() {
			t.Errorf("%s: loaded", name)
		}
		if strings.ContainsAny(fmt.Sprint(err), "\x1b") {
			t.Errorf("%s: %q", name, err)
		}
	}
	check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: southAt, Name: "South", Language: "en", TimeZone: "UTC"}))
	for _, key := range []*mail.Signer{people()["south"].ssh, people()["south"].pgp} {
		_, err = to.Keys.AddKey(t.Context(), southAt, "", []byte(key.Public().Text))
		check(t, err)
	}
	text := fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", from.game, from.Signer.Public().Fingerprint, to.Post.Address)
	to.receive(letter(southAt, sign(t, people()["south"].ssh, text, to.now)))
	// Who plays rules not, whatever the other club says.
	forged, err := forgedBundle(from.Host, file, to.Signer, func(b map[string]any) { b["referee"] = southAt })
	check(t, err)
	_, err = to.load(forged)
	check(t, err)
	to.view(func(tx store.ReadTx) error {
		game, err := tx.Game(from.game)
		if game.Referee != "" {
			t.Errorf("%s plays, and is the referee", game.Referee)
		}
		return err
	})
	if err := to.Seats.AddPlayer(t.Context(), store.Player{Address: "x@example.org", Name: "A\nB", Language: "en", TimeZone: "UTC"}); !errors.As(err, new(*play.SettingError)) {
		t.Errorf("entered by hand: %v", err)
	}
}
