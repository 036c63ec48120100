package data

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

func loadStratagems(fsys fs.FS, g *Game) error {
	var f stratagemsFile
	if err := board.ReadTOML(fsys, stratagemsName, &f); err != nil {
		return err
	}
	c := reading(stratagemsName)
	for _, e := range f.Stratagem {
		key := fmt.Sprintf("stratagem %d", e.Number)
		if e.Number < 1 || e.Number > int(MaxStratagem) {
			c.Fail(key, board.ErrInvalid, "stratagems are numbered from 1 to 23")
			break
		}
		if slices.ContainsFunc(g.Stratagems, func(s Stratagem) bool { return int(s.Number) == e.Number }) {
			c.Fail(key, board.ErrDuplicate, "")
		}
		c.Source(key, e.Source)
		c.Among(key+".phases", e.Phases, "B.2", "B.3", "C", "D.3", "D.4", "D.5", "any")
		c.Among(key+".combat", e.Combat, "land", "naval")
		c.Among(key+".by", e.By, "attacker", "defender")
		g.Stratagems = append(g.Stratagems, Stratagem{
			Number: StratagemNo(e.Number), ID: fmt.Sprintf("S%d", e.Number), Names: c.Names(key, e.EN, e.FR),
			Category: e.Category, Phases: e.Phases,
			Land: slices.Contains(e.Combat, "land"), Naval: slices.Contains(e.Combat, "naval"),
			Attacker: slices.Contains(e.By, "attacker"), Defender: slices.Contains(e.By, "defender"),
			NoStraits: e.NotInStraits, Permanent: e.Permanent, Source: e.Source,
		})
	}
	for i := range g.Stratagems {
		g.byNumber[g.Stratagems[i].Number] = &g.Stratagems[i]
	}
	g.Counters = c.Counters(f.Counter, func(key, id string) StratagemNo { return stratagem(&c, g, key, id) })
	return c.Err
}

// stratagem resolves "S18".
func stratagem(c *field.Reading, g *Game, key, id string) StratagemNo {
	for _, s := range g.Stratagems {
		if s.ID == id {
			return s.Number
		}
	}
	c.Fail(key, board.ErrUnknown, strconv.Quote(id))
	return 0
}
