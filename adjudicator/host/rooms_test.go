package host_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The bounds of a room: what is larger than these is two rooms.
const (
	maxRoomLines   = 4500 // of code: neither blank nor comment alone
	maxRoomFiles   = 36
	maxRoomMethods = 60 // of one type
)

// largerTypes have more methods than a room should: the number may only shrink.
var largerTypes = map[string]int{"archive.Site": 70}

// TestRooms holds the packages of the host to their order: none uses what stands beside or above it. Each
// room has its place in testdata/rooms.txt, and keeps to the size of a room.
func TestRooms(t *testing.T) {
	text, err := os.ReadFile("testdata/rooms.txt")
	if err != nil {
		t.Fatal(err)
	}
	floor := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if room, _, _ := strings.Cut(strings.TrimSpace(line), " "); room != "" && room != "#" {
			floor[room] = len(floor)
		}
	}
	folders, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{"host": true}
	for _, file := range folders {
		there[filepath.Dir(file)] = true
	}
	for room := range there {
		if _, placed := floor[room]; !placed {
			t.Errorf("%s has no place in testdata/rooms.txt", room)
		}
	}
	for room := range floor {
		if !there[room] {
			t.Errorf("%s has a place in testdata/rooms.txt, and is not there", room)
		}
	}
	for _, room := range slices.Sorted(maps.Keys(there)) {
		inspectRoom(t, room, floor)
	}
}

// inspectRoom looks at what a room imports, and at its size.
func inspectRoom(t *testing.T, room string, floor map[string]int) {
	dir := room
	if room == "host" {
		dir = "."
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	count, lines, methods := 0, 0, map[string]int{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		count++
		lines += linesOfCode(string(source))
		file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			other, inside := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "keryx/adjudicator/host/")
			if i.Path.Value == `"keryx/adjudicator/host"` {
				other, inside = "host", true
			}
			if other, _, _ = strings.Cut(other, "/"); inside && other != room && floor[other] >= floor[room] {
				t.Errorf("%s uses %s, which stands above it or beside it: move what is used down, or what uses it up", name, other)
			}
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	for of, n := range methods {
		if n > max(maxRoomMethods, largerTypes[room+"."+of]) {
			t.Errorf("%s.%s has %d methods, %d at most are wanted", room, of, n, maxRoomMethods)
		}
	}
	if lines > maxRoomLines || count > maxRoomFiles {
		t.Errorf("%s has %d lines of code in %d files; %d in %d at most are wanted", room, lines, count, maxRoomLines, maxRoomFiles)
	}
	t.Logf("%-9s %5d lines of code, %2d files, %d methods of its largest type", room, lines, count, slices.Max(append(slices.Collect(maps.Values(methods)), 0)))
}

// receiver is the name of the type that a method is of.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// linesOfCode counts what is neither blank nor a comment alone.
func linesOfCode(source string) (n int) {
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
