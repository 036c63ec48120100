package templates

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"testing"
	"text/template"

	"keryx/adjudicator"
	"keryx/templates/say"
)

// written are the files of texts that are in the program.
func written(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*/*.toml", "../adjudicator/*/texts/*.toml", "../adjudicator/*/*/texts/*.toml"} {
		found, err := fs.Glob(os.DirFS(".."), "templates/"+pattern)
		if pattern[0] == '.' {
			found, err = fs.Glob(os.DirFS(".."), pattern[3:])
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			files = append(files, "../"+f)
		}
	}
	return files
}

// TestTextsAreSaidAsTemplates: every text of every language says what it says as a
// text/template, whatever it is given, or fails as it does.
func TestTextsAreSaidAsTemplates(t *testing.T) {
	funcs := template.FuncMap{}
	for name, f := range textFuncs {
		funcs[name] = func(args ...any) (any, error) { return f(args...) }
	}
	named := regexp.MustCompile(`\.([A-Za-z]\w*)`)
	given := []any{"Sestos", 1, 0, 2, "", true, false, placed{"la Thrace", "en Thrace"}, -3}
	texts, fields := 0, 0
	for _, file := range written(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all, err := adjudicator.ReadTexts(data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, text := range all {
			for _, src := range text.Forms {
				texts++
				m, err := say.Parse(src, textFuncs)
				if err != nil {
					t.Errorf("%s: %s: %v", file, text.Key, err)
					continue
				}
				if fields += len(m.Fields()); len(m.Fields()) == 0 {
					continue
				}
				as := template.Must(template.New("").Option("missingkey=error").Funcs(funcs).Parse(src))
				for i := range given {
					values := say.Data{"Ruleset": example{}}
					for k, name := range named.FindAllStringSubmatch(src, -1) {
						if name[1] != "Ruleset" && (i+k)%11 != 10 {
							values[name[1]] = given[(i+k)%len(given)]
						}
					}
					var want bytes.Buffer
					wrong := as.Execute(&want, map[string]any(values))
					got, err := m.Say(values)
					if (err == nil) != (wrong == nil) || err == nil && got != want.String() {
						t.Errorf("%s: %s: %q with %v: %q, %v; as a template %q, %v", file, text.Key, src, values, got, err, want.String(), wrong)
					}
				}
			}
		}
	}
	if t.Logf("%d texts, %d fields", texts, fields); texts < 2000 {
		t.Errorf("only %d texts", texts)
	}
}

// example says its keys.
type example struct{}

// Say implements [say.Sayer].
func (example) Say(key string) string { return "‹" + key + "›" }
