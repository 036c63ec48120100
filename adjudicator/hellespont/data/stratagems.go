package data

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator/board"
)

var colourLetters = [...]string{"A", "S", "N"}

func loadStratagems(fsys fs.FS, g *Game) error {
	var f stratagemsFile
	if err := board.ReadTOML(fsys, stratagemsName, &f); err != nil {
		return err
	}
	c := checker{file: stratagemsName}
	for _, e := range f.Stratagem {
		key := fmt.Sprintf("stratagem %d", e.Number)
		if e.Number < 1 || e.Number > int(MaxStratagem) {
			c.fail(key, board.ErrInvalid, "stratagems are numbered from 1 to 23")
			break
		}
		if slices.ContainsFunc(g.Stratagems, func(s Stratagem) bool { return int(s.Number) == e.Number }) {
			c.fail(key, board.ErrDuplicate, "")
		}
		c.source(key, e.Source)
		c.among(key+".phases", e.Phases, "B.2", "B.3", "C", "D.3", "D.4", "D.5", "any")
		c.among(key+".combat", e.Combat, "land", "naval")
		c.among(key+".by", e.By, "attacker", "defender")
		g.Stratagems = append(g.Stratagems, Stratagem{
			Number: StratagemNo(e.Number), ID: fmt.Sprintf("S%d", e.Number), Names: c.names(key, e.EN, e.FR),
			Category: e.Category, Phases: e.Phases,
			Land: slices.Contains(e.Combat, "land"), Naval: slices.Contains(e.Combat, "naval"),
			Attacker: slices.Contains(e.By, "attacker"), Defender: slices.Contains(e.By, "defender"),
			NoStraits: e.NotInStraits, Permanent: e.Permanent, Source: e.Source,
		})
	}
	for i := range g.Stratagems {
		g.byNumber[g.Stratagems[i].Number] = &g.Stratagems[i]
	}
	for i, e := range f.Counter {
		c.counter(g, fmt.Sprintf("counter number %d", i+1), e)
	}
	return c.err
}

func (c *checker) counter(g *Game, key string, e counterEntry) {
	if len(e.Faces) != 2 {
		c.fail(key+".faces", board.ErrInvalid, fmt.Sprintf("%d faces, want 2", len(e.Faces)))
		return
	}
	n := Counter{Source: e.Source, ColourSource: e.ColourSource}
	var ids [2]string
	for i, face := range e.Faces {
		if len(face) != 2 {
			c.fail(key+".faces", board.ErrInvalid, "a face is a stratagem and a colour")
			return
		}
		colour := slices.Index(colourIDs[:], face[1])
		if colour < 0 {
			c.fail(key+".faces", board.ErrUnknown, strconv.Quote(face[1]))
			return
		}
		n.Faces[i] = Face{Stratagem: c.stratagem(g, key+".faces", face[0]), Colour: Colour(colour)}
		ids[i] = face[0] + colourLetters[colour]
	}
	n.ID = strings.Join(ids[:], "/")
	c.source("counter "+n.ID, e.Source, e.ColourSource)
	if slices.ContainsFunc(g.Counters, func(o Counter) bool { return o.ID == n.ID }) {
		c.fail(key, board.ErrDuplicate, n.ID)
	}
	g.Counters = append(g.Counters, n)
}

// stratagem resolves "S18".
func (c *checker) stratagem(g *Game, key, id string) StratagemNo {
	for _, s := range g.Stratagems {
		if s.ID == id {
			return s.Number
		}
	}
	c.fail(key, board.ErrUnknown, strconv.Quote(id))
	return 0
}
