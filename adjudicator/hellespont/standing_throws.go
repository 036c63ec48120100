package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Standing orders on dice that the holder of the Advantage may have thrown again (8).
type (
	// resultRule tells at which results of one's own a combat is thrown again.
	resultRule struct {
		when    circumstance
		results [bey.AllEliminated + 1]bool
		again   bool
	}
	// defeatRule tells whether a combat that is lost is thrown again.
	defeatRule struct {
		when  circumstance
		again bool
	}
	// evasionRule throws evasions again that fail, or those of the enemy that succeed.
	evasionRule struct {
		when         circumstance
		fails, again bool
	}
	// throwRule tells at which outcomes another throw is made again.
	throwRule struct {
		kind     throwKind
		enemy    bool // an attrition of the enemy's
		when     circumstance
		outcomes outcome
		again    bool
	}
)

// throwKind is a throw that is no combat.
type throwKind uint8

const (
	throwSiege throwKind = iota
	throwAttrition
	throwDiscord // S16
	throwStorm   // S4
)

// outcome is what can come of such throws, as bits.
type outcome uint8

const (
	outcomeFails    outcome = 1 << iota // of a siege, of discord
	outcomeWeakens                      // of a siege: a five, and somebody is left
	outcomeSucceeds                     // of a siege, of discord
	outcomeNone                         // of attrition
	outcomeOne
	outcomeAll
	outcomeHits // of a storm
)

// outcomeWords are the words for outcomes of each throw, in folded form; the first
// one is what a diagnostic shows.
var outcomeWords = [...][]struct {
	words   []string
	outcome outcome
}{
	throwSiege: {
		{[]string{"fails", "failed", "echoue"}, outcomeFails},
		{[]string{"weakens", "affaiblit"}, outcomeWeakens},
		{[]string{"succeeds", "reussit"}, outcomeSucceeds},
	},
	throwAttrition: {
		{[]string{"none", "aucune", "nulle"}, outcomeNone},
		{[]string{"one", "une"}, outcomeOne},
		{[]string{"all", "totale", "toutes", "tout"}, outcomeAll},
	},
	throwDiscord: {
		{[]string{"fails", "failed", "echoue"}, outcomeFails},
		{[]string{"succeeds", "reussit"}, outcomeSucceeds},
	},
	throwStorm: {{[]string{"hits", "strikes", "frappe"}, outcomeHits}},
}

// throwNarrowing is what rules on each throw can be narrowed down by.
var throwNarrowing = [...]narrowing{throwSiege: bySiege, throwAttrition: byPlace | byMonth,
	throwDiscord: byLeader | byMonth, throwStorm: byPlace | byMonth}

// readThrowRule reads "siege fails or weakens in Sestos", the first word apart.
func readThrowRule(kind throwKind) func(*ruleReader, *orders.Rule) adjudicator.Standing {
	return func(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
		x := throwRule{kind: kind}
		x.enemy = r.TakeKeyword("enemy", "ennemie")
		r.TakeKeyword("is", "est")
		if kind == throwStorm && !r.AtKeyword(outcomeWords[kind][0].words...) {
			x.outcomes = outcomeHits
		}
		for more := x.outcomes == 0; more && len(r.faults) == 0; {
			known := false
			var words []adjudicator.Keyword
			for _, o := range outcomeWords[kind] {
				words = append(words, "outcome-"+adjudicator.Keyword(o.words[0]))
				if !known && r.TakeKeyword(o.words...) {
					known, x.outcomes = true, x.outcomes|o.outcome
				}
			}
			if !known {
				r.need(words...)
			}
			more = r.TakeComma() || r.TakeKeyword("or", "ou")
		}
		x.when = r.circumstance(rule, throwNarrowing[kind])
		x.again = r.again(rule)
		return x
	}
}

// readEnemyThrow reads "enemy attrition is none", the first word apart.
func readEnemyThrow(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	if !r.TakeKeyword("attrition", "usure") {
		r.need("attrition")
	}
	x := readThrowRule(throwAttrition)(r, rule).(throwRule)
	x.enemy = true
	return x
}

func readResultRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var x resultRule
	r.TakeKeyword("is", "est")
	for len(r.faults) == 0 {
		at := r.Span()
		t, _ := r.Next()
		known := false
		for n := range x.results {
			if orders.Fold(bey.Result(n).String()) == t.Fold {
				known, x.results[n] = true, true
			}
		}
		if !known {
			r.fail(orders.UnknownAt(rule, at, "unknown-result", "Word", t.Text, "Results", []string{"1/4", "1/2", "3/4", "A", "E"}))
		}
		if !r.TakeComma() && !r.TakeKeyword("or", "ou") {
			break
		}
		r.TakeKeyword("or", "ou")
	}
	x.when = r.circumstance(rule, byAnything)
	x.again = r.again(rule)
	return x
}

func readEvasionRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var x evasionRule
	if x.fails = r.TakeKeyword("fails", "failed", "echoue"); !x.fails && !r.TakeKeyword("succeeds", "reussit") {
		r.need("outcome-fails", "outcome-succeeds")
	}
	x.when = r.circumstance(rule, byAnything)
	x.again = r.again(rule)
	return x
}

// readDefeatRule reads a rule on combats that are lost: whether the dice are thrown
// again, or where one retreats.
func readDefeatRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	if r.alternative(rule, rule.Actions[0].Alternatives[0]).TakeKeyword(retreatWords...) {
		return readRetreatRule(r, rule)
	}
	x := defeatRule{when: r.circumstance(rule, byAnything)}
	x.again = r.again(rule)
	return x
}

// again reads "use advantage to reroll", "reroll" alone, or "accept", and reports
// whether the dice are to be thrown again.
func (r *ruleReader) again(rule *orders.Rule) (reroll bool) {
	first := true
	r.actionsOf(rule, func(sub *ruleReader) {
		if sub.TakeKeyword("accept", "accepte", "accepter") {
			first = false
			return
		}
		sub.TakeKeyword("use", "utilise", "utiliser")
		sub.take("advantage")
		sub.take("to")
		sub.TakeKeyword("pour")
		if !sub.TakeKeyword("reroll", "relance", "relancer") {
			sub.need("reroll", "accept")
		}
		reroll = reroll || first
		first = false
	})
	return reroll
}

// rethrown is a throw that the holder of the Advantage is asked about.
type rethrown interface {
	// judge tells what a standing order makes of the throw, and how it fits it.
	judge(adjudicator.Standing) (single, fit)
	// occasion tells which orders on the Advantage cover it.
	occasion() occasions
	// means says what the throw comes to as it stands, unless the question says so itself.
	means() []adjudicator.Phrase
}

// meaning is what a throw comes to.
func meaning(id string, args ...any) []adjudicator.Phrase {
	return []adjudicator.Phrase{adjudicator.Say("hellespont.means."+id, args...)}
}

// fit is how well a rule fits a throw. One on throws like it that lists other
// outcomes fits loosely: it lets the throw stand unless a later rule fits it exactly.
type fit uint8

const (
	noFit fit = iota
	looseFit
	exactFit
)

var (
	throwStands = single{actAccept, board.NoZone}
	throwAnew   = single{actReroll, board.NoZone}
)

// decide is the decision of a rule whose outcome has come, or has not.
func decide(came, again bool) (single, fit) {
	switch {
	case !came:
		return throwStands, looseFit
	case again:
		return throwAnew, exactFit
	}
	return throwStands, exactFit
}

// attritionThrown are the tests of a side's attrition.
type attritionThrown struct {
	g     *game
	side  adjudicator.Side
	zones board.Set
	total *[maxZones]int
}

// judge implements [rethrown]: of several tests that a rule would have again it is
// the one of the most force points.
func (a attritionThrown) judge(st adjudicator.Standing) (single, fit) {
	x, ok := st.(throwRule)
	if !ok || x.kind != throwAttrition || x.enemy == (a.side == a.g.advantage) || !x.when.now(a.g) {
		return single{}, noFit
	}
	worst, found := board.NoZone, -1
	for z := range a.zones.All() {
		came := a.g.attritionOutcome(a.total[z])
		if pf := a.g.allPF(a.side, z); x.outcomes&came != 0 && x.when.where(a.g, z) && pf > found {
			worst, found = z, pf
		}
	}
	return decideAt(worst, x.again)
}

func (a attritionThrown) occasion() occasions         { return inAttrition }
func (a attritionThrown) means() []adjudicator.Phrase { return nil }

// decideAt is the decision of a rule whose outcome has come in a zone, or nowhere.
func decideAt(z board.Zone, again bool) (single, fit) {
	x, how := decide(z != board.NoZone, again)
	if x.act == actReroll {
		x.zone = z
	}
	return x, how
}

// stormThrown are the dice of a storm (S4).
type stormThrown struct {
	g *game
	q *squall
}

// judge implements [rethrown]: thrown again are the dice of the zone in which one's
// own ships suffer most beyond the enemy's.
func (s stormThrown) judge(st adjudicator.Standing) (single, fit) {
	x, ok := st.(throwRule)
	if !ok || x.kind != throwStorm || !x.when.now(s.g) {
		return single{}, noFit
	}
	g, worst, found := s.g, board.NoZone, 0
	for z := range s.q.zones.All() {
		ours, theirs := s.q.hit[z].and(g.of[g.advantage]), s.q.hit[z].and(g.of[g.advantage.Other()])
		if loss := g.sum(ours) - g.sum(theirs); loss > found && x.when.where(g, z) {
			worst, found = z, loss
		}
	}
	return decideAt(worst, x.again)
}

func (s stormThrown) occasion() occasions         { return inMovements }
func (s stormThrown) means() []adjudicator.Phrase { return nil }

// combatThrown is the die of a combat.
type combatThrown struct {
	g      *game
	battle *battle
	result bey.Result // for the holder of the Advantage
	lost   bool       // he loses the field
}

// judge implements [rethrown].
func (c combatThrown) judge(st adjudicator.Standing) (single, fit) {
	switch st := st.(type) {
	case resultRule:
		if c.g.covers(&st.when, c.battle) {
			return decide(st.results[c.result], st.again)
		}
	case defeatRule:
		if c.g.covers(&st.when, c.battle) {
			return decide(c.lost, st.again)
		}
	}
	return single{}, noFit
}

func (c combatThrown) occasion() occasions         { return inCombats }
func (c combatThrown) means() []adjudicator.Phrase { return nil }

// throwAgain tells what a rule makes of dice that may be thrown again.
func (m *menu) throwAgain(st adjudicator.Standing) (single, fit) {
	if keep, ok := st.(keepAdvantage); ok {
		if keep.occasions&m.of.occasion() != 0 {
			return throwStands, exactFit
		}
		return single{}, noFit
	}
	return m.of.judge(st)
}

// rethrow is what the first of the rules decides that fits exactly, else the first
// that fits loosely.
func (m *menu) rethrow(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	chosen, rule, best := throwStands, 0, noFit
	for i, st := range rules {
		if x, how := m.throwAgain(st); how > best && m.has(x) {
			chosen, rule, best = x, i, how
		}
	}
	return menuAnswer{m.g, chosen}, rule, best != noFit
}
