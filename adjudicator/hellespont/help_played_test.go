package hellespont

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/orders"
	"keryx/templates"
)

// copied lists the lines of a page of help that are to be copied, in their order, without
// their comments.
func copied(lang, key string) []string {
	var all []string
	for line := range strings.Lines(templates.For(lang, "hellespont").Say(key, "Mailbox", "keryx@club.example")) {
		if text, ok := strings.CutPrefix(line, "    "); ok {
			text, _, _ = strings.Cut(text, "#")
			all = append(all, strings.TrimSpace(text))
		}
	}
	return all
}

// orderPage and standingPage are where orders and standing orders are shown.
const (
	orderPage    = "hellespont.help"
	standingPage = "hellespont.help.standing"
)

// orderExamples are the orders of the page, without the questions about chances.
func orderExamples(lang string) []string {
	return slices.DeleteFunc(copied(lang, orderPage), func(line string) bool {
		return strings.HasPrefix(line, "odds ") || strings.HasPrefix(line, "chances ")
	})
}

// Every order that the help shows is one that can be given: there is a position among the
// cases of testdata/help in which a file with it is found good before it is played, and it
// answers what is asked there; the lines of the case say what comes of it. So do the
// standing orders, each of which answers a question by itself.
func TestHelpIsPlayed(t *testing.T) {
	played := map[string]bool{}
	names, err := filepath.Glob("testdata/help/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no positions: %v", err)
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		read, err := cases.Read(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range read {
			t.Run(c.ID, func(t *testing.T) { maps.Copy(played, playExample(t, c)) })
		}
	}
	for page, examples := range map[string][]string{orderPage: orderExamples("en"), standingPage: copied("en", standingPage)} {
		if len(examples) < 40 {
			t.Errorf("only %d examples on %s", len(examples), page)
		}
		for _, line := range examples {
			if !played[line] {
				t.Errorf("%s: no position where %q does anything", page, line)
			}
		}
	}
}

// playExample plays a case whose files are those of new mail, and returns the lines that
// have answered something.
func playExample(t *testing.T, c cases.Case) map[string]bool {
	t.Helper()
	answered := map[string]bool{}
	run := cases.Begin(Default().(*ruleset))
	defer run.Close()
	told := false
	var standing []orders.Rule
	for i, l := range c.Lines {
		before := 0
		standing = append(standing, standingLines(l)...)
		if run.Session() != nil {
			before = len(run.Session().Answers())
		}
		side, text, isFile := run.File(l)
		var block []string
		if isFile {
			block = l.Block
			foundGood(t, c, i, side, text)
		}
		if err := run.Follow(l); err != nil {
			t.Errorf("line %d, %s %s: %v", l.Number, l.Word, l.Rest, err)
			return nil
		}
		told = told || run.Session() != nil && l.Word != "play" && l.Word != "dice" && l.Word != "draws" && !isFile
		if run.Session() == nil {
			continue
		}
		for _, a := range run.Session().Answers()[before:] {
			note(answered, a, side, block, standing)
		}
	}
	if err := run.End(); err != nil {
		t.Error(err)
	}
	if !told {
		t.Error("the case does not say what came of it")
	}
	return answered
}

// note notes the line that an answer is of: of the file that was just taken, or of the
// case's standing orders.
func note(answered map[string]bool, a adjudicator.Answered, side adjudicator.Side, block []string, standing []orders.Rule) {
	switch a.From {
	case adjudicator.FromOrders:
		const above = 6 // lines of a file before those of a case
		if a.Side == side && a.Line >= above && a.Line-above < len(block) {
			answered[withoutComment(block[a.Line-above])] = true
		}
	case adjudicator.FromStanding:
		for i := range standing {
			if standing[i].Head(orders.English) == a.Rule[0] {
				answered[withoutComment(standing[i].Text)] = true
			}
		}
	}
}

// standingLines are the standing orders of a block of a case.
func standingLines(l cases.Line) []orders.Rule {
	head := l.Word + " " + l.Rest
	if l.Word != "standing" && !strings.HasSuffix(head, " standing:") && !strings.HasSuffix(head, " file:") {
		return nil
	}
	lines := l.Block
	if strings.HasSuffix(head, " file:") {
		lines = lines[slices.Index(lines, "standing")+1:]
	}
	rules, _ := orders.ParseStanding(strings.Join(lines, "\n"))
	return rules
}

func withoutComment(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.TrimSpace(line)
}

// foundGood judges an order file of a case as a new one is judged: in a game of its own
// that has come as far.
func foundGood(t *testing.T, c cases.Case, upTo int, side adjudicator.Side, text string) {
	t.Helper()
	for _, l := range c.Lines[upTo+1:] {
		if l.Word == "dice" || l.Word == "draws" {
			continue
		}
		if l.Word == "refused" {
			t.Errorf("line %d: an example is refused", l.Number)
		}
		break
	}
	run := cases.Begin(Default().(*ruleset))
	for _, l := range c.Lines[:upTo] {
		if err := run.Follow(l); err != nil {
			t.Fatalf("line %d: %v", l.Number, err)
		}
	}
	defer run.Close()
	f, faults := orders.Parse(text)
	if len(faults) == 0 {
		out, err := run.Session().Rehearse(adjudicator.Input{Entry: 2, Side: side, File: f}, rand.New(rand.NewPCG(1, 1)))
		if faults = out.Faults; err != nil {
			t.Errorf("line %d: %v", c.Lines[upTo].Number, err)
		}
	}
	for _, d := range faults {
		t.Errorf("line %d, a new file would be refused: %v", c.Lines[upTo].Number, d)
	}
}

// orderFiles are the order files on the page about orders, without their headers.
func orderFiles(lang string) (files []string) {
	inside, header := false, false
	for line := range strings.Lines(templates.For(lang, "").Say("help.orders", "Mailbox", "keryx@club.example")) {
		text, shown := strings.CutPrefix(line, "    ")
		if shown && !inside {
			files, header = append(files, ""), true
		}
		if word := strings.TrimSpace(text); word == "orders" || word == "ordres" {
			header = false
		}
		if shown && !header {
			files[len(files)-1] += text
		}
		inside = shown || inside && strings.TrimSpace(line) == ""
	}
	return files
}

// Each order file on the page about orders does all that it says in one turn.
func TestHelpFilesArePlayed(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		files := orderFiles(lang)
		if len(files) != 2 {
			t.Fatalf("%s: %d files", lang, len(files))
		}
		for _, text := range files {
			read, err := cases.Read(strings.NewReader(wholeTurn + "athens file:\n" + indented(text)))
			if err != nil {
				t.Fatal(err)
			}
			run := cases.Begin(Default().(*ruleset))
			last := len(read[0].Lines) - 1
			_, file, _ := run.File(read[0].Lines[last])
			foundGood(t, read[0], last, athens, file)
			for _, l := range read[0].Lines {
				if err := run.Follow(l); err != nil {
					t.Fatalf("%s: %v in\n%s", lang, err, text)
				}
			}
			if err := run.End(); err != nil {
				t.Fatalf("%s: %v in\n%s", lang, err, text)
			}
			given := map[int]bool{}
			for _, a := range run.Session().Answers() {
				if a.Side == athens && a.From == adjudicator.FromOrders {
					given[a.Line] = true
				}
			}
			f, _ := orders.Parse(file)
			for _, g := range f.Groups {
				for _, st := range g.Statements {
					if !given[st.Line] {
						t.Errorf("%s: %q answers nothing in\n%s", lang, st.Text, text)
					}
				}
			}
			run.Close()
		}
	}
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
}

// wholeTurn is a month in which Athens is asked for its points in B.3, and has a port to
// besiege in C.
const wholeTurn = `case X: a turn
month november
place athens Sestos: T10
place athens M4: T20
place athens T22: P2
place sparta Abydos: H4
place sparta M12: T4
standing athens
  stratagems: none
  advantage: keep
standing sparta
  stratagems: none
  advantage: keep
dice 5 5 1 2
play turn
sparta:
  phase B.3
    spend 1
    end
  phase B.3 again
    spend 1
    end
`
