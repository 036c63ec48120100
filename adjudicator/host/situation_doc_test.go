package host_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/templates"
)

// compareSituations holds the situation.json of every report against its description:
// each field that was sent is named there, and the example can be read.
func compareSituations(t *testing.T, reports map[string][]goldenReport) {
	t.Helper()
	manual, fields := describedSituations(t, reports)
	_, example, _ := strings.Cut(manual, "```json\n")
	example, _, _ = strings.Cut(example, "```")
	if _, err := templates.ReadSituation(strings.NewReader(example)); err != nil {
		t.Errorf("the example of situation.md: %v", err)
	}
	known := map[string]bool{}
	var s any
	hosttest.Check(t, json.Unmarshal([]byte(example), &s))
	collectFields(s, "", known)
	for field := range known {
		if !fields[field] {
			t.Errorf("the example of situation.md has the field %q, which no report has", field)
		}
	}
}

// listed are fields below one that the description says to be one for each garrison, arm
// or bonus.
var listed = regexp.MustCompile(`^(garrisons|fallen|slain)\.`)

// describedSituations holds the fields of the situation.json of every report against their
// description, and returns both.
func describedSituations(t *testing.T, reports map[string][]goldenReport) (manual string, fields map[string]bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "templates", "situation.md"))
	hosttest.Check(t, err)
	manual = string(text)
	files := 0
	fields = map[string]bool{}
	for _, r := range slices.Concat(reports["athens"], reports["sparta"]) {
		for _, f := range r.Files {
			if !strings.HasSuffix(f.Name, "situation.json") {
				continue
			}
			files++
			var s any
			hosttest.Check(t, json.Unmarshal(f.Data, &s))
			collectFields(s, "", fields)
		}
	}
	if files == 0 {
		t.Error("no report had a situation.json")
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		name := strings.TrimPrefix(field, "position.")
		if then, ok := strings.CutPrefix(name, "moment.then."); ok {
			name = then // the position as it was
		}
		parent := name[:max(0, strings.LastIndexByte(name, '.'))]
		side := strings.HasSuffix(name, ".athens") || strings.HasSuffix(name, ".sparta") || listed.MatchString(name)
		if !strings.Contains(manual, "| `"+name+"` |") && !(side && strings.Contains(manual, "| `"+parent+"` |")) {
			t.Errorf("situation.md does not name the field %q", field)
		}
	}
	return manual, fields
}

// collectFields names every field below a value: "balance[].sides.athens".
func collectFields(v any, path string, fields map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, child := range v {
			under := strings.TrimPrefix(path+"."+name, ".")
			fields[under] = true
			collectFields(child, under, fields)
		}
	case []any:
		for _, child := range v {
			collectFields(child, path+"[]", fields)
		}
	}
}
