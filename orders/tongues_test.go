package orders

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// withTongue are the files of words with one more language.
func withTongue(t *testing.T, tag, file string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{"words/" + tag + ".toml": {Data: []byte(file)}}
	for _, name := range []string{"words/en.toml", "words/fr.toml"} {
		text, err := fs.ReadFile(wordFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: text}
	}
	return all
}

// TestAThirdTongue: a file of words makes the keywords of another language read, and
// written, and what it lacks is written in English.
func TestAThirdTongue(t *testing.T) {
	d, err := readWords(withTongue(t, "eo", "[keyword]\ngame = [\"ludo\"]\norders = [\"ordonoj\"]\nelse = [\"alie\"]\n[heading]\norders = [\"ordonoj\", \"ordonoj miaj\"]\n[suggested]\nwords = [\"ludo\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	kept := tongues
	defer func() {
		tongues = kept
		lineKeywords, innerKeywords, sectionTitles, headWords = kept.line, kept.inner, kept.titles, kept.heads
	}()
	tongues = d
	lineKeywords, innerKeywords, sectionTitles, headWords = d.line, d.inner, d.titles, d.heads
	f, faults := Parse("ludo hel-7\nside athens\nanswers K7Q2-9XWM\n\nordonoj miaj\n  spend 3\n\nstanding\n  losses: first, alie last\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if f.Header.Game.Value != "hel-7" || len(f.Groups) != 1 || len(f.Standing[0].Actions[0].Alternatives) != 2 {
		t.Errorf("%+v", f)
	}
	written := FormatIn(f, LanguageOf("eo"))
	for _, want := range []string{"ludo ", "side ", "\nordonoj\n", "alie last"} {
		if !strings.Contains(written, want) {
			t.Errorf("%q is not in\n%s", want, written)
		}
	}
	if french := FormatIn(f, LanguageOf("fr")); !strings.Contains(french, "partie ") || LanguageOf("fr") != French || LanguageOf("xx") != English {
		t.Errorf("French is\n%s", french)
	}
}

// TestWordsThatCannotBe: a word that means two things, and one of nothing, are refused
// with the file.
func TestWordsThatCannotBe(t *testing.T) {
	for name, file := range map[string]string{
		"two things": "[keyword]\nside = [\"game\"]\n",
		"no thing":   "[keyword]\nnothing = [\"nenio\"]\n",
		"a field":    "[phrase]\ngame = [\"ludo\"]\n",
	} {
		if _, err := readWords(withTongue(t, "eo", file)); err == nil || !strings.Contains(err.Error(), "words/eo.toml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
