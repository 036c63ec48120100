package rulings_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// lastRuling is the body of the last ruling that both sides may read.
func lastRuling(c *hosttest.Club) (body struct{ Act, Signed, Digest string }) {
	c.T.Helper()
	for _, e := range c.Ledger() {
		if e.Kind == string(adjudicator.Ruling) && e.Side == "" {
			body.Signed, body.Digest = "", ""
			for line := range bytes.Lines(e.Body) {
				hosttest.Check(c.T, json.Unmarshal(line, &body))
			}
		}
	}
	return body
}

// Who has ruled, or was refused a ruling, has looked at the game: no seat of it is his any
// more, neither by a ruling nor as a substitute.
func TestWhoHasRuledTakesNoSeat(t *testing.T) {
	for _, c := range []struct {
		lines string
		state store.InboxState
	}{
		{"preview / paces north 9 / reason x", store.Faulty},
		{"ruling / extend north 2027-06-01 / reason x", store.Command},
	} {
		t.Run(c.lines, func(t *testing.T) {
			club := hosttest.Overseen(t)
			if c.state == store.Command {
				c.lines = strings.Replace(c.lines, "2027-06-01", club.Time.Add(10*24*time.Hour).Format(time.DateOnly), 1)
			}
			club.Rule(c.lines, c.state)
			hosttest.Check(t, club.Claims.RemoveReferee(t.Context(), hosttest.ThirdAt, club.Game))
			err := club.Seats.TakeOver(t.Context(), club.Game, "north", hosttest.ThirdAt, seating.BySubstitute)
			if err == nil || !strings.Contains(err.Error(), "looked") {
				t.Errorf("who has looked has a seat: %v", err)
			}
		})
	}
}

// A referee of all games takes no seat in one, not by his own ruling either.
func TestRefereeOfAllTakesNoSeat(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.ThirdAt, ""))
	if err := c.Seats.TakeOver(t.Context(), c.Game, "north", hosttest.ThirdAt, seating.BySubstitute); err == nil || !strings.Contains(err.Error(), "rule") {
		t.Errorf("who may rule has a seat: %v", err)
	}
	hosttest.Wants(t, c.Rule("ruling / replace north by third@example.org / reason x", store.Faulty), "is a referee")
	if c.Seat("north").Player != hosttest.NorthAt {
		t.Error("the referee has seated himself")
	}
}

// The digest of orders that a referee gives for a side cannot be found by trying texts.
func TestDigestOfRulingHasKey(t *testing.T) {
	c := hosttest.Overseen(t)
	text := "game " + c.Game + "\nruling\nreason By hand.\nanswer north\nbid 3\n"
	hosttest.Wants(t, c.Rule(strings.TrimPrefix(strings.TrimSpace(text), "game "+c.Game+"\n"), store.Command), "has given orders")
	body := lastRuling(c)
	if body.Act != "answer" || len(body.Digest) != 64 || body.Signed != "" {
		t.Fatalf("the ruling: %+v", body)
	}
	for _, said := range []string{text, strings.TrimSpace(text), mail.Canonical(text)} {
		if body.Digest == fmt.Sprintf("%x", sha256.Sum256([]byte(said))) {
			t.Error("who guesses the text knows that it is right")
		}
	}
}

// The opponent of whoever is replaced reads no mail address in the ledger.
func TestReplaceTellsNoAddress(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.ThirdAt })
	c.Joins("mallory")
	hosttest.Wants(t, c.Rule("ruling / replace north by "+hosttest.People()["mallory"].Address+" / reason Moved away.", store.Command), "Mallory plays North")
	body := lastRuling(c)
	if body.Act != "replace" || body.Digest == "" || body.Signed != "" {
		t.Errorf("the ruling: %+v", body)
	}
	for _, e := range c.Ledger() {
		if e.Kind == string(adjudicator.Ruling) && strings.Contains(string(e.Body), hosttest.People()["mallory"].Address) {
			t.Errorf("the address stands in %s", e.Body)
		}
	}
	c.Replays()
}

// A side that changes hands while the game is paused has its full time when it goes on.
func TestReplacedInPauseHasDeadline(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.ThirdAt })
	c.Joins("mallory")
	hosttest.Wants(t, c.Rule("ruling / pause until 2026-12-05 / reason x", store.Command), "paused until")
	c.Time = c.Time.Add(time.Hour)
	hosttest.Wants(t, c.Rule("ruling / replace north by mallory / reason x", store.Command), "Mallory plays North")
	c.Time = c.Time.Add(time.Hour)
	c.Rule("ruling / resume / reason x", store.Command)
	if d := c.Seat("north").Deadline; d == nil || !d.Equal(c.Time.Add(hosttest.AnswerTime)) {
		t.Errorf("deadline %v after the pause", d)
	}
}

// The time that a claim has held is not lost by a pause behind it.
func TestClaimBeforePause(t *testing.T) {
	c := hosttest.Overseen(t)
	said := c.Requests("north", hosttest.NorthAt, "referee: a line is missing\n")
	hosttest.Wants(t, said, "a line is missing", "Your deadline is on hold")
	c.Time = c.Time.Add(24 * time.Hour)
	c.Rule("ruling / pause until 2026-12-05 / reason x", store.Command)
	c.Rule("ruling / dismiss 1 / reason y", store.Command)
	c.Rule("ruling / resume / reason z", store.Command)
	if d := c.Seat("north").Deadline; d == nil || !d.Equal(c.Time.Add(hosttest.AnswerTime)) {
		t.Errorf("deadline %v: the day of the claim is lost", d)
	}
}

// A claim reaches no referee who plays, and is refused if there is nobody else.
func TestClaimToNoOpponent(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.Operator = hosttest.SouthAt
	c.Sent()
	said := c.Requests("north", hosttest.NorthAt, "referee: my three hoplites are lost\n")
	hosttest.Wants(t, said, "Nobody may rule")
	if strings.Contains(said, hosttest.SouthAt+": ") {
		t.Errorf("the opponent reads the claim:\n%s", said)
	}
}
