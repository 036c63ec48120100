package page

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"keryx/templates/page/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// TestSignIsOneFile makes the same bytes twice, and nothing in them that is loaded.
func TestSignIsOneFile(t *testing.T) {
	one, err := Sign()
	if err != nil {
		t.Fatal(err)
	}
	two, err := Sign()
	if err != nil || !bytes.Equal(one, two) {
		t.Fatalf("made again it is another page (%v)", err)
	}
	if found := regexp.MustCompile(`https?://|\bsrc=|@import|\burl\(|innerHTML|\beval\b|\bfetch\(|XMLHttpRequest|WebSocket|\[\[`).FindAll(one, -1); found != nil {
		t.Errorf("the page holds %q", found)
	}
	t.Logf("%d bytes", len(one))
}

// TestSignTexts has every text that page and scripts name in every language, and no other.
func TestSignTexts(t *testing.T) {
	named := map[string]bool{}
	for _, name := range append([]string{"page.html"}, signScripts...) {
		data, err := signFiles.ReadFile("sign/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"((?:title|language|lead|foot)|(?:key|phrase|join|write|look|send|lacks)\.[a-z0-9-]+)"`).FindAllSubmatch(data, -1) {
			named[string(m[1])] = true
		}
	}
	for _, field := range []string{"game", "side", "answers"} {
		named["look.no-"+field] = true
	}
	delete(named, "look.no-")
	placeholder := regexp.MustCompile(`\{\w+\}`)
	var english map[string]string
	for _, language := range languages {
		var texts map[string]string
		if _, err := toml.DecodeFS(signFiles, "sign/"+language+".toml", &texts); err != nil {
			t.Fatal(err)
		}
		if english == nil {
			english = texts
		}
		for key := range named {
			if texts[key] == "" {
				t.Errorf("%s: no text for %s", language, key)
			}
		}
		for key, text := range texts {
			if !named[key] {
				t.Errorf("%s: nothing says %s", language, key)
			}
			want, got := placeholder.FindAllString(english[key], -1), placeholder.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if strings.Join(want, " ") != strings.Join(got, " ") {
				t.Errorf("%s: %s names %v, in English %v", language, key, got, want)
			}
		}
	}
}
