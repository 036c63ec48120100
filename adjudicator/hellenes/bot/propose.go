package bot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// Propose proposes what a side could do, for an [adjudicator.Proposer]: all actions of a season or of a winter, and to other
// questions the answers that there are, one of each kind before others of it. The first is what the sensible player
// would do. The other plans of actions begin with something else, go elsewhere, leave an army where it is, or stop earlier.
// They are tried out in games that the side imagines.
func Propose(s *adjudicator.Session, side adjudicator.Side, n int, r *rand.Rand) []adjudicator.Plan {
	q := s.Asked(side)
	if q == nil {
		return nil
	}
	d := &drafter{s: s, side: side, q: q, most: n, seed: [2]uint64{r.Uint64(), r.Uint64()}, turn: ground.Of(s.Game()).Number}
	if q.Kind == "act" || q.Kind == "winter" {
		d.campaigns()
	}
	if len(d.plans) == 0 {
		d.answers()
	}
	return d.plans
}

// drafter makes plans for what a side is asked.
type drafter struct {
	s     *adjudicator.Session
	side  adjudicator.Side
	q     *adjudicator.Question
	most  int
	seed  [2]uint64 // of the games that plans are tried out in
	turn  int
	plans []adjudicator.Plan
	words []string // of the plans
}

// intent is what a plan keeps to besides its steps, for as long as its turn lasts.
type intent struct {
	turn   int
	barred board.Set // zones that nobody goes to
	stay   fog.Set   // blocks that stay where they are
}

// step is an action of a plan, and with how many actions left it is taken.
type step struct {
	act  order.Act
	left int
}

// answers proposes single answers: the sensible player's, and then one of each verb after another.
func (d *drafter) answers() {
	then := func(r *rand.Rand) adjudicator.Player { return Player(r) }
	offer := func(a adjudicator.Answer) {
		if d.fresh(fmt.Sprint(a.Words()...)) && d.q.Form.Check(a) == nil {
			d.plans = append(d.plans, adjudicator.Opening(a, then))
		}
	}
	offer((&sensible{}).Answer(d.s, d.side, d.q))
	for _, a := range d.varied() {
		offer(a)
	}
}

// fresh reports whether there is room for a plan, and none of the same words.
func (d *drafter) fresh(words string) bool {
	if len(d.plans) >= d.most || slices.Contains(d.words, words) {
		return false
	}
	d.words = append(d.words, words)
	return true
}

// varied are the answers that the form lists, so that those of different verbs take turns: of cards for coins those with
// most of them first, and those with least of them for gods.
func (d *drafter) varied() (all []order.Act) {
	g := ground.Of(d.s.Game())
	listed := slices.Clone(listed(d.q.Form))
	slices.SortStableFunc(listed, func(a, b order.Act) int {
		if a.Verb != b.Verb || a.Card == 0 || b.Card == 0 {
			return 0
		}
		more := cmp.Compare(g.Rules.Card(a.Card).Coins, g.Rules.Card(b.Card).Coins)
		if a.Verb == "card" {
			return -more
		}
		return more
	})
	for len(listed) > 0 {
		had := map[string]bool{}
		listed = slices.DeleteFunc(listed, func(a order.Act) bool {
			if had[a.Verb] {
				return false
			}
			had[a.Verb] = true
			all = append(all, a)
			return true
		})
	}
	return all
}

// listed are the answers that a form lists.
func listed(form adjudicator.Form) []order.Act {
	switch f := form.(type) {
	case order.Form:
		return f.Open()
	case order.Advised:
		return f.Open()
	}
	return nil
}

// campaigns makes plans of all actions.
func (d *drafter) campaigns() {
	whole := d.draft(intent{}, nil)
	d.offer(whole, intent{})
	v := judgement{g: ground.Of(d.s.Game()), side: d.side, q: d.q, ranked: &[]rated{}}
	if d.q.Kind == "act" {
		v.act()
	}
	slices.SortStableFunc(*v.ranked, func(a, b rated) int { return cmp.Compare(b.worth, a.worth) })
	first := d.others(*v.ranked)
	d.begin(first, 1)
	d.offer([]step{{order.Just("end"), v.g.Left[d.side]}}, intent{})
	for _, x := range whole {
		for _, row := range x.act.Rows {
			d.keepTo(intent{barred: board.SetOf(row.To)})
			d.keepTo(intent{stay: row.Pieces})
		}
	}
	d.begin(first, len(first))
	d.begin(d.varied(), d.most)
	for i := len(whole) - 1; i > 0; i-- {
		end := step{order.Just("end"), whole[i].left}
		d.offer(append(slices.Clone(whole[:i]), end), intent{})
	}
}

// others are the first actions of those that are rated that lead elsewhere than one before.
func (d *drafter) others(all []rated) (first []order.Act) {
	type goal struct {
		verb string
		to   board.Zone
	}
	had := map[goal]bool{}
	for _, x := range all {
		at := goal{x.act.Verb, x.act.Zone}
		if len(x.act.Rows) > 0 {
			at.to = x.act.Rows[0].To
		}
		if !had[at] {
			had[at] = true
			first = append(first, x.act)
		}
	}
	return first
}

// begin offers plans that begin with actions, so many of them at most.
func (d *drafter) begin(with []order.Act, most int) {
	for i := 0; i < min(most, len(with)) && len(d.plans) < d.most; i++ {
		d.offer(d.draft(intent{}, &with[i]), intent{})
	}
}

// keepTo offers the plan that comes of an intent.
func (d *drafter) keepTo(x intent) {
	if len(d.plans) < d.most {
		x.turn = d.turn
		d.offer(d.draft(x, nil), x)
	}
}

// offer adds a plan unless there is one of the same steps already.
func (d *drafter) offer(steps []step, x intent) {
	if len(steps) == 0 {
		return
	}
	var words []any
	for _, y := range steps {
		words = append(words, y.act.Words()...)
	}
	if d.fresh(fmt.Sprint(words...)) {
		d.plans = append(d.plans, scheme{kind: d.q.Kind, turn: d.turn, steps: steps, intent: x})
	}
}

// between are the questions that come between actions.
var between = []string{"take", "free", "appeal"}

// mostSteps is how many answers a plan is tried out for.
const mostSteps = 60

// draft are the actions that a side takes in a game that it imagines, with an intent; the first one may be given.
func (d *drafter) draft(x intent, first *order.Act) (steps []step) {
	f, err := d.s.Fork(d.side, rand.New(rand.NewPCG(d.seed[0], d.seed[1])))
	if err != nil {
		return nil
	}
	defer f.Close()
	player := &sensible{intent: x}
	for range mostSteps {
		side, q := d.side, f.Asked(d.side)
		if q == nil {
			side = side.Other()
			q = f.Asked(side)
		}
		if q == nil || side == d.side && q.Kind != d.q.Kind && !slices.Contains(between, q.Kind) {
			break
		}
		a := q.Form.Default()
		if side == d.side {
			if a = player.Answer(f, side, q); first != nil {
				a, first = *first, nil
			}
		}
		act, ours := a.(order.Act)
		if ours = ours && side == d.side && q.Kind == d.q.Kind; ours {
			steps = append(steps, step{act, ground.Of(f.Game()).Left[side]})
		}
		if err := f.Answer(side, a); err != nil || ours && act.Verb == "end" {
			break
		}
	}
	return steps
}

// scheme is the plan of a side's actions in a turn.
type scheme struct {
	intent
	kind  string // of the question
	turn  int
	steps []step
}

// Player implements [adjudicator.Plan].
func (x scheme) Player(r *rand.Rand) adjudicator.Player {
	return &schemer{scheme: x, then: &sensible{rnd: r, intent: x.intent}}
}

// schemer carries a plan out, and plays as sensibly as he can behind it.
type schemer struct {
	scheme
	over bool
	then *sensible
}

// Answer implements [adjudicator.Player].
func (p *schemer) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if a, ok := p.next(ground.Of(s.Game()), side, q); ok {
		p.steps = p.steps[1:]
		return a
	}
	return p.then.Answer(s, side, q)
}

// next is the answer that the plan has for a question, if it has one. Where something has come between it is over.
func (p *schemer) next(g *ground.Position, side adjudicator.Side, q *adjudicator.Question) (order.Act, bool) {
	switch {
	case p.over, q.Kind != p.kind && g.Number == p.turn:
		return order.Act{}, false
	case g.Number != p.turn || len(p.steps) == 0 || g.Left[side] != p.steps[0].left || q.Form.Check(p.steps[0].act) != nil:
		p.over = true
		return order.Act{}, false
	}
	return p.steps[0].act, true
}

// Rest implements [adjudicator.Follower].
func (p *schemer) Rest() adjudicator.Plan {
	if p.over || len(p.steps) == 0 {
		return nil
	}
	return p.scheme
}

// Overtaken implements [adjudicator.Follower]: the plan is done, something has come between, or what is asked is none of
// its questions.
func (p *schemer) Overtaken(s *adjudicator.Session, side adjudicator.Side) bool {
	q := s.Asked(side)
	if q == nil {
		return true
	}
	trial := *p
	_, ok := trial.next(ground.Of(s.Game()), side, q)
	return !ok
}
