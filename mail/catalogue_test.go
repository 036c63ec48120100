package mail

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/BurntSushi/toml"
)

// catalogue reads the English texts.
func catalogue(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	if _, err := toml.DecodeFile(filepath.FromSlash("../templates/en/mail.toml"), &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestCatalogue wants for every code what was found and how to mend it, and no
// text without a code.
func TestCatalogue(t *testing.T) {
	texts := catalogue(t)
	for code := range classes {
		for _, key := range []string{"refusal." + string(code), "refusal." + string(code) + ".mend"} {
			if strings.TrimSpace(texts[key]) == "" {
				t.Errorf("no text for %s", key)
			}
		}
	}
	for key := range texts {
		code := strings.TrimSuffix(strings.TrimPrefix(key, "refusal."), ".mend")
		if _, ok := classes[Code(code)]; !ok {
			t.Errorf("the text %s belongs to no code", key)
		}
	}
}

// TestCatalogueFields fills each text with nothing but the fields that the
// code's refusals have, as the source gives them.
func TestCatalogueFields(t *testing.T) {
	fields := map[string][]string{}
	names := map[string]string{} // constant to code
	source := readSources(t)
	for _, match := range regexp.MustCompile(`(?m)^\t(\w+)\s+Code = "([a-z0-9-]+)"`).FindAllStringSubmatch(source, -1) {
		names[match[1]] = match[2]
	}
	if len(names) != len(classes) {
		t.Fatalf("%d constants, %d codes with a class", len(names), len(classes))
	}
	name := regexp.MustCompile(`"([A-Z]\w*)", `)
	for _, match := range regexp.MustCompile(`refuse\((\w+)((?:, .*)?)\)`).FindAllStringSubmatch(source, -1) {
		for _, field := range name.FindAllStringSubmatch(match[2], -1) {
			fields[names[match[1]]] = append(fields[names[match[1]]], field[1])
		}
	}
	for _, code := range []Code{ExpiredKey, RevokedKey, WeakKey, UnfitKey} { // refuse(fault, ...)
		fields[string(code)] = append(fields[string(code)], "Key", "Date")
	}
	used := regexp.MustCompile(`\.([A-Z]\w*)`)
	action := regexp.MustCompile(`{{.*?}}`)
	for key, text := range catalogue(t) {
		if _, err := template.New(key).Parse(text); err != nil {
			t.Error(err)
		}
		code := strings.TrimSuffix(strings.TrimPrefix(key, "refusal."), ".mend")
		for _, inside := range action.FindAllString(text, -1) {
			for _, field := range used.FindAllStringSubmatch(inside, -1) {
				if !slices.Contains(fields[code], field[1]) {
					t.Errorf("%s uses the field %s, which its refusals do not have: %v", key, field[1], fields[code])
				}
			}
		}
	}
}

// TestEveryRefusalIsTested wants every code in some test of this package.
func TestEveryRefusalIsTested(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, file := range files {
		if file != "catalogue_test.go" {
			tests.Write(val(os.ReadFile(file))(t))
		}
	}
	for _, match := range regexp.MustCompile(`(?m)^\t(\w+)\s+Code = `).FindAllStringSubmatch(readSources(t), -1) {
		if !regexp.MustCompile(`\b` + match[1] + `\b`).MatchString(tests.String()) {
			t.Errorf("no test refuses with %s", match[1])
		}
	}
}

// readSources returns the package's source text.
func readSources(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		octets, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(octets)
	}
	return all.String()
}
