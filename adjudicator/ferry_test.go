package adjudicator_test

import (
	"testing"
	"testing/fstest"

	"keryx/adjudicator/ruletest"
)

// ferryFiles are what the ferry of the example says, in each language.
var ferryFiles = fstest.MapFS{
	"texts/en.toml": {Data: []byte(`
name = "The Ferry"
help = "# The Ferry\n\n    stake 2\n"
turn = "Another day"

[side]
east = "East"
west = "West"

[keyword]
stake = "stake"

[ask]
stake = "How many obols do you stake?"

[event]
nobody = "Nobody crosses."
sank = "The boat sank."
crossed = "{{.Side}} has crossed."

[diagnostic]
stake-needs-number = "A stake is a number of obols."
"stake-needs-number.mend" = "Write for example: stake 2"
stake-too-high = "{{.Stake}} obols are too many."
"stake-too-high.mend" = "Stake at most {{.Limit}}."
`)},
	"texts/fr.toml": {Data: []byte(`
name = "Le bac"
help = "# Le bac\n\n    miser 2\n"
turn = "Un autre jour"

[side]
east = "Est"
west = "Ouest"

[keyword]
stake = "miser"

[ask]
stake = "Combien d’oboles misez-vous ?"

[event]
nobody = "Personne ne traverse."
sank = "Le bac a coulé."
crossed = "Traversée : {{.Side}}."

[diagnostic]
stake-needs-number = "Une mise est un nombre d’oboles."
"stake-needs-number.mend" = "Écrivez par exemple : miser 2"
stake-too-high = "{{.Stake}} oboles, c’est trop."
"stake-too-high.mend" = "Misez au plus {{.Limit}}."
`)},
}

// TestFerry: the ruleset of the example keeps what the kit promises of every ruleset.
func TestFerry(t *testing.T) {
	ruletest.Run(t, newFerry(), ruletest.Options{Source: []string{"example_test.go"}, Open: true})
}
