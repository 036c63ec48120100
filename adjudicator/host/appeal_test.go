package host_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/store"
	"keryx/templates"
)

// secondAt is where a second referee reads his mail.
func secondAt() string { return people()["mallory"].address }

// judged is a club with two referees without a part in its game; the first rules.
func judged(t *testing.T, change ...settings) *club {
	c := overseen(t, change...)
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: secondAt(), Name: "Mallory", Language: "en", TimeZone: "UTC"}))
	_, err := c.Keys.AddKey(t.Context(), secondAt(), "", []byte(people()["mallory"].ssh.Public().Text))
	check(t, err)
	check(t, c.Claims.AddReferee(t.Context(), secondAt(), ""))
	c.sent()
	return c
}

// decides sends a ruling of the second referee, and returns what everybody is told.
func (c *club) decides(lines string, want store.InboxState) string {
	c.t.Helper()
	c.sent()
	file := "game " + c.game + "\n" + strings.ReplaceAll(lines, " / ", "\n") + "\n"
	if row := c.receive(letter(secondAt(), c.signed("mallory", file))); row.State != want {
		c.t.Fatalf("%q: %s (%s), want %s", lines, row.State, row.Reason, want)
	}
	return c.everybody()
}

// everybody is what everybody has been told since.
func (c *club) everybody() (said string) {
	c.t.Helper()
	for _, m := range c.sent() {
		said += m.Recipient + ": " + flat(text(c.t, m)) + "\n"
	}
	return said
}

// A ruling is appealed once and within its days, holds the deadline, and is decided by a referee
// who did not give it; that is the last word, and the ledger has all of it.
func TestAppeal(t *testing.T) {
	c := judged(t)
	c.known = 0
	var mails []store.OutboxMail
	c.keep(&mails)
	c.now = c.now.Add(24 * time.Hour)
	file := "game " + c.game + "\nruling\nreason North is late.\nextend north until 2026-11-24 18:00\n"
	if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != store.Command {
		t.Fatal(row.State, row.Reason)
	}
	fresh := c.sent()
	mails = append(mails, fresh...)
	ruled := len(c.entries())
	wants(t, flat(text(t, fresh[0]))+flat(text(t, fresh[1])), "you can appeal against it once, until")
	left := c.seat("north").Deadline.Sub(c.now)

	for lines, want := range map[string]string{
		"appeal: it is not fair":    "does not say which ruling",
		"appeal 1: it is not fair":  "is not a ruling of a referee",
		"appeal 99: it is not fair": "is not a ruling of a referee",
		"appel contre entry 2 :":    "is not a ruling",
	} {
		wants(t, c.requests("north", northAt, "game "+c.game+"\n"+lines+"\n"), want, "These can be appealed: 4")
	}
	wants(t, c.requests("north", northAt, "appeal 4:\n"), "gives no reason", "“appeal 4: ...”")

	said := c.requests("north", northAt, "game "+c.game+"\nappeal against entry 4: the storm of the 22nd\nis not my fault\n")
	wants(t, said, secondAt()+": ", "the storm of the 22nd", "is not my fault", "North is late.", "“dismiss 1” confirms the ruling",
		thirdAt+": ", "appeals against your ruling", southAt+": ", "has appealed against the ruling in entry 4",
		northAt+": ", "A referee who did not give that ruling will decide", "Your deadline is on hold")
	e := c.entries()
	if last := e[len(e)-1]; last.Kind != string(adjudicator.Appealed) || last.Side != "north" || len(e) != ruled+1 || strings.Contains(string(last.Body), "storm") {
		t.Errorf("the entry of the appeal: %+v", last)
	}
	wants(t, c.requests("south", southAt, "appeal 4: me too\n"), "has already been appealed, in entry 5")
	c.now = c.now.Add(4 * calendar.Day)
	c.sweep()
	said = c.everybody()
	wants(t, said, secondAt()+": ", "has waited for an answer")
	if strings.Contains(said, thirdAt+": An appeal") || c.seat("north").Reminded != nil {
		t.Errorf("the referee who gave the ruling is reminded of the appeal, or who has appealed is late:\n%s", said)
	}

	wants(t, c.rules("ruling / dismiss 1 / reason I was right.", store.Faulty), "against your own ruling", "The other referees have been notified")
	wants(t, c.rules("ruling / on appeal 1 / extend north until 2026-12-24 / reason I was right.", store.Faulty), "against your own ruling")
	wants(t, c.decides("ruling / on appeal 2 / extend north until 2026-12-24 / reason x", store.Faulty), "No open appeal has the number", "Open: 1")
	wants(t, c.decides("ruling / on appeal 1 / dismiss 1 / reason x", store.Faulty), "end an appeal by themselves")
	wants(t, c.decides("ruling / on appeal 1 / extend north until 2026-12-24 18:00", store.Faulty), "A ruling needs a reason")
	wants(t, c.decides("ruling / on appeal 1 / extend north until 2026-12-24 18:00"+strings.Repeat(" / reason "+strings.Repeat("long ", 20), 25), store.Faulty), "The reason is longer than")
	file = "game " + c.game + "\nruling\nreason The storm was real.\non appeal 1\nextend north until 2026-12-24 18:00\n"
	if row := c.receive(letter(secondAt(), c.signed("mallory", file))); row.State != store.Command {
		t.Fatal(row.State, row.Reason)
	}
	fresh = c.sent()
	mails = append(mails, fresh...)
	said = ""
	for _, m := range fresh {
		said += m.Recipient + ": " + flat(text(t, m)) + "\n"
	}
	wants(t, said, northAt, southAt, "The storm was real.", "Appeal number 1 of North is upheld. What follows replaces the ruling in entry 4")
	if strings.Contains(said, "you can appeal") {
		t.Errorf("the last word could be appealed:\n%s", said)
	}
	if at := *c.seat("north").Deadline; !at.Equal(instant(t, "2026-12-24T18:00:00Z")) && !at.Equal(instant(t, "2026-12-24T17:00:00Z")) || left <= 0 {
		t.Errorf("deadline %s", at)
	}
	wants(t, c.requests("south", southAt, "appeal 6: no\n"), "was given on an appeal, and is final")
	c.known = 0
	c.keep(&mails)
	c.replays()
	c.play(2)
	c.keep(&mails)
	c.replays()
	verifies(t, mails)
}

// Too late is too late; what a later ruling has given up cannot be appealed; an appeal goes with
// the ruling that it is against.
func TestAppealTooLate(t *testing.T) {
	c := judged(t)
	c.Rules.Referee.Appeals.Duration = 2 * calendar.Day
	c.rules("ruling / extend north until 2026-12-20 / reason x", store.Command)
	c.now = c.now.Add(2*calendar.Day + time.Second)
	wants(t, c.requests("north", northAt, "appeal 4: late\n"), "could be appealed until", "2 days after it", "referee: ...")
	c.rules("ruling / extend north until 2026-12-21 / reason y", store.Command)
	c.requests("north", northAt, "appeal 5: in time\n")
	wants(t, c.rules("ruling / back to 3 / reason z", store.Faulty), "Nothing has been played")
	c.order("north", "bid 2")
	said := c.rules("ruling / back to 3 / reason z", store.Command)
	wants(t, said, "Appeal number 1 of North is closed")
	wants(t, c.requests("north", northAt, "appeal 5: again\n"), "was itself undone")
	wants(t, c.decides("ruling / dismiss 1 / reason x", store.Faulty), "No open claim or appeal has the number")
	c.replays()
}

// A game that a ruling has ended is appealed as any, and the second referee opens it again or
// lets it be.
func TestAppealAgainstTheEnd(t *testing.T) {
	for _, reopens := range []bool{false, true} {
		c := judged(t)
		c.known = 0
		var mails []store.OutboxMail
		c.order("north", "bid 2")
		c.keep(&mails)
		file := "game " + c.game + "\nruling\nreason Enough.\nadjudge south total\n"
		if row := c.receive(letter(thirdAt, c.signed("third", file))); row.State != store.Command {
			t.Fatal(row.State, row.Reason)
		}
		fresh := c.sent()
		mails = append(mails, fresh...)
		var entry string
		for _, m := range fresh {
			if said := flat(text(t, m)); m.Recipient == northAt {
				_, rest, _ := strings.Cut(said, "“appeal ")
				entry, _, _ = strings.Cut(rest, ":")
			}
		}
		said := c.requests("north", northAt, "game "+c.game+"\nappel "+entry+" : j'allais gagner\n")
		wants(t, said, secondAt()+": ", "j’allais gagner", "against the ruling in entry "+entry)
		if !reopens {
			said = c.decides("ruling / dismiss 1 / reason You were not.", store.Command)
			wants(t, said, northAt+": ", southAt+": ", "You were not.", "is dismissed: the ruling in entry "+entry, "which is over")
		} else {
			said = c.decides("ruling / on appeal 1 / back to 3 / reason You were.", store.Command)
			wants(t, said, northAt+": ", southAt+": ", "replaces the ruling in entry "+entry, "Its result is withdrawn")
			if strings.Contains(said, "number 1 of North is closed") {
				t.Errorf("what is decided is told to be closed:\n%s", said)
			}
		}
		c.known = 0
		c.keep(&mails)
		if reopens {
			c.play(3)
			c.keep(&mails)
			c.replays()
		}
		verifies(t, mails)
	}
}

// What comes after the end of a game changes nothing of it: those who watch it are told that it is
// over, the archive has its result, and its copy can be loaded.
func TestAppealLeavesTheEnd(t *testing.T) {
	for _, dismissed := range []bool{false, true} {
		c := judged(t, watchedGame(play.ObservedByAll, time.Hour)).withKey("old")
		at := c.join("relief")
		c.asks("relief", "observer "+c.game, store.Command)
		c.playScript(strings.Join(strings.Split(shooting, "\n")[:6], "\n"), func(int) {})
		c.rules("ruling / adjudge south strategic / reason Enough.", store.Command)
		ended := c.now
		c.now = c.now.Add(10 * time.Minute)
		c.requests("north", northAt, fmt.Sprintf("game %s\nappeal %d: no\n", c.game, len(c.entries())-2))
		if dismissed {
			c.decides("ruling / dismiss 1 / reason Yes.", store.Command)
		}
		if last := c.entries()[len(c.entries())-1]; last.Kind == string(adjudicator.Ended) || c.status() != store.Ended {
			t.Fatalf("the last entry is %s, the game is %s", last.Kind, c.status())
		}
		c.now = c.now.Add(time.Hour)
		all := c.lettersTo(at)
		if len(all) != 1 {
			t.Fatalf("to who watches: %v", kinds(all))
		}
		wants(t, flat(text(t, all[0])), "La partie que vous observez est finie")
		if all := c.lettersTo(at); len(all) != 0 {
			t.Errorf("once more: %v", kinds(all))
		}
		shown, err := c.Watchers.Recount(t.Context(), c.game, nil)
		if err != nil || shown.Result == nil || shown.Result.Winner != 1 || !shown.Ended.Equal(ended) {
			t.Errorf("the archive has the result %+v of %s: %v", shown.Result, shown.Ended, err)
		}
		file, err := c.export(nil)
		check(t, err)
		to := openClub(t).withKey("new")
		to.now = c.now
		if got, err := to.load(file); err != nil || !got.Ended {
			t.Errorf("its copy: %+v: %v", got, err)
		}
		if dismissed {
			continue
		}
		// Opened again it has no end any more.
		c.decides("ruling / on appeal 1 / back to 3 / reason No.", store.Command)
		if shown, err = c.Watchers.Recount(t.Context(), c.game, nil); err != nil || shown.Result != nil || !shown.Ended.IsZero() {
			t.Errorf("opened again the archive has the result %+v of %s: %v", shown.Result, shown.Ended, err)
		}
		to = openClub(t).withKey("third")
		to.now = c.now
		file, err = c.export(to.receiver())
		check(t, err)
		if got, err := to.load(file); err != nil || got.Ended {
			t.Errorf("given to another club: %+v: %v", got, err)
		}
	}
}

// Where nobody else may rule, the person who runs the server names somebody, who is told then.
func TestAppealWithoutSecondReferee(t *testing.T) {
	c := overseen(t)
	said := c.rules("ruling / extend north until 2026-11-24 18:00 / reason x", store.Command)
	if strings.Contains(said, "you can appeal") {
		t.Errorf("an appeal that nobody could decide is offered:\n%s", said)
	}
	wants(t, c.requests("north", northAt, "appeal 4: no\n"), "there is no second referee")
	c.Rules.Operator = "operator@example.org"
	c.now = c.now.Add(time.Minute)
	said = c.requests("north", northAt, "appeal 4: no, really\n")
	wants(t, said, "operator@example.org: ", "keryx referee add ADDRESS --game "+c.game, "There is no second referee yet", thirdAt+": ")
	check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: secondAt(), Name: "Mallory", Language: "fr", TimeZone: "UTC"}))
	check(t, c.Claims.AddReferee(t.Context(), secondAt(), c.game))
	wants(t, c.everybody(), secondAt()+": ", "Tout arbitre qui n’a pas pris cette décision tranche", "no, really")
	ruled, err := c.Rulings.Rule(t.Context(), c.game, secondAt(), "ruling\nreason No.\ndismiss 1\n")
	check(t, err)
	wants(t, strings.Join(ruled.Reads(0), "\n"), "is dismissed")
	// Without a key of his own he is known as who gave that.
	ruled, err = c.Rulings.Rule(t.Context(), c.game, secondAt(), "ruling\nreason So.\nextend north until 2026-12-01\n")
	check(t, err)
	c.requests("north", northAt, "game "+c.game+"\nappeal 7: too long\n")
	_, err = c.Rulings.Rule(t.Context(), c.game, secondAt(), "ruling\nreason No.\ndismiss 2\n")
	if err == nil || !strings.Contains(err.Error(), "your own ruling") || ruled.Entry != 7 {
		t.Errorf("entry %d, and its author decides the appeal: %v", ruled.Entry, err)
	}
	c.replays()
}

// An appeal stands below the orders of a file, or alone in a mail of words, and is taken with the
// rest or not at all.
func TestAppealSection(t *testing.T) {
	c := judged(t)
	c.rules("ruling / extend south until 2026-12-20 / reason x", store.Command)
	file := c.orders("north", "bid 2") + "appeal\n99 not fair\n"
	if row := c.receive(letter(northAt, c.signed("north", file))); row.State != store.Faulty {
		t.Errorf("an appeal against nothing: %s", row.State)
	}
	wants(t, c.everybody(), "Your appeal has reached nobody", "is not a ruling of a referee")
	file = c.orders("north", "bid 2") + "appeal\n4 not fair\nto me\n"
	if row := c.receive(letter(northAt, c.signed("north", file))); row.State != store.Accepted {
		t.Fatal(row.State, row.Reason)
	}
	wants(t, c.everybody(), secondAt()+": ", "not fair", "to me", "YOUR APPEAL IN", southAt+": North has appealed")
	c.replays()
	wants(t, c.decides("ruling / uphold 1 / reason It was not.", store.Command), "Appeal number 1 of North is upheld: the ruling in entry 4")
	c.now = c.now.Add(time.Minute)
	c.rules("ruling / extend south until 2026-12-21 / reason x", store.Command)
	n := len(c.entries())
	file = "game " + c.game + "\nclaim\nthe map is wrong\nappeal\n" + fmt.Sprint(n) + ": not fair\n"
	if row := c.receive(letter(southAt, c.signed("south", file))); row.State != store.Command {
		t.Fatal(row.State, row.Reason)
	}
	wants(t, c.everybody(), "YOUR CLAIM IN", "YOUR APPEAL IN", "the map is wrong")
	c.replays()
}

// Who decides on his own ruling, decides twice, or appeals against what is no ruling, is found by
// both verifiers, even where every hash fits.
func TestForgedAppeals(t *testing.T) {
	c := judged(t)
	c.known = 0
	var mails []store.OutboxMail
	send := func(name, from, lines string) {
		t.Helper()
		if row := c.receive(letter(from, c.signed(name, "game "+c.game+"\n"+lines))); row.State != store.Command {
			t.Fatal(row.State, row.Reason)
		}
	}
	send("third", thirdAt, "ruling\nreason x\nextend north until 2026-12-20\n")
	send("third", thirdAt, "ruling\nreason x\nextend south until 2026-12-20\n")
	send("north", northAt, "appeal 4: no\n")
	send("south", southAt, "appeal 5: no\n")
	send("mallory", secondAt(), "ruling\nreason y\ndismiss 1\n")
	send("mallory", secondAt(), "ruling\nreason y\nuphold 2\n")
	c.play(2)
	c.keep(&mails)
	all := append(proofs(t, reports(mails), northAt), proofs(t, reports(mails), southAt)...)
	texts := asText(forged(all, func(*templates.ProofEntry) {}))
	if said, holds := otherHand(t, texts); !holds || ourVerdict(texts) != nil {
		t.Fatalf("what was not changed: %v; the other's: %s", ourVerdict(texts), said)
	}
	first, second := people()["third"].ssh.Public().Fingerprint, people()["mallory"].ssh.Public().Fingerprint
	for what, change := range map[string]func(e *templates.ProofEntry){
		"the same referee": func(e *templates.ProofEntry) {
			e.Body = bytes.ReplaceAll(e.Body, []byte(second), []byte(first))
		},
		"a second decision":           func(e *templates.ProofEntry) { rewrite(e, adjudicator.Ruling, "appeal", 7, 6) },
		"no such appeal":              func(e *templates.ProofEntry) { rewrite(e, adjudicator.Ruling, "appeal", 7, 2) },
		"a second appeal":             func(e *templates.ProofEntry) { rewrite(e, adjudicator.Appealed, "entry", 5, 4) },
		"an appeal against no ruling": func(e *templates.ProofEntry) { rewrite(e, adjudicator.Appealed, "entry", 5, 2) },
	} {
		texts := asText(forged(all, change))
		ours := ourVerdict(texts)
		said, holds := otherHand(t, texts)
		if ours == nil || !strings.Contains(ours.Error(), "ledger entry") || holds || !strings.Contains(said, "entry ") {
			t.Errorf("%s: our verdict %v, the other's: %s", what, ours, said)
		}
	}
}
