package crew

import (
	"sync"
	"time"
)

// held are the jobs that a daemon has in hand. River may lose the word that a job was fetched,
// or done, on its way to or from the server; such a job would be taken for one under way as
// long as the daemon lives.
type held struct {
	mu   sync.Mutex
	jobs map[int64]time.Time // when the work on it ended; zero while it is under way
}

// settling is how long a job stays in hand after its work, until River has noted the end.
const settling = time.Minute

func (h *held) begin(id int64) { h.set(id, time.Time{}) }

func (h *held) end(id int64) { h.set(id, time.Now()) }

func (h *held) set(id int64, ended time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.jobs == nil {
		h.jobs = map[int64]time.Time{}
	}
	h.jobs[id] = ended
}

// list returns the jobs in hand, and forgets those that ended long ago.
func (h *held) list() []int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := []int64{}
	for id, ended := range h.jobs {
		if !ended.IsZero() && time.Since(ended) > settling {
			delete(h.jobs, id)
			continue
		}
		ids = append(ids, id)
	}
	return ids
}
