package chart

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Place is a zone in words.
type Place struct {
	Name string // "T18 Madytus and Cynossema (difficult)"
	Near string // "T17, T19, M3 (beach)"
}

// Gazetteer lists the zones in the order of the board, each with those next to it. Of
// the options it uses the Names.
func (t *Theatre) Gazetteer(o Options) []Place {
	names := o.names()
	word := func(id string) string { return plain(names(adjudicator.Term{Kind: "map", ID: id}), 24) }
	call := func(z board.Zone) string {
		return plain(names(adjudicator.Term{Kind: "zone", ID: t.board.Name(z)}), 48)
	}
	var all []Place
	for z := range t.board.All().All() {
		p := Place{Name: call(z)}
		if t.byNumber(z) && p.Name != t.board.Name(z) {
			p.Name = t.board.Name(z) + " " + p.Name
		}
		if a := &t.zones[z]; a.look != "" && !a.wet {
			p.Name += " (" + word(a.terrain) + ")"
		}
		var near []string
		for _, e := range t.board.Edges(z) {
			text := t.board.Name(e.To)
			if !t.byNumber(e.To) {
				text = call(e.To)
			}
			var on []string // what lies between the two zones
			switch {
			case e.Beach:
				on = append(on, word("beach"))
			case e.Entry:
				on = append(on, word("anchor"))
			}
			for _, tag := range t.board.EdgeTags() {
				if _, drawn := edges[tag]; drawn && e.Tags&t.board.EdgeTag(tag) != 0 {
					on = append(on, plain(names(adjudicator.Term{Kind: "edge", ID: tag}), 24))
				}
			}
			if on != nil {
				text += " (" + strings.Join(on, ", ") + ")"
			}
			near = append(near, text)
		}
		p.Near = strings.Join(near, ", ")
		all = append(all, p)
	}
	return all
}

// byNumber reports whether a zone goes by its number, such as T18. On a map without numbers zones go by
// their names in the reader's language, which orders take too.
func (t *Theatre) byNumber(z board.Zone) bool {
	k := t.board.Kind(z)
	return t.numbered && k != board.Port && k != board.Base
}
