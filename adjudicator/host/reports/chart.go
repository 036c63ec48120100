package reports

import (
	"cmp"
	"fmt"
	"image"
	"reflect"
	"slices"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/orders/pattern"
	"keryx/templates"
	"keryx/templates/chart"
)

// The widths in pixels of the map in a report and of the close-up, which a letter shows at
// half of them: a letter is some 600 wide, and both are sharp on a telephone, on a screen
// with small pixels and on paper.
const (
	density      = 2 // pixels of a picture to one of the letter
	mapWidth     = 608 * density
	closeUpWidth = 480 * density
)

// widths are those of the pictures of a letter, of its map and of its close-up.
type widths struct{ whole, near int }

// widthsOf are the widths that the pictures of a report are tried with, one after the other until the
// letter is light enough.
func widthsOf(r *templates.Report) []widths {
	if post.LimitOf(r) == post.LongLetter {
		return []widths{{mapWidth * 3 / 4, closeUpWidth}, {mapWidth * 5 / 8, closeUpWidth}, {mapWidth * 5 / 8, closeUpWidth * 3 / 4},
			{mapWidth * 9 / 16, closeUpWidth * 3 / 4}, {mapWidth / 2, closeUpWidth * 3 / 4}}
	}
	return []widths{{mapWidth, closeUpWidth}, {mapWidth * 3 / 4, closeUpWidth}}
}

// Theatres are the rulesets' boards, made ready to be drawn, by ruleset name and
// version.
var Theatres sync.Map

// theatre returns a ruleset's board, or nil if it has none that can be drawn.
func theatre(rules adjudicator.Ruleset) (*chart.Theatre, error) {
	charted, ok := rules.(adjudicator.Charted)
	if !ok {
		return nil, nil
	}
	info := rules.Info()
	key := info.Name + " " + info.Version
	if t, ok := Theatres.Load(key); ok {
		return t.(*chart.Theatre), nil
	}
	m, g := charted.Chart()
	t, err := chart.NewTheatre(m, g)
	if err != nil {
		return nil, fmt.Errorf("the map of %s: %w", info.Name, err)
	}
	Theatres.Store(key, t)
	return t, nil
}

// Draw makes the pictures of a report, from the side's view and what it is told: the
// map, and a close-up of where there was
// fighting or else of where most moved. A receipt that tells of nothing on the map
// has none, but where a new turn has begun; a question that finds all as the last report showed it
// has no map. Who wants no pictures is sent the map in letters
// instead; who asks for the position is sent both. Lighter draws smaller ones; it is nil where
// there is no map.
func Draw(p *play.Position, side adjudicator.Side, r *templates.Report) (lighter post.Lightening, err error) {
	var marks []adjudicator.Mark
	for _, c := range r.Story {
		marks = append(marks, marksFor(c.Events, side)...)
	}
	if r.Kind == templates.Receipt && len(marks) == 0 && len(p.Chapters) == 0 {
		return nil, nil
	}
	t, err := theatre(p.Rules)
	if err != nil || t == nil {
		return nil, err
	}
	printer := templates.For(r.Lang, r.Ruleset)
	sizes := widthsOf(r)
	o := chart.Options{Width: sizes[0].whole,
		Title: printer.Say(r.Ruleset+".name") + " · " + printer.Phrase(r.View.Turn),
		Names: placeNames(p.Rules.(adjudicator.Charted), printer)}
	r.Boards, r.Whole = t.Boards(), !t.Framed()
	if r.Kind == templates.Welcome {
		for _, place := range t.Gazetteer(o) {
			r.Places = append(r.Places, templates.Place(place))
		}
	}
	if r.Plain || r.Kind == templates.Waiting {
		if err := sketch(t, r, marks, o); err != nil {
			return nil, fmt.Errorf("game %s: sketching the map: %w", p.Game.ID, err)
		}
	}
	if r.Plain {
		return nil, nil
	}
	if err := closeUp(t, r, marks, o, sizes[0].near); err != nil {
		return nil, fmt.Errorf("game %s: drawing the close-up: %w", p.Game.ID, err)
	}
	if len(marks)+len(p.Chapters) == 0 && stands(r) {
		return nil, nil
	}
	if r.Map, err = picture(t, r.View, marks, o); err != nil {
		return nil, fmt.Errorf("game %s: drawing the map: %w", p.Game.ID, err)
	}
	return func(r *templates.Report) (bool, error) {
		if len(sizes) < 2 {
			return false, nil
		}
		was := sizes[0]
		sizes = sizes[1:]
		var err error
		if o.Width = sizes[0].whole; o.Width != was.whole {
			if r.Map, err = picture(t, r.View, marks, o); err != nil {
				return false, fmt.Errorf("game %s: drawing the map: %w", p.Game.ID, err)
			}
		}
		if len(r.CloseUp.PNG) > 0 && sizes[0].near != was.near {
			if err = closeUp(t, r, marks, o, sizes[0].near); err != nil {
				return false, fmt.Errorf("game %s: drawing the close-up: %w", p.Game.ID, err)
			}
		}
		return true, nil
	}, nil
}

// stands reports whether the reader has the map of a letter already: his last report showed the same,
// and this one only asks, or gives a file back.
func stands(r *templates.Report) bool {
	switch r.Kind {
	case templates.Asked, templates.Faulty, templates.Duplicate:
		return r.Before != nil && reflect.DeepEqual(r.Before.Zones, r.View.Zones)
	}
	return false
}

// sketch adds the map in letters to a report: whole to a first letter, else the parts in which
// something happened.
func sketch(t *chart.Theatre, r *templates.Report, marks []adjudicator.Mark, o chart.Options) (err error) {
	if r.Sketch, err = t.Sketch(r.View, marks, o); err != nil || r.Kind == templates.Welcome {
		return err
	}
	r.Sketch, err = t.Scene(r.Sketch, marks)
	return err
}

// region chooses what the close-up of a report is made of, and how its caption calls that:
// the zones that the question names, or that what is told with it names, or else where there was fighting or where most moved.
// There is none if nothing has happened on the map and no place is asked about; and none of zones in
// which nothing stands and nobody has fought: that would be a picture of an empty sea.
func region(t *chart.Theatre, r *templates.Report, marks []adjudicator.Mark) (zones []string, shows string, err error) {
	if r.Question != nil {
		asked := zonesIn(r.Question.Prompt)
		if len(asked) == 0 {
			for _, fact := range r.Question.Facts {
				asked = append(asked, placeOf(fact)...)
			}
		}
		slices.SortStableFunc(asked, func(a, b string) int { return cmp.Compare(emptiness(r.View, a), emptiness(r.View, b)) })
		if len(asked) > 0 && emptiness(r.View, asked[0]) == 0 {
			zones, err = t.Together(asked)
			return zones, "report.close-up.asked", err
		}
	}
	zones, fighting, err := t.Busiest(marks)
	if fighting {
		return zones, "report.close-up.fought", err
	}
	if !slices.ContainsFunc(zones, func(z string) bool { return emptiness(r.View, z) == 0 }) {
		return nil, "", err
	}
	return zones, "report.close-up.moved", err
}

// emptiness is 0 for a zone in which something stands, as a side sees it, and 1 for another.
func emptiness(v adjudicator.View, zone string) int {
	if slices.ContainsFunc(v.Zones, func(z adjudicator.ZoneView) bool { return z.Zone.ID == zone && len(z.Stacks) > 0 }) {
		return 0
	}
	return 1
}

// placeOf is the zone that a fact is about: one that it names by itself. What it lists besides, such as what comes
// within reach from there, is elsewhere; a fact that only lists is about all of it.
func placeOf(fact adjudicator.Phrase) (ids []string) {
	for _, arg := range fact.Args {
		if term, ok := arg.(adjudicator.Term); ok && term.Kind == "zone" {
			ids = append(ids, term.ID)
		}
	}
	if len(ids) == 0 {
		return zonesIn(fact)
	}
	return ids
}

// zonesIn lists the zones that a phrase names.
func zonesIn(p adjudicator.Phrase) (ids []string) {
	add := func(terms ...adjudicator.Term) {
		for _, term := range terms {
			if term.Kind == "zone" {
				ids = append(ids, term.ID)
			}
		}
	}
	for _, arg := range p.Args {
		switch a := arg.(type) {
		case adjudicator.Term:
			add(a)
		case adjudicator.Terms:
			add(a...)
		case adjudicator.Path:
			add(a...)
		case adjudicator.Either:
			add(a...)
		case adjudicator.Phrase:
			ids = append(ids, zonesIn(a)...)
		case []adjudicator.Phrase:
			for _, inner := range a {
				ids = append(ids, zonesIn(inner)...)
			}
		}
	}
	return ids
}

// closeUp adds the close-up to a report, so many pixels wide, if there is anything to show.
func closeUp(t *chart.Theatre, r *templates.Report, marks []adjudicator.Mark, o chart.Options, width int) error {
	zones, shows, err := region(t, r, marks)
	if err != nil || len(zones) == 0 {
		return err
	}
	if o.Region, err = frame(t, r, marks, zones); err != nil {
		return err
	}
	var names []string
	for _, id := range zones {
		name := o.Names(adjudicator.Term{Kind: "zone", ID: id})
		names = append(names, name)
		if name != id && numberedZone.MatchString(id) {
			names[len(names)-1] = id + " " + name
		}
	}
	o.Width = width
	o.Title = templates.For(r.Lang, r.Ruleset).Phrase(r.View.Turn) + " · " + names[0]
	drawn, err := picture(t, r.View, marks, o)
	if err != nil {
		return err
	}
	r.CloseUp, r.CloseUp.Shows = drawn, adjudicator.Say(shows, "Zones", names)
	return nil
}

// frame widens the zones of a close-up: where there was a siege, or where the question says so, those who
// stand in the zones beside are to be seen.
func frame(t *chart.Theatre, r *templates.Report, marks []adjudicator.Mark, zones []string) ([]string, error) {
	around := r.Question != nil && r.Question.Around
	for _, m := range marks {
		around = around || m.Kind == "siege" && len(m.Zones) > 0 && slices.Contains(zones, m.Zones[len(m.Zones)-1])
	}
	if !around {
		return zones, nil
	}
	return t.Besieged(r.View, zones)
}

// numberedZone is a zone that players call by its number.
var numberedZone = pattern.New(`^[A-Z][0-9]+$`)

// picture draws one picture, for a letter that shows it at half its width.
func picture(t *chart.Theatre, v adjudicator.View, marks []adjudicator.Mark, o chart.Options) (templates.Picture, error) {
	drawn, err := t.Draw(v, marks, o)
	return templates.Picture{PNG: drawn.PNG, Width: drawn.Width / density, Height: drawn.Height / density}, err
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

// DrawMap draws the board as a view shows it, with the marks of the events that its side was
// told of, in a language and so many pixels wide, as a file that is to be kept. It returns no
// picture for a game whose board cannot be drawn.
func DrawMap(rules adjudicator.Ruleset, lang string, v adjudicator.View, events []adjudicator.Event, width int) (chart.Picture, error) {
	t, err := theatre(rules)
	if err != nil || t == nil {
		return chart.Picture{}, err
	}
	return t.Draw(v, marksFor(events, v.Side), mapOptions(rules, lang, v, width))
}

// PaintMap draws the map of [DrawMap] as pixels, and the ground that it is drawn upon. Both are nil for a game whose board
// cannot be drawn.
func PaintMap(rules adjudicator.Ruleset, lang string, v adjudicator.View, events []adjudicator.Event, width int) (ground, whole *image.Paletted, err error) {
	t, err := theatre(rules)
	if err != nil || t == nil {
		return nil, nil, err
	}
	return t.Paint(v, marksFor(events, v.Side), mapOptions(rules, lang, v, width))
}

// MapEdition changes whenever maps that have not changed are drawn otherwise.
const MapEdition = chart.Edition

// MapDigest tells what [DrawMap] would draw from what it would draw otherwise, without drawing. It is
// empty for a game whose board cannot be drawn.
func MapDigest(rules adjudicator.Ruleset, lang string, v adjudicator.View, events []adjudicator.Event, width int) (string, error) {
	t, err := theatre(rules)
	if err != nil || t == nil {
		return "", err
	}
	digest, err := t.Digest(v, marksFor(events, v.Side), mapOptions(rules, lang, v, width))
	return rules.Info().Version + "-" + digest, err
}

// PrintedMap draws the map of [DrawMap] as a page for printing (PDF), headed with the game's ID.
func PrintedMap(rules adjudicator.Ruleset, lang string, v adjudicator.View, events []adjudicator.Event, id string) ([]byte, error) {
	t, err := theatre(rules)
	if err != nil || t == nil {
		return nil, err
	}
	o := mapOptions(rules, lang, v, 0)
	o.Title += " · " + id
	return t.Sheet(v, marksFor(events, v.Side), o, lang)
}

// PlanOf is the board of a ruleset in shapes, for a page that draws the map itself, with its words in a
// language. It is nil for a game whose board cannot be drawn.
func PlanOf(rules adjudicator.Ruleset, lang string) (*chart.Plan, error) {
	t, err := theatre(rules)
	if err != nil || t == nil {
		return nil, err
	}
	plan, err := t.Plan(placeNames(rules.(adjudicator.Charted), templates.For(lang, rules.Info().Name)))
	return &plan, err
}

// mapOptions are how the map of a view is drawn.
func mapOptions(rules adjudicator.Ruleset, lang string, v adjudicator.View, width int) chart.Options {
	name := rules.Info().Name
	printer := templates.For(lang, name)
	return chart.Options{Width: width, Kept: true, Title: printer.Say(name+".name") + " · " + printer.Phrase(v.Turn),
		Names: placeNames(rules.(adjudicator.Charted), printer)}
}

// marksFor are what a map shows of the events that a side was told of.
func marksFor(events []adjudicator.Event, side adjudicator.Side) (marks []adjudicator.Mark) {
	for _, e := range events {
		if _, told := e.For(side); told {
			marks = append(marks, e.Marks...)
		}
	}
	return marks
}
