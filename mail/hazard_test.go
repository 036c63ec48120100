package mail

import (
	"fmt"
	"go/ast"
	"go/parser"
	source "go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// hazard is one row of testdata/hazards.toml.
type hazard struct {
	Is   string   `toml:"is"`
	Test []string `toml:"test"`
}

// hazardRows is how many rows each section has: none may get lost.
var hazardRows = map[string]int{"A": 20, "B": 13, "C": 18, "D": 16, "E": 14, "F": 14, "G": 15, "H": 16, "I": 12, "J": 14, "K": 19, "L": 9, "R": 11}

// TestHazards wants for every row a test that exists, or a sentence in doc.go. A row
// without a number, a number without a row, a test that is gone and a subtest that
// bears the name of a row and is not listed there are errors alike.
func TestHazards(t *testing.T) {
	sections := map[string]map[string]hazard{}
	meta, err := toml.DecodeFile(filepath.FromSlash("testdata/hazards.toml"), &sections)
	must(t, err)
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		t.Fatalf("keys that mean nothing: %v", unknown)
	}
	explained := explanations(t)
	tests := testSources{}
	listed := map[string]bool{}
	for section, n := range hazardRows {
		rows := sections[section]
		if len(rows) != n {
			t.Errorf("section %s has %d rows, want %d", section, len(rows), n)
		}
		for i := range n {
			id := fmt.Sprint(section, i+1)
			row, ok := rows[id]
			switch {
			case !ok:
				t.Errorf("there is no row %s", id)
				continue
			case strings.TrimSpace(row.Is) == "":
				t.Errorf("%s does not say what it is", id)
			case (len(row.Test) > 0) == explained[id]:
				t.Errorf("%s wants either tests or a sentence in doc.go: tests %q, sentence %t", id, row.Test, explained[id])
			}
			delete(explained, id)
			for _, name := range row.Test {
				listed[name] = true
				if err := tests.find(name); err != nil {
					t.Errorf("%s: %v", id, err)
				}
			}
		}
	}
	if len(explained) > 0 {
		t.Errorf("doc.go explains rows that do not exist: %v", slices.Sorted(maps.Keys(explained)))
	}
	// A test that was written for a row must stand in its row.
	id := regexp.MustCompile(`^([A-LR])(\d+)( [A-LR]\d+)*( quota| nearly full)?$`)
	dirs := []string{"mail", "mail/wire", "adjudicator/host"}
	rooms, err := filepath.Glob("../adjudicator/host/*/main_test.go")
	must(t, err)
	for _, main := range rooms {
		dirs = append(dirs, "adjudicator/host/"+filepath.Base(filepath.Dir(main)))
	}
	for _, dir := range dirs {
		for function, words := range tests[dir] {
			for word := range words {
				if id.MatchString(word) && strings.HasPrefix(function, "Test") && !listed[dir+":"+function+"/"+word] {
					t.Errorf("%s:%s/%s is not in testdata/hazards.toml", dir, function, word)
				}
			}
		}
	}
}

// explanations reads the rows that doc.go gives a sentence to: a list item that
// begins with the id and a colon.
func explanations(t *testing.T) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(source.NewFileSet(), "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	must(t, err)
	all := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^ +- ([A-LR]\d+): \S+ \S+`).FindAllStringSubmatch(file.Doc.Text(), -1) {
		all[match[1]] = true
	}
	return all
}

// testSources are the functions of packages, by directory and name, with the string
// literals that stand in them: the names of subtests are among those.
type testSources map[string]map[string]map[string]bool

// find looks for a test by its name, "directory:Function/subtest".
func (s testSources) find(name string) error {
	dir, rest, _ := strings.Cut(name, ":")
	function, sub, hasSub := strings.Cut(rest, "/")
	if s[dir] == nil {
		if err := s.read(dir); err != nil {
			return err
		}
	}
	words, ok := s[dir][function]
	switch {
	case !ok:
		return fmt.Errorf("there is no %s in %s", function, dir)
	case hasSub && !words[sub]:
		return fmt.Errorf("%s of %s has no subtest %q", function, dir, sub)
	}
	return nil
}

func (s testSources) read(dir string) error {
	s[dir] = map[string]map[string]bool{}
	pattern := "*_test.go"
	if strings.HasSuffix(dir, "/storetest") {
		pattern = "*.go"
	}
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), pattern))
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(source.NewFileSet(), name, text, 0)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Body == nil {
				continue
			}
			s[dir][f.Name.Name] = literals(f.Body)
		}
	}
	return nil
}

func literals(body ast.Node) map[string]bool {
	all := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == source.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				all[text] = true
			}
		}
		return true
	})
	return all
}
