package written

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestEveryVerbHasItsGuard: what is asked for by mail is known to be harmless when it comes again, or guarded. A
// verb without a guard of its own counts as one that changes something.
func TestEveryVerbHasItsGuard(t *testing.T) {
	guarded := map[string]bool{}
	for kind := range RequestGuards {
		verb, _, _ := strings.Cut(kind, " ")
		guarded[verb] = true
	}
	for _, verb := range slices.Concat(slices.Sorted(maps.Values(RequestVerbs)), slices.Sorted(maps.Values(leagueVerbs))) {
		if !guarded[verb] {
			t.Errorf("%q has no guard in RequestGuards: a request of that kind is refused unless it names this server and a day", verb)
		}
	}
}
