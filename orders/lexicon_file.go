package orders

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// LexiconFile returns the lexicon that a TOML file describes:
//
//	[[name]]
//	kind  = "verb"
//	id    = "activate"
//	names = ["activate", "activer", "active"]
//
// It reports unknown fields, entries without kind or id, and names that stand
// for two things of one kind.
func LexiconFile(data []byte) (*Lexicon, error) {
	var file struct {
		Name []struct {
			Kind, ID string
			Names    []string
		}
	}
	meta, err := toml.Decode(string(data), &file)
	if err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return nil, fmt.Errorf("lexicon: unknown field %s", extra[0])
	}
	l := NewLexicon()
	var faults []error
	for i, n := range file.Name {
		if n.Kind == "" || n.ID == "" {
			faults = append(faults, fmt.Errorf("lexicon: name %d lacks its kind or id", i+1))
			continue
		}
		l.Add(n.Kind, n.ID, n.Names...)
	}
	if clashes := l.Clashes(); len(clashes) > 0 {
		faults = append(faults, fmt.Errorf("lexicon: two things of one kind are called %s", strings.Join(clashes, ", ")))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return l, nil
}
