package perse

import (
	"embed"
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/orders"
)

//go:embed texts
var embeddedTexts embed.FS

var texts = []adjudicator.Texts{{Owner: "perse", Files: embeddedTexts}}

// verbs are the orders of the game.
var verbs = []string{"command", "reorganise", "group", "place", "activate", "move", "drop", "take", "sail", "embark", "land",
	"intercept", "let", "scorch", "court", "play", "none", "pass", "done", "inside", "outside", "losses", "break", "fight", "part",
	"agree", "decline", "retreat", "withdraw", "redeploy"}

// versions are those that can be played, newest first: they change whenever the same answers could give another game.
var versions = []string{"3", "2", "1"}

// Opener opens the game.
var Opener = adjudicator.Opener{Name: "perse", Version: versions[0], Prefix: "per",
	Newest:   func() adjudicator.Ruleset { return New(data.Default()) },
	Embedded: func() []adjudicator.Ruleset { return each(data.Default()) },
	FromDir: func(dir string) ([]adjudicator.Ruleset, error) {
		d, err := data.LoadDir(dir)
		if err != nil {
			return nil, err
		}
		return each(d), nil
	}}

// each is the ruleset in every version, newest first.
func each(d *data.Game) (all []adjudicator.Ruleset) {
	for _, v := range versions {
		all = append(all, in(d, v))
	}
	return all
}

// Rules is the ruleset with one set of data files.
type Rules struct {
	*field.Catalogue
	version string
	words   *adjudicator.Vocabulary
	lexicon *orders.Lexicon
	rosters map[string]*field.Roster // by scenario
	trial   trial
}

// trial bends what a test wants to be found: an interception that is refused, and what is told of
// markers. Games that are played have none.
type trial struct {
	wrong func(g *Game, enemy adjudicator.Side, target fog.Name) bool
	told  func(g *Game, side adjudicator.Side, names fog.Set, e *adjudicator.Event)
}

// New returns the ruleset that is played with these data, in the newest version.
func New(d *data.Game) *Rules { return in(d, versions[0]) }

// in returns it in a version.
func in(d *data.Game, version string) *Rules {
	words, err := adjudicator.ReadVocabulary(texts...)
	if err != nil {
		panic(err) // the files are embedded, and a test reads them
	}
	r := &Rules{Catalogue: &field.Catalogue{Game: d, Zones: map[string]board.Zone{}, KindOf: map[string]int{}, OneSpared: version == "1", Unasked: version == "1", Second: version != "3"}, version: version, words: words, lexicon: orders.NewLexicon(), rosters: map[string]*field.Roster{}}
	words.Teach(r.lexicon, verbs...)
	words.Name(r.lexicon, "side", data.SideIDs...)
	for z := range board.Zone(d.Map.Len()) {
		p := d.Map.Place(z)
		r.Zones[p.ID] = z
		r.name("zone", p.ID, p.Names.EN, p.Names.FR)
	}
	for i := range d.Scenarios {
		s := &d.Scenarios[i]
		r.rosters[s.ID] = field.NewRoster(d, s)
	}
	r.nameUnits()
	r.namePieces()
	for _, s := range d.Stratagems {
		r.name("stratagem", s.ID, s.EN, s.FR)
		r.name("ploy", s.ID, s.EN, s.FR) // as orders write it, in one word
	}
	return r
}

// name adds a name to the lexicon. One of several words is read with hyphens as well, as orders write it,
// where each name is one word.
func (r *Rules) name(kind, id string, names ...string) {
	all := names
	for _, n := range names {
		if one := strings.ReplaceAll(n, " ", "-"); one != n {
			all = append(all, one)
		}
	}
	r.lexicon.Add(kind, id, all...)
}

// nameUnits adds counters to the lexicon: each kind, and each label that several kinds bear.
func (r *Rules) nameUnits() {
	for i := range r.Kinds {
		k := &r.Kinds[i]
		r.KindOf[k.ID] = i
		r.name("unit", k.ID, append([]string{k.EN, k.FR}, k.Also...)...)
	}
	for i := range r.Kinds {
		label := r.Kinds[i].Label
		if _, taken := r.KindOf[label]; !taken {
			r.KindOf[label] = -1
			r.lexicon.Add("unit", label)
		}
	}
}

// namePieces adds the pieces as their owners call them, and the names that the enemy sees.
func (r *Rules) namePieces() {
	for i := range r.Leaders {
		l := &r.Leaders[i]
		r.name("piece", l.ID, l.EN, l.FR)
	}
	for n := 1; n <= 2; n++ {
		for _, names := range [][3]string{{"decoy", "decoy", "leurre"}, {"Fleet", "Fleet", "Flotte"}, {"decoyfleet", "decoy fleet", "leurre flotte"}} {
			one := fmt.Sprintf(" %d", n)
			r.name("piece", names[0]+one[1:], names[1]+one, names[2]+one, strings.ReplaceAll(names[2], " ", "")+one[1:])
		}
	}
	for _, side := range data.SideIDs {
		for n := 1; n <= 12; n++ {
			r.lexicon.Add("marker", fmt.Sprintf("%.1s%d", side, n))
		}
		for n := 1; n <= 4; n++ {
			r.lexicon.Add("marker", fmt.Sprintf("%.1sf%d", side, n))
		}
	}
}

// Info implements [adjudicator.Ruleset].
func (r *Rules) Info() adjudicator.Info {
	under := r.version
	if r.Own != "" {
		under += "+" + r.Own
	}
	return adjudicator.Info{Name: "perse", Prefix: "per", Version: under, Sides: data.SideIDs, Scenarios: []string{"14.1", "14.2", "14.3"},
		Phases: []string{"supply", "ready", "draw", "segment", "end"}, Optional: []string{"segment"},
		Options: settled().Options("perse")}
}

// Texts implements [adjudicator.Texted].
func (r *Rules) Texts() []adjudicator.Texts { return texts }

// Lexicon implements [adjudicator.Ruleset].
func (r *Rules) Lexicon() *orders.Lexicon { return r.lexicon }

// ReadOrder implements [adjudicator.Ruleset].
func (r *Rules) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return order.Read(r.lexicon, verb, s)
}

// ReadStanding implements [adjudicator.Ruleset].
func (r *Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return order.ReadStanding(r.lexicon, rule)
}

// Chart implements [adjudicator.Charted].
func (r *Rules) Chart() (*board.Map, *board.Geometry) { return r.Map, r.Geometry }

// Facts implements [adjudicator.Checked].
func (r *Rules) Facts() adjudicator.Facts {
	return adjudicator.Facts{Wrong: data.Check(r.Catalogue.Game), Origins: data.Origins(r.Catalogue.Game)}
}

// New implements [adjudicator.Ruleset].
func (r *Rules) New(s adjudicator.Setup) (adjudicator.Game, error) {
	if s.Scenario == "" {
		s.Scenario = "14.1"
	}
	roster := r.rosters[s.Scenario]
	if roster == nil {
		return nil, fmt.Errorf("there is no scenario %q", s.Scenario)
	}
	g := &Game{War: field.War{Rules: r.Catalogue, Roster: roster}, trial: r.trial}
	if err := settled().Choose(s.Options, &g.Opt); err != nil {
		return nil, err
	}
	g.SetUp()
	return g, nil
}

// Load implements [adjudicator.Ruleset].
func (r *Rules) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	made, err := r.New(s)
	if err != nil {
		return nil, err
	}
	g := &Game{War: field.War{Rules: r.Catalogue, Roster: made.(*Game).Roster, Opt: made.(*Game).Opt}, trial: r.trial}
	if err := g.Position.UnmarshalJSON(state); err != nil {
		return nil, fmt.Errorf("reading a game: %w", err)
	}
	g.forget()
	return g, nil
}

// forget has no counter be with a marker that is not on the map, as positions had it that were stored before
// markers that leave the map were struck off.
func (g *Game) forget() {
	for side := range g.Loads {
		for n := range g.Veil[side].N {
			if g.Where[side][n] == field.Nowhere {
				for s := range g.Loads[side].N {
					g.Loads[side].May[s].Drop(fog.Name(n))
				}
			}
		}
	}
}

var (
	_ adjudicator.Charted = (*Rules)(nil)
	_ adjudicator.Checked = (*Rules)(nil)
)
