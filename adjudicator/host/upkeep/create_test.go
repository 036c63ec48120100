package upkeep_test

import (
	"errors"
	"keryx/adjudicator/host/club"
	"maps"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/orders"
	"keryx/templates"
)

func TestCreate(t *testing.T) {
	c := hosttest.NewClub(t)
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, string(e.Kind))
	}
	if d := cmp.Diff([]string{"created", "seats", "commit"}, got); d != "" {
		t.Errorf("the ledger (-want +got):\n%s", d)
	}
	hosttest.Check(t, adjudicator.VerifyChain(entries))
	if strings.Contains(string(entries[0].Body), "tie") {
		t.Errorf("options at their default are in the ledger: %s", entries[0].Body)
	}
	mails := c.Sent()
	if d := cmp.Diff([]string{"welcome " + hosttest.NorthAt, "welcome " + hosttest.SouthAt}, hosttest.KindsOf(mails)); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	north, south := c.Seat("north"), c.Seat("south")
	if north.Answers == south.Answers || len(north.Answers) != 9 {
		t.Errorf("the codes are %q and %q", north.Answers, south.Answers)
	}
	for i, seat := range []string{north.Answers, south.Answers} {
		// The order file of the report is one: with nothing chosen it orders nothing.
		file, ok := templates.OrderFile(hosttest.TextOf(t, mails[i]))
		if !ok {
			t.Fatalf("no order file in\n%s", hosttest.TextOf(t, mails[i]))
		}
		f, faults := orders.Parse(file)
		if len(faults) > 0 || f.Header.Answers.Value != seat || f.Header.Game.Value != c.Game {
			t.Errorf("faults %v, header %+v, want code %s", faults, f.Header, seat)
		}
		proof, err := hosttest.ProofIn(t, mails[i])
		hosttest.Check(t, err)
		if proof.Head.Seq != 3 || proof.Head.Hash != entries[2].Hash || proof.Secret.String() == "" {
			t.Errorf("the proof has the head %+v", proof.Head)
		}
		if strings.Contains(hosttest.TextOf(t, mails[i]), []string{south.Answers, north.Answers}[i]) {
			t.Error("a report holds the other side's code")
		}
	}
	if second := c.NewGame(); second != "ford-2" || c.Game != "ford-1" {
		t.Errorf("the games are %s and %s", c.Game, second)
	}
}

func TestCreateRefuses(t *testing.T) {
	c := hosttest.NewClub(t)
	good := post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en",
		Seats: map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt}}
	before := c.World()
	c.Sent()
	for setting, change := range map[string]func(*post.NewGame){
		"ruleset":     func(n *post.NewGame) { n.Ruleset = "chess" },
		"scenario":    func(n *post.NewGame) { n.Scenario = "sea" },
		"option":      func(n *post.NewGame) { n.Options = map[string]string{"wind": "west"} },
		"option tie":  func(n *post.NewGame) { n.Options = map[string]string{"tie": "east"} },
		"seat":        func(n *post.NewGame) { n.Seats["nroth"] = hosttest.NorthAt; delete(n.Seats, "north") },
		"seat north":  func(n *post.NewGame) { n.Seats["north"] = "nobody@example.org" },
		"seat south":  func(n *post.NewGame) { delete(n.Seats, "south") },
		"referee":     func(n *post.NewGame) { n.Referee = hosttest.ServerAddress },
		"seats":       func(n *post.NewGame) { n.Seats["south"] = "North@Example.org" },
		"contract":    func(n *post.NewGame) { n.Contract = "hope" },
		"answer time": func(n *post.NewGame) { n.AnswerTime = 0 },
	} {
		n := good
		n.Seats = maps.Clone(good.Seats)
		change(&n)
		_, err := c.Upkeep.Create(t.Context(), n)
		var fault *club.SettingError
		if !errors.As(err, &fault) || fault.Setting != setting {
			t.Errorf("%s: %v", setting, err)
		}
	}
	c.Unmoved(before)
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("mails about a game that was not made: %q", hosttest.KindsOf(got))
	}
}

// A side is mailed when it is asked something or a turn has ended, never merely
// because the enemy moved.
func TestWhoIsMailed(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	code := c.Seat("south").Answers
	c.Order("north", "bid 2")
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("north bids (-want +got):\n%s", d)
	}
	if c.Seat("south").Answers != code {
		t.Error("south's code changed, and he was not told")
	}
	c.Order("south", "bid 1/standing/reaction: hold")
	if d := cmp.Diff([]string{"receipt " + hosttest.SouthAt, "question " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("south bids (-want +got):\n%s", d)
	}
	c.Order("north", "march 1/pass/loot 0")
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt, "question " + hosttest.SouthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("north marches (-want +got):\n%s", d)
	}
	c.Order("south", "pass/pass/loot 0/loot 0")
	if d := cmp.Diff([]string{"receipt " + hosttest.SouthAt, "question " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("south passes (-want +got):\n%s", d)
	}
	c.Order("north", "loot 0")
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt, "turn " + hosttest.SouthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("the turn ends (-want +got):\n%s", d)
	}
}

// Whatever a side is told, its reports hold nothing that only the other knows.
func TestReportsKeepSecrets(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("north", "bid 3/phase D/loot 0/standing/reaction: ambush, else hold")
	c.Order("south", "bid 1")
	for _, m := range c.Sent() {
		if m.Recipient != hosttest.SouthAt {
			continue
		}
		if strings.Contains(hosttest.TextOf(t, m), "ambush") || strings.Contains(hosttest.TextOf(t, m), c.Seat("north").Answers) {
			t.Errorf("south is told of north's standing orders or code:\n%s", hosttest.TextOf(t, m))
		}
	}
}
