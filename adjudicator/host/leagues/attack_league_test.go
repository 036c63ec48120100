package leagues_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// copied is a signed mail in another envelope, which anybody can send who has seen it.
func copied(raw []byte) []byte {
	hosttest.Envelopes++
	return fmt.Appendf([]byte(strings.Replace(string(raw), "From: ", "From: mallory@example.org\r\nX-Was: ", 1)), "\r\n# %d\r\n", hosttest.Envelopes)
}

// answered is what became of a mail, and what its author reads.
func answered(c *hosttest.Club, raw []byte) (store.InboxState, string) {
	c.T.Helper()
	c.Sent()
	c.Time = c.Time.Add(time.Minute)
	row := c.Receive(raw)
	return row.State, hosttest.Flat(hosttest.Texts(c.T, c.Sent()))
}

// A signed mail that had its effect in a league has none a second time, whoever sends it: who has
// withdrawn is not entered again, and a bid that was replaced does not come back.
func TestOldWordsInLeagues(t *testing.T) {
	c := hosttest.Biddings(t)
	old := hosttest.Mime8(c, "north", "bid spring 1-1-1 south 3\n")
	if state, said := answered(c, old); state != store.Command {
		t.Fatalf("the bid is %s: %s", state, said)
	}
	if state, said := answered(c, copied(old)); state != store.Duplicate || !strings.Contains(said, "done already") {
		t.Errorf("the bid that stands, once more: %s: %s", state, said)
	}
	answered(c, hosttest.Mime8(c, "north", "bid spring 1-1-1 south 9\n"))
	if state, said := answered(c, copied(old)); state != store.Duplicate || !strings.Contains(said, "done already") {
		t.Errorf("a bid that was replaced comes back: %s: %s", state, said)
	}
	if s := hosttest.Season(c, "spring"); s.Bids["1-1-1"][s.Entrant(hosttest.NorthAt)].Price != 9 {
		t.Errorf("the bids: %v", s.Bids)
	}

	c = hosttest.LeagueClub(t, hosttest.SpringLeague)
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	join := hosttest.Mime8(c, "north", "join spring\n")
	answered(c, join)
	answered(c, hosttest.Mime8(c, "north", "withdraw spring\n"))
	if state, said := answered(c, copied(join)); state != store.Duplicate || !strings.Contains(said, "done already") {
		t.Errorf("who has withdrawn is entered again: %s: %s", state, said)
	}
	c.Time = c.Time.Add(time.Minute)
	if state, said := answered(c, hosttest.Mime8(c, "north", "join spring\n")); state != store.Command {
		t.Errorf("he comes back himself: %s: %s", state, said)
	}
}

// The result that somebody agreed to, and thought better of, is not made of his old mail.
func TestOldAgreement(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `muster = "7d"`, "", 1))
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	c.Ask("north", "join spring")
	c.Ask("south", "join spring")
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	c.Time = time.Date(2027, 6, 1, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	old := hosttest.Mime8(c, "north", "agree 1-1-1-1 draw\n")
	if state, said := answered(c, old); state != store.Command {
		t.Fatalf("%s: %s", state, said)
	}
	answered(c, hosttest.Mime8(c, "north", "agree 1-1-1-1 north total\n"))
	if state, said := answered(c, copied(old)); state != store.Duplicate {
		t.Errorf("the old word: %s: %s", state, said)
	}
	answered(c, hosttest.Mime8(c, "south", "agree 1-1-1-1 draw\n"))
	if g, err := hosttest.Season(c, "spring").State.Game("1-1-1-1"); err != nil || g.Result != nil {
		t.Errorf("the game has the result %v: %v", g.Result, err)
	}
}

// A bid counts that came in by its deadline, and no other: not even while the bids are not opened.
func TestBidAfterItsDeadline(t *testing.T) {
	c := hosttest.Biddings(t)
	c.Time = time.Date(2026, 12, 23, 9, 0, 0, 0, time.UTC)
	if state, said := answered(c, hosttest.Mime8(c, "south", "bid spring 1-1-1 south 19\n")); state != store.Faulty || !strings.Contains(said, "The time to bid for 1-1-1 ended on Wednesday 23 December 2026, 10:00 Paris time") {
		t.Errorf("a late bid: %s: %s", state, said)
	}
	early := c.Fetched(hosttest.Mime8(c, "south", "bid spring 1-1-1 south 7\n"))
	early.InternalDate = time.Date(2026, 12, 23, 8, 59, 0, 0, time.UTC)
	_, err := c.Intake.Receive(t.Context(), early)
	hosttest.Check(t, err)
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	if g, err := s.State.Game("1-1-1-1"); err != nil || s.People[g.Second] != hosttest.SouthAt {
		t.Errorf("the bid that was in time: %v, %v", g, err)
	}
}

// A bid that has come in time, and was not read yet, counts: the bids are opened when it is.
func TestBidInTimeThatNobodyRead(t *testing.T) {
	c := hosttest.Biddings(t)
	c.Stored(hosttest.Mime8(c, "south", "bid spring 1-1-1 north 977\n"))
	c.Time = time.Date(2026, 12, 24, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	if open := hosttest.Season(c, "spring").State.Unsided(); len(open) != 1 {
		t.Errorf("the bids are open, and one is not read")
	}
	hosttest.Check(t, c.Intake.Resume(t.Context()))
	hosttest.TendLeagues(c)
	s := hosttest.Season(c, "spring")
	if g, err := s.State.Game("1-1-1-1"); err != nil || s.People[g.First] != hosttest.SouthAt {
		t.Errorf("the bid that was in time is not heard: %v, %v", g, err)
	}
}

// What mail programs make of dashes and quotation marks hinders no bid, nor does who says points.
func TestBidsAsMailProgramsWriteThem(t *testing.T) {
	for _, text := range []string{"bid spring 1\u20111\u20111 south 5", "«\u00a0offre spring 1\u20131\u20131 sud 5\u00a0»", "“bid spring 1-1-1 south 5 points”", "offre spring 1-1-1 Sud 5\u202fPV."} {
		c := hosttest.Biddings(t)
		answered(c, hosttest.Mime8(c, "north", text+"\n"))
		if s := hosttest.Season(c, "spring"); s.Bids["1-1-1"][s.Entrant(hosttest.NorthAt)].Price != 5 {
			t.Errorf("%s: the bids are %v", text, s.Bids)
		}
	}
}
