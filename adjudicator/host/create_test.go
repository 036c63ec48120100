package host_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/orders"
	"keryx/templates"
)

func TestCreate(t *testing.T) {
	c := newClub(t)
	entries, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, string(e.Kind))
	}
	if d := cmp.Diff([]string{"created", "seats", "commit"}, got); d != "" {
		t.Errorf("the ledger (-want +got):\n%s", d)
	}
	check(t, adjudicator.VerifyChain(entries))
	if strings.Contains(string(entries[0].Body), "tie") {
		t.Errorf("options at their default are in the ledger: %s", entries[0].Body)
	}
	mails := c.sent()
	if d := cmp.Diff([]string{"welcome " + northAt, "welcome " + southAt}, kinds(mails)); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	north, south := c.seat("north"), c.seat("south")
	if north.Answers == south.Answers || len(north.Answers) != 9 {
		t.Errorf("the codes are %q and %q", north.Answers, south.Answers)
	}
	for i, seat := range []string{north.Answers, south.Answers} {
		// The order file of the report is one: with nothing chosen it orders nothing.
		file, ok := templates.OrderFile(text(t, mails[i]))
		if !ok {
			t.Fatalf("no order file in\n%s", text(t, mails[i]))
		}
		f, faults := orders.Parse(file)
		if len(faults) > 0 || f.Header.Answers.Value != seat || f.Header.Game.Value != c.game {
			t.Errorf("faults %v, header %+v, want code %s", faults, f.Header, seat)
		}
		proof, err := proofIn(t, mails[i])
		check(t, err)
		if proof.Head.Seq != 3 || proof.Head.Hash != entries[2].Hash || proof.Secret.String() == "" {
			t.Errorf("the proof has the head %+v", proof.Head)
		}
		if strings.Contains(text(t, mails[i]), []string{south.Answers, north.Answers}[i]) {
			t.Error("a report holds the other side's code")
		}
	}
	if second := c.found(); second != "ford-2" || c.game != "ford-1" {
		t.Errorf("the games are %s and %s", c.game, second)
	}
}

func TestCreateRefuses(t *testing.T) {
	c := newClub(t)
	good := post.NewGame{Ruleset: "ford", AnswerTime: answerTime, Language: "en",
		Seats: map[string]string{"north": northAt, "south": southAt}}
	before := c.world()
	c.sent()
	for setting, change := range map[string]func(*post.NewGame){
		"ruleset":     func(n *post.NewGame) { n.Ruleset = "chess" },
		"scenario":    func(n *post.NewGame) { n.Scenario = "sea" },
		"option":      func(n *post.NewGame) { n.Options = map[string]string{"wind": "west"} },
		"option tie":  func(n *post.NewGame) { n.Options = map[string]string{"tie": "east"} },
		"seat":        func(n *post.NewGame) { n.Seats["nroth"] = northAt; delete(n.Seats, "north") },
		"seat north":  func(n *post.NewGame) { n.Seats["north"] = "nobody@example.org" },
		"seat south":  func(n *post.NewGame) { delete(n.Seats, "south") },
		"referee":     func(n *post.NewGame) { n.Referee = serverAddress },
		"seats":       func(n *post.NewGame) { n.Seats["south"] = "North@Example.org" },
		"contract":    func(n *post.NewGame) { n.Contract = "hope" },
		"answer time": func(n *post.NewGame) { n.AnswerTime = 0 },
	} {
		n := good
		n.Seats = maps.Clone(good.Seats)
		change(&n)
		_, err := c.Upkeep.Create(t.Context(), n)
		var fault *play.SettingError
		if !errors.As(err, &fault) || fault.Setting != setting {
			t.Errorf("%s: %v", setting, err)
		}
	}
	c.unmoved(before)
	if got := c.sent(); len(got) != 0 {
		t.Errorf("mails about a game that was not made: %q", kinds(got))
	}
}

// A side is mailed when it is asked something or a turn has ended, never merely
// because the enemy moved.
func TestWhoIsMailed(t *testing.T) {
	c := newClub(t)
	c.sent()
	code := c.seat("south").Answers
	c.order("north", "bid 2")
	if d := cmp.Diff([]string{"receipt " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("north bids (-want +got):\n%s", d)
	}
	if c.seat("south").Answers != code {
		t.Error("south's code changed, and he was not told")
	}
	c.order("south", "bid 1/standing/reaction: hold")
	if d := cmp.Diff([]string{"receipt " + southAt, "question " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("south bids (-want +got):\n%s", d)
	}
	c.order("north", "march 1/pass/loot 0")
	if d := cmp.Diff([]string{"receipt " + northAt, "question " + southAt}, kinds(c.sent())); d != "" {
		t.Errorf("north marches (-want +got):\n%s", d)
	}
	c.order("south", "pass/pass/loot 0/loot 0")
	if d := cmp.Diff([]string{"receipt " + southAt, "question " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("south passes (-want +got):\n%s", d)
	}
	c.order("north", "loot 0")
	if d := cmp.Diff([]string{"receipt " + northAt, "turn " + southAt}, kinds(c.sent())); d != "" {
		t.Errorf("the turn ends (-want +got):\n%s", d)
	}
}

// Whatever a side is told, its reports hold nothing that only the other knows.
func TestReportsKeepSecrets(t *testing.T) {
	c := newClub(t)
	c.order("north", "bid 3/phase D/loot 0/standing/reaction: ambush, else hold")
	c.order("south", "bid 1")
	for _, m := range c.sent() {
		if m.Recipient != southAt {
			continue
		}
		if strings.Contains(text(t, m), "ambush") || strings.Contains(text(t, m), c.seat("north").Answers) {
			t.Errorf("south is told of north's standing orders or code:\n%s", text(t, m))
		}
	}
}
