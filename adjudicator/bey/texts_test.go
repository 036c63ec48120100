package bey_test

import (
	"path/filepath"
	"testing"

	"keryx/adjudicator/bey"
	"keryx/adjudicator/ruletest"
)

// TestTexts: the family's texts are whole in every language, and some game says each.
func TestTexts(t *testing.T) {
	source := []string{"."}
	for _, pattern := range []string{"*/*.go", "../*.go", "../*/*.go", "../*/*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if matched, _ := filepath.Match("*_test.go", filepath.Base(file)); !matched {
				source = append(source, file)
			}
		}
	}
	ruletest.Family(t, bey.Texts, source...)
}
