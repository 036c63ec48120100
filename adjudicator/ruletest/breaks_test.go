package ruletest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// broken is one promise that a ruleset breaks.
type broken struct {
	name, promise string
	says          string // in the report
	rules         func(*ruletest.Options) adjudicator.Ruleset
}

// faulty is the tiny game with one of its own faults.
func faulty(f ford.Fault) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset { return ford.New("ford", f) }
}

// bent is the tiny game with the questions of a kind changed.
func bent(kind string, bend func(g *ford.Game, q *adjudicator.Question)) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		rules := ford.New("ford", ford.None)
		rules.Bend = func(g *ford.Game, q adjudicator.Question) adjudicator.Question {
			if q.Kind == kind {
				bend(g, &q)
			}
			return q
		}
		return rules
	}
}

// form is a form of the tiny game of which one method is another. A method that is nil
// is the form's own.
type form struct {
	adjudicator.Form
	accept  func(adjudicator.Order, *orders.Statement) (adjudicator.Answer, *orders.Diagnostic)
	sample  func(*rand.Rand) adjudicator.Answer
	least   adjudicator.Answer
	choices []adjudicator.Choice
}

func (f form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if f.accept != nil {
		return f.accept(o, s)
	}
	return f.Form.Accept(o, s)
}

func (f form) Sample(r *rand.Rand) adjudicator.Answer {
	if f.sample != nil {
		return f.sample(r)
	}
	return f.Form.Sample(r)
}

func (f form) Default() adjudicator.Answer {
	if f.least != nil {
		return f.least
	}
	return f.Form.Default()
}

func (f form) Choices() []adjudicator.Choice { return append(f.Form.Choices(), f.choices...) }

// ruled is the tiny game with something else than its questions changed.
type ruled struct {
	*ford.Rules
	info   func(*adjudicator.Info)
	read   func(*ford.Act)
	refuse func(*orders.Statement, *orders.Diagnostic)
	view   func(g *ford.Game, v *adjudicator.View)
	redeal func(g *ford.Game, side adjudicator.Side, r *rand.Rand)
	sample func(g *ford.Game, side adjudicator.Side)
	clone  func(g *ford.Game) adjudicator.Game
	value  func(g *ford.Game, side adjudicator.Side) float64
	bind   func(ford.Act) ford.Act
}

func (r ruled) Info() adjudicator.Info {
	info := r.Rules.Info()
	if r.info != nil {
		r.info(&info)
	}
	return info
}

func (r ruled) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	o, faults := r.Rules.ReadOrder(verb, s)
	if a, ok := o.(ford.Act); ok && r.read != nil {
		r.read(&a)
		o = a
	}
	for _, d := range faults {
		if r.refuse != nil {
			r.refuse(s, d)
		}
	}
	return o, faults
}

func (r ruled) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

func (r ruled) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	if err != nil {
		return nil, err
	}
	return played{g.(*ford.Game), r}, nil
}

// played is a game of such a ruleset.
type played struct {
	*ford.Game
	rules ruled
}

func (g played) View(side adjudicator.Side) adjudicator.View {
	v := g.Game.View(side)
	if g.rules.view != nil {
		g.rules.view(g.Game, &v)
	}
	return v
}

func (g played) Redeal(side adjudicator.Side, r *rand.Rand) {
	if g.rules.redeal != nil {
		g.rules.redeal(g.Game, side, r)
		return
	}
	g.Game.Redeal(side, r)
}

func (g played) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	if g.rules.sample != nil {
		g.rules.sample(g.Game, side)
	}
	return played{g.Game.Resample(side, r).(*ford.Game), g.rules}
}

func (g played) Clone() adjudicator.Game {
	if g.rules.clone != nil {
		return g.rules.clone(g.Game)
	}
	return played{g.Game.Clone().(*ford.Game), g.rules}
}

func (g played) Value(side adjudicator.Side) float64 {
	if g.rules.value != nil {
		return g.rules.value(g.Game, side)
	}
	return g.Game.Value(side)
}

func (g played) Bind(a adjudicator.Answer) adjudicator.Answer {
	if g.rules.bind != nil {
		return g.rules.bind(a.(ford.Act))
	}
	return a
}

func changed(r ruled) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		r.Rules = ford.New("ford", ford.None)
		return r
	}
}

// open is the tiny game as one that does not tell what is hidden in it.
type open struct{ *ford.Rules }

func (r open) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

func (r open) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	return struct{ adjudicator.Game }{g}, err
}

// breaks break every promise in turn.
var breaks = []broken{
	{"a phase that is not listed", "questions", `in the phase "D"`, changed(ruled{info: func(i *adjudicator.Info) { i.Phases = i.Phases[:3] }})},
	{"no version", "info", "no version", changed(ruled{info: func(i *adjudicator.Info) { i.Version = "" }})},
	{"a question without a prompt", "questions", "Prompt is empty", bent("loot", func(_ *ford.Game, q *adjudicator.Question) { q.Prompt = adjudicator.Phrase{} })},
	{"a verb that nobody knows", "questions", "not in the lexicon", bent("loot", func(_ *ford.Game, q *adjudicator.Question) { q.Verbs = append(q.Verbs, "plunder") })},

	{"an illegal sample", "plays", "is none of", faulty(ford.Refuses)},
	{"a turn without an end", "plays", "does not end", faulty(ford.Endless)},
	{"code that fails", "plays", "the bridge fell down", faulty(ford.Panics)},

	{"a broken invariant", "invariants", "broke the bridge", faulty(ford.Weak)},
	{"something unsettled", "invariants", "unsettled", func(o *ruletest.Options) adjudicator.Ruleset {
		o.Settled = func(adjudicator.Game) error { return fmt.Errorf("unsettled") }
		return ford.New("ford", ford.None)
	}},

	{"a state of more than the answers", "replay", "when the game is played again", faulty(ford.Forgets)},
	{"a state that does not come back", "replay", "once that is loaded", func(*ruletest.Options) adjudicator.Ruleset { return forgetful{ford.New("ford", ford.None)} }},

	{"an illegal default", "defaults", "Default is not legal", bent("loot", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = form{Form: q.Form, least: ford.Act{Verb: "loot", Number: 9}}
	})},

	{"an order that is misread", "reading", "reads back as", changed(ruled{read: func(a *ford.Act) {
		if a.Verb == "loot" && a.Number > 1 {
			a.Number--
		}
	}})},

	{"a choice that is refused", "choices", "is offered (en), and refused", bent("act", func(g *ford.Game, q *adjudicator.Question) {
		q.Form = form{Form: q.Form, choices: []adjudicator.Choice{{Words: ford.Act{Verb: "march", Number: 4}.Words()}}}
	})},

	{"a view that shows too much", "secrets", "its view", changed(ruled{view: func(g *ford.Game, v *adjudicator.View) {
		v.Goals = []adjudicator.Phrase{adjudicator.Say("ford.turn", "Turn", count(g.Hands))}
	}})},
	{"an observer who sees too much", "secrets", "an observer's view", changed(ruled{view: func(g *ford.Game, v *adjudicator.View) {
		if v.Side == adjudicator.Observer {
			v.Goals = []adjudicator.Phrase{adjudicator.Say("ford.turn", "Turn", count(g.Hands))}
		}
	}})},
	{"nothing is exchanged", "secrets", "has to change", changed(ruled{redeal: func(*ford.Game, adjudicator.Side, *rand.Rand) {}})},
	{"one's own hand is exchanged", "secrets", "its view", changed(ruled{redeal: func(g *ford.Game, side adjudicator.Side, r *rand.Rand) {
		g.Redeal(side, r)
		g.Redeal(side.Other(), r)
	}})},
	{"imagining changes the game", "secrets", "has changed the game itself", changed(ruled{sample: func(g *ford.Game, side adjudicator.Side) {
		for i := range g.Hands[side.Other()] {
			g.Hands[side.Other()][i] = !g.Hands[side.Other()][i]
		}
	}})},
	{"a refusal that tells", "secrets", "what is said to march 3", bent("act", func(g *ford.Game, q *adjudicator.Question) {
		accept := q.Form.Accept
		q.Form = form{Form: q.Form, accept: func(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
			a, fault := accept(o, s)
			if fault != nil && count(g.Hands) > 1 {
				fault.Args = append(fault.Args, "Limit", 77)
			}
			return a, fault
		}}
	})},
	{"it is not said what is hidden", "secrets", "no adjudicator.Redealer", func(*ruletest.Options) adjudicator.Ruleset { return open{ford.New("ford", ford.None)} }},

	{"a copy that plays another turn", "forks", "may play another turn", changed(ruled{clone: func(g *ford.Game) adjudicator.Game { return g.Clone() }})},
	{"a copy that is no copy", "forks", "when it is played again", changed(ruled{clone: func(g *ford.Game) adjudicator.Game { return played{g, ruled{}} }})},
	{"a copy that forgets", "forks", "a copy of the turn stands otherwise", changed(ruled{clone: func(g *ford.Game) adjudicator.Game {
		c := g.Clone().(*ford.Game)
		c.Loot = [2]int{}
		return played{c, ruled{}}
	}})},
	{"an answer that is bound as another one", "forks", "a copy of the turn stands otherwise", changed(ruled{bind: func(a ford.Act) ford.Act {
		if a.Verb == "march" {
			a.Number = 1
		}
		return a
	}})},
	{"an exchange that leaves something", "forks", "In the state that Redeal leaves, Hands[", changed(ruled{redeal: func(g *ford.Game, side adjudicator.Side, r *rand.Rand) {
		kept := append([]bool(nil), g.Hands[side.Other()]...)
		g.Redeal(side, r)
		if len(kept) > 1 {
			copy(g.Hands[side.Other()][1:], kept[1:])
		}
	}})},
	{"a form that keeps what is hidden", "forks", "are imagined otherwise", bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = stale{q.Form.(advised), q.Form.Choices()}
	})},
	{"a value against the result", "forks", "Value says that it is worth", changed(ruled{value: func(g *ford.Game, side adjudicator.Side) float64 {
		return -g.Value(side)
	}})},

	{"a position that lacks something", "imagined", "is judged otherwise", entering(func(k *ford.Knowledge) { k.Paces = [2]int{} })},
	{"a position that nobody can enter", "imagined", "none could be entered", entering(func(k *ford.Knowledge) { k.Moment = nil })},

	{"a standing order that does not read", "standing", `"when tired: hold" does not read`, with(func(o *ruletest.Options) {
		o.Standing = append(o.Standing, "when tired: hold")
	})},
	{"no standing orders to try", "standing", "there is none to try", func(o *ruletest.Options) adjudicator.Ruleset {
		o.Standing = nil
		return reworded("help.standing", "", "en", "fr")(o)
	}},
	{"advice that is illegal", "standing", "a standing order answers", bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = counsel{q.Form, func(first []ford.Act) (adjudicator.Answer, bool) { return first[0], true }}
	})},
	{"standing orders that never answer", "standing", "none of the standing orders answers ambush", func(o *ruletest.Options) adjudicator.Ruleset {
		o.Mails = nil
		return bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
			q.Form = counsel{q.Form, func([]ford.Act) (adjudicator.Answer, bool) { return nil, false }}
		})(o)
	}},

	{"a player who moves the game", "player", "has changed the game", thinking(func(g *ford.Game, a adjudicator.Answer) adjudicator.Answer {
		g.Loot[0]++
		return a
	})},
	{"a player who sees the enemy's hand", "player", "with something else hidden", thinking(func(g *ford.Game, a adjudicator.Answer) adjudicator.Answer {
		if act := a.(ford.Act); act.Verb == "bid" || act.Verb == "loot" || act.Verb == "ambush" || act.Verb == "hold" || count(g.Hands)%2 == 0 {
			return a
		}
		return ford.Act{Verb: "pass"}
	})},
	{"a player of his own chance", "player", "equal generators", func(*ruletest.Options) adjudicator.Ruleset {
		return thoughtful{ford.New("ford", ford.None), func() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), 1)) }, nil}
	}},

	{"a plan made of the enemy's hand", "player", "with something else hidden", proposing(func(g *ford.Game, side adjudicator.Side) []adjudicator.Plan {
		if slices.Contains(g.Hands[side.Other()], true) {
			return nil
		}
		return []adjudicator.Plan{scheme{}}
	})},
	{"a plan that moves the game", "player", "changed the game", proposing(func(g *ford.Game, side adjudicator.Side) []adjudicator.Plan {
		g.Loot[side]++
		return nil
	})},
	{"more plans than are wanted", "player", "there are 9", proposing(func(*ford.Game, adjudicator.Side) []adjudicator.Plan { return make([]adjudicator.Plan, 9) })},

	{"a file that is refused later", "plans", "is refused", func(*ruletest.Options) adjudicator.Ruleset {
		w := &worn{Rules: ford.New("ford", ford.None)}
		w.Bend = func(_ *ford.Game, q adjudicator.Question) adjudicator.Question {
			if w.times > 6 && q.Kind == "act" {
				q.Form = form{Form: q.Form, accept: func(_ adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
					return nil, orders.IllegalAt(s, s.Verb.Span, "no-chit", "3")
				}}
			}
			return q
		}
		return w
	}},

	{"too many mails", "mails", "at most 1.0", with(func(o *ruletest.Options) { o.Mails[0].Most = 1 })},
	{"too many mails of most turns", "mails", "a median of", with(func(o *ruletest.Options) { o.Mails[0].Median = 1 })},
	{"a question besides", "mails", "loot is asked", with(func(o *ruletest.Options) { o.Mails[0].Asked = []string{"bid", "act"} })},

	{"a case that fails", "cases", "case F2, another: line 5, result total north: the game is not over", cased("case F1: another\nrule 1\ncase F2: another\nrule 1\nresult total north\ncase F3: another\nlimits 1\n", "")},
	{"a case of no rule", "cases", `the rule "2"`, cased("case F1: another\nrule 1\ncase F2: another\nlimits 1\ncase F3: another\nlimits 2\n", "")},
	{"a rule without a case", "cases", "no case shows where rule 1 (rivers) ends", cased("case F1: another\nrule 1\n", "")},
	{"two cases of one name", "cases", "case F1 stands in", cased("case F1: another\nrule 1\ncase F1: another\nlimits 1\n", "")},
	{"a list of other cases", "cases", "is not what the cases give", cased("case F1: another\nrule 1\ncase F2: another\nlimits 1\n", "| 1 | rivers | F2 | F1 |\n")},
	{"an event without a text", "texts", `"ford.event.shot", which has no text in en`, reworded("event.shot", "", "en", "fr")},
	{"a question without a text in one language", "texts", "no text in fr", reworded("ask.loot", "", "fr")},
	{"a text that uses what is not there", "texts", "uses what it does not give", reworded("event.looted", "{{.Gold}}", "fr")},
	{"a brief text that uses what is not there", "texts", `"ford.event.looted.brief", whose text (en)`, reworded("event.looted.brief", "{{.Gold}}", "en", "fr")},
	{"a fault without a text", "texts", `"diagnostic.no-chit" has no text in en`, reworded("diagnostic.no-chit", "", "en", "fr")},
	{"a fault without a way out", "texts", `"diagnostic.no-chit.mend" has no text in fr`, reworded("diagnostic.no-chit.mend", "", "fr")},
	{"a fault that lacks an argument", "texts", "uses Most, which is not supplied", reworded("diagnostic.too-many.mend", "{{.Most}}", "en")},
	{"a word left out that is not told as words are", "texts", `"diagnostic.keyword-expected", whose text (en) cannot show`, changed(ruled{refuse: func(s *orders.Statement, d *orders.Diagnostic) {
		if d.Code == orders.CodeNumberExpected {
			*d = *orders.UnreadableAt(s, d.Span, orders.CodeKeywordExpected, "Words", adjudicator.Keyword("march"), "Found", "")
		}
	}})},
	{"a text that nothing says", "texts", "nothing says the text", reworded("event.drowned", "Everybody drowned.", "en", "fr")},
	{"a text in one language only", "texts", "and none in fr", reworded("event.drowned", "Everybody drowned.", "en")},
	{"a text that stands twice", "texts", `the texts of ford, texts/en.toml: the key "event.shot": it is there twice`, func(*ruletest.Options) adjudicator.Ruleset {
		return saying(adjudicator.Texts{Owner: "ford", Files: textFiles(map[string]string{"en": "\"event.shot\" = \"A\"\n[event]\nshot = \"B\"\n"})})
	}},
	{"a text that is its family's again", "texts", `"ford.event.shot" says in every language what "river.event.shot" says`, func(*ruletest.Options) adjudicator.Ruleset {
		family := map[string]string{"en": "[event]\nshot = \"A shot.\"\n", "fr": "[event]\nshot = \"Un tir.\"\n"}
		return saying(ford.Texts, adjudicator.Texts{Owner: "river", Files: textFiles(family)})
	}},
	{"a family's text in one language only", "texts", `"river.event.fog" has a text in en, and none in fr`, func(*ruletest.Options) adjudicator.Ruleset {
		family := map[string]string{"en": "[event]\nfog = \"Fog.\"\n"}
		return saying(ford.Texts, adjudicator.Texts{Owner: "river", Files: textFiles(family)})
	}},
	{"words that nothing reads", "texts", `nothing reads the words "word.slowly" of ford`, worded("en", "word.slowly", "slowly")},
	{"words in one language only", "texts", `the words "word.march" have no list in fr`, worded("en", "word.march", "march")},
	{"a source that is nowhere", "texts", "Options.Source", with(func(o *ruletest.Options) { o.Source = nil })},

	{"an order that the help does not show", "help", `no example of the order "loot"`, reworded("help", "    bid 2\n    march 2\n    shoot\n    pass\n    ambush\n    hold\n", "en", "fr")},
	{"an example that cannot be sent", "help", `shows "loot much", which cannot be sent`, reworded("help", "    bid 2\n    march 2\n    shoot\n    pass\n    ambush\n    hold\n    loot much\n", "fr")},
	{"examples that differ", "help", "which is something else", reworded("help", "    bid 2\n    march 2\n    shoot\n    pass\n    ambush\n    hold\n    loot 2\n", "fr")},
	{"standing orders that differ", "help", "which is something else", reworded("help.standing", "    reaction: hold\n", "fr")},

	{"cases that are nowhere", "cases", "does not say where they are", func(o *ruletest.Options) adjudicator.Ruleset {
		return ford.Cased{Rules: ford.New("ford", ford.None)}
	}},
}

// with is the tiny game tried with other options.
func with(change func(*ruletest.Options)) func(*ruletest.Options) adjudicator.Ruleset {
	return func(o *ruletest.Options) adjudicator.Ruleset {
		change(o)
		return ford.New("ford", ford.None)
	}
}

// counsel is a form that the first standing order answers in its own way.
type counsel struct {
	adjudicator.Form
	advise func([]ford.Act) (adjudicator.Answer, bool)
}

func (c counsel) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	a, ok := c.advise(standing[0].([]ford.Act))
	return a, 0, ok
}

// thoughtful is the tiny game with a player of its own, whose answers are changed.
type thoughtful struct {
	*ford.Rules
	chance func() *rand.Rand // in place of what he is given
	think  func(*ford.Game, adjudicator.Answer) adjudicator.Answer
}

func thinking(think func(*ford.Game, adjudicator.Answer) adjudicator.Answer) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		return thoughtful{ford.New("ford", ford.None), nil, think}
	}
}

func (t thoughtful) Player(r *rand.Rand) adjudicator.Player {
	if t.chance != nil {
		r = t.chance()
	}
	return thinker{adjudicator.Random{Rand: r}, t.think}
}

type thinker struct {
	adjudicator.Random
	think func(*ford.Game, adjudicator.Answer) adjudicator.Answer
}

func (p thinker) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	a := p.Random.Answer(s, side, q)
	if p.think == nil {
		return a
	}
	return p.think(s.Game().(*ford.Game), a)
}

// proposer is the tiny game with plans of its own.
type proposer struct {
	*ford.Rules
	propose func(*ford.Game, adjudicator.Side) []adjudicator.Plan
}

func proposing(propose func(*ford.Game, adjudicator.Side) []adjudicator.Plan) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset { return proposer{ford.New("ford", ford.None), propose} }
}

func (p proposer) Propose(s *adjudicator.Session, side adjudicator.Side, _ int, _ *rand.Rand) []adjudicator.Plan {
	return p.propose(s.Game().(*ford.Game), side)
}

// scheme is the plan to do anything.
type scheme struct{}

func (scheme) Player(r *rand.Rand) adjudicator.Player { return adjudicator.Random{Rand: r} }

// worn is a ruleset that counts how often the same position is loaded in a row.
type worn struct {
	*ford.Rules
	last  string
	times int
}

func (w *worn) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	if w.times++; string(state) != w.last {
		w.last, w.times = string(state), 1
	}
	return w.Rules.Load(s, state)
}

// cased is the tiny game with a folder of cases. Without a list, the list is written.
func cased(text, list string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(o *ruletest.Options) adjudicator.Ruleset {
		dir := o.Cases.Dir
		for name, text := range map[string]string{"f.txt": text, "rules.toml": "[[rule]]\nid = \"1\"\ntitle = \"rivers\"\n", "COVERAGE.md": list} {
			if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
				panic(err)
			}
		}
		o.Cases = ruletest.Cases{Dir: dir, Update: list == "", How: "ruletest"}
		return ford.Cased{Rules: ford.New("ford", ford.None)}
	}
}

// enterable is the tiny game whose turns can be entered, with what a side is told changed
// where it is imagined.
type enterable struct {
	ford.Entered
	told func(*ford.Knowledge)
}

func entering(told func(*ford.Knowledge)) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset { return enterable{ford.NewEntered("ford"), told} }
}

func (e enterable) Imagine(scenario string, side adjudicator.Side, position []byte, r *rand.Rand) (adjudicator.Game, error) {
	var k ford.Knowledge
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, err
	}
	e.told(&k)
	position, err := json.Marshal(k)
	if err != nil {
		return nil, err
	}
	return e.Entered.Imagine(scenario, side, position, r)
}

// stale is a form that lists what could be answered when it was made.
type stale struct {
	advised
	choices []adjudicator.Choice
}

type advised interface {
	adjudicator.Form
	adjudicator.Adviser
}

func (s stale) Choices() []adjudicator.Choice { return s.choices }

// count is the number of traps in both hands.
func count(hands [2][]bool) (n int) {
	for _, trap := range slices.Concat(hands[0], hands[1]) {
		if trap {
			n++
		}
	}
	return n
}

// forgetful loses a part of the state when it is loaded.
type forgetful struct{ *ford.Rules }

func (r forgetful) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	if err == nil {
		g.(*ford.Game).Loot[0] = 0
	}
	return g, err
}

// reworded is the tiny game with another text for a key in some languages, or with none.
func reworded(key, text string, langs ...string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		texts, err := ford.Texts.Read()
		if err != nil {
			panic(err)
		}
		files := map[string]string{}
		for _, t := range texts {
			if t.Words != nil {
				files[t.Lang] += fmt.Sprintf("%q = [%s]\n", t.Key, quoted(t.Words))
			} else if t.Key != key || !slices.Contains(langs, t.Lang) {
				files[t.Lang] += fmt.Sprintf("%q = %q\n", t.Key, t.Forms["other"])
			}
		}
		for _, lang := range langs {
			if text != "" {
				files[lang] += fmt.Sprintf("%q = %q\n", key, text)
			}
		}
		return saying(adjudicator.Texts{Owner: "ford", Files: textFiles(files)})
	}
}

// quoted writes a list of words.
func quoted(words []string) (list string) {
	for _, w := range words {
		list += fmt.Sprintf("%q, ", w)
	}
	return list
}

// textFiles are files of texts by language.
func textFiles(files map[string]string) fs.FS {
	all := fstest.MapFS{}
	for lang, text := range files {
		all["texts/"+lang+".toml"] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// worded is the tiny game with one more list of words in some language.
func worded(lang, key, word string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(o *ruletest.Options) adjudicator.Ruleset {
		texts := reworded("", "")(o).(*ford.Rules).Say[0]
		file := texts.Files.(fstest.MapFS)["texts/"+lang+".toml"]
		file.Data = append(file.Data, fmt.Sprintf("%q = [%q]\n", key, word)...)
		return saying(texts)
	}
}

// saying is the tiny game with texts that it brings.
func saying(texts ...adjudicator.Texts) adjudicator.Ruleset {
	rules := ford.New("ford", ford.None)
	rules.Say = texts
	return rules
}
