package adjudicator

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"reflect"
	"strings"
)

// Digest tells two games apart in a few bytes. Play is of what a stored game must come
// to again: what was asked of whom, what fell, and the state after each turn. Words is of
// what was told besides: the phrases of questions, choices, events and views, and the
// answers as orders. Neither hangs on the version that the ruleset calls itself, nor on
// who owns a text, the first part of a phrase's key: a text may go from a ruleset to its
// family or to the kit without anything being said otherwise.
type Digest struct{ Play, Words [6]byte }

// String writes the digest as two hexadecimal numbers: that of the play and that of the words.
func (d Digest) String() string {
	return hex.EncodeToString(d.Play[:]) + " " + hex.EncodeToString(d.Words[:])
}

// Add makes d the digest of what it was of before and of another game behind it.
func (d *Digest) Add(other Digest) {
	chain := func(to *[6]byte, next [6]byte) {
		sum := sha256.Sum256(append(to[:], next[:]...))
		copy(to[:], sum[:])
	}
	chain(&d.Play, other.Play)
	chain(&d.Words, other.Words)
}

// digester takes down a game of [Selfplay].
type digester struct {
	play, words tape
}

func newDigester() *digester {
	return &digester{play: tape{hash: sha256.New()}, words: tape{hash: sha256.New()}}
}

// asked takes down a question that is about to be answered.
func (d *digester) asked(s *Session, side Side, q *Question) {
	d.play.put("asked", s.Turn(), side, q.Kind, q.Rule, q.Free)
	d.words.put(q.Prompt, q.Facts, q.Verbs, q.Reaction, q.Form.Choices(), q.Form.Default().Words())
}

// ended takes down what a turn came to.
func (d *digester) ended(s *Session) error {
	for _, a := range s.Answers() {
		d.play.put("answered", a.Side, a.Kind, a.From)
		d.words.put(a)
	}
	for _, e := range s.Events() {
		for _, r := range e.Rolls {
			d.play.put("rolled", r.Entry, r.Index, r.Sides, r.Faces)
		}
		d.words.put(e)
	}
	d.play.put("ended", string(s.Game().State()))
	if r := s.Game().Result(); r != nil {
		d.play.put(r.Winner, r.Level, r.Points)
	}
	for side := Observer; side <= 1; side++ {
		v := s.Game().View(side)
		data, err := json.Marshal(v.Data)
		if err != nil {
			return fmt.Errorf("the situation of side %d: %w", side, err)
		}
		v.Data = string(data)
		d.words.put(v)
	}
	return nil
}

// digest returns what was taken down.
func (d *digester) digest() (sum Digest) {
	copy(sum.Play[:], d.play.hash.Sum(nil))
	copy(sum.Words[:], d.words.hash.Sum(nil))
	return sum
}

// tape hashes values so that different ones leave different traces: each with its kind,
// and what can be long or short with its length or its end. Types are known by their names
// alone, so that they can move to other packages, and a field that is zero leaves no
// trace, so that one can be added.
type tape struct {
	hash    hash.Hash
	scratch []byte
}

func (t *tape) put(values ...any) {
	t.scratch = t.scratch[:0]
	for _, v := range values {
		t.value(reflect.ValueOf(v))
	}
	t.hash.Write(t.scratch)
}

func (t *tape) number(kind byte, n int64) {
	t.scratch = binary.AppendVarint(append(t.scratch, kind), n)
}

func (t *tape) text(kind byte, s string) {
	t.number(kind, int64(len(s)))
	t.scratch = append(t.scratch, s...)
}

func (t *tape) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		t.number('0', 0)
	case reflect.Bool:
		n := int64(0)
		if v.Bool() {
			n = 1
		}
		t.number('b', n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		t.number('i', v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		t.number('i', int64(v.Uint()))
	case reflect.Float32, reflect.Float64:
		t.text('f', fmt.Sprint(v.Float()))
	case reflect.String:
		if name := v.Type().Name(); name != "string" {
			t.text('t', name)
		}
		t.text('s', v.String())
	case reflect.Slice, reflect.Array:
		t.text('t', v.Type().Name())
		t.number('l', int64(v.Len()))
		for i := range v.Len() {
			t.value(v.Index(i))
		}
	case reflect.Struct:
		t.text('t', v.Type().Name())
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				if v.Type() == phraseType && v.Type().Field(i).Name == "Key" {
					f = reflect.ValueOf(unowned(f.String()))
				}
				t.text('n', v.Type().Field(i).Name)
				t.value(f)
			}
		}
		t.number('.', 0)
	case reflect.Pointer, reflect.Interface:
		t.value(v.Elem())
	default:
		panic(fmt.Sprintf("adjudicator: a digest of a %s", v.Type())) // phrases hold none
	}
}

// phraseType is the type whose keys begin with the owner of the text.
var phraseType = reflect.TypeFor[Phrase]()

// unowned is the key of a text without its owner.
func unowned(key string) string {
	if _, rest, owned := strings.Cut(key, "."); owned {
		return rest
	}
	return key
}
