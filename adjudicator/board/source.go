package board

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/BurntSushi/toml"
)

// Source says where a datum comes from. It has one of
// these forms:
//
//	rule 0.2                     the rulebook, by its rule number
//	printed map                  the printed game, by its component
//	published counts             stated by the designer or publisher outside the rulebook
//	reconstruction               the rulebook does not say; this value is ours
//	reconstruction: why          the same, with the reason
type Source string

const reconstruction = "reconstruction"

// Reconstructed reports whether the datum is not fixed by the rulebook or the
// printed game.
func (s Source) Reconstructed() bool {
	return s == reconstruction || strings.HasPrefix(string(s), reconstruction+":")
}

// Valid reports whether s has one of the forms of a Source.
func (s Source) Valid() bool {
	for _, prefix := range []string{"rule ", "printed ", "published "} {
		if rest, ok := strings.CutPrefix(string(s), prefix); ok {
			return strings.TrimSpace(rest) != ""
		}
	}
	return s.Reconstructed()
}

// Names is a name in the languages that Keryx speaks.
type Names struct {
	EN string `toml:"en"`
	FR string `toml:"fr"`
}

// In returns the name in lang ("fr", anything else means English).
func (n Names) In(lang string) string {
	if lang == "fr" {
		return n.FR
	}
	return n.EN
}

// Complete reports whether no language is missing.
func (n Names) Complete() bool { return n.EN != "" && n.FR != "" }

// Finding is one way in which data differ from what the rulebook fixes.
type Finding struct {
	Fact  string // what the rulebook says, in one line: "Sestos is adjacent to T17 and M5"
	Rule  string // "rule 0.2"
	Found string // what the data say
	Want  string // what the rulebook says
}

// String returns the finding as one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s (%s): found %s, want %s", f.Fact, f.Rule, f.Found, f.Want)
}

// What can be wrong with a data file. A [*LoadError] wraps one of them.
var (
	ErrSyntax     = errors.New("not readable")
	ErrUnknownKey = errors.New("unknown key")
	ErrUnknown    = errors.New("no such name")
	ErrDuplicate  = errors.New("given twice")
	ErrMissing    = errors.New("missing")
	ErrSource     = errors.New("no valid source")
	ErrInvalid    = errors.New("not allowed")
)

// LoadError is a fault in a data file: which file, which key, what is wrong.
type LoadError struct {
	File   string // name inside the file system that was given
	Key    string // "zone T17.terrain", "edge T17-Sestos"
	Detail string // the value at fault, or what would be right; may be empty
	Err    error  // one of the Err values of this package
}

// Error returns "map.toml: zone T17.terrain: no such name: marsh".
func (e *LoadError) Error() string {
	s := e.File + ": "
	if e.Key != "" {
		s += e.Key + ": "
	}
	s += e.Err.Error()
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the kind of fault.
func (e *LoadError) Unwrap() error { return e.Err }

// ReadTOML decodes the file name of fsys into the struct that into points to.
// Keys that the struct does not have are refused, all of them by name. Faults
// of the file are *LoadError; a file that cannot be read is an fs error.
func ReadTOML(fsys fs.FS, name string, into any) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("reading data: %w", err)
	}
	meta, err := toml.Decode(string(text), into)
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return &LoadError{File: name, Key: fmt.Sprintf("line %d", parse.Position.Line), Err: ErrSyntax, Detail: parse.Message}
		}
		return &LoadError{File: name, Err: ErrSyntax, Detail: err.Error()}
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		keys := make([]string, len(extra))
		for i, k := range extra {
			keys[i] = k.String()
		}
		return &LoadError{File: name, Key: keys[0], Err: ErrUnknownKey, Detail: strings.Join(keys, ", ")}
	}
	return nil
}
