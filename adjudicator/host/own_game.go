package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// Another club can write what it likes of our members: that somebody of that address has played
// under a key which nobody here knows, and resigned; or that he plays, with a key of his that anybody
// may know. So a game counts as a member's if all that was signed for his side in it was signed by a
// key that is registered for him here, and something was; of a game that goes on it does if he has
// signed something, and nobody but his keys signs for the side from here on. Else it counts as his if
// he says himself that it is, in a text that he signs:
//
//	keryx own 1
//	game hel-7
//	key FINGERPRINT              of the server that played it
//	at orders@club.example       the server that it is said to
//
// A game that is over and not a member's is kept as that of "NAME (at CLUB)", who is nobody here.

// isNobody reports whether an address is that of no person who can be written to.
func isNobody(address string) bool {
	return address == machineAddress || isRemoved(address) || isGuest(address)
}

func guestSetting(game, side string) string { return "guest/" + game + "/" + side }

// ownSetting remembers that a member has said that a game of another club is his.
func ownSetting(game, key, address string) string { return "own/" + game + "/" + key + "/" + address }

// OwnError reports a running game of which a side is said to be played by a member, under keys
// that are not his.
type OwnError struct {
	Game, Side, Address, Key, Mailbox string
}

// Error says what the member can do.
func (e *OwnError) Error() string {
	return fmt.Sprintf("%s is said to play %s in %s, and nothing in that game is signed by a key that is registered for him here. If it is his game, he confirms it by an email to %s with these lines, signed with a key of his; then load it again:\n\n%s",
		e.Address, e.Side, e.Game, e.Mailbox, ownText(e.Game, e.Key, e.Mailbox))
}

// ownText is what a member signs to say that a game is his.
func ownText(game, key, mailbox string) string {
	return fmt.Sprintf("keryx own 1\ngame %s\nkey %s\nat %s\n", game, key, mailbox)
}

// ownSeats finds the sides of a bundle that a member of this club has played with keys of his.
func (h *Host) ownSeats(ctx context.Context, b bundle) (own map[string]bool, err error) {
	own = map[string]bool{}
	for _, s := range b.people() {
		var keys []store.Key
		err := h.Store.View(ctx, func(tx store.ReadTx) (err error) {
			keys, err = tx.KeysOf(store.Address(s.Address))
			return err
		})
		if err != nil {
			return nil, err
		}
		keys = slices.DeleteFunc(keys, func(k store.Key) bool {
			return k.State == store.KeyPending || k.State == store.KeyRevoked || k.Game != "" && k.Game != b.ID
		})
		ring, err := readKeys(keys)
		if err != nil {
			return nil, err
		}
		for i := range ring {
			ring[i].State = mail.Active // it was when he played
		}
		if len(ring) > 0 {
			some, all := b.signedBy(ctx, s.Side, ring)
			own[s.Side] = some && (all || !b.Ended && s.keysAmong(ring))
		}
	}
	return own, nil
}

// keysAmong reports whether the keys that may sign for a side are all among some. That does for a
// game that goes on: nothing is done in it from here on without a signature of one of them.
func (s bundledSeat) keysAmong(known mail.Keys) bool {
	for _, text := range s.Keys {
		key, err := mail.ParsePublicKey([]byte(text))
		if err != nil || !slices.ContainsFunc(known, func(k mail.Key) bool { return k.Fingerprint == key.Fingerprint }) {
			return false
		}
	}
	return len(s.Keys) > 0
}

// signedBy reports whether something that was ordered for a side, or that it resigned, is signed by
// one of some keys, and whether all of it is.
func (b bundle) signedBy(ctx context.Context, side string, keys mail.Keys) (some, all bool) {
	all = true
	for i, e := range b.Entries {
		kind := adjudicator.EntryKind(e.Kind)
		if e.Side != side || e.Fingerprint == "" && kind != adjudicator.Ordered && kind != adjudicator.Resigned {
			continue
		}
		if kind == adjudicator.Ordered && i > 0 && b.Entries[i-1].Kind == string(adjudicator.Ruling) {
			continue // what a referee has ordered for the side says nothing of its player
		}
		if e.signedAs(ctx, kind, keys) {
			some = true
		} else {
			all = false
		}
	}
	return some, all && some
}

// signedAs reports whether an entry is what one of some keys has signed.
func (e bundledEntry) signedAs(ctx context.Context, kind adjudicator.EntryKind, keys mail.Keys) bool {
	in := mail.Intake{Keys: keys, Now: func() time.Time { return e.Time }}
	m, err := in.Read(ctx, e.Raw)
	if err != nil || m.Signed == nil {
		return false
	}
	switch kind {
	case adjudicator.Ordered:
		return m.Signed.Text == string(e.Body)
	case adjudicator.Resigned: // not with the signature of some other mail
		plain, _ := plainAsked(m.Signed.Text)
		_, bare := orders.CutBinding(plain)
		asked, _ := readRequests(bare)
		return slices.ContainsFunc(asked, func(r request) bool { return r.verb == "resign" })
	}
	return true
}

// seatPeople registers those who play in a bundle, or finds them here, and returns the bundle with
// the addresses that they have here.
func (h *Host) seatPeople(tx store.Tx, b bundle, by string, own map[string]bool, here *store.Game) (seated bundle, added, guests []string, err error) {
	if slices.ContainsFunc(b.Seats, func(s bundledSeat) bool { return store.Address(s.Address) == machineAddress }) {
		if err := h.engage(tx); err != nil {
			return b, nil, nil, err
		}
	}
	seated = b
	seated.Seats = slices.Clone(b.Seats)
	for i, s := range seated.Seats {
		address := store.Address(s.Address)
		if address == "" || address == machineAddress {
			continue
		}
		_, err := tx.Player(address)
		known := err == nil
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return b, nil, nil, err
		}
		mine, err := isOwnGame(tx, b, s, by, known && own[s.Side], here)
		if err != nil {
			return b, nil, nil, err
		}
		switch {
		case mine && known:
		case b.Ended:
			name, as, err := h.addGuest(tx, b, s, by)
			if err != nil {
				return b, nil, nil, err
			}
			seated.Seats[i].Address, guests = as, append(guests, name)
		case known:
			return b, nil, nil, &OwnError{b.ID, s.Side, address, by, h.Post.Address}
		default:
			p := store.Player{Address: address, Name: s.Name, Language: s.Language, TimeZone: s.Zone, Added: h.Now()}
			if err := h.checkPlayer(p); err != nil {
				return b, nil, nil, err
			}
			if err := tx.AddPlayer(p); err != nil {
				return b, nil, nil, err
			}
			added = append(added, address)
		}
	}
	return seated, added, guests, nil
}

// isOwnGame reports whether a member plays a side of a bundle: he has signed what was played, or
// said so, or played it before it went to the other club.
func isOwnGame(tx store.ReadTx, b bundle, s bundledSeat, by string, signed bool, here *store.Game) (bool, error) {
	if signed {
		return true, nil
	}
	if here != nil {
		if seat, err := tx.Seat(b.ID, s.Side); err != nil || seat.Player == store.Address(s.Address) {
			return err == nil, err
		}
	}
	text, err := tx.Setting(ownSetting(b.ID, by, store.Address(s.Address)))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return len(text) > 0, err
}

// addGuest registers somebody who is nobody here, for a side of a game that is over.
func (h *Host) addGuest(tx store.Tx, b bundle, s bundledSeat, by string) (name, as string, err error) {
	name = tidyName(fmt.Sprintf("%s (at %s)", s.Name, b.Club))
	for n := 1; ; n++ {
		as = fmt.Sprintf("guest-%d%s", n, guestDomain)
		if _, err := tx.Player(as); errors.Is(err, store.ErrNotFound) {
			break
		} else if err != nil {
			return name, as, err
		}
	}
	if err := tx.AddPlayer(store.Player{Address: as, Name: name, Language: "en", TimeZone: "UTC", Added: h.Now()}); err != nil {
		return name, as, err
	}
	text, err := json.Marshal(guest{store.Address(s.Address), b.Club, by})
	if err != nil {
		return name, as, err
	}
	return name, as, tx.SetSetting(guestSetting(b.ID, s.Side), text)
}

// tellImport tells the members who are named in a bundle that it was loaded, and what it is to them.
func (h *Host) tellImport(tx store.Tx, b bundle, by string, added, guests []string) error {
	for _, s := range b.people() {
		player, err := tx.Player(s.Address)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		seat, err := tx.Seat(b.ID, s.Side)
		if err != nil {
			return err
		}
		key := "import-held"
		switch {
		case b.Ended && seat.Player == player.Address:
			key = "import-over"
		case b.Ended:
			key = "import-guest"
		}
		n := notice{key: key, once: b.Entries[len(b.Entries)-1].Hash.String(),
			args: []any{"Game", b.ID, "Club", b.Club, "Key", by, "Mailbox", h.Post.Address, "Text", indented(ownText(b.ID, by, h.Post.Address))}}
		if err := h.sendNoticeTo(tx, player, b.ID, by, n); err != nil {
			return err
		}
	}
	return nil
}

// ownGame is a text by which a member says that a game of another club is his.
type ownGame struct{ game, key, at string }

// readOwnGame reads such a text. It reports false if the text is something else.
func readOwnGame(text string) (o ownGame, ok bool) {
	lines := 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if words[0] == "--" || lines > 10 {
			break
		}
		if lines++; lines == 1 {
			if len(words) != 3 || orders.Fold(words[0]) != "keryx" || orders.Fold(words[1]) != "own" || words[2] != "1" {
				return o, false
			}
			continue
		}
		value := strings.Join(words[1:], "")
		switch orders.Fold(words[0]) {
		case "game", "partie":
			o.game = orders.Fold(value)
		case "key", "cle", "clef":
			o.key = value
		case "at", "chez", "server", "serveur":
			o.at = strings.Trim(value, "<>")
		}
	}
	return o, lines > 0
}

// judgeOwnGame takes note that a game is a member's. To hear it again changes nothing.
func (h *Host) judgeOwnGame(tx store.Tx, a *asking, o ownGame) (verdict, error) {
	in, player := a.incoming, a.player
	if a.before == nil { // nobody but he can have sent it
		if _, _, err := h.spendOrWait(tx, in, ofChanges, player); err != nil {
			return verdict{}, err
		}
	} else if ok, err := tx.SpendAnswer("own:"+player.Address, h.Now(), enrolAnswers); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "more texts about games of other clubs in a day than are answered"}, err
	}
	if store.Address(o.at) != store.Address(h.Post.Address) || bundleID.FindStringSubmatch(o.game) == nil || o.key == "" {
		return verdict{state: store.Faulty, reason: "says of no game, or to no server, that it is his"}, h.tellAbout(tx, player, "own.fault", in, "Mailbox", h.Post.Address)
	}
	key := strings.ToUpper(o.key)
	if strings.HasPrefix(o.key, "SHA256:") {
		key = o.key
	}
	if a.before != nil && a.before.Done {
		return verdict{state: store.Duplicate, reason: "says once more that " + o.game + " is his"}, h.tellAbout(tx, player, "own.noted", in, "Game", o.game, "Key", key)
	}
	v := verdict{state: store.Command, reason: "says that " + o.game + " is his"}
	if err := h.takeGuestSeat(tx, o.game, key, player.Address); err != nil {
		return v, err
	}
	if here, his, err := hasSeat(tx, o.game, player.Address); err != nil {
		return v, err
	} else if here && !his { // it is not remembered either: the game may come again, with him in it
		return verdict{state: store.Faulty, reason: "says that " + o.game + " is his, and has no part in it"}, h.tellAbout(tx, player, "own.others", in, "Game", o.game)
	}
	if err := a.did(tx); err != nil {
		return v, err
	}
	if err := tx.SetSetting(ownSetting(o.game, key, player.Address), []byte(h.Now().UTC().Format(time.RFC3339))); err != nil {
		return v, err
	}
	return v, h.tellAbout(tx, player, "own.noted", in, "Game", o.game, "Key", key)
}

// hasSeat reports whether a game is here, and whether a side of it is somebody's.
func hasSeat(tx store.ReadTx, game, address string) (here, his bool, err error) {
	if _, err := tx.Game(game); errors.Is(err, store.ErrNotFound) {
		return false, false, nil
	} else if err != nil {
		return false, false, err
	}
	seats, err := tx.SeatsOf(game)
	for _, seat := range seats {
		his = his || seat.Player == address
	}
	return true, his, err
}

// takeGuestSeat gives a side of a game that is over to the member who has said that it is his.
func (h *Host) takeGuestSeat(tx store.Tx, game, key, address string) error {
	seats, err := tx.SeatsOf(game)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		text, err := tx.Setting(guestSetting(game, seat.Side))
		if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
			continue
		}
		if err != nil {
			return err
		}
		var g guest
		if err := json.Unmarshal(text, &g); err != nil {
			return err
		}
		if g.Address != address || g.Key != key || !isGuest(seat.Player) {
			continue
		}
		seat.Player = address
		if err := errors.Join(tx.UpdateSeat(seat), tx.SetSetting(guestSetting(game, seat.Side), nil), h.noteNames(tx)); err != nil {
			return err
		}
	}
	return nil
}
