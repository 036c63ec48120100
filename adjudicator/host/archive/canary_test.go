package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/mail/wire"
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
func secrets(c *fixture, id string) (all []string) {
	c.t.Helper()
	all = append(never(), c.mark)
	c.check(c.Host.Store.View(c.t.Context(), func(tx store.ReadTx) error {
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
		seats, err := tx.SeatsOf(id)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			if seat.Answers != "" {
				all = append(all, seat.Answers)
			}
		}
		return nil
	}))
	return all
}

// never are what stands on no page of any game, whether it is open or not: where players live and
// write from, their keys, and what they write to each other.
func never() []string {
	all := []string{addresses[0], addresses[1], thirdAt, substituteAt, whisper, zones[0], zones[1]}
	for _, key := range keys() {
		all = append(all, key.Public().Fingerprint)
	}
	return all
}

// private are the sentences that one side alone was told in all turns that have ended.
func private(c *fixture, id string) (all []string) {
	c.t.Helper()
	whole, err := c.Host.Watchers.Whole(c.t.Context(), id)
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

// leaks lists the files that hold a secret. A secret of a few letters would be found where
// nobody put it: the pages hold hundreds of hashes, keys and salts.
func leaks(files map[string][]byte, secrets []string) (all []string) {
	for _, secret := range secrets {
		if len(secret) < 8 {
			panic(fmt.Sprintf("%q is too short to be looked for", secret))
		}
	}
	for name, data := range files {
		text := strings.ToLower(html.UnescapeString(string(data)))
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
	tried := map[string]int{}
	first := seed.First(t, 100)
	for n := range games {
		t.Run(fmt.Sprint(first+uint64(n)), func(t *testing.T) { canary(t, first+uint64(n), tried) })
	}
	t.Logf("tried in %d clubs: %v", games, tried)
	for _, kind := range []string{"a side alone was told", "standing orders", "offer", "claim", "ruling", "answer", "substitute", "bid", "game of a league", "ended", "twin", "round", "season"} {
		if tried[kind] == 0 && games >= 40 {
			t.Errorf("nothing of this kind was tried: %s", kind)
		}
	}
}

// canary plays games of a club in which everything secret is marked, and looks for the marks.
func canary(t *testing.T, seed uint64, tried map[string]int) {
	c := newClub(t, seed)
	s := c.site()
	s.Leagues = leagues.LeagueGames{}
	var hidden []string
	if seed%4 == 0 {
		hidden = append(hidden, c.leagueInSecret(tried)...)
	}
	showing := play.Showing{Delay: calendar.Span{Duration: time.Duration(c.rnd.IntN(3)) * time.Hour}, Opens: []play.Opens{play.WithTwin, play.AtRoundEnd, play.AtSeasonEnd}[c.rnd.IntN(3)]}
	tried[string(showing.Opens)]++
	id, twin := c.found("ford", &showing), c.found("ford", &showing)
	c.referee(id)
	for moves := c.rnd.IntN(40); moves > 0; moves-- {
		if c.also = ""; c.rnd.IntN(6) == 0 {
			c.also = "standing\nreaction: hold # " + c.mark + "\n"
			tried["standing orders"]++
		}
		if !c.move(id, "ford") {
			break
		}
		if c.rnd.IntN(5) == 0 {
			c.meddle(id, tried)
		}
		if c.rnd.IntN(8) == 0 {
			c.now = c.now.Add(time.Hour)
			c.write(s)
		}
	}
	if c.also = ""; c.rnd.IntN(2) == 0 {
		c.playOut(id, "ford") // it has ended, and its twin has not
		tried["ended"]++
	}
	c.move(twin, "ford")
	if c.rnd.IntN(2) == 0 {
		c.check(c.Host.Seats.AddPlayer(t.Context(), store.Player{Address: substituteAt, Name: "Stand-in", Language: "fr", TimeZone: zones[0]}))
		c.check(c.Host.Seats.TakeOver(t.Context(), twin, []string{"north", "south"}[c.rnd.IntN(2)], substituteAt, seating.BySubstitute))
		tried["substitute"]++
	}
	c.now = c.now.Add(3 * time.Hour)
	c.write(s)
	hidden = append(hidden, secrets(c, twin)...)
	files := published(t, s.Dir)
	for _, leak := range leaks(files, never()) {
		t.Error(leak)
	}
	outline, err := c.Host.Watchers.Outline(t.Context(), id, s.Leagues)
	c.check(err)
	if outline.Open { // it is over, and no league has it wait
		maps.DeleteFunc(files, func(name string, _ []byte) bool { return strings.Contains(name, "/"+id+"/") })
		tried["open"]++
	} else {
		told := private(c, id)
		tried["a side alone was told"] += len(told)
		hidden = slices.Concat(hidden, secrets(c, id), told)
	}
	for _, leak := range leaks(files, hidden) {
		t.Error(leak)
	}
}

// substituteAt is who takes a side over.
const substituteAt = "canary-substitute@players.test"

// meddle has a player or the referee write something besides orders, with the mark in it.
func (c *fixture) meddle(id string, tried map[string]int) {
	c.t.Helper()
	i := c.rnd.IntN(2)
	did := func(kind string, done bool) {
		if done {
			tried[kind]++
		}
	}
	switch c.rnd.IntN(4) {
	case 0:
		did("offer", c.says(i, "game "+id+"\noffer draw\n# "+c.mark+c.now.Format("150405")+"\n") == wire.FolderDone)
	case 1:
		did("claim", c.says(i, "game "+id+"\nreferee: "+c.mark+" "+c.now.String()+"\n") == wire.FolderDone)
	case 2:
		_, err := c.Host.Rulings.Rule(c.t.Context(), id, thirdAt, "ruling\nreason "+c.mark+c.now.Format("150405")+"\nextend "+[]string{"north", "south"}[i]+" until "+c.now.AddDate(0, 0, 9).Format(time.DateOnly)+"\n")
		did("ruling", err == nil)
	case 3:
		side := []string{"north", "south"}[i]
		rules, err := adjudicator.Lookup("ford")
		c.check(err)
		mind, err := adjudicator.NewPlayer(rules, adjudicator.RandomPlayer, c.rnd)
		c.check(err)
		plan, err := c.Host.Intake.Plan(c.t.Context(), id, side, mind)
		c.check(err)
		if len(plan) == 0 {
			return
		}
		text := "ruling\nreason " + c.mark + c.now.Format("150405") + "\nanswer " + side + "\n"
		for _, words := range plan {
			text += templates.For("en", "ford").Words(words) + "\n"
		}
		_, err = c.Host.Rulings.Rule(c.t.Context(), id, thirdAt, text)
		did("answer", err == nil)
	}
}

// leagueInSecret has a season begin in which a bid is sealed, or a game played to its end that
// opens with the season, and returns what must not be seen of that.
func (c *fixture) leagueInSecret(tried map[string]int) []string {
	c.t.Helper()
	c.league()
	fixture := c.bid(addresses[0], "north", sealed)
	tried["bid"]++
	if c.rnd.IntN(2) == 0 {
		return leagueSecrets(c.cup(func(*season.Season) {}))
	}
	c.bid(addresses[1], "south", 3)
	c.check(c.Host.Leagues.TendLeagues(c.t.Context()))
	game, err := c.cup(func(*season.Season) {}).State.Game(fixture + "-1")
	c.check(err)
	c.playOut(game.Host, "ford")
	c.check(c.Host.Leagues.TendLeagues(c.t.Context()))
	c.now = c.now.Add(50 * time.Hour)
	tried["game of a league"]++
	return slices.Concat(leagueSecrets(c.cup(func(*season.Season) {})), secrets(c, game.Host), private(c, game.Host))
}

// Whatever kind of secret slips into what is shown of a running game, be it as a name, it stands
// on the pages, and the search finds it there.
func TestCanaryFindsEachKind(t *testing.T) {
	c := newClub(t, 98)
	id := c.found("ford", &play.Showing{Opens: play.WithTwin})
	c.found("ford", nil)
	for range 12 {
		c.move(id, "ford")
	}
	c.now = c.now.Add(time.Hour)
	s := c.site()
	c.write(s)
	hidden := secrets(c, id)
	if found := leaks(published(t, s.Dir), hidden); len(found) > 0 {
		t.Fatal(found)
	}
	b, err := s.openBook(t.Context())
	c.check(err)
	for _, secret := range hidden {
		leaky, err := c.Host.Watchers.Recount(t.Context(), id, nil)
		c.check(err)
		leaky.Seats[0].Name = secret
		_, err = s.writeGame(b, leaky, &memo{})
		c.check(err)
		if len(leaks(published(t, s.Dir), []string{secret})) == 0 {
			t.Errorf("%q stands on the pages, and is not found", secret)
		}
	}
	whole, err := c.Host.Watchers.Whole(t.Context(), id)
	c.check(err)
	whole.Proof.Entries = nil
	c.check(c.Host.Store.View(t.Context(), func(tx store.ReadTx) error {
		entries, err := tx.Entries(id, 1)
		for _, e := range entries {
			whole.Proof.Entries = append(whole.Proof.Entries, templates.ProofEntry{Seq: e.Seq, Kind: adjudicator.EntryKind(e.Kind), Open: true, Salt: e.Salt, Body: e.Body})
		}
		return err
	}))
	_, err = s.writeGame(b, whole, &memo{})
	c.check(err)
	if len(leaks(published(t, s.Dir), hidden)) < 3 {
		t.Error("a running game is written as if it were open, and that is not found")
	}
}

// A leak is found: a chronicle that was not cut down to what may be shown makes files that
// the canary's search does not pass.
func TestCanaryFindsALeak(t *testing.T) {
	c := newClub(t, 99)
	id := c.found("ford", &play.Showing{Opens: play.WithTwin})
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
	leaky, err := c.Host.Watchers.Recount(t.Context(), id, nil)
	c.check(err)
	whole, err := c.Host.Watchers.Whole(t.Context(), id)
	c.check(err)
	for i := range leaky.Turns {
		leaky.Turns[i].Events = whole.Turns[i].Events
	}
	b, err := s.openBook(t.Context())
	c.check(err)
	_, err = s.writeGame(b, leaky, &memo{})
	c.check(err)
	if len(leaks(published(t, s.Dir), told)) == 0 {
		t.Error("what one side alone was told stands on the pages, and is not found")
	}
	files := published(t, s.Dir)
	if bytes.Contains(files["en/games/"+id+"/turn-1.html"], []byte(c.mark)) {
		t.Error("orders of a running game are shown")
	}
}
