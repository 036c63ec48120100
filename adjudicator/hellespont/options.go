package hellespont

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
		panic(fmt.Sprintf("hellespont: interpretations.toml: %v", err))
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
				Meaning: adjudicator.Say("hellespont.option." + r.Option)})
		}
	}
	return all
})

// options are the readings of unclear rules that a game is played with.
type options struct {
	stormInverted    bool // S4: exposed zones are the dangerous ones
	s18RetiresItself bool // S18 before S17 takes S17 and S18 out, not S16 and S17
	siegeWorst       bool // 5.1: three dice less whenever the besieger is below three to one
	entryByAny       bool // column shifts of entry apply when any attacking unit came that way
}

// readOptions reads the options of a setup.
func readOptions(given map[string]string) (options, error) {
	var o options
	fields := map[[2]string]*bool{
		{"storm", "inverted"}:    &o.stormInverted,
		{"s18", "s17-s18"}:       &o.s18RetiresItself,
		{"siege-ratio", "worst"}: &o.siegeWorst,
		{"entry", "any"}:         &o.entryByAny,
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
