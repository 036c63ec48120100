package hellespont

import (
	"testing"

	"keryx/adjudicator"
)

func TestOptions(t *testing.T) {
	all := Default().Info().Options
	if len(all) == 0 {
		t.Fatal("no options")
	}
	defaults, others := map[string]string{}, map[string]string{}
	for _, o := range all {
		if len(o.Values) < 2 || o.Rule == "" {
			t.Errorf("option %s: values %v, rule %q", o.ID, o.Values, o.Rule)
		}
		defaults[o.ID], others[o.ID] = o.Values[0], o.Values[len(o.Values)-1]
	}
	var printed, otherwise options
	if err := settled().Choose(defaults, &printed); err != nil || printed != (options{}) {
		t.Errorf("the defaults read as %+v, %v", printed, err)
	}
	if err := settled().Choose(others, &otherwise); err != nil || otherwise != (options{true, true, true, true}) {
		t.Errorf("the other values read as %+v, %v", otherwise, err)
	}
	for _, bad := range []map[string]string{{"weather": "fine"}, {"storm": "sideways"}} {
		if _, err := Default().New(adjudicator.Setup{Options: bad}); err == nil {
			t.Errorf("a game is created with %v", bad)
		}
	}
}
