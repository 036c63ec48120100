package templates

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/ruletest/source"
)

// TestWhatTextsNameIsGiven: what the text of a fault or a phrase of the host names in some language, the code gives it.
// A text that names more comes to its reader as its bare key.
func TestWhatTextsNameIsGiven(t *testing.T) {
	dirs, err := filepath.Glob("../adjudicator/host/*")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, dir := range append(dirs, "../adjudicator/host", "../cmd/keryx") {
		some, _ := filepath.Glob(dir + "/*.go")
		files = append(files, slices.DeleteFunc(some, func(f string) bool { return strings.HasSuffix(f, "_test.go") })...)
	}
	code, err := source.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	check := func(key string, use source.Use) {
		for _, lang := range embedded().Languages() {
			for _, name := range embedded().Fields(lang, key) {
				listed := strings.TrimSuffix(name, "Or") // the same list, with "or" before its last
				if looked++; !use.Open && !slices.Contains(use.Names, name) && !slices.Contains(use.Names, listed) {
					t.Errorf("%s: the text %q (%s) names %s, which is not given: it gives %q", use.Where, key, lang, name, use.Names)
				}
			}
		}
	}
	for key, use := range code.Faults {
		check("diagnostic."+key, use)
		check("diagnostic."+key+".mend", use)
	}
	for key, use := range code.Phrases {
		check(key, use)
	}
	if looked < 500 {
		t.Errorf("only %d names were looked at", looked)
	}
}
