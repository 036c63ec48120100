package archive

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/outcome"
	"keryx/store"
	"keryx/templates"
)

// gameData is the page of a game.
type gameData struct {
	row
	Referee  string
	Delay    string
	Opens    play.Opens
	Never    bool
	Failed   bool
	Waiting  bool // it has ended and is not open
	Lines    []turnLine
	Film     filmLine
	Replay   bool // it can be replayed step by step
	Settings []string
	Outcome  string
	Why      []string
	Entries  []entryLine
	Looks    []templates.Look
	League   *leagueOf // nil: it is a game of none
	Read     bool      // it can be read without its result
	Must     mustData  // what has to be in its proof, once it is open
	First    int       // turn that is shown
	Eyes     []eyes    // with which it can be read
}

// eyes are those of both sides, or of one. Which of them a page is read with, the anchor of
// its address says, and the links to the turns beside it say it on.
type eyes struct {
	ID   string // of the anchor: "as-athens"; empty of both
	Name string
}

// Anchor is what the address of a page ends with.
func (e eyes) Anchor() string {
	if e.ID == "" {
		return ""
	}
	return "#" + e.ID
}

// eyesOf are those that a game can be read with.
func eyesOf(l language, r row) []eyes {
	all := []eyes{{Name: l.words.Say("archive.eyes-both")}}
	if r.Open {
		for _, side := range r.Sides {
			all = append(all, eyes{"as-" + side, l.side(r.Ruleset, side)})
		}
	}
	return all
}

// readable tells whether a game can be read without its result: it is over, and has turns.
func (r row) readable() bool { return !r.Running && r.Turns > 0 }

// LastLine is the last turn that is shown.
func (d gameData) LastLine() turnLine { return d.Lines[len(d.Lines)-1] }

// turnLine is a turn in the list of a game.
type turnLine struct {
	Number int
	Name   string
	Ended  time.Time
	Tally  []string
	mapFile
	Own [2]mapFile // what a side saw, of an open game, where that is another map
}

// entryLine is a line of a ledger.
type entryLine struct {
	Seq  int
	Kind string
	Side string
	Time time.Time
	Hash string
}

// writeGame writes the pages of a game in all languages, of its turns those that have changed,
// and removes those that it has no more.
func (s *Site) writeGame(b *book, c watch.Chronicle, m *memo) (row, error) {
	on, err := b.place(c.ID, c.Created)
	if err != nil {
		return row{}, err
	}
	r := row{ID: c.ID, Ruleset: c.Ruleset, Scenario: c.Scenario, Created: c.Created, Ended: c.Ended,
		Running: c.Status != store.Ended, Open: c.Open, Turns: len(c.Turns), Turn: map[string]string{},
		Page: on}
	how := c.Outcome
	if play := b.playedFor(c.ID); play != nil && !r.Running {
		how = how.With(play.season.state.Outcome(play.game))
	}
	r.Result = how.Verdict
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
		if err := s.writeGameIn(b, l, r, how, c, m, keep); err != nil {
			return r, err
		}
	}
	r.Used = m.use(c)
	r.Small = keep[picture.SmallName(c.ID, s.langs[0].tag)]
	if err := s.writeProof(c, keep); err != nil {
		return r, err
	}
	found := wordsOf(s.langs, r, m.since(c))
	if m.from > 0 {
		found.merge(m.Words, m.from)
	}
	m.Words = found
	for _, l := range s.langs {
		if err := s.tree.prune(gameFolder(l, c.ID), keep); err != nil {
			return r, err
		}
	}
	if err := s.tree.prune("data/"+c.ID, keep); err != nil {
		return r, err
	}
	if err := s.tree.prune("maps/"+c.ID, keep); err != nil {
		return r, err
	}
	if err := s.tree.noteSizes(c.ID, keep); err != nil {
		return r, err
	}
	return r, s.tree.note(memoName(c.ID), m)
}

func gameFolder(l language, id string) string { return l.tag + "/games/" + id }

// writeGameIn writes the pages of a game in one language.
func (s *Site) writeGameIn(b *book, l language, r row, how outcome.Outcome, c watch.Chronicle, m *memo, keep map[string]bool) error {
	p := l.in(c.Ruleset)
	d := gameData{row: r, Referee: c.Referee, Delay: p.Phrase(club.SpanTold(c.Showing.Delay.Duration)), Opens: c.Showing.Opens, Never: c.Never,
		Failed: c.Status == store.Ended && len(c.Turns) == 0, Waiting: c.Status == store.Ended && !c.Open, Looks: c.Looks,
		Settings: settings(p, c)}
	if c.Open {
		d.Must = must(c)
	}
	d.Outcome, d.Why = l.result(r), p.History(how, l.sides(r))
	for _, e := range c.Proof.Entries {
		side := ""
		if e.Side != "" {
			side = l.side(c.Ruleset, e.Side)
		}
		d.Entries = append(d.Entries, entryLine{e.Seq, p.Say("archive.entry." + string(e.Kind)), side, e.Time, e.Hash.String()})
	}
	if play := b.playedFor(c.ID); play != nil {
		d.League = &leagueOf{play.season.id, play.season.name, gameOf(l, play.season, play.game, b).Result}
	}
	title := p.Say(c.Ruleset+".name") + " · " + c.ID
	about := p.Say("archive.about-game", "Game", p.Say(c.Ruleset+".name"), "Scenario", p.Term(adjudicator.Term{Kind: "scenario", ID: c.Scenario}),
		"First", l.seat(r.Seats[0])+" ("+l.side(c.Ruleset, r.Sides[0])+")", "Second", l.seat(r.Seats[1])+" ("+l.side(c.Ruleset, r.Sides[1])+")")
	for i, turn := range c.Turns {
		name, line := gameFolder(l, c.ID)+"/"+turnFile(turn.Number), m.line(turn.Number, l.tag)
		keep[name] = true
		if turn.Number < m.from {
			line.kept(keep)
			s.tree.keepOlder(line, keep)
			d.Lines = append(d.Lines, line)
			continue
		}
		line, err := s.turnMap(l, c, turn, m.line(turn.Number, s.langs[0].tag).mapFile, line, keep)
		if err != nil {
			return err
		}
		d.Lines = append(d.Lines, line)
		data := turnPage(l, r, c, i, line)
		data.Must = d.Must
		p := page{Path: name, Title: line.Name + " · " + title, Data: data, Scripts: checkScripts(l, c), Eyes: data.Eyes, About: about, Image: line.ground()}
		if err := s.write(l, "turn", p); err != nil {
			return err
		}
	}
	m.set(l.tag, d.Lines)
	var err error
	if d.Film, err = s.film(l, c, d.Lines, m, keep); err != nil {
		return err
	}
	if err := s.smallMap(l, c, d.Lines, m, keep); err != nil {
		return err
	}
	if err := s.gameFeed(l, r, c, d.Lines, keep); err != nil {
		return err
	}
	if d.Replay, err = s.writeReplay(l, r, c, title, d.Lines, m, keep); err != nil {
		return err
	}
	if d.Eyes = eyesOf(l, r); r.readable() {
		d.Read, d.First = true, c.Turns[0].Number
		name := gameFolder(l, c.ID) + "/" + readFile
		keep[name] = true
		if err := s.write(l, "read", page{Path: name, Title: title, Data: d}); err != nil {
			return err
		}
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
	image := ""
	if keep[picture.SmallName(c.ID, l.tag)] {
		image = picture.SmallName(c.ID, l.tag)
	}
	return s.write(l, "game", page{Path: name, Title: title, About: about, Image: image, Data: d, Scripts: scripts, Feed: gameFolder(l, c.ID) + "/feed.atom"})
}

// checkScripts are those that compute the dice of an open game again.
func checkScripts(l language, c watch.Chronicle) []string {
	if !c.Open {
		return nil
	}
	return []string{l.tag + "/words.js", "hash.js", proofName(c.ID), "check.js"}
}

// settings lists the readings of the rules that a game is played by, where they differ from
// the usual.
func settings(p *templates.Printer, c watch.Chronicle) (all []string) {
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
	Prev, Next int    // numbers of turns; 0 if there is none
	Entry      string // the page of the game that tells no more than this one
	Eyes       []eyes
	Told       []templates.Telling
	Balance    templates.Tabled
	Tables     []templates.Tabled
	Names      [2]string // of the sides
	Whole      *wholeData
	Outcome    string
	Must       mustData
	Thrown     int // throws on the page
	Phases     []phaseData
}

// phaseData is a phase in the table of contents of a turn.
type phaseData struct{ ID, Name string }

// wholeData is what an open game tells of a turn besides.
type wholeData struct {
	Tables   [2][]templates.Tabled
	Standing [2]string
	Orders   []ordersData
	Rulings  []watch.SignedOrders
	Answers  []answerData
}

// ordersData are orders as they were signed.
type ordersData struct {
	watch.SignedOrders
	Name string // of the side
	Said string // without comments, which mostly are those of the template that the orders were written into
}

// saidIn is what orders say, without comments.
func saidIn(text string) string {
	var said []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			said = append(said, line)
		}
	}
	return strings.Trim(strings.Join(said, "\n"), "\n") + "\n"
}

// answerData is how a question was answered.
type answerData struct {
	Side              adjudicator.Side
	Name, Words, From string
}

// turnPage is what the page of a turn holds.
func turnPage(l language, r row, c watch.Chronicle, i int, line turnLine) turnData {
	p, t := l.in(c.Ruleset), c.Turns[i]
	d := turnData{row: r, turnLine: line, Told: p.Tell(t.Events), Tables: p.Tables(t.View)}
	for side, id := range r.Sides {
		d.Names[side] = l.side(c.Ruleset, id)
	}
	phase := ""
	for _, told := range d.Told {
		d.Thrown += len(told.Dice)
		if told.Phase != "" && told.Phase != phase {
			phase = told.Phase
			d.Phases = append(d.Phases, phaseData{fmt.Sprintf("phase-%d", len(d.Phases)+1), phase})
		}
	}
	d.Balance = p.Balance(t.View, d.Names)
	d.Eyes, d.Entry = eyesOf(l, r), "index.html"
	if r.readable() && i+1 < len(c.Turns) {
		d.Entry = readFile
	}
	if i > 0 {
		d.Prev = c.Turns[i-1].Number
	}
	if i+1 < len(c.Turns) {
		d.Next = c.Turns[i+1].Number
	} else {
		d.Outcome = l.result(r)
	}
	if t.Whole != nil {
		d.Whole = wholeOf(p, d, t.Whole)
	}
	return d
}

// wholeOf is what was hidden in a turn, in words.
func wholeOf(p *templates.Printer, d turnData, whole *watch.WholeTurn) *wholeData {
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
		w.Orders = append(w.Orders, ordersData{o, d.Names[o.Side], saidIn(o.Text)})
	}
	for _, a := range whole.Answers {
		w.Answers = append(w.Answers, answerData{a.Side, d.Names[a.Side], p.Words(a.Words),
			p.Say("report.from."+string(a.From), "Line", a.Line, "Rule", a.Rule)})
	}
	return w
}

// same reports whether two tables say the same.
func same(a, b templates.Tabled) bool {
	return a.Title == b.Title && slices.Equal(a.Columns, b.Columns) && slices.EqualFunc(a.Rows, b.Rows, slices.Equal[[]string])
}

// readFile is the page of a game that is over from which it is read without its result, in the
// folder of the game.
const readFile = "read.html"

// turnFile is the page of a turn in the folder of its game.
func turnFile(number int) string { return fmt.Sprintf("turn-%d.html", number) }
