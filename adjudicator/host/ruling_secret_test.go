package host_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// lastRuling is the body of the last ruling that both sides may read.
func (c *club) lastRuling() (body struct{ Act, Signed, Digest string }) {
	c.t.Helper()
	for _, e := range c.entries() {
		if e.Kind == string(adjudicator.Ruling) && e.Side == "" {
			body.Signed, body.Digest = "", ""
			for line := range bytes.Lines(e.Body) {
				check(c.t, json.Unmarshal(line, &body))
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
			club := overseen(t)
			if c.state == store.Command {
				c.lines = strings.Replace(c.lines, "2027-06-01", club.now.Add(10*24*time.Hour).Format(time.DateOnly), 1)
			}
			club.rules(c.lines, c.state)
			check(t, club.Claims.RemoveReferee(t.Context(), thirdAt, club.game))
			err := club.Seats.TakeOver(t.Context(), club.game, "north", thirdAt, seating.BySubstitute)
			if err == nil || !strings.Contains(err.Error(), "looked") {
				t.Errorf("who has looked has a seat: %v", err)
			}
		})
	}
}

// A referee of all games takes no seat in one, not by his own ruling either.
func TestRefereeOfAllTakesNoSeat(t *testing.T) {
	c := newClub(t)
	c.sent()
	check(t, c.Claims.AddReferee(t.Context(), thirdAt, ""))
	if err := c.Seats.TakeOver(t.Context(), c.game, "north", thirdAt, seating.BySubstitute); err == nil || !strings.Contains(err.Error(), "rule") {
		t.Errorf("who may rule has a seat: %v", err)
	}
	wants(t, c.rules("ruling / replace north by third@example.org / reason x", store.Faulty), "is a referee")
	if c.seat("north").Player != northAt {
		t.Error("the referee has seated himself")
	}
}

// The digest of orders that a referee gives for a side cannot be found by trying texts.
func TestDigestOfRulingHasKey(t *testing.T) {
	c := overseen(t)
	text := "game " + c.game + "\nruling\nreason By hand.\nanswer north\nbid 3\n"
	wants(t, c.rules(strings.TrimPrefix(strings.TrimSpace(text), "game "+c.game+"\n"), store.Command), "has given orders")
	body := c.lastRuling()
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
	c := newClub(t, func(n *post.NewGame) { n.Referee = thirdAt })
	c.joins("mallory")
	wants(t, c.rules("ruling / replace north by "+people()["mallory"].address+" / reason Moved away.", store.Command), "Mallory plays North")
	body := c.lastRuling()
	if body.Act != "replace" || body.Digest == "" || body.Signed != "" {
		t.Errorf("the ruling: %+v", body)
	}
	for _, e := range c.entries() {
		if e.Kind == string(adjudicator.Ruling) && strings.Contains(string(e.Body), people()["mallory"].address) {
			t.Errorf("the address stands in %s", e.Body)
		}
	}
	c.replays()
}

// A side that changes hands while the game is paused has its full time when it goes on.
func TestReplacedInPauseHasDeadline(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = thirdAt })
	c.joins("mallory")
	wants(t, c.rules("ruling / pause until 2026-12-05 / reason x", store.Command), "paused until")
	c.now = c.now.Add(time.Hour)
	wants(t, c.rules("ruling / replace north by mallory / reason x", store.Command), "Mallory plays North")
	c.now = c.now.Add(time.Hour)
	c.rules("ruling / resume / reason x", store.Command)
	if d := c.seat("north").Deadline; d == nil || !d.Equal(c.now.Add(answerTime)) {
		t.Errorf("deadline %v after the pause", d)
	}
}

// The time that a claim has held is not lost by a pause behind it.
func TestClaimBeforePause(t *testing.T) {
	c := overseen(t)
	said := c.requests("north", northAt, "referee: a line is missing\n")
	wants(t, said, "a line is missing", "Your deadline is on hold")
	c.now = c.now.Add(24 * time.Hour)
	c.rules("ruling / pause until 2026-12-05 / reason x", store.Command)
	c.rules("ruling / dismiss 1 / reason y", store.Command)
	c.rules("ruling / resume / reason z", store.Command)
	if d := c.seat("north").Deadline; d == nil || !d.Equal(c.now.Add(answerTime)) {
		t.Errorf("deadline %v: the day of the claim is lost", d)
	}
}

// A claim reaches no referee who plays, and is refused if there is nobody else.
func TestClaimToNoOpponent(t *testing.T) {
	c := newClub(t)
	c.Rules.Operator = southAt
	c.sent()
	said := c.requests("north", northAt, "referee: my three hoplites are lost\n")
	wants(t, said, "Nobody may rule")
	if strings.Contains(said, southAt+": ") {
		t.Errorf("the opponent reads the claim:\n%s", said)
	}
}
