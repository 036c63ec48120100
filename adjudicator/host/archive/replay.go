package archive

import (
	"fmt"
	"reflect"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
	"keryx/templates"
)

// The replay of a game is a page that a script fills: the map of its board, which is one file for all
// games of a ruleset, and of each turn a file with its steps. A step is something that happened with
// what followed from it, and what the map shows of it. The files hold of each step only what differs
// from the one before. Without scripts the page leads to the turns.

// replayFile is the page of a replay in the folder of its game.
const replayFile = "replay.html"

// boardName and replayName are the scripts with the board of a ruleset and with the steps of a turn,
// from the top of the site.
func boardName(ruleset, lang string) string {
	return fmt.Sprintf("data/boards/%s-%s.js", ruleset, lang)
}

func replayName(id string, turn int, lang string) string {
	return fmt.Sprintf("data/%s/replay-%d-%s.js", id, turn, lang)
}

// replayTurn is a turn of a replay.
type replayTurn struct {
	Start replayMap    `json:"start"` // how it stood at the first step, whole
	Own   []replayMap  `json:"own,omitempty"`
	Rows  []string     `json:"rows,omitempty"` // of the balance
	Steps []replayStep `json:"steps"`
}

// replayStep is a step of a replay.
type replayStep struct {
	Phase string       `json:"phase,omitempty"` // where another one begins
	Log   []replayLine `json:"log"`
	Marks []replayMark `json:"marks,omitempty"`
	Map   *replayMap   `json:"map,omitempty"` // what has changed
	Own   []*replayMap `json:"own,omitempty"` // and for each side
}

// replayLine is a line of the log.
type replayLine struct {
	Text    string    `json:"t,omitempty"`
	Depth   int       `json:"d,omitempty"`
	Why     string    `json:"w,omitempty"`
	Private [2]string `json:"p,omitzero"` // what a side alone was told
}

// replayMark is an arrow or a fight on the map.
type replayMark struct {
	Kind  string           `json:"kind"`
	Side  adjudicator.Side `json:"side"`
	Zones []string         `json:"zones"`
	Only  string           `json:"only,omitempty"` // "0" or "1": one side alone was told
}

// replayMap is a map, or what has changed on it: zones that are not named are as before.
type replayMap struct {
	Zones   map[string]*replayZone `json:"z,omitempty"`
	Edges   *[][3]string           `json:"e,omitempty"`
	Balance [][2]int               `json:"b,omitempty"`
}

// replayZone is what a map shows in a zone; a null is an empty one.
type replayZone struct {
	Stacks []replayStack `json:"s,omitempty"`
	Marks  []replaySign  `json:"m,omitempty"`
}

// replayStack is one side's pieces in a zone, in one counter.
type replayStack struct {
	Side     adjudicator.Side `json:"side"`
	Count    int              `json:"n,omitempty"` // units, without leaders
	Strength int              `json:"f,omitempty"` // force points of all
	Hidden   bool             `json:"h,omitempty"`
	Afloat   bool             `json:"a,omitempty"`
	Sign     string           `json:"sign,omitempty"`
	Leader   bool             `json:"l,omitempty"`
	Units    []string         `json:"u"` // in words
}

// replaySign is a mark of a zone.
type replaySign struct {
	Side     adjudicator.Side `json:"side"`
	Kind     string           `json:"kind"`
	Sign     string           `json:"sign,omitempty"`
	Name     string           `json:"name"`
	Strength int              `json:"f,omitempty"`
}

// replayIndex is what the script of the page begins with.
type replayIndex struct {
	Sides []string        `json:"sides"`
	Eyes  []string        `json:"eyes"` // both, and each side of an open game
	Turns []replayChapter `json:"turns"`
}

// replayChapter is a turn in the list of a replay.
type replayChapter struct {
	Number int    `json:"n"`
	Name   string `json:"name"`
	Page   string `json:"page"`
	File   string `json:"file"`
}

// writeReplay writes the replay of a game in a language: its page, and the files of turns that have
// changed. It reports whether there is one.
func (s *Site) writeReplay(l language, r row, c watch.Chronicle, title string, lines []turnLine, m *memo, keep map[string]bool) (bool, error) {
	plan, err := reports.PlanOf(c.Rules, l.tag)
	if err != nil || plan == nil || len(lines) == 0 {
		return false, err
	}
	if err := s.call(boardName(c.Ruleset, l.tag), "keryxBoard", plan); err != nil {
		return false, err
	}
	index := replayIndex{Sides: []string{l.side(c.Ruleset, r.Sides[0]), l.side(c.Ruleset, r.Sides[1])}}
	for _, e := range eyesOf(l, r) {
		index.Eyes = append(index.Eyes, e.Name)
	}
	folder := gameFolder(l, c.ID)
	on := folder + "/" + replayFile
	for i, line := range lines {
		name := replayName(c.ID, line.Number, l.tag)
		keep[name] = true
		index.Turns = append(index.Turns, replayChapter{line.Number, line.Name, turnFile(line.Number), up(on) + name})
		if line.Number < m.from {
			continue
		}
		if err := s.call(name, "keryxTurn", line.Number, replayOf(l.in(c.Ruleset), c, c.Turns[i])); err != nil {
			return false, err
		}
	}
	head := folder + "/replay.js"
	data, err := script("keryxReplay", index)
	if err != nil {
		return false, err
	}
	keep[head], keep[on] = true, true
	if err := s.tree.put(head, data); err != nil {
		return false, err
	}
	d := gameData{row: r, Lines: lines, Read: r.readable()}
	scripts := []string{l.tag + "/words.js", head, "board.js", boardName(c.Ruleset, l.tag), "replay.js"}
	return true, s.write(l, "replay", page{Path: on, Title: title, Data: d, Scripts: scripts})
}

// replayOf is a turn for the script of a replay.
func replayOf(p *templates.Printer, c watch.Chronicle, t watch.ChronicleTurn) replayTurn {
	var d replayTurn
	if len(t.Frames) == 0 {
		return d
	}
	first := t.Frames[0]
	d.Start = wholeMap(p, first.Map)
	for _, row := range first.Map.Balance {
		d.Rows = append(d.Rows, p.Phrase(row.Name))
	}
	if c.Open {
		d.Own = []replayMap{wholeMap(p, first.Own[0]), wholeMap(p, first.Own[1])}
	}
	last, at, phase := first, 0, ""
	for i, f := range t.Frames {
		end := f.Events
		if i+1 == len(t.Frames) {
			end = len(t.Events) // what is told after the last change
		}
		for _, group := range grouped(t.Events[min(at, end):end]) {
			step := stepOf(p, group)
			if len(step.Log) == 0 {
				continue
			}
			if step.Phase == phase {
				step.Phase = ""
			} else if step.Phase != "" {
				phase = step.Phase
			}
			d.Steps = append(d.Steps, step)
		}
		at = end
		if i == 0 {
			continue
		}
		if len(d.Steps) == 0 { // it has changed, and nothing was told
			d.Steps = append(d.Steps, replayStep{Log: []replayLine{}})
		}
		to := &d.Steps[len(d.Steps)-1]
		to.Map = joined(to.Map, changedMap(p, last.Map, f.Map))
		if c.Open {
			if to.Own == nil {
				to.Own = make([]*replayMap, 2)
			}
			for side := range f.Own {
				to.Own[side] = joined(to.Own[side], changedMap(p, last.Own[side], f.Own[side]))
			}
		}
		last = f
	}
	return d
}

// grouped parts events into what heads a story and what follows from it.
func grouped(events []adjudicator.Event) (all [][]adjudicator.Event) {
	for i, e := range events {
		if i == 0 || e.Depth == 0 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], e)
	}
	return all
}

// stepOf is what a step tells.
func stepOf(p *templates.Printer, events []adjudicator.Event) replayStep {
	var step replayStep
	for _, told := range p.Tell(events) {
		if step.Phase == "" {
			step.Phase = told.Phase
		}
		var why []string
		if told.Rule != "" {
			why = append(why, told.Rule)
		}
		step.Log = append(step.Log, replayLine{told.Text, told.Depth, strings.Join(append(why, told.Dice...), " · "), told.Private})
	}
	for _, e := range events {
		_, both := e.For(adjudicator.Observer)
		for _, m := range e.Marks {
			only := ""
			if !both {
				for side := adjudicator.Side(0); side < 2; side++ {
					if _, told := e.For(side); told {
						only += fmt.Sprint(int(side))
					}
				}
			}
			step.Marks = append(step.Marks, replayMark{m.Kind, m.Side, m.Zones, only})
		}
	}
	return step
}

// wholeMap is a whole map.
func wholeMap(p *templates.Printer, m reports.FrameMap) replayMap {
	d := changedMap(p, reports.FrameMap{}, m)
	if d == nil {
		return replayMap{}
	}
	return *d
}

// changedMap is what differs on a map from another; nil if nothing does.
func changedMap(p *templates.Printer, from, to reports.FrameMap) *replayMap {
	var d replayMap
	was := map[string]adjudicator.ZoneView{}
	for _, z := range from.Zones {
		was[z.Zone.ID] = z
	}
	set := func(id string, z *replayZone) {
		if d.Zones == nil {
			d.Zones = map[string]*replayZone{}
		}
		d.Zones[id] = z
	}
	for _, z := range to.Zones {
		old, ok := was[z.Zone.ID]
		delete(was, z.Zone.ID)
		if ok && reflect.DeepEqual(old, z) {
			continue
		}
		if shown := zoneOf(p, z); shown != nil || ok {
			set(z.Zone.ID, shown)
		}
	}
	for id := range was {
		set(id, nil)
	}
	if !reflect.DeepEqual(from.Edges, to.Edges) {
		edges := [][3]string{}
		for _, e := range to.Edges {
			edges = append(edges, [3]string{e.Zones[0].ID, e.Zones[1].ID, e.Kind})
		}
		d.Edges = &edges
	}
	if !reflect.DeepEqual(from.Balance, to.Balance) {
		for _, row := range to.Balance {
			d.Balance = append(d.Balance, row.Values)
		}
	}
	if d.Zones == nil && d.Edges == nil && d.Balance == nil {
		return nil
	}
	return &d
}

// joined is what has changed on a map after two changes of it.
func joined(a, b *replayMap) *replayMap {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	for id, z := range b.Zones {
		if a.Zones == nil {
			a.Zones = map[string]*replayZone{}
		}
		a.Zones[id] = z
	}
	if b.Edges != nil {
		a.Edges = b.Edges
	}
	if b.Balance != nil {
		a.Balance = b.Balance
	}
	return a
}

// zoneOf is what a map shows in a zone; nil for nothing.
func zoneOf(p *templates.Printer, z adjudicator.ZoneView) *replayZone {
	var d replayZone
	for _, s := range z.Stacks {
		for _, afloat := range []bool{true, false} {
			if stack, ok := stackOf(p, s, afloat); ok {
				d.Stacks = append(d.Stacks, stack)
			}
		}
	}
	for _, m := range z.Marks {
		name := p.Say("archive.js.held")
		if m.Kind != adjudicator.Held {
			name = p.Term(adjudicator.Term{Kind: "mark", ID: m.Kind})
		}
		d.Marks = append(d.Marks, replaySign{m.Side, m.Kind, m.Sign, name, m.Strength})
	}
	if d.Stacks == nil && d.Marks == nil {
		return nil
	}
	return &d
}

// stackOf is what of a stack floats, with the leaders where nothing else stands, or what does not.
func stackOf(p *templates.Printer, s adjudicator.StackView, afloat bool) (d replayStack, ok bool) {
	d = replayStack{Side: s.Side, Afloat: afloat}
	var words []string
	counts := map[string]int{}
	note := func(word string) {
		if counts[word]++; counts[word] == 1 {
			words = append(words, word)
		}
	}
	strongest, ships, others := -1, false, false
	for _, u := range s.Units {
		ships = ships || u.Afloat && !u.Leader
		others = others || !u.Afloat && !u.Leader
	}
	for _, u := range s.Units {
		if u.Leader {
			if afloat == (ships && !others) { // they go with what is ashore where there is both
				d.Leader = true
				note(p.Term(u.Name))
			}
			continue
		}
		if u.Afloat != afloat {
			continue
		}
		d.Count++
		d.Strength += u.Strength
		d.Hidden = d.Hidden || u.Hidden
		if u.Strength > strongest && !u.Hidden {
			strongest, d.Sign = u.Strength, u.Sign
		}
		note(unitWords(p, u))
	}
	for i, word := range words {
		if n := counts[word]; n > 1 {
			words[i] = fmt.Sprintf("%d × %s", n, word)
		}
	}
	d.Units = words
	return d, len(words) > 0
}

// unitWords says what a unit is.
func unitWords(p *templates.Printer, u adjudicator.UnitView) string {
	name := ""
	if u.Name.ID != "" {
		name = p.Term(u.Name)
	}
	if u.Hidden {
		return strings.TrimSpace(p.Term(adjudicator.Term{Kind: "map", ID: "hidden"}) + " " + name)
	}
	if u.Strength > 0 {
		name += fmt.Sprintf(" %d", u.Strength)
	}
	return name
}
