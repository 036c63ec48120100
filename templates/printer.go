package templates

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates/say"
)

// Printer says phrases in one language and with the names of one ruleset. It is
// safe for concurrent use.
type Printer struct {
	catalog *Catalog
	lang    string
	ruleset string
	lent    string // the ruleset whose examples a reader of no game in particular is given
}

// For returns a printer of the texts of this program; see [Catalog.For] and [Known]. As long
// as nobody has asked for all of them, those of other rulesets are not read.
func For(lang, ruleset string) *Printer { return knownOf(ruleset).For(lang, ruleset) }

// For returns a printer for the language nearest to lang, a language tag such as
// "fr" or "fr-CA", or for the fallback. What it says are the texts of that ruleset, of its
// families and of the kit, the first that has one; the ruleset may be empty.
func (c *Catalog) For(lang, ruleset string) *Printer {
	best := Fallback
	if tag, err := language.Parse(lang); err == nil {
		base, _ := tag.Base()
		for _, have := range c.langs {
			if have == base.String() {
				best = have
			}
		}
	}
	return &Printer{catalog: c, lang: best, ruleset: ruleset}
}

// lending is the printer with the examples of a ruleset.
func (p *Printer) lending(ruleset string) *Printer {
	p.lent = ruleset
	return p
}

// Lang is the language the printer speaks, as a tag for HTML: "en".
func (p *Printer) Lang() string { return p.lang }

// Has reports whether there is a text for the key, in the printer's language or
// the fallback.
func (p *Printer) Has(key string) bool {
	_, ok := p.catalog.find(p.lang, p.ruleset, key)
	return ok
}

// named is the key of a text of the printer's ruleset: of its own, a family's or the kit's.
func (p *Printer) named(rest string) string { return cmp.Or(p.ruleset, kitOwner) + "." + rest }

// Phrase says a phrase. The zero phrase is empty. A report must go out even if
// a text is missing, so a key that no catalogue has is shown in angle quotes with its
// arguments; the tests keep that from happening.
func (p *Printer) Phrase(ph adjudicator.Phrase) string {
	if ph.IsZero() {
		return ""
	}
	if len(ph.Args) > 0 {
		return p.phrase(ph)
	}
	// A text without arguments says the same for as long as there are these texts. Their keys come from programs,
	// and those that no catalogue has are not remembered.
	id := saidKey{p.lang, p.ruleset, p.lent, ph.Key}
	if text, ok := p.catalog.said.Load(id); ok {
		return text.(string)
	}
	text := p.phrase(ph)
	if p.Has(ph.Key) {
		p.catalog.said.Store(id, text)
	}
	return text
}

// saidKey is what a text without arguments depends on.
type saidKey struct{ lang, ruleset, lent, key string }

// phrase says a phrase.
func (p *Printer) phrase(ph adjudicator.Phrase) string {
	data := make(say.Data, len(ph.Args)/2+1)
	numbers := map[string]int{}
	for i := 0; i+1 < len(ph.Args); i += 2 {
		name := fmt.Sprint(ph.Args[i])
		v := p.value(ph.Args[i+1])
		data[name] = v
		if or, list := p.either(ph.Args[i+1]); list {
			data[name+"Or"] = or
		}
		if n, whole := v.(int); whole {
			numbers[name] = n
		}
	}
	key, found := p.catalog.find(p.lang, p.ruleset, ph.Key)
	if !found {
		return missing(ph.Key, data)
	}
	data["Ruleset"] = own{p}
	lang := p.lang
	if _, known := p.catalog.texts[lang][key]; !known {
		lang = Fallback
	}
	text, err := p.catalog.texts[lang][key].say(data, numbers)
	if text == "" && err != nil {
		return missing(ph.Key, data)
	}
	return text
}

// Say is [Printer.Phrase] of a phrase made on the spot.
func (p *Printer) Say(key string, args ...any) string {
	return p.Phrase(adjudicator.Say(key, args...))
}

// missing is what is shown in place of a text that does not exist or cannot be
// filled in. The arguments are told: they may be what the player waits for.
func missing(key string, data say.Data) string {
	var b strings.Builder
	b.WriteString("‹" + clean(key))
	for _, name := range sortedKeys(data) {
		if name == "Ruleset" {
			continue
		}
		fmt.Fprintf(&b, " %s=%v", clean(name), data[name])
	}
	b.WriteString("›")
	return b.String()
}

// value renders an argument for the texts. Whole numbers stay numbers, so
// that a text can compare them and choose a plural.
func (p *Printer) value(v any) any {
	switch v := v.(type) {
	case bool:
		return v
	case int:
		return v
	case int8, int16, int32, int64, uint8, uint16, uint32:
		var n int
		fmt.Sscan(fmt.Sprint(v), &n)
		return n
	case adjudicator.Term:
		return p.located(v)
	}
	return p.Value(v)
}

// placed is the name of a place with the words that say in or into it.
type placed struct{ name, in string }

// String returns the name.
func (p placed) String() string { return p.name }

// located names a thing for a text: by its name alone, or together with the text under
// "RULESET.KIND.ID.in" where the language has one of its own for being there.
func (p *Printer) located(t adjudicator.Term) any {
	if key := p.named(t.Kind + "." + t.ID + ".in"); p.Has(key) {
		return placed{p.Term(t), p.Say(key)}
	}
	return p.Term(t)
}

// Value renders one value of a phrase or one cell of a table as text: a name, a
// list, an order, a time, a number or a cleaned string.
func (p *Printer) Value(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return clean(v)
	case Quoted:
		return string(v)
	case adjudicator.Phrase:
		return p.Phrase(v)
	case adjudicator.Term:
		return p.Term(v)
	case adjudicator.Terms:
		return p.join(texts(v, p.Term), "kit.and")
	case adjudicator.Keyword:
		return p.keyword(v)
	case adjudicator.Words:
		return p.Words(v)
	case []adjudicator.Keyword:
		return p.join(texts(v, p.keyword), "kit.and")
	case []adjudicator.Phrase:
		return p.join(texts(v, p.Phrase), "kit.and")
	case []string:
		return p.join(texts(v, clean), "kit.and")
	case []int:
		return p.join(texts(v, strconv.Itoa), "kit.and")
	case adjudicator.Path:
		return strings.Join(texts(v, p.Term), ", ")
	case adjudicator.Either:
		return strings.Join(texts(v, p.Term), " / ")
	case adjudicator.Faces:
		return strings.Join(texts(v, strconv.Itoa), " ")
	case adjudicator.RuleMark:
		mark, _ := p.ruleMark(string(v))
		return mark
	case adjudicator.Wording:
		return clean(v.In(p.Language()))
	case orders.Heading:
		return clean(v.In(p.Language()))
	case orders.Headings:
		return p.join(texts(v, func(h orders.Heading) string { return p.quote(p.Value(h)) }), "kit.or")
	case orders.Guesses:
		return p.join(texts(v, p.guess), "kit.or")
	case orders.Kinds:
		return p.join(texts(v, p.kind), "kit.or")
	case adjudicator.Roll:
		return faces(v)
	case time.Time:
		return p.When(v)
	}
	return clean(fmt.Sprint(v))
}

// Term names a thing: the text under "RULESET.KIND.ID", else its ID.
func (p *Printer) Term(t adjudicator.Term) string {
	if key := p.named(t.Kind + "." + t.ID); p.Has(key) {
		return p.Say(key)
	}
	return clean(t.ID)
}

// either renders a list of names as "A, B or C", for texts that offer a choice.
func (p *Printer) either(v any) (text string, list bool) {
	switch v := v.(type) {
	case orders.Guesses, orders.Kinds, orders.Headings:
		return p.Value(v), true
	case adjudicator.Terms:
		return p.join(texts(v, p.Term), "kit.or"), true
	case []adjudicator.Keyword:
		return p.join(texts(v, p.keyword), "kit.or"), true
	case []string:
		return p.join(texts(v, clean), "kit.or"), true
	}
	return "", false
}

// texts renders the items of a list and leaves out the empty ones.
func texts[T any](items []T, say func(T) string) []string {
	all := make([]string, 0, len(items))
	for _, item := range items {
		if text := say(item); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// join writes a list as "A, B and C", with the word under the given key before
// the last item.
func (p *Printer) join(items []string, key string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " " + p.Say(key) + " " + items[n-1]
}
