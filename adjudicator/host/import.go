package host

import (
	"context"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
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

// Import loads a bundle, sealed or clear. Before anything of it is stored the game is played
// again from its ledger in the empty scratch store: hashes, dice, and the start of each turn
// must come out as they are stored. From, if given, is the key that must have signed it. A
// running game must be sealed for this server and given to it; it goes on with dice that the
// other club does not know, and its players are asked anew. Players who are not known here
// are registered with the keys that signed for them, for this game alone; who is known keeps
// his own. Errors match [ErrBundle], or are a *[LivesError] or a *[SettingError].
func (h *Host) Import(ctx context.Context, scratch store.Store, file []byte, from *mail.PublicKey) (got Imported, err error) {
	sealed := len(file) <= MaxBundle && !isOpenBundle(file)
	if sealed {
		if file, err = h.Signer.DecryptOctets(file, MaxBundle); err != nil {
			return got, badBundle("%w", err)
		}
	}
	b, by, err := readBundle(file, h.Now())
	if err != nil {
		return got, err
	}
	got = Imported{Game: b.ID, Club: b.Club, Key: by.Fingerprint, Ended: b.Ended, Entries: len(b.Entries)}
	if from != nil && from.Fingerprint != by.Fingerprint {
		return got, badBundle("it is signed by %s, and not by %s", by.Fingerprint, from.Fingerprint)
	}
	if !b.Ended {
		if err := h.givenToUs(b, sealed); err != nil {
			return got, badBundle("%w", err)
		}
	}
	if err := h.lives(ctx, b); err != nil {
		return got, err
	}
	if got.Turns, err = h.tryBundle(ctx, scratch, b); err != nil {
		return got, badBundle("%w", err)
	}
	err = h.Store.Update(ctx, func(tx store.Tx) (err error) {
		if _, err := tx.Player(b.Referee); b.Referee != "" && err != nil {
			b.Referee = "" // who looks after the games of this club names another
		}
		if got.Added, err = h.addBundled(tx, b); err != nil {
			return err
		}
		if err := b.put(tx); errors.Is(err, store.ErrDuplicate) {
			return &LivesError{Game: b.ID}
		} else if err != nil {
			return err
		}
		added := map[string]bool{}
		for _, address := range got.Added {
			added[address] = true
		}
		if err := h.addKeys(tx, b, added); err != nil || b.Ended {
			return err
		}
		return h.takeUp(tx, b)
	})
	if err != nil {
		return got, fmt.Errorf("loading game %s: %w", b.ID, err)
	}
	h.Log.Warn("a game was loaded from another club", "game", b.ID, "club", b.Club, "key", by.Fingerprint)
	return got, nil
}

// isOpenBundle reports whether a file is not sealed.
func isOpenBundle(file []byte) bool {
	for _, c := range file {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c == '{'
		}
	}
	return true
}

// givenToUs wants a running game to be sealed, and given to this server by name.
func (h *Host) givenToUs(b bundle, sealed bool) error {
	closing, err := b.closing()
	switch {
	case err != nil:
		return err
	case closing.Key != h.Signer.Public().Fingerprint:
		return fmt.Errorf("its game was given to %s, whose server has the key %s, and not to this club", closing.To, closing.Key)
	case !sealed:
		return errors.New("it shows what is secret in a running game: the other club must send it sealed")
	}
	return nil
}

// lives refuses a game whose name is taken.
func (h *Host) lives(ctx context.Context, b bundle) error {
	return h.Store.View(ctx, func(tx store.ReadTx) error {
		game, err := tx.Game(b.ID)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return &LivesError{b.ID, game.Secret == store.Secret(b.Secret)}
	})
}

// tryBundle plays the game of a bundle again, in a store of its own.
func (h *Host) tryBundle(ctx context.Context, scratch store.Store, b bundle) (turns int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrReplay, r)
		}
	}()
	entries := make([]adjudicator.Entry, 0, len(b.Entries))
	for _, e := range b.ledger() {
		if e.Removed != (store.Digest{}) && e.Kind != string(adjudicator.Seats) {
			return 0, fmt.Errorf("ledger entry %d has no body", e.Seq)
		}
		entries = append(entries, ledgerEntry(e))
	}
	if err := adjudicator.VerifyChain(entries); err != nil {
		return 0, err
	}
	trial := b
	trial.Referee = ""
	err = scratch.Update(ctx, func(tx store.Tx) error {
		for _, s := range trial.Seats {
			if err := tx.AddPlayer(store.Player{Address: store.Address(s.Address), Name: s.Name, Language: "en", TimeZone: "UTC", Added: h.Now()}); err != nil {
				return err
			}
		}
		return trial.put(tx)
	})
	if err != nil {
		return 0, err
	}
	r, err := (&Host{Store: scratch, Now: h.Now, Random: h.Random, Log: h.Log}).Replay(ctx, b.ID)
	if err == nil && r.Turns != b.Turn {
		err = fmt.Errorf("%w: it has %d turns, and says %d", ErrReplay, r.Turns, b.Turn)
	}
	return r.Turns, err
}

// addBundled registers the players of a bundle who are not known, each with his keys for
// this game alone: the other club vouches for them in no other.
func (h *Host) addBundled(tx store.Tx, b bundle) (added []string, err error) {
	if len(b.people()) < len(b.Seats) {
		if err := h.engage(tx); err != nil {
			return nil, err
		}
	}
	for _, s := range b.people() {
		p := store.Player{Address: store.Address(s.Address), Name: s.Name, Language: s.Language, TimeZone: s.Zone, Added: h.Now()}
		if _, err := tx.Player(p.Address); err == nil {
			continue
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err := h.checkPlayer(p); err != nil {
			return nil, err
		}
		if err := tx.AddPlayer(p); err != nil {
			return nil, err
		}
		added = append(added, p.Address)
	}
	return added, nil
}

// addKeys registers the keys of players who were not known, for the game that is there now.
func (h *Host) addKeys(tx store.Tx, b bundle, added map[string]bool) error {
	for _, s := range b.people() {
		for _, text := range s.Keys {
			key, err := mail.ParsePublicKey([]byte(text))
			if err != nil || !added[store.Address(s.Address)] || key.Revoked || key.ExpiredAt(h.Now()) {
				continue
			}
			row := store.Key{Fingerprint: key.Fingerprint, Player: store.Address(s.Address), Game: b.ID, Scheme: string(key.Kind),
				Material: []byte(key.Text), State: store.KeyActive, Added: h.Now(), Changed: h.Now()}
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

// takeUp goes on with a game: with dice of this server's own, and both sides asked anew.
func (h *Host) takeUp(tx store.Tx, b bundle) error {
	game, err := tx.Game(b.ID)
	if err != nil {
		return err
	}
	if _, err := h.reseed(tx, game, whyMoved, len(b.Entries)); err != nil {
		return err
	}
	p, err := load(tx, b.ID)
	if err != nil {
		return err
	}
	defer p.close()
	for i := range p.seats {
		if p.session.Asked(adjudicator.Side(i)) == nil {
			continue
		}
		if err := h.report(tx, p, adjudicator.Side(i), templates.Asked, "", nil); err != nil {
			return err
		}
	}
	return nil
}
