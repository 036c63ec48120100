package season_test

import (
	"errors"
	"strings"
	"testing"

	"keryx/adjudicator/host/season"
)

// What cannot be is refused with the line that says it.
func TestFilesThatWillNotDo(t *testing.T) {
	const plain = "id = \"spring\"\nname = \"Cup\"\nformat = \"swiss\"\nruleset = \"none\"\nbegins = \"2027-01-01\"\nends = \"2027-01-08\"\nrounds = 3\nbids = \"2d\"\n"
	for change, want := range map[string]string{
		`"spring"|"con"`:          `line 1: id is "con", a name that Windows keeps`,
		`"spring"|"aux"`:          `a name that Windows keeps`,
		`"spring"|"com7"`:         `a name that Windows keeps`,
		`"spring"|"lpt1"`:         `a name that Windows keeps`,
		`"spring"|"Con"`:          `line 1: id is "Con", want a short word`,
		`rounds = 3|rounds = 0`:   `line 7: rounds is 0, want 1 or more`,
		`bids = "2d"|bids = "8d"`: `line 8: bids is 8 days, longer than the season, which lasts 1 week`,
		// These are right, but for the ruleset that there is not.
		`"spring"|"console"`:      `ruleset is "none"`,
		`bids = "2d"|bids = "7d"`: `ruleset is "none"`,
	} {
		old, now, _ := strings.Cut(change, "|")
		_, err := season.Read(strings.Replace(plain, old, now, 1))
		if !errors.Is(err, season.ErrFile) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", now, err, want)
		}
	}
}
