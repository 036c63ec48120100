package hellenes

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/amend"
	"keryx/adjudicator/hellenes/bot"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/odds"
	"keryx/adjudicator/hellenes/order"
	"keryx/adjudicator/hellenes/view"
	"keryx/orders"
)

//go:embed texts
var files embed.FS

var texts = []adjudicator.Texts{{Owner: "hellenes", Files: files}, data.Texts}

// versions are those that can be played, newest first: they change whenever the same answers could give another game.
var versions = []string{"3", "2", "1"}

// prefix is what [adjudicator.Info] says of the game before its data are read.
const prefix = "gre"

// Opener opens the game.
var Opener = adjudicator.Opener{Name: "hellenes", Version: versions[0], Prefix: prefix,
	Newest:   func() adjudicator.Ruleset { return New() },
	Embedded: func() []adjudicator.Ruleset { return New().each() },
	FromDir: func(dir string) ([]adjudicator.Ruleset, error) {
		d, err := data.LoadDir(dir)
		if err != nil {
			return nil, err
		}
		r, err := with(d)
		if err != nil {
			return nil, err
		}
		return r.each(), nil
	}}

// each is the ruleset in every version, newest first. They share their data.
func (r *Rules) each() []adjudicator.Ruleset {
	all := []adjudicator.Ruleset{r}
	for old := len(versions) - 1; old > 0; old-- {
		b := *r.Book
		b.Old = old
		all = append(all, &Rules{&b})
	}
	return all
}

// Rules is the ruleset: Hellenes with one set of data files, and what is looked up in them often.
type Rules struct{ *ground.Book }

// New returns the ruleset with the embedded data files, in the newest version.
func New() *Rules {
	r, err := with(data.Embedded())
	if err != nil {
		panic(err) // the files are embedded, and a test reads them
	}
	return r
}

// with returns the ruleset with some data files, in the newest version. It returns an error if these lack what the rules name.
func with(d *data.Game) (*Rules, error) {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		return nil, err
	}
	b, err := ground.Read(d, words)
	if err != nil {
		return nil, err
	}
	words.Teach(b.Lex, order.Verbs...)
	return &Rules{b}, nil
}

// infos say what the ruleset is in each of its versions; it is asked with every turn.
var infos = sync.OnceValue(func() (all []adjudicator.Info) {
	for _, version := range versions {
		all = append(all, info(version))
	}
	return all
})

// info says so of one version.
func info(version string) adjudicator.Info {
	return adjudicator.Info{Name: "hellenes", Prefix: prefix, Version: version, Sides: ground.Sides,
		Scenarios: []string{"sicily", "431", "413", "415"}, Options: settled().Options("hellenes"),
		Phases:   []string{"newyear", "card", "first", "second", "relief", "siege", "end"},
		Optional: []string{"newyear", "first", "second", "relief", "siege", "end"}}
}

// Info implements [adjudicator.Ruleset].
func (r *Rules) Info() adjudicator.Info { return infos()[(len(versions)-r.Old)%len(versions)] }

// Texts implements [adjudicator.Texted].
func (r *Rules) Texts() []adjudicator.Texts { return texts }

// Lexicon implements [adjudicator.Ruleset].
func (r *Rules) Lexicon() *orders.Lexicon { return r.Lex }

// ReadOrder implements [adjudicator.Ruleset].
func (r *Rules) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return order.Read(r.Book, verb, s)
}

// ReadStanding implements [adjudicator.Ruleset].
func (r *Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return order.ReadStanding(r.Book, rule)
}

// Reckon implements [adjudicator.Reckoner].
func (r *Rules) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	return odds.Reckon(r.Book, at, s)
}

// Rulings implements [adjudicator.Amending].
func (r *Rules) Rulings() adjudicator.Rulings { return amend.Rulings(r.Book) }

// Player implements [adjudicator.Bot].
func (r *Rules) Player(rnd *rand.Rand) adjudicator.Player { return bot.Player(rnd) }

// Propose implements [adjudicator.Proposer].
func (r *Rules) Propose(s *adjudicator.Session, side adjudicator.Side, n int, rnd *rand.Rand) []adjudicator.Plan {
	return bot.Propose(s, side, n, rnd)
}

// View implements [adjudicator.Game].
func (g *Game) View(side adjudicator.Side) adjudicator.View { return view.Of(&g.Position, side) }

// Chart implements [adjudicator.Charted].
func (r *Rules) Chart() (*board.Map, *board.Geometry) { return r.Board, r.Data.Geometry }

// New implements [adjudicator.Ruleset].
func (r *Rules) New(s adjudicator.Setup) (adjudicator.Game, error) {
	of := r.Data.Scenario(s.Scenario)
	if of == nil {
		return nil, fmt.Errorf("there is no scenario %q of Hellenes", s.Scenario)
	}
	g := &Game{ground.Position{Rules: r.Book, Scenario: of.ID, Year: of.FirstYear, Prestige: of.Prestige, Peace: of.Peace, Renewed: of.Renewed,
		Starving: ground.Nowhere, Betrayed: ground.Nowhere, Options: s.Options}}
	if err := g.choose(); err != nil {
		return nil, err
	}
	for z := range board.Zone(ground.Zones) {
		g.Towns[z].Holder = g.Loyal(z)
		if of.Neutral.Has(z) {
			g.Towns[z].Holder = ground.Nobody
		}
	}
	for side := range adjudicator.Side(2) {
		g.Leaders[side] = r.Data.Leaders[of.Leaders[side]].Card + 1
		for p := range g.Where[side] {
			g.Where[side][p] = ground.Away
			if of.Pool[side].Has(fog.Piece(p)) {
				g.Where[side][p] = ground.Pool
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
	g.Gain(side, -prestige)
	g.deck()
	g.Towns[r.Gela].Holder = g.Loyal(r.Gela)
	if g.Towns[r.Gela].Holder == ground.Nobody && !of.Neutral.Has(r.Gela) && g.Names(ground.Sparta, r.Gela) != 0 {
		g.Towns[r.Gela].Holder = ground.Sparta
	}
	return g, nil
}

// deploy places the blocks of a line of the set-up card. Those of a nation begin in the first of its places that
// their side holds.
func (g *Game) deploy(u *data.Placement) {
	at := u.At
	if u.Nation != data.None {
		at = g.Rules.Places(&g.Position, u).First()
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
		g.Where[u.Side][p], g.VC[u.Side][p] = at, int8(g.Block(u.Side, p).VC)
	}
}

// Load implements [adjudicator.Ruleset].
func (r *Rules) Load(_ adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g := &Game{ground.Position{Rules: r.Book}}
	if err := g.Restore(state); err != nil {
		return nil, err
	}
	return g, g.choose()
}
