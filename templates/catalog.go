package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"golang.org/x/text/language"

	"keryx/adjudicator"
)

//go:embed */*.toml
var catalogues embed.FS

// Fallback is the language in which a text is given that the player's own
// language lacks, and in which strangers of unknown language are written to.
const Fallback = "en"

// Catalog holds the texts of all languages. It is safe for concurrent use.
type Catalog struct {
	langs []string                       // the fallback first, then sorted
	texts map[string]map[string]*message // language, key

	owners  map[string][]string // ruleset: whose texts it says, its own first
	brought map[string]brought  // owner: what was brought of him, and by whom
	layers  sync.Map            // ruleset: *layers
	said    sync.Map            // saidKey: a text without arguments, once it was said
}

// ErrCatalog matches every error of [Load] and [With].
var ErrCatalog = errors.New("templates: message catalogue")

// Load reads the catalogues from a file system with one folder per language,
// each holding any number of TOML files. A key that stands in two files of one
// language is an error, as is a file that cannot be read; all of them are told.
func Load(files fs.FS) (*Catalog, error) {
	c := &Catalog{texts: map[string]map[string]*message{}, owners: map[string][]string{}, brought: map[string]brought{}}
	names, err := fs.Glob(files, "*/*.toml")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	var faults []error
	for _, name := range names {
		if err := c.load(files, name); err != nil {
			faults = append(faults, fmt.Errorf("%w: %s: %w", ErrCatalog, name, err))
		}
	}
	if c.texts[Fallback] == nil {
		faults = append(faults, fmt.Errorf("%w: no texts in %q", ErrCatalog, Fallback))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	c.order()
	return c, nil
}

// load reads one file. The folder, not the file name, tells the language.
func (c *Catalog) load(files fs.FS, name string) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	texts, err := adjudicator.ReadTexts(data)
	if err != nil {
		return err
	}
	for i := range texts {
		texts[i].Lang, texts[i].File = path.Dir(name), name
	}
	return c.add(texts)
}

// add adds texts under their keys, or none of them if one cannot be.
func (c *Catalog) add(texts []adjudicator.Text) error {
	tags := map[string]language.Tag{}
	for _, t := range texts {
		if _, known := tags[t.Lang]; !known {
			tag, err := language.Parse(t.Lang)
			if err != nil {
				return fmt.Errorf("%q is not a language: %w", t.Lang, err)
			}
			tags[t.Lang] = tag
		}
		if _, twice := c.texts[t.Lang][t.Key]; twice {
			return &adjudicator.TextError{File: t.File, Key: t.Key, Err: errors.New("it stands in another file of that language as well")}
		}
		if t.Forms == nil {
			return &adjudicator.TextError{File: t.File, Key: t.Key, Err: errors.New("a list of words where a text belongs")}
		}
	}
	for _, t := range texts {
		if c.texts[t.Lang] == nil {
			c.texts[t.Lang] = map[string]*message{}
		}
		c.texts[t.Lang][t.Key] = &message{Text: t, lang: tags[t.Lang]}
	}
	return nil
}

// order lists the languages.
func (c *Catalog) order() {
	c.langs = []string{Fallback}
	for _, lang := range slices.Sorted(maps.Keys(c.texts)) {
		if lang != Fallback {
			c.langs = append(c.langs, lang)
		}
	}
}

// Languages lists the languages there are, [Fallback] first.
func (c *Catalog) Languages() []string { return slices.Clone(c.langs) }

// Keys lists the keys that a language has, sorted.
func (c *Catalog) Keys(lang string) []string {
	return slices.Sorted(maps.Keys(c.texts[lang]))
}

// Find returns the key under which a ruleset's text stands in a language, leaving the
// fallback aside: its own, that of a family or of the kit.
func (c *Catalog) Find(lang, ruleset, key string) (string, bool) {
	return c.findIn(lang, ruleset, key)
}

// Same reports whether two keys have the same text in a language, in all its forms.
func (c *Catalog) Same(lang, key, other string) bool {
	a, b := c.texts[lang][key], c.texts[lang][other]
	return a != nil && b != nil && maps.Equal(a.Forms, b.Forms)
}

// Parse tells what is wrong with how a text is written, if anything is.
func (c *Catalog) Parse(lang, key string) error {
	m, ok := c.texts[lang][key]
	if !ok {
		return fmt.Errorf("%w: %q has no text in %s", ErrCatalog, key, lang)
	}
	return m.parse()
}

// Has reports whether a language itself has the key, leaving the fallback aside.
func (c *Catalog) Has(lang, key string) bool {
	_, ok := c.texts[lang][key]
	return ok
}

// Fields lists the arguments that the text of a key uses in a language, in any of its
// forms, sorted.
func (c *Catalog) Fields(lang, key string) []string {
	m, ok := c.texts[lang][key]
	if !ok || m.parse() != nil {
		return nil
	}
	used := map[string]bool{}
	for _, form := range m.parsed {
		for _, field := range form.Fields() {
			used[field] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}
