package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/orders"
	"keryx/store"
)

// Position is a game as far as its ledger tells: the turn in play, rebuilt from
// its snapshot, and the turns that were ended since it was loaded.
type Position struct {
	Game      store.Game
	Rules     adjudicator.Ruleset
	Info      adjudicator.Info
	Seats     [2]store.Seat
	Last      adjudicator.Entry // end of the ledger
	Chain     *dice.Chain       // of the signed orders; nil if the dice hang on entries
	At        time.Time         // of what is being done to the game; zero for now
	Session   *adjudicator.Session
	month     adjudicator.Phrase // name of the turn in play, while it is in play
	asks      [2]int             // questions each side had been asked when it was loaded
	asksOf    int                // in this turn
	askedBoth bool               // in secret

	Watch    func()              // is called as the session goes on, see [adjudicator.Session.Watch]; nil for nobody
	Seen     *Seen               // what the side saw whose report comes next; nil for not known
	Chapters []chapter           // turns that ended since
	fresh    []adjudicator.Entry // entries appended since
	parts    []CorrectedLine     // of a correction whose ruling has not been read yet
}

// chapter is a turn that has ended: what its events were, and its seed.
type chapter struct {
	Turn   int
	name   adjudicator.Phrase
	Events []adjudicator.Event
	Seed   dice.Seed

	Answers []adjudicator.Answered // how its questions were answered
}

// Close frees the position.
func (p *Position) Close() {
	if p.Session != nil {
		p.Session.Close()
	}
}

// UnknownGameError reports a game that this server does not have. It matches
// [store.ErrNotFound].
type UnknownGameError struct{ ID string }

// Error names the game.
func (e *UnknownGameError) Error() string { return fmt.Sprintf("there is no game %q", e.ID) }

// Is makes errors.Is(err, store.ErrNotFound) true.
func (e *UnknownGameError) Is(target error) bool { return target == store.ErrNotFound }

// GameNamed returns a game, or an *[UnknownGameError].
func GameNamed(tx store.ReadTx, id string) (store.Game, error) {
	game, err := tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return game, &UnknownGameError{id}
	}
	return game, err
}

// RulesOf returns the rules that a game was begun under. Of a game that has ended
// nothing is played any more, and the newest will do. The error matches [ErrReplay].
func RulesOf(game store.Game) (adjudicator.Ruleset, error) {
	rules, err := adjudicator.OpenVersion(game.Ruleset, game.RulesetVersion)
	if err != nil && game.Status == store.Ended {
		rules, err = adjudicator.Lookup(game.Ruleset)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	return rules, nil
}

// Load rebuilds a game from its latest snapshot and the ledger since.
func Load(tx store.ReadTx, id string) (*Position, error) {
	game, err := GameNamed(tx, id)
	if err != nil {
		return nil, err
	}
	rules, err := RulesOf(game)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	p := &Position{Game: game, Rules: rules, Info: rules.Info()}
	if err := p.LoadSeats(tx); err != nil {
		return nil, err
	}
	if game.Status == store.Ended {
		return p, p.LoadLast(tx)
	}
	snap, err := tx.LatestSnapshot(id)
	if err != nil {
		return nil, fmt.Errorf("game %s: its snapshot: %w", id, err)
	}
	entries, err := tx.Entries(id, snap.Seq)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", id, err)
	}
	if err := p.Rebuild(snap, entries); err != nil {
		p.Close()
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	return p, nil
}

// LoadSeats reads the seats of the game as they are now.
func (p *Position) LoadSeats(tx store.ReadTx) error {
	for i, side := range p.Info.Sides {
		seat, err := tx.Seat(p.Game.ID, side)
		if err != nil {
			return fmt.Errorf("game %s, seat %s: %w", p.Game.ID, side, err)
		}
		p.Seats[i] = seat
	}
	return nil
}

// LoadLast reads the last entry of the ledger.
func (p *Position) LoadLast(tx store.ReadTx) error {
	head, err := tx.Head(p.Game.ID)
	if err != nil {
		return fmt.Errorf("game %s: its ledger: %w", p.Game.ID, err)
	}
	entries, err := tx.Entries(p.Game.ID, head.Seq)
	if err != nil || len(entries) == 0 {
		return fmt.Errorf("game %s: the end of its ledger: %w", p.Game.ID, errors.Join(err, adjudicator.ErrChain))
	}
	p.Last = club.LedgerEntry(entries[len(entries)-1])
	return nil
}

// ErrReplay reports a game that does not replay to where it was: its ruleset
// has changed under it, or its ledger is damaged. It needs its referee.
var ErrReplay = errors.New("the game no longer replays")

// Replay opens the turn of a snapshot and plays the ledger entries since, whose hashes are
// computed again. The first entry is the one that opened the turn.
func (p *Position) Replay(snap store.Snapshot, entries []store.Entry) error {
	var s adjudicator.Snapshot
	if err := json.Unmarshal(snap.Body, &s); err != nil {
		return fmt.Errorf("%w: snapshot of turn %d: %w", ErrReplay, snap.Turn, err)
	}
	if s.Version != p.Info.Version {
		return fmt.Errorf("%w: it was played under version %s of %s, and this is version %s",
			ErrReplay, s.Version, p.Info.Name, p.Info.Version)
	}
	if len(entries) == 0 || entries[0].Seq != snap.Seq {
		return fmt.Errorf("%w: the ledger entry %d that opened turn %d is missing", ErrReplay, snap.Seq, snap.Turn)
	}
	since := club.LedgerEntries(entries)
	if err := adjudicator.VerifyPart(since); err != nil {
		return err
	}
	p.Last = since[0]
	if err := p.open(s); err != nil {
		return err
	}
	void := GivenUp(entries)
	for _, e := range since[1:] {
		if void[e.Seq] {
			p.Follow(e) // orders that were given up stay in the chain
			continue
		}
		if err := p.ReplayEntry(e); err != nil {
			return err
		}
	}
	p.begin()
	return nil
}

// ReplayEntry plays the next entry of the ledger.
func (p *Position) ReplayEntry(e adjudicator.Entry) error {
	in, moves, err := p.input(e)
	if err != nil {
		return err
	}
	p.Follow(e)
	if e.Kind == adjudicator.Ruling {
		if err := p.correctAgain(e); err != nil {
			return err
		}
	}
	if e.Kind == adjudicator.Reseed {
		if err := p.reseeded(e); err != nil {
			return err
		}
	}
	if !moves {
		return nil
	}
	out, err := p.Session.Take(in)
	if err != nil {
		return err
	}
	if len(out.Faults) > 0 {
		return fmt.Errorf("%w: entry %d: %w", ErrReplay, e.Seq, out.Faults[0])
	}
	return nil
}

// begin notes what has been asked so far.
func (p *Position) begin() {
	p.asks = [2]int{p.Session.Asks(0), p.Session.Asks(1)}
	p.asksOf, p.askedBoth = p.Session.Turn(), p.Session.Sealed()
}

// scheme is how the dice of the game are made.
func (p *Position) scheme() dice.Scheme {
	if p.Chain == nil {
		return dice.ByEntry
	}
	return dice.ByOrders
}

// source is where a turn's dice come from, from the ledger's end on.
func (p *Position) source(turn int) dice.Source {
	return dice.NewTurn(p.scheme(), p.Secret(), p.Game.ID, turn)
}

// Follow notes that the ledger has gone on by an entry.
func (p *Position) Follow(e adjudicator.Entry) {
	p.Chain, p.Last = p.chainWith(e), e
}

// chainWith is the chain of orders once the entry is in the ledger.
func (p *Position) chainWith(e adjudicator.Entry) *dice.Chain {
	if p.Chain == nil || e.Kind != adjudicator.Ordered {
		return p.Chain
	}
	longer := p.Chain.Add(e.Side, e.Digest())
	return &longer
}

// Head is what the dice of an entry hang on.
func (p *Position) Head(e adjudicator.Entry) dice.Head {
	if chain := p.chainWith(e); chain != nil {
		return chain.Head
	}
	return e.Hash
}

// HeadNow is what the dice hang on at the end of the ledger.
func (p *Position) HeadNow() dice.Head {
	if p.Chain != nil {
		return p.Chain.Head
	}
	return p.Last.Hash
}

// open starts the session of the snapshot's turn.
func (p *Position) open(s adjudicator.Snapshot) error {
	p.Chain = s.Chain
	session, err := adjudicator.Open(p.Rules, s, p.source(s.Turn), p.Last.Seq, p.HeadNow())
	if err != nil {
		return err
	}
	p.Close()
	p.Session, p.month = session, session.Game().Name()
	if p.Watch != nil {
		p.Watch()
		session.Watch(p.Watch)
	}
	return nil
}

// input turns a ledger entry into an input of the session, and reports whether
// the entry moves the game at all.
func (p *Position) input(e adjudicator.Entry) (adjudicator.Input, bool, error) {
	in := adjudicator.Input{Entry: e.Seq, Head: p.Head(e)}
	switch e.Kind {
	case adjudicator.Ordered:
		file, faults := orders.Parse(adjudicator.Part(p.Rules, string(e.Body)).Text)
		if len(faults) > 0 {
			return in, false, fmt.Errorf("%w: entry %d: %w", ErrReplay, e.Seq, faults[0])
		}
		in.File = file
	case adjudicator.Deadline:
	default:
		return in, false, nil
	}
	side, ok := p.Info.Seat(e.Side)
	if !ok {
		return in, false, fmt.Errorf("%w: entry %d is of a seat %q that the game lacks", ErrReplay, e.Seq, e.Side)
	}
	in.Side = side
	return in, true, nil
}

// Next returns the ledger entry that would follow, of the given kind and body. Its
// time is that of what caused it, but never before the entry that it follows, unless the
// clock was ahead when that was written.
func (g *Games) Next(p *Position, kind adjudicator.EntryKind, side string, body []byte) adjudicator.Entry {
	e := adjudicator.Entry{Game: p.Game.ID, Kind: kind, Side: side, Time: p.At, Body: body}
	if p.At.IsZero() {
		e.Time = g.Now()
	}
	if e.Time.Before(p.Last.Time) && p.Last.Time.Sub(g.Now()) <= ClockSlack {
		e.Time = p.Last.Time
	}
	secret := p.Secret()
	switch {
	case kind == adjudicator.Ordered && p.Chain != nil:
		e.Salt = secret.OrdersSalt(p.Game.ID, p.Chain.Orders+1)
	case kind == adjudicator.Ordered, kind == adjudicator.Ruling, kind == adjudicator.Seats:
		e.Salt = secret.Salt(p.Game.ID, p.Last.Seq+1)
	}
	return e.Follow(p.Last)
}

// Append adds an entry to the stored ledger.
func (p *Position) Append(tx club.Tx, e adjudicator.Entry, ev club.Evidence) error {
	if err := tx.AppendEntry(club.StoredEntry(e, ev)); err != nil {
		return fmt.Errorf("game %s, ledger entry %d: %w", e.Game, e.Seq, err)
	}
	p.Follow(e)
	p.fresh = append(p.fresh, e)
	return nil
}

// Asked reports whether a side has been asked something that it had not been
// asked when the position was loaded. A row of secret questions is asked once, as a whole: when a
// side went on in it must not show, as a new deadline would.
func (p *Position) Asked(side adjudicator.Side) bool {
	if p.Session == nil || p.Session.Asked(side) == nil {
		return false
	}
	if p.Session.Turn() != p.asksOf {
		return true
	}
	if p.askedBoth && p.Session.Sealed() && !p.Session.Disclosed() {
		return false
	}
	return p.Session.Asks(side) > p.asks[side]
}

// Rebuild is replay, but that a panic of the ruleset is an error: it concerns this
// game alone.
func (p *Position) Rebuild(snap store.Snapshot, entries []store.Entry) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrReplay, r)
		}
	}()
	return p.Replay(snap, entries)
}

// ClockSlack is the most that a clock may go back without anything being moved: an hour
// that somebody sets it back in autumn harms nobody.
const ClockSlack = 2 * time.Hour

// Seen is what a side saw when it had last been told of so many events of a turn, as the ledger
// tells it up to an entry. Both sides are mostly told at the same time: then the turn is played again once
// for the two, and each still gets its own view.
type Seen struct {
	Side              adjudicator.Side
	Turn, Events, Seq int
	View              *adjudicator.View
}
