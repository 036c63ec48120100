package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Replayed is what playing a game again from its ledger came to.
type Replayed struct {
	Game    string
	Turns   int
	Entries int
	// SetAside tells, of a game that differs, that it cannot be brought to where it is: a daemon lets it wait. It
	// does not where a turn differs that is over, or the game is over itself.
	SetAside bool
}

// Replay plays a whole game again from its ledger and compares every turn's
// start with the stored snapshot. The error matches [ErrReplay] or
// [adjudicator.ErrChain] and names the first difference; that it showed a part of the
// position is on record.
func (g *Games) Replay(ctx context.Context, id string) (Replayed, error) {
	r := Replayed{Game: id}
	err := g.Store.View(ctx, func(tx store.ReadTx) error {
		game, err := GameNamed(tx, id)
		if err != nil {
			return err
		}
		stored, err := tx.Entries(id, 1)
		if err != nil {
			return err
		}
		if err := adjudicator.VerifyChain(club.LedgerEntries(stored)); err != nil {
			r.SetAside = game.Status != store.Ended && FaultIn(tx, id) != nil
			return fmt.Errorf("game %s: %w", id, err)
		}
		r.Entries = len(stored)
		if r.Turns, err = ReplayTurns(tx, game, stored); err != nil && game.Status != store.Ended {
			r.SetAside = FaultIn(tx, id) != nil
		}
		return err
	})
	if !errors.Is(err, errDiffers) {
		return r, err
	}
	noted := g.Write(ctx, func(tx club.Tx) error {
		game, err := tx.Game(id)
		if err != nil {
			return err
		}
		return g.NoteLook(tx, Look{"replay " + id, readState}, game)
	})
	if noted != nil {
		return r, noted
	}
	return r, err
}

// errDiffers reports a turn that begins otherwise than it is stored. What it is joined with
// shows where, and so a part of the position that one side may not know.
var errDiffers = errors.New("it does not begin as it is stored")

// ReplayTurns begins the game anew and carries it from turn to turn, each by the rules
// that it was played by. A panic of a ruleset, which meets a game of other rules, concerns this
// game alone.
func ReplayTurns(tx store.ReadTx, game store.Game, entries []store.Entry) (turns int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("game %s: %w: panic: %v", game.ID, ErrReplay, r)
		}
	}()
	snap, err := replayBegin(game, entries)
	if err != nil {
		return 0, fmt.Errorf("game %s: %w", game.ID, err)
	}
	changes, err := upgrades(entries)
	if err != nil {
		return 0, fmt.Errorf("game %s: %w", game.ID, err)
	}
	for turn := 1; ; turn++ {
		next, err := replayNext(tx, game, snap, changes[turn], entries)
		if err != nil {
			return turn - 1, fmt.Errorf("game %s, turn %d: %w", game.ID, turn, err)
		}
		if next == nil {
			return turn, nil
		}
		snap = *next
	}
}

// replayBegin is the position before a game's first turn, as the ledger tells it.
func replayBegin(game store.Game, entries []store.Entry) (snap adjudicator.Snapshot, err error) {
	var created CreatedBody
	if err := json.Unmarshal(entries[0].Body, &created); err != nil {
		return snap, fmt.Errorf("%w: the entry that created the game: %w", ErrReplay, err)
	}
	rules, err := adjudicator.OpenVersion(game.Ruleset, created.Version)
	if err != nil {
		return snap, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	if created.Commitment != dice.Secret(game.Secret).Commitment().String() {
		return snap, fmt.Errorf("%w: the stored secret is not the one that was committed to", ErrReplay)
	}
	scheme, err := created.Scheme()
	if err != nil {
		return snap, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	if snap, err = adjudicator.Begin(rules, created.Setup); err == nil && scheme == dice.ByOrders {
		snap.Chain = &dice.Chain{}
	}
	return snap, err
}

// replayNext plays one turn again, by other rules than the one before where the ledger
// says so. It returns the snapshot after it, or nil if the turn has not ended or the game
// has.
func replayNext(tx store.ReadTx, game store.Game, snap adjudicator.Snapshot, changes []UpgradeBody, entries []store.Entry) (*adjudicator.Snapshot, error) {
	for _, change := range changes {
		if change.From != snap.Version {
			return nil, fmt.Errorf("%w: the ledger says that it goes over from version %s, and it is at version %s", ErrReplay, change.From, snap.Version)
		}
		rules, err := adjudicator.OpenVersion(game.Ruleset, change.To)
		if err == nil {
			snap, err = Convert(game, snap, rules)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: going over to version %s: %w", ErrReplay, change.To, err)
		}
	}
	rules, err := adjudicator.OpenVersion(game.Ruleset, snap.Version)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReplay, err)
	}
	p := &Position{Game: game, Rules: rules, Info: rules.Info()}
	defer p.Close()
	return replayTurn(tx, p, snap, entries)
}

// replayTurn compares a turn's start with its stored snapshot and plays the
// turn's entries. It returns the snapshot after it, or nil if the turn has not
// ended or the game has.
func replayTurn(tx store.ReadTx, p *Position, snap adjudicator.Snapshot, entries []store.Entry) (*adjudicator.Snapshot, error) {
	body, err := json.Marshal(snap)
	if err != nil {
		return nil, err
	}
	stored, err := tx.Snapshot(p.Game.ID, snap.Turn)
	if err != nil {
		return nil, fmt.Errorf("its snapshot: %w", err)
	}
	if !bytes.Equal(body, stored.Body) {
		return nil, fmt.Errorf("%w: %w: %s", ErrReplay, errDiffers, firstDifference(body, stored.Body))
	}
	if err := checkOpening(p.Game, snap.Turn, stored, entries); err != nil {
		return nil, err
	}
	end, void := len(entries), GivenUp(entries)
	for i, e := range entries {
		if e.Seq > stored.Seq && !void[e.Seq] && (e.Kind == string(adjudicator.Reveal) || e.Kind == string(adjudicator.Commit)) {
			end = i
			break
		}
	}
	if err := p.Replay(stored, entries[stored.Seq-1:end]); err != nil {
		return nil, err
	}
	switch {
	case end < len(entries) && entries[end].Kind == string(adjudicator.Commit):
		return nil, fmt.Errorf("%w: the next turn was opened before the seed was published", ErrReplay)
	case end < len(entries) && !bytes.Equal(entries[end].Body, revealBody(snap.Turn, turnSeed(p.Game, snap.Turn, entries[end].Seq))):
		return nil, fmt.Errorf("%w: entry %d publishes another seed", ErrReplay, entries[end].Seq)
	case end < len(entries) && !p.Session.Ended() && (Closes(entries[end-1]) || EndsHere(entries[end:])):
		return nil, nil
	case end < len(entries) && !p.Session.Ended():
		return nil, fmt.Errorf("%w: it has not ended where the ledger says so", ErrReplay)
	case end == len(entries) && p.Session.Ended():
		return nil, fmt.Errorf("%w: it has ended where the ledger goes on", ErrReplay)
	case !p.Session.Ended() || p.Session.Over():
		return nil, nil
	}
	next := p.Session.Snapshot()
	next.Chain = p.Chain
	return &next, nil
}

// turnSeed is the seed of a turn as it follows from the stored secret that a ledger
// entry hangs on.
func turnSeed(game store.Game, turn, entry int) dice.Seed {
	return secretAt(game, entry).TurnSeed(game.ID, turn)
}

// checkOpening checks that a snapshot belongs to the ledger entry that committed
// to its turn's seed, and that the commitment is the stored secret's.
func checkOpening(game store.Game, turn int, stored store.Snapshot, entries []store.Entry) error {
	if stored.Seq < 1 || stored.Seq > len(entries) {
		return fmt.Errorf("%w: its snapshot hangs on ledger entry %d, which is not there", ErrReplay, stored.Seq)
	}
	e := entries[stored.Seq-1]
	if e.Kind != string(adjudicator.Commit) || !bytes.Equal(e.Body, commitBody(turn, turnSeed(game, turn, e.Seq))) {
		return fmt.Errorf("%w: ledger entry %d does not commit to its seed", ErrReplay, stored.Seq)
	}
	return nil
}

// firstDifference shows where two encodings part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-40)
	cut := func(s []byte) string { return string(s[min(from, len(s)):min(i+40, len(s))]) }
	return fmt.Sprintf("now %q, stored %q", cut(a), cut(b))
}

// ReplayAll replays every stored game and returns the errors of those that do
// not replay, joined.
func (g *Games) ReplayAll(ctx context.Context, each func(Replayed, error)) error {
	var games []store.Game
	err := g.Store.View(ctx, func(tx store.ReadTx) (err error) {
		games, err = tx.Games()
		return err
	})
	if err != nil {
		return err
	}
	var failed error
	for _, game := range games {
		r, err := g.Replay(ctx, game.ID)
		each(r, err)
		failed = errors.Join(failed, err)
	}
	return failed
}

// FaultIn looks for what keeps a game from being played on, and returns it as an error.
func FaultIn(tx store.ReadTx, id string) error {
	p, err := Load(tx, id)
	if err == nil {
		p.Close()
	}
	return err
}

// EndsHere reports whether entries, from a turn's seed on, end a game before its rules do.
func EndsHere(entries []store.Entry) bool {
	if len(entries) < 2 || entries[1].Kind != string(adjudicator.Ended) {
		return false
	}
	var body EndedBody
	return json.Unmarshal(entries[1].Body, &body) == nil && body.How != ""
}

// Over is the same club over another store, which nothing else uses.
func (g *Games) Over(s store.Store) *Games {
	return &Games{Club: &club.Club{Store: s, Now: g.Now, Random: g.Random, Log: g.Log, Rules: g.Rules}}
}
