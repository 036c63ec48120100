package hellenes

import (
	_ "embed"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

//go:embed starter.toml
var starter string

var starters = advice.ReadStarters(starter)

// Starter implements [adjudicator.Guide].
func (r *Rules) Starter(side adjudicator.Side, lang string) string {
	return starters.For(sides[side], lang)
}

// Tongue implements [adjudicator.Linguist].
func (r *Rules) Tongue(rule *orders.Rule) (orders.Language, bool) {
	return advice.Tongue(rule, r.words)
}

// The standing orders, each of which answers one kind of question.
type (
	// attacked is "when attacked in Naupactis: fortify, else hold"; without a place, anywhere.
	attacked struct {
		in    []board.Zone
		verbs []string
	}
	// fighting is "when fighting: fight 2 rounds, else retreat".
	fighting struct {
		rounds  int // fought before the retreat; 0 for all
		retreat bool
	}
	// assaulted is "when assaulted: hold".
	assaulted struct{ verb string }
	// losses is "losses: hoplites, fleet": of equal blocks those of these arms first.
	losses struct{ arms []string }
	// refuges is "refuge: Athens, Naupactis": where retreats go first.
	refuges struct{ zones []board.Zone }
	// prayers is "prayers: Ares, Hera", or none: to whom is appealed whenever it can be.
	prayers struct{ gods []god }
	// marches is "when forcing: go".
	marches struct{}
	// engaging is "when engaging: end": battles and formations in the order in which they came.
	engaging struct{}
	// sallying is "when besieged: end": no sorties.
	sallying struct{}
	// recruits is "recruits: fleet at Corinth, hoplites": of three drawn the first of these kinds.
	recruits struct{ prefer []preference }
	// peaceful is "when peaceful: let": the peace is kept.
	peaceful struct{}
)

// sorts are the sorts of standing orders.
var sorts = []advice.Kind[*reader]{
	{Word: "attacked", Read: readAttacked},
	{Word: "fighting", Read: readFighting},
	{Word: "assaulted", Read: readAssaulted},
	{Word: "forcing", Read: readPlain(marches{}, "go")},
	{Word: "engaging", Read: readPlain(engaging{}, "end")},
	{Word: "besieged", Read: readPlain(sallying{}, "end")},
	{Word: "peaceful", Read: readPlain(peaceful{}, "let")},
	{Word: "losses", Read: readLosses},
	{Word: "refuge", Read: readRefuge},
	{Word: "recruits", Read: readRecruits},
	{Word: "prayers", Read: readPrayers},
}

// ReadStanding implements [adjudicator.Ruleset].
func (r *Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	st, faults := advice.Read(rule, r.opener(rule), sorts)
	if st == nil && len(faults) == 1 {
		return nil, []*orders.Diagnostic{orders.UnknownAt(rule, faults[0].Span, "no-such-standing")}
	}
	return st, faults
}

// opener begins to read some tokens of a rule.
func (r *Rules) opener(rule *orders.Rule) func([]orders.Token) *reader {
	return func(tokens []orders.Token) *reader {
		return &reader{&adjudicator.Reader{Cursor: orders.NewCursorOver(rule, tokens), Lex: r.lexicon}, r}
	}
}

// each reads the alternatives of a rule.
func (c *reader) each(rule *orders.Rule, read func(*reader)) {
	advice.Each(c, rule, c.rules.opener(rule), read)
}

// oneOf reads one of some verbs.
func (c *reader) oneOf(verbs ...string) string {
	e, d := c.TakeName(c.Lex, orders.VerbKind)
	if d == nil && slices.Contains(verbs, e.ID) {
		return e.ID
	}
	c.Need(keywords(verbs)...)
	return ""
}

func keywords(words []string) (all []adjudicator.Keyword) {
	for _, w := range words {
		all = append(all, adjudicator.Keyword(w))
	}
	return all
}

func readAttacked(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st attacked
	if c.Take("at") {
		st.in = c.zoneList()
	}
	c.each(rule, func(c *reader) { st.verbs = append(st.verbs, c.oneOf("fortify", "hold")) })
	return st
}

func readFighting(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st fighting
	n := 0
	c.each(rule, func(c *reader) {
		switch verb := c.oneOf("fight", "retreat"); {
		case verb == "fight" && !c.Done():
			var d *orders.Diagnostic
			if st.rounds, d = c.TakeNumber(); d != nil {
				c.Fail(d)
			}
			c.Require("rounds")
		case verb == "retreat":
			st.retreat = st.retreat || n == 0 || st.rounds > 0
		}
		n++
	})
	return st
}

func readAssaulted(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st assaulted
	c.each(rule, func(c *reader) {
		if verb := c.oneOf("hold", "capitulate"); st.verb == "" {
			st.verb = verb
		}
	})
	return st
}

// readPlain reads a rule that has one answer only.
func readPlain(st adjudicator.Standing, verb string) func(*reader, *orders.Rule) adjudicator.Standing {
	return func(c *reader, rule *orders.Rule) adjudicator.Standing {
		c.each(rule, func(c *reader) { c.oneOf(verb) })
		return st
	}
}

func readLosses(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st losses
	c.each(rule, func(c *reader) {
		for {
			found := ""
			for _, kind := range kinds {
				if found == "" && c.Take(kind) {
					found = kind
				}
			}
			if found == "" {
				c.Need(keywords(kinds)...)
				return
			}
			if st.arms = append(st.arms, found); !c.TakeComma() {
				return
			}
		}
	})
	return st
}

func readRefuge(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st refuges
	c.each(rule, func(c *reader) { st.zones = append(st.zones, c.zoneList()...) })
	return st
}

func readRecruits(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st recruits
	c.each(rule, func(c *reader) { st.prefer = append(st.prefer, c.preferred()...) })
	return st
}

func readPrayers(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st prayers
	c.each(rule, func(c *reader) {
		for !c.Take("none") {
			st.gods = append(st.gods, c.god())
			if len(c.Faults) > 0 || !c.TakeComma() {
				return
			}
		}
	})
	return st
}

// zoneList reads zones, between which commas may stand.
func (c *reader) zoneList() (all []board.Zone) {
	for {
		all = append(all, c.zone())
		if len(c.Faults) > 0 || !c.TakeComma() && !c.AtNameOf(data.ZoneKind) {
			return all
		}
	}
}

// Advise implements [adjudicator.Adviser] of a form that standing orders can answer.
func (f advised) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range standing {
		if a, ok := f.advise(st); ok && f.Check(a) == nil {
			return a, i, true
		}
	}
	return nil, 0, false
}

// advised is a form that standing orders can answer.
type advised struct {
	form
	advise func(st adjudicator.Standing) (Act, bool)
}

// adviseFortify answers whether to fortify, with as many as there is room for.
func adviseFortify(f form, z board.Zone) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(attacked)
		if !ok || len(s.in) > 0 && !slices.Contains(s.in, z) {
			return Act{}, false
		}
		for _, verb := range s.verbs {
			for _, a := range f.open() {
				if a.Verb == verb {
					return a, true
				}
			}
		}
		return Act{}, false
	}}
}

// adviseStand answers whether to retreat at the beginning of a round.
func adviseStand(f form, round int) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(fighting)
		if ok && s.retreat && round > s.rounds {
			return act("retreat"), true
		}
		return act("fight"), ok
	}}
}

// adviseTerms answers whether a city that is assaulted capitulates.
func adviseTerms(f form) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(assaulted)
		return act(s.verb), ok
	}}
}

// adviseForce has all go on whose march has succeeded.
func adviseForce(f form) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		_, ok := st.(marches)
		return act("go"), ok
	}}
}

// adviseAs answers with the first answer of a form where a standing order of some sort is in force.
func adviseAs[S adjudicator.Standing](f form) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		_, ok := st.(S)
		return f.open()[0], ok
	}}
}

// adviseLosses answers which of equal blocks it is: one of the arm that is named first, and of these the one with
// the highest number.
func (g *Game) adviseLosses(f form, side adjudicator.Side) advised {
	return advised{f, func(st adjudicator.Standing) (best Act, ok bool) {
		s, ok := st.(losses)
		if !ok {
			return Act{}, false
		}
		least := len(s.arms) + 1
		for _, a := range f.open() {
			rank := slices.Index(s.arms, g.block(side, a.Pieces.Nth(0)).Arm.String())
			if rank < 0 {
				rank = len(s.arms)
			}
			if rank <= least {
				best, least = a, rank
			}
		}
		return best, true
	}}
}

// adviseTake answers which of three recruits is raised: of those that could be one of the kind that is named first, or
// else the first.
func (g *Game) adviseTake(f form, side adjudicator.Side) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(recruits)
		if !ok {
			return Act{}, false
		}
		all := f.open()
		if a, ok := g.preferred(side, all, s.prefer); ok {
			return a, true
		}
		return all[0], true
	}}
}

// adviseRetreat answers where blocks retreat to: to the refuge that is named first, if all can go there, or else as
// they would without an order.
func (b *battle) adviseRetreat(f form, side adjudicator.Side, who fog.Set) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(refuges)
		if !ok {
			return Act{}, false
		}
		for _, z := range s.zones {
			a := Act{Verb: "retreat", Rows: []Row{{Pieces: who, To: z}}, Zone: nowhere}
			if f.Check(a) == nil {
				return a, true
			}
		}
		return f.open()[0], true
	}}
}

// adviseAppeal answers whether to appeal to a god.
func adviseAppeal(f form, d god) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(prayers)
		if ok && slices.Contains(s.gods, d) {
			return Act{Verb: "appeal", God: d, Zone: nowhere}, true
		}
		return act("let"), ok
	}}
}
