package archive

import (
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/perse"
)

// mostOnDisk is how much a turn of a game may take on the site in two languages, in bytes. In Hellenes and Perse both sides
// see another map than everybody does.
var mostOnDisk = map[string]int{"hellespont": 590_000, "amphipolis": 560_000, "hellenes": 1_000_000, "perse": 820_000}

// A turn of a printed game that is over takes no more room than it did, with all that it adds: its maps, sheets and pages,
// its part of the film, the replay and the proof. What games of a ruleset share is not counted: there is one of it.
// With a number of canaries all printed games are measured.
func TestDiskOfATurn(t *testing.T) {
	largePictures(t)
	for _, o := range []*adjudicator.Opener{&amphipolis.Opener, &hellenes.Opener, &perse.Opener} {
		if err := o.Register(""); err != nil {
			t.Fatal(err)
		}
	}
	measured := []string{"amphipolis"}
	if os.Getenv(canaryEnv) != "" {
		measured = slices.Sorted(maps.Keys(mostOnDisk))
	}
	for _, ruleset := range measured {
		t.Run(ruleset, func(t *testing.T) {
			c := newClub(t, 28)
			id := c.found(ruleset, &play.Showing{Delay: calendar.Span{Duration: time.Hour}, Opens: play.AtEnd})
			s := c.site()
			c.playOut(id, ruleset)
			c.write(s)
			whole, err := c.Host.Watchers.Whole(t.Context(), id)
			c.check(err)
			turns, kinds, sum := len(whole.Turns), map[string]int{}, 0
			for name, size := range ofGame(published(t, s.Dir), id) {
				kinds[kindOf(name)] += size / turns
				sum += size
			}
			sum /= turns
			var told []string
			for kind, size := range kinds {
				told = append(told, fmt.Sprintf("%s %d", kind, size))
			}
			slices.Sort(told)
			t.Logf("%d turns, %d bytes each: %s", turns, sum, strings.Join(told, ", "))
			if sum > mostOnDisk[ruleset] {
				t.Errorf("a turn of %s takes %d bytes on disk, want at most %d", ruleset, sum, mostOnDisk[ruleset])
			}
		})
	}
}

// ofGame are the sizes of the files of a game.
func ofGame(files map[string][]byte, id string) map[string]int {
	all := map[string]int{}
	for name, data := range files {
		if strings.Contains("/"+name+"/", "/"+id+"/") || strings.Contains(name, "-"+id+".") {
			all[name] = len(data)
		}
	}
	return all
}

var digits = regexp.MustCompile(`\d+|-(en|fr)\b`)

// kindOf is what kind of file it is, whichever turn and language it is for.
func kindOf(name string) string { return digits.ReplaceAllString(path.Base(name), "") }
