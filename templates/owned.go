package templates

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"keryx/adjudicator"
)

// brought is what a ruleset brought of an owner.
type brought struct {
	by    string
	texts []adjudicator.Text
}

// embedded are the texts of the kit, of letters and requests. That they load is a matter
// of the build, and tested.
var embedded = sync.OnceValue(loadEmbedded)

func loadEmbedded() *Catalog {
	c, err := Load(catalogues)
	if err != nil {
		panic(err)
	}
	return c
}

// With returns the texts of the kit together with those that some rulesets bring, if they
// are [adjudicator.Texted]. The error tells of each file that cannot be used, with its
// owner and the key at fault; the catalogue is without the texts of that ruleset.
func With(rules ...adjudicator.Ruleset) (*Catalog, error) {
	c := loadEmbedded()
	return c, c.bring(rules...)
}

// bring adds what rulesets bring.
func (c *Catalog) bring(rules ...adjudicator.Ruleset) error {
	var faults []error
	for _, r := range rules {
		texted, ok := r.(adjudicator.Texted)
		if !ok {
			continue
		}
		name := r.Info().Name
		if err := c.bringAll(name, texted.Texts()); err != nil {
			faults = append(faults, fmt.Errorf("%w: %s: %w", ErrCatalog, name, err))
		}
	}
	c.order()
	return errors.Join(faults...)
}

// bringAll adds the texts that a ruleset brings, its own and those of its families. What
// another has brought already must be the same.
func (c *Catalog) bringAll(ruleset string, all []adjudicator.Texts) error {
	owners := []string{ruleset}
	for _, t := range all {
		read, err := t.Read()
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(read, func(text adjudicator.Text) bool { return text.Lang == Fallback }) {
			return &adjudicator.TextError{Owner: t.Owner, File: "texts/" + Fallback + ".toml", Err: errors.New("it is missing, or empty")}
		}
		if c.taken(t.Owner) {
			return &adjudicator.TextError{Owner: t.Owner, File: "texts/*.toml", Err: errors.New("texts of the kit begin with that name")}
		}
		read = slices.DeleteFunc(read, func(text adjudicator.Text) bool { return text.Forms == nil })
		before, known := c.brought[t.Owner]
		switch {
		case known && !reflect.DeepEqual(before.texts, read):
			return &adjudicator.TextError{Owner: t.Owner, File: "texts/*.toml", Err: fmt.Errorf("%s brings other texts of that owner", before.by)}
		case !known:
			if err := c.own(t.Owner, read); err != nil {
				return err
			}
			c.brought[t.Owner] = brought{ruleset, read}
		}
		if !slices.Contains(owners, t.Owner) {
			owners = append(owners, t.Owner)
		}
	}
	c.owners[ruleset] = owners
	return nil
}

// taken reports whether texts of the kit begin with a name.
func (c *Catalog) taken(owner string) bool {
	if _, known := c.brought[owner]; known {
		return false
	}
	for key := range c.texts[Fallback] {
		if strings.HasPrefix(key, owner+".") {
			return true
		}
	}
	return false
}

// own adds the texts of an owner.
func (c *Catalog) own(owner string, texts []adjudicator.Text) error {
	whole := slices.Clone(texts)
	for i := range whole {
		whole[i].Key = owner + "." + whole[i].Key
	}
	err := c.add(whole)
	var at *adjudicator.TextError
	if errors.As(err, &at) {
		at.Owner = owner
	}
	return err
}

// known is the catalogue of this program, with as many rulesets as there were.
var known struct {
	sync.Mutex
	rulesets int
	catalog  *Catalog
	faults   error
	single   map[string]*Catalog // of one ruleset alone, until there are those of all
}

// knownOf are the texts of this program that a ruleset says, of which there may be more.
func knownOf(ruleset string) *Catalog {
	if c := knownAlone(ruleset); c != nil {
		return c
	}
	return Known()
}

// knownAlone are the texts of the kit and of one ruleset; nil if those of all have been read, if
// there is no such ruleset, or if they cannot be used.
func knownAlone(ruleset string) *Catalog {
	known.Lock()
	defer known.Unlock()
	if known.catalog != nil || ruleset == "" {
		return nil
	}
	if c, ok := known.single[ruleset]; ok {
		return c
	}
	r, err := adjudicator.Lookup(ruleset)
	if err != nil {
		return nil
	}
	c, err := With(r)
	if err != nil {
		c = nil
	}
	if known.single == nil {
		known.single = map[string]*Catalog{}
	}
	known.single[ruleset] = c
	return c
}

// Known returns the texts of this program: those of the kit, and those that the
// registered rulesets bring. One whose texts cannot be used is left without: see [Faults].
func Known() *Catalog {
	c, _ := current()
	return c
}

// Faults tells what is wrong with the texts of the registered rulesets: the error of
// [With]. Whoever registers them looks before a letter is written.
func Faults() error {
	_, err := current()
	return err
}

func current() (*Catalog, error) {
	names := adjudicator.Rulesets()
	known.Lock()
	defer known.Unlock()
	if known.catalog == nil || known.rulesets != len(names) {
		var all []adjudicator.Ruleset
		for _, name := range names {
			if r, err := adjudicator.Lookup(name); err == nil {
				all = append(all, r)
			}
		}
		known.catalog, known.faults = With(all...)
		known.rulesets, known.single = len(names), nil
	}
	return known.catalog, known.faults
}

// kitOwner is whose texts every ruleset says that has none of its own.
const kitOwner = "kit"

// layers are the texts that a ruleset says, by what stands behind their owner.
type layers struct {
	owners []string                     // the ruleset first, the kit last
	keys   map[string]map[string]string // language, rest of the key: the key
}

// layersOf returns those of a ruleset; of no ruleset they are the kit's.
func (c *Catalog) layersOf(ruleset string) *layers {
	if l, ok := c.layers.Load(ruleset); ok {
		return l.(*layers)
	}
	l := &layers{owners: slices.Clone(c.owners[ruleset]), keys: map[string]map[string]string{}}
	if len(l.owners) == 0 && ruleset != "" {
		l.owners = []string{ruleset}
	}
	l.owners = append(l.owners, kitOwner)
	for lang, keys := range c.texts {
		l.keys[lang] = map[string]string{}
		for key := range keys {
			l.enter(lang, key)
		}
	}
	c.layers.Store(ruleset, l)
	return l
}

// enter enters a key, unless an owner before has the same.
func (l *layers) enter(lang, key string) {
	owner, rest, _ := strings.Cut(key, ".")
	rank := slices.Index(l.owners, owner)
	if rank < 0 {
		return
	}
	if before, ok := l.keys[lang][rest]; ok {
		if had, _, _ := strings.Cut(before, "."); slices.Index(l.owners, had) < rank {
			return
		}
	}
	l.keys[lang][rest] = key
}

// find returns the key under which a text stands, in the language or else in the
// fallback. A key that begins with the ruleset, with one of its families or with the kit
// is looked for among the texts of all of them, the ruleset's first; any other, of letters
// or of faults, behind the names of the ruleset and its families, and then as it is.
func (c *Catalog) find(lang, ruleset, key string) (found string, ok bool) {
	for _, in := range []string{lang, Fallback} {
		if found, ok := c.findIn(in, ruleset, key); ok {
			return found, true
		}
	}
	return "", false
}

// findIn does so in one language alone.
func (c *Catalog) findIn(lang, ruleset, key string) (found string, ok bool) {
	owner, rest, _ := strings.Cut(key, ".")
	l := c.layersOf(ruleset)
	switch {
	case slices.Contains(l.owners, owner):
		found, ok = l.keys[lang][rest]
	case c.owners[owner] != nil: // another ruleset, in a letter about several
		found, ok = c.layersOf(owner).keys[lang][rest]
	default:
		if found, ok = l.keys[lang][key]; !ok {
			found = key
			_, ok = c.texts[lang][key]
		}
	}
	return found, ok
}

// own is what a text says in the words of the printer's ruleset: {{.Ruleset.Say `period`}}
// stands for the text "RULESET.period".
type own struct{ printer *Printer }

// Say says a text of the ruleset, of a family or of the kit. For a reader of no game in
// particular it is that of [Printer.lent].
func (o own) Say(key string) string {
	p := o.printer
	if p.ruleset == "" {
		p = p.catalog.For(p.lang, cmp.Or(p.lent, p.catalog.lender()))
	}
	return p.Say(p.named(key))
}

// lender is the first ruleset that has examples of its own.
func (c *Catalog) lender() string {
	for _, ruleset := range slices.Sorted(maps.Keys(c.owners)) {
		if c.Has(Fallback, ruleset+".example.game") {
			return ruleset
		}
	}
	return ""
}
