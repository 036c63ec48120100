package leagues_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// Who has handed his seat over rules no more in that game than who plays in it, nor is he told what
// the other side says to the referees: he may have his seat back.
func TestFormerPlayerIsNoReferee(t *testing.T) {
	c := hosttest.Overseen(t)
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.NorthAt, "")) // of the club
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", seating.Machine, seating.ByRuling))
	said := c.Requests("south", hosttest.SouthAt, "referee: our secret is the ford\n")
	hosttest.Wants(t, said, hosttest.ThirdAt+": ")
	if strings.Contains(said, hosttest.NorthAt+": ") {
		t.Errorf("who has played the other side reads:\n%s", said)
	}
	c.Time = c.Time.Add(time.Minute)
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "game "+c.Game+"\nruling\ndismiss 1\nreason x\n"), "You have a part in")
	if err := c.Claims.AddReferee(t.Context(), hosttest.NorthAt, c.Game); err == nil {
		t.Error("he is made the referee of the game")
	}
}

// Claims and appeals by turns do not hold a deadline for ever: an appeal against the answer to a
// claim holds it once for each question.
func TestAppealsOfAnswersHoldOnce(t *testing.T) {
	c := hosttest.Judged(t)
	held := func(text string) bool {
		t.Helper()
		c.Time = c.Time.Add(time.Minute)
		return strings.Contains(c.Requests("north", hosttest.NorthAt, text+"\n"), "Your deadline is on hold")
	}
	if !held("referee: one") {
		t.Error("the first claim holds nothing")
	}
	c.Rule("ruling / dismiss 1 / reason x", store.Command)
	if !held("appeal 4: no") {
		t.Error("the first appeal holds nothing")
	}
	c.SecondRules("ruling / dismiss 2 / reason x", store.Command)
	if held("referee: two") {
		t.Error("a second claim holds the deadline again")
	}
	c.Rule("ruling / dismiss 3 / reason x", store.Command)
	if held("appeal 7: no") {
		t.Error("a second appeal against an answer holds the deadline again")
	}
	c.Rule("ruling / extend north until 2026-12-24 / reason x", store.Command)
	if !held("appeal 9: no") {
		t.Error("the appeal against a ruling of another kind holds nothing")
	}
}

// Declining comes too late when accepting does, even where the ladder has not been looked at yet:
// silence may cost a place where declining costs none.
func TestLadderDeclinedTooLate(t *testing.T) {
	h := newHill(t, 3, "[ladder]", "[ladder]\ndeclined = \"nothing\"\nunanswered = \"place\"")
	h.mails("Chloé", "challenge climb Anna")
	h.club.Time = h.club.Time.Add(15 * 24 * time.Hour)
	h.hears(h.mails("Anna", "decline climb 1"), "Anna: The time to answer the challenge of Chloé was over")
	if got := h.order(); got != "Anna Bert Chloé" {
		t.Fatalf("the order: %s", got)
	}
}

// Who copies a request with its quotation marks, or writes a word before a number, is understood.
func TestCopiedWords(t *testing.T) {
	h := newHill(t, 4)
	h.hears(h.mails("Chloé", "“challenge climb Bert.”"), "Chloé: You have challenged Bert")
	h.hears(h.mails("Denis", "défier climb « Bert »"), "Denis: Vous avez défié Bert")
	h.hears(h.mails("Bert", "« décliner climb n° 2 »"), "Denis: Bert décline")
	h.hears(h.mails("Bert", "relever climb défi 1"), "Chloé: Bert accepts")
	h.hears(h.mails("Bert", "«»/aide"), "Bert: « aide »")
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, time.Hour))
	c.AddObserver("mallory")
	c.Asks("mallory", "observer la partie "+c.Game, store.Command, "Vous observez désormais")
	c.Asks("mallory", "watch the game", store.Faulty)
}

// Old signed words take nobody out again who has come back.
func TestWithdrawnOnce(t *testing.T) {
	h := newHill(t, 3)
	words := fmt.Sprintf("withdraw climb/at %s/dated %s", hosttest.ServerAddress, h.club.Time.Format(time.DateOnly))
	h.hears(h.mails("Chloé", words), "Chloé: You have withdrawn")
	h.mails("Chloé", "join climb")
	h.hears(h.mails("Chloé", words), "Chloé: This was done already")
	if got := h.order(); got != "Anna Bert Chloé" {
		t.Fatalf("the order: %s", got)
	}
	h.hears(h.mails("Chloé", "withdraw climb # really"), "Chloé: You have withdrawn")
}

// Who takes a name that looks like another's is told apart from him, and nobody challenges the one
// for the other.
func TestNamesAlike(t *testing.T) {
	h := newHill(t, 3)
	for i, name := range []string{"chloe ", "Chloe\u0301"} {
		at := []string{"x@example.org", "y@example.org"}[i]
		hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: at, Name: name, Language: "en", TimeZone: "UTC"}))
		hosttest.Check(t, h.club.Leagues.EnterLeague(t.Context(), "climb", at, 0, 0))
	}
	got := h.mails("Anna", "challenge climb Chloé")
	h.hears(got, "Anna: may be Chloé (e3)")
	if said := hosttest.TextOf(t, got[0]); strings.Contains(said, "‹") {
		t.Errorf("words are missing:\n%s", said)
	}
}
