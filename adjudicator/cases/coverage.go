package cases

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// Coverage is a list of the rules that cases are asked of, and of the cases that there are
// of each.
type Coverage struct {
	rules []*rule
	byID  map[string]*rule
}

// rule is a rule that cases are asked of.
type rule struct {
	ID       string
	Title    string
	NoCase   string `toml:"no_case"`
	NoLimits string `toml:"no_limits"`
	InParts  bool   `toml:"in_parts"`

	gives, ends []string // identifiers of cases
}

// ReadCoverage reads a list of rules, a TOML file of
//
//	[[rule]]
//	id = "3.2"
//	title = "a few words of one's own"
//	no_case = "why none can show it"       # if so
//	no_limits = "why it ends nowhere"      # if so
//	in_parts = true                        # if cases are asked of its parts alone, by ids of their own
//
// A rule in parts is what events cite as a whole, so that a turn written as a case names it.
//
// The error names the file.
func ReadCoverage(name string) (*Coverage, error) {
	var list struct{ Rule []*rule }
	if _, err := toml.DecodeFile(name, &list); err != nil {
		return nil, fmt.Errorf("the list of rules %s: %w", name, err)
	}
	c := &Coverage{rules: list.Rule, byID: map[string]*rule{}}
	for _, r := range c.rules {
		c.byID[withoutCommas(r.ID)] = r
	}
	return c, nil
}

// withoutCommas is a rule as cases cite it: what cites two things, such as a rule and a
// row of its table, may be written with a comma between them or without.
func withoutCommas(rule string) string { return strings.ReplaceAll(rule, ",", "") }

// Len is the number of rules that cases are asked of.
func (c *Coverage) Len() (n int) {
	for _, r := range c.rules {
		if !r.InParts {
			n++
		}
	}
	return n
}

// Enter enters cases with the rules that they name. It returns what is wrong with them: a
// case that names no rule, or one that the list does not have.
func (c *Coverage) Enter(results []Result) (faults []string) {
	for _, res := range results {
		if len(res.Gives)+len(res.Ends) == 0 {
			faults = append(faults, fmt.Sprintf("case %s names no rule", res.ID))
		}
		enter := func(ids []string, list func(*rule) *[]string) {
			for _, id := range ids {
				r := c.byID[withoutCommas(id)]
				if r == nil {
					faults = append(faults, fmt.Sprintf("case %s names the rule %q, which rules.toml does not have", res.ID, id))
					continue
				}
				*list(r) = append(*list(r), res.ID)
			}
		}
		enter(res.Gives, func(r *rule) *[]string { return &r.gives })
		enter(res.Ends, func(r *rule) *[]string { return &r.ends })
	}
	return faults
}

// Missing says of which rules a case is missing that shows what they give or where they
// end, and of which there is one that cannot be.
func (c *Coverage) Missing() (faults []string) {
	for _, r := range c.rules {
		switch {
		case r.NoCase != "" && len(r.gives)+len(r.ends) > 0:
			faults = append(faults, fmt.Sprintf("rule %s has a case, and rules.toml says that none can be", r.ID))
		case r.NoCase != "", r.InParts:
		case len(r.gives) == 0:
			faults = append(faults, fmt.Sprintf("no case shows what rule %s (%s) gives", r.ID, r.Title))
		case len(r.ends) == 0 && r.NoLimits == "":
			faults = append(faults, fmt.Sprintf("no case shows where rule %s (%s) ends", r.ID, r.Title))
		}
	}
	return faults
}

// Table writes the list as a page of Markdown, whose head names the command that writes it.
// A rule in parts is on it if a case names it.
func (c *Coverage) Table(command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Cases by rule\n\nWritten by `%s`. The first list of a rule\n"+
		"shows what it gives, the second where it ends or what it forbids.\n\n| rule | what it is about | gives | ends |\n|---|---|---|---|\n", command)
	for _, r := range c.rules {
		if r.InParts && len(r.gives)+len(r.ends) == 0 {
			continue
		}
		gives, ends := strings.Join(r.gives, " "), strings.Join(r.ends, " ")
		if r.NoCase != "" {
			gives = "none: " + r.NoCase
		}
		if r.NoLimits != "" {
			ends = "none: " + r.NoLimits
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Title, gives, ends)
	}
	return b.String()
}
