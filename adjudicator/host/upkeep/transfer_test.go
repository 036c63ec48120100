package upkeep_test

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

	"keryx/adjudicator/host/hosttest"

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
func twoClubs(t *testing.T) (from, to *hosttest.Club) {
	t.Helper()
	from, to = hosttest.NewClub(t, hosttest.Refereed).WithKey("old"), hosttest.OpenClub(t).WithKey("new")
	hosttest.Check(t, to.Seats.AddPlayer(t.Context(), store.Player{Address: hosttest.ThirdAt, Name: "Third", Language: "en", TimeZone: "UTC"}))
	hosttest.Check(t, to.Claims.AddReferee(t.Context(), hosttest.ThirdAt, ""))
	to.Game = from.Game
	return from, to
}

// tend lets time pass at a club.
func wait(c *hosttest.Club, days int) {
	c.T.Helper()
	c.Time = c.Time.Add(time.Duration(days) * 24 * time.Hour)
	_, err := c.Transfers.TendTransfers(c.T.Context(), c.Time)
	hosttest.Check(c.T, err)
}

// A game that was given away is opened again by a ruling, as long as no receipt has come: with other
// dice, and the other club refuses the bundle. Both verifiers find that the ledger holds.
func TestReopen(t *testing.T) {
	from, to := twoClubs(t)
	before := from.Sent()
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	if row := from.Receive(hosttest.Letter(hosttest.NorthAt, from.Signed("north", "game "+from.Game+"\nresign\n"))); row.State != store.Faulty {
		t.Errorf("a resignation where the game is closed: %s (%s)", row.State, row.Reason)
	}
	if err := from.Seats.TakeOver(t.Context(), from.Game, "north", seating.Machine, seating.ByRuling); !errors.As(err, new(*play.MovedError)) {
		t.Errorf("a change of hands where the game is closed: %v", err)
	}
	wait(from, 6)
	from.Sent()
	wait(from, 1)
	if told := from.Sent(); len(told) != 3 || !hosttest.Says(t, told[0], "a referee of this club opens the game again") {
		t.Errorf("after a week of silence are told %q", hosttest.KindsOf(told))
	}
	wait(from, 9)
	if told := from.Sent(); len(told) > 0 {
		t.Errorf("told again: %q", hosttest.KindsOf(told))
	}
	hosttest.Wants(t, from.Rule("ruling / reopen / reason They have no time.", store.Command), "It is reopened and goes on here")
	if from.Status() != store.Running {
		t.Fatalf("opened again, it is %s", from.Status())
	}
	to.Time = from.Time.Add(-time.Hour) // clocks differ
	converse(from, to)
	if _, err := hosttest.LoadBundle(to, file); !errors.As(err, new(*upkeep.VoidError)) {
		t.Errorf("the bundle that counts for nothing: %v", err)
	}
	from.Play(5)
	from.Replays()
	all := hosttest.Proofs(t, hosttest.ReportsOf(append(before, from.AllMails()...)), hosttest.NorthAt)
	if v, err := verify.Verify(all); err != nil || !v.Ended {
		t.Errorf("%+v: %v", v, err)
	}
	if said, holds := hosttest.OtherHand(t, hosttest.AsText(all)); !holds {
		t.Errorf("the other verifier: %s", said)
	}
}

// A void that is lost is said again when the receipt comes, and what was loaded is given up. Once the
// receipt has come first, no ruling opens the game again.
func TestReceiptOrReopening(t *testing.T) {
	from, to := twoClubs(t)
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	from.Rule("ruling / reopen / reason No.", store.Command)
	words(from, to) // lost
	_, err = hosttest.LoadBundle(to, file)
	hosttest.Check(t, err)
	to.Sent()
	converse(to, from)
	if told := to.Sent(); to.Status() == store.Running || len(told) != 3 || !hosttest.Says(t, told[0], "has opened") {
		t.Errorf("void, it is %s, and told are %q", to.Status(), hosttest.KindsOf(told))
	}
	again, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	_, err = hosttest.LoadBundle(to, again) // what was void is taken further
	hosttest.Check(t, err)
	receipt := words(to, from)
	for _, w := range receipt {
		from.Receive(w)
	}
	from.Rule("ruling / reopen / reason No.", store.Faulty)
	release := words(from, to)
	wait(to, 8) // it was lost, and the week is over
	if to.Status() == store.Running {
		t.Error("it runs without a release")
	}
	if _, err := hosttest.LoadBundle(to, again); err != nil {
		t.Errorf("what was withdrawn is not loaded again: %v", err)
	}
	for range 2 {
		for _, w := range release {
			to.Receive(w)
		}
	}
	if to.Status() != store.Running || from.Status() == store.Running {
		t.Errorf("it is %s here and %s there", from.Status(), to.Status())
	}
	if n := len(slices.DeleteFunc(to.Ledger(), func(e store.Entry) bool { return e.Kind != "reseed" })); n != 2 {
		t.Errorf("a release that came twice gave new dice: %d", n)
	}
	forged := hosttest.OpenClub(t).WithKey("mallory")
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
	full := &hosttest.Carrier{Fail: func(int, string) error { return errors.New("450 4.2.1 try again later") }}
	var waits *post.NoteError
	if file, err := hosttest.ExportBy(from, full, hosttest.Receiver(to)); !errors.As(err, &waits) || file != nil {
		t.Fatalf("%d bytes: %v", len(file), err)
	}
	if from.Status() == store.Running {
		t.Error("the game goes on although a note says otherwise")
	}
	from.Time = from.Time.Add(time.Hour)
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	_, err = hosttest.LoadBundle(to, file)
	hosttest.Check(t, err)
}

// owned has both players say that another club's game is theirs, in which they have signed nothing yet.
func owned(c *hosttest.Club, from *hosttest.Club) {
	c.T.Helper()
	for _, name := range []string{"north", "south"} {
		text := fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", from.Game, from.Signer.Public().Fingerprint, c.Post.Address)
		c.Receive(hosttest.Letter(hosttest.People()[name].Address, hosttest.Sign(c.T, hosttest.People()[name].SSH, text, c.Time)))
	}
}

// The reading and the options of a game go with it, whatever game it is: each value of each option of
// the printed games stands in some game that another club loads.
func TestEveryOptionGoesRound(t *testing.T) {
	from, to := hosttest.OpenCopy(t, hosttest.Enrolled, hosttest.Enrol).WithKey("old"), hosttest.OpenCopy(t, hosttest.Enrolled, hosttest.Enrol).WithKey("new")
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		info := rules.Info()
		hosttest.DrawPictures(rules, false)
		t.Cleanup(func() { hosttest.DrawPictures(rules, true) })
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
				id, err := from.Upkeep.Create(t.Context(), post.NewGame{Ruleset: info.Name, Scenario: scenario, Options: chosen, AnswerTime: hosttest.AnswerTime, Language: "en",
					Seats: map[string]string{info.Sides[0]: hosttest.NorthAt, info.Sides[1]: hosttest.SouthAt}})
				if err != nil {
					t.Fatalf("%s %s %v: %v", info.Name, scenario, chosen, err)
				}
				from.Game, to.Game = id, id
				file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
				if err != nil {
					t.Errorf("%s %s %v: %v", info.Name, scenario, chosen, err)
					continue
				}
				owned(to, from)
				if _, err := hosttest.LoadBundle(to, file); err != nil {
					t.Errorf("%s %s %v: %v", info.Name, scenario, chosen, err)
					continue
				}
				if was, is := options(from), options(to); !maps.Equal(was, is) || !maps.Equal(was, chosen) {
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
func options(c *hosttest.Club) (options map[string]string) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		game, err := tx.Game(c.Game)
		return errors.Join(err, json.Unmarshal(game.Options, &options))
	})
	return options
}

// walk is two clubs that do what they like, and a mailbox of each.
type walk struct {
	t      *testing.T
	r      *rand.Rand
	clubs  [2]*hosttest.Club
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
		k := &hosttest.Carrier{}
		if w.r.IntN(4) == 0 {
			k.Fail = func(int, string) error { return errors.New("450 4.2.1 try again later") }
		}
		file, err := hosttest.ExportBy(c, k, hosttest.Receiver(o))
		if err == nil {
			w.files[1-i] = append(w.files[1-i], file)
		}
		w.keep(i, k)
		did = fmt.Sprint("exports: ", err == nil)
	case 2, 3, 4:
		if len(w.files[i]) > 0 {
			_, err := hosttest.LoadBundle(c, w.files[i][w.r.IntN(len(w.files[i]))])
			did = fmt.Sprint("imports: ", err == nil)
		}
	case 5, 6:
		k := &hosttest.Carrier{}
		c.Flush(k)
		w.keep(i, k)
		did = fmt.Sprintf("sends %d", len(k.Bytes))
	case 7, 8:
		if len(w.bag[i]) > 0 {
			m := c.Fetched(w.bag[i][w.r.IntN(len(w.bag[i]))])
			d, err := c.Intake.Receive(w.t.Context(), m)
			hosttest.Check(w.t, err)
			m.Folder = d.Folder
			w.heard[i] = append(w.heard[i], m)
			did = "hears " + c.LastReceived().Reason
		}
	case 9:
		_, err := c.Rulings.Rule(w.t.Context(), c.Game, hosttest.ThirdAt, "ruling\nreason Why not.\nreopen\n")
		did = fmt.Sprint("reopens: ", err == nil)
	case 10:
		wait(c, w.r.IntN(9))
		o.Time = c.Time
		did = "lets days pass"
	case 11:
		did = w.restore(i)
	}
	if w.r.IntN(6) == 0 {
		path := filepath.Join(w.t.TempDir(), "copy.db")
		hosttest.Check(w.t, c.Store.Backup(w.t.Context(), path))
		w.copies[i] = append(w.copies[i], path)
	}
	w.trace = append(w.trace, fmt.Sprintf("%s %s", c.Post.Address, did))
}

// keep files what a mail server has taken.
func (w *walk) keep(i int, k *hosttest.Carrier) {
	if k.Fail != nil {
		return
	}
	for _, sent := range k.Bytes {
		switch at, raw, _ := strings.Cut(sent, "\n"); at {
		case w.clubs[1-i].Post.Address:
			w.bag[1-i] = append(w.bag[1-i], []byte(raw))
		case w.clubs[i].Post.Address:
			w.notes[i] = append(w.notes[i], wire.Fetched{Folder: "INBOX", InternalDate: w.clubs[i].Time, Raw: []byte(raw)})
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
	hosttest.Check(w.t, err)
	w.t.Cleanup(func() { hosttest.Check(w.t, db.Close()) })
	c := w.clubs[i]
	was := c.Host
	c.Host = hosttest.NewHost(c.T, db, func() time.Time { return c.Time })
	c.Signer, c.Post, c.Known = was.Signer, was.Post, 0
	missing, err := c.Recovery.Forgotten(w.t.Context(), slices.Concat(w.notes[i], w.heard[i]))
	hosttest.Check(w.t, err)
	if w.r.IntN(2) == 0 {
		_, err = c.Recovery.Discard(w.t.Context(), missing)
		hosttest.Check(w.t, err)
		return "goes back, and on from there"
	}
	_, err = c.Recovery.Recover(w.t.Context(), missing, nil)
	hosttest.Check(w.t, err)
	return "goes back, and takes up what came since"
}

// Whatever two clubs do, in whichever order their mails come, come again or are lost, and however
// often one of them is put back to an older copy: a game runs at one of them at the most.
// KERYX_WHOLE tries many.
func TestOneClubAtTheMost(t *testing.T) {
	seen := map[string]int{}
	for seed := range hosttest.Sampled(60, 4) {
		w := &walk{t: t, r: rand.New(rand.NewPCG(23, uint64(seed)))}
		w.clubs[0], w.clubs[1] = twoClubs(t)
		for range 60 {
			w.step()
			runs := 0
			for _, c := range w.clubs {
				if hosttest.Runs(c) {
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
			if there(c) {
				c.Replays()
			}
		}
	}
	t.Log(seen)
}

// there reports whether the club knows the game.
func there(c *hosttest.Club) (is bool) {
	c.View(func(tx store.ReadTx) error {
		_, err := tx.Game(c.Game)
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
	to := hosttest.OpenCopy(t, hosttest.Enrolled, hosttest.Enrol).WithKey("new")
	from := hosttest.NewClub(t).WithKey("old")
	name := strings.Repeat("Ἀλκιβιάδης ", 60) + "\u202e"
	from.Change(func(tx store.Tx) error {
		p, err := tx.Player(hosttest.NorthAt)
		p.Name = name
		return errors.Join(err, tx.UpdatePlayer(p))
	})
	for _, c := range []post.Contract{post.Wait, post.Defaults, post.Substitute, post.Forfeit} {
		from.Game = from.NewGame(hosttest.Contract(c), func(n *post.NewGame) { n.Calendar = &long })
		file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
		if err != nil {
			t.Errorf("%s: %v", c, err)
			continue
		}
		owned(to, from)
		if _, err := hosttest.LoadBundle(to, file); err != nil {
			t.Errorf("%s: %v", c, err)
		}
		to.Game = from.Game
		converse(to, from)
		if !hosttest.Runs(to) || hosttest.Runs(from) {
			t.Errorf("%s: it does not go on", c)
		}
	}
	ended, _ := hosttest.WholeGame(t)
	ended.WithKey("over")
	file, err := hosttest.ExportBundle(ended, nil)
	hosttest.Check(t, err)
	if err := readsWith(ended.Host, file, 60_000); err != nil {
		t.Errorf("60,000 entries: %v", err)
	}
	// What no other club could load is not closed for it.
	from.Game = from.NewGame()
	from.Change(func(tx store.Tx) error {
		g, err := tx.Game(from.Game)
		g.Schedule = []byte(`{"zone":"Nowhere/At all"}`)
		return errors.Join(err, tx.UpdateGame(g))
	})
	if _, err := hosttest.ExportBundle(from, hosttest.Receiver(to)); err == nil || !strings.Contains(err.Error(), "no other club could") || !hosttest.Runs(from) {
		t.Errorf("it is closed for a file that nobody can load: %v", err)
	}
}
