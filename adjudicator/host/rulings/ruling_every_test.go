package rulings_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// every is a game of Hellespont with a referee who has time to try things.
func every(t *testing.T) *hosttest.Club {
	c := hosttest.Overseen(t)
	c.Game = c.NewGame(hosttest.Refereed, func(n *post.NewGame) {
		n.AnswerTime, n.Ruleset, n.Seats = 60*24*time.Hour, "hellespont", map[string]string{"athens": hosttest.NorthAt, "sparta": hosttest.SouthAt}
	})
	c.Sent()
	return c
}

// Whatever a referee gets wrong in a mail, the answer says what it is and how it is mended: of a
// correction with the form of its verb and, where there is one, an example of this very game.
func TestEveryRulingByMail(t *testing.T) {
	c := every(t)
	tried := map[string]bool{}
	for _, tt := range []struct {
		lines string
		want  []string
	}{
		{"place athens", []string{"needs a name", "It is written `put SIDE UNITS at ZONE`", "In this game, for example: `put Athens"}},
		{"put athens T99 at Sestos", []string{"“T99” is not a name known here", "for example: `put Athens"}},
		{"move athens T1 from Sestos", []string{"“T1” is something else (a zone)", "`move SIDE UNITS from ZONE to ZONE`", "for example: `move"}},
		{"restore athens T1 at Nowhere", []string{"`restore SIDE UNITS at ZONE`"}},
		{"remove sparta T1", []string{"`remove SIDE UNITS at ZONE`", "for example: `remove"}},
		{"weaken athens", []string{"`weaken SIDE UNITS at ZONE`", "for example: `weaken"}},
		{"recover athens X at Sestos", []string{"“X” is not a name", "for example: `recover"}},
		{"eliminate athens T1 at Sestos", []string{"for example: `eliminate"}},
		{"points athens", []string{"needs a number", "for example: `points"}},
		{"points athens 99", []string{"99 is not on the track", "It goes from 0 to 30"}},
		{"points west 3", []string{"“west” is not a name known here (a side)"}},
		{"advantage", []string{"`advantage SIDE`", "for example: `advantage Athens`"}},
		{"initiative nobody", []string{"for example: `initiative"}},
		{"turn-marker 77", []string{"It goes from 1 to 32"}},
		{"supply athens", []string{"for example: `supply"}},
		{"shortage athens maybe", []string{"no or yes", "for example: `shortage"}},
		{"give athens S99", []string{"Did you mean “S19” or “S9”?", "for example: `give"}},
		{"take athens", []string{"`take SIDE STRATAGEM`"}},
		{"show athens S1", []string{"does not hold S1", "“give” brings one"}},
		{"return athens S1", []string{"is out of the game"}},
		{"discard athens S99", []string{"`discard SIDE STRATAGEM`"}},
		{"frobnicate athens", []string{"“frobnicate” is not a ruling", "correct, extend", "begins with one of move, put, restore, remove"}},
		{"throw", []string{"The number of a ledger entry is missing"}},
		{"throw 1 again", []string{"cannot be done with entry 1"}},
		{"answer athens", []string{"Write them on the lines below it"}},
		{"answer athens\nfrob", []string{"“frob” is not an order"}},
		{"answer west", []string{"Its sides are Athens and Sparta"}},
		{"back to", []string{"You can name: 3"}},
		{"back to 99", []string{"has no entry 99", "You can name: 3"}},
		{"extend athens", []string{"does not name a day", "“until 2027-07-05 18:00”"}},
		{"extend athens until tomorrow", []string{"does not name a day"}},
		{"extend athens until 2020-01-01", []string{"has passed", "Name a later time"}},
		{"pause until 2026-13-01", []string{"does not name a day"}},
		{"reopen", []string{"has not left this club", "There is nothing to reopen"}},
		{"resume", []string{"is not paused", "“pause until” and a day"}},
		{"replace athens", []string{"Add “by” and the name"}},
		{"replace athens by Nobody", []string{"No registered player is called “Nobody”"}},
		{"adjudge athens great", []string{"“great” is not a level", "total victory, strategic victory and tactical victory"}},
		{"annul now", []string{"“now” follows", "Take it out"}},
		{"end now", []string{"“now” follows"}},
		{"go athens", []string{"the server answers for nobody", "with “extend”"}},
		{"go", []string{"The sides are Athens and Sparta"}},
		{"uphold", []string{"missing after “uphold”", "None is open"}},
		{"dismiss x", []string{"No open claim or appeal has the number “x”"}},
		{"correct", []string{"contains no ruling", "begins with one of move, put"}},
		{"force", []string{"contains no ruling"}},
		{"on appeal 3", []string{"contains no ruling"}},
		{"on appeal 3\nresume", []string{"No open appeal has the number “3”", "“on appeal 3”"}},
	} {
		tried[strings.Fields(tt.lines)[0]] = true
		c.Time = c.Time.Add(90 * time.Minute)
		said := c.Rule("ruling / reason x / "+tt.lines, store.Faulty)
		hosttest.Wants(t, said, tt.want...)
		if strings.Contains(said, "order file of your last report") {
			t.Errorf("%q: a referee is sent to a report that he does not have:\n%s", tt.lines, said)
		}
		if strings.Count(said, "\n") != 1 {
			t.Errorf("%q: others are told as well:\n%s", tt.lines, said)
		}
	}
	for _, act := range written.Acts {
		if !tried[act.Name] {
			t.Errorf("what a referee can get wrong in %q is not tried", act.Name)
		}
	}
}

// What is right is carried out, told to both with the reason as it was meant, and replays.
func TestEveryRulingDone(t *testing.T) {
	c := every(t)
	for _, lines := range []string{
		"extend athens until 2027-01-05 18:00", "extend athens until 2026-12-05", "advantage athens", "supply athens 3", "shortage sparta yes",
		"give athens S20", "show athens S20", "discard athens S20", "return athens S20", "give sparta S9 / take sparta S9",
		"weaken sparta H3 at Abydos", "recover sparta H3w at Abydos", "remove sparta H3 at Abydos", "put sparta H3 at Abydos", "move sparta H3 from Abydos to Parium", "eliminate sparta H3 at Parium", "restore sparta H3 at Abydos",
		"turn-marker 2", "pause until 2026-12-20", "resume",
	} {
		c.Time = c.Time.Add(90 * time.Minute)
		if _, err := c.Rulings.Rule(t.Context(), c.Game, "", "preview\nreason x\n"+strings.ReplaceAll(lines, " / ", "\n")+"\n"); err != nil {
			t.Errorf("%q: %v", lines, err)
			continue
		}
		said := c.Rule("ruling / reason l'hote a repare sa piece / "+lines, store.Command)
		hosttest.Wants(t, said, hosttest.NorthAt+": ", hosttest.SouthAt+": ", "l’hote a repare sa piece", "It is entry")
		c.Replays()
	}
	hosttest.Wants(t, c.Rule("ruling / reason done / end", store.Command), hosttest.NorthAt+": ", hosttest.SouthAt+": ", "ended unfinished")
	c.Replays()
}
