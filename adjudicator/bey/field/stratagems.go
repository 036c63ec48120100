package field

import (
	"fmt"
	"slices"
	"strconv"

	"keryx/adjudicator/board"
)

// Stratagem is one of the texts of rule 7.
type Stratagem struct {
	Number    StratagemNo
	ID        string // "S18"
	Names     board.Names
	Category  string   // "fleet", "land combat" ...
	Phases    []string // "B.3", or "any"
	Attacker  bool     // the attacker, or the besieger, may play it
	Defender  bool     // the defender, or the besieged, may play it
	Permanent bool     // its counter leaves the game once it has been played for this text
	Source    board.Source
}

// StratagemEntry is a block [[stratagem]] of a stratagem file.
type StratagemEntry struct {
	Number    int          `toml:"number"`
	EN        string       `toml:"en"`
	FR        string       `toml:"fr"`
	Category  string       `toml:"category"`
	Phases    []string     `toml:"phases"`
	By        []string     `toml:"by"`
	Permanent bool         `toml:"permanent"`
	Source    board.Source `toml:"source"`
}

// Key names the block in faults.
func (e *StratagemEntry) Key() string { return fmt.Sprintf("stratagem %d", e.Number) }

// AddStratagem reads into s a text that may be played in some of the given phases.
func (f *Facts) AddStratagem(r *Reading, s *Stratagem, e StratagemEntry, phases ...string) {
	key := e.Key()
	if e.Number < 1 || e.Number > int(f.MaxStratagem) {
		r.Fail(key, board.ErrInvalid, fmt.Sprintf("stratagems are numbered from 1 to %d", f.MaxStratagem))
		return
	}
	n := StratagemNo(e.Number)
	if f.Stratagem(n) != nil {
		r.Fail(key, board.ErrDuplicate, "")
	}
	r.Source(key, e.Source)
	r.Among(key+".phases", e.Phases, phases...)
	r.Among(key+".by", e.By, "attacker", "defender")
	*s = Stratagem{Number: n, ID: fmt.Sprintf("S%d", n), Names: r.Names(key, e.EN, e.FR), Category: e.Category, Phases: e.Phases,
		Attacker: slices.Contains(e.By, "attacker"), Defender: slices.Contains(e.By, "defender"), Permanent: e.Permanent, Source: e.Source}
	f.Stratagems = append(f.Stratagems, s)
	if f.byNumber == nil {
		f.byNumber = make([]*Stratagem, f.MaxStratagem+1)
	}
	f.byNumber[n] = s
}

// AddCounters reads the blocks of counters once all texts have been read.
func (f *Facts) AddCounters(r *Reading, entries []CounterEntry) {
	f.Counters = r.Counters(entries, func(key, id string) StratagemNo { return f.Number(r, key, id) })
}

// Number finds a text by its identifier ("S18"). It notes the fault of one that there is
// not, under the given key, and returns 0.
func (f *Facts) Number(r *Reading, key, id string) StratagemNo {
	for _, s := range f.Stratagems {
		if s.ID == id {
			return s.Number
		}
	}
	r.Fail(key, board.ErrUnknown, strconv.Quote(id))
	return 0
}
