package amphipolis

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/BurntSushi/toml"
	"keryx/adjudicator"
)

// Reading is how a contradiction or a gap of the rulebook is decided.
type Reading struct {
	ID     string
	Rule   string
	Option string   // the game option that chooses otherwise; empty if there is none
	Values []string // of the option, the default first

	adjudicator.ReadingText                         // in English
	FR                      adjudicator.ReadingText // in French
}

//go:embed interpretations.toml
var readingsText string

// Readings returns every decision on an unclear rule, in the order of the file.
var Readings = sync.OnceValue(func() []Reading {
	var file struct{ Reading []Reading }
	meta, err := toml.Decode(readingsText, &file)
	if err == nil && len(meta.Undecoded()) > 0 {
		err = fmt.Errorf("unknown keys %v", meta.Undecoded())
	}
	if err != nil {
		panic(fmt.Sprintf("amphipolis: interpretations.toml: %v", err))
	}
	return file.Reading
})

// Readings implements [adjudicator.Interpreter].
func (rs *ruleset) Readings(lang string) []adjudicator.Reading {
	var all []adjudicator.Reading
	for _, r := range Readings() {
		text := r.ReadingText
		if lang == "fr" {
			text = r.FR
		}
		all = append(all, adjudicator.Reading{ID: r.ID, Rule: r.Rule, Option: r.Option, ReadingText: text})
	}
	return all
}

// settings lists the readings that a club can choose, as options of a game.
var settings = sync.OnceValue(func() []adjudicator.Option {
	var all []adjudicator.Option
	for _, r := range Readings() {
		if r.Option != "" {
			all = append(all, adjudicator.Option{ID: r.Option, Rule: r.Rule, Values: r.Values,
				Meaning: adjudicator.Say("amphipolis.option." + r.Option)})
		}
	}
	return all
})

// options are the readings of unclear rules that a game is played with.
type options struct {
	initiativeFirst  bool // 10.4: the automatic initiative is of turn 0
	wallAlways       bool // walls count however the attackers came
	noEscort         bool // no ships come along with an operation from land
	entryByAny       bool // column shifts of entry apply when any attacking unit came that way
	noRetreatToBase  bool // nobody retreats from the main map to a rear base
	worksAlways      bool // walls can be built in 10.2
	attritionOne     bool // 6: half of the units, but at least one
	calledAgain      bool // S15 that S14 has annulled is not used up
	s16Counter       bool // the counter of S16 leaves the game, not its face alone
	shunnedBothAlive bool // the points for shunning need both leaders alive
}

// readOptions reads the options of a setup.
func readOptions(given map[string]string) (options, error) {
	var o options
	fields := map[[2]string]*bool{
		{"initiative", "first"}:   &o.initiativeFirst,
		{"wall", "always"}:        &o.wallAlways,
		{"escort", "none"}:        &o.noEscort,
		{"entry", "any"}:          &o.entryByAny,
		{"retreat-to-base", "no"}: &o.noRetreatToBase,
		{"works", "always"}:       &o.worksAlways,
		{"attrition", "one"}:      &o.attritionOne,
		{"annulled-s15", "again"}: &o.calledAgain,
		{"s16", "counter"}:        &o.s16Counter,
		{"shunned", "both-alive"}: &o.shunnedBothAlive,
	}
	for id, value := range given {
		i := slices.IndexFunc(settings(), func(o adjudicator.Option) bool { return o.ID == id })
		if i < 0 {
			return options{}, fmt.Errorf("there is no option %q", id)
		}
		if values := settings()[i].Values; !slices.Contains(values, value) {
			return options{}, fmt.Errorf("option %s is one of %v, not %q", id, values, value)
		}
		if field := fields[[2]string{id, value}]; field != nil {
			*field = true
		}
	}
	return o, nil
}
