// Package say compiles the texts of the message catalogues to parts, and fills them in. They
// are written as those of [text/template] are, in the part of its language that texts need:
//
//	{{.Side}} has {{if eq .Count 1}}one ship{{else}}{{.Count}} ships{{end}} {{en .Zone | cap}}
//
// Fields of the phrase, if with its else and else if, functions, pipes and parentheses, texts
// and whole numbers, comments, and the marks that trim blanks. Nothing in it calls anything by
// its name at run time, so that a program that says texts is linked without what it never
// calls: a page for a browser is a tenth of what it would be.
package say

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Data are the arguments of a phrase by their names.
type Data map[string]any

// Func is a function that texts can call.
type Func func(args ...any) (any, error)

// Funcs are the functions of texts by their names. Those that the language has itself are
// always there: and, or, not, eq, ne, lt, le, gt, ge, printf.
type Funcs map[string]Func

// Sayer is an argument that says texts of its own: {{.Ruleset.Say `period`}}.
type Sayer interface{ Say(key string) string }

// Message is a text that was compiled.
type Message struct{ parts []part }

// part is a piece of a text.
type part interface {
	write(b *strings.Builder, d Data) error
}

// literal is text as it stands.
type literal string

func (l literal) write(b *strings.Builder, _ Data) error {
	b.WriteString(string(l))
	return nil
}

// value is something that is printed.
type value struct{ of expr }

func (v value) write(b *strings.Builder, d Data) error {
	got, err := v.of.eval(d)
	if err == nil {
		fmt.Fprint(b, got)
	}
	return err
}

// choice are texts of which the first is said whose condition holds; a nil one always does.
type choice []branch

type branch struct {
	when expr
	then []part
}

func (c choice) write(b *strings.Builder, d Data) error {
	for _, x := range c {
		if x.when != nil {
			got, err := x.when.eval(d)
			if err != nil {
				return err
			}
			if !truth(got) {
				continue
			}
		}
		return writeAll(b, x.then, d)
	}
	return nil
}

func writeAll(b *strings.Builder, parts []part, d Data) error {
	for _, p := range parts {
		if err := p.write(b, d); err != nil {
			return err
		}
	}
	return nil
}

// Say fills the text in. The error names a field that the phrase lacks, or what a function was
// given that it cannot do with.
func (m *Message) Say(d Data) (string, error) {
	if len(m.parts) == 1 {
		if l, ok := m.parts[0].(literal); ok {
			return string(l), nil
		}
	}
	var b strings.Builder
	if err := writeAll(&b, m.parts, d); err != nil {
		return "", err
	}
	return b.String(), nil
}

// expr is something that has a value.
type expr interface {
	eval(d Data) (any, error)
}

type constant struct{ v any }

func (c constant) eval(Data) (any, error) { return c.v, nil }

// ErrField reports a field that a phrase lacks.
var ErrField = errors.New("the phrase has no such field")

// field is an argument of the phrase.
type field string

func (f field) eval(d Data) (any, error) {
	v, ok := d[string(f)]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrField, string(f))
	}
	return v, nil
}

// said is what an argument says by a key.
type said struct {
	by  expr
	key expr
}

func (s said) eval(d Data) (any, error) {
	by, err := s.by.eval(d)
	if err != nil {
		return nil, err
	}
	key, err := s.key.eval(d)
	if err != nil {
		return nil, err
	}
	sayer, ok := by.(Sayer)
	text, isText := key.(string)
	if !ok || !isText {
		return nil, fmt.Errorf("%T says nothing by the key %v", by, key)
	}
	return sayer.Say(text), nil
}

// call is a function with what it is given.
type call struct {
	name string
	do   Func
	args []expr
}

func (c call) eval(d Data) (any, error) {
	args := make([]any, 0, len(c.args))
	for _, x := range c.args {
		v, err := x.eval(d)
		if err != nil {
			return nil, err
		}
		if args = append(args, v); (c.name == "and") != truth(v) && (c.name == "and" || c.name == "or") {
			return v, nil // what follows does not count
		}
	}
	v, err := c.do(args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return v, nil
}

// truth reports whether a condition holds: a text that is not empty, a number that is not 0.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int:
		return v != 0
	case string:
		return v != ""
	}
	return true
}

// builtin are the functions that the language has itself.
var builtin = Funcs{
	"and":    last,
	"or":     last,
	"not":    func(a ...any) (any, error) { return !truth(a[0]), nil },
	"eq":     equal,
	"ne":     func(a ...any) (any, error) { v, err := equal(a...); return v != true, err },
	"lt":     func(a ...any) (any, error) { return less(a, func(c int) bool { return c < 0 }) },
	"le":     func(a ...any) (any, error) { return less(a, func(c int) bool { return c <= 0 }) },
	"gt":     func(a ...any) (any, error) { return less(a, func(c int) bool { return c > 0 }) },
	"ge":     func(a ...any) (any, error) { return less(a, func(c int) bool { return c >= 0 }) },
	"printf": func(a ...any) (any, error) { return fmt.Sprintf(fmt.Sprint(a[0]), a[1:]...), nil },
}

// least is how many arguments each of them wants.
var least = map[string]int{"and": 1, "or": 1, "not": 1, "eq": 2, "ne": 2, "lt": 2, "le": 2, "gt": 2, "ge": 2, "printf": 1}

func last(a ...any) (any, error) { return a[len(a)-1], nil }

// equal reports whether the first is one of the others.
func equal(a ...any) (any, error) {
	for _, b := range a[1:] {
		switch x := a[0].(type) {
		case int, string, bool:
			if fmt.Sprintf("%T", x) != fmt.Sprintf("%T", b) {
				return nil, fmt.Errorf("%T and %T cannot be compared", a[0], b)
			}
			if x == b {
				return true, nil
			}
		default:
			return nil, fmt.Errorf("%T cannot be compared", x)
		}
	}
	return false, nil
}

// less compares two numbers or two texts.
func less(a []any, holds func(int) bool) (any, error) {
	switch x := a[0].(type) {
	case int:
		if y, ok := a[1].(int); ok {
			return holds(x - y), nil
		}
	case string:
		if y, ok := a[1].(string); ok {
			return holds(strings.Compare(x, y)), nil
		}
	}
	return nil, fmt.Errorf("%T and %T cannot be compared", a[0], a[1])
}

// Fields lists the arguments that a text prints or looks at, sorted; what a [Sayer] says is
// none.
func (m *Message) Fields() []string {
	found := map[string]bool{}
	fieldsOf(m.parts, found)
	return slices.Sorted(maps.Keys(found))
}

func fieldsOf(parts []part, found map[string]bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case value:
			p.of.(walker).walk(found)
		case choice:
			for _, x := range p {
				if x.when != nil {
					x.when.(walker).walk(found)
				}
				fieldsOf(x.then, found)
			}
		}
	}
}

// walker notes the fields that an expression looks at.
type walker interface{ walk(found map[string]bool) }

func (constant) walk(map[string]bool)      {}
func (said) walk(map[string]bool)          {}
func (f field) walk(found map[string]bool) { found[string(f)] = true }
func (c call) walk(found map[string]bool) {
	for _, x := range c.args {
		x.(walker).walk(found)
	}
}
