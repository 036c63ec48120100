package say_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"keryx/templates/say"
)

var funcs = say.Funcs{"cap": func(a ...any) (any, error) { return strings.ToUpper(fmt.Sprint(a[0])), nil }}

// TestSaid: what the language of texts has.
func TestSaid(t *testing.T) {
	d := say.Data{"Side": "athens", "Count": 2, "None": 0, "Empty": "", "On": true}
	for src, want := range map[string]string{
		"plain":                    "plain",
		"{{.Side}} has {{.Count}}": "athens has 2",
		"{{if eq .Count 1}}a{{else if gt .Count 1}}b{{else}}c{{end}}":               "b",
		"{{if .None}}a{{end}}{{if .Empty}}b{{end}}{{if not .None}}c{{end}}":         "c",
		"{{cap .Side}} {{.Side | cap}} {{cap (cap .Side)}}":                         "ATHENS ATHENS ATHENS",
		"{{if and .On (or .None .Count)}}x{{end}}":                                  "x",
		"{{if or .On .Missing}}x{{end}}":                                            "x",
		"a {{- /* unseen */ -}} b {{printf \"%03d\" .Count}}":                       "ab 002",
		"{{if eq .Side \"}}\" `athens`}}y{{end}}{{if ne .Count 2}}n{{end}}":         "y",
		"{{if le .Count 2}}1{{end}}{{if ge .Count 3}}2{{end}}{{if lt 1 2}}3{{end}}": "13",
		"{{true}} {{-5}}": "true -5",
	} {
		m, err := say.Parse(src, funcs)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got, err := m.Say(d); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", src, got, err, want)
		}
	}
}

// TestUnread: what is not of the language is refused when it is read, and what a phrase lacks
// when it is said.
func TestUnread(t *testing.T) {
	for _, src := range []string{"{{", "{{}}", "{{if .A}}", "{{end}}", "{{if .A}}{{else}}{{else}}{{end}}", "{{nothing .A}}", "{{range .A}}{{end}}",
		"{{.A.B}}", "{{if}}{{end}}", "{{.A | .B}}", "{{cap}}", "{{eq .A}}", "{{(.A}}", "{{.A }} {{ \"x}}", "{{else}}", "{{/* x }}", "{{.A.Say}}", "{{$x}}",
		"{{if .A}}{{else when}}{{end}}"} {
		if _, err := say.Parse(src, funcs); !errors.Is(err, say.ErrText) {
			t.Errorf("%s: %v", src, err)
		}
	}
	for _, src := range []string{"{{.Missing}}", "{{if .Missing}}{{end}}", "{{if eq .Side 1}}x{{end}}", "{{.Side.Say `a`}}", "{{if gt .Side 1}}x{{end}}"} {
		m, err := say.Parse(src, funcs)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := m.Say(say.Data{"Side": "x"}); err == nil {
			t.Errorf("%s is said: %q", src, got)
		}
	}
	m, err := say.Parse("{{.B}}{{if .A}}{{cap .C}}{{end}}{{.D.Say `x`}}", funcs)
	if err != nil || fmt.Sprint(m.Fields()) != "[A B C]" {
		t.Errorf("%v, %v", m.Fields(), err)
	}
}

// FuzzParse: no text makes the parser or what it has compiled fail.
func FuzzParse(f *testing.F) {
	for _, src := range []string{"{{if eq .A 1}}x{{else}}{{.B | cap}}{{end}}", "{{- .A -}}", "{{printf `%d` 3}}"} {
		f.Add(src)
	}
	f.Fuzz(func(_ *testing.T, src string) {
		if m, err := say.Parse(src, funcs); err == nil {
			_, _ = m.Say(say.Data{"A": 1, "B": "x"})
			m.Fields()
		}
	})
}
