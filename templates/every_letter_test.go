package templates

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/orders"
)

// lettersEnv has [TestEveryLetter] write what it makes into a folder, for somebody to read aloud from top to
// bottom: a file for each kind of letter and language.
const lettersEnv = "KERYX_LETTERS"

// sampleArgs are arguments for all that texts name, by how they are called.
func sampleArgs(said map[string]string, key string) (args []any) {
	at := time.Date(2027, 3, 5, 17, 30, 0, 0, time.UTC)
	var names []string
	for _, form := range []string{"", "/one"} {
		for _, m := range argument.FindAllStringSubmatch(said[key+form]+said[key+".subject"+form], -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	for _, name := range names {
		var value any = name
		switch name {
		case "Deadline", "Until", "Date", "Due", "Since", "Sent", "Received", "Before", "After", "From", "To", "Start", "End", "Expires", "On", "At", "Last", "First", "New", "Old", "Was", "Is":
			value = at
		case "Count", "Days", "Number", "Left", "Lines", "Limit", "Turns", "Hours", "Messages", "Games", "Orders", "Total", "Rank", "Most", "Least", "Wait", "More", "Others", "Round", "Rounds", "Place", "Members", "Line":
			value = 2
		case "Side", "Winner", "Theirs":
			value = adjudicator.Term{Kind: "side", ID: "athens"}
		case "Player", "Other", "Opponent", "Name":
			value = "Anna"
		case "Game":
			value = "tin-7"
		case "Mailbox":
			value = "keryx@club.example"
		}
		args = append(args, name, value)
	}
	return args
}

// nothingSaid is what a letter shows where a text lacks what it names, or says nothing: "You can play ." among it.
var nothingSaid = regexp.MustCompile(`[\pL,:] \.(\s|$)|<no value>|<nil>|\(\)|“”|«\x{a0}\x{a0}»|%!|\{\{|\b0 [a-z]+ \(\)`)

// TestEveryLetter makes a letter of each kind in each language: the reports and the answers, and every notice
// of the catalogues. None has a gap where something should be said.
func TestEveryLetter(t *testing.T) {
	write := func(lang, name, text string) {
		if found := nothingSaid.FindString(text); found != "" {
			t.Errorf("%s, %s: the letter says %q:\n%s", lang, name, found, text)
		}
		if dir := os.Getenv(lettersEnv); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, lang+"-"+name+".txt"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	kinds := []Kind{Welcome, Receipt, Asked, TurnDone, GameOver, Ruled, Reminder, Waiting, Watched, Faulty, Stale, Duplicate, Closed, Foreign, Unsigned, BadSignature, TooLarge}
	for _, lang := range []string{"en", "fr"} {
		for _, kind := range kinds {
			r := tinyReport(t)
			r.Kind, r.Lang, r.NoKey = kind, lang, kind == Welcome
			r.Mailbox, r.Address = "keryx@club.example", "anna@club.example"
			if kind == Unsigned || kind == BadSignature {
				r.Refusal = adjudicator.Say("refusal.unsigned")
			}
			if kind == Receipt || kind == Faulty {
				r.Left = []orders.Aside{{Line: 1, Lines: []string{"Hello Keryx,", "", "here are my orders."}}, {Line: 20, Lines: []string{"> x", "> y"}, Quoted: true}}
			}
			l, err := Render(r)
			if err != nil {
				t.Fatalf("%s, %s: %v", lang, kind, err)
			}
			write(lang, "report-"+string(kind), l.Subject+"\n\n"+l.Text)
		}
		said, n := rawTexts(t, lang), 0
		p := For(lang, "tin")
		for _, key := range slices.Sorted(func(yield func(string) bool) {
			for key := range said {
				if !yield(strings.TrimSuffix(key, "/one")) {
					return
				}
			}
		}) {
			if !strings.HasPrefix(key, "notice.") && !strings.HasPrefix(key, "refusal.") || strings.HasSuffix(key, ".subject") {
				continue
			}
			n++
			args := sampleArgs(said, key)
			subject := ""
			if p.Has(key + ".subject") {
				subject = p.Say(key+".subject", args...) + "\n\n"
			}
			write(lang, key, subject+p.Say(key, args...)+"\n")
		}
		if n < 200 {
			t.Errorf("%s: only %d notices", lang, n)
		}
	}
}
