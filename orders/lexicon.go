package orders

import (
	"cmp"
	"slices"
	"strings"
)

// VerbKind is the kind under which rulesets add their verbs: a word unknown
// in that kind alone gets a text about orders instead of one about names.
const VerbKind = "verb"

// minPrefix is the least number of letters of a shortened name.
const minPrefix = 3

// Entry is what a name stands for.
type Entry struct {
	Kind string // "zone", "leader", "verb": the ruleset's own
	ID   string
}

// Lexicon is a table of names and keywords, several names to a thing: both
// languages' forms, old forms, abbreviations. A ruleset fills it once; reading
// it is then safe for any number of goroutines.
type Lexicon struct {
	exact map[string][]Entry // by folded name
	names []lexName          // ordered by fold, for prefixes and suggestions
	first map[Entry]string   // the name a thing is shown by
	words int                // the most words a name has

	keywords map[string][]string // by what they mean, folded
	glued    map[string][]Entry  // by names without what joins a word to a number: "b14"
	parted   map[string]bool     // verbs whose orders may be written in parts
}

type lexName struct {
	fold, shown string
	entry       Entry
	whole       bool   // has a digit: is never matched by a prefix
	letters     uint64 // those of fold: see letterSet
}

// NewLexicon returns an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{exact: make(map[string][]Entry), first: make(map[Entry]string), words: 1}
}

// Add gives the thing of that kind and id its names; the id itself is one.
// The words of a name may be joined by blanks, hyphens or slashes alike:
// "Chios/Samos" is also found as Chios-Samos.
func (l *Lexicon) Add(kind, id string, names ...string) {
	e := Entry{Kind: kind, ID: id}
	if _, known := l.first[e]; !known {
		l.first[e] = append(names[:len(names):len(names)], id)[0]
	}
	l.add(e, id, l.first[e])
	for _, n := range names {
		l.add(e, n, n)
	}
}

// AddKeyword adds words of the order language, of any language, that all mean one thing:
// what a [Cursor] takes where the lexicon's word for it can stand.
func (l *Lexicon) AddKeyword(id string, words ...string) {
	if l.keywords == nil {
		l.keywords = map[string][]string{}
	}
	for _, w := range words {
		if fold := Fold(w); !slices.Contains(l.keywords[id], fold) {
			l.keywords[id] = append(l.keywords[id], fold)
		}
	}
}

// TakesParts tells that orders with these verbs, given by their ids, may be written in
// parts: "move Sparta: 1 3 to Corinth; 5 to Messenia". With any other verb the colon and
// the semicolons are faults.
func (l *Lexicon) TakesParts(verbs ...string) {
	if l.parted == nil {
		l.parted = map[string]bool{}
	}
	for _, verb := range verbs {
		l.parted[verb] = true
	}
}

// StrayMarks returns the faults of the colon and the semicolons of an order with a verb,
// given by its id, that takes no parts.
func (l *Lexicon) StrayMarks(verb string, s *Statement) []*Diagnostic {
	if l.parted[verb] {
		return nil
	}
	return s.StrayMarks()
}

// Keywords returns the words that mean one thing, folded; none if no word does.
func (l *Lexicon) Keywords(id string) []string { return l.keywords[id] }

// add gives a thing one name, which suggestions show in the given form.
func (l *Lexicon) add(e Entry, name, shown string) {
	words := nameWords(Fold(name))
	if len(words) == 0 {
		return
	}
	l.words = max(l.words, len(words))
	variants := []string{Fold(name)}
	for _, sep := range []string{"-", "/", " "} {
		variants = append(variants, strings.Join(words, sep))
	}
	for _, v := range variants {
		if !slices.Contains(l.exact[v], e) {
			l.exact[v] = append(l.exact[v], e)
		}
	}
	if g := glue(words); g != "" && !slices.Contains(l.glued[g], e) {
		if l.glued == nil {
			l.glued = map[string][]Entry{}
		}
		l.glued[g] = append(l.glued[g], e)
	}
	n := lexName{fold: strings.Join(words, "-"), shown: shown, entry: e}
	n.letters = letterSet(n.fold)
	n.whole = strings.ContainsAny(n.fold, "0123456789")
	at, _ := slices.BinarySearchFunc(l.names, n.fold, func(a lexName, f string) int {
		return cmp.Compare(a.fold, f)
	})
	for i := at; i < len(l.names) && l.names[i].fold == n.fold; i++ {
		if l.names[i].entry == e {
			return
		}
	}
	l.names = slices.Insert(l.names, at, n)
}

// Lookup finds what the token names among things of the given kinds, or of
// any kind if none is given. The whole name wins; else a prefix of at least
// three letters that fits one thing only. A name with a digit in it (T1, T10)
// is never matched by a prefix. The fault is "unknown-name" (for verbs
// "unknown-verb"), "ambiguous-name" or "wrong-kind"; it carries what may have
// been meant, and the entry is then zero: a guess is offered, never executed.
func (l *Lexicon) Lookup(tok Token, kinds ...string) (Entry, *Diagnostic) {
	var found Entry
	n := 0
	for _, e := range l.whole(tok) {
		if wanted(e.Kind, kinds) {
			found = e
			n++
		}
	}
	if n == 1 {
		return found, nil
	}
	return l.lookupPrefix(tok, n > 1, slices.Clone(kinds))
}

// Has reports whether the token names exactly one thing of the given kinds, as
// [Lexicon.Lookup] would find it, without the work of explaining why not.
func (l *Lexicon) Has(tok Token, kinds ...string) bool {
	n := 0
	all := l.whole(tok)
	for _, e := range all {
		if wanted(e.Kind, kinds) {
			n++
		}
	}
	if n > 0 || len(all) > 0 {
		return n == 1
	}
	return len(l.prefixed(tok, kinds)) == 1
}

// whole lists the things that bear a name: as it is written, else without what joins its
// last word to a number, so that b14 and B-14 are one.
func (l *Lexicon) whole(tok Token) []Entry {
	if all := l.exact[tok.Fold]; len(all) > 0 || tok.Kind != Word || len(tok.Fold) > maxWord {
		return all
	}
	if all := l.glued[tok.Fold]; len(all) > 0 {
		return all
	}
	if g := glue(nameWords(tok.Fold)); g != "" {
		return l.exact[g]
	}
	return l.exact[elided(tok.Fold)]
}

// elided is a folded word without the article or preposition that French writes as one with it where
// it begins with a vowel: "d'Abydos", "l'Avantage". It is "" for another word.
func elided(fold string) string {
	rest, ok := strings.CutPrefix(fold, "d'")
	if !ok {
		rest, ok = strings.CutPrefix(fold, "l'")
	}
	if !ok || rest == "" || !strings.ContainsRune("aeiouyh", rune(rest[0])) {
		return ""
	}
	return rest
}

// nameWords parts a folded name into its words.
func nameWords(fold string) []string {
	return strings.FieldsFunc(fold, func(r rune) bool {
		return r == ' ' || r == '-' || r == '/' || r == '_'
	})
}

// glue joins the words of a name of which the last alone is a number: "fleet1", "b14". It
// is empty for another name.
func glue(words []string) string {
	n := len(words) - 1
	if n < 1 || !isDigits(words[n]) {
		return ""
	}
	for _, word := range words[:n] {
		if strings.ContainsAny(word, "0123456789") {
			return ""
		}
	}
	return strings.Join(words, "")
}

// prefixed lists the things of the given kinds that a word is a prefix of.
func (l *Lexicon) prefixed(tok Token, kinds []string) []lexName {
	fold := joined(tok.Fold)
	if tok.Kind != Word || len(fold) < minPrefix || strings.ContainsAny(fold, "0123456789") {
		return nil
	}
	return l.things(l.withPrefix(fold, false), kinds)
}

// LookupString finds what s names, as [Lexicon.Lookup] does.
func (l *Lexicon) LookupString(s string, kinds ...string) (Entry, *Diagnostic) {
	return l.Lookup(Token{Kind: Word, Text: s, Fold: Fold(s)}, kinds...)
}

// has reports whether fold is a whole name of something of the kind.
func (l *Lexicon) has(fold, kind string) bool {
	return slices.ContainsFunc(l.exact[fold], func(e Entry) bool { return e.Kind == kind })
}

// Names returns the first name of every thing of the given kinds (of all, if
// none is given), in alphabetical order.
func (l *Lexicon) Names(kinds ...string) []string {
	var names []string
	for e, name := range l.first {
		if wanted(e.Kind, kinds) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Clashes returns the names that stand for more than one thing of the same
// kind. A ruleset's data must have none.
func (l *Lexicon) Clashes() []string {
	var clashes []string
	for i, n := range l.names {
		for _, m := range l.names[i+1:] {
			if m.fold != n.fold {
				break
			}
			if m.entry.Kind == n.entry.Kind {
				clashes = append(clashes, n.fold)
			}
		}
	}
	return slices.Compact(clashes)
}

func wanted(kind string, kinds []string) bool {
	return len(kinds) == 0 || slices.Contains(kinds, kind)
}

// joined returns the form under which a name is ordered.
func joined(name string) string { return hyphens.Replace(Fold(name)) }

// hyphens stand for all that joins the words of a name.
var hyphens = strings.NewReplacer(" ", "-", "/", "-", "_", "-")

// lookupPrefix goes on where the whole name has not settled it.
func (l *Lexicon) lookupPrefix(tok Token, ambiguous bool, kinds []string) (Entry, *Diagnostic) {
	fold := joined(tok.Fold)
	if ambiguous {
		return Entry{}, l.ambiguous(tok, kinds, l.withPrefix(fold, true))
	}
	if others := l.whole(tok); len(others) > 0 {
		return Entry{}, wrongKind(tok, others, kinds)
	}
	switch hits := l.prefixed(tok, kinds); {
	case len(hits) == 1:
		return hits[0].entry, nil
	case len(hits) > 1:
		return Entry{}, l.ambiguous(tok, kinds, hits)
	}
	return Entry{}, l.unknown(tok, fold, kinds)
}

// withPrefix returns the names that begin with fold, or that are fold.
func (l *Lexicon) withPrefix(fold string, exact bool) []lexName {
	at, _ := slices.BinarySearchFunc(l.names, fold, func(a lexName, f string) int {
		return cmp.Compare(a.fold, f)
	})
	var hits []lexName
	for _, n := range l.names[at:] {
		if !strings.HasPrefix(n.fold, fold) || exact && n.fold != fold {
			break
		}
		if exact || !n.whole {
			hits = append(hits, n)
		}
	}
	return hits
}

// things keeps the names of the wanted kinds, one of each thing.
func (l *Lexicon) things(names []lexName, kinds []string) []lexName {
	var kept []lexName
	for _, n := range names {
		if wanted(n.entry.Kind, kinds) &&
			!slices.ContainsFunc(kept, func(k lexName) bool { return k.entry == n.entry }) {
			kept = append(kept, n)
		}
	}
	return kept
}

func (l *Lexicon) ambiguous(tok Token, kinds []string, hits []lexName) *Diagnostic {
	var candidates Guesses
	for _, n := range l.things(hits, kinds) {
		candidates = append(candidates, Guess{n.entry, l.first[n.entry], n.fold == joined(tok.Fold)})
	}
	slices.SortFunc(candidates, func(a, b Guess) int { return cmp.Compare(a.String(), b.String()) })
	return &Diagnostic{Code: CodeAmbiguousName, Kind: Unknown, Span: tok.Span,
		Args: []any{"Word", tok.Text, "Candidates", candidates}}
}

func wrongKind(tok Token, others []Entry, kinds []string) *Diagnostic {
	var found Kinds
	for _, e := range others {
		if !slices.Contains(found, e.Kind) {
			found = append(found, e.Kind)
		}
	}
	return &Diagnostic{Code: CodeWrongKind, Kind: Unknown, Span: tok.Span,
		Args: []any{"Word", tok.Text, "Found", found, "Wanted", Kinds(kinds)}}
}

func (l *Lexicon) unknown(tok Token, fold string, kinds []string) *Diagnostic {
	args := []any{"Word", tok.Text, "Suggestions", l.suggest(fold, kinds)}
	if len(kinds) == 1 && kinds[0] == VerbKind {
		return &Diagnostic{Code: CodeUnknownVerb, Kind: Unknown, Span: tok.Span, Args: args}
	}
	return &Diagnostic{Code: CodeUnknownName, Kind: Unknown, Span: tok.Span,
		Args: append(args, "Wanted", Kinds(kinds))}
}
