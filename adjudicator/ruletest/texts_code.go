package ruletest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/ruletest/source"
	"keryx/templates"
)

// supplied wants a text for each phrase and fault in the source, and no field in it that
// the source does not supply.
func (t *trial) supplied(src *source.Code) {
	look := func(key string, given source.Use) {
		for _, p := range t.printers {
			found, ok := t.find(p.Lang(), key)
			if !ok {
				t.fail("%s: %q has no text in %s", given.Where, key, p.Lang())
				continue
			}
			for _, field := range t.catalog.Fields(p.Lang(), found) {
				if !given.Open && !slices.Contains(given.Names, field) && !slices.Contains(given.Names, strings.TrimSuffix(field, "Or")) {
					t.fail("%s: the text %q (%s) uses %s, which is not supplied: %v", given.Where, found, p.Lang(), field, given.Names)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(src.Phrases)) {
		if owner, _, _ := strings.Cut(key, "."); slices.Contains(t.owners(), owner) {
			look(key, src.Phrases[key])
		}
	}
	for _, code := range slices.Sorted(maps.Keys(src.Faults)) {
		look("diagnostic."+code, src.Faults[code])
		look("diagnostic."+code+".mend", src.Faults[code])
	}
}

// unused wants every text of the ruleset to be said by something: in play, by a key that
// stands in the source or is put together there, by a name of the lexicon, or by letters.
// Those of a family are looked for in all of its games: see [Family].
func (t *trial) unused(src *source.Code, said map[string]bool) {
	has := func(key string) bool { return t.catalog.Has(templates.Fallback, key) }
	for _, key := range t.owned(t.info.Name, templates.Fallback) {
		rest := source.Unowned(key)
		kind, id, _ := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(rest, ".in"), ".order"), ".")
		if entry, d := t.rules.Lexicon().LookupString(id, kind); d == nil && entry.Kind == kind || said[rest] {
			continue
		}
		if !says(src, rest, func(rest string) bool {
			return slices.ContainsFunc(t.owners(), func(owner string) bool { return has(owner + "." + rest) })
		}, slices.Concat(t.info.Phases, t.info.Sides)) {
			t.fail("nothing says the text %q", key)
		}
	}
}

// spelled wants the words of the orders to be there in every language, and each list of the
// ruleset's own to be of something that its source reads.
func (t *trial) spelled(src *source.Code) {
	texted, ok := t.rules.(adjudicator.Texted)
	if !ok {
		return
	}
	for i, texts := range texted.Texts() {
		read, err := texts.Read()
		if err != nil {
			t.fail("%v", err)
			return
		}
		for _, fault := range spelling(read, src, i == 0) {
			t.fail("%s of %s", fault, texts.Owner)
		}
	}
}

// spelling tells what is wrong with the lists of words among texts: one that is missing
// in a language and, if used is set, one that the source does not read.
func spelling(read []adjudicator.Text, src *source.Code, used bool) (faults []string) {
	langs, lists := map[string]bool{}, map[string]map[string]bool{}
	for _, text := range read {
		langs[text.Lang] = true
		if text.Words != nil {
			if lists[text.Key] == nil {
				lists[text.Key] = map[string]bool{}
			}
			lists[text.Key][text.Lang] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(lists)) {
		for _, lang := range slices.Sorted(maps.Keys(langs)) {
			if !lists[key][lang] {
				faults = append(faults, fmt.Sprintf("the words %q have no list in %s: add one, though it be empty,", key, lang))
			}
		}
		kind, id, _ := strings.Cut(key, ".")
		named := func(part string) bool { return src.Literals[part] }
		if used && kind != "alone" && kind != "heading" && !named(id) && !src.Composed(id, named) {
			faults = append(faults, fmt.Sprintf("nothing reads the words %q", key))
		}
	}
	return faults
}

// says reports whether something can say a text, given by its key without the owner.
// has tells whether there is one of such a key, names are what the ruleset says that its
// phases and sides are called.
func says(src *source.Code, key string, has func(key string) bool, names []string) bool {
	named := func(id string) bool { return src.Literals[id] || slices.Contains(names, id) }
	kind, id, _ := strings.Cut(key, ".")
	if kind == "keyword" && (strings.Contains(id, "-after-") || strings.Contains(id, "-before-")) {
		return true // what a keyword is at some place of an order
	}
	if kit := templates.Known(); kit.Has(templates.Fallback, key) || kit.Has(templates.Fallback, "kit."+key) {
		return true // in the ruleset's own way
	}
	if src.Literals[key] || slices.Contains(letters, kind) || src.Composed(key, named) {
		return true
	}
	for _, variant := range append(variants, ".then", ".mend") {
		if base, ok := strings.CutSuffix(key, variant); ok && has(base) {
			return says(src, base, has, names)
		}
	}
	switch kind {
	case "diagnostic":
		return named(id) || src.Composed(id, named)
	case "keyword":
		return src.Composed(id, named) || !slices.ContainsFunc(strings.Split(id, "."), func(w string) bool { return !named(strings.TrimSuffix(w, "-name")) })
	}
	return false
}

// Family proves of the texts of a family of games what [Run] proves of a ruleset's own:
// that each is there in every language, with the same arguments, and is said by something
// in Go files of the family or of one of its games.
func Family[S T[S]](t S, texts adjudicator.Texts, folders ...string) {
	t.Helper()
	read, err := texts.Read()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	src, err := source.Read(folders)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	for _, fault := range spelling(read, src, true) {
		t.Errorf("%s of %s", fault, texts.Owner)
	}
	langs, keys := map[string]bool{}, map[string]map[string]bool{}
	read = slices.DeleteFunc(read, func(text adjudicator.Text) bool { return text.Words != nil })
	for _, text := range read {
		if keys[text.Key] == nil {
			keys[text.Key] = map[string]bool{}
		}
		langs[text.Lang], keys[text.Key][text.Lang] = true, true
	}
	for _, text := range read {
		for lang := range langs {
			if !keys[text.Key][lang] {
				t.Errorf("%q of %s has a text in %s, and none in %s", text.Key, texts.Owner, text.Lang, lang)
			}
		}
		if text.Lang == templates.Fallback && !says(src, text.Key, func(key string) bool { return keys[key] != nil }, nil) {
			t.Errorf("nothing says the text %q of %s", text.Key, texts.Owner)
		}
	}
}
