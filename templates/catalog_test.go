package templates

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/templates/say"
)

// messages reads one embedded catalogue file.
func messages(t *testing.T, name string) map[string]*adjudicator.Text {
	t.Helper()
	text, err := fs.ReadFile(catalogues, name)
	if err != nil {
		t.Fatal(err)
	}
	list, err := adjudicator.ReadTexts(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := map[string]*adjudicator.Text{}
	for i := range list {
		all[list[i].Key] = &list[i]
	}
	return all
}

func forms(m *adjudicator.Text) []string { return slices.Collect(maps.Values(m.Forms)) }

// TestLanguagesComplete compares every catalogue of another language with its English
// one: the same keys, and no field that the English text does not have.
func TestLanguagesComplete(t *testing.T) {
	names, _ := fs.Glob(catalogues, Fallback+"/*.toml")
	for _, lang := range embedded().Languages()[1:] {
		for _, name := range names {
			base := path.Base(name)
			other := lang + "/" + base
			if _, err := fs.Stat(catalogues, other); err != nil {
				t.Errorf("%s is missing", other)
				continue
			}
			compareCatalogues(t, other, messages(t, name), messages(t, other))
		}
	}
}

func compareCatalogues(t *testing.T, name string, want, have map[string]*adjudicator.Text) {
	t.Helper()
	for key, m := range want {
		if have[key] == nil {
			t.Errorf("%s: %q is missing", name, key)
			continue
		}
		for _, f := range fields(have[key]) {
			if !slices.Contains(fields(m), f) {
				t.Errorf("%s: %q uses the field %s, which the English text does not have", name, key, f)
			}
		}
	}
	for key := range have {
		if want[key] == nil {
			t.Errorf("%s: %q does not exist in English", name, key)
		}
	}
}

var fieldPattern = regexp.MustCompile(`\.[A-Za-z]\w*`)

// fields lists the fields that the forms of a text use.
func fields(m *adjudicator.Text) []string {
	var all []string
	for _, form := range forms(m) {
		for _, action := range regexp.MustCompile(`\{\{.*?\}\}`).FindAllString(form, -1) {
			all = append(all, fieldPattern.FindAllString(action, -1)...)
		}
	}
	return all
}

// TestTextsParse parses every text of every language as the template that it is.
func TestTextsParse(t *testing.T) {
	names, _ := fs.Glob(catalogues, "*/*.toml")
	for _, name := range names {
		for key, m := range messages(t, name) {
			if m.Forms["other"] == "" {
				t.Errorf("%s: %q has no text, or none for the form \"other\"", name, key)
			}
			for _, form := range forms(m) {
				if _, err := say.Parse(form, textFuncs); err != nil {
					t.Errorf("%s: %q: %v", name, key, err)
				}
			}
		}
	}
}

// TestKeysOfTheCodeExist looks for the keys that this package, the kit, the rooms of the host and the commands
// name in their sources, and for the keys that are put together from a kind. The rulesets have a test of
// their own. TestLanguagesComplete holds the other languages to the English one.
func TestKeysOfTheCodeExist(t *testing.T) {
	have := func(key string) bool { return embedded().Has(Fallback, key) }
	literal := regexp.MustCompile(`"((?:report|kit)\.[a-z0-9.-]*[a-z0-9])"`)
	code := regexp.MustCompile(`(?:Code: |[fF]ault\(orders\.\w+, )"([a-z-]+)"`)
	noted := regexp.MustCompile(`\.Note\("([a-z][a-z0-9.-]*[a-z0-9])"[,)]`)
	said := regexp.MustCompile(`\bSay\("([a-z][a-z0-9.-]*[a-z0-9])"[,)]`)
	for _, dir := range []string{".", "../adjudicator", "../adjudicator/host", "../adjudicator/host/*", "../cmd/keryx", "../cmd/keryx/*", "../mail"} {
		files, _ := filepath.Glob(dir + "/*.go")
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source = regexp.MustCompile(`(?m)^\s*//.*`).ReplaceAll(source, nil)
			for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
				if !have(m[1]) {
					t.Errorf("%s uses %q, which has no text", file, m[1])
				}
			}
			for _, m := range said.FindAllStringSubmatch(string(source), -1) {
				if !have(m[1]) {
					t.Errorf("%s says %q, which has no text", file, m[1])
				}
			}
			for _, m := range noted.FindAllStringSubmatch(string(source), -1) {
				if !have(m[1]) {
					t.Errorf("%s answers with %q, which has no text", file, m[1])
				}
			}
			for _, m := range code.FindAllStringSubmatch(string(source), -1) {
				if !have("diagnostic." + m[1]) {
					t.Errorf("%s gives the diagnostic %q, which has no text", file, m[1])
				}
			}
		}
	}
	formats, err := os.ReadFile("../adjudicator/league/format.go")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`Format = "([a-z-]+)"`).FindAllStringSubmatch(string(formats), -1)
	for _, m := range names {
		if !have("league.rule.format." + m[1]) {
			t.Errorf("a format of leagues, %q, has no text", m[1])
		}
	}
	if len(names) < 4 {
		t.Errorf("only %d formats were found", len(names))
	}
	ledger, err := os.ReadFile("../adjudicator/ledger.go")
	if err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`EntryKind = "([a-z]+)"`).FindAllStringSubmatch(string(ledger), -1)
	for _, m := range entries {
		if !have("archive.entry." + m[1]) {
			t.Errorf("an entry of the ledger, %q, has no name", m[1])
		}
	}
	if len(entries) < 12 {
		t.Errorf("only %d kinds of entries were found", len(entries))
	}
	for _, k := range allKinds {
		for _, key := range []string{"report.subject." + string(k), "report.lead." + string(k)} {
			if !have(key) {
				t.Errorf("%q has no text", key)
			}
		}
	}
}

var allKinds = []Kind{Welcome, Receipt, Asked, TurnDone, GameOver, Ruled, Reminder, Waiting,
	Faulty, Stale, Duplicate, Closed, Foreign, Unsigned, BadSignature, TooLarge}

func TestLoadRefuses(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	for name, files := range map[string]fstest.MapFS{
		"another file": {"en/a.toml": file(`"x.y" = "1"`), "en/b.toml": file(`"x.y" = "2"`)},
		"language":     {"en/a.toml": file(`"x.y" = "1"`), "no language/a.toml": file(`"x.y" = "1"`)},
		"toml":         {"en/a.toml": file(`"x.y" = `)},
		"no texts":     {"fr/a.toml": file(`"x.y" = "1"`)},
	} {
		if _, err := Load(files); !errors.Is(err, ErrCatalog) || !strings.Contains(err.Error(), name) {
			t.Errorf("loading gives %v, want an error about %q", err, name)
		}
	}
}

func TestCatalogTells(t *testing.T) {
	c := testCatalog(t)
	if got := c.Languages(); got[0] != "en" || !slices.Contains(got, "fr") {
		t.Errorf("languages %v", got)
	}
	if !c.Has("en", "tiny.table.own") || c.Has("fr", "tiny.table.own") || c.Has("en", "tiny.table") {
		t.Error("Has does not tell the languages apart")
	}
	if diff := cmp.Diff([]string{"a.b", "a.c"}, mustLoad(t, `"a.c" = "1"`+"\n"+`"a.b" = "2"`).Keys("en")); diff != "" {
		t.Error(diff)
	}
}

func mustLoad(t *testing.T, english string) *Catalog {
	t.Helper()
	c, err := Load(fstest.MapFS{"en/a.toml": {Data: []byte(english)}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
