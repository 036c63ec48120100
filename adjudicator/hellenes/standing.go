package hellenes

import (
	_ "embed"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/board"
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
	// besieging is "when besieging: assault garrisons, else starve": what is done at each city, the first that can be.
	besieging struct{ ways []siegeWay }
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
	{Word: "besieging", Read: readBesieging},
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

// siegeWay is what a standing order does at a city; an assault of garrisons alone if it says so.
type siegeWay struct {
	verb      string
	garrisons bool
}

func readBesieging(c *reader, rule *orders.Rule) adjudicator.Standing {
	var st besieging
	c.each(rule, func(c *reader) {
		w := siegeWay{verb: c.oneOf("assault", "starve", "end")}
		w.garrisons = w.verb == "assault" && c.Take("garrisons")
		st.ways = append(st.ways, w)
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
