package post_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// TestRefusedAndTakenNeverReadAlike: to a player to whom nothing can be encrypted any more the letter that comes in place of
// the answer says first what became of his mail: what was done, what was refused, and what was done in part read
// differently, whatever he wrote, in both languages.
func TestRefusedAndTakenNeverReadAlike(t *testing.T) {
	north := hosttest.People()["north"]
	for lang, first := range map[string]map[string]string{
		"en": {"taken": "Your email was accepted", "partly": "Of what your email asked, some was done", "refused": "Your email was refused"},
		"fr": {"taken": "Votre courriel a été pris en compte", "partly": "De ce que demandait votre courriel", "refused": "Votre courriel a été refusé"},
	} {
		c := hosttest.NewClub(t)
		_, err := c.Seats.ChangePlayer(t.Context(), north.Address, seating.PlayerChange{Language: &lang})
		hosttest.Check(t, err)
		hosttest.Check(t, encrypt(c, north.Address, true))
		_, err = c.Keys.ChangeKey(t.Context(), north.PGP.Public().Fingerprint, store.KeyRevoked, "lost")
		hosttest.Check(t, err)
		c.Sent()
		said := map[string]string{} // the outcome that a text has told
		for _, m := range []struct{ what, text, want string }{
			{"orders", c.Orders("north", "bid 1"), "taken"},
			{"a setting", c.Bound("pictures off\n"), "taken"},
			{"orders that are none", c.Orders("north", "fly 3"), "refused"},
			{"a request that is none", c.Bound("pictures maybe\n"), "refused"},
			{"another game's file", strings.Replace(c.Orders("north", "bid 1"), c.Game, "ford-99", 1), "refused"},
			{"two requests, one of them good", c.Bound("pictures on\npictures maybe\n"), "partly"},
		} {
			c.Time = c.Time.Add(time.Minute)
			c.Receive(hosttest.Letter(north.Address, c.Signed("north", m.text)))
			for _, mail := range c.Sent() {
				if mail.Recipient != north.Address {
					continue
				}
				body := hosttest.TextOf(t, mail)
				if !strings.HasPrefix(body, first[m.want]) {
					t.Errorf("%s, %s: %s should be told first:\n%s", lang, m.what, m.want, body)
				}
				if before := said[body]; before != "" && before != m.want {
					t.Errorf("%s, %s: what was %s and what was %s read alike:\n%s", lang, m.what, m.want, before, body)
				}
				said[body] = m.want
			}
		}
		if len(said) != 3 {
			t.Errorf("%s: %d different letters", lang, len(said))
		}
	}
}
