package host

import (
	"fmt"
	"regexp"
	"sync"

	"keryx/adjudicator"
	"keryx/templates"
	"keryx/templates/chart"
)

// The widths in pixels of the map in a report and of the close-up. The map fills a
// phone's screen twice over and a page of A4 at 85 dots per inch; with both a mail
// stays below 200 kB.
const (
	mapWidth     = 670
	closeUpWidth = 500
)

// maxPictures bounds the bytes of both pictures of a report, which has 200 kB in all;
// where they would be more there is no close-up.
const maxPictures = 92_000

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

// draw makes the pictures of a report, from the side's view and what it is told: the
// map, the same in letters for the plain text, and a close-up of where there was
// fighting or else of where most moved. A receipt that tells of nothing on the map
// has none, but where a new turn has begun.
func (h *Host) draw(p *position, side adjudicator.Side, r *templates.Report) error {
	var marks []adjudicator.Mark
	for _, c := range r.Story {
		for _, e := range c.Events {
			if _, told := e.For(side); told {
				marks = append(marks, e.Marks...)
			}
		}
	}
	if r.Kind == templates.Receipt && len(marks) == 0 && len(p.chapters) == 0 {
		return nil
	}
	t, err := theatre(p.rules)
	if err != nil || t == nil {
		return err
	}
	printer := templates.For(r.Lang, r.Ruleset)
	o := chart.Options{Lang: r.Lang, Width: mapWidth,
		Title: printer.Say(r.Ruleset+".name") + " · " + printer.Phrase(r.View.Turn),
		Names: placeNames(p.rules.(adjudicator.Charted), printer)}
	if r.Map, err = picture(t, r.View, marks, o); err != nil {
		return fmt.Errorf("game %s: drawing the map: %w", p.game.ID, err)
	}
	if r.Sketch, err = t.Sketch(r.View, marks, o); err != nil {
		return fmt.Errorf("game %s: sketching the map: %w", p.game.ID, err)
	}
	if r.Kind != templates.Welcome {
		if r.Sketch, err = t.Scene(r.Sketch, marks); err != nil {
			return fmt.Errorf("game %s: choosing a part of the sketch: %w", p.game.ID, err)
		}
	} else {
		for _, place := range t.Gazetteer(o) {
			r.Places = append(r.Places, templates.Place(place))
		}
	}
	if err := closeUp(t, r, marks, o); err != nil {
		return fmt.Errorf("game %s: drawing the close-up: %w", p.game.ID, err)
	}
	return nil
}

// closeUp adds the close-up to a report, if anything has happened on the map.
func closeUp(t *chart.Theatre, r *templates.Report, marks []adjudicator.Mark, o chart.Options) (err error) {
	var fighting bool
	if o.Region, fighting, err = t.Busiest(marks); err != nil || len(o.Region) == 0 {
		return err
	}
	shows := "report.close-up.moved"
	if fighting {
		shows = "report.close-up.fought"
	}
	var names []string
	for _, id := range o.Region {
		name := o.Names(adjudicator.Term{Kind: "zone", ID: id})
		names = append(names, name)
		if name != id && numberedZone.MatchString(id) {
			names[len(names)-1] = id + " " + name
		}
	}
	o.Width = closeUpWidth
	o.Title = templates.For(r.Lang, r.Ruleset).Phrase(r.View.Turn) + " · " + names[0]
	drawn, err := picture(t, r.View, marks, o)
	if err != nil || len(r.Map.PNG)+len(drawn.PNG) > maxPictures {
		return err
	}
	r.CloseUp, r.CloseUp.Shows = drawn, adjudicator.Say(shows, "Zones", names)
	return nil
}

// numberedZone is a zone that players call by its number.
var numberedZone = regexp.MustCompile(`^[A-Z][0-9]+$`)

// picture draws one picture.
func picture(t *chart.Theatre, v adjudicator.View, marks []adjudicator.Mark, o chart.Options) (templates.Picture, error) {
	drawn, err := t.Draw(v, marks, o)
	return templates.Picture{PNG: drawn.PNG, Width: drawn.Width, Height: drawn.Height}, err
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
