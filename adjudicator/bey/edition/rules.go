package edition

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/amend"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/saved"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/bey/victory"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/readings"
	"keryx/orders"
)

// Rules is what a ruleset of the family is before any game, and what all of them answer
// alike. A ruleset embeds it.
type Rules struct {
	*order.Book
	*Edition
	// Begin returns a game of a scenario with no counters on the map and all stratagem
	// counters in the cup, under an edition. It returns an error for an option that there is
	// not.
	Begin func(s adjudicator.Setup, of *field.Scenario, under *Edition) (Opened, error)

	// Tracks are the markers of the game that a referee can set besides the family's.
	Tracks []amend.Track

	all     List
	info    adjudicator.Info
	texts   fs.FS
	settled readings.List
	starter advice.Starters
	advise  func(*orders.Rule) (adjudicator.Standing, []*orders.Diagnostic)
	wrong   func() []board.Finding
	origins func() []field.Topic
}

// Opened is a game as the ruleset opens it.
type Opened interface {
	adjudicator.Amendable
	adjudicator.Cloner
	adjudicator.Resampler
	adjudicator.Redealer
	adjudicator.Binder
	adjudicator.Valuer
	battle.Game
	// Position is the state of the game.
	Position() *field.Field
	// Restore puts a game into an empty one, as [adjudicator.Game] has stored it.
	Restore(state []byte) error
	// Recall puts what a side knows of a game into an empty one, which then begins at the
	// question that the side is asked: the JSON of its [adjudicator.View.Data]. The
	// enemy's stratagem counters are any.
	Recall(side adjudicator.Side, position []byte) error
	// Remember puts what a side knows of a game into an empty one that is only looked at,
	// whether or not a turn can be entered there.
	Remember(side adjudicator.Side, position []byte) error
}

// Rules are those of a ruleset of these parts, with the orders that it has. It returns an
// error if the texts cannot be read.
func (p Parts[D]) Rules(printed *field.Printed, verbs []order.Verb) (r Rules, err error) {
	r = Rules{Edition: p.Edition, all: p.game.Editions, texts: p.Texts, settled: p.game.Settled(), starter: advice.ReadStarters(p.game.Starter),
		wrong: func() []board.Finding { return p.game.Check(p.Data) }, origins: func() []field.Topic { return p.game.Reconstructed(p.Data) }}
	r.info = adjudicator.Info{Name: p.game.Name, Prefix: p.game.Prefix, Version: p.Version, Sides: printed.Board.Sides(),
		Phases: p.game.Phases, Options: r.settled.Options(p.game.Name)}
	for _, s := range printed.Scenarios {
		r.info.Scenarios = append(r.info.Scenarios, s.ID)
	}
	r.Book, err = order.NewBook(printed, verbs, r.Texts())
	r.advise = func(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
		return standing.ReadStanding(rule, printed, r.Lexicon(), p.game.Calendar, p.game.Advice...)
	}
	return r, err
}

// ReadStanding implements [adjudicator.Ruleset].
func (r *Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return r.advise(rule)
}

// Idle implements [adjudicator.Overseer].
func (*Rules) Idle(rules []adjudicator.Standing) []adjudicator.Idle { return standing.Idle(rules) }

// Starter implements [adjudicator.Guide]: the standing orders that a sensible player sends
// with his first file.
func (r *Rules) Starter(side adjudicator.Side, lang string) string {
	return r.starter.For(r.info.Sides[side], lang)
}

// StarterIn implements [adjudicator.ScenarioGuide].
func (r *Rules) StarterIn(scenario string, side adjudicator.Side, lang string) string {
	return r.starter.In(scenario, r.info.Sides[side], lang)
}

// Levels implements [adjudicator.Leveller]: who resigns loses everything.
func (*Rules) Levels() (levels []string, resigned string) {
	return []string{victory.Total, "strategic", "tactical"}, victory.Total
}

// Under returns the rules of every edition, newest first, with the same data.
func (r *Rules) Under(make func(Rules) cases.Rules) (all []cases.Rules) {
	for i := range r.all {
		own := *r
		if own.Edition = &r.all[i]; own.Edition != r.Edition {
			own.info.Version = own.Edition.Version
		}
		all = append(all, make(own))
	}
	return all
}

// Info implements [adjudicator.Ruleset].
func (r *Rules) Info() adjudicator.Info { return r.info }

// Texts implements [adjudicator.Texted].
func (r *Rules) Texts() []adjudicator.Texts {
	return []adjudicator.Texts{{Owner: r.info.Name, Files: r.texts}, bey.Texts}
}

// Readings implements [adjudicator.Interpreter].
func (r *Rules) Readings(lang string) []adjudicator.Reading { return r.settled.In(lang) }

// Facts implements [adjudicator.Checked].
func (r *Rules) Facts() adjudicator.Facts {
	return adjudicator.Facts{Wrong: r.wrong(), Origins: field.Lines(r.origins())}
}

// Empty returns a game of a scenario, of the first if none is named, with nothing on the map.
// It returns an error for a scenario or option that there is not.
func (r *Rules) Empty(s adjudicator.Setup) (Opened, error) { return r.empty(s, r.Edition) }

// EmptyOf is [Rules.Empty] for a ruleset whose games are known.
func EmptyOf[G Opened](r *Rules, s adjudicator.Setup) (g G, err error) {
	o, err := r.Empty(s)
	if err == nil {
		g = o.(G)
	}
	return g, err
}

func (r *Rules) empty(s adjudicator.Setup, under *Edition) (Opened, error) {
	if s.Scenario == "" {
		s.Scenario = r.Scenarios[0].ID
	}
	i := slices.Index(r.info.Scenarios, s.Scenario)
	if i < 0 {
		return nil, fmt.Errorf("there is no scenario %q; there are %v", s.Scenario, r.info.Scenarios)
	}
	return r.Begin(s, r.Scenarios[i], under)
}

// Bare implements [cases.Rules].
func (r *Rules) Bare(s adjudicator.Setup) (adjudicator.Game, error) { return r.Empty(s) }

// New implements [adjudicator.Ruleset]: it sets up a scenario (10).
func (r *Rules) New(s adjudicator.Setup) (adjudicator.Game, error) {
	g, err := r.Empty(s)
	if err != nil {
		return nil, err
	}
	battle.Of(g.Position(), g).SetUp()
	return g, nil
}

// Load implements [adjudicator.Ruleset].
func (r *Rules) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Empty(s)
	if err != nil {
		return nil, err
	}
	if err := g.Restore(state); err != nil {
		return nil, fmt.Errorf("a saved game of %s: %w", r.info.Name, err)
	}
	return g, nil
}

// Rulings implements [adjudicator.Amending].
func (r *Rules) Rulings() adjudicator.Rulings { return amend.Rulings(r.Book, r.Tracks...) }

// Imagine implements [adjudicator.Imaginer].
func (r *Rules) Imagine(scenario string, side adjudicator.Side, position []byte, rnd *rand.Rand) (adjudicator.Game, error) {
	g, midst, err := r.imagined(scenario, side, position)
	if err == nil {
		g.Redeal(side, rnd)
		err = midst.Place(g.Position(), side)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	return g, nil
}

// Show implements [adjudicator.Viewer].
func (r *Rules) Show(s adjudicator.Setup, side adjudicator.Side, position []byte) (adjudicator.View, error) {
	g, err := r.Empty(s)
	if err != nil {
		return adjudicator.View{}, err
	}
	if err := g.Remember(side, position); err != nil {
		return adjudicator.View{}, err
	}
	v := g.View(side)
	v.Data = json.RawMessage(position)
	return v, nil
}

// imagined returns a game that a side remembers. The enemy's counters are any.
func (r *Rules) imagined(scenario string, side adjudicator.Side, position []byte) (g Opened, m saved.Midst, err error) {
	var at struct {
		Moment *struct {
			saved.Point
			saved.Midst
		}
	}
	if err := json.Unmarshal(position, &at); err != nil {
		return nil, m, err
	}
	if at.Moment == nil {
		return nil, m, fmt.Errorf("the side is not asked anything there")
	}
	under, err := r.all.Remembered(at.Moment.Rules)
	if err != nil {
		return nil, m, err
	}
	if g, err = r.empty(adjudicator.Setup{Scenario: scenario, Options: at.Moment.Options}, under); err != nil {
		return nil, m, err
	}
	return g, at.Moment.Midst, g.Recall(side, position)
}

var _ interface {
	adjudicator.Texted
	adjudicator.Interpreter
	adjudicator.Checked
	adjudicator.Imaginer
	adjudicator.Viewer
	adjudicator.Amending
} = (*Rules)(nil)
