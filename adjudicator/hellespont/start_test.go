package hellespont

import (
	"keryx/adjudicator/bey/field"
	"testing"
)

// TestChooseNoneIsLegalInAnyGame gives "choose none" as it was answered in one game to
// another: a turn that is played again is another game.
func TestChooseNoneIsLegalInAnyGame(t *testing.T) {
	for _, e := range editions {
		form := &startForm{g: &game{Field: field.Field{Habits: e.Habits}}}
		err := form.Check(starting{g: &game{}})
		if legal := err == nil; legal == e.MustTake {
			t.Errorf("version %s: %v", e.Version, err)
		}
	}
}
