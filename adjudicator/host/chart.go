package host

import (
	"fmt"
	"sync"

	"keryx/adjudicator"
	"keryx/templates"
	"keryx/templates/chart"
)

// mapWidth is the width in pixels of the map in a report: it fills a phone's
// screen twice over and a page of A4 at 120 dots per inch.
const mapWidth = 1000

// theatres are the rulesets' boards, made ready to be drawn, by ruleset name and
// version.
var theatres sync.Map

// theatre returns a ruleset's board, or nil if it has none that can be drawn.
func theatre(rules adjudicator.Ruleset) (*chart.Theatre, error) {
	charted, ok := rules.(adjudicator.Charted)
	if !ok {
		return nil, nil
	}
	info := rules.Info()
	key := info.Name + " " + info.Version
	if t, ok := theatres.Load(key); ok {
		return t.(*chart.Theatre), nil
	}
	m, g := charted.Chart()
	t, err := chart.NewTheatre(m, g)
	if err != nil {
		return nil, fmt.Errorf("the map of %s: %w", info.Name, err)
	}
	theatres.Store(key, t)
	return t, nil
}

// draw makes the map of a report, from the side's view and what it is told. A
// receipt that tells of nothing on the map has none.
func (h *Host) draw(p *position, side adjudicator.Side, r templates.Report) (templates.Picture, error) {
	var marks []adjudicator.Mark
	for _, c := range r.Story {
		for _, e := range c.Events {
			if _, told := e.For(side); told {
				marks = append(marks, e.Marks...)
			}
		}
	}
	if r.Kind == templates.Receipt && len(marks) == 0 {
		return templates.Picture{}, nil
	}
	t, err := theatre(p.rules)
	if err != nil || t == nil {
		return templates.Picture{}, err
	}
	printer := templates.For(r.Lang, r.Ruleset)
	picture, err := t.Draw(r.View, marks, chart.Options{Lang: r.Lang, Width: mapWidth,
		Title: printer.Say(r.Ruleset+".name") + " · " + printer.Phrase(r.View.Turn),
		Names: placeNames(p.rules.(adjudicator.Charted), printer)})
	if err != nil {
		return templates.Picture{}, fmt.Errorf("game %s: drawing the map: %w", p.game.ID, err)
	}
	return templates.Picture{PNG: picture.PNG, Width: picture.Width, Height: picture.Height}, nil
}

// placeNames names what stands on the map: places as the map data describe them,
// since a report's texts call most zones by their numbers alone, and all else by the
// catalogue.
func placeNames(rules adjudicator.Charted, printer *templates.Printer) func(adjudicator.Term) string {
	m, _ := rules.Chart()
	return func(term adjudicator.Term) string {
		z, ok := m.Zone(term.ID)
		if term.Kind != "zone" || !ok {
			return printer.Term(term)
		}
		return m.Place(z).Names.In(printer.Lang())
	}
}
