package adjudicator

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Texted is a [Ruleset] that brings its texts with it: its own, and those of the families
// of games that it belongs to. A phrase "OWNER.event.moved" is looked for among its own
// texts, then among those of its families in their order, then among those of the kit,
// whichever of them OWNER is: so a text can go from one to the other, and a ruleset says a
// text of its family in its own way by having the same key.
type Texted interface {
	// Texts returns the ruleset's own texts first.
	Texts() []Texts
}

// Texts are the texts of a ruleset or of a family of games, and the words of its orders.
type Texts struct {
	Owner string // of the texts: "hellespont"
	// Files holds a file of them for each language, texts/en.toml, texts/fr.toml: tables
	// such as [event] whose keys are put together, with the owner before. What they may
	// hold is told in package templates.
	Files fs.FS
}

// Text is one of them in one language.
type Text struct {
	Lang, File string
	Key        string // without the owner: "event.moved"
	// Forms are the text, under "other", and its other plural forms.
	Forms map[string]string
	// Words, in the place of a text, are the words of the order language for one thing.
	Words []string
}

// TextError reports a file of texts that cannot be used.
type TextError struct {
	Owner, File string // the file's path among the owner's
	Key         string // at fault; empty if it is the file as a whole
	Err         error
}

// Error names the file and the key.
func (e *TextError) Error() string {
	text := fmt.Sprintf("the texts of %s, %s", e.Owner, e.File)
	if e.Key != "" {
		text += fmt.Sprintf(": the key %q", e.Key)
	}
	return text + ": " + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *TextError) Unwrap() error { return e.Err }

// Read reads the texts of all languages, in the order of the files and keys. Its errors
// are all of type *[TextError], joined: a file that is no TOML, or has a key twice, and a
// value that is neither a text nor a list of words.
func (t Texts) Read() ([]Text, error) {
	names, err := fs.Glob(t.Files, "texts/*.toml")
	if err == nil && len(names) == 0 {
		err = errors.New("there is no file of any language")
	}
	if err != nil {
		return nil, &TextError{Owner: t.Owner, File: "texts/*.toml", Err: err}
	}
	var all []Text
	var faults []error
	for _, name := range names {
		data, err := fs.ReadFile(t.Files, name)
		if err != nil {
			faults = append(faults, &TextError{Owner: t.Owner, File: name, Err: err})
			continue
		}
		read, err := ReadTexts(data)
		for i := range read {
			read[i].Lang, read[i].File = strings.TrimSuffix(path.Base(name), ".toml"), name
		}
		all = append(all, read...)
		for _, fault := range unjoined(err) {
			var at *TextError
			if !errors.As(fault, &at) {
				at = &TextError{Err: fault}
			}
			at.Owner, at.File = t.Owner, name
			faults = append(faults, at)
		}
	}
	return all, errors.Join(faults...)
}

// unjoined returns the errors that were joined.
func unjoined(err error) []error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		return list.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// readTexts are the files of texts that were read without a fault, by their digests: a program reads the
// same ones for the words of each version of a game, and for its catalogues.
var readTexts sync.Map // of [sha256.Size]byte to []Text

// ReadTexts reads a file of texts, in the order of their keys. The errors that name a key
// are of type *[TextError]. The forms and words of a text are not to be changed.
func ReadTexts(data []byte) ([]Text, error) {
	digest := sha256.Sum256(data)
	if known, ok := readTexts.Load(digest); ok {
		return slices.Clone(known.([]Text)), nil
	}
	texts, err := parseTexts(data)
	if err == nil {
		readTexts.Store(digest, slices.Clone(texts))
	}
	return texts, err
}

func parseTexts(data []byte) ([]Text, error) {
	var file map[string]any
	if err := toml.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	r := textReader{seen: map[string]bool{}}
	r.table("", file)
	return r.texts, errors.Join(r.faults...)
}

// textReader puts the keys of tables together.
type textReader struct {
	texts  []Text
	seen   map[string]bool
	faults []error
}

func (r *textReader) table(prefix string, table map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		text := Text{Key: prefix + name}
		switch v := table[name].(type) {
		case string:
			text.Forms = map[string]string{"other": v}
		case []any:
			text.Words = wordsOf(v)
		case map[string]any:
			if text.Forms = formsOf(v); text.Forms == nil {
				r.table(text.Key+".", v)
				continue
			}
		}
		switch {
		case r.seen[text.Key]:
			r.faults = append(r.faults, &TextError{Key: text.Key, Err: errors.New("it is there twice")})
		case text.Forms == nil && text.Words == nil:
			r.faults = append(r.faults, &TextError{Key: text.Key, Err: fmt.Errorf("%v is neither a text nor a list of words", table[name])})
		default:
			r.seen[text.Key] = true
			r.texts = append(r.texts, text)
		}
	}
}

// pluralForms are the names that make a table a text in its plural forms.
var pluralForms = []string{"zero", "one", "two", "few", "many", "other"}

// formsOf returns a table that is a text in its plural forms, or nil.
func formsOf(table map[string]any) map[string]string {
	forms := map[string]string{}
	for name, v := range table {
		text, ok := v.(string)
		if !ok || !slices.Contains(pluralForms, name) {
			return nil
		}
		forms[name] = text
	}
	if forms["other"] == "" {
		return nil
	}
	return forms
}

// wordsOf returns a list of words, or nil.
func wordsOf(list []any) []string {
	words := []string{}
	for _, v := range list {
		word, ok := v.(string)
		if !ok || strings.TrimSpace(word) == "" {
			return nil
		}
		words = append(words, word)
	}
	return words
}
