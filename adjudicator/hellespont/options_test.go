package hellespont

import (
	"regexp"
	"strings"
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
	if o, err := readOptions(defaults); err != nil || o != (options{}) {
		t.Errorf("the defaults read as %+v, %v", o, err)
	}
	if o, err := readOptions(others); err != nil || o != (options{true, true, true, true}) {
		t.Errorf("the other values read as %+v, %v", o, err)
	}
	for _, bad := range []map[string]string{{"weather": "fine"}, {"storm": "sideways"}} {
		if _, err := Default().New(adjudicator.Setup{Options: bad}); err == nil {
			t.Errorf("a game is created with %v", bad)
		}
	}
}

// breakable is what French prose must not hold: spaces that may break before a sign, a
// straight apostrophe.
var breakable = regexp.MustCompile(` [:;!?»]|« |\p{L}'\p{L}`)

// TestReadings: each reading is told in both languages, with what could be read as well.
func TestReadings(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Readings() {
		if seen[r.ID] || r.ID == "" || r.Rule == "" || r.Question == "" || r.Default == "" {
			t.Errorf("reading %+v: given twice or not complete", r)
		}
		if len(r.Others) == 0 || len(r.FR.Others) != len(r.Others) || r.FR.Question == "" || r.FR.Default == "" || r.FR.Default == r.Default {
			t.Errorf("reading %s lacks its alternatives, or its French text", r.ID)
		}
		if r.Option != "" && !strings.Contains(strings.Join(r.Others, " "), "option "+r.Option+", "+r.Values[1]) {
			t.Errorf("reading %s does not say which value of its option is the other reading", r.ID)
		}
		for _, text := range append([]string{r.FR.Question, r.FR.Default}, r.FR.Others...) {
			if found := breakable.FindString(text); found != "" {
				t.Errorf("reading %s in French has %q: %s", r.ID, found, text)
			}
		}
		seen[r.ID] = true
	}
}
