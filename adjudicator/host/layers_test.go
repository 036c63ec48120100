package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var fewer = flag.Bool("fewer", false, "take out of testdata/upward.txt what no longer refers upward")

// TestLayers holds the files of this package to their rooms: what stands in one uses nothing of a room above. What
// did so when the rooms were drawn is listed, and the list only shrinks.
func TestLayers(t *testing.T) {
	rooms := readRooms(t)
	found := map[string]bool{}
	for _, r := range references(t) {
		from, to := rooms[r.file], rooms[r.toFile]
		if to > from && r.to != "Host" { // the type that the rooms still share
			found[fmt.Sprintf("%s.%s %s.%s", r.file, r.from, r.toFile, r.to)] = true
		}
	}
	const list = "testdata/upward.txt"
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		known[strings.TrimSpace(line)] = true
	}
	for _, r := range slices.Sorted(maps.Keys(found)) {
		if !known[r] {
			t.Errorf("%s refers upward: move what is used down, or what uses it up (testdata/rooms.txt has the rooms)", r)
		}
	}
	var rest bytes.Buffer
	for _, r := range slices.Sorted(maps.Keys(known)) {
		if found[r] {
			fmt.Fprintln(&rest, r)
		} else if !*fewer {
			t.Errorf("%s is no longer so: go test ./adjudicator/host -run TestLayers -args -fewer", r)
		}
	}
	if *fewer {
		if err := os.WriteFile(list, rest.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d references upward", len(found))
}

// readRooms is the floor of each file, from below. Each file has one.
func readRooms(t *testing.T) map[string]int {
	text, err := os.ReadFile("testdata/rooms.txt")
	if err != nil {
		t.Fatal(err)
	}
	floor, floors := map[string]int{}, 0
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		for _, file := range words[1:] {
			if _, twice := floor[file]; twice {
				t.Errorf("%s.go has two rooms", file)
			}
			floor[file] = floors
		}
		floors++
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{"doc": true}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		name = strings.TrimSuffix(name, ".go")
		if there[name] = true; floorOf(floor, name) < 0 && name != "doc" {
			t.Errorf("%s.go has no room: testdata/rooms.txt", name)
		}
	}
	for name := range floor {
		if !there[name] {
			t.Errorf("%s.go has a room, and is not there", name)
		}
	}
	return floor
}

func floorOf(floor map[string]int, name string) int {
	if n, ok := floor[name]; ok {
		return n
	}
	return -1
}

// reference is a use of something that is declared in the package.
type reference struct {
	file, from string // where: the file and what is declared there
	toFile, to string
}

// references are all uses of one file's declarations in another.
func references(t *testing.T) (all []reference) {
	set, files, info, pkg := typed(t)
	declared := func(o types.Object) string {
		return strings.TrimSuffix(filepath.Base(set.Position(o.Pos()).Filename), ".go")
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(set.Position(f.Pos()).Filename), ".go")
		for _, d := range f.Decls {
			from := declares(d)
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				o := info.Uses[id]
				if o == nil || o.Pkg() != pkg || !atTop(o, pkg) {
					return true
				}
				if to := declared(o); to != name {
					all = append(all, reference{name, from, to, o.Name()})
				}
				return true
			})
		}
	}
	return all
}

// atTop reports whether something is declared outside functions: in the package, or as a method.
func atTop(o types.Object, pkg *types.Package) bool {
	if f, ok := o.(*types.Func); ok {
		return f.Signature().Recv() != nil || o.Parent() == pkg.Scope()
	}
	return o.Parent() == pkg.Scope()
}

// declares is the name of what a declaration declares, the first of several.
func declares(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				return s.Name.Name
			case *ast.ValueSpec:
				return s.Names[0].Name
			}
		}
	}
	return "import"
}

// typed reads the files of this package with their types; of what they import, as it was compiled.
func typed(t *testing.T) (*token.FileSet, []*ast.File, *types.Info, *types.Package) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,GoFiles,DepOnly", ".").Output()
	if err != nil {
		t.Skip("needs go list:", err)
	}
	exports := map[string]string{}
	var own struct {
		ImportPath, Export string
		GoFiles            []string
		DepOnly            bool
	}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		l := own
		l.Export, l.GoFiles, l.DepOnly = "", nil, false
		if err := in.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if exports[l.ImportPath] = l.Export; !l.DepOnly {
			own = l
		}
	}
	set, info := token.NewFileSet(), &types.Info{Uses: map[*ast.Ident]types.Object{}}
	var files []*ast.File
	for _, name := range own.GoFiles {
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	look := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(set, "gc", look)}
	pkg, err := config.Check(own.ImportPath, set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	return set, files, info, pkg
}
