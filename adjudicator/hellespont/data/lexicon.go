package data

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator/board"
	"keryx/orders"
)

// loadLexicon gathers the identifiers and names of the other files and the forms
// of the lexicon file. A form that would name two things of one kind is refused.
func loadLexicon(fsys fs.FS, g *Game) error {
	var f lexiconFile
	if err := board.ReadTOML(fsys, lexiconName, &f); err != nil {
		return err
	}
	lex, ids := g.nouns()
	c := checker{file: lexiconName}
	for _, w := range f.Word {
		key := "word " + w.Kind + " " + w.Of
		known, ok := ids[w.Kind]
		if !ok {
			c.fail(key+".kind", board.ErrUnknown, strconv.Quote(w.Kind))
		}
		if !slices.Contains(known, w.Of) {
			c.fail(key+".of", board.ErrUnknown, strconv.Quote(w.Of))
		}
		lex.Add(w.Kind, w.Of, w.Forms...)
	}
	if clashes := lex.Clashes(); len(clashes) > 0 {
		c.fail("word", board.ErrDuplicate, strings.Join(clashes, ", "))
	}
	g.Lexicon = lex
	return c.err
}

// nouns returns a lexicon of the names in the other files, English first, and
// the identifiers of each kind.
func (g *Game) nouns() (*orders.Lexicon, map[string][]string) {
	lex, ids := orders.NewLexicon(), make(map[string][]string)
	add := func(kind, id string, names ...string) {
		lex.Add(kind, id, names...)
		ids[kind] = append(ids[kind], id)
	}
	for z := range g.Map.All().All() {
		p := g.Map.Place(z)
		switch p.Kind {
		case board.Land, board.Sea: // known by their numbers
			add(ZoneKind, p.ID, p.ID, p.Names.EN, p.Names.FR)
		default:
			add(ZoneKind, p.ID, p.Names.EN, p.Names.FR)
		}
	}
	for _, l := range g.Leaders {
		add(LeaderKind, l.ID, l.Names.EN, l.Names.FR)
	}
	for _, s := range g.Stratagems {
		add(StratagemKind, s.ID, s.ID, s.Names.EN, s.Names.FR)
	}
	for _, t := range []UnitType{Triremes, Hoplites, Cavalry, Peltasts, Archers} {
		add(TypeKind, t.String())
	}
	for _, id := range SideIDs {
		add(SideKind, id)
	}
	for _, m := range g.Months {
		add(MonthKind, m.ID)
	}
	return lex, ids
}
