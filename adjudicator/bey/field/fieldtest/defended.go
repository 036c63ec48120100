package fieldtest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator/bey/field"
)

// Defends tests that the rulebook is heard entry by entry and value by value: without a
// block, and with each number, flag, list, terrain and side of it changed, the data are not
// loaded or found wrong. What a file calls a reconstruction is left out.
func (d Data) Defends(t *testing.T) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(d.Defended)) {
		tried, missed := d.undefended(name, d.text(t, name), d.text(t, field.MapName))
		for _, line := range missed {
			t.Errorf("%s: %s", name, line)
		}
		if tried < d.Defended[name] {
			t.Errorf("%s: only %d changes tried, want %d", name, tried, d.Defended[name])
		}
		t.Logf("%s: %d changes", name, tried)
	}
}

// undefended makes every change of a file, and tells of those that nobody minds.
func (d Data) undefended(name, text, mapText string) (tried int, missed []string) {
	all := blocks(text)
	minded := func(i int, by string) bool {
		tried++
		changed := slices.Clone(all)
		changed[i] = by
		return len(d.findings(name, strings.Join(changed, ""))) > 0
	}
	for i, block := range all {
		if i == 0 || unlimited(block) {
			continue // the head of the file
		}
		if !(strings.HasPrefix(block, "[[edge]]") && Reconstructed(block, "source")) && !minded(i, "") {
			missed = append(missed, "nobody misses\n"+block)
		}
		lines := strings.Split(block, "\n")
		for n, line := range lines {
			for _, by := range d.changesOf(block, line, mapText) {
				changed := slices.Clone(lines)
				changed[n] = by
				if !minded(i, strings.Join(changed, "\n")) {
					missed = append(missed, fmt.Sprintf("nobody minds %q for %q in\n%s", by, line, block))
				}
			}
		}
	}
	return tried, missed
}

// changesOf are what can be wrong in a line of a block. A shore of which the rulebook says
// that it has no beach is given one.
func (d Data) changesOf(block, line, mapText string) []string {
	key, _, _ := strings.Cut(line, " ")
	if key == "" || free(block, key) || d.Free(block, key) {
		return nil
	}
	all := changes(line, d.Sides)
	switch {
	case key == "terrain":
		all = append(all, otherTerrain(line, mapText)...)
	case key == "beach_source" && !strings.Contains(block, "\nbeach = true"):
		all = append(all, line+"\nbeach = true")
	}
	return all
}

// otherTerrain gives the zone of a line every other terrain of the map.
func otherTerrain(line, mapText string) (all []string) {
	for _, m := range terrain.FindAllStringSubmatch(mapText, -1) {
		if by := "terrain = " + m[1]; by != line {
			all = append(all, by)
		}
	}
	return all
}

// Reconstructed reports whether a block says of itself, by its source of that key, that it
// is not the rulebook's.
func Reconstructed(block, key string) bool {
	return strings.Contains(block, "\n"+key+" = \"reconstruction")
}

// unlimited reports whether a block says outright that there is no limit, which nothing says
// as well.
func unlimited(block string) bool {
	return strings.HasPrefix(block, "[[stacking]]") && !strings.Contains(block, "\nunits") && !strings.Contains(block, "\npf")
}

// free reports whether a block calls the value of a key a reconstruction.
func free(block, key string) bool {
	source := strings.TrimSuffix(key, "_source") + "_source"
	if source == "beach_source" && !strings.Contains(block, "\n"+source) {
		source = "source"
	}
	return Reconstructed(block, source)
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

var (
	terrain  = regexp.MustCompile(`\[\[terrain\]\]\nid = ("[^"]*")`)
	numbered = regexp.MustCompile(`= (-?\d+)$`)
	inner    = regexp.MustCompile(`= (\d+)([ ,}])`)
	listed   = regexp.MustCompile(`(, )?("[^"]*"|\d+)\]$`)
)

// changes are what can be wrong in a line of a data file: every number one more and one
// less, every flag turned, every list without its last word, every choice the other side's.
func changes(line string, sides [2]string) (all []string) {
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
	case strings.HasSuffix(line, "= false"):
		all = append(all, strings.Replace(line, "= false", "= true", 1))
	case listed.MatchString(line):
		all = append(all, listed.ReplaceAllString(line, "]"))
	}
	for i, side := range sides {
		if strings.HasSuffix(line, ` = "`+side+`"`) {
			all = append(all, strings.Replace(line, side, sides[1-i], 1))
		}
	}
	return all
}
