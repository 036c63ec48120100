package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/amphipolis"
	"keryx/store"
)

func init() {
	if err := amphipolis.Opener.Register(""); err != nil {
		panic(err)
	}
}

// amphipolisReports are the reports of the game of Amphipolis that are kept.
var amphipolisReports = []keptReport{
	{"athens-welcome", "athens", "welcome", "", false},
	{"athens-orders", "athens", "receipt", "operation from T4", true},
	{"athens-faulty", "athens", "faulty", "", false},
	{"athens-turn", "athens", "turn", "negotiates", true},
	{"athens-ahead", "athens", "receipt", "your file, line 10", false},
	{"athens-result", "athens", "result", "", false},
	{"sparta-welcome", "sparta", "welcome", "", false},
	{"sparta-operation", "sparta", "receipt", "opération, Macédoine", false},
	{"sparta-faulty", "sparta", "faulty", "", false},
	{"sparta-battle", "sparta", "receipt", "attaque à Amphipolis", true},
	{"sparta-turn", "sparta", "receipt", "en blocus", true},
	{"sparta-result", "sparta", "result", "", false},
}

// TestGoldenAmphipolis plays a game of Amphipolis with orders written by hand, a fixed
// secret and a fixed clock, Athens in English and Sparta in French, and compares some of
// the reports with those on disk.
func TestGoldenAmphipolis(t *testing.T) {
	c := newGoldenGame(t, "amphipolis", "10.1")
	for _, step := range amphipolisOrders(t) {
		c.Time = c.Time.Add(5 * time.Hour)
		row := c.Receive(hosttest.Letter(step.player.address(), hosttest.Sign(t, step.player.signer(t), step.file(c), c.Time),
			"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		if (row.State == store.Accepted) == step.refused {
			t.Errorf("%s: %s: %s\n%s", step.player.side, row.State, row.Reason, step.orders)
			break
		}
	}
	reports := goldenLetters(t, c)
	if dir := os.Getenv("KERYX_LETTERS"); dir != "" {
		for side, all := range reports {
			for i, r := range all {
				hosttest.Check(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%02d-%s.txt", side, i, r.kind)), []byte(r.Subject+"\n\n"+r.Text), 0o644))
			}
		}
	}
	compareReports(t, "amphipolis-", amphipolisReports, reports)
	describedSituations(t, reports)
	for _, r := range reports["sparta"] {
		speaksFrench(t, r.Text)
	}
}

// handwritten is an order file that a player writes, from its first section on.
type handwritten struct {
	player  goldenPlayer
	refused bool // it has faults
	orders  string
}

// amphipolisOrders are the orders of the whole game, in the order in which they are sent.
func amphipolisOrders(t *testing.T) (all []handwritten) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "amphipolis-orders.txt"))
	hosttest.Check(t, err)
	for _, part := range strings.Split(string(text), "\n=== ")[1:] {
		head, orders, _ := strings.Cut(part, "\n")
		side, refused := strings.CutSuffix(head, ", refused")
		for _, p := range goldenPlayers {
			if p.side == side {
				all = append(all, handwritten{p, refused, orders})
			}
		}
	}
	return all
}

// file is the order file that answers the last report of a side, in its player's language.
func (h handwritten) file(c *hosttest.Club) string {
	head := "game %s\nside athens\nanswers %s\n"
	if h.player.lang == "fr" {
		head = "partie %s\ncamp sparte\nr\u00e9pond %s\n"
	}
	return fmt.Sprintf(head, c.Game, c.Seat(h.player.side).Answers) + h.orders
}
