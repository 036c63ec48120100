package archive

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"crypto/sha256"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host"
	"keryx/store"
	"keryx/templates"
)

func sha256Hex(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// secrets are what must stand in no file of the site of a game: what is marked in its
// orders, addresses, its secret, seeds and salts, what one side alone was told, and what
// was in play when the last turn that is shown had ended.
func secrets(c *club, id string) (all []string) {
	c.t.Helper()
	all = append(all, c.mark, addresses[0], addresses[1])
	for _, key := range keys() {
		all = append(all, key.Public().Fingerprint)
	}
	c.check(c.Store.View(c.t.Context(), func(tx store.ReadTx) error {
		game, err := tx.Game(id)
		if err != nil {
			return err
		}
		all = append(all, hex.EncodeToString(game.Secret[:]))
		entries, err := tx.Entries(id, 1)
		if err != nil {
			return err
		}
		for _, e := range entries {
			all = append(all, hex.EncodeToString(e.Hash[:]))
			if !e.Salt.IsZero() {
				all = append(all, hex.EncodeToString(e.Salt[:]))
			}
			if len(e.Body) > 30 {
				all = append(all, base64.StdEncoding.EncodeToString(e.Body)[:40])
			}
			if words := strings.Fields(string(e.Body)); e.Kind == string(adjudicator.Reveal) {
				all = append(all, words[2])
			}
		}
		for _, side := range []string{"north", "south"} {
			seat, err := tx.Seat(id, side)
			if err != nil {
				return err
			}
			if seat.Answers != "" {
				all = append(all, seat.Answers)
			}
		}
		return nil
	}))
	return all
}

// private are the sentences that one side alone was told in all turns that have ended.
func private(c *club, id string) (all []string) {
	c.t.Helper()
	whole, err := c.Whole(c.t.Context(), id)
	c.check(err)
	for _, turn := range whole.Turns {
		for _, lang := range []string{"en", "fr"} {
			for _, told := range templates.For(lang, whole.Ruleset).Tell(turn.Events) {
				for _, text := range told.Private {
					if len(text) > 12 {
						all = append(all, text)
					}
				}
			}
		}
	}
	return all
}

// leaks lists the files that hold a secret.
func leaks(files map[string][]byte, secrets []string) (all []string) {
	for name, data := range files {
		text := strings.ToLower(strings.NewReplacer("&#39;", "'", "&#34;", `"`, "&amp;", "&").Replace(string(data)))
		for _, secret := range secrets {
			if strings.Contains(text, strings.ToLower(secret)) {
				all = append(all, fmt.Sprintf("%s holds %q", name, secret))
			}
		}
	}
	return all
}

// canaryEnv is how many random games the canary is tried on.
const canaryEnv = "KERYX_CANARY"

// TestCanary plays random games in which everything secret is known to the test, and looks
// for it in every file of the site: of games that run, and of games that have ended and are
// not open because another game of the same players runs.
func TestCanary(t *testing.T) {
	games := 4
	if n, err := strconv.Atoi(os.Getenv(canaryEnv)); err == nil {
		games = n
	}
	sentences := 0
	for seed := range games {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := newClub(t, uint64(seed)+100)
			delay := calendar.Span{Duration: time.Duration(c.rnd.IntN(3)) * time.Hour}
			id := c.found("ford", &host.Showing{Delay: delay, Opens: host.WithTwin})
			twin := c.found("ford", &host.Showing{Delay: delay, Opens: host.WithTwin})
			s := c.site()
			for moves := c.rnd.IntN(40); moves > 0 && c.move(id, "ford"); moves-- {
				if c.rnd.IntN(8) == 0 {
					c.now = c.now.Add(time.Hour)
					c.write(s)
				}
			}
			if c.rnd.IntN(2) == 0 {
				c.playOut(id, "ford") // it has ended, and its twin has not
			}
			c.move(twin, "ford")
			c.now = c.now.Add(3 * time.Hour)
			c.write(s)
			hidden := append(secrets(c, id), secrets(c, twin)...)
			told := private(c, id)
			sentences += len(told)
			for _, leak := range leaks(published(t, s.Dir), append(hidden, told...)) {
				t.Error(leak)
			}
		})
	}
	if sentences == 0 {
		t.Error("nobody was told anything in secret: nothing was tried")
	}
}

// A leak is found: a chronicle that was not cut down to what may be shown makes files that
// the canary's search does not pass.
func TestCanaryFindsALeak(t *testing.T) {
	c := newClub(t, 99)
	id := c.found("ford", &host.Showing{Opens: host.WithTwin})
	c.found("ford", nil)
	for range 25 {
		c.move(id, "ford")
	}
	c.now = c.now.Add(time.Hour)
	s := c.site()
	c.write(s)
	told := private(c, id)
	if found := leaks(published(t, s.Dir), told); len(found) > 0 {
		t.Fatal(found)
	}
	leaky, err := c.Recount(t.Context(), id, nil)
	c.check(err)
	whole, err := c.Whole(t.Context(), id)
	c.check(err)
	for i := range leaky.Turns {
		leaky.Turns[i].Events = whole.Turns[i].Events
	}
	b, err := s.openBook(t.Context())
	c.check(err)
	_, err = s.writeGame(b, leaky)
	c.check(err)
	if len(leaks(published(t, s.Dir), told)) == 0 {
		t.Error("what one side alone was told stands on the pages, and is not found")
	}
	files := published(t, s.Dir)
	if bytes.Contains(files["en/games/"+id+"/turn-1.html"], []byte(c.mark)) {
		t.Error("orders of a running game are shown")
	}
}
