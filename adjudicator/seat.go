package adjudicator

import (
	"reflect"
	"slices"
	"strings"

	"keryx/orders"
)

// seat is what a session keeps for one side: the orders that wait for their
// question, the standing orders, and whether defaults are being taken.
type seat struct {
	queue    queue
	last     *orders.Statement // of the file, that has answered something; or nil
	rules    []orders.Rule
	standing []Standing     // of the rules without a fault
	read     []*orders.Rule // and the rules that they were read from
	canAct   *orders.Rule   // the one that every game knows, [CanAct]; nil without it

	waived []waived // what the standing orders have left undone in this turn

	deputy      bool // a deadline passed: take defaults
	deputyPhase int  // until the next phase begins: how many had by then

	answered asked // the question that the side's player answered last

	passes      bool // the side has passed for the rest of a phase
	passesPhase int  // how many had begun by then
	passesBy    Wording
}

// asked is a question that was answered, and when.
type asked struct {
	kind   string
	prompt Phrase
	phase  int // how many phases had begun
	events int // that had been told
}

// text is the seat's standing orders in the form in which they are stored.
func (s *seat) text() string {
	if len(s.rules) == 0 {
		return ""
	}
	return orders.FormatStanding(s.rules)
}

// textIn is the seat's standing orders for a reader of a language.
func (s *seat) textIn(r Ruleset, language orders.Language) string {
	var b strings.Builder
	for i := range s.rules {
		b.WriteString(orders.FormatStandingIn(s.rules[i:i+1], tongue(r, &s.rules[i], language)))
	}
	return b.String()
}

// tongue is the language in which a standing order's keywords are written: that of its
// own words, or the reader's where those are of either.
func tongue(r Ruleset, rule *orders.Rule, reader orders.Language) orders.Language {
	if linguist, ok := r.(Linguist); ok {
		if language, known := linguist.Tongue(rule); known {
			return language
		}
	}
	return reader
}

// quoted is the beginning of a standing order, which tells the player which it is.
func quoted(r Ruleset, rule *orders.Rule) Wording {
	return Wording{rule.Head(tongue(r, rule, orders.English)), rule.Head(tongue(r, rule, orders.French))}
}

// defaulting begins to take defaults, for the phase that the seat is asked in.
func (s *seat) defaulting(t *Table) { s.deputy, s.deputyPhase = true, t.begun }

// deputised reports whether defaults are still to be taken.
func (s *seat) deputised(t *Table) bool {
	s.deputy = s.deputy && t.begun == s.deputyPhase
	return s.deputy
}

// load replaces a side's queue and, if the file has them, its standing orders.
func (s *Session) load(side Side, f *orders.File) {
	seat := &s.seats[side]
	seat.deputy = false
	seat.queue, seat.last = s.newQueue(side), nil
	for _, g := range f.Groups {
		s.loadGroup(seat, g)
	}
	if f.HasStanding {
		s.setStanding(side, f.Standing)
		s.tellIdle(side)
	}
	// A line behind the end of the file that would have been an order was meant
	// as one.
	s.fault(f.TrailerFaults(s.lex)...)
}

// newQueue returns an empty queue. For a file that comes in the middle of a side's
// own phase, "phase X again" is the next such phase and not the present one.
func (s *Session) newQueue(side Side) queue {
	q, t := queue{}, &s.table
	if t.active == side || t.active == Observer && t.phase != "" {
		q.last = map[string]int{t.phase: t.counts[side][t.phase]}
	}
	return q
}

func (s *Session) loadGroup(seat *seat, g orders.Group) {
	written := g.Phase
	s.findPhase(seat, &g)
	loaded := group{Group: g, written: written}
	for i := range g.Statements {
		st := &g.Statements[i]
		verb, d := s.lex.Lookup(st.Verb, "verb")
		if d != nil {
			s.fault(d.In(st))
			continue
		}
		order, faults := readOrder(s.rules, s.lex, verb.ID, st)
		if len(faults) > 0 {
			s.fault(faults...)
			continue
		}
		_, phase := forPhase(verb.ID, st)
		loaded.orders = append(loaded.orders, queued{verb: verb.ID, order: order, statement: st, phase: phase})
	}
	seat.queue.groups = append(seat.queue.groups, loaded)
}

// findPhase puts the phase in the place of the name that a heading gives it: one of the
// ruleset's own, or a word that its lexicon has for it in some language. Two headings of
// one phase, of which the second has no "again", are a fault however they are written.
func (s *Session) findPhase(seat *seat, g *orders.Group) {
	if g.Phase == "" {
		return
	}
	phases := s.rules.Info().Phases
	written := g.Phase
	at := slices.IndexFunc(phases, func(id string) bool { return orders.Fold(id) == orders.Fold(written) })
	if at < 0 {
		if e, d := s.lex.LookupString(written, PhaseKind); d == nil {
			at = slices.Index(phases, e.ID)
		}
	}
	if at < 0 {
		s.fault(&orders.Diagnostic{Code: "no-such-phase", Kind: orders.Unknown, Span: g.Span,
			Args: []any{"Phase", written, "Phases", Keywords(phases)}})
		return
	}
	g.Phase = phases[at]
	for i := range seat.queue.groups {
		if before := &seat.queue.groups[i]; before.Phase == g.Phase && before.written != written && !g.Again {
			s.fault(&orders.Diagnostic{Code: orders.CodeDoubledPhase, Kind: orders.Unreadable, Span: g.Span,
				Args: []any{"Phase", written, "First", before.Span.Line}})
			return
		}
	}
}

// readOrder reads an order whose verb has been found. One in parts is refused where the verb
// takes none.
func readOrder(r Ruleset, lex *orders.Lexicon, verb string, st *orders.Statement) (Order, []*orders.Diagnostic) {
	if stray := lex.StrayMarks(verb, st); len(stray) > 0 {
		return nil, stray
	}
	st, _ = forPhase(verb, st)
	return r.ReadOrder(verb, st)
}

// ReadOrder finds the verb of an order and reads it, as far as that goes without a game. It
// returns the faults of an order that cannot be read.
func ReadOrder(r Ruleset, st *orders.Statement) (verb string, o Order, faults []*orders.Diagnostic) {
	lex := r.Lexicon()
	e, fault := lex.Lookup(st.Verb, orders.VerbKind)
	if fault != nil {
		return "", nil, []*orders.Diagnostic{fault.In(st)}
	}
	o, faults = readOrder(r, lex, e.ID, st)
	return e.ID, o, faults
}

func (s *Session) setStanding(side Side, rules []orders.Rule) {
	seat := &s.seats[side]
	seat.rules, seat.standing, seat.read, seat.canAct = rules, nil, nil, nil
	for i := range rules {
		standing, faults := ReadStanding(s.rules, &rules[i])
		if len(faults) > 0 {
			s.fault(faults...)
			continue
		}
		if _, every := standing.(CanAct); every { // rulesets are given their own
			seat.canAct = &rules[i]
			continue
		}
		seat.standing, seat.read = append(seat.standing, standing), append(seat.read, &rules[i])
	}
}

// fault notes faults of the file being taken. What follows a fault may hang on
// it, so from now on orders that do not fit are skipped in silence.
func (s *Session) fault(ds ...*orders.Diagnostic) {
	if len(ds) == 0 {
		return
	}
	s.faults = append(s.faults, ds...)
	s.recovering = true
}

// find looks for an answer: in the side's orders, in its standing orders, and
// among the defaults if its deadline has passed.
func (s *Session) find(side Side, q *Question) (Answer, bool) {
	if a, ok := s.fromOrders(side, q); ok {
		s.strayed = s.strayed || s.table.working == side.Other()
		return a, true
	}
	if s.table.rehearsing {
		return s.rehearsed(side, q)
	}
	if s.refusing() {
		return nil, false
	}
	if q.Settled {
		if !s.endsBySelf(side, q) {
			s.passed[side] = append(s.passed[side], q.Verbs...)
		}
		return q.Form.Default(), true
	}
	if a, rule, ok := s.advice(side, q); ok {
		s.noteAdvice(side, q, a, rule)
		s.passed[side] = append(s.passed[side], q.Verbs...)
		s.strayed = s.strayed || s.table.working == side.Other() && !sameWords(a, q.Form.Default())
		return a, true
	}
	if s.seats[side].deputised(&s.table) {
		a := q.Form.Default()
		s.note(side, q, a, FromDefault, nil, 0)
		return a, true
	}
	return nil, false
}

// advice is the answer of a side's standing orders to a question, and which of them
// gives it; none if the side has passed for the phase.
func (s *Session) advice(side Side, q *Question) (a Answer, rule *orders.Rule, ok bool) {
	seat := &s.seats[side]
	if adviser, can := q.Form.(Adviser); can && len(seat.standing) > 0 {
		if a, rule, ok := adviser.Advise(seat.standing); ok {
			return a, seat.read[rule], true
		}
	}
	return s.spare(side, q)
}

// noteAdvice records an answer of [Session.advice].
func (s *Session) noteAdvice(side Side, q *Question, a Answer, rule *orders.Rule) {
	from := FromStanding
	if rule == nil {
		from = FromPhase
	}
	s.note(side, q, a, from, rule, 0)
}

// sameWords reports whether two answers are the same order.
func sameWords(a, b Answer) bool { return reflect.DeepEqual(a.Words(), b.Words()) }

// fromOrders takes the next order of the side's file, if it answers q.
func (s *Session) fromOrders(side Side, q *Question) (Answer, bool) {
	seat, t := &s.seats[side], &s.table
	for {
		if s.refusing() && t.shown {
			// Whatever is found from here on would tell of dice or enemy
			// answers that a refused file must not reveal.
			return nil, false
		}
		item := seat.queue.head(s, side)
		if item == nil {
			return nil, false
		}
		waits := q.Reaction || q.Settled || s.advised(side, q)
		if item.used && !slices.Contains(q.Verbs, item.verb) {
			if next := seat.queue.behind(q.Verbs); next != nil {
				item = next
			} else if !waits { // its time is over
				seat.queue.pop()
				continue
			}
		}
		if !slices.Contains(q.Verbs, item.verb) {
			if s.recovering && t.working == side && !(t.rehearsing && waits) {
				seat.queue.pop()
				continue
			}
			if waits {
				return nil, false
			}
			s.refuse(side, item.statement, s.tooLate(side, item, orders.IllegalAt(item.statement, item.statement.Verb.Span, "not-asked-now", q.Rule,
				"Verb", Keyword(item.verb), "Verbs", Keywords(q.Verbs), "Kind", q.Kind)))
			continue
		}
		a, d := q.Form.Accept(item.order, item.statement)
		if form, ok := q.Form.(Cautious); ok && d == nil && t.rehearsing {
			d = form.Caution(a, item.order, item.statement)
		}
		if d == nil {
			s.note(side, q, a, FromOrders, nil, item.statement.Line)
			if item.phase && q.passable() {
				s.passPhase(side, item.statement)
			}
			seat.last = item.statement
			seat.queue.use()
			return a, true
		}
		s.refuse(side, item.statement, s.tooLate(side, item, d))
	}
}

// tellIdle tells a side of its standing orders that can never answer.
func (s *Session) tellIdle(side Side) {
	for _, d := range idle(s.rules, &s.seats[side]) {
		s.tell(side, Event{}, "kit."+d.Code, d.Args...)
	}
}

// idle lists the standing orders of a seat that can never answer, as diagnostics that
// refuse nothing; those that say the same and are forestalled by the same once.
func idle(r Ruleset, seat *seat) []*orders.Diagnostic {
	overseer, ok := r.(Overseer)
	if !ok {
		return nil
	}
	type line struct {
		what Wording
		Idle
	}
	found := overseer.Idle(seat.standing)
	lines, alike := make([]line, len(found)), map[line]int{}
	for i, x := range found {
		lines[i] = line{quoted(r, seat.read[x.Rule]), Idle{By: x.By, Part: x.Part}}
		alike[lines[i]]++
	}
	var all []*orders.Diagnostic
	for i, x := range found {
		more := alike[lines[i]] - 1
		if more < 0 {
			continue // the first of those that say the same has told of it
		}
		delete(alike, lines[i])
		rule, by := seat.read[x.Rule], seat.read[x.By]
		code := "rule-never-applies"
		if x.Part {
			code = "rule-never-plays"
		}
		d := orders.IllegalAt(rule, rule.Span(), code, "", "Line", rule.Line, "Rule", quoted(r, rule),
			"ByLine", by.Line, "By", quoted(r, by), "More", more)
		all = append(all, d)
	}
	return all
}

// Keywords names verbs in whatever language a text is read.
func Keywords(verbs []string) []Keyword {
	all := make([]Keyword, len(verbs))
	for i, verb := range verbs {
		all[i] = Keyword(verb)
	}
	return all
}

// advised reports whether the side's standing orders answer a question. Orders of a
// file that are not for it then wait behind it.
func (s *Session) advised(side Side, q *Question) bool {
	_, _, ok := s.advice(side, q)
	return ok
}

// refuse deals with an order that cannot be done. Before anything has been
// shown the whole file is refused; afterwards what was done stands, the rest of
// the file is dropped, and the side is told.
func (s *Session) refuse(side Side, st *orders.Statement, d *orders.Diagnostic) {
	if t := &s.table; t.working == side && (t.rehearsing || !t.shown) {
		s.seats[side].queue.pop()
		d.Behind = slices.ContainsFunc(s.faults, func(above *orders.Diagnostic) bool { return above.Span.Line < st.Line })
		s.fault(d)
		return
	}
	dropped := s.seats[side].queue.statements()
	s.seats[side].queue = queue{}
	args := append([]any{"Line", st.Line, "Order", st.Text, "Left", len(dropped) - 1,
		"Why", Phrase{"diagnostic." + d.Code, d.Args}, "Rule", d.Rule}, d.Args...)
	s.tell(side, Event{Rule: d.Rule, Depth: 1, Stop: &Stop{side, d, len(dropped)}}, "kit.orders-stopped", args...)
}

// tell records an event that one side alone is told.
func (s *Session) tell(side Side, e Event, key string, args ...any) {
	e.Private[side] = Say(key, args...)
	pending := s.table.rolls
	s.table.rolls = nil
	s.table.Tell(e)
	s.table.rolls = pending
}

// note records how a question was answered, and tells the side of answers that
// it did not write for this moment. The rule is the standing order that answered, if
// one did.
func (s *Session) note(side Side, q *Question, a Answer, from Source, rule *orders.Rule, line int) {
	if s.table.quiet {
		return
	}
	told := Answered{Side: side, Kind: q.Kind, Words: a.Words(), From: from, Line: line}
	if rule != nil {
		told.Rule = quoted(s.rules, rule)
	}
	words := told.Words
	s.answers = append(s.answers, told)
	switch from {
	case FromOrders:
		s.seats[side].answered = asked{q.Kind, q.Prompt, s.table.begun, len(s.table.events)}
	case FromStanding:
		if form, ok := q.Form.(Waiver); ok {
			if left := form.Waived(a); len(left) > 0 {
				s.tellWaived(side, q, left, told.Rule, "kit.standing-waived")
				return
			}
		}
		s.tell(side, Event{Rule: q.Rule, Depth: 2}, "kit.standing-order", "Order", words, "Rule", told.Rule)
	case FromPhase:
		if form, ok := q.Form.(Waiver); ok {
			s.tellWaived(side, q, form.Waived(a), s.seats[side].passesBy, "kit.phase-passed")
		}
	case FromDefault:
		s.tell(side, Event{Rule: q.Rule, Depth: 2}, "kit.default-order", "Order", words)
	}
}

// dropQueues tells each side of orders that the turn ended without asking for.
func (s *Session) dropQueues() {
	for side := range s.seats {
		if left := s.seats[side].queue.untold(s.rules.Info().Optional); len(left) > 0 {
			s.dropped(Side(side), left, "kit.order-unused")
		}
		s.seats[side].queue = queue{}
	}
}

// dropped tells a side of orders whose moment has passed, and why by the key.
func (s *Session) dropped(side Side, left []orders.Statement, key string, args ...any) {
	for _, st := range left {
		s.tell(side, Event{Depth: 1}, key, append([]any{"Line", st.Line, "Order", st.Text}, args...)...)
	}
}

// Vet reads a file as a ruleset would and returns every fault that can be found
// without knowing the state of a game: unknown names, orders that cannot be read.
func Vet(r Ruleset, f *orders.File) []*orders.Diagnostic {
	s := &Session{rules: r, lex: r.Lexicon()}
	s.load(0, f)
	return s.faults
}

// VetStanding lists the standing orders of a file without faults that can never answer,
// since one above them answers first. They are no reason to refuse it.
func VetStanding(r Ruleset, f *orders.File) []*orders.Diagnostic {
	s := &Session{rules: r, lex: r.Lexicon()}
	s.setStanding(0, f.Standing)
	return idle(r, &s.seats[0])
}
