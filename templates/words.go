package templates

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/templates/say"
)

// Words writes an order in canonical form with the keywords of the printer's
// language. A thing is written by its name where that is a single word of the
// order language, by what a catalogue has under "RULESET.KIND.ID.order" where it is
// not, and by its ID otherwise, so that what is printed reads back as the same order.
func (p *Printer) Words(words adjudicator.Words) string {
	var b strings.Builder
	for i, w := range words {
		text := p.word(w)
		if k, ok := w.(adjudicator.Keyword); ok {
			text = p.among(k, words, i)
		}
		if text == "" {
			continue
		}
		if b.Len() > 0 && !strings.ContainsAny(text[:1], ",;:") {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}

func (p *Printer) word(w any) string {
	switch w := w.(type) {
	case adjudicator.Keyword:
		return p.keyword(w)
	case adjudicator.Term:
		if name := p.Term(w); single(name) {
			return name
		}
		if key := p.named(w.Kind + "." + w.ID + ".order"); p.Has(key) {
			return p.Say(key)
		}
		return clean(w.ID)
	case adjudicator.Terms:
		names := make([]string, len(w))
		for i, t := range w {
			names[i] = p.word(t)
		}
		return strings.Join(names, " ")
	case adjudicator.Words:
		return p.Words(w)
	case string:
		return clean(w)
	}
	return clean(fmt.Sprint(w))
}

// among writes the keyword at a place of an order, where a language may want another
// word than elsewhere: after a keyword, as the catalogues have it under
// "RULESET.keyword.BEFORE.WORD"; in an order of some verb, "WORD-after-VERB"; before a
// thing of some kind, "WORD-before-KIND"; and "at" before a name that is no number,
// "à Sestos" but "en M5" and, as the place itself has it, "en Macédoine".
func (p *Printer) among(k adjudicator.Keyword, words adjudicator.Words, i int) string {
	if k == "at" && i+1 < len(words) {
		if in, ok := p.inside(words[i+1]); ok {
			return in
		}
	}
	for _, form := range p.forms(k, words, i) {
		if key := p.named("keyword." + form); p.Has(key) {
			return p.Say(key)
		}
	}
	return p.keyword(k)
}

// inside is the word that a language has for being in a place, where the place's own text is that
// word and its name.
func (p *Printer) inside(place any) (word string, ok bool) {
	t, _ := place.(adjudicator.Term)
	key := p.named(t.Kind + "." + t.ID + ".in")
	if t.ID == "" || !p.Has(key) {
		return "", false
	}
	word, name, _ := strings.Cut(p.Say(key), " ")
	return word, name == p.word(t)
}

// forms are the keys of the words that a language may want for a keyword at its place, best first.
func (p *Printer) forms(k adjudicator.Keyword, words adjudicator.Words, i int) (all []string) {
	if i > 0 {
		if before, ok := words[i-1].(adjudicator.Keyword); ok {
			all = append(all, string(before)+"."+string(k))
		}
		if verb, ok := words[0].(adjudicator.Keyword); ok {
			all = append(all, string(k)+"-after-"+string(verb))
		}
	}
	if i+1 < len(words) {
		if next, ok := words[i+1].(adjudicator.Term); ok {
			all = append(all, string(k)+"-before-"+next.Kind)
		}
		if k == "at" && !numbered.MatchString(p.word(words[i+1])) {
			all = append(all, "at-name")
		}
	}
	return all
}

// ruleMark writes the mark of a rule; false if it is no number of one.
func (p *Printer) ruleMark(mark string) (text string, number bool) {
	if words := strings.Fields(strings.ReplaceAll(mark, ",", "")); len(words) > 1 {
		last := len(words) - 1
		if key := p.named("rule." + strings.Join(words[:last], "-")); p.Has(key) {
			return p.Say(key, "Letter", words[last]), false
		}
	}
	if key := p.named("rule.sequence"); sequenceMark.MatchString(mark) && p.Has(key) {
		return p.Say(key, "Rule", clean(mark)), true
	}
	return clean(mark), true
}

// sequenceMark is a mark that names a step of the sequence of play, "B.3": a game whose book
// numbers the sequence as a chapter says how, under "rule.sequence".
var sequenceMark = pattern.New(`^[A-Z](\.[0-9]+)*$`)

// rule says on which rule something rests.
func (p *Printer) rule(mark string) string {
	text, number := p.ruleMark(mark)
	if number {
		return p.Say("report.rule", "Rule", text)
	}
	return text
}

// quote puts a word that can be written between quotation marks.
func (p *Printer) quote(word string) string { return p.Say("kit.quoted", "Word", word) }

// guess writes a thing that may have been meant as an order would, between quotation
// marks.
func (p *Printer) guess(g orders.Guess) string {
	word := clean(g.Shown)
	switch {
	case g.Kind == orders.VerbKind:
		if p.Has(p.named("keyword." + g.ID)) {
			word = p.keyword(adjudicator.Keyword(g.ID))
		}
	case p.Has(p.named(g.Kind + "." + g.ID)):
		term := adjudicator.Term{Kind: g.Kind, ID: g.ID}
		if word = p.word(term); strings.Contains(g.Shown, " ") {
			word = p.Term(term) // orders name it in several words
		}
	}
	if g.Namesake {
		return p.quote(word) + " (" + p.kind(g.Kind) + ")"
	}
	return p.quote(word)
}

// kind names a kind of things of a lexicon.
func (p *Printer) kind(kind string) string {
	if key := p.named("kind." + kind); p.Has(key) {
		return p.Say(key)
	}
	return clean(kind)
}

// keyword writes a word of the order language in the printer's language.
func (p *Printer) keyword(k adjudicator.Keyword) string {
	if key := p.named("keyword." + string(k)); p.Has(key) {
		return p.Say(key)
	}
	return clean(string(k))
}

// single reports whether a name is one word of the order language.
func single(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-+.'/", r) {
			return false
		}
	}
	return name != ""
}

// faces writes a throw: "4 2", or "d10 7" for other dice than six-sided ones.
func faces(r adjudicator.Roll) string { return FacesOf(r) }

// FacesOf are the faces of a throw as texts show them: "5 5 6", with the kind of dice where it is not six-sided.
func FacesOf(r adjudicator.Roll) string {
	text := strings.Trim(fmt.Sprint(r.Faces), "[]")
	if r.Sides != 6 && r.Sides != 0 {
		return fmt.Sprintf("d%d %s", r.Sides, text)
	}
	return text
}

// maxClean is how many characters of one string from outside are shown.
const maxClean = 2000

// clean makes a string from outside fit to stand in a line of a mail: control
// characters, line ends, direction marks, zero-width characters and broken UTF-8
// become blanks, and a monstrous length is cut.
func clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > maxClean {
			b.WriteRune('…')
			break
		}
		switch {
		case r == '\u00a0' || r == '\u202f': // no-break blanks, for French punctuation
			b.WriteRune(r)
		case r == utf8.RuneError || !unicode.IsPrint(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plain reports whether clean would change nothing, for the common short names.
func plain(s string) bool {
	if len(s) > maxClean {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// textFuncs are the functions of the catalogues' texts.
var textFuncs = say.Funcs{
	"cap": ofOne(capitalise),
	"signed": func(args ...any) (any, error) {
		n, ok := args[0].(int)
		if !ok || len(args) > 1 {
			return nil, fmt.Errorf("%v is no number", args)
		}
		return fmt.Sprintf("%+d", n), nil
	},
	"de":   ofOne(fromFrench),
	"a":    ofOne(func(v any) string { return contract("à", "à ", "au ", "aux ", fmt.Sprint(v)) }),
	"en":   ofOne(inFrench),
	"city": ofOne(city),
}

// ofOne is a function of one argument.
func ofOne(do func(any) string) say.Func {
	return func(args ...any) (any, error) {
		if len(args) > 1 {
			return nil, fmt.Errorf("more than one argument: %v", args)
		}
		return do(args[0]), nil
	}
}

// numbered is a zone that goes by its number: "M5".
var numbered = pattern.New(`^[A-Z][0-9]+$`)

// inFrench says in or into what place: "en M5", but "à Sestos", and as the place has it
// where its texts say so: "en Thrace".
func inFrench(v any) string {
	if p, ok := v.(placed); ok {
		return p.in
	}
	text := fmt.Sprint(v)
	if numbered.MatchString(text) {
		return "en " + text
	}
	return contract("à", "à ", "au ", "aux ", text)
}

// fromFrench says from what place or of what it is: "de Sestos", "d’Éolide", and with its
// article where the words that say in it have one: "de l’Hellespont", "des Thermopyles".
func fromFrench(v any) string {
	if p, ok := v.(placed); ok {
		for _, f := range [...]struct{ in, from string }{{"dans l’", "de l’"}, {"dans le ", "du "}, {"dans les ", "des "}, {"aux ", "des "}} {
			if rest, has := strings.CutPrefix(p.in, f.in); has {
				return f.from + rest
			}
		}
	}
	return contract("de", "d’", "du ", "des ", fmt.Sprint(v))
}

// city is the place that a time zone is called after: "New York" of America/New_York.
func city(zone any) string {
	name := fmt.Sprint(zone)
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '/')+1:], "_", " ")
}

// capitalise puts the first letter in upper case.
func capitalise(v any) string {
	s := fmt.Sprint(v)
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// contract puts a French preposition before a name: de + le Pirée = du Pirée, de
// + Athènes = d’Athènes.
func contract(preposition, vowel, masculine, plural, name string) string {
	if rest, ok := strings.CutPrefix(name, "le "); ok {
		return masculine + rest
	}
	if rest, ok := strings.CutPrefix(name, "les "); ok {
		return plural + rest
	}
	first, _ := utf8.DecodeRuneInString(name)
	if strings.ContainsRune("aeiouyhàâéèêëîïôûAEIOUYHÀÂÉÈÊËÎÏÔÛ", first) {
		return vowel + name
	}
	return preposition + " " + name
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
