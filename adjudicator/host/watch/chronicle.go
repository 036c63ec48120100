package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	outcomes "keryx/adjudicator/outcome"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A Chronicle is what may be shown of a game to somebody who does not play in it. What
// may not be is not in it, so whatever is made of one tells no more than it may.
type Chronicle struct {
	ID, Ruleset, Version, Scenario string
	Rules                          adjudicator.Ruleset
	Options                        map[string]string // readings that differ from the default
	Created                        time.Time
	Status                         store.Status
	Referee                        string // name; empty if there is none
	Showing                        play.Showing
	// Never tells of a running game of which nothing is shown, since it was begun before
	// players could agree to that.
	Never bool
	Seats [2]ChronicleSeat
	Turns []ChronicleTurn // those that are shown, in their order
	// Next is when more is to be shown though nothing happens in the game; zero if nothing.
	Next time.Time

	Ended  time.Time           // zero while it runs
	Result *adjudicator.Result // once the last turn is shown
	// Outcome is how it ended, with its history, by its own ledger; once the last turn is shown.
	Outcome outcomes.Outcome

	// Open tells that the game is shown whole; Proof and Turns[i].Whole are there then.
	Open  bool
	Proof templates.Proof
	press bool // what the players wrote to each other may be shown with it
	// Looks are those that were taken by hand at what was secret.
	Looks []templates.Look
}

// ChronicleSeat is who plays a side.
type ChronicleSeat struct {
	Side    string
	Player  string // address: to know him by, not to be shown
	Name    string // as he is shown
	Machine bool
	Gone    bool // he was forgotten, and is shown as a former member
}

// ChronicleTurn is a turn that has ended.
type ChronicleTurn struct {
	Number int
	Entry  int // of the ledger, which ended it
	Name   adjudicator.Phrase
	Ended  time.Time
	// Events are what everybody may hear; in an open game also what one side was told.
	Events []adjudicator.Event
	// View is how it stood at the end, for somebody who knows what both sides know.
	View  adjudicator.View
	Tally []adjudicator.Phrase // the turn in figures
	Whole *WholeTurn           // nil unless the game is open
	// Frames are how the map stood in the course of the turn: at its first question, after that
	// wherever it changed, and at its end.
	Frames []reports.Frame
}

// WholeTurn is what was hidden in a turn until the game opened.
type WholeTurn struct {
	Views    [2]adjudicator.View // at its end
	Standing [2][2]string        // each side's standing orders at its start, in each language of orders
	Answers  []adjudicator.Answered
	Orders   []SignedOrders
	Rulings  []SignedOrders     // the reasons of the referee's rulings
	Rolls    []adjudicator.Roll // the public dice, in their order
	Seeds    []string           // in hexadecimal: the last is that of its end
	First    int                // ledger entry that opened it
	Last     int                // and the one that published its seed
}

// SignedOrders are the orders of a side as it signed them, or a deadline that it missed.
type SignedOrders struct {
	Entry  int
	Side   adjudicator.Side
	At     time.Time
	Text   string
	Missed bool
}

// Standing orders are kept in each language of the order language.
var orderLanguages = [2]orders.Language{orders.English, orders.French}

// ErrNotShown reports a game that an archive passes over: it was cancelled before it began.
var ErrNotShown = errors.New("the game is not shown")

// Recount returns the chronicle of a game as it may be shown at a moment. The error
// matches [ErrNotShown] if there is nothing to show, and [play.ErrReplay] if the game does not
// replay.
func (ws *Watchers) Recount(ctx context.Context, id string, leagues reports.Leagues) (Chronicle, error) {
	return ws.RecountFrom(ctx, id, leagues, 0)
}

// RecountFrom is a chronicle of which only the turns from one on are played again, and of those
// before it nothing is known but their numbers and when they ended. A game that is open is
// played whole. The errors are those of [Watchers.Recount].
func (ws *Watchers) RecountFrom(ctx context.Context, id string, leagues reports.Leagues, turn int) (c Chronicle, err error) {
	err = ws.Store.View(ctx, func(tx store.ReadTx) error {
		c, err = recount(tx, id, ws.Now(), leagues, turn)
		return err
	})
	return c, err
}

// Outline is a chronicle without its turns: what a list of games is made of, and what
// tells whether a game has changed since.
func (ws *Watchers) Outline(ctx context.Context, id string, leagues reports.Leagues) (c Chronicle, err error) {
	err = ws.Store.View(ctx, func(tx store.ReadTx) error {
		_, _, c, err = outline(tx, id, ws.Now(), leagues)
		return err
	})
	return c, err
}

// Whole is the chronicle of a game as it will be shown once it is open, for those who may
// know all of it, and for tests of what may not be shown before.
func (ws *Watchers) Whole(ctx context.Context, id string) (c Chronicle, err error) {
	err = ws.Store.View(ctx, func(tx store.ReadTx) error {
		p, entries, outlined, err := outline(tx, id, ws.Now(), nil)
		if err != nil {
			return err
		}
		c, c.Open, c.Never = outlined, true, false
		c.Turns, c.Next = turnsShown(entries, c, ws.Now())
		c, err = recountGame(p, tx, c, entries, 0)
		return err
	})
	return c, err
}

// outline reads what is known of a game without playing it.
func outline(tx store.ReadTx, id string, now time.Time, leagues reports.Leagues) (p *play.Position, entries []store.Entry, c Chronicle, err error) {
	if _, cancelled, err := Cancelled(tx, id); err != nil || cancelled {
		return nil, nil, c, errors.Join(err, ErrNotShown)
	}
	game, err := play.GameNamed(tx, id)
	if err != nil {
		return nil, nil, c, err
	}
	rules, err := play.RulesOf(game)
	if err != nil {
		return nil, nil, c, fmt.Errorf("game %s: %w", id, err)
	}
	p = &play.Position{Game: game, Rules: rules, Info: rules.Info()}
	if err := p.LoadSeats(tx); err != nil {
		return nil, nil, c, err
	}
	if entries, err = tx.Entries(id, 1); err != nil || len(entries) == 0 {
		return nil, nil, c, fmt.Errorf("game %s: its ledger: %w", id, errors.Join(err, adjudicator.ErrChain))
	}
	c = Chronicle{ID: id, Ruleset: game.Ruleset, Version: game.RulesetVersion, Scenario: game.Scenario, Rules: rules,
		Options: p.Options(), Created: game.Created, Status: game.Status}
	var ever bool
	if c.Showing, ever, err = play.ShowingOf(entries[0]); err != nil {
		return nil, nil, c, fmt.Errorf("game %s: %w", id, err)
	}
	c.Never = !ever && game.Status != store.Ended
	if c.Open, err = reports.Opened(tx, game, c.Showing, leagues); err != nil {
		return nil, nil, c, err
	}
	if _, c.press, err = PublishedPress(tx, id); err != nil {
		return nil, nil, c, err
	}
	for i, seat := range p.Seats {
		if c.Seats[i], err = seatShown(tx, seat); err != nil {
			return nil, nil, c, err
		}
	}
	if game.Referee != "" {
		if referee, err := tx.Player(game.Referee); err == nil {
			c.Referee = referee.Name
		}
	}
	c.Turns, c.Next = turnsShown(entries, c, now)
	if end, ended := seating.EndOf(entries); ended && game.Status == store.Ended {
		c.Ended = end.Time
	}
	if !c.Open && !c.Next.IsZero() {
		c.Status, c.Ended = store.Running, time.Time{} // as far as may be known
	}
	return p, entries, c, nil
}

// seatShown is who plays a side, as others may see him.
func seatShown(tx store.ReadTx, seat store.Seat) (ChronicleSeat, error) {
	s := ChronicleSeat{Side: seat.Side, Player: seat.Player, Machine: seat.Player == post.MachineAddress}
	player, err := tx.Player(seat.Player)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return s, err
	}
	s.Name, s.Gone = player.Name, seat.Player == "" || post.IsRemoved(seat.Player)
	return s, nil
}

// turnsShown lists the turns that may be shown by now, and when the next one may be that
// has ended already.
func turnsShown(entries []store.Entry, c Chronicle, now time.Time) (all []ChronicleTurn, next time.Time) {
	if c.Never {
		return nil, next
	}
	void := play.GivenUp(entries)
	for _, e := range entries {
		if e.Kind != string(adjudicator.Reveal) || void[e.Seq] {
			continue
		}
		var turn int
		if _, err := fmt.Sscanf(string(e.Body), "turn %d", &turn); err != nil {
			continue // replaying it says what is wrong
		}
		if at := e.Time.Add(c.Showing.Delay.Duration); !c.Open && at.After(now) {
			return all, at
		}
		all = append(all, ChronicleTurn{Number: turn, Entry: e.Seq, Ended: e.Time})
	}
	return all, next
}

// recount plays the turns that are shown once more, from one on.
func recount(tx store.ReadTx, id string, now time.Time, leagues reports.Leagues, from int) (Chronicle, error) {
	p, entries, c, err := outline(tx, id, now, leagues)
	if err != nil {
		return c, err
	}
	if c.Open {
		from = 0
	}
	return recountGame(p, tx, c, entries, from)
}

// recountGame fills in the turns of an outline, from one on.
func recountGame(p *play.Position, tx store.ReadTx, c Chronicle, entries []store.Entry, from int) (_ Chronicle, err error) {
	tallier, tallies := p.Rules.(adjudicator.Tallier)
	for i := range c.Turns {
		t := &c.Turns[i]
		if t.Number < from {
			continue
		}
		before, err := recountTurn(p, tx, &c, t, entries)
		if err != nil {
			return c, fmt.Errorf("game %s, turn %d: %w", c.ID, t.Number, err)
		}
		if tallies {
			t.Tally = tallier.Tally(adjudicator.Observer, reports.PublicOnly(t.Events), before, t.View)
		}
	}
	if n := len(c.Turns); n > 0 && c.Status == store.Ended && c.Turns[n-1].View.Result != nil {
		c.Result = c.Turns[n-1].View.Result
	} else if n > 0 && c.Status == store.Ended {
		c.Result = seating.ResultOfEnd(entries)
	}
	if c.Status == store.Ended && (len(c.Turns) > 0 || c.Next.IsZero()) {
		c.Outcome = play.EndsOf(entries)
	}
	if c.Open && p.Game.Status == store.Ended {
		c.Proof, err = wholeProof(p, entries, c)
	}
	return c, err
}

// recountTurn fills in a turn, and returns how it stood at its start.
func recountTurn(p *play.Position, tx store.ReadTx, c *Chronicle, t *ChronicleTurn, entries []store.Entry) (before adjudicator.View, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", play.ErrReplay, r)
		}
	}()
	snap, err := tx.Snapshot(p.Game.ID, t.Number)
	if err != nil {
		return before, err
	}
	void := play.GivenUp(entries)
	end := slices.IndexFunc(entries, func(e store.Entry) bool {
		return e.Seq > snap.Seq && !void[e.Seq] && e.Kind == string(adjudicator.Reveal)
	})
	if end < 0 {
		return before, fmt.Errorf("%w: the ledger does not say where it ended", play.ErrReplay)
	}
	var whole *WholeTurn
	if c.Open {
		whole = &WholeTurn{First: snap.Seq, Last: entries[end].Seq}
	}
	start, err := p.Again(snap)
	if err != nil {
		return before, err
	}
	defer start.Close()
	if err := start.Replay(snap, entries[snap.Seq-1:snap.Seq]); err != nil {
		return before, err
	}
	before, t.Name = start.Session.Game().View(adjudicator.Observer), start.Session.Game().Name()
	if whole != nil {
		for side := range whole.Standing {
			for i, l := range orderLanguages {
				whole.Standing[side][i] = start.Session.Standing(adjudicator.Side(side), l)
			}
		}
	}
	again, err := p.Again(snap)
	if err != nil {
		return before, err
	}
	defer again.Close()
	f := reports.Framer{Open: c.Open}
	again.Watch = func() { f.Look(again.Session) }
	if err := again.Replay(snap, entries[snap.Seq-1:end]); err != nil {
		return before, err
	}
	if !again.Session.Ended() && !play.Closes(entries[end-1]) && !play.EndsHere(entries[end:]) {
		return before, fmt.Errorf("%w: it has not ended where the ledger says so", play.ErrReplay)
	}
	game := again.Session.Game()
	t.View = game.View(adjudicator.Observer)
	t.View.Turn = t.Name // though it may call itself the next turn by now
	t.Frames = f.Frames
	if !c.Open {
		t.Events = reports.PublicOnly(again.Session.Events())
		return before, nil
	}
	t.Events, whole.Answers, whole.Rolls = again.Session.Events(), again.Session.Answers(), reports.RollsOf(again.Session.Events())
	whole.Views = [2]adjudicator.View{game.View(0), game.View(1)}
	whole.Views[0].Turn, whole.Views[1].Turn = t.Name, t.Name
	for _, e := range entries[snap.Seq:end] {
		side, _ := p.Info.Seat(e.Side)
		switch {
		case void[e.Seq]:
		case e.Kind == string(adjudicator.Ordered):
			text, _ := c.printable(e)
			whole.Orders = append(whole.Orders, SignedOrders{Entry: e.Seq, Side: side, At: e.Time, Text: text})
		case e.Kind == string(adjudicator.Deadline):
			whole.Orders = append(whole.Orders, SignedOrders{Entry: e.Seq, Side: side, At: e.Time, Missed: true})
		case e.Kind == string(adjudicator.Ruling):
			if body, ok := play.ReadRulingBody(club.LedgerEntry(e)); ok && body.Reason != "" {
				whole.Rulings = append(whole.Rulings, SignedOrders{Entry: e.Seq, Side: adjudicator.Observer, At: e.Time, Text: body.Reason})
			}
		}
	}
	t.Whole = whole
	return before, nil
}

// printable is what may be shown of signed orders, and whether that is all of them: what stood around
// the file is its author's alone, and words to the other player or to a referee are theirs alone, unless the game was created with public
// press. The digest of such orders still stands in the proof.
func (c *Chronicle) printable(e store.Entry) (text string, whole bool) {
	text, whole = adjudicator.Part(c.Rules, string(e.Body)).Text, !written.HasAside(c.Rules, e)
	rest, sections := orders.CutWords(text)
	for _, s := range sections {
		if s.Kind != "press" || !c.press {
			return strings.TrimRight(rest, "\n") + "\n", false
		}
	}
	return text, whole
}

// shown is an entry as the proof of an open game has it. Of a ruling it says what was decided,
// and not by whom; in older ledgers the two cannot be told apart, and it is listed by its digest.
func (c *Chronicle) shown(stored store.Entry) templates.ProofEntry {
	e := club.LedgerEntry(stored)
	open := reports.IsOpen(e, e.Side)
	switch e.Kind {
	case adjudicator.Ordered:
		_, open = c.printable(stored)
	case adjudicator.Ruling:
		public := e.Public()
		open = len(public) != len(e.Body) || !bytes.Equal(public, e.Body)
		shown := templates.ShowEntry(e, open)
		if open {
			shown.Body = public
		}
		return shown
	}
	return templates.ShowEntry(e, open)
}

// wholeProof is what the ledger and the dice of an open game can be checked with, by
// anybody. Who plays, by which keys, is not told: that entry is listed by its digest.
func wholeProof(p *play.Position, entries []store.Entry, c Chronicle) (templates.Proof, error) {
	proof := templates.Proof{Game: c.ID, Secret: dice.Secret(p.Game.Secret).Commitment(), Opening: slices.Clone(p.Game.Secret[:])}
	for _, later := range p.Game.Later {
		proof.Opening = append(proof.Opening, later.Secret[:]...)
	}
	for _, stored := range entries {
		e := club.LedgerEntry(stored)
		proof.Entries = append(proof.Entries, c.shown(stored))
		proof.Head = templates.Link{Seq: e.Seq, Hash: e.Hash}
		var turn int
		var text string
		switch e.Kind {
		case adjudicator.Reveal, adjudicator.Commit:
			if _, err := fmt.Sscanf(string(bytes.TrimSpace(e.Body)), "turn %d %s", &turn, &text); err != nil {
				return proof, fmt.Errorf("%w: ledger entry %d: %w", play.ErrReplay, e.Seq, err)
			}
			value, err := dice.ParseHead(text)
			if err != nil {
				return proof, fmt.Errorf("%w: ledger entry %d: %w", play.ErrReplay, e.Seq, err)
			}
			if e.Kind == adjudicator.Commit {
				proof.Commits = append(proof.Commits, templates.TurnHead{Turn: turn, Value: value})
			} else {
				proof.Reveals = append(proof.Reveals, templates.TurnHead{Turn: turn, Value: value})
			}
		}
	}
	for _, t := range c.Turns {
		for _, r := range t.Whole.Rolls {
			proof.Rolls = append(proof.Rolls, templates.ProofRoll{Turn: t.Number, Entry: r.Entry, Index: r.Index, Sides: r.Sides, Faces: r.Faces})
		}
	}
	return proof, nil
}

// Fingerprint tells chronicles apart whose games look otherwise, from their outlines.
func (c Chronicle) Fingerprint() string {
	type turn struct {
		N  int
		At time.Time
	}
	var turns []turn
	for _, t := range c.Turns {
		turns = append(turns, turn{t.Number, t.Ended})
	}
	text, err := json.Marshal([]any{c.ID, c.Ruleset, c.Version, c.Status, c.Referee, c.Showing, c.Never, c.Seats, turns, c.Ended, c.Open})
	if err != nil {
		panic("host: " + err.Error()) // plain values
	}
	return string(text)
}

// CancelledSetting remembers a game that was made by mistake, and why it is one.
func CancelledSetting(game string) string { return "cancelled/" + game }

// Cancelled reports whether a game was cancelled, and why.
func Cancelled(tx store.ReadTx, game string) (reason string, cancelled bool, err error) {
	value, err := tx.Setting(CancelledSetting(game))
	if errors.Is(err, store.ErrNotFound) {
		return "", false, nil
	}
	return string(value), err == nil, err
}
