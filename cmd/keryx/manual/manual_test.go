package manual

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

var update = flag.Bool("update", false, "write the guides anew from the catalogues")

// all returns the pages of both languages.
func all(t *testing.T) (pages []Page) {
	t.Helper()
	for _, lang := range Languages() {
		of, err := Pages(lang)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, of...)
	}
	return pages
}

// TestIndexListsEveryPage: each page is listed in both languages, in the same order, and each has a title.
func TestIndexListsEveryPage(t *testing.T) {
	for _, lang := range Languages() {
		index, _ := Find(lang, Index)
		listed := []string{Index}
		for _, l := range pageLink.FindAllStringSubmatch(index.text, -1) {
			listed = append(listed, l[2])
		}
		if want := append([]string{Index}, Topics()...); !slices.Equal(listed, want) {
			t.Errorf("%s lists %q, want %q", lang, listed, want)
		}
		entries, err := fs.ReadDir(files, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			topic := strings.TrimSuffix(e.Name(), ".md")
			if p, _ := Find(lang, topic); !slices.Contains(listed, topic) || p.Title == "" || strings.HasPrefix(p.Title, "#") {
				t.Errorf("%s/%s is not listed, or has the title %q", lang, e.Name(), p.Title)
			}
		}
	}
}

// blocks are what stands in the fenced blocks of a page.
func blocks(p Page) (found []string) {
	for i, part := range strings.Split(p.text, "```") {
		if i%2 == 1 {
			found = append(found, part)
		}
	}
	return found
}

// quoted is what stands between backquotes outside of blocks.
var quoted = regexp.MustCompile("`([^`]+)`")

// typed lists what a page shows to be typed at a terminal, sorted.
func typed(p Page) (commands []string) {
	for i, part := range strings.Split(p.text, "```") {
		var lines []string
		if i%2 == 1 {
			lines = strings.Split(part, "\n")
		}
		for line := range strings.Lines(part) { // blocks of the guides are indented
			if code, ok := strings.CutPrefix(line, "    "); ok && i%2 == 0 {
				lines = append(lines, code)
			}
		}
		if i%2 == 0 {
			for _, q := range quoted.FindAllStringSubmatch(part, -1) {
				lines = append(lines, strings.Join(strings.Fields(q[1]), " "))
			}
		}
		for _, line := range lines {
			line, _, _ = strings.Cut(line, "  #")
			for _, first := range []string{"keryx ", "go ", "podman ", "gpg ", "ssh-keygen ", "python3 ", ".ci/", "CGO_ENABLED"} {
				if strings.HasPrefix(line, first) {
					commands = append(commands, strings.TrimSpace(line))
				}
			}
		}
	}
	slices.Sort(commands)
	return slices.Compact(commands)
}

// headings are texts that begin with "keryx" and are mailed, in the words of a language.
var headings = regexp.MustCompile(`^keryx \S+ 1$`)

// TestLanguagesHoldTheSame: a page shows the same commands in French as in English, as many examples,
// and as many headings.
func TestLanguagesHoldTheSame(t *testing.T) {
	for _, topic := range append([]string{Index}, Topics()...) {
		en, _ := Find("en", topic)
		fr, ok := Find("fr", topic)
		if !ok {
			t.Errorf("there is no fr/%s.md", topic)
			continue
		}
		mailed := func(s string) bool { return headings.MatchString(s) }
		if a, b := slices.DeleteFunc(typed(en), mailed), slices.DeleteFunc(typed(fr), mailed); !slices.Equal(a, b) {
			t.Errorf("%s: English shows\n%s\nFrench shows\n%s", topic, strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
		if a, b := blocks(en), blocks(fr); len(a) != len(b) {
			t.Errorf("%s has %d blocks in English, %d in French", topic, len(a), len(b))
		} else {
			for i := range a {
				if n, m := strings.Count(a[i], "\n"), strings.Count(b[i], "\n"); n != m {
					t.Errorf("%s: block %d has %d lines in English, %d in French", topic, i+1, n, m)
				}
			}
		}
		if a, b := strings.Count("\n"+en.text, "\n#"), strings.Count("\n"+fr.text, "\n#"); a != b {
			t.Errorf("%s has %d headings in English, %d in French", topic, a, b)
		}
	}
}

// TestLinks: what a page links to is there, and its HTML leads to pages of the manual alone.
func TestLinks(t *testing.T) {
	target := regexp.MustCompile(`\]\(([^)#]+)`)
	href := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for _, p := range all(t) {
		for _, to := range target.FindAllStringSubmatch(p.text, -1) {
			if _, err := os.Stat(filepath.Join(p.Lang, to[1])); err != nil {
				t.Errorf("%s/%s.md: %v", p.Lang, p.Topic, err)
			}
		}
		body, err := p.HTML()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(body, []byte("<h1>")) || bytes.Contains(body, []byte(".md")) && p.Topic != "contributing" || bytes.Contains(body, []byte("<!--")) {
			t.Errorf("%s/%s is as HTML\n%.300s", p.Lang, p.Topic, body)
		}
		for _, to := range href.FindAllStringSubmatch(string(body), -1) {
			topic, isPage := strings.CutSuffix(to[1], ".html")
			if _, ok := Find(p.Lang, topic); !ok || !isPage {
				t.Errorf("%s/%s leads to %q", p.Lang, p.Topic, to[1])
			}
		}
	}
}

// TestText: at a terminal no line of words is wider than the terminal, no mark of a link is left, and
// no word is lost.
func TestText(t *testing.T) {
	for _, p := range all(t) {
		text, code := p.Text(), false
		for line := range strings.Lines(text) {
			code = strings.HasPrefix(line, "    ")
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > columns && !code && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s/%s: %d columns: %s", p.Lang, p.Topic, n, line)
			}
		}
		if strings.Contains(text, "\n|") || strings.Contains(text, "](") || strings.Contains(text, "```") {
			t.Errorf("%s/%s shows marks:\n%s", p.Lang, p.Topic, text)
		}
		words := func(s string) int {
			s = strings.Join(strings.Fields(s), " ")
			s = regexp.MustCompile("\\*\\*|```|\\]\\([^)]*\\)|\\[").ReplaceAllString(s, "")
			s = regexp.MustCompile(` \(keryx help [a-z-]+\)`).ReplaceAllString(s, "")
			return len(strings.Fields(s))
		}
		if a, b := words(p.text), words(text); a != b && !strings.Contains(p.text, "\n|") { // headings of tables are repeated
			t.Errorf("%s/%s: %d words of %d", p.Lang, p.Topic, b, a)
		}
	}
}

// TestGuidesAreThoseThatAreMailed: the guides for players, referees and volunteers say in the manual what
// "help start", "help referee" and "help club" say by email. With -update they are written anew.
func TestGuidesAreThoseThatAreMailed(t *testing.T) {
	for _, lang := range Languages() {
		for topic, file := range map[string]string{"start": "start", "referee": "guides", "club": "guides"} {
			var catalogue map[string]any
			if _, err := toml.DecodeFile(filepath.Join("../../../templates", lang, file+".toml"), &catalogue); err != nil {
				t.Fatal(err)
			}
			want, _ := catalogue["help."+topic].(string)
			want = strings.NewReplacer("{{.Mailbox}}", "orders@club.example", "{{.Day}}", "2027-07-01", `{{or .Address "anna@club.example"}}`, "anna@club.example",
				"{{.Ruleset.Say `example.name`}}", "hellespont", "{{.Ruleset.Say `example.game`}}", "hel-7").Replace(want)
			if want == "" || strings.Contains(want, "{{") {
				t.Fatalf("%s %s: %q", lang, topic, want)
			}
			name := filepath.Join(lang, topic+".md")
			if *update {
				if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if p, _ := Find(lang, topic); p.text != want {
				t.Errorf("%s is not what is mailed: write it anew with -update", name)
			}
			if n := strings.Count(want, "\n"); n > 60 { // a line of a screen holds less than one of the text
				t.Errorf("%s has %d lines", name, n)
			}
		}
	}
}
