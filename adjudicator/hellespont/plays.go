package hellespont

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// moment is when a stratagem or the Advantage can be used outside combats, sieges
// and adjustments, which have moments of their own.
type moment uint8

const (
	afterDice     moment = iota // B.1, the points have been thrown
	reinforcing                 // B.2
	answeringCall               // B.2, the enemy has just called for reinforcements
	departing                   // B.2, among the departures out of the bases
	besieging                   // C, before a siege of one's own
	besieged                    // C, a port of one's own is besieged
	adjusting                   // D, among one's own adjustments
	closing                     // behind D.5 of the last month
	beforeMoves                 // B.3, the passive player, the enemy has announced his points
	duringMoves                 // B.3, the active player, among his movements
	afterMoves                  // B.3, the passive player, the enemy has moved
	momentsInPlay               // their number
)

// inAction reports whether the moment lies in an action phase, where each side
// plays one stratagem at most.
func (m moment) inAction() bool { return m >= beforeMoves }

// use is what the Advantage is used for (8).
type use uint8

const (
	noUse      use = iota // a stratagem is played instead
	usePoints             // two points more in B.1
	useInvert             // the initiative changes hands
	useRecover            // a weakened unit recovers
	useReturn             // an eliminated land unit or leader comes back
)

var useWords = map[use]string{usePoints: "points", useInvert: "initiative", useRecover: "recover", useReturn: "return"}

// play is a stratagem or a use of the Advantage, with what it is aimed at.
type play struct {
	g       *game
	side    adjudicator.Side
	number  field.StratagemNo // 0 for the Advantage
	as      omen              // what S22 is used as
	use     use
	zone    board.Zone // aimed at, or NoZone
	units   unitSet
	leaders leaderSet
}

// omen is what "Good omens" is used as (7, S22).
type omen uint8

const (
	plain         omen = iota // not S22
	omenAdvantage             // take the Advantage
	omenDraw                  // draw a stratagem
	omenReinforce             // as S14
	omenRecover               // as S12
)

var omenWords = map[omen]string{omenAdvantage: "advantage", omenDraw: "draw", omenReinforce: "reinforcements",
	omenRecover: "recover"}

// omenNamed returns what a word of an order wants S22 to be used as.
func omenNamed(word string) omen {
	for as, id := range omenWords {
		if slices.Contains(keywords[id], word) {
			return as
		}
	}
	return plain
}

// mayPlay reports whether, as far as both sides know, a side might play something
// in an action phase: it holds counters and has played none in the phase, or it
// could use the Advantage.
func (g *game) mayPlay(side adjudicator.Side) bool {
	return g.armed(side) && !g.phase.played[side] || g.advantageHelps(side)
}

// advantageHelps reports whether a side holds the Advantage and has something to
// bring back or recover with it: all of that is public.
func (g *game) advantageHelps(side adjudicator.Side) bool {
	if g.advantage != side {
		return false
	}
	units, leaders := g.fallen(side)
	return !g.worn(side).empty() || !units.empty() || leaders != 0
}

// react asks the passive player whether he plays something (B.3, C).
func (g *game) react(t *adjudicator.Table, m moment) {
	side, kind, rule := g.active.Other(), atReact, "B.3"
	if m == besieged {
		kind, rule = "besieged", "8"
	}
	for g.worthAsking(side, m) {
		p, ok := g.askPlay(t, juncture{at: kind, side: side, when: m}, m, rule)
		if !ok {
			return
		}
		g.playNow(t, p)
	}
}

// worthAsking reports whether, as far as both sides know, the passive player could
// want to play something at a moment. For stratagems the besieged is asked in the siege
// itself.
func (g *game) worthAsking(side adjudicator.Side, m moment) bool {
	switch {
	case m == beforeMoves && g.habits.lateAdvantage:
		return g.armed(side) && !g.phase.played[side]
	case m == besieged:
		return g.advantageHelps(side)
	}
	return g.mayPlay(side)
}

// askPlay asks a side at a juncture whether it plays something.
func (g *game) askPlay(t *adjudicator.Table, j juncture, m moment, rule string) (*play, bool) {
	side := j.side
	f := &playForm{g, side, m}
	q := adjudicator.Question{Kind: j.at, Rule: rule, Verbs: playVerbNames, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask."+j.at, "Side", g.sideTerm(side.Other()))
	}
	p, ok := g.askAt(t, j, q).(*play)
	return p, ok
}

var playVerbNames = []string{"play", "use", "pass"}

var playVerbs = []verb{
	{"play", []string{"joue", "jouer"}, readPlay},
	{"use", []string{"utilise", "utiliser"}, readUse},
}

// playOrder is "play S16 on Hermocrates", "play S6 at T17", "play S22 for draw", or
// "use advantage to recover T10w at M5".
type playOrder struct {
	number field.StratagemNo
	use    use
	word   string // what S22 is used as, in folded form
	force  force
	zones  []place
	span   orders.Span
}

func readPlay(r *reader) adjudicator.Order {
	o := playOrder{}
	o.number, o.span = r.stratagem()
	readTarget(r, &o)
	return o
}

func readUse(r *reader) adjudicator.Order {
	o := playOrder{span: r.Span()}
	r.require("advantage")
	r.take("to")
	r.take("for")
	for u, word := range useWords {
		if r.TakeKeyword(keywords[word]...) {
			o.use = u
		}
	}
	if o.use == noUse && len(r.faults) == 0 {
		r.need("points", "initiative", "recover", "return")
	}
	readTarget(r, &o)
	return o
}

// readTarget reads what a stratagem is aimed at: units, leaders and zones in any
// order, with small words between them.
func readTarget(r *reader, o *playOrder) {
	for len(r.faults) == 0 && !r.Done() {
		switch {
		case r.take("on"), r.take("at"), r.take("from"), r.take("to"), r.take("for"), r.take("and"), r.TakeComma():
		case r.atName(field.LeaderKind) || r.atForce() && !r.afterPlaceWord():
			f := r.optionalForce()
			o.force.items = append(o.force.items, f.items...)
			o.force.leaders = append(o.force.leaders, f.leaders...)
			o.force.span = o.force.span.Join(f.span)
		case r.atName(field.ZoneKind):
			o.zones = append(o.zones, r.zone())
		case o.number == r.p.roles.omens && o.word == "":
			t, _ := r.Next()
			if o.word = t.Fold; omenNamed(o.word) != plain {
				o.word = omenWords[omenNamed(o.word)]
			}
		default:
			r.fail(r.End())
			r.Rest()
		}
	}
}

// afterPlaceWord reports whether the word before is one that a zone follows, since
// T10 and T4 are zones as well as units.
func (r *reader) afterPlaceWord() bool {
	mark := r.Mark()
	if mark == 0 {
		return false
	}
	r.Reset(mark - 1)
	defer r.Reset(mark)
	return r.at("at") || r.at("from")
}

// playForm asks whether to play something.
type playForm struct {
	g      *game
	side   adjudicator.Side
	moment moment
}

// passing is the answer "pass".
type passing struct{}

// Words implements [adjudicator.Answer].
func (passing) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("pass")} }

// Accept implements [adjudicator.Form].
func (f *playForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case passOrder:
		return passing{}, nil
	case playOrder:
		return f.g.acceptPlay(o, s, f.side, f.moment)
	}
	return nil, notNow(s, "7")
}

// Check implements [adjudicator.Form].
func (f *playForm) Check(a adjudicator.Answer) error {
	switch a := a.(type) {
	case passing:
		return nil
	case *play:
		if bad := f.g.judgePlay(a, f.moment); bad != nil {
			return bad
		}
		return nil
	}
	return fmt.Errorf("%w: %T", errIllegal, a)
}

// Default implements [adjudicator.Form].
func (f *playForm) Default() adjudicator.Answer { return passing{} }

// Sample implements [adjudicator.Form].
func (f *playForm) Sample(r *rand.Rand) adjudicator.Answer {
	if r.IntN(3) == 0 {
		if p := f.g.samplePlay(r, f.side, f.moment); p != nil {
			return p
		}
	}
	return passing{}
}

// Choices implements [adjudicator.Form].
func (f *playForm) Choices() []adjudicator.Choice {
	all := f.g.playChoices(f.side, f.moment)
	return append(all, adjudicator.Choice{Words: passing{}.Words()})
}

// acceptPlay turns an order to play something into an answer.
func (g *game) acceptPlay(o playOrder, s *orders.Statement, side adjudicator.Side, m moment) (adjudicator.Answer, *orders.Diagnostic) {
	p := &play{g: g, side: side, number: o.number, use: o.use, zone: board.NoZone}
	if o.number == g.roles.omens {
		p.as = omenNamed(o.word)
	}
	if len(o.zones) > 0 {
		p.zone = o.zones[0].zone
	} else {
		p.zone = g.onlyTarget(p, o.force)
	}
	if d := g.aim(p, &o, s); d != nil {
		return nil, d
	}
	if homes := g.homes(p); p.use == useReturn && p.zone == board.NoZone && homes.Len() == 1 {
		p.zone = homes.First()
	}
	if bad := g.judgePlay(p, m); bad != nil {
		return nil, bad.in(s, o.span)
	}
	return p, nil
}

// Words implements [adjudicator.Answer].
func (p *play) Words() adjudicator.Words {
	g := p.g
	var w adjudicator.Words
	if p.number != 0 {
		w = append(w, adjudicator.Keyword("play"), adjudicator.Term{Kind: "stratagem", ID: g.Stratagem(p.number).ID})
		if p.as != plain {
			w = append(w, adjudicator.Keyword("for"), adjudicator.Keyword(omenWords[p.as]))
		}
	} else {
		purpose := adjudicator.Keyword("to")
		if p.use == usePoints || p.use == useInvert {
			purpose = "for"
		}
		w = append(w, adjudicator.Keyword("use"), adjudicator.Keyword("advantage"), purpose,
			adjudicator.Keyword(useWords[p.use]))
	}
	if !p.units.empty() || p.leaders != 0 {
		if p.number != 0 {
			w = append(w, adjudicator.Keyword("on"))
		}
		w = append(w, g.words(p.units, p.leaders)...)
	}
	if p.zone != board.NoZone {
		w = append(w, adjudicator.Keyword("at"), g.zoneTerm(p.zone))
	}
	return w
}

// ruleOf is the rule behind a play: "7 S16", or "8" for the Advantage.
func (g *game) ruleOf(p *play) string {
	if p.number == 0 {
		return "8"
	}
	return "7 " + g.Stratagem(p.number).ID
}
