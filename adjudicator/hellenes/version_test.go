package hellenes

import (
	"strings"
	"testing"

	"keryx/adjudicator/cases"
)

// What version 1 lets blocks do in an action that no fleet carries, and what version 2 does of it.
var strays = map[string]string{
	"1": "stand sparta Thebes: 8 1\n",
	"2": "refused cannot-carry\n",
}

// TestVersionOneSailsAsItDid wants a game that was begun under version 1 to go on as it did: to an adjacent province blocks
// went by sea whom no fleet carries.
func TestVersionOneSailsAsItDid(t *testing.T) {
	for _, rules := range Opener.Embedded() {
		version := rules.Info().Version
		results, err := cases.Play(Cased{rules.(*Rules)}, strings.NewReader(`case L1: by sea, and nobody is carried
scenario 431
stand sparta Megara: 8 1
leader sparta none
left sparta 1
play act sparta
sparta:
  move 8 1 to Thebes
`+strays[version]))
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != 1 || results[0].Err != nil {
			t.Errorf("version %s: %v", version, results)
		}
	}
}
