package board_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/board"
)

// TestDocumentedFiles: the files that the package comment shows are a board of two zones
// that touch, and its picture.
func TestDocumentedFiles(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var files [2]string // the first block under each of the two headings
	for i, heading := range []string{"// # A map file\n", "// # A geometry file\n"} {
		_, rest, _ := strings.Cut(string(text), heading)
		for line := range strings.Lines(rest) {
			code, ok := strings.CutPrefix(line, "//\t")
			if ok {
				files[i] += code
			} else if files[i] != "" && strings.TrimSpace(line) != "//" {
				break
			} else if files[i] != "" {
				files[i] += "\n"
			}
		}
	}
	fsys := fstest.MapFS{"board.toml": {Data: []byte(files[0])}, "geometry.toml": {Data: []byte(files[1])}}
	m, err := board.Load(fsys, "board.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, files[0])
	}
	g, err := board.LoadGeometry(fsys, "geometry.toml", m)
	if err != nil {
		t.Fatalf("%v\n%s", err, files[1])
	}
	if m.Len() != 2 || len(g.Borders) != 1 || len(g.Shapes[0].Rings) != 1 || len(g.Shapes[1].Rings) != 1 {
		t.Errorf("%d zones, %d borders, shapes %v", m.Len(), len(g.Borders), g.Shapes)
	}
}
