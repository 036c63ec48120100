package archive

import (
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/store"
	"keryx/templates"
)

// gameData is the page of a game.
type gameData struct {
	row
	Referee  string
	Delay    string
	Opens    host.Opens
	Never    bool
	Failed   bool
	Waiting  bool // it has ended and is not open
	Lines    []turnLine
	Settings []string
	Outcome  string
	Why      []string
	Entries  []entryLine
	Looks    []templates.Look
}

// LastLine is the last turn that is shown.
func (d gameData) LastLine() turnLine { return d.Lines[len(d.Lines)-1] }

// turnLine is a turn in the list of a game.
type turnLine struct {
	Number int
	Name   string
	Ended  time.Time
	Tally  []string
	Map    string // from the top of the site; empty if there is none
	Alt    string
	Width  int
	Height int
}

// entryLine is a line of a ledger.
type entryLine struct {
	Seq  int
	Kind string
	Side string
	Time time.Time
	Hash string
}

// writeGame writes the pages of a game in all languages, and removes those that it has no
// more.
func (s *Site) writeGame(b *book, c host.Chronicle) (row, error) {
	r := row{ID: c.ID, Ruleset: c.Ruleset, Scenario: c.Scenario, Created: c.Created, Ended: c.Ended,
		Running: c.Status != store.Ended, Open: c.Open, Turns: len(c.Turns), Turn: map[string]string{}, Result: c.Result,
		Page: b.place(c.ID, c.Created)}
	if n := len(c.Turns); n > 0 {
		r.Shown = c.Turns[n-1].Ended
	}
	for i, seat := range c.Seats {
		r.Sides[i], r.Seats[i] = seat.Side, seatRowOf(b, seat)
	}
	keep := map[string]bool{}
	for _, l := range s.langs {
		if n := len(c.Turns); n > 0 {
			r.Turn[l.tag] = l.in(c.Ruleset).Phrase(c.Turns[n-1].Name)
		}
		if err := s.writeGameIn(l, r, c, keep); err != nil {
			return r, err
		}
	}
	if err := s.writeProof(c, keep); err != nil {
		return r, err
	}
	r.Words = wordsOf(s.langs, r, c)
	for _, l := range s.langs {
		if err := s.tree.prune(gameFolder(l, c.ID), keep); err != nil {
			return r, err
		}
	}
	if err := s.tree.prune("data/"+c.ID, keep); err != nil {
		return r, err
	}
	return r, s.tree.prune("maps/"+c.ID, keep)
}

func gameFolder(l language, id string) string { return l.tag + "/games/" + id }

// writeGameIn writes the pages of a game in one language.
func (s *Site) writeGameIn(l language, r row, c host.Chronicle, keep map[string]bool) error {
	p := l.in(c.Ruleset)
	d := gameData{row: r, Referee: c.Referee, Delay: c.Showing.Delay.String(), Opens: c.Showing.Opens, Never: c.Never,
		Failed: c.Status == store.Ended && len(c.Turns) == 0, Waiting: c.Status == store.Ended && !c.Open, Looks: c.Looks,
		Settings: settings(p, c)}
	if c.Result != nil {
		d.Outcome = p.Outcome(c.Result, r.Sides)
		for _, why := range c.Result.Why {
			d.Why = append(d.Why, p.Phrase(why))
		}
	}
	for _, e := range c.Proof.Entries {
		side := ""
		if e.Side != "" {
			side = l.side(c.Ruleset, e.Side)
		}
		d.Entries = append(d.Entries, entryLine{e.Seq, p.Say("archive.entry." + string(e.Kind)), side, e.Time, e.Hash.String()})
	}
	title := p.Say(c.Ruleset+".name") + " · " + c.ID
	for i, turn := range c.Turns {
		line, err := s.turnMap(l, c, turn, keep)
		if err != nil {
			return err
		}
		for _, phrase := range turn.Tally {
			line.Tally = append(line.Tally, p.Phrase(phrase))
		}
		d.Lines = append(d.Lines, line)
		data := turnPage(l, r, c, i, line)
		name := gameFolder(l, c.ID) + "/" + turnFile(turn.Number)
		keep[name] = true
		p := page{Path: name, Title: line.Name + " · " + title, Data: data, Scripts: checkScripts(l, c)}
		if err := s.write(l, "turn", p); err != nil {
			return err
		}
	}
	if err := s.gameFeed(l, r, c, d.Lines, keep); err != nil {
		return err
	}
	scripts := checkScripts(l, c)
	leaf, err := s.writeLeaf(l, c.ID, d.Lines, keep)
	if err != nil {
		return err
	}
	if leaf != "" {
		scripts = append(scripts, l.tag+"/words.js", leaf, "leaf.js")
	}
	name := gameFolder(l, c.ID) + "/index.html"
	keep[name] = true
	return s.write(l, "game", page{Path: name, Title: title, Data: d, Scripts: scripts, Feed: gameFolder(l, c.ID) + "/feed.atom"})
}

// checkScripts are those that compute the dice of an open game again.
func checkScripts(l language, c host.Chronicle) []string {
	if !c.Open {
		return nil
	}
	return []string{l.tag + "/words.js", "hash.js", proofName(c.ID), "check.js"}
}

// mapWidth is how many pixels wide the maps are: twice what a letter shows.
const mapWidth = 1216

// turnMap draws the map of a turn.
func (s *Site) turnMap(l language, c host.Chronicle, t host.ChronicleTurn, keep map[string]bool) (turnLine, error) {
	p := l.in(c.Ruleset)
	line := turnLine{Number: t.Number, Name: p.Phrase(t.Name), Ended: t.Ended}
	drawn, err := host.DrawMap(c.Rules, l.tag, t.View, t.Events, mapWidth)
	if err != nil || drawn.PNG == nil {
		return line, err
	}
	line.Map, line.Width, line.Height = fmt.Sprintf("maps/%s/%d-%s.png", c.ID, t.Number, l.tag), drawn.Width, drawn.Height
	line.Alt = p.Say("archive.map-alt", "Turn", line.Name)
	keep[line.Map] = true
	return line, s.tree.put(line.Map, drawn.PNG)
}

// settings lists the readings of the rules that a game is played by, where they differ from
// the usual.
func settings(p *templates.Printer, c host.Chronicle) (all []string) {
	for _, o := range c.Rules.Info().Options {
		value, chosen := c.Options[o.ID]
		if !chosen || !o.In(c.Scenario) {
			continue
		}
		what := p.Phrase(o.Meaning)
		all = append(all, p.Say("report.setting", "What", what, "Value", p.Term(adjudicator.Term{Kind: "option", ID: o.ID + "." + value})))
	}
	return all
}

// turnData is the page of a turn.
type turnData struct {
	row
	turnLine
	Prev, Next int // numbers of turns; 0 if there is none
	Told       []templates.Telling
	Balance    templates.Tabled
	Tables     []templates.Tabled
	Names      [2]string // of the sides
	Whole      *wholeData
	Outcome    string
}

// wholeData is what an open game tells of a turn besides.
type wholeData struct {
	Tables   [2][]templates.Tabled
	Standing [2]string
	Orders   []ordersData
	Rulings  []host.SignedOrders
	Answers  []answerData
}

// ordersData are orders as they were signed.
type ordersData struct {
	host.SignedOrders
	Name string // of the side
}

// answerData is how a question was answered.
type answerData struct{ Name, Words, From string }

// turnPage is what the page of a turn holds.
func turnPage(l language, r row, c host.Chronicle, i int, line turnLine) turnData {
	p, t := l.in(c.Ruleset), c.Turns[i]
	d := turnData{row: r, turnLine: line, Told: p.Tell(t.Events), Tables: p.Tables(t.View)}
	for side, id := range r.Sides {
		d.Names[side] = l.side(c.Ruleset, id)
	}
	d.Balance = p.Balance(t.View, d.Names)
	if i > 0 {
		d.Prev = c.Turns[i-1].Number
	}
	if i+1 < len(c.Turns) {
		d.Next = c.Turns[i+1].Number
	} else if c.Result != nil {
		d.Outcome = p.Outcome(c.Result, r.Sides)
	}
	if t.Whole != nil {
		d.Whole = wholeOf(p, d, t.Whole)
	}
	return d
}

// wholeOf is what was hidden in a turn, in words.
func wholeOf(p *templates.Printer, d turnData, whole *host.WholeTurn) *wholeData {
	w := &wholeData{Rulings: whole.Rulings}
	shared := func(t templates.Tabled) bool {
		return slices.ContainsFunc(d.Tables, func(o templates.Tabled) bool { return same(o, t) })
	}
	for side, v := range whole.Views {
		for _, t := range p.Tables(v) {
			if !shared(t) {
				w.Tables[side] = append(w.Tables[side], t)
			}
		}
		w.Standing[side] = whole.Standing[side][min(int(p.Language()), 1)]
	}
	for _, o := range whole.Orders {
		w.Orders = append(w.Orders, ordersData{o, d.Names[o.Side]})
	}
	for _, a := range whole.Answers {
		w.Answers = append(w.Answers, answerData{d.Names[a.Side], p.Words(a.Words),
			p.Say("report.from."+string(a.From), "Line", a.Line, "Rule", a.Rule)})
	}
	return w
}

// same reports whether two tables say the same.
func same(a, b templates.Tabled) bool {
	return a.Title == b.Title && slices.Equal(a.Columns, b.Columns) && slices.EqualFunc(a.Rows, b.Rows, slices.Equal[[]string])
}

// turnFile is the page of a turn in the folder of its game.
func turnFile(number int) string { return fmt.Sprintf("turn-%d.html", number) }
