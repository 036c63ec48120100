package adjudicator_test

import (
	"testing"
	"testing/fstest"

	"keryx/adjudicator/ruletest"
)

// ferryTexts are what the ferry of the example says, in each language.
var ferryTexts = fstest.MapFS{
	"en/ferry.toml": {Data: []byte(`
"ferry.name" = "The Ferry"
"ferry.help" = "# The Ferry\n\n    stake 2\n"
"ferry.turn" = "Another day"
"ferry.side.east" = "East"
"ferry.side.west" = "West"
"ferry.keyword.stake" = "stake"
"ferry.ask.stake" = "How many obols do you stake?"
"ferry.event.nobody" = "Nobody crosses."
"ferry.event.sank" = "The boat sank."
"ferry.event.crossed" = "{{.Side}} has crossed."
"diagnostic.stake-needs-number" = "A stake is a number of obols."
"diagnostic.stake-needs-number.mend" = "Write for example: stake 2"
"diagnostic.stake-too-high" = "{{.Stake}} obols are too many."
"diagnostic.stake-too-high.mend" = "Stake at most {{.Limit}}."
`)},
	"fr/ferry.toml": {Data: []byte(`
"ferry.name" = "Le bac"
"ferry.help" = "# Le bac\n\n    miser 2\n"
"ferry.turn" = "Un autre jour"
"ferry.side.east" = "Est"
"ferry.side.west" = "Ouest"
"ferry.keyword.stake" = "miser"
"ferry.ask.stake" = "Combien d’oboles misez-vous ?"
"ferry.event.nobody" = "Personne ne traverse."
"ferry.event.sank" = "Le bac a coulé."
"ferry.event.crossed" = "Traversée : {{.Side}}."
"diagnostic.stake-needs-number" = "Une mise est un nombre d’oboles."
"diagnostic.stake-needs-number.mend" = "Écrivez par exemple : miser 2"
"diagnostic.stake-too-high" = "{{.Stake}} oboles, c’est trop."
"diagnostic.stake-too-high.mend" = "Misez au plus {{.Limit}}."
`)},
}

// TestFerry: the ruleset of the example keeps what the kit promises of every ruleset.
func TestFerry(t *testing.T) {
	ruletest.Run(t, newFerry(), ruletest.Options{Texts: ferryTexts, Source: []string{"example_test.go"}, Open: true})
}
