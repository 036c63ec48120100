package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/store"
)

// biddings is a season in which north and south are to bid for their sides by the 23rd, at 9.
func biddings(t *testing.T, more ...string) *club {
	c := leagueClub(t, strings.NewReplacer(`muster = "7d"`, "once = true", "together = true", `bids = "3d"`).Replace(spring))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	for _, name := range append([]string{"north", "south"}, more...) {
		c.ask(name, "join spring")
	}
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	return c
}

// copied is a signed mail in another envelope, which anybody can send who has seen it.
func copied(raw []byte) []byte {
	envelopes++
	return fmt.Appendf([]byte(strings.Replace(string(raw), "From: ", "From: mallory@example.org\r\nX-Was: ", 1)), "\r\n# %d\r\n", envelopes)
}

// answered is what became of a mail, and what its author reads.
func (c *club) answered(raw []byte) (store.InboxState, string) {
	c.t.Helper()
	c.sent()
	c.now = c.now.Add(time.Minute)
	row := c.receive(raw)
	return row.State, flat(texts(c.t, c.sent()))
}

// A signed mail that had its effect in a league has none a second time, whoever sends it: who has
// withdrawn is not entered again, and a bid that was replaced does not come back.
func TestOldWordsInLeagues(t *testing.T) {
	c := biddings(t)
	old := c.mime8("north", "bid spring 1-1-1 south 3\n")
	if state, said := c.answered(old); state != store.Command {
		t.Fatalf("the bid is %s: %s", state, said)
	}
	if state, said := c.answered(copied(old)); state != store.Duplicate || !strings.Contains(said, "done already") {
		t.Errorf("the bid that stands, once more: %s: %s", state, said)
	}
	c.answered(c.mime8("north", "bid spring 1-1-1 south 9\n"))
	if state, said := c.answered(copied(old)); state != store.Duplicate || !strings.Contains(said, "done already") {
		t.Errorf("a bid that was replaced comes back: %s: %s", state, said)
	}
	if s := c.season("spring"); s.Bids["1-1-1"][s.Entrant(northAt)].Price != 9 {
		t.Errorf("the bids: %v", s.Bids)
	}

	c = leagueClub(t, spring)
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	join := c.mime8("north", "join spring\n")
	c.answered(join)
	c.answered(c.mime8("north", "withdraw spring\n"))
	if state, said := c.answered(copied(join)); state != store.Duplicate || !strings.Contains(said, "done already") {
		t.Errorf("who has withdrawn is entered again: %s: %s", state, said)
	}
	c.now = c.now.Add(time.Minute)
	if state, said := c.answered(c.mime8("north", "join spring\n")); state != store.Command {
		t.Errorf("he comes back himself: %s: %s", state, said)
	}
}

// The result that somebody agreed to, and thought better of, is not made of his old mail.
func TestOldAgreement(t *testing.T) {
	c := leagueClub(t, strings.Replace(spring, `muster = "7d"`, "", 1))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	check(t, err)
	c.ask("north", "join spring")
	c.ask("south", "join spring")
	c.now = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	c.tend()
	c.now = time.Date(2027, 6, 1, 9, 0, 0, 0, time.UTC)
	c.tend()
	old := c.mime8("north", "agree 1-1-1-1 draw\n")
	if state, said := c.answered(old); state != store.Command {
		t.Fatalf("%s: %s", state, said)
	}
	c.answered(c.mime8("north", "agree 1-1-1-1 north total\n"))
	if state, said := c.answered(copied(old)); state != store.Duplicate {
		t.Errorf("the old word: %s: %s", state, said)
	}
	c.answered(c.mime8("south", "agree 1-1-1-1 draw\n"))
	if g, err := c.season("spring").State.Game("1-1-1-1"); err != nil || g.Result != nil {
		t.Errorf("the game has the result %v: %v", g.Result, err)
	}
}

// A bid counts that came in by its deadline, and no other: not even while the bids are not opened.
func TestBidAfterItsDeadline(t *testing.T) {
	c := biddings(t)
	c.now = time.Date(2026, 12, 23, 9, 0, 0, 0, time.UTC)
	if state, said := c.answered(c.mime8("south", "bid spring 1-1-1 south 19\n")); state != store.Faulty || !strings.Contains(said, "The time to bid for 1-1-1 ended on Wednesday 23 December 2026, 10:00 Paris time") {
		t.Errorf("a late bid: %s: %s", state, said)
	}
	early := c.fetched(c.mime8("south", "bid spring 1-1-1 south 7\n"))
	early.InternalDate = time.Date(2026, 12, 23, 8, 59, 0, 0, time.UTC)
	_, err := c.Intake.Receive(t.Context(), early)
	check(t, err)
	c.tend()
	s := c.season("spring")
	if g, err := s.State.Game("1-1-1-1"); err != nil || s.People[g.Second] != southAt {
		t.Errorf("the bid that was in time: %v, %v", g, err)
	}
}

// A bid that has come in time, and was not read yet, counts: the bids are opened when it is.
func TestBidInTimeThatNobodyRead(t *testing.T) {
	c := biddings(t)
	c.stored(c.mime8("south", "bid spring 1-1-1 north 977\n"))
	c.now = time.Date(2026, 12, 24, 9, 0, 0, 0, time.UTC)
	c.tend()
	if open := c.season("spring").State.Unsided(); len(open) != 1 {
		t.Errorf("the bids are open, and one is not read")
	}
	check(t, c.Intake.Resume(t.Context()))
	c.tend()
	s := c.season("spring")
	if g, err := s.State.Game("1-1-1-1"); err != nil || s.People[g.First] != southAt {
		t.Errorf("the bid that was in time is not heard: %v, %v", g, err)
	}
}

// What mail programs make of dashes and quotation marks hinders no bid, nor does who says points.
func TestBidsAsMailProgramsWriteThem(t *testing.T) {
	for _, text := range []string{"bid spring 1\u20111\u20111 south 5", "«\u00a0offre spring 1\u20131\u20131 sud 5\u00a0»", "“bid spring 1-1-1 south 5 points”", "offre spring 1-1-1 Sud 5\u202fPV."} {
		c := biddings(t)
		c.answered(c.mime8("north", text+"\n"))
		if s := c.season("spring"); s.Bids["1-1-1"][s.Entrant(northAt)].Price != 5 {
			t.Errorf("%s: the bids are %v", text, s.Bids)
		}
	}
}
