package draft_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"keryx/store"
	"keryx/store/draft"
	"keryx/store/sqlite"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T) store.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"))
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// club fills a store with two games between two players, mails and a ledger.
func club(t *testing.T, s store.Store) {
	t.Helper()
	check(t, s.Update(t.Context(), func(tx store.Tx) error {
		var errs []error
		for _, p := range players {
			errs = append(errs, tx.AddPlayer(store.Player{Address: p, Name: p, Language: "en", Added: noon}))
			errs = append(errs, tx.AddKey(store.Key{Fingerprint: "key of " + p, Player: p, Scheme: "ssh", State: store.KeyActive,
				Material: []byte(p), Added: noon, Changed: noon}))
		}
		for _, g := range games {
			errs = append(errs, tx.CreateGame(store.Game{ID: g, Ruleset: "ford", RulesetVersion: "1", Secret: store.Secret{1},
				Language: "en", Status: store.Running, Turn: 1, AnswerTime: time.Hour, Created: noon}))
			for i, side := range sides {
				errs = append(errs, tx.AddSeat(store.Seat{Game: g, Side: side, Player: players[i], Answers: "A"}))
			}
			errs = append(errs, tx.AppendEntry(store.Entry{Game: g, Seq: 1, Kind: "created", Time: noon, Body: []byte(g), Hash: store.Digest{1}}))
			errs = append(errs, tx.PutSnapshot(store.Snapshot{Game: g, Turn: 1, Seq: 1, Taken: noon, Body: []byte("turn 1")}))
		}
		for i := range 3 {
			_, _, err := tx.AddInbox(store.InboxMessage{ContentHash: store.Digest{byte(i + 1)}, InternalDate: noon, FirstSeen: noon, Receipt: noon, Raw: []byte("raw")})
			errs = append(errs, err)
			_, err = tx.Enqueue(store.OutboxMail{MessageID: fmt.Sprintf("<old-%d>", i), Kind: "notice", Recipient: players[i%2], Raw: []byte("raw"), Created: noon})
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	}))
}

var (
	players  = []string{"north@example.org", "south@example.org"}
	games    = []string{"a-1", "b-1"}
	sides    = []string{"north", "south"}
	settings = []string{"clock/a", "clock/b", "notes/a"}
)

// A deed is one verb and what it answered.
type deed struct {
	name   string
	answer any
	err    string
}

// clerk does deeds at random. What he does next hangs on what he was answered, as in a program.
type clerk struct {
	*rand.Rand
	tx    store.Tx
	deeds []deed
	seed  uint64
	rows  map[string]int // numbers that were given to rows, by their order
	mails []int64
}

func (c *clerk) pick(list []string) string { return list[c.IntN(len(list))] }

func (c *clerk) did(name string, answer any, err error) {
	d := deed{name: name, answer: answer}
	if err != nil {
		d.err = "failed"
		for _, kind := range []error{store.ErrNotFound, store.ErrDuplicate, store.ErrConflict, store.ErrBroken, store.ErrInvalid} {
			if errors.Is(err, kind) {
				d.err = kind.Error()
			}
		}
	}
	c.deeds = append(c.deeds, d)
}

// row returns a number that stands for that of a new row in what is compared.
func (c *clerk) row(table string, id int64) int64 {
	key := fmt.Sprint(table, id)
	if _, ok := c.rows[key]; !ok {
		c.rows[key] = len(c.rows)
	}
	return int64(c.rows[key])
}

// mail is a mail without its number, and without the bytes that lists leave out.
func (c *clerk) mail(m store.OutboxMail) store.OutboxMail {
	m.ID, m.Raw = c.row("mail", m.ID), nil
	return m
}

// read asks something.
func (c *clerk) read() {
	game, side, player := c.pick(games), c.pick(sides), c.pick(players)
	switch c.IntN(20) {
	case 0:
		v, err := c.tx.Game(game)
		c.did("Game", v, err)
	case 1:
		v, err := c.tx.Games()
		c.did("Games", v, err)
	case 2:
		v, err := c.tx.Seat(game, side)
		c.did("Seat", v, err)
	case 3:
		v, err := c.tx.SeatsOf(game)
		c.did("SeatsOf", v, err)
	case 4:
		v, err := c.tx.SeatsOfPlayer(player)
		c.did("SeatsOfPlayer", v, err)
	case 5:
		v, err := c.tx.SeatsConcerning(player)
		c.did("SeatsConcerning", v, err)
	case 6:
		v, err := c.tx.RefereedGames()
		c.did("RefereedGames", v, err)
	case 7:
		v, err := c.tx.Head(game)
		c.did("Head", v, err)
	case 8:
		v, err := c.tx.Entries(game, c.IntN(4))
		c.did("Entries", v, err)
	case 9:
		v, err := c.tx.LatestSnapshot(game)
		c.did("LatestSnapshot", v, err)
	case 10:
		v, err := c.tx.Snapshot(game, 1+c.IntN(3))
		c.did("Snapshot", v, err)
	case 11:
		v, err := c.tx.Player(player)
		c.did("Player", v, err)
	case 12:
		v, err := c.tx.Setting(c.pick(settings))
		c.did("Setting", v, err)
	case 13:
		v, err := c.tx.SettingsUnder("clock/")
		c.did("SettingsUnder", v, err)
	case 14:
		v, err := c.tx.OutboxByMessageID(fmt.Sprintf("<%d-%d>", c.seed, c.IntN(4)))
		c.did("OutboxByMessageID", c.mail(v), err)
	case 15:
		v, err := c.tx.Reports(game, side)
		for i := range v {
			v[i].ID, v[i].Outbox = c.row("report", v[i].ID), c.row("mail", v[i].Outbox)
		}
		c.did("Reports", v, err)
	case 16:
		v, err := c.tx.ReportByCode(game, fmt.Sprint(c.seed, "-", c.IntN(4)))
		v.ID, v.Outbox = c.row("report", v.ID), c.row("mail", v.Outbox)
		c.did("ReportByCode", v, err)
	case 17:
		v, err := c.tx.OutboxMail(c.aMail())
		c.did("OutboxMail", c.mail(v), err)
	case 18:
		v, err := c.tx.FailedTo(player)
		c.did("FailedTo", len(v), err)
	case 19:
		v, err := c.tx.NextDeadline()
		c.did("NextDeadline", v, err)
	}
}

// aMail is the number of a mail.
func (c *clerk) aMail() int64 {
	if len(c.mails) == 0 || c.IntN(2) == 0 {
		return 1 + c.Int64N(3)
	}
	return c.mails[c.IntN(len(c.mails))]
}

// write changes something.
func (c *clerk) write() {
	game, side, player := c.pick(games), c.pick(sides), c.pick(players)
	switch c.IntN(13) {
	case 0:
		g, err := c.tx.Game(game)
		c.did("Game", g, err)
		g.Turn, g.Options = c.IntN(5), []byte{}
		if c.IntN(4) == 0 {
			g.Referee, g.Status = players[0], store.Paused
		}
		g.Secret = store.Secret{9} // it stays as it was
		c.did("UpdateGame", nil, c.tx.UpdateGame(g))
	case 1:
		s, err := c.tx.Seat(game, side)
		c.did("Seat", s, err)
		at := noon.Add(time.Duration(c.IntN(5))*time.Hour + 999*time.Nanosecond)
		s.Deadline, s.ReportedEntry = &at, c.IntN(9)
		switch c.IntN(6) {
		case 0:
			s.Player = "  North@Example.org "
		case 1:
			s.Substitutes = []string{"SOUTH@example.org"}
		case 2:
			s.Substitutes = []string{}
		}
		c.did("UpdateSeat", nil, c.tx.UpdateSeat(s))
	case 2:
		head, err := c.tx.Head(game)
		c.did("Head", head, err)
		e := store.Entry{Game: game, Seq: head.Seq + 1, Kind: "orders", Side: side, Time: noon.Add(time.Microsecond), Prev: head.Hash,
			Hash: store.Digest{byte(head.Seq + 2), byte(c.IntN(9))}, Body: []byte("body"), Raw: []byte{}}
		if c.IntN(6) == 0 {
			e.Seq++ // a gap
		}
		c.did("AppendEntry", nil, c.tx.AppendEntry(e))
	case 3:
		id := store.Digest{byte(1 + c.IntN(3))}
		c.did("RecordSubmission", nil, c.tx.RecordSubmission(store.Submission{Game: game, ID: id, Side: side, Received: noon}))
	case 4:
		s, err := c.tx.LatestSnapshot(game)
		c.did("LatestSnapshot", s, err)
		s.Turn, s.Seq, s.Taken = s.Turn+c.IntN(2), s.Seq+c.IntN(2), noon.Add(time.Microsecond)
		c.did("PutSnapshot", nil, c.tx.PutSnapshot(s))
	case 5:
		p, err := c.tx.Player(player)
		c.did("Player", p, err)
		p.Name, p.Prefs, p.Added = fmt.Sprint("name ", c.IntN(9)), []byte{}, noon.Add(time.Hour)
		c.did("UpdatePlayer", nil, c.tx.UpdatePlayer(p))
	case 6:
		value := []byte(fmt.Sprint(c.IntN(3)))
		if c.IntN(3) == 0 {
			value = nil
		}
		if c.IntN(3) == 0 {
			c.did("SetSettingDue", nil, c.tx.SetSettingDue(c.pick(settings), value, noon))
		} else {
			c.did("SetSetting", nil, c.tx.SetSetting(c.pick(settings), value))
		}
	case 7:
		ok, err := c.tx.SpendAnswer(" "+player+" ", noon, c.IntN(4))
		c.did("SpendAnswer", ok, err)
	case 8, 9:
		m := store.OutboxMail{MessageID: fmt.Sprintf("<%d-%d>", c.seed, len(c.mails)), Game: game, Side: side, Kind: "report", Recipient: player,
			Raw: []byte("raw"), Created: noon.Add(time.Microsecond)}
		id, err := c.tx.Enqueue(m)
		c.did("Enqueue", c.row("mail", id), err)
		c.mails = append(c.mails, id)
		r := store.Report{Game: game, Side: side, Seq: 1, Kind: "report", Code: fmt.Sprint(c.seed, "-", len(c.mails)), MessageID: m.MessageID, Outbox: id,
			Created: noon.Add(time.Microsecond), Body: []byte{}}
		id, err = c.tx.AddReport(r)
		c.did("AddReport", c.row("report", id), err)
	case 10:
		c.did("SetInboxSeat", nil, c.tx.SetInboxSeat(1+c.Int64N(3), game, side))
	case 11:
		c.did("LookAgain", nil, c.tx.LookAgain(game, side, noon))
	case 12:
		if id := c.aMail(); c.IntN(3) == 0 {
			c.did("CancelOutbox", nil, c.tx.CancelOutbox(id, "overtaken"))
		}
	}
}

// work does some deeds.
func (c *clerk) work() {
	for range 3 + c.IntN(12) {
		if c.IntN(3) == 0 {
			c.read()
		} else {
			c.write()
		}
	}
	for range 6 {
		c.read()
	}
}

// all is all that can be read of a store, but for the looks at seats.
func all(t *testing.T, s store.Store) (found []any) {
	t.Helper()
	check(t, s.View(t.Context(), func(tx store.ReadTx) error {
		note := func(v any, err error) {
			check(t, err)
			found = append(found, v)
		}
		for _, g := range games {
			v, err := tx.Game(g)
			note(v, err)
			seats, err := tx.SeatsOf(g)
			note(seats, err)
			entries, err := tx.Entries(g, 0)
			note(entries, err)
			submissions, err := tx.Submissions(g)
			note(submissions, err)
			snap, err := tx.LatestSnapshot(g)
			note(snap, err)
			for _, side := range sides {
				reports, err := tx.Reports(g, side)
				note(reports, err)
			}
		}
		mails, err := tx.OutboxMails(store.OutboxFilter{})
		note(mails, err)
		messages, err := tx.InboxMessages(store.InboxFilter{})
		note(messages, err)
		people, err := tx.Players()
		note(people, err)
		under, err := tx.SettingsUnder("")
		note(under, err)
		looks, err := tx.SeatsToLookAt(noon.Add(time.Hour), 0)
		note(looks, err)
		for _, p := range players {
			spent, err := tx.Answers(p, noon)
			note(spent, err)
		}
		return nil
	}))
	return found
}

// TestAnswers does the same work at random in a draft and in a transaction of a store like it: each verb answers the same,
// and in the end the same stands in both stores. Most of it is answered by the draft itself.
func TestAnswers(t *testing.T) {
	direct, second := open(t), open(t)
	club(t, direct)
	club(t, second)
	foreseen := 0
	for seed := range uint64(200) {
		work := func(deeds *[]deed) func(tx store.Tx) error {
			return func(tx store.Tx) error {
				c := clerk{Rand: rand.New(rand.NewPCG(seed, 0)), tx: tx, seed: seed, rows: map[string]int{}}
				c.work()
				*deeds = c.deeds
				if seed%4 != 0 {
					return errUndone // so that the stores stay small
				}
				return nil
			}
		}
		var want, got []deed
		wantErr := direct.Update(t.Context(), work(&want))
		again := false
		gotErr := draft.Update(t.Context(), second, work(&got), draft.Watch{Again: func() { again = true }})
		if !again {
			foreseen++
		}
		if wantErr != gotErr {
			t.Fatalf("seed %d: %v in a draft, %v in a transaction", seed, gotErr, wantErr)
		}
		if d := cmp.Diff(want, got, cmp.AllowUnexported(deed{}), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("seed %d: the draft answers otherwise (-store +draft):\n%s", seed, d)
		}
		if a, b := all(t, direct), all(t, second); !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: another thing was written (-store +draft):\n%s", seed, cmp.Diff(a, b))
		}
	}
	if foreseen < 50 {
		t.Errorf("only %d of 200 works were done in a draft alone", foreseen)
	}
}

var errUndone = errors.New("to be undone")

// TestMoved changes, one after the other, all sorts of things between a draft that has read them and its commit: the work
// is done again, on what is there then.
func TestMoved(t *testing.T) {
	for name, tt := range map[string]struct {
		read func(store.ReadTx) (any, error)
		move func(store.Tx) error
	}{
		"ledger": {func(tx store.ReadTx) (any, error) { return tx.Head("a-1") }, func(tx store.Tx) error {
			return tx.AppendEntry(store.Entry{Game: "a-1", Seq: 2, Kind: "orders", Time: noon, Prev: store.Digest{1}, Hash: store.Digest{2}})
		}},
		"player": {func(tx store.ReadTx) (any, error) { return tx.Player(players[0]) }, func(tx store.Tx) error {
			return tx.UpdatePlayer(store.Player{Address: players[0], Name: "Other", Added: noon})
		}},
		"key": {func(tx store.ReadTx) (any, error) { return tx.KeyByFingerprint("key of " + players[0]) }, func(tx store.Tx) error {
			k, err := tx.KeyByFingerprint("key of " + players[0])
			k.State = store.KeyRevoked
			return errors.Join(err, tx.UpdateKey(k))
		}},
		"a key that was not there": {func(tx store.ReadTx) (any, error) {
			_, err := tx.KeyByFingerprint("new")
			return err != nil, nil
		}, func(tx store.Tx) error {
			return tx.AddKey(store.Key{Fingerprint: "new", Player: players[0], Scheme: "ssh", State: store.KeyActive, Material: []byte("x"), Added: noon, Changed: noon})
		}},
		"deadline": {func(tx store.ReadTx) (any, error) { return tx.Seat("a-1", "north") }, func(tx store.Tx) error {
			at := noon
			return tx.UpdateSeat(store.Seat{Game: "a-1", Side: "north", Player: players[0], Deadline: &at})
		}},
		"substitute": {func(tx store.ReadTx) (any, error) { return tx.SeatsConcerning(players[1]) }, func(tx store.Tx) error {
			return tx.UpdateSeat(store.Seat{Game: "a-1", Side: "north", Player: players[0], Substitutes: []string{players[1]}})
		}},
		"mail that waits": {func(tx store.ReadTx) (any, error) { return tx.Pending(1) }, func(tx store.Tx) error {
			return tx.SetInboxState(1, store.Ignored, "")
		}},
		"mail that comes": {func(tx store.ReadTx) (any, error) { return tx.CountInbox("a-1", "north", noon) }, func(tx store.Tx) error {
			return tx.SetInboxSeat(2, "a-1", "north")
		}},
		"mail that goes": {func(tx store.ReadTx) (any, error) { return tx.OutboxMail(1) }, func(tx store.Tx) error { return tx.CancelOutbox(1, "") }},
		"setting":        {func(tx store.ReadTx) (any, error) { return tx.SettingsUnder("clock/") }, func(tx store.Tx) error { return tx.SetSetting("clock/a", []byte("x")) }},
		"answers":        {func(tx store.ReadTx) (any, error) { return tx.Answers(players[0], noon) }, func(tx store.Tx) error { _, err := tx.SpendAnswer(players[0], noon, 9); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			club(t, s)
			moved, times := false, 0
			var last any
			check(t, draft.Update(t.Context(), s, func(tx store.Tx) (err error) {
				times++
				if last, err = tt.read(tx); err != nil {
					return err
				}
				return tx.SetSetting("done", []byte{byte('0' + times)})
			}, draft.Watch{Drafted: func() {
				if !moved {
					moved = true
					check(t, s.Update(t.Context(), tt.move))
				}
			}}))
			var now any
			check(t, s.View(t.Context(), func(tx store.ReadTx) (err error) { now, err = tt.read(tx); return err }))
			if times != 2 || !reflect.DeepEqual(last, now) {
				t.Errorf("done %d times, the last time from %v, and it is %v", times, last, now)
			}
		})
	}
}

// TestPurse spends the last answer twice, in a draft and beside it: the draft does not believe that it has spent one.
func TestPurse(t *testing.T) {
	s := open(t)
	club(t, s)
	moved, got := false, false
	spend := func(tx store.Tx) (err error) {
		got, err = tx.SpendAnswer("x", noon, 1)
		return errors.Join(err, tx.SetSetting("got", []byte(fmt.Sprint(got))))
	}
	check(t, draft.Update(t.Context(), s, spend, draft.Watch{Drafted: func() {
		if !moved {
			moved = true
			check(t, s.Update(t.Context(), func(tx store.Tx) error { _, err := tx.SpendAnswer("x", noon, 1); return err }))
		}
	}}))
	if got {
		t.Error("one answer was spent twice")
	}
}

// TestForEver loses every race. The work comes to its end in the writing transaction.
func TestForEver(t *testing.T) {
	s := open(t)
	lost := 0
	check(t, draft.Update(t.Context(), s, func(tx store.Tx) error {
		v, err := tx.Setting("n")
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return tx.SetSetting("n", append(v, 'x'))
	}, draft.Watch{Drafted: func() {
		lost++
		check(t, s.Update(t.Context(), func(tx store.Tx) error { return tx.SetSetting("n", []byte(fmt.Sprint(lost))) }))
	}}))
	check(t, s.View(t.Context(), func(tx store.ReadTx) error {
		v, err := tx.Setting("n")
		if want := fmt.Sprintf("%dx", lost); string(v) != want || lost < 2 {
			t.Errorf("%q after %d lost races, want %q", v, lost, want)
		}
		return err
	}))
}

// TestManyAtOnce counts up from many goroutines, in drafts: none is lost.
func TestManyAtOnce(t *testing.T) {
	s := open(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				err := draft.Update(t.Context(), s, func(tx store.Tx) error {
					v, err := tx.Setting("n")
					if err != nil && !errors.Is(err, store.ErrNotFound) {
						return err
					}
					return tx.SetSetting("n", append(v, 'x'))
				}, draft.Watch{})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	check(t, s.View(t.Context(), func(tx store.ReadTx) error {
		v, err := tx.Setting("n")
		if len(v) != 80 {
			t.Errorf("counted to %d", len(v))
		}
		return err
	}))
}

// TestNumbers looks that the number of a mail that is not written yet gets into nothing but a report.
func TestNumbers(t *testing.T) {
	s := open(t)
	club(t, s)
	var said int64
	check(t, draft.Update(t.Context(), s, func(tx store.Tx) error {
		id, err := tx.Enqueue(store.OutboxMail{MessageID: "<m>", Kind: "notice", Recipient: players[0], Raw: []byte("raw"), Created: noon})
		said = id
		return errors.Join(err, tx.SetSetting("mail", fmt.Append(nil, id)))
	}, draft.Watch{}))
	check(t, s.View(t.Context(), func(tx store.ReadTx) error {
		m, err := tx.OutboxByMessageID("<m>")
		if err != nil {
			return err
		}
		noted, err := tx.Setting("mail")
		if m.ID != said || string(noted) != fmt.Sprint(m.ID) {
			t.Errorf("mail %d was said to be %d, and noted as %s", m.ID, said, noted)
		}
		return err
	}))
}
