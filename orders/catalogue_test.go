package orders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/BurntSushi/toml"
)

// emitted returns a fault of every code that can be had by reading the cases
// of the other tests, by code.
func emitted(t *testing.T) map[string][]*Diagnostic {
	t.Helper()
	byCode := make(map[string][]*Diagnostic)
	add := func(faults ...*Diagnostic) {
		for _, d := range faults {
			byCode[d.Code] = append(byCode[d.Code], d)
		}
	}
	for _, c := range faultCases {
		_, faults := Parse(c.text)
		add(faults...)
	}
	_, faults := Parse(header + "orders\n" + strings.Repeat("go !\n", maxFaults+1))
	add(faults[len(faults)-1])
	_, none := ParseStatement("")
	add(none)
	f, _ := Parse(header + "orders\n--\nact")
	l := testLexicon()
	add(f.TrailerFaults(l)...)
	known := &Known{Lexicon: l, Reads: func(string) bool { return false }}
	add(Part("orders\n"+header+"orders\nact\n\nFrom: Keryx\n", known).Faults...)
	for _, order := range []string{"go", "go T3", "go sest", "go actviate", "go T10", "go Sestso"} {
		s := one(t, order)
		for _, kinds := range [][]string{nil, {"unit", "leader"}, {VerbKind}} {
			c := NewCursor(&s)
			_, noNumber := c.TakeNumber()
			_, noText := c.TakeQuoted()
			add(noNumber, noText, c.NeedKeyword("to", "vers"))
			if _, fault := c.TakeName(l, kinds...); fault != nil {
				add(fault)
			} else if fault := NewCursor(&s).End(); fault != nil {
				add(fault)
			}
		}
	}
	s := one(t, "go 12-10")
	_, downward := NewCursor(&s).TakeList(l, "zone")
	add(downward)
	return byCode
}

func TestEveryCodeIsEmitted(t *testing.T) {
	byCode := emitted(t)
	for _, code := range Codes() {
		if len(byCode[code]) == 0 {
			t.Errorf("no test makes a fault of code %q", code)
		}
		for _, d := range byCode[code] {
			checkDiagnostic(t, d)
		}
	}
}

// TestCatalogues fills the texts of every language with every fault.
func TestCatalogues(t *testing.T) {
	files, err := filepath.Glob("../templates/*/orders.toml")
	if err != nil || !slices.Contains(files, filepath.FromSlash("../templates/en/orders.toml")) {
		t.Fatalf("catalogues %v, %v", files, err)
	}
	byCode := emitted(t)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var catalogue map[string]string
		if _, err := toml.Decode(string(text), &catalogue); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		keys := make(map[string]bool)
		for _, code := range Codes() {
			for _, key := range []string{"diagnostic." + code, "diagnostic." + code + ".mend"} {
				keys[key] = true
				checkMessage(t, name, key, catalogue[key], byCode[code])
			}
		}
		for key := range catalogue {
			if !keys[key] {
				t.Errorf("%s: no code for %q", name, key)
			}
		}
	}
}

// examples stand for those that a ruleset gives the texts.
type examples struct{}

// Say says one.
func (examples) Say(key string) string { return "(" + key + ")" }

func checkMessage(t *testing.T, file, key, message string, faults []*Diagnostic) {
	t.Helper()
	if message == "" {
		t.Errorf("%s: no text for %q", file, key)
		return
	}
	if !strings.HasSuffix(message, ".") {
		t.Errorf("%s: %s is no sentence: %q", file, key, message)
		return
	}
	text, err := template.New(key).Option("missingkey=error").Parse(message)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	for _, d := range faults {
		var b strings.Builder
		data := d.Data()
		data["Ruleset"] = examples{}
		if err := text.Execute(&b, data); err != nil {
			t.Errorf("%s: %s with %v: %v", file, key, d, err)
		}
		if said := b.String(); strings.Contains(said, "  ") || strings.Contains(said, "<no value>") || strings.ContainsAny(said, "\n[]") && !strings.Contains(said, "[1m") {
			t.Errorf("%s: %s says %q", file, key, said)
		}
	}
}
