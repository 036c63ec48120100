package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"keryx/orders/pattern"
)

// TestPatternsCompile: patterns are compiled when they are first used, so that one that is no regular
// expression would be found then; here all of the program are.
func TestPatternsCompile(t *testing.T) {
	if n := pattern.Compile(); n < 50 {
		t.Errorf("%d patterns are known", n)
	}
}

// compiledAtStart is a package variable that holds a compiled expression.
var compiledAtStart = regexp.MustCompile(`(?m)^(?:var |\t)[a-zA-Z]+ += regexp\.MustCompile\(.*$`)

// TestNothingIsCompiledAtStart: what a command does not use it does not wait for: no package variable
// of the program holds a compiled regular expression.
func TestNothingIsCompiledAtStart(t *testing.T) {
	read := 0
	for _, top := range []string{"../../adjudicator", "../../mail", "../../orders", "../../store", "../../templates", "."} {
		err := filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "fieldtest") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read++
			for _, line := range compiledAtStart.FindAllString(string(text), -1) {
				t.Errorf("%s: %s: use pattern.New", path, strings.TrimSpace(line))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 500 {
		t.Errorf("%d files were read", read)
	}
}
