package leagues_test

import (
	"errors"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/leagues"
	"keryx/store"
)

// begun has Elsa's challenge to Bert accepted, and their game begun.
func (h *hill) begun() {
	h.club.T.Helper()
	h.mails("Elsa", "challenge climb bert")
	h.mails("Bert", "relever climb 1")
	h.in(0)
	if len(running(h.club)) != 1 {
		h.club.T.Fatal("no game has begun")
	}
}

// The organisers change a ladder as any league, and its members are told of a ladder rather than of a season.
func TestLadderIsChanged(t *testing.T) {
	h := newHill(t, 6)
	hosttest.Check(t, h.club.Leagues.SetLeague(t.Context(), "climb", leagues.LeagueChange{Ends: "2027-09-30", Reason: "The hall closes then."}))
	got := h.club.Sent()
	if len(got) != 6 {
		t.Errorf("%d letters for six members", len(got))
	}
	h.hears(got, "Anna: [climb] The ladder changes", "Anna: the last day is now 2027-09-30. Reason: The hall closes then.", "Bert: [climb] L’échelle change")
	if got := hosttest.Season(h.club, "climb").State.Terms.Ends.Format(time.DateOnly); got != "2027-09-30" {
		t.Errorf("it ends on %s", got)
	}
}

// A ladder ends before its last day with a reason, its open games are settled as its file says, and that can be looked
// at before.
func TestLadderEndsEarly(t *testing.T) {
	h := newHill(t, 6, "grace = \"3d\"", "grace = \"3d\"\nunfinished = \"verdicts\"\nverdict = \"5d\"")
	h.begun()
	h.mails("Franz", "défier climb denis")
	ends, err := h.club.Leagues.LeagueAtEnd(t.Context(), "climb")
	hosttest.Check(t, err)
	if len(ends) != 1 || ends[0].Way != "members" && ends[0].Way != "referee" {
		t.Fatalf("how it would end: %+v", ends)
	}
	h.club.Time = h.club.Time.Add(25 * time.Hour)
	over, err := h.club.Leagues.EndLeagueNow(t.Context(), "climb", "Too few are left.")
	hosttest.Check(t, err)
	if over {
		t.Error("it is over though a game has no result")
	}
	h.hears(h.club.Sent(), "Anna: Too few are left.", "Denis: Too few are left.", "Elsa: The ladder ends: 1-1-1-1 is not finished", "Bert: L’échelle s’achève : 1-1-1-1 n’est pas terminée")
	h.hears(h.mails("Denis", "relever climb 2"), "Denis: n’accepte plus de défi")
	hosttest.Check(t, h.club.Results.RuleResult(t.Context(), "climb", leagues.Rule{Game: ends[0].Game.ID, Level: "draw", Why: "So it stood."}))
	h.in(0)
	if hosttest.Season(h.club, "climb").State.Closed == nil {
		t.Error("it is not over when all games have results")
	}
}

// A ladder is taken back until its first game: whoever is on it and whoever has a challenge is told, and the other
// ladders go on.
func TestLadderIsDeleted(t *testing.T) {
	h := newHill(t, 6)
	h.mails("Elsa", "challenge climb bert")
	hosttest.Check(t, h.club.Leagues.DeleteLeague(t.Context(), "climb", "It was meant for next year."))
	h.hears(h.club.Sent(), "Elsa: [climb] The ladder is called off", "Elsa: It was meant for next year.", "Bert: [climb] L’échelle est annulée")
	h.club.View(func(tx store.ReadTx) error {
		if _, err := tx.League("climb"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("it is still there: %v", err)
		}
		return nil
	})
	h.club.Time = h.club.Time.Add(100 * 24 * time.Hour)
	hosttest.Check(t, h.club.Ladders.SweepLadders(t.Context(), h.club.Time))
	if due, err := h.club.Clocks.AnswersDue(t.Context()); err != nil || len(due) > 0 {
		t.Errorf("the calendar keeps %+v: %v", due, err)
	}
	h.hears(h.mails("Bert", "relever climb 1"), "Bert: climb")

	other := newHill(t, 6)
	other.begun()
	if err := other.club.Leagues.DeleteLeague(t.Context(), "climb", "Oh."); !errors.Is(err, leagues.ErrGamesBegun) {
		t.Errorf("a ladder with games is deleted: %v", err)
	}
}

// A game of a ladder that never began is brought to the referees of the club, and to the status.
func TestUnbegunGameOfALadderIsTold(t *testing.T) {
	h := newHill(t, 6, "sides = \"alternate\"", "sides = \"swapped\"", "grace = \"3d\"", "grace = \"3d\"\nverdict = \"5d\"")
	hosttest.Check(t, h.club.Claims.AddReferee(t.Context(), h.at("Franz"), ""))
	h.mails("Elsa", "challenge climb bert")
	h.mails("Bert", "relever climb 1")
	h.club.Time = h.club.Time.Add(25 * time.Hour)
	_, err := h.club.Leagues.EndLeagueNow(t.Context(), "climb", "Too few are left.") // before any game of it was created
	hosttest.Check(t, err)
	h.hears(h.club.Sent(), "Franz: n’a jamais commencé")
	o, err := h.club.Answers.Overview(t.Context())
	hosttest.Check(t, err)
	if len(o.Leagues) == 0 || o.Leagues[0].League != "climb" || o.Leagues[0].Begun {
		t.Errorf("the status tells of %+v", o.Leagues)
	}
	h.in(6)
	if hosttest.Season(h.club, "climb").State.Closed == nil {
		t.Error("it is not settled after the time for verdicts")
	}
}
