package hellespont

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
	"keryx/orders"
)

// OddsTable is a position made up to ask what its chances are: of combats (4),
// sieges (5), evasions (4.2.1), attrition (6.4), running past a fleet (3.5). The
// answers come from the code that resolves these things in play, without second
// throws by the Advantage (8).
type OddsTable struct{ g *game }

// OddsChance is an exact probability: so many of the equally likely throws.
type OddsChance struct {
	Ways int64 `json:"ways"`
	Of   int64 `json:"of"`
}

// Float returns the probability, 0 to 1.
func (c OddsChance) Float() float64 { return float64(c.Ways) / float64(c.Of) }

// OddsModifier is one modifier at work: of a die, a column, or a number of dice.
type OddsModifier struct {
	Letter string `json:"letter,omitempty"` // of the table of combat modifiers
	Key    string `json:"key"`              // of the message catalogues
	Name   string `json:"name,omitempty"`   // its text, once somebody has looked it up
	Value  int    `json:"value"`
	Rule   string `json:"rule"`
}

func oddsModifiers(m *bey.Modifiers) []OddsModifier {
	all := make([]OddsModifier, 0, len(m.All()))
	for _, mod := range m.All() {
		all = append(all, OddsModifier{Letter: mod.Letter, Key: mod.Key, Value: mod.Value, Rule: mod.Rule})
	}
	return all
}

// OddsLoss is what a side loses on the mean, or by one result. Its owner is taken to
// give up as little as he can.
type OddsLoss struct {
	PF         float64 `json:"pf"`         // force points, those carried included
	Weakened   float64 `json:"weakened"`   // units turned to their reverse
	Eliminated float64 `json:"eliminated"` // units lost
}

func (l *OddsLoss) add(m OddsLoss, share float64) {
	l.PF += m.PF * share
	l.Weakened += m.Weakened * share
	l.Eliminated += m.Eliminated * share
}

// ErrOdds reports a position that cannot be: a zone or counter that there is not.
var ErrOdds = errors.New("no such position")

// NewOdds returns an empty position in a month, "september", of a scenario with the
// options of its game; the first month if empty. It returns an error that wraps
// [ErrOdds] if there is no such scenario, option or month, or if the ruleset is not
// one of this package.
func NewOdds(r adjudicator.Ruleset, setup adjudicator.Setup, month string) (*OddsTable, error) {
	rs, ok := r.(*ruleset)
	if !ok {
		return nil, fmt.Errorf("%w: %s is not Hellespont", ErrOdds, r.Info().Name)
	}
	g, err := rs.empty(setup)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOdds, err)
	}
	if month != "" {
		if err := g.setMonth(month); err != nil {
			return nil, err
		}
	}
	g.advantage = adjudicator.Observer
	return &OddsTable{g}, nil
}

// setMonth sets the month in play by its name in any language.
func (g *game) setMonth(name string) error {
	if e, d := g.Lexicon.LookupString(name, data.MonthKind); d == nil {
		if m := g.Month(e.ID); m >= g.scenario.First && m <= g.scenario.Last {
			g.turn = m - g.scenario.First
			return nil
		}
	}
	var months []string
	for _, m := range g.Months[g.scenario.First : g.scenario.Last+1] {
		months = append(months, m.ID)
	}
	return fmt.Errorf("%w: the scenario has no month %q; it has %s", ErrOdds, name, strings.Join(months, ", "))
}

// SetAdvantage gives the Advantage to a side; at first nobody has it. It counts in
// sieges (5.1).
func (o *OddsTable) SetAdvantage(s adjudicator.Side) { o.g.advantage = s }

// Zone returns the zone of that name, in any language, or an error.
func (o *OddsTable) Zone(name string) (board.Zone, error) {
	e, d := o.g.Lexicon.LookupString(name, data.ZoneKind)
	if d != nil {
		return board.NoZone, fmt.Errorf("%w: no zone %q; zones are %s", ErrOdds, name, o.zoneNames())
	}
	return o.g.board.MustZone(e.ID), nil
}

// zoneNames lists the zones: T1 to T30, M1 to M23, the bases, and the ports by name.
func (o *OddsTable) zoneNames() string {
	g := o.g
	var names []string
	for _, kind := range [...]board.Set{g.lands, g.seas, g.bases} {
		all := g.zoneTerms(kind)
		names = append(names, all[0].ID+" to "+all[len(all)-1].ID)
	}
	for _, port := range g.zoneTerms(g.ports) {
		names = append(names, port.ID)
	}
	return strings.Join(names, ", ")
}

// Side returns the side whose leaders a force names, and Observer if it names none.
func (o *OddsTable) Side(force string) (adjudicator.Side, error) {
	f, err := o.read(force)
	if err != nil {
		return adjudicator.Observer, err
	}
	if len(f.leaders) == 0 {
		return adjudicator.Observer, nil
	}
	return o.g.leaders[f.leaders[0].leader].side, nil
}

// read reads a force in the order language: "T10 2xT4w Alcibiade".
func (o *OddsTable) read(text string) (force, error) {
	file, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n  lose " + text + "\n")
	if len(faults) > 0 {
		return force{}, o.unread(text, "")
	}
	r := &reader{Cursor: orders.NewCursor(&file.Groups[0].Statements[0]), p: o.g.printed, lex: o.g.Lexicon}
	f := r.force()
	r.fail(r.End())
	switch {
	case f.all:
		return force{}, o.unread(text, "“all”")
	case len(r.faults) > 0:
		at := r.faults[0].Span
		line := []rune(file.Groups[0].Statements[0].SourceLine(at.Line))
		word := ""
		if from, to := at.Column-1, min(at.End-1, len(line)); from >= 0 && from < to {
			word = "“" + string(line[from:to]) + "”"
		}
		return force{}, o.unread(text, word)
	}
	return f, nil
}

// unread says that a force cannot be read, because of a word if any is to blame, and
// how one is written.
func (o *OddsTable) unread(text, word string) error {
	if word == "" {
		word = "this"
	}
	var leaders []string
	counters := slices.Sorted(slices.Values(o.g.labels))
	for i := range o.g.Leaders {
		leaders = append(leaders, o.g.Leaders[i].ID)
	}
	return fmt.Errorf("%w: the force %q does not read at %s; write \"T10 2xT4w Alcibiade\", of the counters %s (w behind a weakened one) and the leaders %s",
		ErrOdds, text, word, strings.Join(counters, " "), strings.Join(leaders, " "))
}

// Place puts counters of a side into a zone. It returns an error that wraps
// [ErrOdds] if the side has no such counters left, or they cannot be there.
func (o *OddsTable) Place(s adjudicator.Side, z board.Zone, text string) error {
	f, err := o.read(text)
	if err != nil {
		return err
	}
	if wrong := o.put(s, z, f); wrong != nil {
		return wrong.err
	}
	return nil
}

// misplaced says which counters of a force cannot be where they should be.
type misplaced struct {
	span orders.Span
	code string // of the catalogues' "diagnostic.CODE"
	args []any
	err  error
}

// put puts the counters of a force into a zone, or says which of them cannot be there.
func (o *OddsTable) put(s adjudicator.Side, z board.Zone, f force) *misplaced {
	g := o.g
	for _, it := range f.items {
		for range it.count {
			u := o.spare(s, it.label)
			if u == noUnit {
				return &misplaced{it.span, "odds-no-counter", []any{"Side", sideTerm(s), "Counter", g.labels[it.label]},
					fmt.Errorf("%w: %s has no more counters %s: there are %d of them", ErrOdds, sideIDs[s], g.labels[it.label], o.printed(s, it.label))}
			}
			if g.units[u].class == naval && g.lands.Has(z) {
				return &misplaced{it.span, "odds-ships-ashore", []any{"Zone", g.zoneTerm(z)},
					fmt.Errorf("%w: ships in %s: name land units, or a zone of sea", ErrOdds, g.board.Name(z))}
			}
			g.place(u, z)
			if it.weak {
				g.turnOver(u, true)
			}
		}
	}
	for _, n := range f.leaders {
		if g.leaders[n.leader].side != s {
			return &misplaced{n.span, "odds-wrong-leader", []any{"Leader", g.leaderTerm(n.leader), "Side", sideTerm(s)},
				fmt.Errorf("%w: %s is not a leader of %s; the first force is the active side's, which --side names", ErrOdds, g.Leaders[n.leader].ID, sideIDs[s])}
		}
		g.placeLeader(n.leader, z)
	}
	return nil
}

// printed counts the counters of a side that show the same.
func (o *OddsTable) printed(s adjudicator.Side, label uint8) int {
	n := 0
	for rest := o.g.of[s]; !rest.empty(); {
		if o.g.units[rest.pop()].label == label {
			n++
		}
	}
	return n
}

// spare returns a counter of a side that is not on the map yet, or noUnit.
func (o *OddsTable) spare(s adjudicator.Side, label uint8) unit {
	for rest := o.g.of[s]; !rest.empty(); {
		if u := rest.pop(); o.g.units[u].label == label && o.g.where[u] == board.NoZone {
			return u
		}
	}
	return noUnit
}

// Came says from where a side's units entered a zone in this action phase, and
// whether by an amphibious movement: this shifts the column of combats on land.
func (o *OddsTable) Came(s adjudicator.Side, to, from board.Zone, amphibious bool) {
	for units := o.g.unitsAt(s, to); !units.empty(); {
		o.g.phase.entry[units.pop()] = entry{from: from, amphibious: amphibious}
	}
}

// names lists the counters of a side in a zone.
func (o *OddsTable) names(s adjudicator.Side, z board.Zone) []string {
	var names []string
	for _, term := range o.g.present(s, z) {
		names = append(names, term.ID)
	}
	return names
}

// lost compares a side's units with what they were before.
func (g *game) lost(before *game, s adjudicator.Side) OddsLoss {
	var l OddsLoss
	for units := g.of[s]; !units.empty(); {
		u := units.pop()
		switch {
		case before.where[u] == board.NoZone:
		case g.where[u] == board.NoZone:
			l.PF += float64(before.strength(u))
			l.Eliminated++
		case g.weak.has(u) && !before.weak.has(u):
			l.PF += float64(before.strength(u) - g.strength(u))
			l.Weakened++
		}
	}
	return l
}

// give makes a side give up what a form's default chooses, and then what its ships
// cannot carry any more (3.3).
func (g *game) give(f *unitsForm, s adjudicator.Side) {
	if f == nil {
		return
	}
	units := f.Default().(unitsAnswer).units
	zones := g.zonesOf(units)
	for !units.empty() {
		g.weaken(units.pop())
	}
	for z := range zones.Intersect(g.seas).All() {
		for g.navalPF(s, z) < 5*g.landPF(s, z) {
			troops := g.landAt(s, z)
			a := (&sacrificeForm{g: g, side: s, zone: z, from: troops, rule: "3.3"}).Default().(sacrifice)
			if g.navalPF(s, z) < 5 {
				g.eliminate(troops.nth(0))
			} else {
				g.weaken(a.unit)
			}
		}
	}
}

// Anchorage returns the sea zone from which ships enter a port, the first if there
// are several, or NoZone for any other zone.
func (o *OddsTable) Anchorage(port board.Zone) board.Zone {
	near := o.g.board.Near(port, board.BySea).Intersect(o.g.seas)
	if !o.g.ports.Has(port) || near.Empty() {
		return board.NoZone
	}
	return near.First()
}
