package host_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

// A game made by mistake is taken back while its letters wait, and nobody hears of it.
func TestCancelGame(t *testing.T) {
	c := newClub(t)
	check(t, c.Upkeep.CancelGame(t.Context(), c.game, "the wrong player"))
	sent, err := c.Outbox.Flush(t.Context(), carrying(func() error { t.Error("a letter left"); return nil }))
	if err != nil || sent != 0 {
		t.Errorf("%d letters left: %v", sent, err)
	}
	status, err := c.Answers.Status(t.Context(), c.game)
	check(t, err)
	if status.Cancelled != "the wrong player" || status.Game.Status != store.Ended || status.Seats[0].Player != "" || status.Seats[0].Deadline != nil {
		t.Errorf("it stands at %+v", status)
	}
	if _, err := c.Games.Replay(t.Context(), c.game); err != nil {
		t.Errorf("its ledger: %v", err)
	}
	if err := c.Upkeep.CancelGame(t.Context(), c.game, "again"); !errors.Is(err, upkeep.ErrBegun) {
		t.Errorf("twice: %v", err)
	}
	if next := c.found(); next == c.game {
		t.Error("its number was given again")
	}
	if err := c.Upkeep.CancelGame(t.Context(), "ford-99", ""); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such game: %v", err)
	}
}

// A game that somebody may have heard of is not cancelled.
func TestCancelNoGameThatHasBegun(t *testing.T) {
	temporary := &wire.SendError{Kind: wire.ErrTemporary, Stage: wire.StageData, Err: errors.New("lost")}
	for name, begin := range map[string]func(c *club){
		"a letter was sent":  func(c *club) { c.deliver(nil) },
		"a letter was tried": func(c *club) { c.deliver(temporary) },
		"orders have come":   func(c *club) { c.order("north", "bid 1") },
		"a letter is being sent": func(c *club) {
			c.update(func(tx store.Tx) error {
				_, _, err := tx.ClaimOutbox(c.now, time.Minute, time.Minute)
				return err
			})
		},
	} {
		c := newClub(t)
		begin(c)
		before := c.world()
		if err := c.Upkeep.CancelGame(t.Context(), c.game, "x"); !errors.Is(err, upkeep.ErrBegun) {
			t.Errorf("%s: %v", name, err)
		}
		c.unmoved(before)
	}
}

// A game whose letters wait in a copy of the database may have been heard of all the same:
// what was sent after the copy was made, the copy does not know. It is not said to have
// been played.
func TestCancelNoGameOfAnOlderCopy(t *testing.T) {
	c := newClub(t)
	_, err := c.Recovery.Discard(t.Context(), nil)
	check(t, err)
	before := c.world()
	err = c.Upkeep.CancelGame(t.Context(), c.game, "x")
	if !errors.Is(err, upkeep.ErrBegun) || strings.Contains(err.Error(), "played") ||
		!strings.Contains(err.Error(), "put back to an older copy on "+c.now.UTC().Format("2006-01-02 15:04 MST")) {
		t.Errorf("it is refused with: %v", err)
	}
	c.unmoved(before)
	// One that is made after that is nobody's yet.
	check(t, c.Upkeep.CancelGame(t.Context(), c.found(), "x"))
}

func (c *club) deliver(result error) {
	c.t.Helper()
	_, err := c.Outbox.Flush(c.t.Context(), carrying(func() error { return result }))
	check(c.t, err)
}

// Whoever has no key that signs for his seat is told in his first letter how to register
// one, in his language; nobody else is.
func TestFirstLetterToAPlayerWithoutAKey(t *testing.T) {
	for lang, want := range map[string]string{"en": "keryx register 1\n", "fr": "keryx enregistrer 1\n"} {
		c := newClub(t)
		c.keyless("north")
		_, err := c.Seats.ChangePlayer(t.Context(), northAt, seating.PlayerChange{Language: &lang})
		check(t, err)
		c.game = c.found()
		keyless, err := c.Upkeep.Keyless(t.Context(), c.game)
		check(t, err)
		if len(keyless) != 1 || keyless[0].Side != "north" {
			t.Errorf("without a key: %v", keyless)
		}
		for _, m := range c.sent() {
			body := text(t, m)
			if told := strings.Contains(body, want) && strings.Contains(body, northAt); told != (m.Recipient == northAt) {
				t.Errorf("%s, to %s: told %t", lang, m.Recipient, told)
			}
		}
	}
}

// Every address that is registered can be written to; others are refused at once, whoever
// they are for.
func TestOneRuleForAddresses(t *testing.T) {
	c := newClub(t)
	for _, address := range []string{"anna", "anna@", "änna@club.example", "anna@clüb.example", "\"an na\"@club.example", "anna@[127.0.0.1]", "a,b@club.example"} {
		var wrong *play.SettingError
		if err := c.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: "Anna", Language: "en", TimeZone: "UTC"}); !errors.As(err, &wrong) {
			t.Errorf("player %q: %v", address, err)
		}
		if _, err := c.Seats.ChangePlayer(t.Context(), northAt, seating.PlayerChange{Address: &address}); !errors.As(err, &wrong) {
			t.Errorf("moved to %q: %v", address, err)
		}
		for _, change := range []settings{func(n *post.NewGame) { n.Referee = address }, func(n *post.NewGame) { n.Seats["north"] = address }} {
			n := post.NewGame{Ruleset: "ford", AnswerTime: answerTime, Language: "en", Seats: map[string]string{"north": northAt, "south": southAt}}
			change(&n)
			if _, err := c.Upkeep.Create(t.Context(), n); !errors.As(err, &wrong) {
				t.Errorf("a game with %q: %v", address, err)
			}
		}
	}
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: "anna@xn--clb-hoa.example", Name: "Anna", Language: "en", TimeZone: "UTC"}))
	_, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: answerTime, Language: "en", Referee: "nobody@club.example",
		Seats: map[string]string{"north": northAt, "south": southAt}})
	if err == nil || !strings.Contains(err.Error(), "keryx player add nobody@club.example") {
		t.Errorf("an unregistered referee: %v", err)
	}
}

// What answers a mail about keys stands under it.
func TestAnswersAboutKeysAreThreaded(t *testing.T) {
	e := newEnrolling(t)
	fresh := newSigner("fresh", mail.SSH)
	for name, raw := range map[string][]byte{
		"by a new key":    letter(northAt, sign(t, fresh, "keryx register 1\n", e.club.now)),
		"by a key in use": letter(northAt, sign(t, people()["north"].ssh, "keryx register 1\n", e.club.now)),
	} {
		e.club.receive(raw)
		id := strings.TrimSpace(strings.SplitN(strings.SplitN(string(raw), "Message-ID:", 2)[1], "\r\n", 2)[0])
		mails := e.club.sent()
		if len(mails) != 1 || !strings.Contains(string(mails[0].Raw), "In-Reply-To: "+id) {
			t.Errorf("%s: no answer to %s", name, id)
		}
	}
	e.club.receive(letter("mallory@example.net", sign(t, newSigner("other", mail.SSH), "keryx register 1\naddress "+northAt+"\n", e.club.now)))
	if mails := e.club.sent(); len(mails) != 1 || strings.Contains(string(mails[0].Raw), "In-Reply-To") {
		t.Errorf("a stranger's mail is named to a player")
	}
}
