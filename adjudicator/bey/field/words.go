package field

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator/board"
	"keryx/orders"
)

// Words gathers the names that orders may use, and the identifiers of each kind.
type Words struct {
	lexicon *orders.Lexicon
	ids     map[string][]string
}

// NewWords returns no words.
func NewWords() *Words { return &Words{orders.NewLexicon(), make(map[string][]string)} }

// Add gives a thing its names, English first.
func (w *Words) Add(kind, id string, names ...string) {
	w.lexicon.Add(kind, id, names...)
	w.ids[kind] = append(w.ids[kind], id)
}

// Zones adds the zones of a map under a kind. Those of the kinds of places that are known
// by their numbers are shown by them.
func (w *Words) Zones(kind string, m *board.Map, numbered ...board.Kind) {
	for z := range m.All().All() {
		p := m.Place(z)
		if slices.Contains(numbered, p.Kind) {
			w.Add(kind, p.ID, p.ID, p.Names.EN, p.Names.FR)
		} else {
			w.Add(kind, p.ID, p.Names.EN, p.Names.FR)
		}
	}
}

type lexiconFile struct {
	Word []struct {
		Kind  string   `toml:"kind"`
		Of    string   `toml:"of"`
		Forms []string `toml:"forms"`
	} `toml:"word"`
}

// Lexicon adds the forms of the lexicon file to the words. A form that would name two
// things of one kind is refused.
func (w *Words) Lexicon(fsys fs.FS, name string) (*orders.Lexicon, error) {
	var f lexiconFile
	if err := board.ReadTOML(fsys, name, &f); err != nil {
		return nil, err
	}
	r := Reading{File: name}
	for _, e := range f.Word {
		key := "word " + e.Kind + " " + e.Of
		known, ok := w.ids[e.Kind]
		if !ok {
			r.Fail(key+".kind", board.ErrUnknown, strconv.Quote(e.Kind))
		}
		if !slices.Contains(known, e.Of) {
			r.Fail(key+".of", board.ErrUnknown, strconv.Quote(e.Of))
		}
		w.lexicon.Add(e.Kind, e.Of, e.Forms...)
	}
	if clashes := w.lexicon.Clashes(); len(clashes) > 0 {
		r.Fail("word", board.ErrDuplicate, strings.Join(clashes, ", "))
	}
	return w.lexicon, r.Err
}
