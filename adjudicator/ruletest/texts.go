package ruletest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/templates"
)

// texts wants a text in every language for whatever is said, with every argument that the
// text uses; and no text that nothing says.
func texts(t *trial) {
	h := &hearer{trial: t, times: map[string]int{}, said: map[string]bool{}}
	h.always()
	w := walker{trial: t, salt: 13, look: h.look, done: h.told}
	w.games(4 * t.Games)
	if t.failed() {
		return
	}
	t.alike()
	src, err := readSource(t.Source)
	if err != nil {
		t.fail("%v", err)
		return
	}
	t.supplied(src)
	t.unused(src, h.said)
	t.note("texts that were said: %d; phrases in the source: %d, faults: %d", len(h.said), len(src.phrases), len(src.faults))
}

// times that a phrase with the same arguments is said before it is taken for granted.
const times = 8

// hearer says in every language what a game says.
type hearer struct {
	*trial
	times map[string]int
	said  map[string]bool // keys
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
}

// look says what a side, and an observer, is shown and asked now and then.
func (h *hearer) look(p *place) error {
	h.question(p)
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
	}
	for _, verb := range q.Verbs {
		h.said[h.info.Name+".keyword."+verb] = true
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
		for _, row := range v.Balance {
			h.say("the balance of a view", row.Name)
		}
		h.values("the goals of a view", v.Goals)
		if v.Result != nil {
			h.values("the result", v.Result.Why)
		}
	}
}

// told says the events of a turn, and what they come to.
func (h *hearer) told(s *adjudicator.Session) error {
	for _, e := range s.Events() {
		for side := adjudicator.Observer; side <= 1; side++ {
			if phrase, ok := e.For(side); ok {
				h.say("an event of rule "+e.Rule, phrase)
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

// values says every phrase that is anywhere in some values.
func (h *hearer) values(where string, all ...any) {
	for _, v := range all {
		switch v := v.(type) {
		case adjudicator.Phrase:
			h.say(where, v)
		case adjudicator.Term:
			h.said[h.info.Name+"."+v.Kind+"."+v.ID] = true
		case adjudicator.Keyword:
			h.said[h.info.Name+".keyword."+string(v)] = true
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
		if i%2 == 0 {
			shape += fmt.Sprintf(" %v", arg)
		}
	}
	if h.times[shape]++; h.times[shape] > times {
		return
	}
	h.said[phrase.Key] = true
	h.values(where, phrase.Args...)
	h.spoken(where, phrase)
	for _, variant := range variants {
		if h.catalog.Has(templates.Fallback, phrase.Key+variant) {
			h.said[phrase.Key+variant] = true
			h.spoken(where, adjudicator.Phrase{Key: phrase.Key + variant, Args: phrase.Args})
		}
	}
}

// variants are what is added to the key of a phrase for other ways to say it, of which
// letters choose one: in the first line, in a summary, of little weight.
var variants = []string{".first", ".brief", ".minor"}

// spoken wants a text in every language that uses nothing but what the phrase gives.
func (h *hearer) spoken(where string, phrase adjudicator.Phrase) {
	for _, p := range h.printers {
		if !h.catalog.Has(p.Lang(), phrase.Key) {
			h.fail("%s says %q, which has no text in %s", where, phrase.Key, p.Lang())
			continue
		}
		if text := p.Phrase(phrase); strings.ContainsAny(text, "‹›") || strings.Contains(text, "<no value>") {
			h.fail("%s says %q, whose text (%s) uses what it does not give: it gives %s\n%s", where, phrase.Key, p.Lang(), names(phrase.Args), text)
		}
	}
}

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

// own are the keys of the ruleset in a language.
func (t *trial) own(lang string) (all []string) {
	for _, key := range t.catalog.Keys(lang) {
		if strings.HasPrefix(key, t.info.Name+".") {
			all = append(all, key)
		}
	}
	return all
}

// alike wants the same keys in every language.
func (t *trial) alike() {
	first := t.own(templates.Fallback)
	for _, p := range t.printers[1:] {
		other := t.own(p.Lang())
		for _, key := range first {
			if !slices.Contains(other, key) {
				t.fail("%q has a text in %s, and none in %s", key, templates.Fallback, p.Lang())
			}
		}
		for _, key := range other {
			if !slices.Contains(first, key) {
				t.fail("%q has a text in %s, and none in %s", key, p.Lang(), templates.Fallback)
			}
		}
	}
}

// supplied wants a text for each phrase and fault in the source, and no field in it that
// the source does not supply.
func (t *trial) supplied(src *source) {
	look := func(key string, given use) {
		for _, p := range t.printers {
			if !t.catalog.Has(p.Lang(), key) {
				t.fail("%s: %q has no text in %s", given.where, key, p.Lang())
				continue
			}
			for _, field := range t.catalog.Fields(p.Lang(), key) {
				if !given.open && !slices.Contains(given.names, field) && !slices.Contains(given.names, strings.TrimSuffix(field, "Or")) {
					t.fail("%s: the text %q (%s) uses %s, which is not supplied: %v", given.where, key, p.Lang(), field, given.names)
				}
			}
		}
	}
	for _, key := range sortedKeys(src.phrases) {
		if strings.HasPrefix(key, t.info.Name+".") {
			look(key, src.phrases[key])
		}
	}
	for _, code := range sortedKeys(src.faults) {
		look("diagnostic."+code, src.faults[code])
		look("diagnostic."+code+".mend", src.faults[code])
	}
}

// letters are the texts that letters and maps look for in every ruleset, by the word
// behind its name.
var letters = []string{"name", "legend", "help", "about", "report", "phase", "rule", "side", "scenario", "option",
	"arm", "mark", "edge", "map"}

// unused wants every text of the ruleset to be said by something: in play, by a key that
// stands in the source or is put together there, by a name of the lexicon, or by letters.
func (t *trial) unused(src *source, said map[string]bool) {
	for _, key := range t.own(templates.Fallback) {
		if !t.used(key, src, said) {
			t.fail("nothing says the text %q", key)
		}
	}
}

// used reports whether something can say a text.
func (t *trial) used(key string, src *source, said map[string]bool) bool {
	named := func(id string) bool { return src.literals[id] || slices.Contains(t.info.Phases, id) }
	family, id, _ := strings.Cut(strings.TrimPrefix(key, t.info.Name+"."), ".")
	if entry, d := t.rules.Lexicon().LookupString(id, family); d == nil && entry.Kind == family {
		return true
	}
	if said[key] || src.literals[key] || slices.Contains(letters, family) || src.composed(key, named) {
		return true
	}
	for _, variant := range append(variants, ".then") {
		if base, ok := strings.CutSuffix(key, variant); ok && t.catalog.Has(templates.Fallback, base) {
			return t.used(base, src, said)
		}
	}
	if family != "keyword" {
		return false
	}
	return src.composed(id, named) || !slices.ContainsFunc(strings.Split(id, "."), func(w string) bool { return !named(strings.TrimSuffix(w, "-name")) })
}
