package adjudicator_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page is the page for whoever writes a game.
const page = "WRITE-A-GAME.md"

// linked is a link of the page to something in the repository.
var linked = regexp.MustCompile(`\]\(([^)#:]+)\)`)

// TestPageQuotes: the code on the page is that of the file which the page named last, to
// the letter.
func TestPageQuotes(t *testing.T) {
	text := readPage(t)
	file, quoted := "", 0
	for i, part := range strings.Split(text, "```") {
		if i%2 == 0 {
			if links := linked.FindAllStringSubmatch(part, -1); links != nil {
				file = links[len(links)-1][1]
			}
			continue
		}
		lang, code, _ := strings.Cut(part, "\n")
		if lang == "" { // commands, or a list of files
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if quoted++; !strings.Contains("\n"+string(data), "\n"+code) {
			t.Errorf("%s quotes of %s what is not there:\n%s", page, file, code)
		}
	}
	if quoted < 12 {
		t.Errorf("%d quotes were found", quoted)
	}
}

// TestPageLinks: what the page links to is there, and the page is linked to where people
// look for it.
func TestPageLinks(t *testing.T) {
	for _, link := range linked.FindAllStringSubmatch(readPage(t), -1) {
		if _, err := os.Stat(link[1]); err != nil {
			t.Error(err)
		}
	}
	for _, from := range []string{"doc.go", "../README.md"} {
		data, err := os.ReadFile(from)
		if err != nil || !strings.Contains(string(data), page) {
			t.Errorf("%s does not lead to the page (%v)", from, err)
		}
	}
}

// TestPageNamesWhatIsOptional: every interface and every package of the kit is on the page.
func TestPageNamesWhatIsOptional(t *testing.T) {
	text := readPage(t)
	fset := token.NewFileSet()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() {
				return true
			}
			if _, ok := spec.Type.(*ast.InterfaceType); ok && !theKits[spec.Name.Name] {
				found++
				if !strings.Contains(text, "`"+spec.Name.Name+"`") {
					t.Errorf("the interface %s is not on the page", spec.Name.Name)
				}
			}
			return true
		})
	}
	if found < 18 {
		t.Errorf("%d interfaces were found", found)
	}
	for _, folder := range []string{"board", "cases", "dice", "draw", "fog", "form", "ruletest", "tables"} {
		if !strings.Contains(text, "[`"+folder+"`](") {
			t.Errorf("the package %s is not on the page", folder)
		}
	}
}

// theKits are interfaces whose values are not a ruleset's to implement as an option.
var theKits = map[string]bool{"Game": true, "Answer": true, "Order": true, "Standing": true, "Plan": true, "Player": true}

func readPage(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
