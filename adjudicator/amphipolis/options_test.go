package amphipolis

import "testing"

// TestOptions: by default the rules are as printed, and each option has a switch of its own.
func TestOptions(t *testing.T) {
	printed, others := map[string]string{}, map[string]string{}
	for _, o := range Default().Info().Options {
		printed[o.ID], others[o.ID] = o.Values[0], o.Values[len(o.Values)-1]
	}
	var chosen options
	if err := settled().Choose(printed, &chosen); err != nil || chosen != (options{}) {
		t.Errorf("the defaults read as %+v, %v", chosen, err)
	}
	err := settled().Choose(others, &chosen)
	if err != nil || chosen != (options{true, true, true, true, true, true, true, true, true, true}) {
		t.Errorf("the other values read as %+v, %v", chosen, err)
	}
}
