package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/seating"
	"keryx/store"
)

// TestRefusedAndTakenNeverReadAlike: to a player to whom nothing can be encrypted any more the letter that comes in place of
// the answer says first what became of his mail: what was done, what was refused, and what was done in part read
// differently, whatever he wrote, in both languages.
func TestRefusedAndTakenNeverReadAlike(t *testing.T) {
	north := people()["north"]
	for lang, first := range map[string]map[string]string{
		"en": {"taken": "Your email was accepted", "partly": "Of what your email asked, some was done", "refused": "Your email was refused"},
		"fr": {"taken": "Votre courriel a été pris en compte", "partly": "De ce que demandait votre courriel", "refused": "Votre courriel a été refusé"},
	} {
		c := newClub(t)
		_, err := c.Seats.ChangePlayer(t.Context(), north.address, seating.PlayerChange{Language: &lang})
		check(t, err)
		check(t, c.encrypt(north.address, true))
		_, err = c.Keys.ChangeKey(t.Context(), north.pgp.Public().Fingerprint, store.KeyRevoked, "lost")
		check(t, err)
		c.sent()
		said := map[string]string{} // the outcome that a text has told
		for _, m := range []struct{ what, text, want string }{
			{"orders", c.orders("north", "bid 1"), "taken"},
			{"a setting", c.bound("pictures off\n"), "taken"},
			{"orders that are none", c.orders("north", "fly 3"), "refused"},
			{"a request that is none", c.bound("pictures maybe\n"), "refused"},
			{"another game's file", strings.Replace(c.orders("north", "bid 1"), c.game, "ford-99", 1), "refused"},
			{"two requests, one of them good", c.bound("pictures on\npictures maybe\n"), "partly"},
		} {
			c.now = c.now.Add(time.Minute)
			c.receive(letter(north.address, c.signed("north", m.text)))
			for _, mail := range c.sent() {
				if mail.Recipient != north.address {
					continue
				}
				body := text(t, mail)
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
