package templates

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/orders"
)

// The kinds of answers to requests by mail.
const (
	Help      Kind = "help"  // pages of help, to a sender who is not proven
	Requested Kind = "reply" // a [Reply] to a player
	Form      Kind = "form"  // the order file to fill in, and nothing else
)

// Reply is the answer to a mail of requests, but for the reports and order files it
// asks for, which are letters of their own. A part that is empty is left out.
type Reply struct {
	Lang    string
	Mailbox string // address that requests go to
	Player  string // the reader's name
	Re      Mail
	Zone    *time.Location       // the player's; nil for UTC
	Asked   []string             // the words of the requests that are answered, for the subject
	Game    string               // that the reader plays, if it is one alone
	Notes   []adjudicator.Phrase // what was done
	Example string               // the ruleset that examples are of; empty for any that has some

	Pages     []Page
	Reckoned  []Reckoned
	Checked   []Checked
	Seats     []SeatLine // what the reader plays
	ListSeats bool       // Seats is an answer, even if there is none
	Faults    []*orders.Diagnostic
	Ready     string       // what was not done, as its author can sign it; may be empty
	Leave     *Leave       // the reader's absences, if he asked for them
	Claim     *Claim       // that the reader has made
	Appeal    *Claim       // against a ruling, that he has made
	Ruled     *RulingGiven // his ruling, if he is the referee
	// LeagueRuled is his ruling in a league.
	LeagueRuled *LeagueRuling
	Calendar    *Calendar // how the reader's games stand in time, if he asked for it
	Leagues     []LeaguePart
	Last        adjudicator.Phrase // says that this is the last answer of its kind that day; zero if it is not
	Aside       Aside              // what stood in the mail beside its signed text
	Left        []orders.Aside     // what was set aside of that
}

// Page is one page of help: the text under Key, and under "RULESET." and the same
// key if the games of Rulesets have more to say on the matter.
type Page struct {
	Key      string // "help.orders", "help.standing"; "help" is of the rulesets alone
	Rulesets []string
	Args     []any // name, value ... for the text, besides Mailbox
	Lines    bool  // it tells of requests that change something, and so of the lines that those need
}

// Reckoned are chances that were asked for, in the words of a ruleset.
type Reckoned struct {
	Ruleset string
	Asked   string // the line that asked for them
	adjudicator.Reckoning
}

// Checked is what was found in an order file that its author wanted looked at.
type Checked struct {
	Ruleset, Game string
	Stale         bool // it answers another report than the last
	adjudicator.Judgement
	Idle []*orders.Diagnostic // standing orders of a file without faults that can never answer
}

// SeatLine is one game of the reader in a list.
type SeatLine struct {
	Game, Ruleset, Side string
	Status              string    // "running", "paused", "ended"; "moved" or "held" of a game between clubs
	Club                string    // the other one, of a game between clubs: its mail address
	Until               time.Time // end of a pause; zero if none is set
	Asked               bool
	Deadline            time.Time // zero if none
}

// RenderReply makes the letter of a reply. It returns an error only if a layout fails.
func RenderReply(r Reply) (Letter, error) {
	b := builder{Printer: For(r.Lang, "").lending(r.Example), r: Report{Kind: Requested, Lang: r.Lang, Mailbox: r.Mailbox, Aside: r.Aside, Left: r.Left}}
	d := document{Lang: b.lang, Title: b.Say("report.subject.reply"), Footer: b.Say("reply.footer", "Mailbox", r.Mailbox)}
	if !r.Re.Received.IsZero() {
		d.Lead = append(d.Lead, b.Say("report.re", "Received", b.WhenIn(r.Re.Received, r.Zone)))
	}
	if !r.Last.IsZero() {
		d.Lead = append(d.Lead, b.Phrase(r.Last))
	}
	if len(r.Faults) > 0 {
		s := section{ID: "faults", Title: b.Say("reply.head.faults")}
		for _, f := range r.Faults {
			s.Blocks = append(s.Blocks, block{Fault: b.fault(f)})
		}
		d.Sections = append(d.Sections, s)
	}
	if r.Ready != "" {
		d.Sections = append(d.Sections, section{ID: "ready", Title: b.Say("reply.head.ready"), Blocks: []block{{Para: b.Say("reply.ready")}, {Pre: strings.TrimRight(r.Ready, "\n")}}})
	}
	if len(r.Notes) > 0 {
		d.Sections = append(d.Sections, b.notes(r))
	}
	for _, aside := range []section{b.aside(), b.left()} {
		if len(aside.Blocks) > 0 {
			d.Sections = append(d.Sections, aside)
		}
	}
	if r.Leave != nil {
		d.Sections = append(d.Sections, b.leave(*r.Leave))
	}
	for _, c := range []*Claim{r.Claim, r.Appeal} {
		if c != nil {
			d.Sections = append(d.Sections, b.claim(c, r.Zone))
		}
	}
	if r.LeagueRuled != nil {
		d.Sections = append(d.Sections, b.leagueRuled(*r.LeagueRuled, r.Zone)...)
	}
	if r.Ruled != nil {
		d.Sections = append(d.Sections, b.ruled(*r.Ruled))
	}
	if r.Calendar != nil {
		d.Sections = append(d.Sections, b.calendar(*r.Calendar, r.Zone)...)
	}
	for _, l := range r.Leagues {
		d.Sections = append(d.Sections, b.league(l, r.Zone)...)
	}
	if r.ListSeats {
		d.Sections = append(d.Sections, b.seatList(r.Seats, r.Zone))
	}
	for _, q := range r.Reckoned {
		d.Sections = append(d.Sections, b.reckoned(r.Lang, q))
	}
	for _, c := range r.Checked {
		d.Sections = append(d.Sections, b.checked(r.Lang, c))
	}
	for _, p := range r.Pages {
		d.Sections = append(d.Sections, b.page(r.Lang, p, r.Mailbox)...)
	}
	letter := Letter{Subject: b.replySubject(r)}
	var text, html bytes.Buffer
	if err := textLayout().Execute(&text, d); err != nil {
		return Letter{}, fmt.Errorf("laying out the text of a reply: %w", err)
	}
	if err := htmlLayout().Execute(&html, d); err != nil {
		return Letter{}, fmt.Errorf("laying out the HTML of a reply: %w", err)
	}
	letter.Text, letter.HTML = text.String(), html.String()
	return letter, nil
}

// replySubject says what is answered, and for which game.
func (b *builder) replySubject(r Reply) string {
	what := b.Say("report.subject.reply")
	if len(r.Asked) > 0 && len(r.Asked) <= 3 {
		what = b.Say("report.subject.reply-to", "Asked", strings.Join(r.Asked, ", "))
	}
	if r.Game == "" {
		return what
	}
	return b.Say("report.subject-bare", "Game", r.Game, "What", what)
}

// BindingLines are the two lines by which a text says which server it is for and on which day it is
// signed ("2026-11-21"), as [orders.CutBinding] reads them.
func BindingLines(lang, server, day string) []string {
	p := For(lang, "")
	return []string{p.Say("request.at", "Server", server), p.Say("request.dated", "Day", day)}
}

// notes tells what was done, a paragraph each.
func (b *builder) notes(r Reply) section {
	s := section{ID: "done", Title: b.Say("reply.head.done")}
	for _, n := range r.Notes {
		args := slices.Clone(n.Args)
		for i, arg := range args {
			if at, ok := arg.(time.Time); ok {
				args[i] = b.WhenIn(at, r.Zone)
			}
		}
		s.Blocks = append(s.Blocks, block{Para: b.Phrase(adjudicator.Phrase{Key: n.Key, Args: args})})
	}
	return s
}

// seatList tells the reader what he plays.
func (b *builder) seatList(seats []SeatLine, zone *time.Location) section {
	s := section{ID: "seats", Title: b.Say("reply.head.seats")}
	if len(seats) == 0 {
		s.Blocks = []block{{Para: b.Say("reply.no-seats")}}
		return s
	}
	var rows [][]any
	for _, seat := range seats {
		p := For(b.r.Lang, seat.Ruleset)
		what := b.Say("reply.status."+seat.Status, "Club", clean(seat.Club), "Until", b.pauseEnd(seat.Until, zone))
		if seat.Status == "running" {
			what = b.Say("reply.nothing-asked")
			if seat.Asked {
				what = b.Say("reply.asked")
			}
			if !seat.Deadline.IsZero() {
				what = b.Say("reply.asked-until", "Deadline", b.WhenIn(seat.Deadline, zone))
			}
		}
		rows = append(rows, []any{seat.Game, p.Say(seat.Ruleset + ".name"), p.Term(adjudicator.Term{Kind: "side", ID: seat.Side}), what})
	}
	heads := []string{b.Say("reply.column.game"), "", b.Say("reply.column.side"), b.Say("reply.column.status")}
	s.Blocks = []block{{Table: b.newTable(heads, rows)}, {Para: b.Say("reply.seats-note")}}
	return s
}

// reckoned shows chances, in the words of their ruleset.
func (b *builder) reckoned(lang string, q Reckoned) section {
	p := For(lang, q.Ruleset)
	own := builder{Printer: p}
	s := section{ID: "odds", Title: p.Phrase(q.Title), Blocks: []block{{Verse: []string{shorten(clean(strings.TrimSpace(q.Asked)), 200)}}}}
	if items := own.items(q.Told()); items != nil {
		s.Blocks = append(s.Blocks, block{Items: items})
	}
	for _, l := range q.Tables {
		if len(l.Rows) == 0 {
			continue
		}
		table := p.listing(l)
		if table.Title != "" {
			s.Blocks = append(s.Blocks, block{Head: table.Title})
		}
		s.Blocks = append(s.Blocks, table.Blocks...)
	}
	return s
}

// checked tells what was found in a file: its faults as a refusal would, or how far it can
// be done.
func (b *builder) checked(lang string, c Checked) section {
	own := builder{Printer: For(lang, c.Ruleset), r: Report{Faults: append(slices.Clone(c.Faults), c.Idle...)}}
	s := section{ID: "checked", Title: b.Say("reply.head.checked", "Game", c.Game)}
	say := func(key string, args ...any) {
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.checked."+key, args...)})
	}
	if c.Stale {
		say("stale")
	}
	if len(c.Faults) > 0 {
		say("faulty")
		s.Blocks = append(s.Blocks, own.faults().Blocks...)
		return s
	}
	switch {
	case !c.Whole:
		say("form")
	case len(c.Waiting) == 0:
		say("good")
	default:
		say("good-to", "Line", c.Waiting[0].Line)
	}
	var lines []string
	for _, a := range c.Answers {
		if a.From == adjudicator.FromOrders {
			lines = append(lines, "    "+own.Words(a.Words))
		}
	}
	if len(lines) > 0 {
		s.Blocks = append(s.Blocks, block{Pre: strings.Join(lines, "\n")})
	}
	if len(c.Idle) > 0 {
		say("idle")
		s.Blocks = append(s.Blocks, own.faults().Blocks...)
	}
	return s
}

// page makes the sections of a page of help.
func (b *builder) page(lang string, p Page, mailbox string) []section {
	var all []section
	args := append([]any{"Mailbox", mailbox, "Address", ""}, p.Args...) // whose address, who has the page in his first letter knows
	if b.Has(p.Key) {
		text := b.Say(p.Key, args...)
		if p.Lines {
			text += "\n" + b.Say("help.lines", args...)
		}
		all = append(all, prose(text, b.Say("reply.head.help")))
	}
	for _, ruleset := range p.Rulesets {
		own := For(lang, ruleset)
		name, key := own.Say(ruleset+".name"), ruleset+"."+p.Key
		switch {
		case !own.TellsOf(p, ruleset):
		case p.Key == readingsPage:
			s := prose(own.Say("help.readings-of", "Game", name), name)
			s.Blocks = append(s.Blocks, block{Items: own.readings()})
			all = append(all, s)
		default:
			s := prose(own.Say(key, args...), name)
			if p.Key == "help.stratagems" {
				s.Blocks = append(s.Blocks, block{Items: own.about()})
			}
			all = append(all, s)
		}
	}
	return all
}

// readingsPage is the page on unclear rules, to which each game adds its own readings of them.
const readingsPage = "help.readings"

// TellsOf reports whether a game says anything on a page.
func (p *Printer) TellsOf(page Page, ruleset string) bool {
	if page.Key == readingsPage {
		return len(For(p.lang, ruleset).readings()) > 0
	}
	return p.Has(ruleset + "." + page.Key)
}

// about lists what the catalogue says of each stratagem of the ruleset, in their order:
// the texts under "RULESET.about.ID".
func (p *Printer) about() (all []item) {
	for n := 1; n < 100; n++ {
		id := fmt.Sprintf("S%d", n)
		if key := p.named("about." + id); p.Has(key) {
			name := p.Term(adjudicator.Term{Kind: "stratagem", ID: id})
			all = append(all, item{Text: p.Say("report.about", "Name", name, "Text", p.Say(key))})
		}
	}
	return all
}

// readings lists the ruleset's readings of unclear rules, in their order: the question,
// below it what is played and what could be.
func (p *Printer) readings() (all []item) {
	rules, err := adjudicator.Lookup(p.ruleset)
	if err != nil {
		return nil
	}
	interpreter, ok := rules.(adjudicator.Interpreter)
	if !ok {
		return nil
	}
	for _, r := range interpreter.Readings(p.lang) {
		question := item{Text: r.Question, Rule: p.rule(r.Rule)}
		all = append(all, question, item{Depth: 1, Text: p.Say("report.reading.taken", "Text", r.Default, "Option", r.Option)})
		for _, other := range r.Others {
			all = append(all, item{Depth: 1, Text: p.Say("report.reading.other", "Text", other)})
		}
	}
	return all
}

// HasPage reports whether there is anything on a page.
func (p *Printer) HasPage(page Page) bool {
	if p.Has(page.Key) {
		return true
	}
	return slices.ContainsFunc(page.Rulesets, func(ruleset string) bool { return p.TellsOf(page, ruleset) })
}

// prose lays out a long text of the catalogues. In it a blank line ends a
// paragraph; "# " begins the title, "## " a heading, "- " an item of a list, and four
// blanks a line that is to be read, or copied, as it stands.
func prose(text, title string) section {
	w := proseWriter{section: section{ID: "help", Title: title}}
	for line := range strings.Lines(text) {
		w.line(strings.TrimRight(line, " \r\n"))
	}
	w.flush()
	return w.section
}

// proseWriter lays a text out line by line.
type proseWriter struct {
	section
	para, pre []string // lines of the block that is not finished
	inList    bool     // the last line is of a list
}

// flush ends the paragraph or the block of copied lines.
func (w *proseWriter) flush() {
	if len(w.para) > 0 {
		w.Blocks = append(w.Blocks, block{Para: strings.Join(w.para, " ")})
	}
	if len(w.pre) > 0 {
		w.Blocks = append(w.Blocks, block{Pre: strings.TrimRight(strings.Join(w.pre, "\n"), "\n")})
	}
	w.para, w.pre = nil, nil
}

func (w *proseWriter) line(line string) {
	last := len(w.Blocks) - 1
	switch {
	case line == "" && len(w.pre) > 0: // a gap between lines to copy, or behind them
		w.pre = append(w.pre, "")
		return
	case line == "":
		w.flush()
		w.inList = false
		return
	case strings.HasPrefix(line, "    "):
		if len(w.para) > 0 {
			w.flush()
		}
		w.pre, w.inList = append(w.pre, line), false
		return
	case len(w.pre) > 0:
		w.flush()
		last = len(w.Blocks) - 1
	}
	switch {
	case strings.HasPrefix(line, "# "):
		w.Title = line[2:]
	case strings.HasPrefix(line, "## "):
		w.flush()
		w.Blocks = append(w.Blocks, block{Head: line[3:]})
	case strings.HasPrefix(line, "- "):
		w.flush()
		if last = len(w.Blocks) - 1; last < 0 || w.Blocks[last].Items == nil {
			w.Blocks, last = append(w.Blocks, block{}), last+1
		}
		w.Blocks[last].Items = append(w.Blocks[last].Items, item{Text: line[2:]})
		w.inList = true
	case w.inList: // the item goes on
		items := w.Blocks[last].Items
		items[len(items)-1].Text += " " + line
	default:
		w.para = append(w.para, line)
	}
}
