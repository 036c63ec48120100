package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed */*.toml
var catalogues embed.FS

// Fallback is the language in which a text is given that the player's own
// language lacks, and in which strangers of unknown language are written to.
const Fallback = "en"

// Catalog holds the texts of all languages. It is safe for concurrent use.
type Catalog struct {
	bundle *i18n.Bundle
	langs  []string                   // the fallback first, then sorted
	keys   map[string]map[string]bool // language, key: whether it has plural forms
	texts  map[string]map[string]*i18n.Message
}

// ErrCatalog matches every error of [Load].
var ErrCatalog = errors.New("templates: message catalogue")

// Load reads the catalogues from a file system with one folder per language,
// each holding any number of TOML files. A key that stands in two files of one
// language is an error, as is a file that cannot be read; all of them are told.
func Load(files fs.FS) (*Catalog, error) { return load(files) }

// With reads the embedded catalogues together with others of the same shape: those of a
// ruleset that is not built into the binary. The errors are those of [Load].
func With(files fs.FS) (*Catalog, error) { return load(catalogues, files) }

func load(all ...fs.FS) (*Catalog, error) {
	c := &Catalog{
		bundle: i18n.NewBundle(language.MustParse(Fallback)),
		keys:   map[string]map[string]bool{},
		texts:  map[string]map[string]*i18n.Message{},
	}
	var faults []error
	for _, files := range all {
		names, err := fs.Glob(files, "*/*.toml")
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
		}
		for _, name := range names {
			if err := c.add(files, name); err != nil {
				faults = append(faults, fmt.Errorf("%w: %s: %w", ErrCatalog, name, err))
			}
		}
	}
	if c.keys[Fallback] == nil {
		faults = append(faults, fmt.Errorf("%w: no texts in %q", ErrCatalog, Fallback))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	c.langs = []string{Fallback}
	for _, lang := range slices.Sorted(maps.Keys(c.keys)) {
		if lang != Fallback {
			c.langs = append(c.langs, lang)
		}
	}
	return c, nil
}

// add reads one file. The folder, not the file name, tells the language.
func (c *Catalog) add(files fs.FS, name string) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	lang := path.Dir(name)
	tag, err := language.Parse(lang)
	if err != nil {
		return fmt.Errorf("folder %q is not a language: %w", lang, err)
	}
	messages, err := i18n.ParseMessageBytes(text, toml.Unmarshal)
	if err != nil {
		return err
	}
	if c.keys[lang] == nil {
		c.keys[lang], c.texts[lang] = map[string]bool{}, map[string]*i18n.Message{}
	}
	for _, m := range messages {
		if _, twice := c.keys[lang][m.ID]; twice {
			return fmt.Errorf("key %q stands there and in another file", m.ID)
		}
		c.texts[lang][m.ID] = m
		c.keys[lang][m.ID] = m.Zero+m.One+m.Two+m.Few+m.Many != ""
	}
	return c.bundle.AddMessages(tag, messages...)
}

// embedded is the catalogue inside the binary. That it loads is a matter of the
// build, and tested.
var embedded = sync.OnceValue(func() *Catalog {
	c, err := Load(catalogues)
	if err != nil {
		panic(err)
	}
	return c
})

// Embedded returns the catalogue that is built into the binary.
func Embedded() *Catalog { return embedded() }

// Languages lists the languages there are, [Fallback] first.
func (c *Catalog) Languages() []string { return slices.Clone(c.langs) }

// Keys lists the keys that a language has, sorted.
func (c *Catalog) Keys(lang string) []string {
	return slices.Sorted(maps.Keys(c.keys[lang]))
}

// Has reports whether a language itself has the key, leaving the fallback aside.
func (c *Catalog) Has(lang, key string) bool {
	_, ok := c.keys[lang][key]
	return ok
}

var (
	textAction = regexp.MustCompile(`\{\{.*?\}\}`)
	textField  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// Fields lists the arguments that the text of a key uses in a language, in any of its
// forms, sorted.
func (c *Catalog) Fields(lang, key string) []string {
	m, ok := c.texts[lang][key]
	if !ok {
		return nil
	}
	used := map[string]bool{}
	for _, form := range []string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other} {
		for _, action := range textAction.FindAllString(form, -1) {
			for _, field := range textField.FindAllStringSubmatch(action, -1) {
				used[field[1]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(used))
}
