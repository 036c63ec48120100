package tables

import (
	"slices"
	"sync"

	"keryx/store"
	"keryx/store/kept"
)

// maxLately is how many pictures are at hand: the map and the close-up of a letter and what they
// were told by. Each takes a byte for every pixel.
const maxLately = 4

// lately are pictures that were told, or that others were told by, a moment ago. The next letter of a game is
// mostly told by one of these, which then need not be made from what is kept. Readers of letters
// always go by what is kept.
var lately recent

// recent keeps a few pictures. It is safe for concurrent use; what it gives away is only read.
type recent struct {
	mu   sync.Mutex
	kept []recentFrame // the one that was used last comes last
}

type recentFrame struct {
	digest store.Digest
	frame  kept.Frame
}

// find returns a picture by the digest of its file.
func (all *recent) find(digest store.Digest) (kept.Frame, bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	i := all.index(digest)
	if i < 0 {
		return kept.Frame{}, false
	}
	k := all.kept[i]
	all.kept = append(slices.Delete(all.kept, i, i+1), k)
	return k.frame, true
}

// add keeps a picture in place of the one that was not used for longest.
func (all *recent) add(digest store.Digest, f kept.Frame) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if i := all.index(digest); i >= 0 {
		all.kept = slices.Delete(all.kept, i, i+1)
	} else if len(all.kept) == maxLately {
		all.kept = slices.Delete(all.kept, 0, 1)
	}
	all.kept = append(all.kept, recentFrame{digest, f})
}

func (all *recent) index(digest store.Digest) int {
	return slices.IndexFunc(all.kept, func(k recentFrame) bool { return k.digest == digest })
}
