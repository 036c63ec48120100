package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"keryx/cmd/keryx/manual"
	"keryx/mail"
	"keryx/mail/loopback"
)

// handbook is what the README and the pages of the manual show to be typed, in their order,
// and what of it the script has typed.
type handbook struct {
	t      *testing.T
	shown  []string
	blocks []string
	typed  map[string]bool
}

// commandWords begin what a reader types.
var commandWords = regexp.MustCompile(`^(CGO_ENABLED=0 )?(keryx|go (run|test|build)|gpg|ssh-keygen|podman|python3|\.ci/[a-z]+)( |$)`)

// mailWords are headings of texts that are signed and mailed, not typed: "keryx register 1".
var mailWords = regexp.MustCompile(`^keryx \S+ 1$`)

// readManual finds every command line of the README and of all pages of the manual: lines of
// their blocks, and what stands between backquotes.
func readManual(t *testing.T) *handbook {
	t.Helper()
	m := &handbook{t: t, typed: map[string]bool{}}
	pages := []string{"../../README.md"}
	for _, lang := range manual.Languages() {
		for _, topic := range append([]string{manual.Index}, manual.Topics()...) {
			pages = append(pages, filepath.Join("manual", lang, topic+".md"))
		}
	}
	for _, page := range pages {
		m.read(page)
	}
	return m
}

// read finds the command lines of one file.
func (m *handbook) read(name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		m.t.Fatal(err)
	}
	found := func(command string) {
		command, _, _ = strings.Cut(command, "  #") // a comment behind it
		command = strings.Join(strings.Fields(command), " ")
		if commandWords.MatchString(command) && !mailWords.MatchString(command) && !slices.Contains(m.shown, command) {
			m.shown = append(m.shown, command)
		}
	}
	for i, part := range strings.Split(string(text), "```") {
		if i%2 == 1 {
			m.blocks = append(m.blocks, strings.TrimPrefix(part, "\n"))
			for line := range strings.Lines(part) {
				found(line)
			}
			continue
		}
		for line := range strings.Lines(part) { // the guides, which are mailed too, have blocks without fences
			if code, ok := strings.CutPrefix(line, "    "); ok {
				found(code)
			}
		}
		for j, quoted := range strings.Split(part, "`") {
			if j%2 == 1 {
				found(quoted)
			}
		}
	}
}

// placeholder is a word, a number or a day that the reader replaces by one of his own.
var placeholder = regexp.MustCompile(`^[A-Z]+$|^[0-9-]+$`)

// stands reports whether what is typed is what is shown: word for word, but for the
// words that the reader replaces. "..." may stand for any number of words.
func stands(shown string, typed []string) error {
	words := strings.Fields(shown)
	for i, word := range words {
		word = strings.Trim(word, `"`)
		switch {
		case word == "...":
			if len(typed) <= i {
				return fmt.Errorf("nothing stands for the dots of %q", shown)
			}
			if i == len(words)-1 {
				return nil
			}
		case i >= len(typed):
			return fmt.Errorf("%q is typed without %q", shown, word)
		case placeholder.MatchString(word) && typed[i] != word, typed[i] == word, seated(word, typed[i]):
		default:
			return fmt.Errorf("%q is typed with %q", shown, typed[i])
		}
	}
	if len(typed) > len(words) {
		return fmt.Errorf("%q is typed with %q behind it", shown, typed[len(words):])
	}
	return nil
}

// seated reports whether what is typed gives a side to whom "SIDE=anna@club.example" gives it.
func seated(shown, typed string) bool {
	side, to, named := strings.Cut(shown, "=")
	_, typedTo, _ := strings.Cut(typed, "=")
	return named && placeholder.MatchString(side) && to == typedTo
}

// show marks a command line of README or manual as typed, and refuses one that they do not show.
func (m *handbook) show(ts *testscript.TestScript, command string) {
	if !slices.Contains(m.shown, command) {
		ts.Fatalf("neither README nor manual shows %q", command)
	}
	m.typed[command] = true
}

// readme runs a command line of the README: "readme SHOWN TYPED...", where TYPED has what
// stands for the words in capitals. "! readme" wants it to end with 1, which the commands
// do that have bad news, and not with more, as for a flag that does not exist.
func (m *handbook) readme(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: readme SHOWN TYPED...")
	}
	m.show(ts, args[0])
	if err := stands(args[0], args[1:]); err != nil {
		ts.Fatalf("%v", err)
	}
	typed := args[1:]
	if typed[0] == "go" { // go run ./cmd/keryx, which is this program
		typed = append([]string{"keryx"}, typed[3:]...)
	}
	ended(ts, neg, args[0], typedIn(ts, typed))
}

// mention runs a command that the README names without all that it needs, as in "by
// keryx key expire": "mention SHOWN TYPED...", where TYPED has its words.
func (m *handbook) mention(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: mention SHOWN TYPED...")
	}
	m.show(ts, args[0])
	rest := args[1:]
	for _, word := range strings.Fields(args[0]) {
		i := slices.Index(rest, word)
		if placeholder.MatchString(word) {
			continue
		}
		if i < 0 {
			ts.Fatalf("%q is typed without %q", args[0], word)
		}
		rest = rest[i+1:]
	}
	ended(ts, neg, args[0], typedIn(ts, args[1:]))
}

// typedIn runs what is typed: as a program of its own where it plays whole games or names data files.
func typedIn(ts *testscript.TestScript, typed []string) error {
	if typed[0] != "keryx" || slices.Contains([]string{"demo", "selfplay", "doctor"}, typed[1]) || slices.Contains(typed, "--data") {
		return ts.Exec(typed[0], typed[1:]...)
	}
	return inProcess(ts, typed[1:])
}

func ended(ts *testscript.TestScript, neg bool, shown string, err error) {
	switch {
	case !neg && err != nil:
		ts.Fatalf("%q: %v", shown, err)
	case neg && err == nil:
		ts.Fatalf("%q ended well", shown)
	case neg && err.Error() != "exit status 1":
		ts.Fatalf("%q: %v", shown, err)
	}
}

// elsewhere says why a command line is not run here: "elsewhere SHOWN FILE TEXT" names a
// file of this folder, or a path in the module, that runs it, and a text in it by which;
// what cannot be run by a test has "-" for the file, and the reason.
func (m *handbook) elsewhere(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: elsewhere SHOWN FILE TEXT")
	}
	m.show(ts, args[0])
	if args[1] == "-" {
		return
	}
	text, err := os.ReadFile(filepath.Join(m.root(), args[1]))
	if err != nil {
		ts.Fatalf("%q: %v", args[0], err)
	}
	if !strings.Contains(string(text), args[2]) {
		ts.Fatalf("%s does not run %q: it has no %q", args[1], args[0], args[2])
	}
}

// root is the folder of the module.
func (m *handbook) root() string {
	root, err := filepath.Abs("../..")
	if err != nil {
		m.t.Fatal(err)
	}
	return root
}

// block writes a block of README or manual into a file: "block FILE WORD" takes the first one
// whose first word it is.
func (m *handbook) block(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: block FILE WORD")
	}
	for _, text := range m.blocks {
		if words := strings.Fields(text); len(words) > 0 && words[0] == args[1] && strings.Count(text, "\n") > 5 {
			if err := os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600); err != nil {
				ts.Fatalf("%v", err)
			}
			return
		}
	}
	ts.Fatalf("neither README nor manual has a block that begins with %q", args[1])
}

// postOffice opens a post office with a mailbox for each address and puts where it is
// into IMAP and SMTP: "postoffice ADDRESS...".
func postOffice(ts *testscript.TestScript, neg bool, args []string) {
	post := loopback.New()
	for _, address := range args {
		post.AddUser(address, "secret")
	}
	if err := post.Start(context.Background()); err != nil {
		ts.Fatalf("%v", err)
	}
	ts.Defer(func() { _ = post.Close() })
	ts.Setenv("IMAP", post.IMAPAddr())
	ts.Setenv("SMTP", post.SMTPAddr())
}

// fingerprint puts the fingerprint of a public key into a variable: "fingerprint FILE NAME".
func fingerprint(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fingerprint FILE NAME")
	}
	key, err := mail.ParsePublicKey([]byte(ts.ReadFile(args[0])))
	if err != nil {
		ts.Fatalf("%v", err)
	}
	ts.Setenv(args[1], key.Fingerprint)
}

// expand writes a file of the script with the variables in it replaced: "expand NAME".
func expand(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := os.Expand(ts.ReadFile(name), ts.Getenv)
		if err := os.WriteFile(ts.MkAbs(name), []byte(text), 0o600); err != nil {
			ts.Fatalf("%v", err)
		}
	}
}

// TestReadme types what README and manual show, in a folder of its own, as a newcomer would.
// Every command line that they show is typed there, or the script says what tests it.
func TestReadme(t *testing.T) {
	m := readManual(t)
	if len(m.shown) < 40 {
		t.Fatalf("only %d command lines are found: %q", len(m.shown), m.shown)
	}
	// An owner of the printed game has copied the data to replace them.
	setup := func(env *testscript.Env) error {
		env.Setenv("SOON", time.Now().AddDate(0, 0, 20).Format(time.DateOnly)) // a day of a ruling
		return os.CopyFS(filepath.Join(env.WorkDir, "own", "hellespont"), os.DirFS(filepath.Join(m.root(), "adjudicator", "hellespont", "data")))
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/readme", ContinueOnError: true, Setup: setup, Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"waitfile": waitFile, "readme": m.readme, "mention": m.mention, "elsewhere": m.elsewhere, "postoffice": postOffice, "expand": expand, "block": m.block, "fingerprint": fingerprint,
	}})
	t.Cleanup(func() {
		if t.Failed() {
			return // a script that broke off has typed less
		}
		for _, command := range m.shown {
			if !m.typed[command] {
				t.Errorf("README or manual shows %q, and no script types it", command)
			}
		}
	})
}
