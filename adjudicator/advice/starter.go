package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Starters are the standing orders that a ruleset offers to begin with, by language and side. Beside
// the text of a side, "SIDE without SCENARIO" lists how lines begin that are left out in a scenario.
type Starters map[string]map[string]string

// ReadStarters reads a TOML file of them: a table for each language, a text for each side.
// The file is part of the program, and a fault in it panics.
func ReadStarters(text string) (all Starters) {
	if _, err := toml.Decode(text, &all); err != nil {
		panic(fmt.Sprintf("advice: standing orders to begin with: %v", err))
	}
	return all
}

// For returns those of a side, in the language or else in English.
func (s Starters) For(side, lang string) string {
	if text, ok := s[lang][side]; ok {
		return text
	}
	return s["en"][side]
}

// In returns those of a side in a scenario, as [Starters.For] does.
func (s Starters) In(scenario, side, lang string) (text string) {
	if _, ok := s[lang][side]; !ok {
		lang = "en"
	}
	var without []string
	for start := range strings.Lines(s[lang][side+" without "+scenario]) {
		without = append(without, strings.TrimSpace(start))
	}
	for line := range strings.Lines(s[lang][side]) {
		if !slices.ContainsFunc(without, func(start string) bool { return strings.HasPrefix(line, start) }) {
			text += line
		}
	}
	return text
}
