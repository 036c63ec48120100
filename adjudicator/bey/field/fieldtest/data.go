// Package fieldtest holds the tests that the data of every game of the series pass: what a
// file must not say is refused, and what the rulebook fixes cannot be changed in a file
// without a finding, entry by entry and value by value.
package fieldtest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Data are the data of a game, as the tests need them.
type Data struct {
	Files    fs.FS // as they are embedded
	Sides    [2]string
	Check    func(fsys fs.FS) ([]board.Finding, error) // loads files and holds them against the rulebook
	LoadDir  func(dir string) (*field.Facts, error)    // the files of a directory in the place of the embedded ones
	Defended map[string]int                            // the files that the rulebook is about, and how many changes of each are tried at the least
	// Free says of which keys, beside those that are called a reconstruction, the rulebook
	// leaves the value in a block open.
	Free func(block, key string) bool
}

// Of returns the data of a game: its files, its check of what they say, what of them is
// shared.
func Of[G any](files field.Files[G], check func(G) []board.Finding, facts func(G) *field.Facts) Data {
	return Data{
		Files: files.Embedded,
		Sides: [2]string(facts(files.Default()).Map.Sides()),
		Check: func(fsys fs.FS) ([]board.Finding, error) {
			g, err := files.Load(fsys)
			if err != nil {
				return nil, err
			}
			return check(g), nil
		},
		LoadDir: func(dir string) (*field.Facts, error) {
			g, err := files.Dir(dir)
			if err != nil {
				return nil, err
			}
			return facts(g), nil
		},
		Free: func(string, string) bool { return false },
	}
}

// undrawn hides the drawing of the map, which no fact is about and which takes the longest.
type undrawn struct{ fs.FS }

func (u undrawn) Open(name string) (fs.File, error) {
	if name == field.GeometryName {
		return nil, fs.ErrNotExist
	}
	return u.FS.Open(name)
}

// text returns a file.
func (d Data) text(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(d.Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// edited returns a file with the first old replaced by new, or new at its end where old is
// empty.
func (d Data) edited(t *testing.T, name, old, new string) string {
	t.Helper()
	text := d.text(t, name)
	if old == "" {
		return text + new
	}
	if !strings.Contains(text, old) {
		t.Fatalf("%s does not contain %q", name, old)
	}
	return strings.Replace(text, old, new, 1)
}

// with loads and checks the data with one file replaced.
func (d Data) with(name, text string) ([]board.Finding, error) {
	return d.Check(board.Overlay{Over: fstest.MapFS{name: {Data: []byte(text)}}, Under: undrawn{d.Files}})
}

// findings are what is said of the data with one file replaced. A file that does not load
// counts as found out.
func (d Data) findings(name, text string) (lines []string) {
	found, err := d.with(name, text)
	if err != nil {
		return []string{err.Error()}
	}
	for _, f := range found {
		lines = append(lines, f.String())
	}
	return lines
}

// Agree tests that the data contradict nothing that the rulebook fixes.
func (d Data) Agree(t *testing.T) {
	t.Helper()
	found, err := d.Check(d.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// Refusal is a change of a file that must not load: Old becomes New, and the error of Key
// is Want.
type Refusal = struct {
	File, Old, New string
	Want           error
	Key            string
}

// Refuses tests that each change is refused.
func (d Data) Refuses(t *testing.T, all []Refusal) {
	t.Helper()
	for _, c := range all {
		_, err := d.with(c.File, d.edited(t, c.File, c.Old, c.New))
		var load *board.LoadError
		if !errors.As(err, &load) {
			t.Errorf("%s: %q: error %v, want a LoadError", c.File, c.New, err)
			continue
		}
		if load.File != c.File || load.Key != c.Key || !errors.Is(err, c.Want) {
			t.Errorf("%s: %q: error %v, want %q: %v", c.File, c.New, err, c.Key, c.Want)
		}
	}
}

// Fact is a change of a file that breaks the fact whose name begins like that. An empty Old
// has New stand at the end of the file.
type Fact = struct{ Fact, File, Old, New string }

// Finds tests that each broken fact is found by its name.
func (d Data) Finds(t *testing.T, all []Fact) {
	t.Helper()
	for _, c := range all {
		found := d.findings(c.File, d.edited(t, c.File, c.Old, c.New))
		if !slices.ContainsFunc(found, func(line string) bool { return strings.HasPrefix(line, c.Fact) }) {
			t.Errorf("%s: not found; findings: %q", c.Fact, found)
		}
	}
}

// Edge is a block that joins two zones, for a [Fact].
func Edge(a, b string) string {
	return "\n[[edge]]\nzones = [\"" + a + "\", \"" + b + "\"]\nsource = \"reconstruction\"\n"
}

// Folders tests that a directory replaces single files, here one in which the first
// leader of two swords has one, and what of a directory is refused.
func (d Data) Folders(t *testing.T, leader string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(field.CountersName, d.edited(t, field.CountersName, "bonus = 2", "bonus = 1"))
	g, err := d.LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Leaders[g.Leader(leader)].Bonus; got != 1 {
		t.Errorf("bonus %d, want the 1 of the directory", got)
	}
	if g.Map.Len() == 0 || g.Geometry == nil {
		t.Errorf("%d zones, drawing %v, want the embedded map", g.Map.Len(), g.Geometry)
	}
	if _, err := d.LoadDir(t.TempDir()); !errors.Is(err, board.ErrMissing) {
		t.Errorf("empty directory: error %v, want board.ErrMissing", err)
	}
	write("maps.toml", `id = "x"`)
	if _, err := d.LoadDir(dir); !errors.Is(err, board.ErrUnknown) {
		t.Errorf("unknown file: error %v, want board.ErrUnknown", err)
	}
	if _, err := d.LoadDir(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing directory: error %v, want fs.ErrNotExist", err)
	}
	var load *board.LoadError
	if _, err := d.with(field.CRTName, `source = "printed table"`); !errors.As(err, &load) || load.File != field.CRTName {
		t.Errorf("a combat table of one line: error %v, want a LoadError in %s", err, field.CRTName)
	}
}

// Names tests what words of a kind the lexicon finds: kind, word, identifier.
func Names(t *testing.T, lex *orders.Lexicon, all [][3]string) {
	t.Helper()
	for _, c := range all {
		if e, diag := lex.LookupString(c[1], c[0]); diag != nil || e.ID != c[2] {
			t.Errorf("%s %q: found %q (%v), want %q", c[0], c[1], e.ID, diag, c[2])
		}
	}
}
