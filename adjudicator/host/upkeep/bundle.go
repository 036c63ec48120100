package upkeep

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
)

// A game goes from one club to another as a bundle: a file that holds all that is needed to
// play it again and to go on with it, signed by the server that wrote it. That of a game
// which is over is clear: nothing of it is secret any more but the addresses of its players, and
// what they had written around their orders, which is left out.
// That of a running game is sealed for the key of the club that goes on with it, and the
// game is closed where it came from by a ledger entry which names that club.

// Limits of a bundle, which anybody can have written.
const (
	MaxBundle        = 64 << 20  // bytes, open or sealed
	maxBundleEntries = 1_000_000 // its bytes are the limit
	maxBundleBody    = 4 << 20
	maxBundleTurns   = 10_000
	maxBundleKeys    = 20
)

// The formats of a bundle. A running game has the second: a release that does not know it would
// go on with the game at once, and not wait until the other club has released it.
const (
	formatOver    = 1
	formatRunning = 2
)

// ErrBundle reports a file that is no bundle, or one that does not hold what it says. The
// error says what is wrong.
var ErrBundle = errors.New("the bundle cannot be loaded")

func badBundle(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrBundle, fmt.Errorf(format, args...))
}

// SignedBundle is the outermost layer: what is signed, by whom, and the signature.
type SignedBundle struct {
	Format    int    `json:"keryx_bundle"` // [formatOver] or [formatRunning]
	Key       string `json:"key"`          // public, armoured
	Signature string `json:"signature"`    // detached, over the bytes of Game
	Game      []byte `json:"game"`         // a bundle
}

// Bundle is a game with all that belongs to it.
type Bundle struct {
	Club       string            `json:"club"` // mail address of the one that wrote it
	ID         string            `json:"id"`
	Ruleset    string            `json:"ruleset"`
	Version    string            `json:"version"`
	Scenario   string            `json:"scenario"`
	Options    json.RawMessage   `json:"options,omitempty"`
	Language   string            `json:"language"`
	Referee    string            `json:"referee,omitempty"`
	Ended      bool              `json:"ended"`
	Turn       int               `json:"turn"`
	AnswerTime time.Duration     `json:"answer_ns"`
	Contract   string            `json:"contract"`
	Schedule   []byte            `json:"schedule,omitempty"`
	Created    time.Time         `json:"created"`
	Secret     dice.Head         `json:"secret"`
	Later      []bundledSecret   `json:"later,omitempty"`
	Seats      []bundledSeat     `json:"seats"`
	Entries    []bundledEntry    `json:"entries"`
	Turns      []bundledSnapshot `json:"turns"`
}

type bundledSecret struct {
	Entry  int       `json:"entry"`
	Secret dice.Head `json:"secret"`
}

type bundledSeat struct {
	Side     string   `json:"side"`
	Address  string   `json:"address"`
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Zone     string   `json:"zone"`
	Keys     []string `json:"keys,omitempty"`
	Entry    int      `json:"told_entry"`
	Turn     int      `json:"told_turn"`
	Event    int      `json:"told_event"`
}

type bundledEntry struct {
	Kind        string     `json:"kind"`
	Side        string     `json:"side,omitempty"`
	Time        time.Time  `json:"time"`
	Body        []byte     `json:"body"`
	Salt        *dice.Head `json:"salt,omitempty"`
	Hash        dice.Head  `json:"hash"`
	Removed     *dice.Head `json:"removed,omitempty"`
	Fingerprint string     `json:"fingerprint,omitempty"`
	Scheme      string     `json:"scheme,omitempty"`
	Raw         []byte     `json:"raw,omitempty"`
}

type bundledSnapshot struct {
	Turn    int       `json:"turn"`
	Entry   int       `json:"entry"`
	Body    []byte    `json:"body"`
	Version string    `json:"version"`
	Taken   time.Time `json:"taken"`
}

// told returns a hash, or nil for none.
func told(h store.Digest) *dice.Head {
	if h == (store.Digest{}) {
		return nil
	}
	head := dice.Head(h)
	return &head
}

func digestOf(h *dice.Head) store.Digest {
	if h == nil {
		return store.Digest{}
	}
	return store.Digest(*h)
}

// bundleOf gathers all that belongs to a game.
func bundleOf(tx store.ReadTx, game store.Game) (b Bundle, err error) {
	b = Bundle{ID: game.ID, Ruleset: game.Ruleset, Version: game.RulesetVersion, Scenario: game.Scenario, Options: game.Options,
		Language: game.Language, Referee: game.Referee, Ended: game.Status == store.Ended, Turn: game.Turn, AnswerTime: game.AnswerTime,
		Contract: game.Contract, Schedule: game.Schedule, Created: game.Created, Secret: dice.Head(game.Secret)}
	for _, later := range game.Later {
		b.Later = append(b.Later, bundledSecret{later.Entry, dice.Head(later.Secret)})
	}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return b, err
	}
	for _, seat := range seats {
		s, err := bundleSeat(tx, seat)
		if err != nil {
			return b, err
		}
		b.Seats = append(b.Seats, s)
	}
	entries, err := tx.Entries(game.ID, 1)
	if err != nil {
		return b, err
	}
	rules, err := play.RulesOf(game)
	if err != nil {
		return b, err
	}
	for _, e := range entries {
		if b.Ended { // anybody may read it
			e = written.WithoutAside(rules, e)
		}
		b.Entries = append(b.Entries, bundledEntry{e.Kind, e.Side, e.Time, e.Body, told(e.Salt), dice.Head(e.Hash), told(e.Removed), e.Fingerprint, e.Scheme, e.Raw})
	}
	for turn := 1; turn <= game.Turn; turn++ {
		snap, err := tx.Snapshot(game.ID, turn)
		if err != nil {
			return b, fmt.Errorf("game %s: the start of turn %d: %w", game.ID, turn, err)
		}
		b.Turns = append(b.Turns, bundledSnapshot{snap.Turn, snap.Seq, snap.Body, snap.Version, snap.Taken})
	}
	return b, nil
}

// bundleSeat gathers who plays a side, and what signs for it.
func bundleSeat(tx store.ReadTx, seat store.Seat) (s bundledSeat, err error) {
	s = bundledSeat{Side: seat.Side, Address: seat.Player, Entry: seat.ReportedEntry, Turn: seat.ReportedTurn, Event: seat.ReportedEvent}
	if seat.Player == "" { // nobody plays it now
		return s, nil
	}
	player, err := tx.Player(seat.Player)
	if err != nil {
		return s, fmt.Errorf("game %s: the player of %s: %w", seat.Game, seat.Side, err)
	}
	s.Name, s.Language, s.Zone = seating.TidyName(player.Name), player.Language, player.TimeZone
	keys, err := tx.KeysOf(seat.Player)
	for _, k := range keys {
		if k.State == store.KeyActive && (k.Game == "" || k.Game == seat.Game) && len(s.Keys) < maxBundleKeys {
			s.Keys = append(s.Keys, string(k.Material))
		}
	}
	return s, err
}

// sign writes a bundle as a file, signed by this server.
func (tr *Transfers) sign(b Bundle) ([]byte, error) {
	b.Club = store.Address(tr.Post.Address)
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	signature, err := tr.Signer.SignOctets(text, tr.Now())
	if err != nil {
		return nil, err
	}
	format := formatRunning
	if b.Ended {
		format = formatOver
	}
	file, err := json.MarshalIndent(SignedBundle{format, tr.Signer.Public().Text, string(signature), text}, "", " ")
	if len(file) > MaxBundle {
		return nil, fmt.Errorf("game %s: its bundle has %d bytes, and %d at most can be loaded", b.ID, len(file), MaxBundle)
	}
	return append(file, '\n'), err
}

// ReadBundle reads a file that is not sealed any more. By is the key that signed it.
func ReadBundle(file []byte, now time.Time, club calendar.Holidays) (b Bundle, by mail.PublicKey, err error) {
	var outer SignedBundle
	if len(file) > MaxBundle {
		return b, by, badBundle("it has %d bytes, and %d at most are read", len(file), MaxBundle)
	}
	if err := post.Strictly(file, &outer); err != nil || outer.Format != formatOver && outer.Format != formatRunning {
		return b, by, badBundle("it is no file of keryx export, or of a later release: %v", err)
	}
	if by, err = mail.ParsePublicKey([]byte(outer.Key)); err == nil {
		err = post.CheckSigned(by, outer.Game, outer.Signature, now)
	}
	if err == nil {
		err = post.Strictly(outer.Game, &b)
	}
	if err == nil {
		err = mail.CheckAddress(b.Club)
	}
	if err == nil {
		err = b.Check(club, now)
	}
	if err == nil && !b.Ended && outer.Format != formatRunning {
		err = fmt.Errorf("the release of Keryx at %s is older than this one, and gives no game up before it is taken over: it must be upgraded, and give the same command again", b.Club)
	}
	if err != nil {
		return b, by, badBundle("%w", err)
	}
	return b, by, nil
}

// game is the game of a bundle as it is stored, without its later secrets.
func (b Bundle) game() store.Game {
	status := store.Paused // until it is released
	if b.Ended {
		status = store.Ended
	}
	return store.Game{ID: b.ID, Ruleset: b.Ruleset, RulesetVersion: b.Version, Scenario: b.Scenario, Options: b.Options,
		Secret: store.Secret(b.Secret), Language: b.Language, Referee: b.Referee, Status: status, Turn: b.Turn, AnswerTime: b.AnswerTime.Truncate(time.Millisecond),
		Contract: b.Contract, Schedule: b.Schedule, Created: store.Time(b.Created)}
}

// ledger is the ledger of a bundle, each entry linked to the one before.
func (b Bundle) ledger() []store.Entry {
	var prev dice.Head
	all := make([]store.Entry, 0, len(b.Entries))
	for i, e := range b.Entries {
		all = append(all, store.Entry{Game: b.ID, Seq: i + 1, Kind: e.Kind, Side: e.Side, Time: store.Time(e.Time), Body: e.Body, Salt: digestOf(e.Salt),
			Prev: store.Digest(prev), Hash: store.Digest(e.Hash), Removed: digestOf(e.Removed), Fingerprint: e.Fingerprint, Scheme: e.Scheme, Raw: e.Raw})
		prev = e.Hash
	}
	return all
}

// closing is the entry by which a running game was given to another club, the last one.
func (b Bundle) closing() (body play.MovedBody, err error) {
	last := b.Entries[len(b.Entries)-1]
	if last.Kind != string(adjudicator.Moved) {
		return body, errors.New("its game goes on where it comes from: it was given to no club")
	}
	return body, json.Unmarshal(last.Body, &body)
}

// put writes a bundle into a store that does not have the game; its players are there.
func (b Bundle) put(tx club.Tx) error {
	if err := tx.CreateGame(b.game()); err != nil {
		return err
	}
	for _, s := range b.Seats {
		err := tx.AddSeat(store.Seat{Game: b.ID, Side: s.Side, Player: store.Address(s.Address), ReportedEntry: s.Entry, ReportedTurn: s.Turn, ReportedEvent: s.Event})
		if err != nil {
			return err
		}
	}
	for _, e := range b.ledger() {
		if err := tx.AppendEntry(e); err != nil {
			return err
		}
	}
	return b.putRest(tx, 0)
}

// putRest writes what belongs to a ledger, of which the first entries were there before.
func (b Bundle) putRest(tx club.Tx, before int) error {
	for _, l := range b.Later {
		if l.Entry <= before {
			continue
		}
		if err := tx.AddSecret(b.ID, store.LaterSecret{Entry: l.Entry, Secret: store.Secret(l.Secret)}); err != nil {
			return err
		}
	}
	for _, t := range b.Turns {
		snap := store.Snapshot{Game: b.ID, Turn: t.Turn, Seq: t.Entry, Body: t.Body, Hash: sha256.Sum256(t.Body), Version: t.Version, Taken: store.Time(t.Taken)}
		if err := tx.PutSnapshot(snap); err != nil {
			return err
		}
	}
	return nil
}

// people lists the seats of a bundle that a person holds.
func (b Bundle) people() []bundledSeat {
	return slices.DeleteFunc(slices.Clone(b.Seats), func(s bundledSeat) bool { return s.Address == "" || store.Address(s.Address) == post.MachineAddress })
}
