package ruletest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"keryx/adjudicator"
)

// Cases are where a [adjudicator.CaseRunner] keeps its cases.
type Cases struct {
	// Dir is a folder with files of cases, *.txt. It holds rules.toml, the list of the
	// rules that cases are asked of, and COVERAGE.md, which says for every rule which cases
	// show it.
	Dir string
	// Update makes COVERAGE.md be written anew.
	Update bool
	// How is the command that does so, for the head of the list.
	How string
}

// coveredRule is a rule that cases are asked of, and those that there are.
type coveredRule struct {
	ID       string
	Title    string
	NoCase   string `toml:"no_case"`
	NoLimits string `toml:"no_limits"`

	gives, ends []string // identifiers of cases
}

// cases plays the cases, and wants one of every rule that shows what it gives, and one
// that shows where it ends.
func cases(t *trial) {
	runner, ok := t.rules.(adjudicator.CaseRunner)
	switch {
	case !ok && t.Cases.Dir == "":
		return
	case !ok:
		t.fail("Options.Cases names the folder %s, and the ruleset plays no cases: it is no adjudicator.CaseRunner", t.Cases.Dir)
		return
	case t.Cases.Dir == "":
		t.fail("the ruleset plays cases, and Options.Cases does not say where they are")
		return
	}
	results := t.playCases(runner)
	rules, err := coveredRules(filepath.Join(t.Cases.Dir, "rules.toml"))
	if err != nil {
		t.fail("%v", err)
		return
	}
	t.cover(rules, results)
	t.compareCoverage(rules)
	t.note("%d cases of %d rules", len(results), len(rules))
}

// playCases plays every file of cases.
func (t *trial) playCases(runner adjudicator.CaseRunner) (all []adjudicator.CaseResult) {
	files, err := filepath.Glob(filepath.Join(t.Cases.Dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.fail("there are no cases in %s (%v)", t.Cases.Dir, err)
	}
	seen := map[string]string{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.fail("%v", err)
			continue
		}
		results, err := runner.RunCases(f)
		f.Close()
		if err != nil {
			t.fail("%s: %v", name, err)
		}
		for _, c := range results {
			if seen[c.ID] != "" {
				t.fail("case %s stands in %s and in %s", c.ID, seen[c.ID], name)
			}
			seen[c.ID] = name
			if c.Err != nil {
				t.fail("%s: case %s, %s: %v", name, c.ID, c.Title, c.Err)
			}
		}
		all = append(all, results...)
	}
	return all
}

// coveredRules reads the list of rules.
func coveredRules(name string) ([]*coveredRule, error) {
	var list struct{ Rule []*coveredRule }
	if _, err := toml.DecodeFile(name, &list); err != nil {
		return nil, fmt.Errorf("the list of rules %s: %w", name, err)
	}
	return list.Rule, nil
}

// cover enters the cases with the rules that they name.
func (t *trial) cover(rules []*coveredRule, results []adjudicator.CaseResult) {
	byID := map[string]*coveredRule{}
	for _, r := range rules {
		byID[r.ID] = r
	}
	for _, c := range results {
		if len(c.Gives)+len(c.Ends) == 0 {
			t.fail("case %s names no rule", c.ID)
		}
		enter := func(ids []string, list func(*coveredRule) *[]string) {
			for _, id := range ids {
				r := byID[id]
				if r == nil {
					t.fail("case %s names the rule %q, which rules.toml does not have", c.ID, id)
					continue
				}
				*list(r) = append(*list(r), c.ID)
			}
		}
		enter(c.Gives, func(r *coveredRule) *[]string { return &r.gives })
		enter(c.Ends, func(r *coveredRule) *[]string { return &r.ends })
	}
	for _, r := range rules {
		switch {
		case r.NoCase != "" && len(r.gives)+len(r.ends) > 0:
			t.fail("rule %s has a case, and rules.toml says that none can be", r.ID)
		case r.NoCase != "":
		case len(r.gives) == 0:
			t.fail("no case shows what rule %s (%s) gives", r.ID, r.Title)
		case len(r.ends) == 0 && r.NoLimits == "":
			t.fail("no case shows where rule %s (%s) ends", r.ID, r.Title)
		}
	}
}

// compareCoverage compares the list with the one on disk.
func (t *trial) compareCoverage(rules []*coveredRule) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Cases by rule\n\nWritten by `%s`. The first list of a rule\n"+
		"shows what it gives, the second where it ends or what it forbids.\n\n| rule | what it is about | gives | ends |\n|---|---|---|---|\n", t.Cases.How)
	for _, r := range rules {
		gives, ends := strings.Join(r.gives, " "), strings.Join(r.ends, " ")
		if r.NoCase != "" {
			gives = "none: " + r.NoCase
		}
		if r.NoLimits != "" {
			ends = "none: " + r.NoLimits
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Title, gives, ends)
	}
	name := filepath.Join(t.Cases.Dir, "COVERAGE.md")
	if t.Cases.Update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.fail("%v", err)
		}
	}
	if have, err := os.ReadFile(name); err != nil || string(have) != b.String() {
		t.fail("%s is not what the cases give (%v); write it anew with %s", name, err, t.Cases.How)
	}
}
