package hellenes

import (
	"embed"
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

//go:embed texts
var files embed.FS

var texts = []adjudicator.Texts{{Owner: "hellenes", Files: files}, data.Texts}

// sides are the identifiers of the two seats.
var sides = data.SideIDs[:]

// kinds are the arms by which recruits are preferred.
var kinds = []string{"hoplites", "infantry", "archers", "cavalry", "fleet"}

// What [adjudicator.Info] says of the game before its data are read.
const version, prefix = "1", "gre"

// Opener opens the game.
var Opener = adjudicator.Opener{Name: "hellenes", Version: version, Prefix: prefix,
	Newest:   func() adjudicator.Ruleset { return New() },
	Embedded: func() []adjudicator.Ruleset { return []adjudicator.Ruleset{New()} },
	FromDir: func(dir string) ([]adjudicator.Ruleset, error) {
		d, err := data.LoadDir(dir)
		if err != nil {
			return nil, err
		}
		r, err := with(d)
		if err != nil {
			return nil, err
		}
		return []adjudicator.Ruleset{r}, nil
	}}

// Rules is the ruleset: Hellenes with one set of data files, and what is looked up in them often.
type Rules struct {
	data    *data.Game
	board   *board.Map
	lexicon *orders.Lexicon
	words   *adjudicator.Vocabulary

	high, strait uint32 // tags of borders
	theatres     [4]board.Set
	sicily       board.Set
	persia       board.Set
	corcyra      board.Set
	helots       []board.Zone
	grain        []board.Zone
	noCity       data.Province // of a sea

	fleets, cavalry, greek [2]fog.Set

	athens, sparta, gela, syracuse, thebes board.Zone
	pericles                               int // his card
}

// New returns the ruleset with the embedded data files.
func New() *Rules {
	r, err := with(data.Embedded())
	if err != nil {
		panic(err) // the files are embedded, and a test reads them
	}
	return r
}

// with returns the ruleset with some data files. It returns an error if these lack what the rules name.
func with(d *data.Game) (*Rules, error) {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		return nil, err
	}
	r := &Rules{data: d, board: d.Map, lexicon: d.Lexicon, words: words}
	if d.Map.Len() != zones {
		return nil, fmt.Errorf("the map of Hellenes has %d zones, and not %d", zones, d.Map.Len())
	}
	for z, id := range zoneIDs() {
		if d.Map.Name(board.Zone(z)) != id {
			return nil, fmt.Errorf("the map of Hellenes has %s in the place of %s", d.Map.Name(board.Zone(z)), id)
		}
	}
	words.Teach(r.lexicon, verbs...)
	r.high, r.strait = d.Map.EdgeTag("high"), d.Map.EdgeTag("strait")
	for t := range r.theatres {
		r.theatres[t] = d.Map.Tagged(data.Theatre(t).String())
	}
	r.sicily, r.persia = r.theatres[data.Sicily], r.theatres[data.Persia]
	r.corcyra = d.Nations[d.Nation("Corcyra")].Cities
	r.helots = []board.Zone{d.Map.MustZone("Sparta"), d.Map.MustZone("Messenia"), d.Map.MustZone("Pylos")}
	for i := range d.Seas {
		if d.Seas[i].Grain {
			r.grain = append(r.grain, d.Seas[i].Zone)
		}
	}
	r.noCity = data.Province{Nation: data.None, Region: data.None, Loyalty: data.NoCity, Harbour: board.NoZone}
	for side := range adjudicator.Side(2) {
		r.fleets[side] = d.Fleets(side)
		r.greek[side] = d.Which(side, func(b *data.Block) bool { return !b.Barbarian })
		r.cavalry[side] = d.Which(side, func(b *data.Block) bool { return b.Arm == data.Cavalry })
	}
	r.athens, r.sparta, r.gela = d.Map.MustZone("Athens"), d.Map.MustZone("Sparta"), d.Map.MustZone("Gela")
	r.syracuse, r.thebes = d.Map.MustZone("Syracuse"), d.Map.MustZone("Thebes")
	r.pericles = d.Leaders[d.Leader("Pericles")].Card + 1
	return r, nil
}

// Info implements [adjudicator.Ruleset].
func (r *Rules) Info() adjudicator.Info {
	return adjudicator.Info{Name: "hellenes", Prefix: prefix, Version: version, Sides: sides,
		Scenarios: []string{"sicily", "431", "413", "415"}, Options: settled().Options("hellenes"),
		Phases:   []string{"newyear", "card", "first", "second", "relief", "siege", "end"},
		Optional: []string{"newyear", "first", "second", "relief", "siege", "end"}}
}

// Texts implements [adjudicator.Texted].
func (r *Rules) Texts() []adjudicator.Texts { return texts }

// Lexicon implements [adjudicator.Ruleset].
func (r *Rules) Lexicon() *orders.Lexicon { return r.lexicon }

// Chart implements [adjudicator.Charted].
func (r *Rules) Chart() (*board.Map, *board.Geometry) { return r.board, r.data.Geometry }

// New implements [adjudicator.Ruleset].
func (r *Rules) New(s adjudicator.Setup) (adjudicator.Game, error) {
	of := r.data.Scenario(s.Scenario)
	if of == nil {
		return nil, fmt.Errorf("there is no scenario %q of Hellenes", s.Scenario)
	}
	g := &Game{rules: r, Scenario: of.ID, Year: of.FirstYear, Prestige: of.Prestige, Peace: of.Peace, Renewed: of.Renewed,
		Starving: nowhere, Betrayed: nowhere, Options: s.Options}
	if err := g.choose(); err != nil {
		return nil, err
	}
	for z := range board.Zone(zones) {
		g.Towns[z].Holder = g.loyal(z)
		if of.Neutral.Has(z) {
			g.Towns[z].Holder = nobody
		}
	}
	for side := range adjudicator.Side(2) {
		g.Leaders[side] = r.data.Leaders[of.Leaders[side]].Card + 1
		for p := range g.Where[side] {
			g.Where[side][p] = away
			if of.Pool[side].Has(fog.Piece(p)) {
				g.Where[side][p] = pool
			}
		}
	}
	for i := range of.Setup {
		g.deploy(&of.Setup[i])
	}
	for i := range 2 {
		g.Sailing[i] = of.Expedition(i + 1)
	}
	side, prestige := g.bid()
	g.gain(side, -prestige)
	g.deck()
	g.Towns[r.gela].Holder = g.loyal(r.gela)
	if g.Towns[r.gela].Holder == nobody && !of.Neutral.Has(r.gela) && g.names(sparta, r.gela) != 0 {
		g.Towns[r.gela].Holder = sparta
	}
	return g, nil
}

// deploy places the blocks of a line of the set-up card. Those of a nation begin in the first of its places that
// their side holds.
func (g *Game) deploy(u *data.Placement) {
	at := u.At
	if u.Nation != data.None {
		at = g.rules.places(g, u).First()
	}
	if u.Garrison {
		g.Towns[at].Holder, g.Towns[at].Garrison, g.Towns[at].Built = u.Side, true, true
	}
	if u.Posture == data.Besieged {
		g.Flat[u.Side] |= u.Blocks
		g.Towns[at].Siege = 1
	}
	for rest := u.Blocks; rest != 0; {
		p := rest.Pop()
		g.Where[u.Side][p], g.VC[u.Side][p] = at, int8(g.block(u.Side, p).VC)
	}
}

// places are the zones in which the owner may set up the blocks of a line: those of a nation that he
// holds, but for fleets on the coast.
func (r *Rules) places(g *Game, u *data.Placement) (open board.Set) {
	for z := range u.Zones(r.data).All() {
		if g.loyal(z) == u.Side && g.Towns[z].Holder == u.Side {
			open.Add(z)
		}
	}
	return open
}

// Load implements [adjudicator.Ruleset].
func (r *Rules) Load(_ adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g := &Game{rules: r}
	if err := json.Unmarshal(state, g); err != nil {
		return nil, err
	}
	return g, g.choose()
}

// scenario is the one that is played.
func (g *Game) scenario() *data.Scenario { return g.rules.data.Scenario(g.Scenario) }

// card is a card by its number.
func (r *Rules) card(number int) *data.Card { return &r.data.Cards[number-1] }

// eventName is the event of a card.
func (r *Rules) eventName(card int) adjudicator.Term {
	return adjudicator.Term{Kind: data.EventKind, ID: r.card(card).Event.String()}
}

// leader is the leader of a card.
func (r *Rules) leader(card int) *data.Leader { return &r.data.Leaders[r.card(card).Leader] }

// city is what stands in a zone.
func (r *Rules) city(z board.Zone) *data.Province {
	if p := r.data.Province(z); p != nil {
		return p
	}
	return &r.noCity
}

// loyalTo is the side that a city is loyal to; nobody's if there is none.
func loyalTo(c *data.Province) adjudicator.Side {
	if c.Loyalty == data.ToAthens || c.Loyalty == data.ToSparta {
		return adjudicator.Side(c.Loyalty)
	}
	return nobody
}

func (r *Rules) sea(z board.Zone) bool { return z < zones && r.board.Kind(z) == board.Sea }

// coastal reports whether fleets can be in a zone.
func (r *Rules) coastal(z board.Zone) bool {
	return r.sea(z) || z < zones && !r.city(z).Coasts.Empty()
}

// shareSea reports whether two provinces touch the same sea, so that a fleet can go from one to the other along
// the coast (5.1).
func (r *Rules) shareSea(a, b board.Zone) bool { return r.city(a).Coasts.Meets(r.city(b).Coasts) }

// greece reports whether a zone is in Greece, and not in Sicily, Italy or Persia (1.0).
func (r *Rules) greece(z board.Zone) bool { return r.theatres[data.Greece].Has(z) }

// leavesSicily reports whether a way leads out of Sicily, where its own blocks stay (15.2, 15.4).
func (r *Rules) leavesSicily(from, to board.Zone) bool {
	return r.sicily.Has(from) && !r.sicily.Has(to)
}

// abroad reports whether a zone is in Sicily or Italy.
func (r *Rules) abroad(z board.Zone) bool {
	return r.theatres[data.Sicily].Has(z) || r.theatres[data.Italy].Has(z)
}

// all are the blocks of a side.
func (r *Rules) all(adjudicator.Side) fog.Set { return draw.All(blocks) }

// greeks are the blocks of a side that are no barbarians.
func (r *Rules) greeks(side adjudicator.Side) fog.Set {
	return r.greek[side]
}
