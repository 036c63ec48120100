package season

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/standing"
	"keryx/orders"
	"keryx/store"
)

// Season is a league as it is stored, with its ledger folded. In the ledger entrants have
// names that tell nothing ("e1"): who they are stands beside it, so that somebody can be
// forgotten while all hashes hold.
type Season struct {
	ID      string
	File    File
	Entries []league.Entry
	State   *league.State
	Notes
	created time.Time
	secret  dice.Secret
}

// Notes are what stands beside the ledger.
type Notes struct {
	People    map[string]string                      `json:"people"`    // entrant -> address
	Bids      map[string]map[string]league.SealedBid `json:"bids"`      // fixture -> entrant -> bid, until both are opened
	Paired    map[string]time.Time                   `json:"paired"`    // fixture -> when
	Rounds    []time.Time                            `json:"rounds"`    // of each division, when the last was paired
	Opened    bool                                   `json:"opened"`    // entry by mail
	Confirmed []string                               `json:"confirmed"` // entrants
	Here      map[string][]string                    `json:"here"`      // round of a division ("1-3") -> entrants who confirm it; there only if they were asked
	Asked     []string                               `json:"asked"`     // occasions that letters were written for
	Agreed    map[string]map[string]Claim            `json:"agreed"`    // game -> entrant -> the result that he wants
	Judges    map[string][]string                    `json:"judges"`    // game -> addresses
	Verdicts  map[string]map[string]Opinion          `json:"verdicts"`  // game -> address -> verdict
	Due       map[string]time.Time                   `json:"due"`       // game -> until when its players agree, or others judge it

	Rulings map[int]league.SignedRuling `json:"rulings,omitempty"` // entry of the ledger -> what a referee has signed

	// Of a ladder.
	Asking map[int]Asking `json:"asking,omitempty"` // challenge -> what asks for its answer
	Ending bool           `json:"ending,omitempty"` // it ends when its games do
}

// Rule enters that a referee has ordered something by mail; what is done follows it.
func (s *Season) Rule(act, reason string, signed league.SignedRuling, now time.Time) error {
	if err := s.Append(league.Ruled, now, league.Ruling{Act: act, Reason: reason, Digest: signed.Digest()}); err != nil {
		return err
	}
	if s.Rulings == nil {
		s.Rulings = map[int]league.SignedRuling{}
	}
	s.Rulings[len(s.Entries)] = signed
	return nil
}

// Claim is a result that a player proposes.
type Claim struct {
	Winner string `json:"winner,omitempty"` // entrant; nobody for a draw
	Level  string `json:"level"`
}

// Opinion is a judge's verdict on an unfinished game.
type Opinion struct {
	Claim
	Why string `json:"why"`
}

// body is how a season is stored.
type body struct {
	File    File           `json:"file"`
	Secret  string         `json:"secret"` // hexadecimal
	Entries []league.Entry `json:"entries"`
	Notes   Notes          `json:"notes"`
}

// New makes a season from a file; random gives the secret of its lots.
func New(f File, random io.Reader, now time.Time) (*Season, error) {
	rules, terms, err := f.Rules()
	if err != nil {
		return nil, err
	}
	secret, err := dice.NewSecret(random)
	if err != nil {
		return nil, err
	}
	s := &Season{ID: f.ID, File: f, State: &league.State{}, created: now, secret: secret}
	s.fill()
	return s, s.Append(league.Opened, now, league.Opening{Rules: rules, Commitment: secret.Commitment(), Terms: terms})
}

// fill makes the maps that are missing.
func (s *Season) fill() {
	n := &s.Notes
	for _, m := range []*map[string]map[string]Claim{&n.Agreed} {
		if *m == nil {
			*m = map[string]map[string]Claim{}
		}
	}
	if n.People == nil {
		n.People = map[string]string{}
	}
	if n.Bids == nil {
		n.Bids = map[string]map[string]league.SealedBid{}
	}
	if n.Paired == nil {
		n.Paired = map[string]time.Time{}
	}
	if n.Here == nil {
		n.Here = map[string][]string{}
	}
	if n.Judges == nil {
		n.Judges = map[string][]string{}
	}
	if n.Due == nil {
		n.Due = map[string]time.Time{}
	}
	if n.Verdicts == nil {
		n.Verdicts = map[string]map[string]Opinion{}
	}
	if n.Asking == nil {
		n.Asking = map[int]Asking{}
	}
	for len(n.Rounds) < len(s.File.Divisions) {
		n.Rounds = append(n.Rounds, time.Time{})
	}
}

// Load reads a season. It returns store.ErrNotFound if there is none of that name, and what
// is wrong with a ledger that does not hold.
func Load(tx store.ReadTx, id string) (*Season, error) {
	row, err := tx.League(id)
	if err != nil {
		return nil, err
	}
	return read(row)
}

// All reads all seasons, oldest first.
func All(tx store.ReadTx) ([]*Season, error) {
	rows, err := tx.Leagues()
	if err != nil {
		return nil, err
	}
	var out []*Season
	for _, row := range rows {
		s, err := read(row)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func read(row store.League) (*Season, error) {
	var b body
	if err := json.Unmarshal(row.Body, &b); err != nil {
		return nil, fmt.Errorf("league %s: %w", row.ID, err)
	}
	s := &Season{ID: row.ID, File: b.File, Entries: b.Entries, Notes: b.Notes, created: row.Created}
	secret, err := dice.ParseHead(b.Secret)
	if err != nil {
		return nil, fmt.Errorf("league %s: its secret: %w", row.ID, err)
	}
	s.secret = dice.Secret(secret)
	if s.State, err = league.Fold(b.Entries); err != nil {
		return nil, fmt.Errorf("league %s: %w", row.ID, err)
	}
	s.fill()
	return s, nil
}

// Save stores the season.
func (s *Season) Save(tx store.Tx, now time.Time) error {
	text, err := json.Marshal(body{File: s.File, Secret: dice.Head(s.secret).String(), Entries: s.Entries, Notes: s.Notes})
	if err != nil {
		return fmt.Errorf("league %s: %w", s.ID, err)
	}
	if err := errors.Join(Touch(tx), s.noteDue(tx)); err != nil {
		return err
	}
	return tx.PutLeague(store.League{ID: s.ID, Name: s.File.Name, Body: text, Created: s.created, Changed: now})
}

// Append adds an entry to the ledger, or fails and changes nothing.
func (s *Season) Append(kind league.Kind, at time.Time, entry any) error {
	var prev league.Entry
	if len(s.Entries) > 0 {
		prev = s.Entries[len(s.Entries)-1]
	}
	e, err := league.NewEntry(s.ID, prev, kind, at, entry)
	if err != nil {
		return err
	}
	if err := s.State.Apply(e); err != nil {
		return err
	}
	s.Entries = append(s.Entries, e)
	return nil
}

// Report is a division as a tournament report file has it, with the names that name gives.
func (s *Season) Report(division int, name func(entrant string) string, rating func(entrant string) int) standing.Report {
	return ReportOf(s.State, s.File.Name, division, name, rating)
}

// ReportOf is the report of a division of a season that stands as state says.
func ReportOf(state *league.State, title string, division int, name func(entrant string) string, rating func(entrant string) int) standing.Report {
	r := standing.Report{Name: title, Table: state.Table(division).Named(name), Rounds: len(state.Divisions[division].Rounds), Games: 1,
		Begins: state.Terms.Begins, Ends: state.Terms.Ends}
	if state.Rules.Twice {
		r.Games = 2
	}
	rated := map[string]int{}
	for _, c := range state.Cards(division) {
		if rating != nil {
			rated[name(c.Entrant)] = rating(c.Entrant)
		}
		r.Cards = append(r.Cards, c.Named(name))
	}
	r.Rating = func(named string) int { return rated[named] }
	if state.Ladder != nil { // whose order is not that of points
		for i, row := range state.Table(division).Rows {
			r.Table.Rows[i].Rank = state.Ladder.Rank(row.Entrant)
		}
	}
	return r
}

// Commitment is the digest of the secret that the lots come from.
func (s *Season) Commitment() dice.Head { return s.secret.Commitment() }

// Entrant is the entrant of an address, or nobody.
func (s *Season) Entrant(address string) string {
	address = store.Address(address)
	for _, id := range slices.Sorted(maps.Keys(s.People)) {
		if s.People[id] == address {
			return id
		}
	}
	return ""
}

// Has notes an occasion, and reports whether it was noted before.
func (s *Season) Has(occasion string) bool {
	if slices.Contains(s.Asked, occasion) {
		return true
	}
	s.Asked = append(s.Asked, occasion)
	return false
}

// Once makes a word for something that can come again when the ledger has grown.
func (s *Season) Once(about string) string { return fmt.Sprintf("%s %d", about, len(s.Entries)) }

// AskAnew forgets what was said of the position of a game that is given up, and who was asked.
func (s *Season) AskAnew(game string) {
	delete(s.Agreed, game)
	delete(s.Verdicts, game)
	delete(s.Judges, game)
	delete(s.Due, game)
	s.Asked = slices.DeleteFunc(s.Asked, func(o string) bool { return o == "verdicts-late "+game })
}

// What an entry, a withdrawal or a bid can be refused for.
var (
	ErrEntered   = errors.New("entered already")
	ErrNotIn     = errors.New("not in this league")
	ErrShut      = errors.New("entry is not open")
	ErrBarred    = errors.New("barred from this season")
	ErrAccept    = errors.New("the league demands that its players accept the reconstructed data, and the season has begun: he has to enter by email himself (join LEAGUE accept data)")
	ErrNoFixture = errors.New("no such fixture")
	ErrGone      = errors.New("withdrew, and the league takes nobody back at this point")
)

// Enter enters somebody, or has one take part again who withdrew, in the division that he was in.
// It fails with [ErrEntered], [ErrGone], [ErrBarred], or as the league's ledger refuses it.
func (s *Season) Enter(address string, division, most int, now time.Time) (entrant string, err error) {
	address = store.Address(address)
	switch {
	case slices.ContainsFunc(s.File.Barred, func(a string) bool { return store.Address(a) == address }):
		return "", ErrBarred
	}
	if entrant = s.Entrant(address); entrant != "" {
		switch {
		case !s.State.Entrants[entrant].Left:
			return "", ErrEntered
		case !s.State.MayReturn(entrant):
			return "", ErrGone
		}
		return entrant, s.Append(league.Returned, now, league.Returning{Entrant: entrant, Most: most})
	}
	entrant = fmt.Sprintf("e%d", len(s.People)+1)
	if err := s.Append(league.Joined, now, league.Joining{Entrant: entrant, Division: division, Most: most}); err != nil {
		return "", err
	}
	s.People[entrant] = address
	return entrant, nil
}

// Replaceable reports whether somebody waits on the reserve list who could take an entrant's place:
// he has finished no game.
func (s *Season) Replaceable(entrant string) bool {
	if len(s.State.Reserves) == 0 || !s.State.Consented(s.State.Reserves[0]) || s.State.Entrants[entrant].Reserve {
		return false
	}
	return !slices.ContainsFunc(s.State.AllGames(), func(g league.Game) bool {
		return (g.First == entrant || g.Second == entrant) && s.State.Entered(g.ID)
	})
}

// Withdraw takes an entrant out. Who waits first on the reserve list takes his place, if he
// has finished no game. It fails with [ErrNotIn].
func (s *Season) Withdraw(address, why string, now time.Time) (in string, err error) {
	out := s.Entrant(address)
	if out == "" || s.State.Entrants[out].Left {
		return "", ErrNotIn
	}
	if err := s.Append(league.Left, now, league.Leaving{Entrant: out, Why: why}); err != nil {
		return "", err
	}
	if len(s.State.Reserves) == 0 {
		return "", nil
	}
	if in = s.State.Reserves[0]; !s.State.Consented(in) {
		return "", nil
	}
	if err := s.Append(league.Replaced, now, league.Replacing{Out: out, In: in}); err != nil {
		return "", nil // he stays where he is, and the other's games are forfeit
	}
	return in, nil
}

// Bid seals a bid. It fails with [ErrNotIn], [ErrNoFixture] or league.ErrBid.
func (s *Season) Bid(fixture, entrant string, bid league.Bid, random io.Reader, now time.Time) error {
	var draw [2]league.Bid
	draw[0] = bid
	if _, err := s.State.Rules.Assign(draw, 0); err != nil {
		return err
	}
	salt, err := dice.NewSecret(random)
	if err != nil {
		return err
	}
	sealed := league.SealedBid{Bid: bid, Salt: dice.Head(salt)}
	if err := s.Append(league.Sealed, now, league.Seal{Fixture: fixture, Entrant: entrant, Digest: sealed.Digest()}); err != nil {
		return err
	}
	if s.Bids[fixture] == nil {
		s.Bids[fixture] = map[string]league.SealedBid{}
	}
	s.Bids[fixture][entrant] = sealed
	return nil
}

// Name is by what a person knows an entrant: what names has under his address.
func (s *Season) Name(entrant string, names func(address string) string) string {
	if address, ok := s.People[entrant]; ok {
		return names(address)
	}
	return entrant
}

// Apart tells those apart whom a club shows by one name: behind it stands the word by which
// requests and commands know each, "Anna (e3)". Names are one that a request cannot tell apart: by
// case, accents, blanks or what cannot be seen. Told apart is too who shows himself as the word of
// somebody else, "e3", or with it, "Anna (e3)".
func (s *Season) Apart(names func(address string) string) func(address string) string {
	shown, shared := map[string]string{}, map[string]int{}
	for _, address := range s.People {
		shown[address] = names(address)
		shared[Plain(shown[address])]++
	}
	return func(address string) string {
		name, known := shown[address]
		if !known {
			return names(address)
		}
		own := s.Entrant(address)
		if shared[Plain(name)] > 1 || s.borrowed(name, own) {
			return fmt.Sprintf("%s (%s)", name, own)
		}
		return name
	}
}

// borrowed reports whether a name is the word by which somebody else is known, or ends with it as a
// name that was told apart does.
func (s *Season) borrowed(name, own string) bool {
	plain := Plain(name)
	if open := strings.LastIndex(plain, "("); open >= 0 && strings.HasSuffix(plain, ")") {
		plain = strings.TrimSpace(plain[open+1 : len(plain)-1])
	}
	_, known := s.People[plain]
	return known && plain != own
}

// Plain is a name as a request could write it.
func Plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Mn) {
			return -1
		}
		return r
	}, name)
	return orders.Fold(strings.Join(strings.Fields(name), " "))
}

// Member finds the entrant who is meant by a name, an address or what stands before its @.
func (s *Season) Member(word string, names func(address string) string) string {
	var found []string
	fold := strings.ToLower(strings.TrimSpace(word))
	for _, id := range s.State.Joined() {
		address := s.People[id]
		local, _, _ := strings.Cut(address, "@")
		name := strings.ToLower(names(address))
		if fold == address || fold == local || fold == name || fold == id {
			found = append(found, id)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// LastBids are the bids of home and away that gave the sides of a fixture, as the ledger
// opened them; the zero Bid of one who made none.
func (s *Season) LastBids(fixture string) (bids [2]league.Bid) {
	for _, e := range s.Entries {
		if e.Kind != league.Sided {
			continue
		}
		var o league.Siding
		if json.Unmarshal(e.Body, &o) == nil && o.Fixture == fixture {
			for i, b := range o.Bids {
				if b != nil {
					bids[i] = b.Bid
				}
			}
		}
	}
	return bids
}

// ResultTimes tells when each game got its first result. A ruling that replaces one does not
// move it; a game that is opened again ends anew.
func (s *Season) ResultTimes() map[string]time.Time {
	out := map[string]time.Time{}
	for _, e := range s.Entries {
		if e.Kind != league.Ended {
			continue
		}
		var r league.Result
		if json.Unmarshal(e.Body, &r) != nil {
			continue
		}
		if r.How == league.Reopened {
			delete(out, r.Game)
		} else if _, had := out[r.Game]; !had {
			out[r.Game] = e.Time
		}
	}
	return out
}
