package field

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
)

// plain are the orders of which everybody sees all, and behind which nothing comes before the next
// question that hangs on what is hidden. The others play, keep or show counters.
var plain = []adjudicator.Keyword{"activate", "move", "fight", "stand", "lose", "retreat", "spend", "end"}

// Overt is [adjudicator.Overt] for rulesets: everything on the board is seen.
func (g *Field) Overt(_ adjudicator.Side, a adjudicator.Answer) string {
	words := a.Words()
	if verb, ok := words[0].(adjudicator.Keyword); !ok || !slices.Contains(plain, verb) {
		return ""
	}
	return fmt.Sprint(words...)
}
