package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/ladder"
	"keryx/adjudicator/league/pairing"
)

// What an entry can be refused for.
var (
	// ErrOrder reports an entry that cannot come at this point of the season.
	ErrOrder = errors.New("not at this point of the season")
	// ErrUnknown reports an entrant, fixture or game that the league does not have.
	ErrUnknown = errors.New("the league does not know it")
	// ErrBid reports a bid that cannot be.
	ErrBid = errors.New("not a bid for this game")
	// ErrResult reports a result that cannot be.
	ErrResult = errors.New("not a result of this game")
	// ErrEntrant reports somebody who cannot enter or leave.
	ErrEntrant = errors.New("he cannot enter or leave")
	// ErrFull reports that a ladder takes nobody more.
	ErrFull = errors.New("there is no place left")
)

// Entrant is a player or team of the season.
type Entrant struct {
	Name     string
	Division int
	Most     int       // games at once
	Late     int       // rounds that his division had when he came
	Left     bool      // withdrew
	LeftAt   time.Time // when he withdrew last
	Reserve  bool      // on the reserve list
	Away     bool      // did not confirm for a round of a Swiss, and is left out until he does
	Accepts  bool      // has accepted the reconstructed data
	// Missed are the rounds without a fixture of his after which he came or came back.
	Missed []int
}

// Division is a division as far as it is played.
type Division struct {
	Name   string
	Order  []string // in order of start number
	Rounds [][]*match
}

// State is what the entries of a league come to. The zero State is that of no entries.
type State struct {
	Rules     Rules
	Entrants  map[string]*Entrant
	Divisions []*Division
	Reserves  []string
	Lots      map[string]int // who drew which place for ties
	Closed    *Closing
	Terms     Terms
	Head      dice.Head // hash of the last entry
	joined    []string  // in order
	drawn     bool
	fixtures  map[string]*match
	games     map[string]*Game

	// Ladder is the order of one; nil in the other formats.
	Ladder *ladder.Ladder
	acts   []ladder.Act // that it has come of
}

// Fold replays a ledger. It fails with [ErrChain] or with what is wrong with an entry.
func Fold(entries []Entry) (*State, error) {
	if err := VerifyChain(entries); err != nil {
		return nil, err
	}
	s := &State{}
	for _, e := range entries {
		if err := s.Apply(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Apply takes one more entry. If it fails the state is what it was.
func (s *State) Apply(e Entry) error {
	var err error
	switch opened := s.Entrants != nil; {
	case e.Kind == Opened && opened, e.Kind != Opened && !opened, s.Closed != nil:
		err = ErrOrder
	default:
		err = s.apply(e)
	}
	if err != nil {
		return fmt.Errorf("entry %d, %s: %w", e.Seq, e.Kind, err)
	}
	s.Head = e.Hash
	return nil
}

func (s *State) apply(e Entry) error {
	switch e.Kind {
	case Opened:
		return with(e, s.open)
	case Joined:
		return with(e, func(j Joining) error { return s.join(j, e.Time) })
	case Left:
		return with(e, func(l Leaving) error { return s.leave(l, e.Time) })
	case Returned:
		return with(e, func(r Returning) error { return s.comeBack(r, e.Time) })
	case Consents:
		return with(e, s.consent)
	case Mustered:
		return with(e, s.muster)
	case Drawn:
		return with(e, s.draw)
	case Paired:
		return with(e, s.pair)
	case Replaced:
		return with(e, s.replace)
	case Sealed:
		return with(e, s.seal)
	case Sided:
		return with(e, s.side)
	case Started:
		return with(e, s.start)
	case Ended:
		return with(e, func(r Result) error { return s.end(r, e.Time) })
	case Ruled:
		return with(e, func(r Ruling) error {
			if r.Act == "" || r.Reason == "" {
				return fmt.Errorf("%w: a ruling says what it does, and why", ErrOrder)
			}
			return nil
		})
	case Amended:
		return with(e, func(a Amending) error {
			if a.Reason == "" || len(a.What) == 0 {
				return fmt.Errorf("%w: a change says what changes, and why", ErrOrder)
			}
			if !a.Ends.IsZero() {
				s.Terms.Ends = a.Ends
			}
			return nil
		})
	case Closed:
		return with(e, s.close)
	case Challenged, Accepted, Declined, Lapsed, Postponed:
		return s.applyLadder(e)
	}
	return fmt.Errorf("%w: no kind of entry", ErrUnknown)
}

// with reads the body of an entry.
func with[T any](e Entry, take func(T) error) error {
	var body T
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return fmt.Errorf("reading it: %w", err)
	}
	return take(body)
}

func (s *State) open(o Opening) error {
	if err := o.Rules.Check(); err != nil {
		return err
	}
	s.Rules, s.Terms = o.Rules, o.Terms
	s.Entrants, s.fixtures, s.games, s.Lots = map[string]*Entrant{}, map[string]*match{}, map[string]*Game{}, map[string]int{}
	for _, name := range o.Rules.Divisions {
		s.Divisions = append(s.Divisions, &Division{Name: name})
	}
	if o.Rules.Format.Challenges() {
		return s.raise()
	}
	return nil
}

func (s *State) join(j Joining, at time.Time) error {
	switch {
	case j.Entrant == "" || s.Entrants[j.Entrant] != nil:
		return fmt.Errorf("%w: %q is entered, or nobody", ErrEntrant, j.Entrant)
	case j.Division < 0 || j.Division >= len(s.Divisions):
		return fmt.Errorf("%w: division %d", ErrUnknown, j.Division)
	case j.Most < 0 || j.Most > 0 && j.Most < s.Rules.Least():
		return fmt.Errorf("%w: he must be able to play the games of a pair at once", ErrEntrant)
	}
	if s.Ladder != nil {
		if err := s.mount(j, at); err != nil {
			return err
		}
	}
	en := &Entrant{Name: j.Entrant, Division: j.Division, Most: s.Rules.Most}
	if j.Most > 0 {
		en.Most = min(j.Most, s.Rules.Most)
	}
	s.Entrants[j.Entrant] = en
	s.joined = append(s.joined, j.Entrant)
	if !s.drawn || s.Ladder != nil {
		return nil
	}
	d := s.Divisions[j.Division]
	// He is taken into the next round, if one is still to be paired; where fixtures are fixed he waits for the next season.
	if !s.Rules.Format.ByRounds() || len(d.Rounds) >= s.Rules.Rounds-1 || len(d.Order) >= maxSwiss {
		en.Reserve = true
		s.Reserves = append(s.Reserves, j.Entrant)
		return nil
	}
	en.Late = len(d.Rounds)
	s.enterOrder(d, en)
	return nil
}

func (s *State) leave(l Leaving, at time.Time) error {
	en := s.Entrants[l.Entrant]
	if en == nil || en.Left {
		return fmt.Errorf("%w: %q is not in the league", ErrEntrant, l.Entrant)
	}
	if s.Ladder != nil {
		if _, err := s.do(ladder.Act{What: ladder.Leaves, Player: l.Entrant, At: at}); err != nil {
			return err
		}
	}
	en.Left, en.LeftAt = true, at
	s.Reserves = slices.DeleteFunc(s.Reserves, func(r string) bool { return r == l.Entrant })
	return nil
}

func (s *State) muster(m Muster) error {
	if m.Round > 0 {
		return s.musterRound(m)
	}
	if s.drawn {
		return ErrOrder
	}
	for _, name := range s.joined {
		if en := s.Entrants[name]; !en.Left {
			en.Reserve = !slices.Contains(m.Present, name)
		}
	}
	return nil
}

func (s *State) draw(l Lots) error {
	if s.drawn {
		return ErrOrder
	}
	if len(l.Divisions) != len(s.Divisions) {
		return fmt.Errorf("%w: %d divisions", ErrUnknown, len(l.Divisions))
	}
	var all []string
	for _, list := range append(slices.Clone(l.Divisions), l.Reserves) {
		all = append(all, list...)
	}
	slices.Sort(all)
	for i, name := range all {
		if en := s.Entrants[name]; en == nil || en.Left || i > 0 && all[i-1] == name {
			return fmt.Errorf("%w: %q", ErrUnknown, name)
		}
	}
	for _, name := range s.joined {
		if _, there := slices.BinarySearch(all, name); !there && !s.Entrants[name].Left {
			return fmt.Errorf("%w: %q is left out", ErrUnknown, name)
		}
	}
	s.drawn, s.Reserves = true, l.Reserves
	for i, list := range l.Divisions {
		s.Divisions[i].Order = list
		for _, name := range list {
			s.Entrants[name].Division, s.Entrants[name].Reserve = i, false
		}
	}
	for _, name := range l.Reserves {
		s.Entrants[name].Reserve = true
	}
	for name, place := range l.Lots {
		s.Lots[name] = place
	}
	return nil
}

// pair takes a round if it is the one that [State.Pair] would make.
func (s *State) pair(p Pairing) error {
	want, _, err := s.Pair(p.Division)
	if err != nil {
		return err
	}
	if p.Round != want.Round || !slices.Equal(p.Fixtures, want.Fixtures) {
		return fmt.Errorf("%w: these are not the pairings that follow from the results", ErrOrder)
	}
	d := s.Divisions[p.Division]
	var round []*match
	for _, f := range p.Fixtures {
		m := &match{Fixture: f, division: p.Division, round: p.Round, seals: map[string]Seal{}, sided: s.Rules.Twice}
		if f.Away != "" {
			for i := range s.Rules.games() {
				g := &Game{ID: f.ID + "-" + strconv.Itoa(i+1), Fixture: f.ID, First: f.Home, Second: f.Away}
				if i == 1 {
					g.First, g.Second = f.Away, f.Home
				}
				m.games = append(m.games, g)
				s.games[g.ID] = g
			}
		}
		s.fixtures[f.ID] = m
		round = append(round, m)
	}
	d.Rounds = append(d.Rounds, round)
	for name, place := range p.Lots {
		if _, has := s.Lots[name]; !has {
			s.Lots[name] = place
		}
	}
	return nil
}

// replace moves the first of the reserve list up. He takes over start number, lot, byes and
// fixtures; what was begun is begun anew.
func (s *State) replace(r Replacing) error {
	out, in := s.Entrants[r.Out], s.Entrants[r.In]
	switch {
	case out == nil || in == nil:
		return fmt.Errorf("%w: %q for %q", ErrUnknown, r.In, r.Out)
	case !s.drawn || !out.Left || len(s.Reserves) == 0 || s.Reserves[0] != r.In:
		return fmt.Errorf("%w: the first of the reserve list replaces one who withdrew", ErrOrder)
	}
	d := s.Divisions[out.Division]
	at := slices.Index(d.Order, r.Out)
	if at < 0 {
		return fmt.Errorf("%w: %q has no place", ErrOrder, r.Out)
	}
	for _, g := range s.games {
		if (g.First == r.Out || g.Second == r.Out) && g.Result != nil {
			return fmt.Errorf("%w: %q has finished game %s", ErrOrder, r.Out, g.ID)
		}
	}
	s.Reserves = s.Reserves[1:]
	in.Reserve, in.Division, in.Late, in.Missed = false, out.Division, out.Late, out.Missed
	d.Order = slices.Clone(d.Order)
	d.Order[at] = r.In
	if lot, has := s.Lots[r.Out]; has {
		s.Lots[r.In] = lot
		delete(s.Lots, r.Out)
	}
	for _, round := range d.Rounds {
		for _, m := range round {
			m.takeOver(r.Out, r.In)
		}
	}
	return nil
}

// takeOver puts one entrant in the place of another. A bid of the one is not the other's.
func (m *match) takeOver(out, in string) {
	for _, name := range []*string{&m.Home, &m.Away} {
		if *name == out {
			*name = in
		}
	}
	delete(m.seals, out)
	for _, g := range m.games {
		for _, name := range []*string{&g.First, &g.Second} {
			if *name == out {
				*name, g.Started, g.Host = in, false, ""
			}
		}
	}
}

func (s *State) seal(b Seal) error {
	m := s.fixtures[b.Fixture]
	switch {
	case m == nil || b.Entrant != m.Home && b.Entrant != m.Away || m.Away == "":
		return fmt.Errorf("%w: fixture %q of %q", ErrUnknown, b.Fixture, b.Entrant)
	case m.sided:
		return fmt.Errorf("%w: the sides are given", ErrBid)
	}
	m.seals[b.Entrant] = b // a later bid replaces an earlier one
	return nil
}

func (s *State) side(o Siding) error {
	m := s.fixtures[o.Fixture]
	if m == nil || m.Away == "" {
		return fmt.Errorf("%w: fixture %q", ErrUnknown, o.Fixture)
	}
	if m.sided {
		return fmt.Errorf("%w: the sides are given", ErrBid)
	}
	var bids [2]Bid
	for i, name := range []string{m.Home, m.Away} {
		seal, made := m.seals[name]
		switch b := o.Bids[i]; {
		case made != (b != nil), made && b.Digest() != seal.Digest:
			return fmt.Errorf("%w: what is opened for %q is not what was sealed", ErrBid, name)
		case made:
			bids[i] = b.Bid
		}
	}
	for draw := range 2 {
		sides, err := s.Rules.Assign(bids, draw)
		if err != nil {
			return err
		}
		if sides == o.Sides {
			m.sided, m.credit = true, sides.Credit
			if !sides.HomeFirst {
				m.games[0].First, m.games[0].Second = m.Away, m.Home
			}
			return nil
		}
	}
	return fmt.Errorf("%w: these sides do not follow from the bids", ErrBid)
}

func (s *State) start(b Start) error {
	g := s.games[b.Game]
	switch {
	case g == nil:
		return fmt.Errorf("%w: game %q", ErrUnknown, b.Game)
	case g.Started || g.Result != nil || !s.fixtures[g.Fixture].sided:
		return fmt.Errorf("%w: game %q", ErrOrder, b.Game)
	}
	g.Started, g.Host = true, b.Host
	return nil
}

func (s *State) end(r Result, at time.Time) error {
	g := s.games[r.Game]
	if g == nil {
		return fmt.Errorf("%w: game %q", ErrUnknown, r.Game)
	}
	if g.Result != nil && r.Ruling == "" {
		return fmt.Errorf("%w: it has one, which only a ruling can replace", ErrResult)
	}
	decided := r.Winner == g.First || r.Winner == g.Second
	switch r.How {
	case ByPlay, ByAdjudication:
		_, known := s.Rules.Points[r.Level]
		switch {
		case !known:
			return fmt.Errorf("%w: %q is no level of victory here, want one of %s", ErrResult, r.Level, strings.Join(slices.Sorted(maps.Keys(s.Rules.Points)), ", "))
		case r.Winner != "" && !decided:
			return fmt.Errorf("%w: the winner is none of its players", ErrResult)
		case decided == (r.Level == Draw):
			return fmt.Errorf("%w: a draw has no winner, and %q has one", ErrResult, r.Level)
		}
	case ByForfeit, Void:
		if !decided && (r.How == ByForfeit || r.Winner != "") {
			return fmt.Errorf("%w: nobody is named", ErrResult)
		}
	case Reopened:
		if g.Result == nil {
			return fmt.Errorf("%w: there is none to withdraw", ErrResult)
		}
		g.Result = nil
		g.History = append(slices.Clip(g.History), Entered{r, at})
		return s.settle(g, at)
	case BothForfeit:
		if r.Winner != "" {
			return fmt.Errorf("%w: both cannot lose to %q", ErrResult, r.Winner)
		}
	default:
		return fmt.Errorf("%w: %q", ErrResult, r.How)
	}
	if len(r.Verdicts) > 0 {
		if err := s.judged(r); err != nil {
			return err
		}
	}
	g.Result = &r
	g.History = append(slices.Clip(g.History), Entered{r, at})
	return s.settle(g, at)
}

// judged refuses a result that is not the middle one of its verdicts.
func (s *State) judged(r Result) error {
	if len(r.Verdicts) != 3 || r.How != ByAdjudication {
		return fmt.Errorf("%w: three verdicts make a result, not %d", ErrResult, len(r.Verdicts))
	}
	v, err := s.Middle(r.Game, [3]Verdict(r.Verdicts))
	if err == nil && (v.Winner != r.Winner || v.Level != r.Level) {
		err = fmt.Errorf("%w: it is not the middle verdict", ErrResult)
	}
	return err
}

func (s *State) close(c Closing) error {
	want, err := s.Close()
	if err != nil {
		return err
	}
	if !slices.Equal(c.Champions, want.Champions) || !slices.EqualFunc(c.Next, want.Next, slices.Equal[[]string]) {
		return fmt.Errorf("%w: this does not follow from the tables", ErrOrder)
	}
	s.Closed = &c
	return nil
}

// name is whose start number it is; nobody's for a bye.
func (d *Division) name(number int) string {
	if number == pairing.Bye {
		return ""
	}
	return d.Order[number-1]
}

func (d *Division) number(name string) int { return slices.Index(d.Order, name) + 1 }
