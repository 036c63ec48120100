// Package readings holds how the contradictions and the gaps of a rulebook are decided, in
// English and French, and which of these decisions can be another one in a game: a ruleset's
// file interpretations.toml, of
//
//	[[reading]]
//	id = "storm"
//	rule = "7, S4"
//	question = "..."
//	default = "..."                  # the reading taken
//	others = ["..."]                 # what could be read as well
//	option = "storm"                 # if a game can choose; else without these two
//	values = ["printed", "inverted"] # the default first
//	scenarios = ["10.2"]             # where it makes a difference, if not in all
//	[reading.fr]
//	question = "..."                 # likewise default and others
package readings

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/BurntSushi/toml"
	"keryx/adjudicator"
)

// Reading is how a contradiction or a gap of the rulebook is decided.
type Reading struct {
	ID     string
	Rule   string
	Option string   // the game option that chooses otherwise; empty if there is none
	Values []string // of the option, the default first
	// Scenarios are those in which the option makes a difference; empty for all.
	Scenarios []string

	adjudicator.ReadingText                         // in English
	FR                      adjudicator.ReadingText // in French
}

// List are the readings of a ruleset, in the order of its file.
type List []Reading

// Must reads the file of a ruleset that is part of the program: a fault in it is one of the
// program, and panics.
func Must(text string) List {
	var file struct{ Reading List }
	meta, err := toml.Decode(text, &file)
	if err == nil && len(meta.Undecoded()) > 0 {
		err = fmt.Errorf("unknown keys %v", meta.Undecoded())
	}
	if err != nil {
		panic(fmt.Sprintf("interpretations.toml: %v", err))
	}
	return file.Reading
}

// In returns the readings in French, or else in English: see [adjudicator.Interpreter].
func (l List) In(lang string) (all []adjudicator.Reading) {
	for _, r := range l {
		text := r.ReadingText
		if lang == "fr" {
			text = r.FR
		}
		all = append(all, adjudicator.Reading{ID: r.ID, Rule: r.Rule, Option: r.Option, ReadingText: text})
	}
	return all
}

// Options lists the readings that a club can choose. Their meanings are the ruleset's texts
// "option.ID".
func (l List) Options(ruleset string) (all []adjudicator.Option) {
	for _, r := range l {
		if r.Option != "" {
			all = append(all, adjudicator.Option{ID: r.Option, Rule: r.Rule, Values: r.Values, Scenarios: r.Scenarios,
				Meaning: adjudicator.Say(ruleset + ".option." + r.Option)})
		}
	}
	return all
}

// Choose sets what is chosen in the options of a game: chosen points at a struct of switches,
// each a bool with the option and the value of it that turn it on in its tag,
// `option:"storm=inverted"`. It returns an error for an option, or a value of one, that there
// is not.
func (l List) Choose(given map[string]string, chosen any) error {
	switches := reflect.ValueOf(chosen).Elem()
	for id, value := range given {
		i := slices.IndexFunc(l, func(r Reading) bool { return r.Option == id })
		if i < 0 || id == "" {
			return fmt.Errorf("there is no option %q", id)
		}
		if !slices.Contains(l[i].Values, value) {
			return fmt.Errorf("option %s is one of %v, not %q", id, l[i].Values, value)
		}
		for i := range switches.NumField() {
			if switches.Type().Field(i).Tag.Get("option") == id+"="+value {
				switches.Field(i).SetBool(true)
			}
		}
	}
	return nil
}
