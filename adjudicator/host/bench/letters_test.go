package bench

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// lettersEnv asks for a scenario of Hellenes and a number of order mails: KERYX_LETTERS="413 200".
const lettersEnv = "KERYX_LETTERS"

// A letter of a game of fifty turns has 150 kB at the most as it is sent, with its pictures of a map of
// 98 zones and 120 blocks, and the first letter 200.
func TestLettersOfALongGame(t *testing.T) {
	scenario, most := "431", 5
	if text := os.Getenv(lettersEnv); text != "" {
		if _, err := fmt.Sscan(text, &scenario, &most); err != nil {
			t.Fatalf("%s is %q, want a scenario and a number of mails: %v", lettersEnv, text, err)
		}
	}
	if err := hellenes.Opener.Register(""); err != nil {
		t.Fatal(err)
	}
	rules := hellenes.New()
	c, err := openClub(t.Context(), t.TempDir(), rules, 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	seats := map[string]string{}
	for i, side := range rules.Info().Sides {
		seats[side] = c.holder(0, i).address
	}
	game, err := c.Host.Upkeep.Create(t.Context(), post.NewGame{Ruleset: rules.Info().Name, Scenario: scenario, AnswerTime: answerTime, Language: "en", Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	c.games = append(c.games, game)
	for range most {
		raw, _, err := c.write(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if raw == nil {
			break
		}
		if err := c.take(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
	}
	var first, later []int
	err = c.Host.Store.View(t.Context(), func(tx store.ReadTx) error {
		mails, err := tx.OutboxMails(store.OutboxFilter{Game: game})
		if err != nil {
			return err
		}
		for _, m := range mails {
			full, err := tx.OutboxMail(m.ID)
			if err != nil {
				return err
			}
			sizes, limit := &later, 150_000
			if m.Kind == "welcome" {
				sizes, limit = &first, 200_000
			}
			if *sizes = append(*sizes, len(full.Raw)); len(full.Raw) > limit {
				t.Errorf("the %s to %s has %d bytes, want %d at most", m.Kind, m.Side, len(full.Raw), limit)
			}
		}
		return nil
	})
	if err != nil || len(first) != 2 || len(later) < most {
		t.Fatalf("%d first letters and %d others: %v", len(first), len(later), err)
	}
	slices.Sort(later)
	t.Logf("scenario %s: first letters %d, %d others: median %d, largest %d bytes", scenario, first, len(later), later[len(later)/2], later[len(later)-1])
}
