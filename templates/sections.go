package templates

import (
	"reflect"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// maxFaults is how many faults a letter tells, so that the answer to a hostile file
// is not much longer than the file.
const maxFaults = 100

// faults lists what is wrong with a file.
func (b *builder) faults() section {
	var blocks []block
	told := b.r.Faults
	if more := len(told) - maxFaults; more > 0 {
		told = append(told[:maxFaults:maxFaults], &orders.Diagnostic{Code: orders.CodeTooManyFaults, Args: []any{"More", more}})
	}
	for _, d := range told {
		blocks = append(blocks, block{Fault: b.fault(d)})
	}
	return b.head("faults", blocks...)
}

// aside tells how much stood in the mail beside the signed text, and not a word of it.
func (b *builder) aside() section {
	if b.r.Aside == (Aside{}) {
		return section{}
	}
	a := b.r.Aside
	return b.head("ignored", block{Para: b.Say("report.aside", "Lines", a.Lines, "Characters", a.Characters, "Files", a.Files)})
}

// idleOrders are orders that do nothing.
var idleOrders = []adjudicator.Keyword{"pass", "accept", "end"}

// idle reports whether an answer does nothing: where the player has not written it himself
// there is nothing to tell.
func idle(words adjudicator.Words) bool {
	if len(words) != 1 {
		return false
	}
	verb, ok := words[0].(adjudicator.Keyword)
	return ok && slices.Contains(idleOrders, verb)
}

// idleAdvice reports whether a phrase tells of an answer of standing orders that does nothing.
func idleAdvice(ph adjudicator.Phrase) bool {
	if ph.Key != standingOrder {
		return false
	}
	for i := 0; i+1 < len(ph.Args); i += 2 {
		if words, ok := ph.Args[i+1].(adjudicator.Words); ok && ph.Args[i] == "Order" {
			return idle(words)
		}
	}
	return false
}

// maxLeft is how many lines are told back word by word, so that an answer is not much longer than
// what it answers.
const maxLeft = 60

// left tells the author of a mail, word by word, what of its signed text was set aside. Of what is
// quoted from another mail it tells where it stands.
func (b *builder) left() section {
	var verse []string
	var blocks []block
	lines, more := 0, 0
	for _, a := range b.r.Left {
		if a.Quoted {
			blocks = append(blocks, block{Para: b.Say("report.left-quoted", "From", a.Line, "To", a.Line+len(a.Lines)-1, "Lines", len(a.Lines))})
			continue
		}
		for _, line := range a.Lines {
			if lines++; lines > maxLeft {
				more++
				continue
			}
			if line = shorten(clean(strings.TrimSpace(line)), 200); line != "" {
				verse = append(verse, b.Say("report.left-line", "Line", line))
			}
		}
	}
	if more > 0 {
		blocks = append([]block{{Para: b.Say("report.left-more", "Lines", more)}}, blocks...)
	}
	if lines > 0 {
		blocks = append([]block{{Para: b.Say("report.left", "Lines", lines)}, {Verse: verse}}, blocks...)
	}
	if len(blocks) == 0 {
		return section{}
	}
	return b.head("left", blocks...)
}

// answered echoes the orders in canonical form, and where each came from.
func (b *builder) answered() section {
	var rows [][]any
	for _, a := range b.r.Answered {
		if a.Side != b.r.Side || a.From != adjudicator.FromOrders && idle(a.Words) {
			continue
		}
		rows = append(rows, []any{b.Words(a.Words), b.Say("report.from."+string(a.From), "Line", a.Line, "Rule", a.Rule)})
	}
	if rows == nil {
		return section{}
	}
	t := b.newTable([]string{b.Say("report.order"), b.Say("report.source")}, rows)
	t.Orders = true
	return b.head("answered", block{Table: t})
}

// rulings gives the referee's reasons in his own words, and what changed.
func (b *builder) rulings() section {
	var blocks []block
	for _, r := range b.r.Rulings {
		if verse := lines(r.Reason, 60); len(verse) > 0 {
			blocks = append(blocks, block{Verse: verse})
		}
		if items := b.items(r.Changes); items != nil {
			blocks = append(blocks, block{Items: items})
		}
		blocks = append(blocks, b.claimed(r.Changes)...)
		if !r.Appeal.IsZero() {
			blocks = append(blocks, block{Para: b.Say("report.ruling-appeal", "Entry", r.Entry, "Until", b.WhenIn(r.Appeal, b.r.Zone), "Mailbox", b.r.Mailbox)})
		}
	}
	return b.head("rulings", blocks...)
}

// claimed quotes the claim that a ruling answers to its author, who wrote it days ago: changes told
// to him name it as "Said".
func (b *builder) claimed(changes []adjudicator.Phrase) (blocks []block) {
	for _, ph := range changes {
		for i := 0; i+1 < len(ph.Args); i += 2 {
			if said, ok := ph.Args[i+1].(string); ok && ph.Args[i] == "Said" {
				blocks = append(blocks, block{Para: b.Say("report.claimed")}, block{Verse: lines(said, 60)})
			}
		}
	}
	return blocks
}

// story tells the events, turn by turn and phase by phase.
func (b *builder) story() section {
	var blocks []block
	for _, c := range b.r.Story {
		told := b.chapter(c)
		if len(told) > 0 && len(b.r.Story) > 1 && !c.Turn.IsZero() {
			blocks = append(blocks, block{Chapter: b.Phrase(c.Turn)})
		}
		blocks = append(blocks, told...)
	}
	return b.head("story", blocks...)
}

// often is how many times an answer of standing orders is told one by one in a phase.
const often = 2

// repetitions counts the answers of standing orders that are told more often in one phase, by
// their text.
func (b *builder) repetitions(events []adjudicator.Event) map[string]int {
	again := map[string]int{}
	for _, e := range events {
		if ph, ok := e.For(b.r.Side); ok && ph.Key == standingOrder {
			again[b.Phrase(ph)]++
		}
	}
	for text, n := range again {
		if n <= often {
			delete(again, text)
		}
	}
	return again
}

// standingOrder is the key of the phrase for an answer of standing orders.
const standingOrder = "kit.standing-order"

// chapter tells one turn, phase by phase. Where a phase comes twice its headings name the side
// that it is of. Of answers of standing orders that come often in a phase only the first is told,
// with their number.
func (b *builder) chapter(c Chapter) []block {
	told, unused := apartUnused(c.Events, b.r.Side)
	all := runs(told)
	times := map[string]int{}
	for _, run := range all {
		times[run[0].Phase]++
	}
	var blocks []block
	for _, run := range all {
		items := b.happenings(run)
		if len(items) == 0 {
			continue
		}
		if phase := run[0].Phase; phase != "" {
			blocks = append(blocks, block{Head: b.phaseOf(phase, run, times[phase] > 1)})
		}
		blocks = append(blocks, block{Items: items})
	}
	if items := b.happenings(unused); len(items) > 0 {
		for i := range items {
			items[i].Depth = 0 // they are no details of what happened
		}
		blocks = append(blocks, block{Head: b.Say("report.unused-orders")}, block{Items: items})
	}
	return blocks
}

// unusedOrder are the keys of the phrases for orders that nothing asked for. They belong to no phase: the
// game notices when a later one begins, or when the turn is over.
var unusedOrder = []string{"kit.order-passed", "kit.order-unused"}

// apartUnused takes what a side is told of its unused orders out of the events.
func apartUnused(events []adjudicator.Event, side adjudicator.Side) (told, unused []adjudicator.Event) {
	for _, e := range events {
		if ph, ok := e.For(side); ok && slices.Contains(unusedOrder, ph.Key) {
			unused = append(unused, e)
		} else {
			told = append(told, e)
		}
	}
	return told, unused
}

// runs parts events where the phase changes.
func runs(events []adjudicator.Event) (all [][]adjudicator.Event) {
	for i, e := range events {
		if i == 0 || e.Phase != events[i-1].Phase {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], e)
	}
	return all
}

// phaseOf is the heading of a phase, with the side that its events tell of first if the phase comes
// twice.
func (b *builder) phaseOf(phase string, run []adjudicator.Event, twice bool) string {
	name := b.phase(phase)
	if !twice {
		return name
	}
	for _, e := range run {
		ph, told := e.For(b.r.Side)
		if !told {
			continue
		}
		for _, ph := range []adjudicator.Phrase{e.Public, ph} { // the reader's own may say "you"
			for i := 0; i+1 < len(ph.Args); i += 2 {
				if term, ok := ph.Args[i+1].(adjudicator.Term); ok && ph.Args[i] == "Side" && term.Kind == "side" {
					return b.Say("report.phase-side", "Phase", name, "Side", term)
				}
			}
		}
	}
	return name
}

// happenings are the events of one phase, as they are told to the reader.
func (b *builder) happenings(run []adjudicator.Event) (items []item) {
	again := b.repetitions(run)
	for _, e := range run {
		ph, ok := e.For(b.r.Side)
		if !ok || b.isReason(ph) || idleAdvice(ph) {
			continue
		}
		text, rule := b.Phrase(ph), e.Rule
		if n, repeated := again[text]; repeated && ph.Key == standingOrder {
			if n == 0 {
				continue
			}
			again[text] = 0
			text, rule = b.Say("report.repeated", "Text", text, "Count", n-1), ""
		}
		it := item{Text: text, Depth: min(max(e.Depth, 0), 4), Dice: b.throws(e.Rolls),
			Between: b.Say("report.folded-semicolon")}
		if rule != "" {
			it.Rule = b.rule(rule)
		}
		items = append(items, it)
	}
	return items
}

// isReason reports whether a phrase stands among the reasons of the result, which are
// told at the head of the last report.
func (b *builder) isReason(ph adjudicator.Phrase) bool {
	if b.r.View.Result == nil {
		return false
	}
	return slices.ContainsFunc(b.r.View.Result.Why, func(why adjudicator.Phrase) bool {
		return why.Key == ph.Key && b.Phrase(why) == b.Phrase(ph)
	})
}

// press gives the players' messages, behind a bar, so that nothing in them can
// pass for a part of the letter.
func (b *builder) press() section {
	var blocks []block
	for _, p := range b.r.Press {
		if verse := lines(p.Text, 60); len(verse) > 0 {
			blocks = append(blocks, block{Para: b.Say("report.press-from", "From", shorten(p.From, maxName))}, block{Verse: verse})
		}
	}
	return b.head("press", blocks...)
}

// asked puts the question and what must be known to answer it.
func (b *builder) asked() section {
	q := b.r.Question
	if q == nil {
		return section{} // the facts at the top say so
	}
	text := b.Phrase(q.Prompt)
	if q.Rule != "" {
		text += " [" + b.rule(q.Rule) + "]"
	}
	s := b.head("asked", block{Strong: text})
	if items := b.items(q.Facts); items != nil {
		s.Blocks = append(s.Blocks, block{Items: items})
	}
	if q.Alone() {
		s.Blocks = append(s.Blocks, block{Para: b.Say("report.only-pass")})
	}
	if b.r.Again {
		s.Blocks = append(s.Blocks, b.again()...)
	}
	return s
}

// again says of a question that comes again what is new since it was answered.
func (b *builder) again() []block {
	var news []string
	for _, e := range b.r.Since {
		ph, told := e.For(b.r.Side)
		if !told || strings.HasPrefix(ph.Key, "kit.") || b.isReason(ph) {
			continue // how orders were answered is no news
		}
		text := b.short(ph, ".brief")
		if text == "" {
			text = b.Phrase(ph)
		}
		if !slices.Contains(news, text) {
			news = append(news, text)
		}
	}
	switch more := len(news) - maxBriefs; {
	case len(news) == 0:
		return []block{{Para: b.Say("report.again.nothing")}}
	case b.onlySince():
		return []block{{Para: b.Say("report.again.above")}}
	case more > 0:
		news = news[more:] // what is older stands in the story
	}
	var items []item
	for _, text := range news {
		items = append(items, item{Text: text})
	}
	return []block{{Para: b.Say("report.again")}, {Items: items}}
}

// onlySince reports whether all that the letter tells has happened since the question that comes again was answered.
func (b *builder) onlySince() bool {
	told := 0
	for _, c := range b.r.Story {
		for _, e := range c.Events {
			ph, ok := e.For(b.r.Side)
			if !ok || strings.HasPrefix(ph.Key, "kit.") || b.isReason(ph) {
				continue
			}
			if told++; !slices.ContainsFunc(b.r.Since, func(s adjudicator.Event) bool { return reflect.DeepEqual(s, e) }) {
				return false
			}
		}
	}
	return told > 0
}

// waiting lists orders that nothing has asked for yet, and those that waited until a new file took their place.
func (b *builder) waiting() section {
	list := func(orders []orders.Statement) block {
		var rows [][]any
		for _, st := range orders {
			rows = append(rows, []any{st.Text, b.Say("report.line", "Line", st.Line)})
		}
		t := b.newTable(nil, rows)
		t.Orders = true
		return block{Table: t}
	}
	var blocks []block
	if len(b.r.Waiting) > 0 {
		blocks = append(blocks, list(b.r.Waiting), block{Para: b.Say("report.waiting-note")})
	}
	if len(b.r.Replaced) > 0 {
		blocks = append(blocks, block{Para: b.Say("report.replaced-note", "Count", len(b.r.Replaced))}, list(b.r.Replaced))
	}
	if len(blocks) == 0 {
		return section{}
	}
	return b.head("waiting", blocks...)
}

// takesOrders reports whether an order file goes with the letter: a game that is over has
// no use for one.
func (b *builder) takesOrders() bool {
	return b.r.Code != "" && b.r.Side >= 0 && !b.r.Kind.ContentFree() && b.r.Kind != GameOver && b.r.View.Result == nil
}

// file gives the order file to fill in, or names it where nothing is asked.
func (b *builder) file() section {
	if !b.takesOrders() {
		return section{}
	}
	note := "report.file-note"
	switch t := b.template(); {
	case t.corrects():
		note = "report.file-note-own"
	case t.Question == nil && b.r.Kind != Form && b.r.Kind != Welcome:
		// There is nothing to choose in it: it is attached, for orders given ahead.
		key := "report.file-note-idle"
		if strings.TrimSpace(t.Standing) != "" {
			key += ".standing"
		}
		return b.head("file", block{Para: b.Say(key, "File", b.files.Orders)})
	}
	t := b.template()
	t.Bare = b.r.Kind != Form
	if b.r.Kind != Form && b.r.Kind != Welcome {
		t.Elsewhere = b.files.Orders
	}
	return b.head("file", block{Para: b.Say(note, "Mailbox", b.r.Mailbox)}, block{File: b.OrderTemplate(t), Cut: b.Say("report.cut")})
}

// turnName is the name of the turn in play; empty if it has none.
func (b *builder) turnName() string {
	if !b.Has(b.r.View.Turn.Key) { // what stands for a missing text is no turn's name
		return ""
	}
	return b.Phrase(b.r.View.Turn)
}

// template is what the order file of the letter is made of. An observer has none.
func (b *builder) template() Template {
	side := b.r.Sides[b.r.Side]
	if name := b.Term(adjudicator.Term{Kind: "side", ID: side}); single(name) && orders.Fold(name) != side {
		side = name // which reads as well
	}
	return Template{Game: b.r.Game, Side: side, Turn: b.turnName(), Answers: b.r.Code, Nonce: b.r.Starter != "",
		Question: b.r.Question, Waiting: b.r.Waiting, Standing: b.r.Standing, Starter: b.r.Starter,
		Own: b.r.Own, Faults: b.r.Faults, Server: b.r.Mailbox}
}

// standing shows the standing orders in force, but where the order file does.
func (b *builder) standing() section {
	if strings.TrimSpace(b.r.Standing) == "" || b.takesOrders() || b.r.View.Result != nil {
		return section{}
	}
	return b.head("standing", block{Verse: lines(strings.TrimSpace(b.r.Standing), 500)}, block{Para: b.Say("report.standing-note")})
}

// deadline tells the deadline, why it is later than it would be, and what follows if it passes.
func (b *builder) deadline() string {
	told := b.WhenIn(b.r.Deadline, b.r.Zone) + "."
	if moved := b.moved(); moved != "" {
		told += " " + moved
	}
	if key := b.deadlineNote(); b.Has(key) {
		told += " " + b.Say(key, "Bank", b.r.Bank)
	}
	if b.r.Extensions > 0 && !b.overdue() {
		told += " " + b.Say("report.deadline-extend", "Count", b.r.Extensions)
	}
	return told
}

// deadlineNote is the key of what is said about a deadline: what follows if it passes,
// or has followed. A time bank comes before all of that.
func (b *builder) deadlineNote() string {
	key := "report.deadline-note." + b.r.Contract
	switch {
	case b.r.Absent && b.Has(key+".absent"):
		key += ".absent"
	case b.overdue() && b.Has(key+".late"):
		key += ".late"
	case b.r.Bank > 0:
		key += ".bank"
	}
	if !b.r.Referee && b.Has(key+".alone") {
		key += ".alone"
	}
	return key
}

// settings tells a new player which readings of the rules this game uses.
func (b *builder) settings() section {
	if len(b.r.Settings) == 0 {
		return section{}
	}
	var items []item
	for _, s := range b.r.Settings {
		it := item{Text: b.Phrase(s.Option.Meaning)}
		if it.Text == "" {
			it.Text = clean(s.Option.ID)
		}
		it.Text = b.Say("report.setting", "What", it.Text, "Value", b.Term(adjudicator.Term{Kind: "option", ID: s.Option.ID + "." + s.Value}))
		if s.Option.Rule != "" {
			it.Rule = b.rule(s.Option.Rule)
		}
		items = append(items, it)
	}
	return b.head("settings", block{Items: items})
}

// proves reports whether a proof goes with the letter.
func (b *builder) proves() bool {
	p := b.proof
	return p.Head != (Link{}) || len(p.Entries)+len(p.Commits)+len(p.Reveals)+len(p.Rolls)+len(p.Throws) > 0
}

// fairness names the file with the figures that the letter can be checked with, and the
// ledger's head.
func (b *builder) fairness() section {
	if !b.proves() {
		return section{}
	}
	note := "report.proof-note-short"
	if b.r.Kind == Welcome || b.r.Kind == GameOver {
		note = "report.proof-note"
	}
	return b.head("proof", block{Para: b.Say(note, "File", b.files.Proof)}, block{Pre: strings.TrimSuffix(b.proof.ProofHead(), "\n")})
}

// Language is the one whose keywords an order file is written with.
func (p *Printer) Language() orders.Language {
	return orders.LanguageOf(p.lang)
}
