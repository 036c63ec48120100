package hellespont

import "testing"

// TestChooseNoneIsLegalInAnyGame gives "choose none" as it was answered in one game to
// another: a turn that is played again is another game.
func TestChooseNoneIsLegalInAnyGame(t *testing.T) {
	for _, e := range editions {
		form := &startForm{g: &game{habits: e.habits}}
		err := form.Check(starting{g: &game{}})
		if legal := err == nil; legal == e.mustTake {
			t.Errorf("version %s: %v", e.version, err)
		}
	}
}
