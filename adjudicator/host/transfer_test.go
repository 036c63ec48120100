package host_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/verify"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
)

// twoClubs are a club with a game and another without, that has the same referee.
func twoClubs(t *testing.T) (from, to *club) {
	t.Helper()
	from, to = newClub(t, refereed).withKey("old"), openClub(t).withKey("new")
	check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: thirdAt, Name: "Third", Language: "en", TimeZone: "UTC"}))
	check(t, to.Claims.AddReferee(t.Context(), thirdAt, ""))
	to.game = from.game
	return from, to
}

// tend lets time pass at a club.
func (c *club) wait(days int) {
	c.t.Helper()
	c.now = c.now.Add(time.Duration(days) * 24 * time.Hour)
	_, err := c.Transfers.TendTransfers(c.t.Context(), c.now)
	check(c.t, err)
}

// A game that was given away is opened again by a ruling, as long as no receipt has come: with other
// dice, and the other club refuses the bundle. Both verifiers find that the ledger holds.
func TestReopen(t *testing.T) {
	from, to := twoClubs(t)
	before := from.sent()
	file, err := from.export(to.receiver())
	check(t, err)
	if row := from.receive(letter(northAt, from.signed("north", "game "+from.game+"\nresign\n"))); row.State != store.Faulty {
		t.Errorf("a resignation where the game is closed: %s (%s)", row.State, row.Reason)
	}
	if err := from.Seats.TakeOver(t.Context(), from.game, "north", seating.Machine, seating.ByRuling); !errors.As(err, new(*play.MovedError)) {
		t.Errorf("a change of hands where the game is closed: %v", err)
	}
	from.wait(6)
	from.sent()
	from.wait(1)
	if told := from.sent(); len(told) != 3 || !says(t, told[0], "a referee of this club opens the game again") {
		t.Errorf("after a week of silence are told %q", kinds(told))
	}
	from.wait(9)
	if told := from.sent(); len(told) > 0 {
		t.Errorf("told again: %q", kinds(told))
	}
	wants(t, from.rules("ruling / reopen / reason They have no time.", store.Command), "It is reopened and goes on here")
	if from.status() != store.Running {
		t.Fatalf("opened again, it is %s", from.status())
	}
	to.now = from.now.Add(-time.Hour) // clocks differ
	converse(from, to)
	if _, err := to.load(file); !errors.As(err, new(*upkeep.VoidError)) {
		t.Errorf("the bundle that counts for nothing: %v", err)
	}
	from.play(5)
	from.replays()
	all := proofs(t, reports(append(before, from.all()...)), northAt)
	if v, err := verify.Verify(all); err != nil || !v.Ended {
		t.Errorf("%+v: %v", v, err)
	}
	if said, holds := otherHand(t, asText(all)); !holds {
		t.Errorf("the other verifier: %s", said)
	}
}

// all lists every mail of the club's outbox.
func (c *club) all() []store.OutboxMail {
	c.known = 0
	return c.sent()
}

// A void that is lost is said again when the receipt comes, and what was loaded is given up. Once the
// receipt has come first, no ruling opens the game again.
func TestReceiptOrReopening(t *testing.T) {
	from, to := twoClubs(t)
	file, err := from.export(to.receiver())
	check(t, err)
	from.rules("ruling / reopen / reason No.", store.Command)
	from.words(to) // lost
	_, err = to.load(file)
	check(t, err)
	to.sent()
	converse(to, from)
	if told := to.sent(); to.status() == store.Running || len(told) != 3 || !says(t, told[0], "has opened") {
		t.Errorf("void, it is %s, and told are %q", to.status(), kinds(told))
	}
	again, err := from.export(to.receiver())
	check(t, err)
	_, err = to.load(again) // what was void is taken further
	check(t, err)
	receipt := to.words(from)
	for _, w := range receipt {
		from.receive(w)
	}
	from.rules("ruling / reopen / reason No.", store.Faulty)
	release := from.words(to)
	to.wait(8) // it was lost, and the week is over
	if to.status() == store.Running {
		t.Error("it runs without a release")
	}
	if _, err := to.load(again); err != nil {
		t.Errorf("what was withdrawn is not loaded again: %v", err)
	}
	for range 2 {
		for _, w := range release {
			to.receive(w)
		}
	}
	if to.status() != store.Running || from.status() == store.Running {
		t.Errorf("it is %s here and %s there", from.status(), to.status())
	}
	if n := len(slices.DeleteFunc(to.entries(), func(e store.Entry) bool { return e.Kind != "reseed" })); n != 2 {
		t.Errorf("a release that came twice gave new dice: %d", n)
	}
	forged := openClub(t).withKey("mallory")
	forged.Post.Address = to.Post.Address
	for _, w := range receipt { // signed by another key than the one that the game was given to
		if strings.Contains(string(w), "mallory") {
			t.Fatal("the same key")
		}
	}
}

// No file is handed out before the mail server has taken the note of it.
func TestExportWaitsForTheNote(t *testing.T) {
	from, to := twoClubs(t)
	full := &carrier{fail: func(int, string) error { return errors.New("450 4.2.1 try again later") }}
	var waits *post.NoteError
	if file, err := from.exportBy(full, to.receiver()); !errors.As(err, &waits) || file != nil {
		t.Fatalf("%d bytes: %v", len(file), err)
	}
	if from.status() == store.Running {
		t.Error("the game goes on although a note says otherwise")
	}
	from.now = from.now.Add(time.Hour)
	file, err := from.export(to.receiver())
	check(t, err)
	_, err = to.load(file)
	check(t, err)
}

// owned has both players say that another club's game is theirs, in which they have signed nothing yet.
func (c *club) owned(from *club) {
	c.t.Helper()
	for _, name := range []string{"north", "south"} {
		text := fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", from.game, from.Signer.Public().Fingerprint, c.Post.Address)
		c.receive(letter(people()[name].address, sign(c.t, people()[name].ssh, text, c.now)))
	}
}

// The reading and the options of a game go with it, whatever game it is: each value of each option of
// the printed games stands in some game that another club loads.
func TestEveryOptionGoesRound(t *testing.T) {
	from, to := openCopy(t, enrolled, enrol).withKey("old"), openCopy(t, enrolled, enrol).withKey("new")
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		info := rules.Info()
		drawPictures(rules, false)
		t.Cleanup(func() { drawPictures(rules, true) })
		tried, values := map[string]bool{}, 0
		for _, o := range info.Options {
			values += len(o.Values)
		}
		for _, scenario := range info.Scenarios {
			for round := range 8 {
				chosen, fresh := map[string]string{}, false
				for _, o := range info.Options {
					if o.Scenarios == nil || slices.Contains(o.Scenarios, scenario) {
						value := o.Values[round%len(o.Values)]
						chosen[o.ID] = value
						fresh = fresh || !tried[o.ID+"="+value]
						tried[o.ID+"="+value] = true
					}
				}
				if !fresh {
					continue
				}
				id, err := from.Upkeep.Create(t.Context(), post.NewGame{Ruleset: info.Name, Scenario: scenario, Options: chosen, AnswerTime: answerTime, Language: "en",
					Seats: map[string]string{info.Sides[0]: northAt, info.Sides[1]: southAt}})
				if err != nil {
					t.Fatalf("%s %s %v: %v", info.Name, scenario, chosen, err)
				}
				from.game, to.game = id, id
				file, err := from.export(to.receiver())
				if err != nil {
					t.Errorf("%s %s %v: %v", info.Name, scenario, chosen, err)
					continue
				}
				to.owned(from)
				if _, err := to.load(file); err != nil {
					t.Errorf("%s %s %v: %v", info.Name, scenario, chosen, err)
					continue
				}
				if was, is := from.options(), to.options(); !maps.Equal(was, is) || !maps.Equal(was, chosen) {
					t.Errorf("%s %s: %v becomes %v", info.Name, scenario, was, is)
				}
			}
		}
		if len(tried) != values {
			t.Errorf("%s: %d of %d values were tried", info.Name, len(tried), values)
		}
	}
}

// options are those of the club's game.
func (c *club) options() (options map[string]string) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		game, err := tx.Game(c.game)
		return errors.Join(err, json.Unmarshal(game.Options, &options))
	})
	return options
}

// walk is two clubs that do what they like, and a mailbox of each.
type walk struct {
	t      *testing.T
	r      *rand.Rand
	clubs  [2]*club
	bag    [2][][]byte // what was said to each, and may come at any time, more than once, or never
	files  [2][][]byte // bundles for each
	notes  [2][]wire.Fetched
	heard  [2][]wire.Fetched
	copies [2][]string
	trace  []string
}

// step does something at a club.
func (w *walk) step() {
	i := w.r.IntN(2)
	c, o := w.clubs[i], w.clubs[1-i]
	did := ""
	switch w.r.IntN(12) {
	case 0, 1:
		k := &carrier{}
		if w.r.IntN(4) == 0 {
			k.fail = func(int, string) error { return errors.New("450 4.2.1 try again later") }
		}
		file, err := c.exportBy(k, o.receiver())
		if err == nil {
			w.files[1-i] = append(w.files[1-i], file)
		}
		w.keep(i, k)
		did = fmt.Sprint("exports: ", err == nil)
	case 2, 3, 4:
		if len(w.files[i]) > 0 {
			_, err := c.load(w.files[i][w.r.IntN(len(w.files[i]))])
			did = fmt.Sprint("imports: ", err == nil)
		}
	case 5, 6:
		k := &carrier{}
		c.flush(k)
		w.keep(i, k)
		did = fmt.Sprintf("sends %d", len(k.bytes))
	case 7, 8:
		if len(w.bag[i]) > 0 {
			m := c.fetched(w.bag[i][w.r.IntN(len(w.bag[i]))])
			d, err := c.Intake.Receive(w.t.Context(), m)
			check(w.t, err)
			m.Folder = d.Folder
			w.heard[i] = append(w.heard[i], m)
			did = "hears " + c.lastReceived().Reason
		}
	case 9:
		_, err := c.Rulings.Rule(w.t.Context(), c.game, thirdAt, "ruling\nreason Why not.\nreopen\n")
		did = fmt.Sprint("reopens: ", err == nil)
	case 10:
		c.wait(w.r.IntN(9))
		o.now = c.now
		did = "lets days pass"
	case 11:
		did = w.restore(i)
	}
	if w.r.IntN(6) == 0 {
		path := filepath.Join(w.t.TempDir(), "copy.db")
		check(w.t, c.Store.Backup(w.t.Context(), path))
		w.copies[i] = append(w.copies[i], path)
	}
	w.trace = append(w.trace, fmt.Sprintf("%s %s", c.Post.Address, did))
}

// keep files what a mail server has taken.
func (w *walk) keep(i int, k *carrier) {
	if k.fail != nil {
		return
	}
	for _, sent := range k.bytes {
		switch at, raw, _ := strings.Cut(sent, "\n"); at {
		case w.clubs[1-i].Post.Address:
			w.bag[1-i] = append(w.bag[1-i], []byte(raw))
		case w.clubs[i].Post.Address:
			w.notes[i] = append(w.notes[i], wire.Fetched{Folder: "INBOX", InternalDate: w.clubs[i].now, Raw: []byte(raw)})
		}
	}
}

// restore puts a club back to an older copy, which meets the notes in its mailbox.
func (w *walk) restore(i int) string {
	if len(w.copies[i]) == 0 {
		return "has no copy"
	}
	n := w.r.IntN(len(w.copies[i]))
	path := w.copies[i][n]
	w.copies[i] = w.copies[i][:n] // copies of a future that is given up are not put back
	db, err := engine.Open(w.t.Context(), path)
	check(w.t, err)
	w.t.Cleanup(func() { check(w.t, db.Close()) })
	c := w.clubs[i]
	was := c.Host
	c.Host = newHost(c.t, db, func() time.Time { return c.now })
	c.Signer, c.Post, c.known = was.Signer, was.Post, 0
	missing, err := c.Recovery.Forgotten(w.t.Context(), slices.Concat(w.notes[i], w.heard[i]))
	check(w.t, err)
	if w.r.IntN(2) == 0 {
		_, err = c.Recovery.Discard(w.t.Context(), missing)
		check(w.t, err)
		return "goes back, and on from there"
	}
	_, err = c.Recovery.Recover(w.t.Context(), missing, nil)
	check(w.t, err)
	return "goes back, and takes up what came since"
}

// Whatever two clubs do, in whichever order their mails come, come again or are lost, and however
// often one of them is put back to an older copy: a game runs at one of them at the most.
// KERYX_WHOLE tries many.
func TestOneClubAtTheMost(t *testing.T) {
	seen := map[string]int{}
	for seed := range sampled(60, 4) {
		w := &walk{t: t, r: rand.New(rand.NewPCG(23, uint64(seed)))}
		w.clubs[0], w.clubs[1] = twoClubs(t)
		for range 60 {
			w.step()
			runs := 0
			for _, c := range w.clubs {
				if c.running() {
					runs++
				}
			}
			if runs > 1 {
				t.Fatalf("seed %d: it runs at both clubs:\n%s", seed, strings.Join(w.trace, "\n"))
			}
			seen[fmt.Sprint("runs at ", runs)]++
		}
		for _, line := range w.trace {
			_, did, _ := strings.Cut(line, " ")
			seen[did]++
		}
		for _, c := range w.clubs {
			if c.there() {
				c.replays()
			}
		}
	}
	t.Log(seen)
}

// running reports whether the club runs the game.
func (c *club) running() (runs bool) {
	c.view(func(tx store.ReadTx) error {
		g, err := tx.Game(c.game)
		runs = err == nil && g.Status == store.Running
		return nil
	})
	return runs
}

// there reports whether the club knows the game.
func (c *club) there() (is bool) {
	c.view(func(tx store.ReadTx) error {
		_, err := tx.Game(c.game)
		is = err == nil
		return nil
	})
	return is
}

// Whatever a game was created with goes round: every contract, a calendar with all that it can have,
// and what an older release has let in, such as a name that is too long.
func TestEveryGameGoesRound(t *testing.T) {
	long := calendar.Usual()
	long.Zone, long.Tokens, long.Missed = "America/Argentina/ComodRivadavia", 9, 4
	long.Before = slices.Repeat(long.Before, 2)
	long.After = slices.Repeat([]calendar.Span{{Duration: 25*time.Hour + time.Minute}}, 5)
	long.Quiet = calendar.Hours{Given: true, From: 1380, To: 385}
	to := openCopy(t, enrolled, enrol).withKey("new")
	from := newClub(t).withKey("old")
	name := strings.Repeat("Ἀλκιβιάδης ", 60) + "\u202e"
	from.update(func(tx store.Tx) error {
		p, err := tx.Player(northAt)
		p.Name = name
		return errors.Join(err, tx.UpdatePlayer(p))
	})
	for _, c := range []post.Contract{post.Wait, post.Defaults, post.Substitute, post.Forfeit} {
		from.game = from.found(contract(c), func(n *post.NewGame) { n.Calendar = &long })
		file, err := from.export(to.receiver())
		if err != nil {
			t.Errorf("%s: %v", c, err)
			continue
		}
		to.owned(from)
		if _, err := to.load(file); err != nil {
			t.Errorf("%s: %v", c, err)
		}
		to.game = from.game
		converse(to, from)
		if !to.running() || from.running() {
			t.Errorf("%s: it does not go on", c)
		}
	}
	ended, _ := wholeGame(t)
	ended.withKey("over")
	file, err := ended.export(nil)
	check(t, err)
	if err := readsWith(ended.Host, file, 60_000); err != nil {
		t.Errorf("60,000 entries: %v", err)
	}
	// What no other club could load is not closed for it.
	from.game = from.found()
	from.update(func(tx store.Tx) error {
		g, err := tx.Game(from.game)
		g.Schedule = []byte(`{"zone":"Nowhere/At all"}`)
		return errors.Join(err, tx.UpdateGame(g))
	})
	if _, err := from.export(to.receiver()); err == nil || !strings.Contains(err.Error(), "no other club could") || !from.running() {
		t.Errorf("it is closed for a file that nobody can load: %v", err)
	}
}
