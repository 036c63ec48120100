package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/rulings"
	"keryx/mail"
	"keryx/store"
)

// Imported is what a bundle came to.
type Imported struct {
	Game    string
	Club    string // that wrote it
	Key     string // fingerprint of the key that signed it
	Ended   bool
	Turns   int
	Entries int
	Added   []string // addresses of players who were not known here
	Guests  []string // names under which players of a game that is over are kept, who are nobody's here
}

// LivesError reports a bundle of a game whose name is taken here.
type LivesError struct {
	Game string
	Same bool // it is the same game
}

// Error says why it cannot be loaded, and what can be done.
func (e *LivesError) Error() string {
	if e.Same {
		return fmt.Sprintf("%s lives here already: a game is in one club only", e.Game)
	}
	return fmt.Sprintf("this club has another game called %s, and the name is part of every hash and throw of both: load the bundle into a database of its own, with a configuration that names it", e.Game)
}

// VoidError reports a bundle whose game was opened again by the club that wrote it, or has gone
// further since.
type VoidError struct{ Game, Club string }

// Error says why it cannot be loaded.
func (e *VoidError) Error() string {
	return fmt.Sprintf("this bundle of %s counts for nothing any more: %s has opened the game again, or it has been played on since", e.Game, e.Club)
}

// Import loads a bundle, sealed or clear. Before anything of it is stored the game is played
// again from its ledger in the empty scratch store: hashes, dice, and the start of each turn
// must come out as they are stored. From, if given, is the key that must have signed it.
//
// A running game must be sealed for this server and given to it. It is held here: its players are
// asked nothing before the other club's server has answered the receipt, which is mailed to it,
// with the release. A game that was given away comes home so as well.
//
// Players of a running game who are not known here are registered with the keys that signed for
// them, for this game alone. Whose address is that of a member must have played it with a key of
// his, or have confirmed it; see [OwnError]. In a game that is over he is somebody else until he
// confirms it. Members are told. Errors match [ErrBundle], or are a *[LivesError], a
// *[VoidError], an *[OwnError] or a *[club.SettingError].
func (tr *Transfers) Import(ctx context.Context, scratch store.Store, file []byte, from *mail.PublicKey) (got Imported, err error) {
	sealed := len(file) <= MaxBundle && !IsOpenBundle(file)
	if sealed {
		if file, err = tr.Signer.DecryptOctets(file, MaxBundle); err != nil {
			return got, badBundle("%w", err)
		}
	}
	b, by, err := ReadBundle(file, tr.Now(), tr.Rules.Calendar.Holidays)
	if err != nil {
		return got, err
	}
	got = Imported{Game: b.ID, Club: b.Club, Key: by.Fingerprint, Ended: b.Ended, Entries: len(b.Entries)}
	if from != nil && from.Fingerprint != by.Fingerprint {
		return got, badBundle("it is signed by %s, and not by %s", by.Fingerprint, from.Fingerprint)
	}
	if !b.Ended {
		if err := tr.givenToUs(b, sealed); err != nil {
			return got, badBundle("%w", err)
		}
	}
	err = tr.Store.View(ctx, func(tx store.ReadTx) error {
		_, err := b.placeIn(tx, by.Fingerprint)
		return err
	})
	if err != nil {
		return got, err
	}
	if got.Turns, err = tr.tryBundle(ctx, scratch, b); err != nil {
		return got, badBundle("%w", err)
	}
	tr.Did(club.StepRehearsed)
	own, err := tr.ownSeats(ctx, b)
	if err != nil {
		return got, err
	}
	err = tr.Write(ctx, func(tx club.Tx) (err error) {
		if got.Added, got.Guests, err = tr.loadBundle(tx, b, by.Fingerprint, own); err == nil {
			tr.Did(club.StepLoading)
		}
		return err
	})
	if err != nil {
		return got, fmt.Errorf("loading game %s: %w", b.ID, err)
	}
	tr.Did(club.StepLoaded)
	tr.Log.Warn("a game was loaded from another club", "game", b.ID, "club", b.Club, "key", by.Fingerprint)
	return got, nil
}

// loadBundle stores a bundle that was tried, and tells everybody whom it concerns.
func (tr *Transfers) loadBundle(tx club.Tx, b Bundle, by string, own map[string]bool) (added, guests []string, err error) {
	here, err := b.placeIn(tx, by)
	if err != nil {
		return nil, nil, err
	}
	if _, err := tx.Player(store.Address(b.Referee)); err != nil || b.plays(b.Referee) {
		b.Referee = "" // who looks after the games of this club names another
	}
	seated, added, guests, err := tr.seatPeople(tx, b, by, own, here)
	if err != nil {
		return nil, nil, err
	}
	if here == nil {
		err = errors.Join(seated.put(tx), tr.Outbox.LeaveNote(tx, post.Note{What: post.NoteNewGame, Game: b.ID}))
	} else {
		err = seated.extend(tx, *here)
	}
	if errors.Is(err, store.ErrDuplicate) {
		return nil, nil, &LivesError{Game: b.ID}
	}
	if err != nil {
		return nil, nil, err
	}
	if err := tr.addKeys(tx, b, added); err != nil {
		return nil, nil, err
	}
	if !b.Ended {
		err = tr.hold(tx, b, by)
	} else if here != nil {
		err = tx.SetSetting(play.MovedSetting(b.ID), nil) // it was over when it came home
	}
	if err != nil {
		return nil, nil, err
	}
	return added, guests, tr.tellImport(tx, b, by, added, guests)
}

// plays reports whether somebody plays a side of a bundle.
func (b Bundle) plays(address string) bool {
	return slices.ContainsFunc(b.Seats, func(s bundledSeat) bool { return store.Address(s.Address) == store.Address(address) })
}

// hold keeps a running game until it is released, and says so to the club that it came from.
func (tr *Transfers) hold(tx club.Tx, b Bundle, by string) error {
	closing, err := b.closing()
	if err != nil {
		return err
	}
	last := b.Entries[len(b.Entries)-1]
	closing.From = b.Club // that is where the receipt goes
	t := play.Transfer{MovedBody: closing, State: play.StateHeld, Entry: len(b.Entries), Hash: last.Hash, By: by, Since: tr.Now()}
	if err := t.Save(tx, b.ID, tr.Now()); err != nil {
		return err
	}
	return tr.Letters.SendClub(tx, t.Word(b.ID, rulings.SaysReceipt, t.From), "first")
}

// IsOpenBundle reports whether a file is not sealed.
func IsOpenBundle(file []byte) bool {
	for _, c := range file {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c == '{'
		}
	}
	return true
}

// givenToUs wants a running game to be sealed, and given to this server by name.
func (tr *Transfers) givenToUs(b Bundle, sealed bool) error {
	closing, err := b.closing()
	switch {
	case err != nil:
		return err
	case closing.Key != tr.Signer.Public().Fingerprint:
		return fmt.Errorf("its game was given to %s, whose server has the key %s, and not to this club", closing.To, closing.Key)
	case store.Address(closing.From) != store.Address(b.Club):
		return fmt.Errorf("its game was given to this club by %s, and the bundle is of %s", closing.From, b.Club)
	case !sealed:
		return errors.New("it shows what is secret in a running game: the other club must send it sealed")
	}
	return nil
}

// placeIn finds the game that a bundle takes further: one that went to another club and comes
// home, or that was loaded before and withdrawn. It returns nil if there is no game of that name,
// and refuses a bundle that there is no place for.
func (b Bundle) placeIn(tx store.ReadTx, by string) (*store.Game, error) {
	last := b.Entries[len(b.Entries)-1]
	if text, err := tx.Setting(voidSetting(last.Hash, by)); err == nil && len(text) > 0 {
		return nil, &VoidError{b.ID, b.Club}
	} else if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err := b.fresh(tx); err != nil {
		return nil, err
	}
	game, err := tx.Game(b.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lives := &LivesError{b.ID, game.Secret == store.Secret(b.Secret)}
	t, err := play.TransferOf(tx, b.ID)
	switch {
	case err != nil:
		return nil, err
	case !lives.Same || t == nil || t.State == play.StateHere || t.State == play.StateHeld && t.Hash == last.Hash:
		return nil, lives
	case t.State == play.StateVoid && t.Hash == last.Hash:
		return nil, &VoidError{b.ID, b.Club}
	case b.Ended && by != t.Key && by != t.By:
		return nil, lives // no more than its players could have written
	}
	head, err := tx.Head(b.ID)
	if err != nil {
		return nil, err
	}
	if head.Seq > len(b.Entries) || b.Entries[head.Seq-1].Hash != dice.Head(head.Hash) {
		return nil, lives
	}
	return &game, nil
}

// extend takes a game further that is there and stands still.
func (b Bundle) extend(tx club.Tx, game store.Game) error {
	head, err := tx.Head(b.ID)
	if err != nil {
		return err
	}
	referee := game.Referee
	game = b.game()
	game.Referee = referee
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	for _, s := range b.Seats {
		seat, err := tx.Seat(b.ID, s.Side)
		if err != nil {
			return err
		}
		seat.Player, seat.ReportedEntry, seat.ReportedTurn, seat.ReportedEvent = store.Address(s.Address), s.Entry, s.Turn, s.Event
		seat.Deadline, seat.Reminded = nil, nil
		if err := tx.UpdateSeat(seat); err != nil {
			return err
		}
	}
	for _, e := range b.ledger()[head.Seq:] {
		if err := tx.AppendEntry(e); err != nil {
			return err
		}
	}
	return b.putRest(tx, head.Seq)
}

// tryBundle plays the game of a bundle again, in a store of its own.
func (tr *Transfers) tryBundle(ctx context.Context, scratch store.Store, b Bundle) (turns int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", play.ErrReplay, r)
		}
	}()
	entries := make([]adjudicator.Entry, 0, len(b.Entries))
	for _, e := range b.ledger() {
		cut := e.Kind == string(adjudicator.Ordered) && len(e.Body) > 0
		if e.Removed != (store.Digest{}) && e.Kind != string(adjudicator.Seats) && !cut {
			return 0, fmt.Errorf("ledger entry %d has no body", e.Seq)
		}
		entries = append(entries, club.LedgerEntry(e))
	}
	if err := adjudicator.VerifyChain(entries); err != nil {
		return 0, err
	}
	trial := b
	trial.Referee = ""
	games := tr.Games.Over(scratch)
	err = games.Write(ctx, func(tx club.Tx) error {
		for _, s := range trial.Seats {
			if s.Address == "" {
				continue
			}
			if err := tx.AddPlayer(store.Player{Address: store.Address(s.Address), Name: s.Name, Language: "en", TimeZone: "UTC", Added: tr.Now()}); err != nil {
				return err
			}
		}
		return trial.put(tx)
	})
	if err != nil {
		return 0, err
	}
	r, err := games.Replay(ctx, b.ID)
	if err == nil && r.Turns != b.Turn {
		err = fmt.Errorf("%w: it has %d turns, and says %d", play.ErrReplay, r.Turns, b.Turn)
	}
	return r.Turns, err
}

// addKeys registers the keys of players who were not known, for the game that is there now.
func (tr *Transfers) addKeys(tx club.Tx, b Bundle, added []string) error {
	for _, s := range b.people() {
		for _, text := range s.Keys {
			key, err := mail.ParsePublicKey([]byte(text))
			if err != nil || !slices.Contains(added, store.Address(s.Address)) || key.Revoked || key.ExpiredAt(tr.Now()) {
				continue
			}
			if err := keyring.KeyClosed(tx, key.Fingerprint); errors.As(err, new(*club.SettingError)) {
				continue
			} else if err != nil {
				return err
			}
			row := store.Key{Fingerprint: key.Fingerprint, Player: store.Address(s.Address), Game: b.ID, Scheme: string(key.Kind),
				Material: []byte(key.Text), State: store.KeyActive, Added: tr.Now(), Changed: tr.Now()}
			if !key.Expires.IsZero() {
				row.Expires = &key.Expires
			}
			if err := tx.AddKey(row); err != nil && !errors.Is(err, store.ErrDuplicate) {
				return err
			}
		}
	}
	return nil
}
