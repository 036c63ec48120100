package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
	"keryx/store"
)

// memo is what is noted of the turns of a game that are on the site, so that a turn more costs
// that turn and no other, however long the game is.
type memo struct {
	Base  string                      `json:"base"` // what the pages of all turns are made of
	Turns []turnMemo                  `json:"turns"`
	Films map[string]picture.ReelMemo `json:"films,omitempty"` // by language
	Words words                       `json:"words,omitempty"` // that the game is found by
	Small map[string]string           `json:"small,omitempty"` // what the small map was drawn from, by language

	from int // the first turn that is written anew
}

// turnMemo is a turn that is on the site, in each language.
type turnMemo struct {
	Number int                 `json:"number"`
	Ended  time.Time           `json:"ended"`
	In     map[string]turnLine `json:"in"`
	Used   [2][]string         `json:"used,omitzero"` // see [row.Used]
}

// memoName is where the memo of a game is kept.
func memoName(id string) string { return "game-" + id }

// recallGame reads the memo of a game, and finds out from which turn on its pages are to be written:
// from the last that stays as it was, which leads to a next one now, or from the first if
// anything else has changed.
func (s *Site) recallGame(b *book, c watch.Chronicle) (m memo, err error) {
	if _, err := s.tree.recall(memoName(c.ID), &m); err != nil {
		return m, err
	}
	base := c
	base.Turns, base.Ended, base.Status = nil, time.Time{}, ""
	over := strconv.FormatBool(c.Status == store.Ended && len(c.Turns) > 0) // whether turns lead to a page that does not tell the result
	mark := b.sum("turns " + strings.Join([]string{edition, reports.MapEdition, s.Name, s.Address, over, base.Fingerprint()}, " "))
	if m.Base != mark || c.Open || m.Words == nil || !s.filmed(c.ID, m) {
		m.Base = mark
		return m, nil
	}
	for i := range min(len(m.Turns), len(c.Turns)) {
		if m.Turns[i].Number != c.Turns[i].Number || !m.Turns[i].Ended.Equal(c.Turns[i].Ended) {
			break
		}
		m.from = c.Turns[i].Number
	}
	return m, nil
}

// filmed reports whether the films of a game are there with a frame for each turn.
func (s *Site) filmed(id string, m memo) bool {
	for _, l := range s.langs {
		if n := len(m.Turns); n < 2 || m.Turns[0].In[l.tag].Drawn == "" {
			continue
		} else if len(m.Films[l.tag].Of) != min(n, maxFrames) || !s.tree.has(picture.FilmName(id, l.tag)) {
			return false
		}
	}
	return true
}

// line is how a turn stood on the site in a language, if it did.
func (m *memo) line(number int, lang string) turnLine {
	for _, t := range m.Turns {
		if t.Number == number {
			return t.In[lang]
		}
	}
	return turnLine{}
}

// set takes down how the turns stand on the site now, in a language.
func (m *memo) set(lang string, lines []turnLine) {
	if len(m.Turns) != len(lines) {
		m.Turns = slices.Grow(m.Turns, len(lines))[:len(lines)]
	}
	for i, line := range lines {
		t := &m.Turns[i]
		if t.Number != line.Number || t.In == nil {
			*t = turnMemo{Number: line.Number, In: map[string]turnLine{}}
		}
		t.Ended = line.Ended
		t.In[lang] = line
	}
}

// since leaves of a chronicle the turns that are written anew.
func (m *memo) since(c watch.Chronicle) watch.Chronicle {
	c.Turns = slices.DeleteFunc(slices.Clone(c.Turns), func(t watch.ChronicleTurn) bool { return t.Number < m.from })
	return c
}

// mark tells words apart.
func (w words) mark() string {
	text, err := json.Marshal(w)
	if err != nil {
		panic("archive: " + err.Error()) // plain values
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// merge adds the words of turns before one that were found at an earlier writing.
func (w words) merge(old words, from int) {
	for _, word := range slices.Sorted(maps.Keys(old)) {
		for _, turn := range old[word] {
			if turn > 0 && turn < from {
				w[word] = append(w[word], turn)
			}
		}
		if turns := w[word]; turns != nil {
			slices.Sort(turns)
			w[word] = slices.Compact(turns)
		}
	}
}
