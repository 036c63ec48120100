package requests

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/templates"
)

// What is taken for requests, and what each of them is about.
func TestReadRequests(t *testing.T) {
	for text, want := range map[string][]string{
		"status\n":                                          {"status"},
		"\n  # hello\n STATUS hel-7 ?\n":                    {"status hel-7"},
		"keryx request 1\nhelp\nstatus!\n":                  {"help", "status"},
		"Keryx demande 1\naide\n":                           {"help"},
		"keryx request 1\n":                                 {"help"},
		"keryx request 2\nstatus\n":                         {"version request 2"},
		"keryx request\n":                                   {"version request"},
		"keryx register 1\nkey\n":                           nil,
		"game hel-7\nside athens\nstatus\n":                 {"status @hel-7/athens"},
		"partie: hel-7\nétat\ngame = hel-8\nrapport tour 3": {"status @hel-7/", "report tour 3 @hel-8/"},
		"status\n-- \nhelp\n":                               {"status"},
		"status\nend\nhelp\n":                               {"status"},
		"status\n> help\n":                                  {"status"},
		"status\nfrobnicate now\n":                          {"status", " now"},
		"game hel-7\nside athens\n":                         nil,
		"game hel-7\nside athens\nanswers AAAA-AAAA\norders\nstatus\n": nil,
		"orders\nspend 3\n":                      nil,
		"Hello, what is the status?\n":           nil,
		"":                                       nil,
		strings.Repeat("x", 2000) + "\nstatus\n": nil,
	} {
		list, ok := written.ReadRequests(text)
		var got []string
		for _, r := range list {
			line := r.Verb
			for _, w := range r.Words[1:] {
				line += " " + w.Text
			}
			if r.Game.Text+r.Side.Text != "" {
				line += " @" + r.Game.Text + "/" + r.Side.Text
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(want, got); diff != "" || ok != (want != nil) {
			t.Errorf("%q, taken for requests: %t (-want +got):\n%s", text, ok, diff)
		}
	}
}

// The texts on the page about keys, and the requests on the first page of help, are
// read as what they are shown for.
func TestHelpPagesAreUnderstood(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		for key, want := range map[string]int{"help.keys": 6, "help.index": 3} {
			var texts []string
			copied := false
			for line := range strings.Lines(templates.For(lang, "").Say(key, "Mailbox", "keryx@club.example", "Answers", 1, "Changes", 1, "Reports", 1)) {
				if strings.HasPrefix(line, "    ") {
					if !copied {
						texts = append(texts, "")
					}
					texts[len(texts)-1] += line
				}
				copied = strings.HasPrefix(line, "    ")
			}
			if len(texts) != want {
				t.Errorf("%s, %s: %d texts to copy, want %d", lang, key, len(texts), want)
			}
			for _, text := range texts {
				list, ok := written.ReadRequests(text)
				for _, r := range list {
					ok = ok && r.Verb != ""
				}
				if key == "help.keys" {
					var o written.KeyOrder
					o, ok = written.ReadKeyOrder(text)
					ok = ok && o.Fault == "" && o.Value+o.Key != "" && !o.Elsewhere("keryx@club.example")
				}
				if !ok {
					t.Errorf("%s, %s: not understood:\n%s", lang, key, text)
				}
			}
		}
	}
}

// FuzzRequests: whatever is signed, every word of a request lies where it says, and an
// order file is never taken for requests.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{"keryx request 1\nstatus\n", "game hel-7\nside athens\nreport turn 3.\n", "# x\nodds naval in M4 2xT10 against T20\n",
		"modèle\u00a0hel-7 # Ω\n", "game hel-7\nside athens\nanswers K7Q2-9XWM\norders\n spend 3\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := written.ReadRequests(text)
		if ok != (len(list) > 0) {
			t.Fatalf("%d requests, and %t", len(list), ok)
		}
		if _, faults := orders.Parse(text); ok && len(faults) == 0 {
			t.Errorf("an order file is taken for requests: %q", text)
		}
		for _, r := range list {
			if len(r.Words) == 0 {
				t.Fatal("a request without a word")
			}
			for _, w := range append([]written.Word{r.Game, r.Side}, r.Words...) {
				if w.Line == 0 || !utf8.ValidString(w.Source) {
					continue
				}
				if runes := []rune(w.Source); w.Column < 1 || w.End > len(runes)+1 || string(runes[w.Column-1:w.End-1]) != w.Text {
					t.Errorf("%q stands at %d to %d in %q", w.Text, w.Column, w.End, w.Source)
				}
			}
			_, _ = r.Fault(orders.Unknown, "request-unknown", r.Words[0]).Caret()
			_, _ = statementOf(r)
		}
	})
}
