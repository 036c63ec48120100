package fieldtest

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/board"
)

const mapText = `[[terrain]]
id = "clear"

[[terrain]]
id = "wet"
`

const text = `# A file.

[[unit]]
side = "north"
pf = 4
reduced = 2
bonus = true
reduced_source = "reconstruction: half"

[[zone]]
terrain = "clear"
units = { "H4" = 2 }
phases = ["B.2", "B.3"]
turns = [5, 6]

[[edge]]
beach_source = "rule 3"
source = "reconstruction"
`

// What is missed is told of what nobody heeds, and of nothing else.
func TestUndefended(t *testing.T) {
	heeding := func(words ...string) Data {
		return Data{
			Files: fstest.MapFS{}, Sides: [2]string{"north", "south"},
			Free: func(_, key string) bool { return key == "pf" },
			Check: func(fsys fs.FS) ([]board.Finding, error) {
				got, err := fs.ReadFile(fsys, "x.toml")
				if err != nil {
					return nil, err
				}
				for _, w := range words {
					if !slices.Contains(strings.Split(string(got), "\n"), w) {
						return []board.Finding{{Fact: w}}, nil
					}
				}
				return nil, nil
			},
		}
	}
	all := []string{`nobody misses`, `"side = \"south\""`, `"" for "bonus = true"`, `nobody misses`, `"terrain = \"wet\""`, `{ \"H4\" = 3 }`,
		`[\"B.2\"]`, `"turns = [5]"`, `beach = true`}
	for _, c := range []struct {
		heeds []string
		want  []string
	}{
		{nil, all},
		{[]string{`side = "north"`, `bonus = true`}, all[3:]},
		{[]string{`terrain = "clear"`, `units = { "H4" = 2 }`, `phases = ["B.2", "B.3"]`, `turns = [5, 6]`}, append(slices.Clone(all[:3]), all[8:]...)},
	} {
		tried, missed := heeding(c.heeds...).undefended("x.toml", text, mapText)
		if tried != len(all) {
			t.Errorf("%d changes, want %d", tried, len(all))
		}
		if len(missed) != len(c.want) {
			t.Errorf("heeding %q: missed %d, want %d: %q", c.heeds, len(missed), len(c.want), missed)
			continue
		}
		for i, line := range missed {
			if head, _, _ := strings.Cut(line, " in\n"); !strings.Contains(head, c.want[i]) {
				t.Errorf("heeding %q: %q, want %q", c.heeds, line, c.want[i])
			}
		}
	}
}
