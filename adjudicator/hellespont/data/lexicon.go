package data

import (
	"io/fs"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// loadLexicon gathers the identifiers and names of the other files and the forms
// of the lexicon file. A form that would name two things of one kind is refused.
func loadLexicon(fsys fs.FS, g *Game) (err error) {
	words := field.NewWords()
	words.Zones(ZoneKind, g.Map, board.Land, board.Sea)
	for _, l := range g.Leaders {
		words.Add(LeaderKind, l.ID, l.Names.EN, l.Names.FR)
	}
	for _, s := range g.Stratagems {
		words.Add(StratagemKind, s.ID, s.ID, s.Names.EN, s.Names.FR)
	}
	for _, t := range field.UnitTypes {
		words.Add(TypeKind, t.String())
	}
	for _, id := range SideIDs {
		words.Add(SideKind, id)
	}
	for _, m := range g.Months {
		words.Add(MonthKind, m.ID)
	}
	g.Lexicon, err = words.Lexicon(fsys, lexiconName)
	return err
}
