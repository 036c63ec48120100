package order

import (
	_ "embed"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/orders"
)

// The standing orders, each of which answers one kind of question.
type (
	// attacked is "when attacked in Naupactis: fortify, else hold"; without a place, anywhere.
	Attacked struct {
		In    []board.Zone
		Verbs []string
	}
	// fighting is "when fighting: fight 2 rounds, else retreat".
	Fighting struct {
		Rounds  int // fought before the retreat; 0 for all
		Retreat bool
	}
	// assaulted is "when assaulted: hold".
	Assaulted struct{ Verb string }
	// losses is "losses: hoplites, fleet": of equal blocks those of these arms first.
	Losses struct{ Arms []string }
	// refuges is "refuge: Athens, Naupactis": where retreats go first.
	Refuges struct{ Zones []board.Zone }
	// prayers is "prayers: Ares, Hera", or none: to whom is appealed whenever it can be.
	Prayers struct{ Gods []ground.God }
	// marches is "when forcing: go".
	Marches struct{}
	// engaging is "when engaging: end": battles and formations in the order in which they came.
	Engaging struct{}
	// sallying is "when besieged: end": no sorties.
	Sallying struct{}
	// recruits is "recruits: fleet at Corinth, hoplites": of three drawn the first of these kinds.
	Recruits struct{ Prefer []ground.Preference }
	// besieging is "when besieging: assault garrisons, else starve": what is done at each city, the first that can be.
	Besieging struct{ Ways []siegeWay }
	// peaceful is "when peaceful: let": the peace is kept.
	Peaceful struct{}
)

// sorts are the sorts of standing orders.
var sorts = []advice.Kind[*Reader]{
	{Word: "attacked", Read: readAttacked},
	{Word: "fighting", Read: readFighting},
	{Word: "assaulted", Read: readAssaulted},
	{Word: "forcing", Read: readPlain(Marches{}, "go")},
	{Word: "engaging", Read: readPlain(Engaging{}, "end")},
	{Word: "besieged", Read: readPlain(Sallying{}, "end")},
	{Word: "besieging", Read: readBesieging},
	{Word: "peaceful", Read: readPlain(Peaceful{}, "let")},
	{Word: "losses", Read: readLosses},
	{Word: "refuge", Read: readRefuge},
	{Word: "recruits", Read: readRecruits},
	{Word: "prayers", Read: readPrayers},
}

// ReadStanding implements [adjudicator.Ruleset].
func ReadStanding(r *ground.Book, rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	st, faults := advice.Read(rule, opener(r, rule), sorts)
	if st == nil && len(faults) == 1 {
		return nil, []*orders.Diagnostic{orders.UnknownAt(rule, faults[0].Span, "no-such-standing")}
	}
	return st, faults
}

// opener begins to read some tokens of a rule.
func opener(r *ground.Book, rule *orders.Rule) func([]orders.Token) *Reader {
	return func(tokens []orders.Token) *Reader {
		return &Reader{&adjudicator.Reader{Cursor: orders.NewCursorOver(rule, tokens), Lex: r.Lex}, r}
	}
}

// each reads the alternatives of a rule.
func (c *Reader) each(rule *orders.Rule, read func(*Reader)) {
	advice.Each(c, rule, opener(c.Rules, rule), read)
}

// oneOf reads one of some verbs.
func (c *Reader) oneOf(verbs ...string) string {
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

func readAttacked(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Attacked
	if c.Take("at") {
		st.In = c.zoneList()
	}
	c.each(rule, func(c *Reader) { st.Verbs = append(st.Verbs, c.oneOf("fortify", "hold")) })
	return st
}

func readFighting(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Fighting
	n := 0
	c.each(rule, func(c *Reader) {
		switch verb := c.oneOf("fight", "retreat"); {
		case verb == "fight" && !c.Done():
			var d *orders.Diagnostic
			if st.Rounds, d = c.TakeNumber(); d != nil {
				c.Fail(d)
			}
			c.Require("rounds")
		case verb == "retreat":
			st.Retreat = st.Retreat || n == 0 || st.Rounds > 0
		}
		n++
	})
	return st
}

func readAssaulted(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Assaulted
	c.each(rule, func(c *Reader) {
		if verb := c.oneOf("hold", "capitulate"); st.Verb == "" {
			st.Verb = verb
		}
	})
	return st
}

// siegeWay is what a standing order does at a city; an assault of garrisons alone if it says so.
type siegeWay struct {
	Verb      string
	Garrisons bool
}

func readBesieging(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Besieging
	c.each(rule, func(c *Reader) {
		w := siegeWay{Verb: c.oneOf("assault", "starve", "end")}
		w.Garrisons = w.Verb == "assault" && c.Take("garrisons")
		st.Ways = append(st.Ways, w)
	})
	return st
}

// readPlain reads a rule that has one answer only.
func readPlain(st adjudicator.Standing, verb string) func(*Reader, *orders.Rule) adjudicator.Standing {
	return func(c *Reader, rule *orders.Rule) adjudicator.Standing {
		c.each(rule, func(c *Reader) { c.oneOf(verb) })
		return st
	}
}

func readLosses(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Losses
	c.each(rule, func(c *Reader) {
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
			if st.Arms = append(st.Arms, found); !c.TakeComma() {
				return
			}
		}
	})
	return st
}

func readRefuge(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Refuges
	c.each(rule, func(c *Reader) { st.Zones = append(st.Zones, c.zoneList()...) })
	return st
}

func readRecruits(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Recruits
	c.each(rule, func(c *Reader) { st.Prefer = append(st.Prefer, c.preferred()...) })
	return st
}

func readPrayers(c *Reader, rule *orders.Rule) adjudicator.Standing {
	var st Prayers
	c.each(rule, func(c *Reader) {
		for !c.Take("none") {
			st.Gods = append(st.Gods, c.god())
			if len(c.Faults) > 0 || !c.TakeComma() {
				return
			}
		}
	})
	return st
}

// zoneList reads zones, between which commas may stand.
func (c *Reader) zoneList() (all []board.Zone) {
	for {
		all = append(all, c.Zone())
		if len(c.Faults) > 0 || !c.TakeComma() && !c.AtNameOf(data.ZoneKind) {
			return all
		}
	}
}

// kinds are the arms by which recruits are preferred.
var kinds = []string{"hoplites", "infantry", "archers", "cavalry", "fleet"}
