package advice

import (
	"fmt"

	"github.com/BurntSushi/toml"
)

// Starters are the standing orders that a ruleset offers to begin with, by language and side.
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
