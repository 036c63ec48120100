package adjudicator

import (
	"maps"
	"slices"
	"strings"

	"keryx/orders"
)

// Part parts a signed text of a game into the order file, the words to people and what is neither:
// greetings, closing words, quoted letters. See [orders.Part].
func Part(r Ruleset, text string) orders.Parted {
	return orders.Part(text, &orders.Known{Lexicon: r.Lexicon(), Reads: func(line string) bool { return reads(r, line) }})
}

// PartNamed is [Part] for the game that the text itself names; a text that names none of a registered
// ruleset comes back as it is.
func PartNamed(text string) orders.Parted {
	if r := Named(orders.GameNamed(text)); r != nil {
		return Part(r, text)
	}
	return orders.Parted{Text: text}
}

// Named returns the registered ruleset of a game by its identifier, "hel-7"; nil if there is none.
func Named(game string) Ruleset {
	prefix, _, _ := strings.Cut(orders.Fold(game), "-")
	for _, name := range Rulesets() {
		if prefixOf(name) != prefix {
			continue
		}
		if r, err := Lookup(name); err == nil {
			return r
		}
	}
	return nil
}

// Outlines returns what of each registered ruleset a program in another language must know to part the
// texts of its games, by the beginning of their identifiers: "hel".
func Outlines() map[string]orders.Outline {
	all := map[string]orders.Outline{}
	for _, name := range Rulesets() {
		r, err := Lookup(name)
		if err != nil || r.Info().Prefix == "" {
			continue
		}
		if _, had := all[r.Info().Prefix]; had {
			continue // as Named takes the first
		}
		o := r.Lexicon().Outline()
		for _, spelling := range slices.Sorted(maps.Keys(o.Names)) {
			if o.Names[spelling][0] < o.Verbs && reads(r, spelling) {
				o.Alone = append(o.Alone, spelling)
			}
		}
		all[r.Info().Prefix] = o
	}
	return all
}

// ReadFile reads the order file of a signed text of a game, whatever stands around it. Faults are
// those of [orders.Parse] and of what is outside.
func ReadFile(r Ruleset, text string) (*orders.File, orders.Parted, []*orders.Diagnostic) {
	return parse(Part(r, text))
}

// ReadNamed is [ReadFile] for the game that the text itself names.
func ReadNamed(text string) (*orders.File, orders.Parted, []*orders.Diagnostic) {
	return parse(PartNamed(text))
}

func parse(p orders.Parted) (*orders.File, orders.Parted, []*orders.Diagnostic) {
	f, faults := orders.Parse(p.Text)
	return f, p, append(p.Faults, faults...)
}

// reads reports whether a line is an order or a standing order without a fault.
func reads(r Ruleset, line string) bool {
	if st, fault := orders.ParseStatement(line); fault == nil {
		if _, _, faults := ReadOrder(r, st); len(faults) == 0 {
			return true
		}
	}
	if !strings.Contains(line, ":") {
		return false
	}
	rules, faults := orders.ParseStanding(line)
	if len(faults) > 0 || len(rules) != 1 {
		return false
	}
	_, faults = ReadStanding(r, &rules[0])
	return len(faults) == 0
}
