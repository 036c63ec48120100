package rulings_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/store"
	"keryx/templates"
)

// A ruling is appealed once and within its days, holds the deadline, and is decided by a referee
// who did not give it; that is the last word, and the ledger has all of it.
func TestAppeal(t *testing.T) {
	c := hosttest.Judged(t)
	c.Known = 0
	var mails []store.OutboxMail
	c.Keep(&mails)
	c.Time = c.Time.Add(24 * time.Hour)
	file := "game " + c.Game + "\nruling\nreason North is late.\nextend north until 2026-11-24 18:00\n"
	if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
		t.Fatal(row.State, row.Reason)
	}
	fresh := c.Sent()
	mails = append(mails, fresh...)
	ruled := len(c.Ledger())
	hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, fresh[0]))+hosttest.Flat(hosttest.TextOf(t, fresh[1])), "you can appeal against it once, until")
	left := c.Seat("north").Deadline.Sub(c.Time)

	for lines, want := range map[string]string{
		"appeal: it is not fair":    "does not say which ruling",
		"appeal 1: it is not fair":  "is not a ruling of a referee",
		"appeal 99: it is not fair": "is not a ruling of a referee",
		"appel contre entry 2 :":    "is not a ruling",
	} {
		hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\n"+lines+"\n"), want, "These can be appealed: 4")
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "appeal 4:\n"), "gives no reason", "“appeal 4: ...”")

	said := c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nappeal against entry 4: the storm of the 22nd\nis not my fault\n")
	hosttest.Wants(t, said, hosttest.SecondAt()+": ", "the storm of the 22nd", "is not my fault", "North is late.", "“dismiss 1” confirms the ruling",
		hosttest.ThirdAt+": ", "appeals against your ruling", hosttest.SouthAt+": ", "has appealed against the ruling in entry 4",
		hosttest.NorthAt+": ", "A referee who did not give that ruling will decide", "Your deadline is on hold")
	e := c.Ledger()
	if last := e[len(e)-1]; last.Kind != string(adjudicator.Appealed) || last.Side != "north" || len(e) != ruled+1 || strings.Contains(string(last.Body), "storm") {
		t.Errorf("the entry of the appeal: %+v", last)
	}
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "appeal 4: me too\n"), "has already been appealed, in entry 5")
	c.Time = c.Time.Add(4 * calendar.Day)
	c.SweepNow()
	said = c.Everybody()
	hosttest.Wants(t, said, hosttest.SecondAt()+": ", "has waited for an answer")
	if strings.Contains(said, hosttest.ThirdAt+": An appeal") || c.Seat("north").Reminded != nil {
		t.Errorf("the referee who gave the ruling is reminded of the appeal, or who has appealed is late:\n%s", said)
	}

	hosttest.Wants(t, c.Rule("ruling / dismiss 1 / reason I was right.", store.Faulty), "against your own ruling", "The other referees have been notified")
	hosttest.Wants(t, c.Rule("ruling / on appeal 1 / extend north until 2026-12-24 / reason I was right.", store.Faulty), "against your own ruling")
	hosttest.Wants(t, c.SecondRules("ruling / on appeal 2 / extend north until 2026-12-24 / reason x", store.Faulty), "No open appeal has the number", "Open: 1")
	hosttest.Wants(t, c.SecondRules("ruling / on appeal 1 / dismiss 1 / reason x", store.Faulty), "end an appeal by themselves")
	hosttest.Wants(t, c.SecondRules("ruling / on appeal 1 / extend north until 2026-12-24 18:00", store.Faulty), "A ruling needs a reason")
	hosttest.Wants(t, c.SecondRules("ruling / on appeal 1 / extend north until 2026-12-24 18:00"+strings.Repeat(" / reason "+strings.Repeat("long ", 20), 25), store.Faulty), "The reason is longer than")
	file = "game " + c.Game + "\nruling\nreason The storm was real.\non appeal 1\nextend north until 2026-12-24 18:00\n"
	if row := c.Receive(hosttest.Letter(hosttest.SecondAt(), c.Signed("mallory", file))); row.State != store.Command {
		t.Fatal(row.State, row.Reason)
	}
	fresh = c.Sent()
	mails = append(mails, fresh...)
	said = ""
	for _, m := range fresh {
		said += m.Recipient + ": " + hosttest.Flat(hosttest.TextOf(t, m)) + "\n"
	}
	hosttest.Wants(t, said, hosttest.NorthAt, hosttest.SouthAt, "The storm was real.", "Appeal number 1 of North is upheld. What follows replaces the ruling in entry 4")
	if strings.Contains(said, "you can appeal") {
		t.Errorf("the last word could be appealed:\n%s", said)
	}
	if at := *c.Seat("north").Deadline; !at.Equal(hosttest.Instant(t, "2026-12-24T18:00:00Z")) && !at.Equal(hosttest.Instant(t, "2026-12-24T17:00:00Z")) || left <= 0 {
		t.Errorf("deadline %s", at)
	}
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "appeal 6: no\n"), "was given on an appeal, and is final")
	c.Known = 0
	c.Keep(&mails)
	c.Replays()
	c.Play(2)
	c.Keep(&mails)
	c.Replays()
	hosttest.Verifies(t, mails)
}

// Too late is too late; what a later ruling has given up cannot be appealed; an appeal goes with
// the ruling that it is against.
func TestAppealTooLate(t *testing.T) {
	c := hosttest.Judged(t)
	c.Rules.Referee.Appeals.Duration = 2 * calendar.Day
	c.Rule("ruling / extend north until 2026-12-20 / reason x", store.Command)
	c.Time = c.Time.Add(2*calendar.Day + time.Second)
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "appeal 4: late\n"), "could be appealed until", "2 days after it", "referee: ...")
	c.Rule("ruling / extend north until 2026-12-21 / reason y", store.Command)
	c.Requests("north", hosttest.NorthAt, "appeal 5: in time\n")
	hosttest.Wants(t, c.Rule("ruling / back to 3 / reason z", store.Faulty), "Nothing has been played")
	c.Order("north", "bid 2")
	said := c.Rule("ruling / back to 3 / reason z", store.Command)
	hosttest.Wants(t, said, "Appeal number 1 of North is closed")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "appeal 5: again\n"), "was itself undone")
	hosttest.Wants(t, c.SecondRules("ruling / dismiss 1 / reason x", store.Faulty), "No open claim or appeal has the number")
	c.Replays()
}

// A game that a ruling has ended is appealed as any, and the second referee opens it again or
// lets it be.
func TestAppealAgainstTheEnd(t *testing.T) {
	for _, reopens := range []bool{false, true} {
		c := hosttest.Judged(t)
		c.Known = 0
		var mails []store.OutboxMail
		c.Order("north", "bid 2")
		c.Keep(&mails)
		file := "game " + c.Game + "\nruling\nreason Enough.\nadjudge south total\n"
		if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", file))); row.State != store.Command {
			t.Fatal(row.State, row.Reason)
		}
		fresh := c.Sent()
		mails = append(mails, fresh...)
		var entry string
		for _, m := range fresh {
			if said := hosttest.Flat(hosttest.TextOf(t, m)); m.Recipient == hosttest.NorthAt {
				_, rest, _ := strings.Cut(said, "“appeal ")
				entry, _, _ = strings.Cut(rest, ":")
			}
		}
		said := c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nappel "+entry+" : j'allais gagner\n")
		hosttest.Wants(t, said, hosttest.SecondAt()+": ", "j’allais gagner", "against the ruling in entry "+entry)
		if !reopens {
			said = c.SecondRules("ruling / dismiss 1 / reason You were not.", store.Command)
			hosttest.Wants(t, said, hosttest.NorthAt+": ", hosttest.SouthAt+": ", "You were not.", "is dismissed: the ruling in entry "+entry, "which is over")
		} else {
			said = c.SecondRules("ruling / on appeal 1 / back to 3 / reason You were.", store.Command)
			hosttest.Wants(t, said, hosttest.NorthAt+": ", hosttest.SouthAt+": ", "replaces the ruling in entry "+entry, "Its result is withdrawn")
			if strings.Contains(said, "number 1 of North is closed") {
				t.Errorf("what is decided is told to be closed:\n%s", said)
			}
		}
		c.Known = 0
		c.Keep(&mails)
		if reopens {
			c.Play(3)
			c.Keep(&mails)
			c.Replays()
		}
		hosttest.Verifies(t, mails)
	}
}

// What comes after the end of a game changes nothing of it: those who watch it are told that it is
// over, the archive has its result, and its copy can be loaded.
func TestAppealLeavesTheEnd(t *testing.T) {
	for _, dismissed := range []bool{false, true} {
		c := hosttest.Judged(t, hosttest.WatchedGame(play.ObservedByAll, time.Hour)).WithKey("old")
		at := c.AddObserver("relief")
		c.Asks("relief", "observer "+c.Game, store.Command)
		c.PlayScript(strings.Join(strings.Split(hosttest.Shooting, "\n")[:6], "\n"), func(int) {})
		c.Rule("ruling / adjudge south strategic / reason Enough.", store.Command)
		ended := c.Time
		c.Time = c.Time.Add(10 * time.Minute)
		c.Requests("north", hosttest.NorthAt, fmt.Sprintf("game %s\nappeal %d: no\n", c.Game, len(c.Ledger())-2))
		if dismissed {
			c.SecondRules("ruling / dismiss 1 / reason Yes.", store.Command)
		}
		if last := c.Ledger()[len(c.Ledger())-1]; last.Kind == string(adjudicator.Ended) || c.Status() != store.Ended {
			t.Fatalf("the last entry is %s, the game is %s", last.Kind, c.Status())
		}
		c.Time = c.Time.Add(time.Hour)
		all := hosttest.LettersTo(c, at)
		if len(all) != 1 {
			t.Fatalf("to who watches: %v", hosttest.KindsOf(all))
		}
		hosttest.Wants(t, hosttest.Flat(hosttest.TextOf(t, all[0])), "La partie que vous observez est finie")
		if all := hosttest.LettersTo(c, at); len(all) != 0 {
			t.Errorf("once more: %v", hosttest.KindsOf(all))
		}
		shown, err := c.Watchers.Recount(t.Context(), c.Game, nil)
		if err != nil || shown.Result == nil || shown.Result.Winner != 1 || !shown.Ended.Equal(ended) {
			t.Errorf("the archive has the result %+v of %s: %v", shown.Result, shown.Ended, err)
		}
		file, err := hosttest.ExportBundle(c, nil)
		hosttest.Check(t, err)
		to := hosttest.OpenClub(t).WithKey("new")
		to.Time = c.Time
		if got, err := hosttest.LoadBundle(to, file); err != nil || !got.Ended {
			t.Errorf("its copy: %+v: %v", got, err)
		}
		if dismissed {
			continue
		}
		// Opened again it has no end any more.
		c.SecondRules("ruling / on appeal 1 / back to 3 / reason No.", store.Command)
		if shown, err = c.Watchers.Recount(t.Context(), c.Game, nil); err != nil || shown.Result != nil || !shown.Ended.IsZero() {
			t.Errorf("opened again the archive has the result %+v of %s: %v", shown.Result, shown.Ended, err)
		}
		to = hosttest.OpenClub(t).WithKey("third")
		to.Time = c.Time
		file, err = hosttest.ExportBundle(c, hosttest.Receiver(to))
		hosttest.Check(t, err)
		if got, err := hosttest.LoadBundle(to, file); err != nil || got.Ended {
			t.Errorf("given to another club: %+v: %v", got, err)
		}
	}
}

// Where nobody else may rule, the person who runs the server names somebody, who is told then.
func TestAppealWithoutSecondReferee(t *testing.T) {
	c := hosttest.Overseen(t)
	said := c.Rule("ruling / extend north until 2026-11-24 18:00 / reason x", store.Command)
	if strings.Contains(said, "you can appeal") {
		t.Errorf("an appeal that nobody could decide is offered:\n%s", said)
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "appeal 4: no\n"), "there is no second referee")
	c.Rules.Operator = "operator@example.org"
	c.Time = c.Time.Add(time.Minute)
	said = c.Requests("north", hosttest.NorthAt, "appeal 4: no, really\n")
	hosttest.Wants(t, said, "operator@example.org: ", "keryx referee add ADDRESS --game "+c.Game, "There is no second referee yet", hosttest.ThirdAt+": ")
	hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.SecondAt(), Name: "Mallory", Language: "fr", TimeZone: "UTC"}))
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.SecondAt(), c.Game))
	hosttest.Wants(t, c.Everybody(), hosttest.SecondAt()+": ", "Tout arbitre qui n’a pas pris cette décision tranche", "no, really")
	ruled, err := c.Rulings.Rule(t.Context(), c.Game, hosttest.SecondAt(), "ruling\nreason No.\ndismiss 1\n")
	hosttest.Check(t, err)
	hosttest.Wants(t, strings.Join(ruled.Reads(0), "\n"), "is dismissed")
	// Without a key of his own he is known as who gave that.
	ruled, err = c.Rulings.Rule(t.Context(), c.Game, hosttest.SecondAt(), "ruling\nreason So.\nextend north until 2026-12-01\n")
	hosttest.Check(t, err)
	c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nappeal 7: too long\n")
	_, err = c.Rulings.Rule(t.Context(), c.Game, hosttest.SecondAt(), "ruling\nreason No.\ndismiss 2\n")
	if err == nil || !strings.Contains(err.Error(), "your own ruling") || ruled.Entry != 7 {
		t.Errorf("entry %d, and its author decides the appeal: %v", ruled.Entry, err)
	}
	c.Replays()
}

// An appeal stands below the orders of a file, or alone in a mail of words, and is taken with the
// rest or not at all.
func TestAppealSection(t *testing.T) {
	c := hosttest.Judged(t)
	c.Rule("ruling / extend south until 2026-12-20 / reason x", store.Command)
	file := c.Orders("north", "bid 2") + "appeal\n99 not fair\n"
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", file))); row.State != store.Faulty {
		t.Errorf("an appeal against nothing: %s", row.State)
	}
	hosttest.Wants(t, c.Everybody(), "Your appeal has reached nobody", "is not a ruling of a referee")
	file = c.Orders("north", "bid 2") + "appeal\n4 not fair\nto me\n"
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", file))); row.State != store.Accepted {
		t.Fatal(row.State, row.Reason)
	}
	hosttest.Wants(t, c.Everybody(), hosttest.SecondAt()+": ", "not fair", "to me", "YOUR APPEAL IN", hosttest.SouthAt+": North has appealed")
	c.Replays()
	hosttest.Wants(t, c.SecondRules("ruling / uphold 1 / reason It was not.", store.Command), "Appeal number 1 of North is upheld: the ruling in entry 4")
	c.Time = c.Time.Add(time.Minute)
	c.Rule("ruling / extend south until 2026-12-21 / reason x", store.Command)
	n := len(c.Ledger())
	file = "game " + c.Game + "\nclaim\nthe map is wrong\nappeal\n" + fmt.Sprint(n) + ": not fair\n"
	if row := c.Receive(hosttest.Letter(hosttest.SouthAt, c.Signed("south", file))); row.State != store.Command {
		t.Fatal(row.State, row.Reason)
	}
	hosttest.Wants(t, c.Everybody(), "YOUR CLAIM IN", "YOUR APPEAL IN", "the map is wrong")
	c.Replays()
}

// Who decides on his own ruling, decides twice, or appeals against what is no ruling, is found by
// both verifiers, even where every hash fits.
func TestForgedAppeals(t *testing.T) {
	c := hosttest.Judged(t)
	c.Known = 0
	var mails []store.OutboxMail
	send := func(name, from, lines string) {
		t.Helper()
		if row := c.Receive(hosttest.Letter(from, c.Signed(name, "game "+c.Game+"\n"+lines))); row.State != store.Command {
			t.Fatal(row.State, row.Reason)
		}
	}
	send("third", hosttest.ThirdAt, "ruling\nreason x\nextend north until 2026-12-20\n")
	send("third", hosttest.ThirdAt, "ruling\nreason x\nextend south until 2026-12-20\n")
	send("north", hosttest.NorthAt, "appeal 4: no\n")
	send("south", hosttest.SouthAt, "appeal 5: no\n")
	send("mallory", hosttest.SecondAt(), "ruling\nreason y\ndismiss 1\n")
	send("mallory", hosttest.SecondAt(), "ruling\nreason y\nuphold 2\n")
	c.Play(2)
	c.Keep(&mails)
	all := append(hosttest.Proofs(t, hosttest.ReportsOf(mails), hosttest.NorthAt), hosttest.Proofs(t, hosttest.ReportsOf(mails), hosttest.SouthAt)...)
	texts := hosttest.AsText(forged(all, func(*templates.ProofEntry) {}))
	if said, holds := hosttest.OtherHand(t, texts); !holds || hosttest.OurVerdict(texts) != nil {
		t.Fatalf("what was not changed: %v; the other's: %s", hosttest.OurVerdict(texts), said)
	}
	first, second := hosttest.People()["third"].SSH.Public().Fingerprint, hosttest.People()["mallory"].SSH.Public().Fingerprint
	for what, change := range map[string]func(e *templates.ProofEntry){
		"the same referee": func(e *templates.ProofEntry) {
			e.Body = bytes.ReplaceAll(e.Body, []byte(second), []byte(first))
		},
		"a second decision":           func(e *templates.ProofEntry) { rewrite(e, adjudicator.Ruling, "appeal", 7, 6) },
		"no such appeal":              func(e *templates.ProofEntry) { rewrite(e, adjudicator.Ruling, "appeal", 7, 2) },
		"a second appeal":             func(e *templates.ProofEntry) { rewrite(e, adjudicator.Appealed, "entry", 5, 4) },
		"an appeal against no ruling": func(e *templates.ProofEntry) { rewrite(e, adjudicator.Appealed, "entry", 5, 2) },
	} {
		texts := hosttest.AsText(forged(all, change))
		ours := hosttest.OurVerdict(texts)
		said, holds := hosttest.OtherHand(t, texts)
		if ours == nil || !strings.Contains(ours.Error(), "ledger entry") || holds || !strings.Contains(said, "entry ") {
			t.Errorf("%s: our verdict %v, the other's: %s", what, ours, said)
		}
	}
}
