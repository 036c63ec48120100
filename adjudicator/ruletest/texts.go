package ruletest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"keryx/adjudicator"
	"keryx/adjudicator/ruletest/source"
	"keryx/orders/pattern"
	"keryx/templates"
)

// texts wants a text in every language for whatever is said, with every argument that the
// text uses; and no text that nothing says.
func texts(t *trial) {
	h := &hearer{trial: t, times: map[string]int{}, said: map[string]bool{}, charted: charted(t.rules)}
	h.phased = slices.ContainsFunc(t.owned(t.info.Name, templates.Fallback), func(key string) bool { return strings.HasPrefix(key, t.info.Name+".phase.") })
	h.always()
	w := walker{trial: t, salt: 13, look: h.look, done: h.told}
	w.games(4 * t.Games)
	if t.failed() {
		return
	}
	for _, owner := range t.owners() {
		t.alike(owner)
	}
	t.doubled()
	t.interpreted()
	src, err := source.Read(t.Source)
	if err != nil {
		t.fail("%v", err)
		return
	}
	t.supplied(src)
	t.unused(src, h.said)
	t.spelled(src)
	t.note("texts that were said: %d; phrases in the source: %d, faults: %d", len(h.said), len(src.Phrases), len(src.Faults))
}

// times that a phrase with the same arguments is said before it is taken for granted.
const times = 8

// hearer says in every language what a game says.
type hearer struct {
	*trial
	times map[string]int
	said  map[string]bool // keys, without their owners
	// charted are the zones to which the board gives names of their own.
	charted []string
	phased  bool // some phases have names in words
}

// charted are the zones of a ruleset's board that letters call by names in words.
func charted(rules adjudicator.Ruleset) (zones []string) {
	chart, ok := rules.(adjudicator.Charted)
	if !ok {
		return nil
	}
	m, _ := chart.Chart()
	for z := range m.All().All() {
		p := m.Place(z)
		if numbered := strings.ContainsFunc(p.ID, unicode.IsDigit); !numbered && (p.Names.EN != "" && p.Names.EN != p.ID || p.Names.FR != "" && p.Names.FR != p.ID) {
			zones = append(zones, p.ID)
		}
	}
	return zones
}

// named wants a text in every language for a thing that letters name.
func (h *hearer) named(where string, t adjudicator.Term) {
	for _, p := range h.printers {
		if key := h.info.Name + "." + t.Kind + "." + t.ID; p.Term(t) == t.ID && !p.Has(key) {
			h.fail("%s: %q has no text in %s", where, key, p.Lang())
		}
	}
}

// always says what letters say of every ruleset.
func (h *hearer) always() {
	keys := []string{".name"}
	for _, id := range h.info.Sides {
		keys = append(keys, ".side."+id)
	}
	for _, key := range keys {
		h.say("every letter", adjudicator.Say(h.info.Name+key))
	}
	for _, option := range h.info.Options {
		h.say("the option "+option.ID, option.Meaning)
	}
	for _, line := range h.examples(h.printers[0], h.info.Name+".help") {
		h.misspelled(line)
	}
	for _, line := range append(h.examples(h.printers[0], h.info.Name+".help.standing"), h.Standing...) {
		h.misruled(line)
	}
}

// look says what a side, and an observer, is shown and asked now and then.
func (h *hearer) look(p *place) error {
	h.question(p)
	if h.phased {
		h.named("the phase of "+p.question.Kind, adjudicator.Term{Kind: "phase", ID: p.session.Phase()})
	}
	if p.answers%7 == 0 {
		h.views(p.session.Game())
	}
	return nil
}

func (h *hearer) question(p *place) {
	q := p.question
	where := "the question " + q.Kind
	h.say(where, q.Prompt)
	for _, fact := range q.Facts {
		h.say(where+", a fact", fact)
	}
	for _, c := range q.Form.Choices() {
		h.say(where+", a choice", c.Note)
		if kind := string(c.Kind()); kind != "" && !slices.Contains(q.Verbs, kind) {
			h.fail("%s offers a choice of the kind %q, which none of its verbs is: %v", where, kind, q.Verbs)
		}
	}
	if p.answers%5 == 0 {
		for _, x := range adjudicator.OffersOf(q.Form).Moves {
			h.say(where+", an offer", x.Note)
			h.say(where+", the risk of an offer", x.Risk)
			h.values(where+", the odds of an offer", x.Odds)
		}
	}
	for _, verb := range q.Verbs {
		h.said["keyword."+verb] = true
	}
	order := written(h.printers[0], q.Form.Sample(random(p.seed, uint64(p.answers))))
	shape := fmt.Sprintf("%s of %d words", q.Kind, len(strings.Fields(order)))
	if h.times[shape]++; h.times[shape] <= times {
		h.misspelled(order)
	}
}

// views says everything in the views of a game.
func (h *hearer) views(g adjudicator.Game) {
	for side := adjudicator.Observer; side <= 1; side++ {
		v := g.View(side)
		h.say("a view", v.Turn)
		for _, list := range v.Tables {
			where := "the table " + list.ID + " of a view"
			h.say(where, list.Title)
			h.values(where, list.Columns, list.Rows, list.Notes)
		}
		for _, z := range v.Zones {
			if h.charted != nil && slices.Contains(h.charted, z.Zone.ID) {
				h.named("a view with a map", z.Zone)
			}
			if e, d := h.rules.Lexicon().LookupString(z.Order(), z.Zone.Kind); d != nil || e.ID != z.Zone.ID {
				h.fail("a view has the zone %v, and orders do not name it by %q", z.Zone, z.Order())
			}
		}
		for _, row := range v.Balance {
			h.say("the balance of a view", row.Name)
		}
		h.values("the goals of a view", v.Goals)
		if v.Result != nil {
			h.values("the result", v.Result.Why)
			for _, why := range v.Result.Why {
				h.stored("the result", why)
			}
		}
	}
}

// told says the events of a turn, and what they come to.
func (h *hearer) told(s *adjudicator.Session) error {
	for _, e := range s.Events() {
		for side := adjudicator.Observer; side <= 1; side++ {
			if phrase, ok := e.For(side); ok {
				h.say("an event of rule "+e.Rule, phrase)
				h.stored("an event of rule "+e.Rule, phrase)
			}
		}
		for _, r := range e.Rolls {
			h.say("a throw of rule "+e.Rule, r.Reason)
		}
	}
	h.views(s.Game())
	if tallier, ok := h.rules.(adjudicator.Tallier); ok {
		for side := adjudicator.Side(0); side <= 1; side++ {
			v := s.Game().View(side)
			h.values("the tally", tallier.Tally(side, s.Events(), v, v))
		}
	}
	return nil
}

// stored wants a phrase to be said after it was stored as it was before.
func (h *hearer) stored(where string, phrase adjudicator.Phrase) {
	if h.times["stored "+phrase.Key]++; h.times["stored "+phrase.Key] > times {
		return
	}
	text, err := json.Marshal(phrase)
	var back adjudicator.Phrase
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil {
		h.fail("%s: %s cannot be stored: %v", where, phrase.Key, err)
		return
	}
	for _, p := range h.printers {
		if now, then := p.Phrase(back), p.Phrase(phrase); now != then {
			h.fail("%s: %s says %q after it was stored, and %q before", where, phrase.Key, now, then)
		}
	}
}

// values says every phrase that is anywhere in some values.
func (h *hearer) values(where string, all ...any) {
	for _, v := range all {
		switch v := v.(type) {
		case adjudicator.Phrase:
			h.say(where, v)
		case adjudicator.Term:
			h.said[v.Kind+"."+v.ID] = true
		case adjudicator.Keyword:
			h.said["keyword."+string(v)] = true
		default:
			if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
				for i := range list.Len() {
					h.values(where, list.Index(i).Interface())
				}
			}
		}
	}
}

// say says a phrase in every language, until it has been said often.
func (h *hearer) say(where string, phrase adjudicator.Phrase) {
	if phrase.IsZero() {
		return
	}
	shape := phrase.Key
	for i, arg := range phrase.Args {
		switch v := reflect.ValueOf(arg); {
		case i%2 == 0:
			shape += fmt.Sprintf(" %v", arg)
		case v.Kind() == reflect.Slice && v.Len() == 0:
			shape += "=none" // a list with nothing in it may leave a gap
		}
	}
	if h.times[shape]++; h.times[shape] > times {
		return
	}
	h.said[source.Unowned(phrase.Key)] = true
	h.values(where, phrase.Args...)
	h.spoken(where, phrase)
	for _, variant := range variants {
		if _, ok := h.find(templates.Fallback, phrase.Key+variant); ok {
			h.said[source.Unowned(phrase.Key+variant)] = true
			h.spoken(where, adjudicator.Phrase{Key: phrase.Key + variant, Args: phrase.Args})
		}
	}
}

// variants are what is added to the key of a phrase for other ways to say it, of which
// letters choose one: in the first line, in a summary, of little weight.
var variants = []string{".first", ".brief", ".minor", ".below"}

// spoken wants a text in every language that uses nothing but what the phrase gives.
func (h *hearer) spoken(where string, phrase adjudicator.Phrase) {
	for _, p := range h.printers {
		if _, ok := h.find(p.Lang(), phrase.Key); !ok {
			h.fail("%s says %q, which has no text in %s", where, phrase.Key, p.Lang())
			continue
		}
		if text := p.Phrase(phrase); strings.ContainsAny(text, "‹›") || strings.Contains(text, "<no value>") {
			h.fail("%s says %q, whose text (%s) uses what it does not give: it gives %s\n%s", where, phrase.Key, p.Lang(), names(phrase.Args), text)
		} else if gap.MatchString(text) {
			h.fail("%s says %q, whose text (%s) leaves a gap where a list has nothing in it:\n%s", where, phrase.Key, p.Lang(), text)
		}
	}
}

// gap is what a text leaves where it names what is not there: "You can play .", "2 are missing ()".
var gap = pattern.New(`[\pL,:] [.;](\s|$)|:\.|\(\)|“”`)

// names are the names of a phrase's arguments.
func names(args []any) string {
	var all []string
	for i := 0; i < len(args); i += 2 {
		all = append(all, fmt.Sprint(args[i]))
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

// find returns the key under which the ruleset's text stands in one language alone: its
// own, a family's or the kit's.
func (t *trial) find(lang, key string) (string, bool) { return t.catalog.Find(lang, t.info.Name, key) }

// owners are those whose texts the ruleset brings, its own first.
func (t *trial) owners() []string {
	owners := []string{t.info.Name}
	if texted, ok := t.rules.(adjudicator.Texted); ok {
		for _, texts := range texted.Texts() {
			if !slices.Contains(owners, texts.Owner) {
				owners = append(owners, texts.Owner)
			}
		}
	}
	return owners
}

// owned are the keys of an owner in a language.
func (t *trial) owned(owner, lang string) (all []string) {
	for _, key := range t.catalog.Keys(lang) {
		if strings.HasPrefix(key, owner+".") {
			all = append(all, key)
		}
	}
	return all
}

// alike wants the same keys in every language, no text with an argument that the one of
// the fallback does without, and each to be written as texts are.
func (t *trial) alike(owner string) {
	first := t.owned(owner, templates.Fallback)
	for i, p := range t.printers {
		other := t.owned(owner, p.Lang())
		for _, key := range other {
			if err := t.catalog.Parse(p.Lang(), key); err != nil {
				t.fail("the text %q (%s): %v", key, p.Lang(), err)
			}
			for _, field := range t.catalog.Fields(p.Lang(), key) {
				if slices.Contains(first, key) && !slices.Contains(t.catalog.Fields(templates.Fallback, key), field) {
					t.fail("the text %q (%s) uses %s, which that in %s does without", key, p.Lang(), field, templates.Fallback)
				}
			}
		}
		if i == 0 {
			continue
		}
		for _, key := range first {
			if !slices.Contains(other, key) {
				t.fail("%q has a text in %s, and none in %s", key, templates.Fallback, p.Lang())
			}
			for _, field := range t.catalog.Fields(templates.Fallback, key) {
				if slices.Contains(other, key) && !slices.Contains(t.catalog.Fields(p.Lang(), key), field) {
					t.note("the text %q (%s) does without %s, which that in %s uses", key, p.Lang(), field, templates.Fallback)
				}
			}
		}
		for _, key := range other {
			if !slices.Contains(first, key) {
				t.fail("%q has a text in %s, and none in %s", key, p.Lang(), templates.Fallback)
			}
		}
	}
}

// doubled wants no text of the ruleset to be that of its family, or of the kit, again.
func (t *trial) doubled() {
	owners := append(t.owners()[1:], "kit")
	for _, key := range t.owned(t.info.Name, templates.Fallback) {
		for _, owner := range owners {
			twin := owner + "." + source.Unowned(key)
			same := t.catalog.Has(templates.Fallback, twin)
			for _, p := range t.printers {
				same = same && t.catalog.Has(p.Lang(), twin) && t.catalog.Same(p.Lang(), key, twin)
			}
			if same {
				t.fail("%q says in every language what %q says", key, twin)
			}
		}
	}
}

// letters are the texts that letters and maps look for in every ruleset, by the word
// behind its name.
var letters = []string{"name", "legend", "help", "about", "report", "phase", "rule", "side", "side-said", "scenario", "option", "level",
	"arm", "mark", "edge", "map", "kind"}
