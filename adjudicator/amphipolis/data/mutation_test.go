package data

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator/bey/field"
)

// embeddedText returns an embedded file.
func embeddedText(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(embedded, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// undrawn hides the drawing of the map, which no fact is about and which takes the longest.
type undrawn struct{ fs.FS }

func (u undrawn) Open(name string) (fs.File, error) {
	if name == field.GeometryName {
		return nil, fs.ErrNotExist
	}
	return u.FS.Open(name)
}

// findingsWith loads the embedded data with one file replaced and checks them. A file that
// does not load counts as found out.
func findingsWith(name, text string) []string {
	g, err := Load(field.Overlay{Over: fstest.MapFS{name: {Data: []byte(text)}}, Under: undrawn{embedded}})
	if err != nil {
		return []string{err.Error()}
	}
	var lines []string
	for _, f := range Check(g) {
		lines = append(lines, f.String())
	}
	return lines
}

// blocks splits a file before each of its [[tables]].
func blocks(text string) []string {
	at := regexp.MustCompile(`(?m)^\[\[`).FindAllStringIndex(text, -1)
	out := []string{text[:at[0][0]]}
	for i, a := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		out = append(out, text[a[0]:end])
	}
	return out
}

// mutate replaces block i of a file.
func mutate(all []string, i int, by string) string {
	changed := slices.Clone(all)
	changed[i] = by
	return strings.Join(changed, "")
}

// reconstructed reports whether a block says of itself, of the key at hand or of the map
// that it is not the rulebook's.
func reconstructed(block, key string) bool {
	return strings.Contains(block, "\n"+key+" = \"reconstruction")
}

// Every block that says it comes from a rule is defended by Check or by Load: without it
// they complain.
func TestCheckDefendsEveryEntry(t *testing.T) {
	for name, atLeast := range map[string]int{field.MapName: 70, field.CountersName: 29, garrisonsName: 9, wallsName: 5, turnsName: 10,
		field.StratagemsName: 43, field.ScenariosName: 50} {
		all := blocks(embeddedText(t, name))
		tried := 0
		for i, b := range all[1:] {
			if strings.HasPrefix(b, "[[edge]]") && reconstructed(b, "source") ||
				strings.HasPrefix(b, "[[stacking]]") && !strings.Contains(b, "units") { // no limit, said outright
				continue
			}
			tried++
			if len(findingsWith(name, mutate(all, i+1, ""))) == 0 {
				t.Errorf("%s: nobody misses\n%s", name, b)
			}
		}
		if tried < atLeast {
			t.Errorf("%s: only %d entries tried", name, tried)
		}
	}
}

// free are the keys that the rulebook leaves open where the named source is a
// reconstruction, and what says nothing that a rule could fix.
var free = map[string]string{"bonus": "bonus_source", "pf": "pf_source", "va": "va_source", "repeated": "source"}

var (
	numbered = regexp.MustCompile(`= (-?\d+)$`)
	inner    = regexp.MustCompile(`= (\d+)([ ,}])`)
	listed   = regexp.MustCompile(`(, )?"[^"]*"\]$`)
)

// changes are what can be wrong in a line of a data file: every number one more and one
// less, every flag gone, every list without its last word, every choice the other side's.
func changes(line string) (all []string) {
	if m := numbered.FindStringSubmatch(line); m != nil {
		n, _ := strconv.Atoi(m[1])
		for _, by := range []int{-1, 1} {
			all = append(all, numbered.ReplaceAllString(line, fmt.Sprintf("= %d", n+by)))
		}
	}
	for _, m := range inner.FindAllStringSubmatchIndex(line, -1) {
		n, _ := strconv.Atoi(line[m[2]:m[3]])
		all = append(all, line[:m[2]]+strconv.Itoa(n+1)+line[m[3]:])
	}
	switch {
	case strings.HasSuffix(line, "= true"):
		all = append(all, "")
	case listed.MatchString(line):
		all = append(all, listed.ReplaceAllString(line, "]"))
	}
	for _, pair := range [][2]string{{"athens", "sparta"}, {"sparta", "athens"}} {
		if strings.HasSuffix(line, ` = "`+pair[0]+`"`) {
			all = append(all, strings.Replace(line, pair[0], pair[1], 1))
		}
	}
	return all
}

// Every number, flag, list and side of the files is defended, but for those that are
// reconstructions.
func TestCheckDefendsEveryValue(t *testing.T) {
	for name, atLeast := range map[string]int{field.MapName: 90, field.CountersName: 150, garrisonsName: 8, wallsName: 50, turnsName: 120,
		field.StratagemsName: 90, field.ScenariosName: 300} {
		all := blocks(embeddedText(t, name))
		tried := 0
		for i, b := range all[1:] {
			lines := strings.Split(b, "\n")
			for n, line := range lines {
				key, _, _ := strings.Cut(line, " ")
				if source := free[key]; source != "" && reconstructed(b, source) {
					continue
				}
				for _, by := range changes(line) {
					tried++
					changed := slices.Clone(lines)
					changed[n] = by
					if len(findingsWith(name, mutate(all, i+1, strings.Join(changed, "\n")))) == 0 {
						t.Errorf("%s: nobody minds %q for %q in\n%s", name, by, line, b)
					}
				}
			}
		}
		if tried < atLeast {
			t.Errorf("%s: only %d changes tried", name, tried)
		}
		t.Logf("%s: %d changes", name, tried)
	}
}

// Facts that are more than the value of one line.
func TestCheckFindsBrokenFacts(t *testing.T) {
	edge := func(a, b string) string {
		return "\n[[edge]]\nzones = [\"" + a + "\", \"" + b + "\"]\nsource = \"reconstruction\"\n"
	}
	for _, c := range []struct {
		fact, file string
		old, new   string // new replaces the first old; an empty old appends
	}{
		{"T7 is not adjacent to T11", field.MapName, "", edge("T7", "T11")},
		{"T9 is not adjacent to T12", field.MapName, "", edge("T9", "T12")},
		{"T5 is not adjacent to T6", field.MapName, "", edge("T5", "T6")},
		{"T4 is not adjacent to M1", field.MapName, "", edge("T4", "M1")},
		{"T26 is not adjacent to T18", field.MapName, "", edge("T26", "T18")},
		{"T26 is not adjacent to T19", field.MapName, "", edge("T26", "T19")},
		{"T19 is not adjacent to T20", field.MapName, "", edge("T19", "T20")},
		{"zones adjacent to Thasos", field.MapName, "", strings.Replace(edge("Thasos", "T4"), "source", "oneway = true\nsource", 1)},
		{"B18: zones from which Eion is reached on foot", field.MapName, "", edge("T5", "T13")},
		{"B19: reach of units from Macedonia", field.MapName, "", edge("T23", "T15")},
		{"B19: reach of units from Thrace", field.MapName, "", edge("T2", "T6")},
		{"B20: the bank west of the river", field.MapName, "", edge("T16", "T13")},
		{"B21: Eion to Amphipolis is the cheapest way", field.MapName, "", edge("T5", "T9")},
		{"B24: Thucydides from T4 to T11 is the cheapest way", field.MapName, "", edge("T4", "T9")},
		{"land around M1", field.MapName, "", edge("T14", "M1")},
		{"no movement leads to O1", field.MapName, "", edge("O1", "O2")},
		{"terrain of T15", field.MapName, "id = \"T15\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T15\"\nkind = \"land\"\nterrain = \"wet\""},
		{"terrain of T4", field.MapName, "id = \"T4\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T4\"\nkind = \"land\"\nterrain = \"high\""},
		{"B15: T20 is not wet", field.MapName, "id = \"T20\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T20\"\nkind = \"land\"\nterrain = \"wet\""},
		{"M6: T15 to T17 by T11", field.MapName, "id = \"T11\"\nkind = \"land\"\nterrain = \"clear\"", "id = \"T11\"\nkind = \"land\"\nterrain = \"high\""},
		{"zones of operations", field.MapName, `fr = "Acanthe"`, `fr = "Potidée"`},
		{"garrison of Toronè", garrisonsName, "pf = 4\nva = { athens = 6", "pf = 3\nva = { athens = 6"},
		{"garrison of Sanè", garrisonsName, "va = { athens = 5, sparta = 5 }", "va = { athens = 4, sparta = 4 }"},
		{"the sparta face of citadel has an allegiance", garrisonsName, "va = { athens = 5 }", "va = { athens = 5, sparta = 5 }"},
		{"some leader has a triple bonus", field.CountersName, "bonus = 3", "bonus = 2"},
		{"B23: hoplites that come at turn 3 sparta", field.ScenariosName, "turn = 3\nside = \"sparta\"\nzones = [\"Macedonia\"]\nstock = [{ types = [\"H\"], remaining = true }]", "turn = 3\nside = \"sparta\"\nzones = [\"Macedonia\"]\nstock = [{ types = [\"H\"], remaining = true, band = true }]"},
		{"S3 and S15 share a counter", field.StratagemsName, `["S15", "neutral"]]`, `["S14", "neutral"]]`},
		{"S1 has the colour of the side that it names", field.StratagemsName, `["S1", "athens"]`, `["S1", "neutral"]`},
		{"S4 serves Athens", field.StratagemsName, `["S4", "athens"]`, `["S4", "sparta"]`},
		{"both sides can use", field.StratagemsName, `["S18", "athens"], ["S19", "sparta"]`, `["S18", "athens"], ["S19", "athens"]`},
	} {
		text := embeddedText(t, c.file)
		switch {
		case c.old == "":
			text += c.new
		case !strings.Contains(text, c.old):
			t.Errorf("%s: %s does not contain %q", c.fact, c.file, c.old)
			continue
		default:
			text = strings.Replace(text, c.old, c.new, 1)
		}
		found := findingsWith(c.file, text)
		if !slices.ContainsFunc(found, func(line string) bool { return strings.HasPrefix(line, c.fact) }) {
			t.Errorf("%s: not found; findings: %q", c.fact, found)
		}
	}
}
