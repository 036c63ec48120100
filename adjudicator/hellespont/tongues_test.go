package hellespont

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/hellespont/data"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
	"keryx/templates"
)

// esperanto is a third language, of one order and of nothing else.
const esperanto = `
[keyword]
move = "movi"
to = "al"
[verb]
move = ["movi"]
[word]
to = ["al"]
`

// TestAThirdLanguage: an order is read and written in another language as soon as a file
// of texts has its words.
func TestAThirdLanguage(t *testing.T) {
	files := fstest.MapFS{}
	err := fs.WalkDir(embeddedTexts, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = fs.ReadFile(embeddedTexts, name)
			files[name] = &fstest.MapFile{Data: text}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files["texts/eo.toml"] = &fstest.MapFile{Data: []byte(esperanto)}
	rules, err := with(printed.Parts(&editions[0], data.Embedded(), files))
	if err != nil {
		t.Fatal(err)
	}
	read := func(rules adjudicator.Ruleset, text string) (adjudicator.Order, []*orders.Diagnostic) {
		t.Helper()
		st, err := ruletest.Statement(text)
		if err != nil {
			t.Fatal(err)
		}
		entry, fault := rules.Lexicon().Lookup(st.Verb, orders.VerbKind)
		if fault != nil {
			return nil, []*orders.Diagnostic{fault}
		}
		return rules.ReadOrder(entry.ID, st)
	}
	want, faults := read(Default(), "move T10 T4 to M5")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, text := range []string{"movi T10 T4 al M5", "movi T10 T4 to M5", "déplacer T10 T4 al M5"} {
		got, faults := read(rules, text)
		if len(faults) > 0 {
			t.Errorf("%q is not read: %v", text, faults)
		} else if a, b := placeless(got), placeless(want); a != b {
			t.Errorf("%q reads as\n%s, want\n%s", text, a, b)
		}
		if _, faults := read(Default(), text); len(faults) == 0 && strings.Contains(text, "movi") {
			t.Errorf("%q is read without the file", text)
		}
	}
	catalog, err := templates.With(rules)
	if err != nil {
		t.Fatal(err)
	}
	words := adjudicator.Words{adjudicator.Keyword("move"), adjudicator.Term{Kind: "unit", ID: "T10"}, adjudicator.Keyword("to"), adjudicator.Term{Kind: "zone", ID: "M5"}}
	if got := catalog.For("eo", "hellespont").Words(words); got != "movi T10 al M5" {
		t.Errorf("the order is written as %q", got)
	}
}

// placeless writes an order down without the places of its words in the file.
func placeless(o adjudicator.Order) string {
	return regexp.MustCompile(`\{Line:\d+ Column:\d+ End:\d+\}`).ReplaceAllString(fmt.Sprintf("%+v", o), "")
}

// TestEveryWordIsThere: each word that the code takes has a list among the texts.
func TestEveryWordIsThere(t *testing.T) {
	lex := Default().Lexicon()
	taken := regexp.MustCompile(`\.(?:Take|At|Require|Pair|Havens)\((?:&[\w.]+, )?"([\w-]*\w)"(?:, "([\w-]*\w)")?|"((?:subject|rank|outcome|occasion)-\w[\w-]*)"`)
	found := map[string]string{}
	for _, pattern := range []string{"*.go", "../bey/*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range taken.FindAllStringSubmatch(string(source), -1) {
				for _, id := range m[1:] {
					if id != "" {
						found[id] = file
					}
				}
			}
		}
	}
	for _, word := range order.Between {
		found[word] = "between names"
	}
	for _, kind := range (*game)(nil).Throws() {
		found["odds-"+kind.Name] = "the chances"
	}
	if len(found) < 100 {
		t.Fatalf("only %d words are found", len(found))
	}
	elsewhere, err := os.ReadFile("../amphipolis/texts/en.toml") // what the family takes for the other game alone
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		if len(lex.Keywords(id)) == 0 && !(strings.HasPrefix(found[id], "..") && strings.Contains(string(elsewhere), "\n"+id+" = [")) {
			t.Errorf("%s takes the word %q, which no text lists", found[id], id)
		}
	}
}
