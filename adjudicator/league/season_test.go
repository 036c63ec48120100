package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/league/pairing"
	"keryx/adjudicator/league/standing"
)

var levels = map[string]Worth{
	"total": {5000, 0}, "strategic": {4000, 1000}, "tactical": {3000, 2000}, Draw: {2500, 2500},
}

// player plays a random season and keeps its ledger.
type player struct {
	t       testing.TB
	rnd     *rand.Rand
	state   *State
	ledger  []Entry
	entered int
}

func (p *player) write(kind Kind, body any) {
	p.t.Helper()
	if err := p.try(kind, body); err != nil {
		p.t.Fatal(err)
	}
}

func (p *player) try(kind Kind, body any) error {
	p.t.Helper()
	var prev Entry
	if len(p.ledger) > 0 {
		prev = p.ledger[len(p.ledger)-1]
	}
	e, err := NewEntry("spring", prev, kind, time.Date(2026, 1, 1, 0, 0, prev.Seq, 0, time.UTC), body)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.state.Apply(e); err != nil {
		return err
	}
	p.ledger = append(p.ledger, e)
	return nil
}

func (p *player) join(division int) {
	p.entered++
	p.write(Joined, Joining{Entrant: fmt.Sprintf("p%02d", p.entered), Division: division, Most: p.rnd.IntN(2) * (2 + p.rnd.IntN(3))})
}

func (p *player) leave() {
	var there []string
	for name, en := range p.state.Entrants {
		if !en.Left {
			there = append(there, name)
		}
	}
	slices.Sort(there)
	if len(there) > 2 {
		p.write(Left, Leaving{Entrant: there[p.rnd.IntN(len(there))]})
	}
}

// comeBack brings one back who withdrew; where that cannot be, it is refused.
func (p *player) comeBack() {
	for _, name := range p.state.Joined() {
		if en := p.state.Entrants[name]; en.Left && p.rnd.IntN(2) == 0 {
			may := p.state.MayReturn(name)
			if err := p.try(Returned, Returning{Entrant: name}); (err == nil) != may {
				p.t.Fatalf("%s comes back: %v, and may: %v", name, err, may)
			}
			return
		}
	}
}

// musterRound has some of a Swiss not confirm for the next round.
func (p *player) musterRound(division int) {
	var confirmed []string
	for _, name := range p.state.Joined() {
		if !p.state.Entrants[name].Left && p.rnd.IntN(6) > 0 {
			confirmed = append(confirmed, name)
		}
	}
	m, err := p.state.MusterRound(division, confirmed)
	if err != nil || len(m.Present) < 2 {
		return
	}
	p.write(Mustered, m)
}

func randomRules(rnd *rand.Rand, players int) Rules {
	r := Rules{
		Name: "Spring", Format: []Format{RoundRobin, Swiss, Swiss, KnockOut}[rnd.IntN(4)], Ruleset: "hellespont", Scenario: "10.1",
		Sides: [2]string{"athens", "sparta"}, Divisions: []string{"first", "second"}[:1+rnd.IntN(2)], Twice: rnd.IntN(2) == 0,
		Together: rnd.IntN(2) == 0, Points: levels, HalfByes: rnd.IntN(3), Most: 2 + rnd.IntN(3), CreditWinner: rnd.IntN(2) == 0,
		Breaks: []standing.Break{standing.Direct, standing.BuchholzCut, standing.Buchholz, standing.Berger, standing.AboveMean, standing.VictoryMargin, standing.Wins, standing.Lots},
	}
	r.Size = max(2, players/len(r.Divisions)+rnd.IntN(3)-1)
	r.Rounds = 2 + rnd.IntN(6)
	r.Moves = rnd.IntN(r.Size/2 + 1)
	return r
}

// season plays a whole random season: late entries, withdrawals, forfeits, games that
// last, bids, adjudication.
func season(t testing.TB, seed uint64) *player {
	rnd := rand.New(rand.NewPCG(seed, 13))
	players := 4 + rnd.IntN(13)
	if rnd.IntN(12) == 0 {
		players = 4 + rnd.IntN(61)
	}
	p := &player{t: t, rnd: rnd, state: &State{}}
	rules := randomRules(rnd, players)
	p.write(Opened, Opening{Rules: rules})
	for range players {
		p.join(rnd.IntN(len(rules.Divisions)))
	}
	if rnd.IntN(3) == 0 {
		var present []string
		for name := range p.state.Entrants {
			if rnd.IntN(8) > 0 {
				present = append(present, name)
			}
		}
		slices.Sort(present)
		p.write(Mustered, Muster{Present: present})
	}
	lots, err := p.state.DrawLots(dice.NewQuick(rnd))
	if err != nil {
		t.Fatal(err)
	}
	p.write(Drawn, lots)
	for again := true; again; {
		again = false
		for i := range p.state.Divisions {
			if p.round(i) {
				again = true
			}
		}
		if again && rnd.IntN(4) == 0 {
			p.leave()
		}
		if again && rnd.IntN(5) == 0 {
			p.join(rnd.IntN(len(rules.Divisions)))
		}
		if again && rnd.IntN(3) == 0 {
			p.comeBack()
		}
		if again && rules.Format == Swiss && rnd.IntN(3) == 0 {
			p.musterRound(rnd.IntN(len(rules.Divisions)))
		}
	}
	// A game that ends by forfeit was no meeting, so that there may be a round after all.
	for more := true; more; {
		more = false
		p.results(1)
		for i := range p.state.Divisions {
			more = p.round(i) || more
		}
	}
	closing, err := p.state.Close()
	if err != nil {
		t.Fatal(err)
	}
	p.write(Closed, closing)
	return p
}

// round pairs the next round of a division, gives sides, starts and ends games.
func (p *player) round(i int) bool {
	if p.state.Rules.Format == KnockOut {
		p.results(1)
	}
	pairs, reasons, err := p.state.Pair(i)
	if err != nil {
		if !errors.Is(err, ErrOrder) && !errors.Is(err, pairing.ErrNoRound) {
			p.t.Fatal(err)
		}
		return false
	}
	if len(reasons) < 1 {
		p.t.Fatalf("no reasons for %v", pairs)
	}
	checkByes(p.t, p.state, i, pairs)
	p.write(Paired, pairs)
	if !p.state.Rules.Twice {
		for _, f := range pairs.Fixtures {
			if f.Away != "" {
				p.bids(f)
			}
		}
	}
	p.startGames()
	p.results(0.8)
	return true
}

func (p *player) bids(f Fixture) {
	o := Siding{Fixture: f.ID}
	var open [2]Bid
	for k, name := range []string{f.Home, f.Away} {
		if p.rnd.IntN(4) == 0 {
			continue
		}
		b := SealedBid{Bid: Bid{Side: p.state.Rules.Sides[p.rnd.IntN(2)], Price: p.rnd.IntN(4)}}
		b.Salt[0] = byte(p.rnd.IntN(256))
		p.write(Sealed, Seal{f.ID, name, b.Digest()})
		o.Bids[k], open[k] = &b, b.Bid
	}
	sides, err := p.state.Rules.Assign(open, p.rnd.IntN(2))
	if err != nil {
		p.t.Fatal(err)
	}
	o.Sides = sides
	p.write(Sided, o)
}

// startGames starts what may start and checks that nobody plays more than he can, nor a
// side twice at once.
func (p *player) startGames() {
	for _, g := range p.state.Startable() {
		p.write(Started, Start{Game: g.ID})
	}
	load := map[string]int{}
	side := map[[2]string]bool{}
	for i := range p.state.Divisions {
		for _, g := range p.state.Games(i) {
			if !g.Started || g.Result != nil {
				continue
			}
			for k, name := range []string{g.First, g.Second} {
				load[name]++
				if key := [2]string{name, fmt.Sprint(k)}; side[key] {
					p.t.Fatalf("%s has a side in two games at once", name)
				} else {
					side[key] = true
				}
			}
		}
	}
	for name, n := range load {
		if n > p.state.Entrants[name].Most {
			p.t.Fatalf("%s plays %d games, at most %d", name, n, p.state.Entrants[name].Most)
		}
	}
}

// results ends a share of the open games in some way.
func (p *player) results(share float64) {
	for _, g := range p.state.Open() {
		if p.rnd.Float64() >= share {
			continue
		}
		r := Result{Game: g.ID, How: ByPlay, Turns: 1 + p.rnd.IntN(9), Victory: [2]int{p.rnd.IntN(20), p.rnd.IntN(20)}}
		winner := []string{g.First, g.Second}[p.rnd.IntN(2)]
		switch p.rnd.IntN(12) {
		case 0:
			r.How, r.Winner = ByForfeit, winner
		case 1:
			r.How = BothForfeit
		case 2:
			r.How, r.Winner = Void, winner
		case 3, 4:
			r.Level = Draw
		default:
			r.Winner, r.Level = winner, []string{"total", "strategic", "tactical"}[p.rnd.IntN(3)]
		}
		p.write(Ended, r)
	}
}

// checkByes checks the constraints of a round before it is taken.
func checkByes(t testing.TB, s *State, division int, p Pairing) {
	t.Helper()
	d := s.Divisions[division]
	seen := map[string]bool{}
	for _, f := range p.Fixtures {
		for _, name := range []string{f.Home, f.Away} {
			if name != "" && seen[name] {
				t.Fatalf("%s plays twice in round %d", name, p.Round)
			}
			seen[name] = true
		}
		if s.Rules.Format != Swiss {
			continue
		}
		for _, c := range s.Cards(division) {
			for _, r := range c.Rounds {
				switch {
				case c.Entrant == f.Home && f.Away == "" && (r.How == standing.FreeBye || r.How == standing.ForfeitWon):
					t.Fatalf("%s has a bye in round %d after %s in round %d", f.Home, p.Round, r.How, r.Number)
				case c.Entrant == f.Home && r.How == standing.Played && r.Opponent == f.Away && f.Away != "":
					t.Fatalf("%s and %s meet again in round %d", f.Home, f.Away, p.Round)
				}
			}
		}
	}
	for _, name := range d.Order {
		if en := s.Entrants[name]; s.Rules.Format == Swiss && (en.Left || en.Away) == seen[name] {
			t.Fatalf("round %d: %s is paired: %v", p.Round, name, seen[name])
		}
		if s.Rules.Format == RoundRobin && !seen[name] {
			t.Fatalf("round %d: %s is not paired", p.Round, name)
		}
	}
}

// checkTable adds up a table once more from the results, and its tie-breaks from their terms.
func checkTable(t testing.TB, s *State, division int) {
	t.Helper()
	table := s.Table(division)
	want := map[string]standing.Points{}
	struck := map[string]bool{}
	for _, r := range table.Rows {
		struck[r.Entrant] = r.Struck
	}
	for _, g := range s.Games(division) {
		if g.Result == nil || struck[g.First] || struck[g.Second] {
			continue
		}
		loser := map[string]string{g.First: g.Second, g.Second: g.First}[g.Result.Winner]
		switch r := g.Result; {
		case r.How == ByForfeit || r.How == Void:
			want[r.Winner] += 5000
		case r.How == BothForfeit:
		case r.Winner == "":
			want[g.First] += 2500
			want[g.Second] += 2500
		default:
			want[r.Winner] += levels[r.Level].Winner
			want[loser] += levels[r.Level].Loser
		}
	}
	for _, c := range s.Cards(division) {
		halves := 0
		for _, r := range c.Rounds {
			switch {
			case r.How == standing.FreeBye && len(r.Games) == 0 && r.Points > 0 && !voided(s, division, c.Entrant, r.Number):
				want[c.Entrant] += 5000 * standing.Points(s.Rules.games())
			case r.How == standing.HalfBye:
				halves++
				want[c.Entrant] += 2500 * standing.Points(s.Rules.games())
			}
		}
		if halves > s.Rules.HalfByes {
			t.Fatalf("%s has %d half-point byes", c.Entrant, halves)
		}
	}
	rank := 1
	for i, r := range table.Rows {
		if r.Struck {
			continue
		}
		if r.Score.Total != want[r.Entrant] {
			t.Fatalf("%s has %v, which should be %v", r.Entrant, r.Score, want[r.Entrant])
		}
		for k, v := range append([]standing.Value{r.Score}, r.Breaks...) {
			var sum standing.Points
			for _, term := range v.Terms {
				if !term.Cut {
					sum += term.Value
				}
			}
			if len(v.Terms) > 0 && sum != v.Total {
				t.Fatalf("%s, figure %d: %v", r.Entrant, k, v)
			}
		}
		if i > 0 && (table.Rows[i-1].Score.Total < r.Score.Total || r.Rank != rank && r.Rank != table.Rows[i-1].Rank) {
			t.Fatalf("row %d is out of order: %v", i+1, table.Rows)
		}
		rank++
	}
}

// voided reports whether one's fixture of a round was a game that was void, not a bye.
func voided(s *State, division int, name string, round int) bool {
	for _, m := range s.Divisions[division].Rounds[round-1] {
		if (m.Home == name || m.Away == name) && m.Away != "" {
			return true
		}
	}
	return false
}

// seasons is how many random seasons are played.
func seasons(t *testing.T) uint64 {
	text := os.Getenv("KERYX_SEASONS")
	if text == "" {
		return 120
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatalf("KERYX_SEASONS: %v", err)
	}
	return n
}

// Random seasons hold every constraint, their tables add up, and their ledgers replay.
func TestSeasons(t *testing.T) {
	first := seed.First(t, 0)
	for n := range seasons(t) {
		p := season(t, first+n)
		checkSeason(t, p)
		if t.Failed() {
			t.Fatalf("season %d", first+n)
		}
	}
}

func checkSeason(t *testing.T, p *player) {
	t.Helper()
	s := p.state
	for i, d := range s.Divisions {
		checkTable(t, s, i)
		met := map[[2]string]int{}
		for _, round := range d.Rounds {
			for _, m := range round {
				if m.Away != "" {
					met[[2]string{min(m.Home, m.Away), max(m.Home, m.Away)}]++
				}
			}
		}
		if n := len(d.Order); s.Rules.Format == RoundRobin && len(met) != n*(n-1)/2 {
			t.Errorf("%d of %d: %d pairs met", i, n, len(met))
		}
		for pair, n := range met {
			if n > 1 && s.Rules.Format == RoundRobin {
				t.Errorf("%v met %d times", pair, n)
			}
		}
	}
	next := map[string]int{}
	for i, list := range s.Closed.Next {
		for _, name := range list {
			next[name]++
			if j := s.Entrants[name].Division; s.Entrants[name].Left || next[name] > 1 || i < j-1 || i > j+1 {
				t.Errorf("next season: %s", name)
			}
		}
	}
	again, err := Fold(p.ledger)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Divisions {
		one, _ := json.Marshal(s.Table(i))
		other, _ := json.Marshal(again.Table(i))
		if string(one) != string(other) {
			t.Errorf("replayed, division %d has another table", i)
		}
	}
	if !reflect.DeepEqual(s.Closed, again.Closed) || s.Head != again.Head {
		t.Error("replayed, the season closes otherwise")
	}
}

// An entry that is changed, moved or left out is found.
func TestChain(t *testing.T) {
	ledger := season(t, 3).ledger
	for i := range ledger {
		changed := slices.Clone(ledger)
		changed[i].Body = append(slices.Clone(changed[i].Body), ' ')
		if _, err := Fold(changed); !errors.Is(err, ErrChain) {
			t.Errorf("entry %d changed: %v", i+1, err)
		}
		if i+1 < len(ledger) {
			if _, err := Fold(slices.Delete(slices.Clone(ledger), i, i+1)); !errors.Is(err, ErrChain) {
				t.Errorf("entry %d left out: %v", i+1, err)
			}
		}
	}
}
