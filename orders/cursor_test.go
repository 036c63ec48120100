package orders

import (
	"fmt"
	"reflect"
	"testing"
)

func TestCursor(t *testing.T) {
	l := testLexicon()
	s := one(t, "move 2x T10 , Chios Samos with 3 \"free text\" par T27 now")
	c := NewCursor(&s)
	if n := c.TakeQuantity(); n != 2 {
		t.Errorf("quantity %d", n)
	}
	if n := c.TakeQuantity(); n != 1 {
		t.Errorf("no quantity is %d", n)
	}
	if e, fault := c.TakeName(l, "unit"); fault != nil || e.ID != "T10" {
		t.Errorf("%v, %v", e, fault)
	}
	if !c.TakeComma() || c.TakeComma() {
		t.Error("not one comma")
	}
	mark := c.Mark()
	if e, fault := c.TakeName(l, "zone"); fault != nil || e.ID != "b3" {
		t.Errorf("a name of two words: %v, %v", e, fault)
	}
	c.Reset(mark)
	if e, fault := c.TakeName(l, "zone"); fault != nil || e.ID != "b3" {
		t.Errorf("a name of two words again: %v, %v", e, fault)
	}
	if !c.AtKeyword("with", "avec") || c.TakeKeyword("by", "par") || c.NeedKeyword("with", "avec") != nil {
		t.Error("keyword with")
	}
	if n, fault := c.TakeNumber(); n != 3 || fault != nil {
		t.Errorf("%d, %v", n, fault)
	}
	if text, fault := c.TakeQuoted(); text != "free text" || fault != nil {
		t.Errorf("%q, %v", text, fault)
	}
	if !c.TakeKeyword("by", "par") || c.Done() {
		t.Error("keyword par")
	}
	if next, ok := c.PeekAt(1); !ok || next.Text != "now" {
		t.Errorf("%v %v", next, ok)
	}
	if rest := c.Rest(); len(rest) != 2 || !c.Done() || c.End() != nil || c.Last() != rest[1].Span {
		t.Errorf("rest %v", rest)
	}
	if _, ok := c.Next(); ok {
		t.Error("a token behind the end")
	}
}

func TestCursorFaults(t *testing.T) {
	l := testLexicon()
	for _, c := range []struct {
		order string
		take  func(*Cursor) *Diagnostic
		want  string
	}{
		{"go a", func(c *Cursor) *Diagnostic { return c.NeedKeyword("to", "vers") },
			"line 5, column 4: keyword-expected: Words=[to vers] Found=a"},
		{"go", func(c *Cursor) *Diagnostic { return c.NeedKeyword("to") },
			"line 5, column 3: keyword-expected: Words=[to] Found="},
		{"go a", func(c *Cursor) *Diagnostic { _, d := c.TakeNumber(); return d },
			"line 5, column 4: number-expected: Found=a"},
		{"go a", func(c *Cursor) *Diagnostic { _, d := c.TakeQuoted(); return d },
			"line 5, column 4: text-expected: Found=a"},
		{"go", func(c *Cursor) *Diagnostic { _, d := c.TakeName(l, "zone"); return d },
			"line 5, column 3: name-expected: Wanted=[zone] Found="},
		{"go 2x T1", func(c *Cursor) *Diagnostic { _, d := c.TakeName(l); return d },
			"line 5, column 4: name-expected: Wanted=[] Found=2x"},
		{"go T1 \\\n T9", func(c *Cursor) *Diagnostic { c.Next(); _, d := c.TakeName(l, "port"); return d },
			"line 6, column 2: unknown-name: Word=T9 Suggestions=[] Wanted=[port]"},
		{"go a \"b\"  2", func(c *Cursor) *Diagnostic { return c.End() },
			"line 5, column 4: left-over: Words=a \"b\" 2"},
		{"go a", func(c *Cursor) *Diagnostic { return c.Illegal(c.Span(), "not-adjacent", "3.2", "From", "T1") },
			"line 5, column 4: not-adjacent: From=T1 (rule 3.2)"},
	} {
		s := one(t, c.order)
		d := c.take(NewCursor(&s))
		if d == nil || d.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.order, d, c.want)
			continue
		}
		if d.Text == "" || d.Text != s.SourceLine(d.Span.Line) {
			t.Errorf("%q: text %q", c.order, d.Text)
		}
		if d.Code != "not-adjacent" {
			checkDiagnostic(t, d)
		}
	}
}

// TestCursorMissing: the words that would do are a list, however they are given, since texts
// show lists.
func TestCursorMissing(t *testing.T) {
	type word string
	s := one(t, "go a")
	for name, c := range map[string]struct {
		given []any
		want  any
	}{
		"a word":          {[]any{word("to")}, []word{"to"}},
		"words":           {[]any{word("to"), word("by")}, []word{"to", "by"}},
		"a list":          {[]any{[]word{"to", "by"}}, []word{"to", "by"}},
		"a list and more": {[]any{[]word{"to"}, word("by")}, []word{"to", "by"}},
		"a string":        {[]any{"to"}, []string{"to"}},
		"of two types":    {[]any{word("to"), "by"}, []string{"to", "by"}},
		"a number":        {[]any{3}, []string{"3"}},
	} {
		d := NewCursor(&s).Missing(c.given...)
		if d.Code != CodeKeywordExpected || !reflect.DeepEqual(d.Args, []any{"Words", c.want, "Found", "a"}) {
			t.Errorf("%s: %#v", name, d)
		}
	}
}

func TestCursorOverRule(t *testing.T) {
	f, faults := Parse(header + "standing\n retreat: Sestos, M5, else Byz")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	r := &f.Standing[0]
	c := NewCursorOver(r, r.Actions[0].Alternatives[1])
	if e, fault := c.TakeName(testLexicon(), "port"); fault != nil || e.ID != "byzantion" {
		t.Errorf("%v, %v", e, fault)
	}
	if d := c.NeedKeyword("x"); d == nil || d.Text != " retreat: Sestos, M5, else Byz" || d.Span.Column != 31 {
		t.Errorf("%v in %q", d, d.Text)
	}
}

func TestTrailerFaults(t *testing.T) {
	f, faults := Parse(header + "orders\n--\nYours, Ann\n  Activate M4\nActing secretary\n")
	if len(faults) > 0 || len(f.Trailer) != 3 {
		t.Fatalf("%v, %v", faults, f.Trailer)
	}
	got := fmt.Sprint(f.TrailerFaults(testLexicon()))
	if want := "[line 7, column 3: order-after-end: Word=Activate End=5]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
