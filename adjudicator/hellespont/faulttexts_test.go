package hellespont

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// Every fault that the code can find has its two texts, and the texts use no field
// that the code does not supply.
func TestEveryFaultHasItsTexts(t *testing.T) {
	texts := map[string]any{}
	names, err := filepath.Glob("../../templates/en/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := toml.Decode(string(text), &texts); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	field := regexp.MustCompile(`\.([A-Z]\w*)`)
	faults := faultsInSource(t)
	if len(faults) < 60 {
		t.Fatalf("only %d faults found in the source", len(faults))
	}
	for code, supplied := range faults {
		for _, key := range []string{"diagnostic." + code, "diagnostic." + code + ".mend"} {
			text, ok := texts[key].(string)
			if !ok {
				t.Errorf("there is no text %s", key)
			}
			for _, m := range field.FindAllStringSubmatch(text, -1) {
				if !slices.Contains(supplied, m[1]) && !slices.Contains(supplied, strings.TrimSuffix(m[1], "Or")) {
					t.Errorf("%s uses %s, which is not supplied: %v", key, m[1], supplied)
				}
			}
		}
	}
}

// faultsInSource finds the codes in the source of this package, with the names of
// the arguments that every use of a code supplies.
func faultsInSource(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	note := func(code string, args []ast.Expr) {
		var names []string
		for i := 0; i < len(args); i += 2 {
			if name, ok := literal(args[i]); ok {
				names = append(names, name)
			}
		}
		if before, ok := found[code]; ok {
			names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(before, n) })
		}
		found[code] = names
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if id, ok := n.Type.(*ast.Ident); ok && id.Name == "fault" && len(n.Elts) == 4 {
					code, _ := literal(n.Elts[0])
					list, _ := n.Elts[3].(*ast.CompositeLit)
					if list == nil {
						list = &ast.CompositeLit{}
					}
					note(code, list.Elts)
				}
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "IllegalAt" || sel.Sel.Name == "UnknownAt") {
					if code, ok := literal(n.Args[2]); ok {
						note(code, n.Args[map[string]int{"IllegalAt": 4, "UnknownAt": 3}[sel.Sel.Name]:])
					}
				}
			}
			return true
		})
	}
	return found
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
