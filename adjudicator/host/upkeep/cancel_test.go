package upkeep_test

import (
	"errors"
	"keryx/adjudicator/host/club"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

// A game made by mistake is taken back while its letters wait, and nobody hears of it.
func TestCancelGame(t *testing.T) {
	c := hosttest.NewClub(t)
	hosttest.Check(t, c.Upkeep.CancelGame(t.Context(), c.Game, "the wrong player"))
	sent, err := c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { t.Error("a letter left"); return nil }))
	if err != nil || sent != 0 {
		t.Errorf("%d letters left: %v", sent, err)
	}
	status, err := c.Answers.Status(t.Context(), c.Game)
	hosttest.Check(t, err)
	if status.Cancelled != "the wrong player" || status.Game.Status != store.Ended || status.Seats[0].Player != "" || status.Seats[0].Deadline != nil {
		t.Errorf("it stands at %+v", status)
	}
	if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
		t.Errorf("its ledger: %v", err)
	}
	if err := c.Upkeep.CancelGame(t.Context(), c.Game, "again"); !errors.Is(err, upkeep.ErrBegun) {
		t.Errorf("twice: %v", err)
	}
	if next := c.NewGame(); next == c.Game {
		t.Error("its number was given again")
	}
	if err := c.Upkeep.CancelGame(t.Context(), "ford-99", ""); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such game: %v", err)
	}
}

// A game that somebody may have heard of is not cancelled.
func TestCancelNoGameThatHasBegun(t *testing.T) {
	temporary := &wire.SendError{Kind: wire.ErrTemporary, Stage: wire.StageData, Err: errors.New("lost")}
	for name, begin := range map[string]func(c *hosttest.Club){
		"a letter was sent":  func(c *hosttest.Club) { deliver(c, nil) },
		"a letter was tried": func(c *hosttest.Club) { deliver(c, temporary) },
		"orders have come":   func(c *hosttest.Club) { c.Order("north", "bid 1") },
		"a letter is being sent": func(c *hosttest.Club) {
			c.Change(func(tx store.Tx) error {
				_, _, err := tx.ClaimOutbox(c.Time, time.Minute, time.Minute)
				return err
			})
		},
	} {
		c := hosttest.NewClub(t)
		begin(c)
		before := c.World()
		if err := c.Upkeep.CancelGame(t.Context(), c.Game, "x"); !errors.Is(err, upkeep.ErrBegun) {
			t.Errorf("%s: %v", name, err)
		}
		c.Unmoved(before)
	}
}

// A game whose letters wait in a copy of the database may have been heard of all the same:
// what was sent after the copy was made, the copy does not know. It is not said to have
// been played.
func TestCancelNoGameOfAnOlderCopy(t *testing.T) {
	c := hosttest.NewClub(t)
	_, err := c.Recovery.Discard(t.Context(), nil)
	hosttest.Check(t, err)
	before := c.World()
	err = c.Upkeep.CancelGame(t.Context(), c.Game, "x")
	if !errors.Is(err, upkeep.ErrBegun) || strings.Contains(err.Error(), "played") ||
		!strings.Contains(err.Error(), "put back to an older copy on "+c.Time.UTC().Format("2006-01-02 15:04 MST")) {
		t.Errorf("it is refused with: %v", err)
	}
	c.Unmoved(before)
	// One that is made after that is nobody's yet.
	hosttest.Check(t, c.Upkeep.CancelGame(t.Context(), c.NewGame(), "x"))
}

func deliver(c *hosttest.Club, result error) {
	c.T.Helper()
	_, err := c.Outbox.Flush(c.T.Context(), hosttest.Carrying(func() error { return result }))
	hosttest.Check(c.T, err)
}

// Whoever has no key that signs for his seat is told in his first letter how to register
// one, in his language; nobody else is.
func TestFirstLetterToAPlayerWithoutAKey(t *testing.T) {
	for lang, want := range map[string]string{"en": "keryx register 1\n", "fr": "keryx enregistrer 1\n"} {
		c := hosttest.NewClub(t)
		hosttest.Keyless(c, "north")
		_, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{Language: &lang})
		hosttest.Check(t, err)
		c.Game = c.NewGame()
		keyless, err := c.Upkeep.Keyless(t.Context(), c.Game)
		hosttest.Check(t, err)
		if len(keyless) != 1 || keyless[0].Side != "north" {
			t.Errorf("without a key: %v", keyless)
		}
		for _, m := range c.Sent() {
			body := hosttest.TextOf(t, m)
			if told := strings.Contains(body, want) && strings.Contains(body, hosttest.NorthAt); told != (m.Recipient == hosttest.NorthAt) {
				t.Errorf("%s, to %s: told %t", lang, m.Recipient, told)
			}
		}
	}
}

// Every address that is registered can be written to; others are refused at once, whoever
// they are for.
func TestOneRuleForAddresses(t *testing.T) {
	c := hosttest.NewClub(t)
	for _, address := range []string{"anna", "anna@", "änna@club.example", "anna@clüb.example", "\"an na\"@club.example", "anna@[127.0.0.1]", "a,b@club.example"} {
		var wrong *club.SettingError
		if err := c.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: "Anna", Language: "en", TimeZone: "UTC"}); !errors.As(err, &wrong) {
			t.Errorf("player %q: %v", address, err)
		}
		if _, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{Address: &address}); !errors.As(err, &wrong) {
			t.Errorf("moved to %q: %v", address, err)
		}
		for _, change := range []hosttest.Setting{func(n *post.NewGame) { n.Referee = address }, func(n *post.NewGame) { n.Seats["north"] = address }} {
			n := post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt}}
			change(&n)
			if _, err := c.Upkeep.Create(t.Context(), n); !errors.As(err, &wrong) {
				t.Errorf("a game with %q: %v", address, err)
			}
		}
	}
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "anna@xn--clb-hoa.example", Name: "Anna", Language: "en", TimeZone: "UTC"}))
	_, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en", Referee: "nobody@club.example",
		Seats: map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt}})
	if err == nil || !strings.Contains(err.Error(), "keryx player add nobody@club.example") {
		t.Errorf("an unregistered referee: %v", err)
	}
}

// What answers a mail about keys stands under it.
func TestAnswersAboutKeysAreThreaded(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	fresh := hosttest.NewSigner("fresh", mail.SSH)
	for name, raw := range map[string][]byte{
		"by a new key":    hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, fresh, "keryx register 1\n", e.Club.Time)),
		"by a key in use": hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["north"].SSH, "keryx register 1\n", e.Club.Time)),
	} {
		e.Club.Receive(raw)
		id := strings.TrimSpace(strings.SplitN(strings.SplitN(string(raw), "Message-ID:", 2)[1], "\r\n", 2)[0])
		mails := e.Club.Sent()
		if len(mails) != 1 || !strings.Contains(string(mails[0].Raw), "In-Reply-To: "+id) {
			t.Errorf("%s: no answer to %s", name, id)
		}
	}
	e.Club.Receive(hosttest.Letter("mallory@example.net", hosttest.Sign(t, hosttest.NewSigner("other", mail.SSH), "keryx register 1\naddress "+hosttest.NorthAt+"\n", e.Club.Time)))
	if mails := e.Club.Sent(); len(mails) != 1 || strings.Contains(string(mails[0].Raw), "In-Reply-To") {
		t.Errorf("a stranger's mail is named to a player")
	}
}
