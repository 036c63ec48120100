package adjudicator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The reasons of a result are kept in the ledger, so a phrase has to come out of storage as it went in. JSON
// alone forgets of which type a value was: a [Term] comes back as a map, and a page then shows the map.

// ErrPhrase reports a value that a stored phrase cannot hold.
var ErrPhrase = errors.New("a stored phrase cannot hold this value")

// storedPhrase is a phrase in storage.
type storedPhrase struct {
	Key  string
	Args []json.RawMessage
}

// tagged is a value in storage that is not known by its shape. One field is set.
type tagged struct {
	Path     Path        `json:"path,omitempty"`
	Either   Either      `json:"either,omitempty"`
	Faces    []int       `json:"faces,omitempty"`
	Keyword  *Keyword    `json:"keyword,omitempty"`
	Keywords []Keyword   `json:"keywords,omitempty"`
	Rule     *RuleMark   `json:"rule,omitempty"`
	Wording  *Wording    `json:"wording,omitempty"`
	Time     *time.Time  `json:"time,omitempty"`
	Words    []taggedArg `json:"words,omitempty"`
}

// taggedArg is a value among others.
type taggedArg struct{ value any }

// MarshalJSON writes a phrase for storage. It fails with [ErrPhrase] for a value of a type that could not be
// read back.
func (p Phrase) MarshalJSON() ([]byte, error) {
	s := storedPhrase{Key: p.Key}
	if p.Args != nil {
		s.Args = []json.RawMessage{}
	}
	for _, arg := range p.Args {
		text, err := json.Marshal(taggedArg{arg})
		if err != nil {
			return nil, fmt.Errorf("phrase %s: %w", p.Key, err)
		}
		s.Args = append(s.Args, text)
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON has written, and what was written before values bore their types:
// words of the order language are then plain text.
func (p *Phrase) UnmarshalJSON(text []byte) error {
	var s struct {
		Key  string
		Args []taggedArg
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	p.Key, p.Args = s.Key, nil
	if s.Args != nil {
		p.Args = []any{}
	}
	for _, arg := range s.Args {
		p.Args = append(p.Args, arg.value)
	}
	return nil
}

// MarshalJSON writes a value with its type where its shape does not tell it.
func (a taggedArg) MarshalJSON() ([]byte, error) {
	switch v := a.value.(type) {
	case nil, bool, string, int, int8, int16, int32, int64, uint8, uint16, uint32, []string, []int, Term, Terms, Phrase, []Phrase:
		return json.Marshal(v)
	case Path:
		return json.Marshal(tagged{Path: v})
	case Either:
		return json.Marshal(tagged{Either: v})
	case Faces:
		return json.Marshal(tagged{Faces: v})
	case Keyword:
		return json.Marshal(tagged{Keyword: &v})
	case []Keyword:
		return json.Marshal(tagged{Keywords: v})
	case RuleMark:
		return json.Marshal(tagged{Rule: &v})
	case Wording:
		return json.Marshal(tagged{Wording: &v})
	case time.Time:
		return json.Marshal(tagged{Time: &v})
	case Words:
		var words []taggedArg
		for _, word := range v {
			words = append(words, taggedArg{word})
		}
		return json.Marshal(tagged{Words: words})
	}
	return nil, fmt.Errorf("%w: %T", ErrPhrase, a.value)
}

// UnmarshalJSON reads a value.
func (a *taggedArg) UnmarshalJSON(text []byte) (err error) {
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0 || text[0] != '{' && text[0] != '[':
		a.value, err = plainArg(text)
	case text[0] == '{':
		a.value, err = namedArg(text)
	default:
		a.value, err = listArg(text)
	}
	return err
}

// plainArg reads a text, a number or nothing.
func plainArg(text []byte) (v any, err error) {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	if err := in.Decode(&v); err != nil {
		return nil, err
	}
	number, is := v.(json.Number)
	if !is {
		return v, nil
	}
	if whole, err := number.Int64(); err == nil {
		return int(whole), nil
	}
	return number.String(), nil
}

// namedArg reads a term, a phrase, or what bears its type.
func namedArg(text []byte) (any, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	if _, is := fields["kind"]; is {
		return readAs[Term](text)
	}
	if _, is := fields["Key"]; is {
		return readAs[Phrase](text)
	}
	v, err := readAs[tagged](text)
	if err != nil {
		return nil, err
	}
	switch {
	case v.Path != nil:
		return v.Path, nil
	case v.Either != nil:
		return v.Either, nil
	case v.Faces != nil:
		return Faces(v.Faces), nil
	case v.Keyword != nil:
		return *v.Keyword, nil
	case v.Keywords != nil:
		return v.Keywords, nil
	case v.Rule != nil:
		return *v.Rule, nil
	case v.Wording != nil:
		return *v.Wording, nil
	case v.Time != nil:
		return *v.Time, nil
	}
	words := Words{}
	for _, word := range v.Words {
		words = append(words, word.value)
	}
	return words, nil
}

// listArg reads a list, all of one type.
func listArg(text []byte) (any, error) {
	var items []taggedArg
	if err := json.Unmarshal(text, &items); err != nil || len(items) == 0 {
		return Terms{}, err
	}
	switch items[0].value.(type) {
	case Term:
		return readAs[Terms](text)
	case Phrase:
		return readAs[[]Phrase](text)
	case string:
		return readAs[[]string](text)
	}
	return readAs[[]int](text)
}

// readAs reads a value of a type.
func readAs[T any](text []byte) (v T, err error) {
	err = json.Unmarshal(text, &v)
	return v, err
}
