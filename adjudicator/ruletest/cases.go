package ruletest

import (
	"os"
	"path/filepath"

	"keryx/adjudicator/cases"
)

// Cases are where a [cases.Rules] keeps its cases.
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

// casesHold plays the cases, and wants one of every rule that shows what it gives, and one
// that shows where it ends.
func casesHold(t *trial) {
	rules, ok := t.rules.(cases.Rules)
	switch {
	case !ok && t.Cases.Dir == "":
		return
	case !ok:
		t.fail("Options.Cases names the folder %s, and the ruleset plays no cases: it is no cases.Rules", t.Cases.Dir)
		return
	case t.Cases.Dir == "":
		t.fail("the ruleset plays cases, and Options.Cases does not say where they are")
		return
	}
	results := t.playCases(rules)
	list, err := cases.ReadCoverage(filepath.Join(t.Cases.Dir, "rules.toml"))
	if err != nil {
		t.fail("%v", err)
		return
	}
	for _, fault := range append(list.Enter(results), list.Missing()...) {
		t.fail("%s", fault)
	}
	t.compareCoverage(list)
	t.turnsAsCases(rules, list)
	t.note("%d cases of %d rules", len(results), list.Len())
}

// playCases plays every file of cases.
func (t *trial) playCases(rules cases.Rules) (all []cases.Result) {
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
		results, err := cases.Play(rules, f)
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

// compareCoverage compares the list with the one on disk.
func (t *trial) compareCoverage(list *cases.Coverage) {
	want := list.Table(t.Cases.How)
	name := filepath.Join(t.Cases.Dir, "COVERAGE.md")
	if t.Cases.Update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.fail("%v", err)
		}
	}
	if have, err := os.ReadFile(name); err != nil || string(have) != want {
		t.fail("%s is not what the cases give (%v); write it anew with %s", name, err, t.Cases.How)
	}
}
