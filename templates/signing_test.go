package templates

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is beside a signed text is looked at: an order there has the mail refused. So no
// text says that it is not read, and the page about signing says what becomes of it.
func TestWordsAboutSigning(t *testing.T) {
	unread := regexp.MustCompile(`(?i)(outside|beside|more than)[^.:]*signed[^.:]*not read|hors du texte signé[^.:]*pas lu|texte signé[^.:]*pas été lu|\bplain mail\b`)
	names, err := filepath.Glob("??/*.toml")
	if err != nil || len(names) < 20 {
		t.Fatalf("catalogues: %v, %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := unread.Find(text); found != nil {
			t.Errorf("%s: %s", name, found)
		}
	}
	for lang, words := range map[string][]string{
		"en": {"signed text, and nothing else", "would be an order, or there is a second signed text, the whole email is refused", "second signed text", "needs no signature"},
		"fr": {"texte signé, et rien d’autre", "serait un ordre fait refuser le courriel", "second texte signé", "ne demande pas de signature"},
	} {
		page := For(lang, "").Say("help.signing", "Mailbox", "keryx@club.example")
		for _, w := range words {
			if !strings.Contains(page, w) {
				t.Errorf("%s: the page about signing does not say %q:\n%s", lang, w, page)
			}
		}
	}
}
