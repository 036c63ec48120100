package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
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

// IsNobody reports whether an address is that of no person who can be written to.
func IsNobody(address string) bool {
	return address == post.MachineAddress || post.IsRemoved(address) || post.IsGuest(address)
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
func (tr *Transfers) ownSeats(ctx context.Context, b Bundle) (own map[string]bool, err error) {
	own = map[string]bool{}
	for _, s := range b.people() {
		var keys []store.Key
		err := tr.Store.View(ctx, func(tx store.ReadTx) (err error) {
			keys, err = tx.KeysOf(store.Address(s.Address))
			return err
		})
		if err != nil {
			return nil, err
		}
		keys = slices.DeleteFunc(keys, func(k store.Key) bool {
			return k.State == store.KeyPending || k.State == store.KeyRevoked || k.Game != "" && k.Game != b.ID
		})
		ring, err := post.ReadKeys(keys)
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
func (b Bundle) signedBy(ctx context.Context, side string, keys mail.Keys) (some, all bool) {
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
		plain, _ := written.PlainAsked(m.Signed.Text)
		_, bare := orders.CutBinding(plain)
		asked, _ := written.ReadRequests(bare)
		return slices.ContainsFunc(asked, func(r written.Request) bool { return r.Verb == "resign" })
	}
	return true
}

// seatPeople registers those who play in a bundle, or finds them here, and returns the bundle with
// the addresses that they have here.
func (tr *Transfers) seatPeople(tx club.Tx, b Bundle, by string, own map[string]bool, here *store.Game) (seated Bundle, added, guests []string, err error) {
	if slices.ContainsFunc(b.Seats, func(s bundledSeat) bool { return store.Address(s.Address) == post.MachineAddress }) {
		if err := tr.Seats.Engage(tx); err != nil {
			return b, nil, nil, err
		}
	}
	seated = b
	seated.Seats = slices.Clone(b.Seats)
	for i, s := range seated.Seats {
		address := store.Address(s.Address)
		if address == "" || address == post.MachineAddress {
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
			name, as, err := tr.addGuest(tx, b, s, by)
			if err != nil {
				return b, nil, nil, err
			}
			seated.Seats[i].Address, guests = as, append(guests, name)
		case known:
			return b, nil, nil, &OwnError{b.ID, s.Side, address, by, tr.Post.Address}
		default:
			p := store.Player{Address: address, Name: s.Name, Language: s.Language, TimeZone: s.Zone, Added: tr.Now()}
			if err := tr.Seats.CheckPlayer(p); err != nil {
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
func isOwnGame(tx store.ReadTx, b Bundle, s bundledSeat, by string, signed bool, here *store.Game) (bool, error) {
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
func (tr *Transfers) addGuest(tx club.Tx, b Bundle, s bundledSeat, by string) (name, as string, err error) {
	name = seating.TidyName(fmt.Sprintf("%s (at %s)", s.Name, b.Club))
	for n := 1; ; n++ {
		as = fmt.Sprintf("guest-%d%s", n, post.GuestDomain)
		if _, err := tx.Player(as); errors.Is(err, store.ErrNotFound) {
			break
		} else if err != nil {
			return name, as, err
		}
	}
	if err := tx.AddPlayer(store.Player{Address: as, Name: name, Language: "en", TimeZone: "UTC", Added: tr.Now()}); err != nil {
		return name, as, err
	}
	text, err := json.Marshal(seating.Guest{Address: store.Address(s.Address), Club: b.Club, Key: by})
	if err != nil {
		return name, as, err
	}
	return name, as, tx.SetSetting(guestSetting(b.ID, s.Side), text)
}

// tellImport tells the members who are named in a bundle that it was loaded, and what it is to them.
func (tr *Transfers) tellImport(tx club.Tx, b Bundle, by string, added, guests []string) error {
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
		n := post.Notice{Key: key, Once: b.Entries[len(b.Entries)-1].Hash.String(),
			Args: []any{"Game", b.ID, "Club", b.Club, "Key", by, "Mailbox", tr.Post.Address, "Text", rulings.Indented(ownText(b.ID, by, tr.Post.Address))}}
		if err := tr.Letters.SendNoticeTo(tx, player, b.ID, by, n); err != nil {
			return err
		}
	}
	return nil
}

// OwnGame is a text by which a member says that a game of another club is his.
type OwnGame struct{ game, key, at string }

// ReadOwnGame reads such a text. It reports false if the text is something else.
func ReadOwnGame(text string) (o OwnGame, ok bool) {
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

// JudgeOwnGame takes note that a game is a member's. To hear it again changes nothing.
func (tr *Transfers) JudgeOwnGame(tx club.Tx, a *requests.Mail, o OwnGame) (post.Verdict, error) {
	in, player := a.Received, a.Player
	if a.Before == nil { // nobody but he can have sent it
		if _, _, err := tr.Desk.SpendOrWait(tx, in, requests.OfChanges, player); err != nil {
			return post.Verdict{}, err
		}
	} else if ok, err := tx.SpendAnswer("own:"+player.Address, tr.Now(), keyring.EnrolAnswers); err != nil || !ok {
		return post.Verdict{State: store.Ignored, Reason: "more texts about games of other clubs in a day than are answered"}, err
	}
	if store.Address(o.at) != store.Address(tr.Post.Address) || written.BundleID.FindStringSubmatch(o.game) == nil || o.key == "" {
		return post.Verdict{State: store.Faulty, Reason: "says of no game, or to no server, that it is his"}, tr.Keys.TellAbout(tx, player, "own.fault", in, "Mailbox", tr.Post.Address)
	}
	key := strings.ToUpper(o.key)
	if strings.HasPrefix(o.key, "SHA256:") {
		key = o.key
	}
	if a.Before != nil && a.Before.Done {
		return post.Verdict{State: store.Duplicate, Reason: "says once more that " + o.game + " is his"}, tr.Keys.TellAbout(tx, player, "own.noted", in, "Game", o.game, "Key", key)
	}
	v := post.Verdict{State: store.Command, Reason: "says that " + o.game + " is his"}
	if err := tr.takeGuestSeat(tx, o.game, key, player.Address); err != nil {
		return v, err
	}
	if here, his, err := hasSeat(tx, o.game, player.Address); err != nil {
		return v, err
	} else if here && !his { // it is not remembered either: the game may come again, with him in it
		return post.Verdict{State: store.Faulty, Reason: "says that " + o.game + " is his, and has no part in it"}, tr.Keys.TellAbout(tx, player, "own.others", in, "Game", o.game)
	}
	if err := a.Did(tx); err != nil {
		return v, err
	}
	if err := tx.SetSetting(ownSetting(o.game, key, player.Address), []byte(tr.Now().UTC().Format(time.RFC3339))); err != nil {
		return v, err
	}
	return v, tr.Keys.TellAbout(tx, player, "own.noted", in, "Game", o.game, "Key", key)
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
func (tr *Transfers) takeGuestSeat(tx club.Tx, game, key, address string) error {
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
		var g seating.Guest
		if err := json.Unmarshal(text, &g); err != nil {
			return err
		}
		if g.Address != address || g.Key != key || !post.IsGuest(seat.Player) {
			continue
		}
		seat.Player = address
		if err := errors.Join(tx.UpdateSeat(seat), tx.SetSetting(guestSetting(game, seat.Side), nil), tr.Reports.NoteNames(tx)); err != nil {
			return err
		}
	}
	return nil
}
