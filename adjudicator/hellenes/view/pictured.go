package view

import (
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

// marks are what maps show of a province beside the blocks: its city or town, in the colours of
// who controls it, and what has happened to it.
func marks(g *ground.Position, z board.Zone) (all []adjudicator.ZoneMark) {
	town := &g.Towns[z]
	if g.Waits(z) {
		town = &ground.Town{Holder: ground.Nobody}
	}
	if m, ok := g.Rules.City(z).Mark(town.Holder); ok {
		all = append(all, m)
	}
	if town.Holder == ground.Nobody {
		return all
	}
	for _, m := range []struct {
		kind string
		side adjudicator.Side
		on   bool
	}{{data.GarrisonMark, town.Holder, town.Garrison}, {data.SiegeMark, town.Holder.Other(), town.Siege != 0},
		{data.BlockadeMark, town.Holder.Other(), town.Shut != 0}, {data.PillagedMark, ground.Nobody, town.Pillaged},
		{data.StrifeMark, ground.Nobody, town.Strife}} {
		if m.on {
			all = append(all, adjudicator.ZoneMark{Kind: m.kind, Side: m.side, Sign: m.kind})
		}
	}
	return all
}

// tracks are those of the printed map: prestige, that of Athens before 0 and that of Sparta behind
// it, the years, and the seasons.
func tracks(g *ground.Position) []adjudicator.TrackView {
	most := g.Rules.Data.Tables.Prestige.Surrender
	prestige := adjudicator.TrackView{ID: "prestige", At: most - min(max(g.Prestige, -most), most)}
	for n := most; n >= -most; n-- {
		of := ground.Nobody
		if n > 0 {
			of = ground.Athens
		} else if n < 0 {
			of = ground.Sparta
		}
		prestige.Spaces, prestige.Of = append(prestige.Spaces, strconv.Itoa(max(n, -n))), append(prestige.Of, of)
	}
	s := g.Campaign()
	years := adjudicator.TrackView{ID: "years", At: s.FirstYear - g.Year}
	for year := s.FirstYear; year >= s.LastYear; year-- {
		years.Spaces = append(years.Spaces, strconv.Itoa(year))
	}
	year := adjudicator.TrackView{ID: "seasons", Kind: data.SeasonKind, At: g.Season}
	for season := range data.Seasons {
		year.Spaces = append(year.Spaces, season.String())
	}
	return []adjudicator.TrackView{prestige, years, year}
}
