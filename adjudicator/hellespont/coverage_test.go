package hellespont

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

var update = flag.Bool("update", false, "write cases/COVERAGE.md and testdata anew")

// coveredRule is a rule that cases are asked of, and those that there are.
type coveredRule struct {
	ID       string
	Title    string
	NoCase   string `toml:"no_case"`
	NoLimits string `toml:"no_limits"`

	holds, limits []string // identifiers of cases
}

// TestCoverage lists the cases of every rule in cases/COVERAGE.md. It fails if a
// rule has no case that shows what it gives, or none that shows where it ends; if a
// case names a rule that there is none of; and if the list on disk is another.
func TestCoverage(t *testing.T) {
	rules := coveredRules(t)
	byID := map[string]*coveredRule{}
	for _, r := range rules {
		byID[r.ID] = r
	}
	for _, c := range allCases(t) {
		named := cover(t, c, byID)
		if named == 0 {
			t.Errorf("case %s names no rule", c.ID)
		}
	}
	for _, r := range rules {
		switch {
		case r.NoCase != "" && len(r.holds)+len(r.limits) > 0:
			t.Errorf("rule %s has a case, and rules.toml says that none can be", r.ID)
		case r.NoCase != "":
		case len(r.holds) == 0:
			t.Errorf("no case shows what rule %s (%s) gives", r.ID, r.Title)
		case len(r.limits) == 0 && r.NoLimits == "":
			t.Errorf("no case shows where rule %s (%s) ends", r.ID, r.Title)
		}
	}
	compareCoverage(t, rules)
}

// coveredRules reads cases/rules.toml.
func coveredRules(t *testing.T) []*coveredRule {
	t.Helper()
	var list struct{ Rule []*coveredRule }
	if _, err := toml.DecodeFile("cases/rules.toml", &list); err != nil {
		t.Fatal(err)
	}
	return list.Rule
}

// allCases reads every file of cases.
func allCases(t *testing.T) (all []Case) {
	t.Helper()
	files, err := filepath.Glob("cases/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := ReadCases(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, cases...)
	}
	return all
}

// cover enters a case with the rules that it names, and returns their number. A case
// in which an order is refused shows a limit.
func cover(t *testing.T, c Case, rules map[string]*coveredRule) (named int) {
	t.Helper()
	refused := slices.ContainsFunc(c.Lines, func(l CaseLine) bool { return l.Word == "refused" })
	for _, l := range c.Lines {
		if l.Word != "rule" && l.Word != "limits" {
			continue
		}
		for id := range strings.SplitSeq(l.Rest, ";") {
			r := rules[strings.TrimSpace(id)]
			switch {
			case r == nil:
				t.Errorf("case %s, line %d: no rule %q in rules.toml", c.ID, l.Number, id)
			case refused || l.Word == "limits":
				r.limits = append(r.limits, c.ID)
			default:
				r.holds = append(r.holds, c.ID)
			}
			named++
		}
	}
	return named
}

// compareCoverage compares the list with the one on disk.
func compareCoverage(t *testing.T, rules []*coveredRule) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Cases by rule\n\nWritten by `go test ./adjudicator/hellespont -run TestCoverage -update`. The first list of a rule\n" +
		"shows what it gives, the second where it ends or what it forbids.\n\n| rule | what it is about | gives | ends |\n|---|---|---|---|\n")
	for _, r := range rules {
		holds, limits := strings.Join(r.holds, " "), strings.Join(r.limits, " ")
		if r.NoCase != "" {
			holds = "none: " + r.NoCase
		}
		if r.NoLimits != "" {
			limits = "none: " + r.NoLimits
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Title, holds, limits)
	}
	const name = "cases/COVERAGE.md"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(name); err != nil || string(have) != b.String() {
		t.Errorf("%s is not what the cases give (%v); write it anew with -update", name, err)
	}
}
