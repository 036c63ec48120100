package data

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

// Posture is how the blocks of a placement stand to a siege (rule 7.2).
type Posture uint8

// The postures.
const (
	Afield Posture = iota
	Besieging
	Besieged // inside the city
)

var postureIDs = []string{"", "besieging", "besieged"}

// Placement is a line of a set-up card: blocks of one side in a province or in a nation.
type Placement struct {
	Side       Side
	At         board.Zone // NoZone where a nation is named
	Nation     int        // index in [Game.Nations] whose provinces the owner may choose, or None
	Blocks     draw.Set   // by index, at full strength
	Garrison   bool
	Posture    Posture
	Expedition int // 1 or 2 of those that rule 15.4 names, else 0
	Source     board.Source
}

// Zones are those in which the owner may place the blocks.
func (p *Placement) Zones(g *Game) board.Set {
	if p.Nation == None {
		return board.SetOf(p.At)
	}
	var zones board.Set
	for i := range g.Provinces {
		if g.Provinces[i].Nation == p.Nation {
			zones.Add(g.Provinces[i].Zone)
		}
	}
	return zones
}

// Scenario is one of the four of rule 15.
type Scenario struct {
	ID                  string
	Names               board.Names
	FirstYear, LastYear int         // before Christ: 431 to 422
	Deck                draw.Set    // its cards, by index; the leaders that begin in play among them
	Blocks              [2]draw.Set // in use, by side
	Pool                [2]draw.Set // where recruits are drawn from at the start
	Late                [2]draw.Set // those that join the pool when the war is renewed (rule 12.13)
	Neutral             board.Set   // zones that nobody enters; those of Persia until there is an aid
	UntilLeft           board.Set   // cities that are neutral until a unit leaves them (rule 15.2)
	Leaders             [2]int      // in play at the start: index in [Game.Leaders]
	Prestige            int         // at the start, in favour of Athens
	Peace               bool        // the peace of Nicias is in force (rule 12.0)
	MayBreak            bool        // and may be broken (rule 12.1)
	Renewed             bool        // the war is renewed from the start (rule 15.3)
	NeutralSicily       bool        // actions there cost double until an expedition was there (rules 15.2 and 15.4)
	AthensYearly        int         // prestige that Athens gains at each Year's End (rule 15.2)
	TributeAbroad       bool        // only cities of Sicily and Italy pay tribute: the rest is in AthensYearly
	Setup               []Placement
	Source              board.Source
}

// Years is how many years the scenario lasts.
func (s *Scenario) Years() int { return s.FirstYear - s.LastYear + 1 }

// Expedition are the blocks of Athens that are of an expedition, 1 or 2 (rule 15.4).
func (s *Scenario) Expedition(n int) (set draw.Set) {
	for i := range s.Setup {
		if p := &s.Setup[i]; p.Expedition == n {
			set |= p.Blocks
		}
	}
	return set
}

// Captured are the cities that a side holds at the start though they are loyal to the other.
func (s *Scenario) Captured(g *Game, side Side) (zones board.Set) {
	for i := range s.Setup {
		p := &s.Setup[i]
		if p.Side == side && p.Garrison && g.Province(p.At).Loyalty == To(side.Other()) {
			zones.Add(p.At)
		}
	}
	return zones
}

type scenariosFile struct {
	Scenario []scenarioEntry `toml:"scenario"`
}

type scenarioEntry struct {
	ID            string       `toml:"id"`
	EN            string       `toml:"en"`
	FR            string       `toml:"fr"`
	FirstYear     int          `toml:"first_year"`
	LastYear      int          `toml:"last_year"`
	FirstCard     int          `toml:"first_card"`
	LastCard      int          `toml:"last_card"`
	Blocks        [][2]int     `toml:"blocks"`
	PoolAthens    []int        `toml:"pool_athens"`
	PoolSparta    []int        `toml:"pool_sparta"`
	Late          []int        `toml:"late"`
	Neutral       []string     `toml:"neutral"`
	UntilLeft     []string     `toml:"neutral_until_left"`
	Leaders       []string     `toml:"leaders"`
	Prestige      int          `toml:"prestige"`
	Peace         bool         `toml:"peace"`
	MayBreak      bool         `toml:"may_break_peace"`
	Renewed       bool         `toml:"renewed"`
	NeutralSicily bool         `toml:"neutral_sicily"`
	AthensYearly  int          `toml:"athens_yearly"`
	TributeAbroad bool         `toml:"tribute_abroad"`
	Source        board.Source `toml:"source"`
	Setup         []setupEntry `toml:"setup"`
}

type setupEntry struct {
	Side       string       `toml:"side"`
	At         string       `toml:"at"`
	Nation     string       `toml:"nation"`
	Blocks     []int        `toml:"blocks"`
	Garrison   bool         `toml:"garrison"`
	Posture    string       `toml:"posture"`
	Expedition int          `toml:"expedition"`
	Source     board.Source `toml:"source"`
}

func loadScenarios(fsys fs.FS, g *Game) error {
	var f scenariosFile
	if err := board.ReadTOML(fsys, field.ScenariosName, &f); err != nil {
		return err
	}
	r := g.reading(field.ScenariosName)
	for _, e := range f.Scenario {
		if g.Scenario(e.ID) != nil {
			r.Fail("scenario "+e.ID, board.ErrDuplicate, "")
		}
		g.Scenarios = append(g.Scenarios, g.scenario(&r, e))
	}
	return r.Err
}

func (g *Game) scenario(r *field.Reading, e scenarioEntry) Scenario {
	key := "scenario " + e.ID
	r.Source(key, e.Source)
	s := Scenario{ID: e.ID, Names: r.Names(key, e.EN, e.FR), FirstYear: e.FirstYear, LastYear: e.LastYear,
		Prestige: e.Prestige, Peace: e.Peace, MayBreak: e.MayBreak, Renewed: e.Renewed, NeutralSicily: e.NeutralSicily,
		AthensYearly: e.AthensYearly, TributeAbroad: e.TributeAbroad, Source: e.Source}
	if e.FirstYear < e.LastYear {
		r.Fail(key+".last_year", board.ErrInvalid, "years before Christ count down")
	}
	for n := e.FirstCard; n <= e.LastCard; n++ {
		if n < 1 || n > len(g.Cards) {
			r.Fail(key+".last_card", board.ErrUnknown, strconv.Itoa(n))
			return s
		}
		s.Deck.Add(draw.Lot(n - 1))
	}
	if len(e.Leaders) != 2 {
		r.Fail(key+".leaders", board.ErrMissing, "one of each side")
		return s
	}
	for side, id := range e.Leaders {
		s.Leaders[side] = g.leader(r, key+".leaders", id)
	}
	s.Neutral = g.areas(r, key+".neutral", e.Neutral)
	s.UntilLeft = g.areas(r, key+".neutral_until_left", e.UntilLeft)
	for i, p := range e.Setup {
		s.Setup = append(s.Setup, g.placement(r, fmt.Sprintf("%s.setup number %d", key, i+1), p))
	}
	if r.Err == nil {
		g.muster(r, key, &s, e)
	}
	return s
}

// areas are zones by their identifiers, or by those of the theatres that they are in: then
// their seas too, but none of Persia.
func (g *Game) areas(r *field.Reading, key string, ids []string) (zones board.Set) {
	for _, id := range ids {
		if slices.Contains(theatreIDs[:], id) {
			zones = zones.Union(g.Map.Tagged(id))
			continue
		}
		z, ok := g.Map.Zone(id)
		if !ok {
			r.Fail(key, board.ErrUnknown, strconv.Quote(id))
			return zones
		}
		zones.Add(z)
	}
	return zones
}

func (g *Game) placement(r *field.Reading, key string, e setupEntry) Placement {
	r.Source(key, e.Source)
	p := Placement{Side: r.Side(key, e.Side), At: board.NoZone, Nation: None, Garrison: e.Garrison,
		Expedition: e.Expedition, Source: e.Source}
	if (e.At == "") == (e.Nation == "") {
		r.Fail(key, board.ErrMissing, "either at or nation")
	}
	if e.At != "" {
		z, ok := g.Map.Zone(e.At)
		if p.At = z; !ok || g.Province(z) == nil {
			r.Fail(key+".at", board.ErrUnknown, strconv.Quote(e.At))
		}
	}
	if e.Nation != "" {
		if p.Nation = g.Nation(e.Nation); p.Nation == None {
			r.Fail(key+".nation", board.ErrUnknown, strconv.Quote(e.Nation))
		}
	}
	p.Posture = Posture(max(0, slices.Index(postureIDs, e.Posture)))
	r.Among(key+".posture", []string{e.Posture}, postureIDs...)
	p.Blocks = g.numbered(r, key+".blocks", p.Side, e.Blocks)
	if p.Blocks == 0 && !p.Garrison {
		r.Fail(key, board.ErrMissing, "blocks or a garrison")
	}
	return p
}

// numbered are blocks by their numbers, each once.
func (g *Game) numbered(r *field.Reading, key string, s Side, numbers []int) (set draw.Set) {
	for _, n := range numbers {
		switch {
		case g.Block(s, n) == nil:
			r.Fail(key, board.ErrUnknown, strconv.Itoa(n))
		case set.Has(draw.Lot(n - 1)):
			r.Fail(key, board.ErrDuplicate, strconv.Itoa(n))
		default:
			set.Add(draw.Lot(n - 1))
		}
	}
	return set
}

// muster finds which blocks are in use: those of the ranges, or those that are set up and in
// the pool that is given. Each block set up is in use, and is set up once.
func (g *Game) muster(r *field.Reading, key string, s *Scenario, e scenarioEntry) {
	var placed [2]draw.Set
	for i := range s.Setup {
		p := &s.Setup[i]
		if twice := placed[p.Side] & p.Blocks; twice != 0 {
			r.Fail(fmt.Sprintf("%s.setup number %d.blocks", key, i+1), board.ErrDuplicate, strconv.Itoa(int(twice.Nth(0))+1))
		}
		placed[p.Side] |= p.Blocks
	}
	s.Late[Sparta] = g.numbered(r, key+".late", Sparta, e.Late)
	pools := [2][]int{e.PoolAthens, e.PoolSparta}
	for side := range s.Blocks {
		given := g.numbered(r, key+".pool_"+SideIDs[side], Side(side), pools[side])
		for _, span := range e.Blocks {
			for n := span[0]; n <= span[1]; n++ {
				s.Blocks[side] |= g.numbered(r, key+".blocks", Side(side), []int{n})
			}
		}
		if given != 0 {
			s.Blocks[side] |= given | placed[side]
		}
		if stray := placed[side] &^ s.Blocks[side]; stray != 0 {
			r.Fail(key+".setup", board.ErrInvalid, fmt.Sprintf("%s %d is not in use", SideIDs[side], stray.Nth(0)+1))
		}
		if given&placed[side] != 0 {
			r.Fail(key+".pool_"+SideIDs[side], board.ErrDuplicate, strconv.Itoa(int((given&placed[side]).Nth(0))+1))
		}
		s.Pool[side] = s.Blocks[side] &^ placed[side] &^ s.Late[side]
	}
}
