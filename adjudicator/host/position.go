package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/store"
)

// position is a game as far as its ledger tells: the turn in play, rebuilt from
// its snapshot, and the turns that were ended since it was loaded.
type position struct {
	game      store.Game
	rules     adjudicator.Ruleset
	info      adjudicator.Info
	seats     [2]store.Seat
	last      adjudicator.Entry // end of the ledger
	chain     *dice.Chain       // of the signed orders; nil if the dice hang on entries
	at        time.Time         // of what is being done to the game; zero for now
	session   *adjudicator.Session
	month     adjudicator.Phrase // name of the turn in play, while it is in play
	asks      [2]int             // questions each side had been asked when it was loaded
	asksOf    int                // in this turn
	askedBoth bool               // in secret

	watch    func()              // is called as the session goes on, see [adjudicator.Session.Watch]; nil for nobody
	seen     *seen               // what the side saw whose report comes next; nil for not known
	chapters []chapter           // turns that ended since
	fresh    []adjudicator.Entry // entries appended since
	parts    []correctedLine     // of a correction whose ruling has not been read yet
}

// chapter is a turn that has ended: what its events were, and its seed.
type chapter struct {
	turn   int
	name   adjudicator.Phrase
	events []adjudicator.Event
	seed   dice.Seed

	answers []adjudicator.Answered // how its questions were answered
}

// close frees the position.
func (p *position) close() {
	if p.session != nil {
		p.session.Close()
	}
}

// UnknownGameError reports a game that this server does not have. It matches
// [store.ErrNotFound].
type UnknownGameError struct{ ID string }

// Error names the game.
func (e *UnknownGameError) Error() string { return fmt.Sprintf("there is no game %q", e.ID) }

// Is makes errors.Is(err, store.ErrNotFound) true.
func (e *UnknownGameError) Is(target error) bool { return target == store.ErrNotFound }

// gameNamed returns a game, or an *[UnknownGameError].
func gameNamed(tx store.ReadTx, id string) (store.Game, error) {
	game, err := tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return game, &UnknownGameError{id}
	}
	return game, err
}

// rulesOf returns the rules that a game was begun under. Of a game that has ended
// nothing is played any more, and the newest will do. The error matches [ErrReplay].
func rulesOf(game store.Game) (adjudicator.Ruleset, error) {
	rules, err := adjudicator.OpenVersion(game.Ruleset, game.RulesetVersion)
	if err != nil && game.Status == store.Ended {
		rules, err = adjudicator.Lookup(game.Ruleset)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	return rules, nil
}

// load rebuilds a game from its latest snapshot and the ledger since.
func load(tx store.ReadTx, id string) (*position, error) {
	game, err := gameNamed(tx, id)
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(game)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	p := &position{game: game, rules: rules, info: rules.Info()}
	if err := p.loadSeats(tx); err != nil {
		return nil, err
	}
	if game.Status == store.Ended {
		return p, p.loadLast(tx)
	}
	snap, err := tx.LatestSnapshot(id)
	if err != nil {
		return nil, fmt.Errorf("game %s: its snapshot: %w", id, err)
	}
	entries, err := tx.Entries(id, snap.Seq)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", id, err)
	}
	if err := p.rebuild(snap, entries); err != nil {
		p.close()
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	return p, nil
}

// loadSeats reads the seats of the game as they are now.
func (p *position) loadSeats(tx store.ReadTx) error {
	for i, side := range p.info.Sides {
		seat, err := tx.Seat(p.game.ID, side)
		if err != nil {
			return fmt.Errorf("game %s, seat %s: %w", p.game.ID, side, err)
		}
		p.seats[i] = seat
	}
	return nil
}

// loadLast reads the last entry of the ledger.
func (p *position) loadLast(tx store.ReadTx) error {
	head, err := tx.Head(p.game.ID)
	if err != nil {
		return fmt.Errorf("game %s: its ledger: %w", p.game.ID, err)
	}
	entries, err := tx.Entries(p.game.ID, head.Seq)
	if err != nil || len(entries) == 0 {
		return fmt.Errorf("game %s: the end of its ledger: %w", p.game.ID, errors.Join(err, adjudicator.ErrChain))
	}
	p.last = ledgerEntry(entries[len(entries)-1])
	return nil
}

// ErrReplay reports a game that does not replay to where it was: its ruleset
// has changed under it, or its ledger is damaged. It needs its referee.
var ErrReplay = errors.New("the game no longer replays")

// replay opens the turn of a snapshot and plays the ledger entries since, whose hashes are
// computed again. The first entry is the one that opened the turn.
func (p *position) replay(snap store.Snapshot, entries []store.Entry) error {
	var s adjudicator.Snapshot
	if err := json.Unmarshal(snap.Body, &s); err != nil {
		return fmt.Errorf("%w: snapshot of turn %d: %w", ErrReplay, snap.Turn, err)
	}
	if s.Version != p.info.Version {
		return fmt.Errorf("%w: it was played under version %s of %s, and this is version %s",
			ErrReplay, s.Version, p.info.Name, p.info.Version)
	}
	if len(entries) == 0 || entries[0].Seq != snap.Seq {
		return fmt.Errorf("%w: the ledger entry %d that opened turn %d is missing", ErrReplay, snap.Seq, snap.Turn)
	}
	since := ledgerEntries(entries)
	if err := adjudicator.VerifyPart(since); err != nil {
		return err
	}
	p.last = since[0]
	if err := p.open(s); err != nil {
		return err
	}
	void := givenUp(entries)
	for _, e := range since[1:] {
		if void[e.Seq] {
			p.follow(e) // orders that were given up stay in the chain
			continue
		}
		if err := p.replayEntry(e); err != nil {
			return err
		}
	}
	p.begin()
	return nil
}

// replayEntry plays the next entry of the ledger.
func (p *position) replayEntry(e adjudicator.Entry) error {
	in, moves, err := p.input(e)
	if err != nil {
		return err
	}
	p.follow(e)
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
	out, err := p.session.Take(in)
	if err != nil {
		return err
	}
	if len(out.Faults) > 0 {
		return fmt.Errorf("%w: entry %d: %w", ErrReplay, e.Seq, out.Faults[0])
	}
	return nil
}

// begin notes what has been asked so far.
func (p *position) begin() {
	p.asks = [2]int{p.session.Asks(0), p.session.Asks(1)}
	p.asksOf, p.askedBoth = p.session.Turn(), p.session.Sealed()
}

// scheme is how the dice of the game are made.
func (p *position) scheme() dice.Scheme {
	if p.chain == nil {
		return dice.ByEntry
	}
	return dice.ByOrders
}

// source is where a turn's dice come from, from the ledger's end on.
func (p *position) source(turn int) dice.Source {
	return dice.NewTurn(p.scheme(), p.secret(), p.game.ID, turn)
}

// follow notes that the ledger has gone on by an entry.
func (p *position) follow(e adjudicator.Entry) {
	p.chain, p.last = p.chainWith(e), e
}

// chainWith is the chain of orders once the entry is in the ledger.
func (p *position) chainWith(e adjudicator.Entry) *dice.Chain {
	if p.chain == nil || e.Kind != adjudicator.Ordered {
		return p.chain
	}
	longer := p.chain.Add(e.Side, e.Digest())
	return &longer
}

// head is what the dice of an entry hang on.
func (p *position) head(e adjudicator.Entry) dice.Head {
	if chain := p.chainWith(e); chain != nil {
		return chain.Head
	}
	return e.Hash
}

// headNow is what the dice hang on at the end of the ledger.
func (p *position) headNow() dice.Head {
	if p.chain != nil {
		return p.chain.Head
	}
	return p.last.Hash
}

// open starts the session of the snapshot's turn.
func (p *position) open(s adjudicator.Snapshot) error {
	p.chain = s.Chain
	session, err := adjudicator.Open(p.rules, s, p.source(s.Turn), p.last.Seq, p.headNow())
	if err != nil {
		return err
	}
	p.close()
	p.session, p.month = session, session.Game().Name()
	if p.watch != nil {
		p.watch()
		session.Watch(p.watch)
	}
	return nil
}

// input turns a ledger entry into an input of the session, and reports whether
// the entry moves the game at all.
func (p *position) input(e adjudicator.Entry) (adjudicator.Input, bool, error) {
	in := adjudicator.Input{Entry: e.Seq, Head: p.head(e)}
	switch e.Kind {
	case adjudicator.Ordered:
		file, faults := orders.Parse(adjudicator.Part(p.rules, string(e.Body)).Text)
		if len(faults) > 0 {
			return in, false, fmt.Errorf("%w: entry %d: %w", ErrReplay, e.Seq, faults[0])
		}
		in.File = file
	case adjudicator.Deadline:
	default:
		return in, false, nil
	}
	side, ok := p.info.Seat(e.Side)
	if !ok {
		return in, false, fmt.Errorf("%w: entry %d is of a seat %q that the game lacks", ErrReplay, e.Seq, e.Side)
	}
	in.Side = side
	return in, true, nil
}

// next returns the ledger entry that would follow, of the given kind and body. Its
// time is that of what caused it, but never before the entry that it follows, unless the
// clock was ahead when that was written.
func (h *Host) next(p *position, kind adjudicator.EntryKind, side string, body []byte) adjudicator.Entry {
	e := adjudicator.Entry{Game: p.game.ID, Kind: kind, Side: side, Time: p.at, Body: body}
	if p.at.IsZero() {
		e.Time = h.Now()
	}
	if e.Time.Before(p.last.Time) && p.last.Time.Sub(h.Now()) <= clockSlack {
		e.Time = p.last.Time
	}
	secret := p.secret()
	switch {
	case kind == adjudicator.Ordered && p.chain != nil:
		e.Salt = secret.OrdersSalt(p.game.ID, p.chain.Orders+1)
	case kind == adjudicator.Ordered, kind == adjudicator.Ruling, kind == adjudicator.Seats:
		e.Salt = secret.Salt(p.game.ID, p.last.Seq+1)
	}
	return e.Follow(p.last)
}

// append adds an entry to the stored ledger.
func (p *position) append(tx store.Tx, e adjudicator.Entry, ev evidence) error {
	if err := tx.AppendEntry(storedEntry(e, ev)); err != nil {
		return fmt.Errorf("game %s, ledger entry %d: %w", e.Game, e.Seq, err)
	}
	p.follow(e)
	p.fresh = append(p.fresh, e)
	return nil
}

// asked reports whether a side has been asked something that it had not been
// asked when the position was loaded. A row of secret questions is asked once, as a whole: when a
// side went on in it must not show, as a new deadline would.
func (p *position) asked(side adjudicator.Side) bool {
	if p.session == nil || p.session.Asked(side) == nil {
		return false
	}
	if p.session.Turn() != p.asksOf {
		return true
	}
	if p.askedBoth && p.session.Sealed() && !p.session.Disclosed() {
		return false
	}
	return p.session.Asks(side) > p.asks[side]
}

// rebuild is replay, but that a panic of the ruleset is an error: it concerns this
// game alone.
func (p *position) rebuild(snap store.Snapshot, entries []store.Entry) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrReplay, r)
		}
	}()
	return p.replay(snap, entries)
}

// clockSlack is the most that a clock may go back without anything being moved: an hour
// that somebody sets it back in autumn harms nobody.
const clockSlack = 2 * time.Hour

// seen is what a side saw when it had last been told of so many events of a turn, as the ledger
// tells it up to an entry. Both sides are mostly told at the same time: then the turn is played again once
// for the two, and each still gets its own view.
type seen struct {
	side              adjudicator.Side
	turn, events, seq int
	view              *adjudicator.View
}
