package templates

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/orders"
)

var update = flag.Bool("update", false, "write the golden letters anew")

// goldenReports are letters that stand in testdata as they must look.
func goldenReports(t testing.TB) map[string]Report {
	full := tinyReport(t)
	faulty := full
	faulty.Kind, faulty.Story, faulty.Answered, faulty.Press, faulty.Proof, faulty.Settings = Faulty, nil, nil, nil, Proof{}, nil
	faulty.View = adjudicator.View{Turn: full.View.Turn}
	faulty.Faults = []*orders.Diagnostic{adjacency(),
		{Code: "no-such-phase", Kind: orders.Unknown, Span: orders.Span{Line: 9, Column: 9, End: 12}, Text: "  phase Q.9",
			Args: []any{"Phase", "Q.9", "Phases", []string{"A", "B"}}}}
	faulty.Aside = Aside{Lines: 1, Characters: 21, Files: 2}
	over := Report{Kind: GameOver, Lang: "en", Mailbox: full.Mailbox, Game: full.Game, Ruleset: "tiny", Sides: full.Sides, Side: 1,
		Player: "Bénédicte", Opponent: "Alice", View: adjudicator.View{Side: 1, Turn: full.View.Turn, Balance: full.View.Balance,
			Result: &adjudicator.Result{Winner: 0, Level: "total", Points: [2]int{9, 4},
				Why: []adjudicator.Phrase{adjudicator.Say("tiny.why.ports", "side", side("west"))}}},
		Story: []Chapter{{Number: 2, Turn: adjudicator.Say("tiny.month.5"), Events: full.Story[0].Events[:1]}, full.Story[0]},
		Proof: Proof{Game: "tin-7", Head: Link{14, hashOf(14)}, Opening: bytes.Repeat([]byte{7}, 32),
			Rolls: append([]ProofRoll{{2, 11, 0, 6, []int{4}}}, tinyProof().Rolls...)}}
	french := full
	french.Lang = "fr"
	return map[string]Report{
		"receipt": full,
		"french":  french,
		"faulty":  faulty,
		"result":  over,
		"ruling": {Kind: Ruled, Game: "tin-7", Ruleset: "tiny", Sides: full.Sides, Player: "Alice", View: adjudicator.View{Turn: full.View.Turn},
			Rulings: []Ruling{{Entry: 13, Reason: "The harbour chain was up.\nMy mistake.", Changes: []adjudicator.Phrase{adjudicator.Say("tiny.event.wind", "from", "south")}}}},
		"unsigned": {Kind: Unsigned, Lang: "en", Mailbox: full.Mailbox, Refusal: adjudicator.Say("kit.or")},
	}
}

func TestGolden(t *testing.T) {
	for name, r := range goldenReports(t) {
		l := render(t, r)
		for ext, got := range map[string]string{".txt": "Subject: " + l.Subject + "\n\n" + l.Text, ".html": l.HTML} {
			file := filepath.Join("testdata", name+ext)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v (write the golden letters with -update)", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", file, diff)
			}
		}
	}
}

func TestAttachments(t *testing.T) {
	r := tinyReport(t)
	r.Map = Picture{PNG: []byte("picture"), Width: 600, Height: 400}
	l := render(t, r)
	file, ok := OrderFile(l.Text)
	if !ok {
		t.Fatal("no order file between the marks of the letter")
	}
	want := []Attachment{
		{Name: "tin-7-map.png", Type: "image/png", CID: "map@keryx", Data: []byte("picture")},
		{Name: "tin-7-orders.txt", Type: "text/plain", Data: []byte(l.Attachments[1].Data)},
		{Name: "tin-7-situation.json", Type: "application/json"},
		{Name: "tin-7-proof.txt", Type: "text/plain", Data: []byte(r.Proof.String())},
	}
	if f, faults := orders.Parse(string(l.Attachments[1].Data)); len(faults) > 0 || f.Header.Answers.Value != r.Code || len(f.Groups) > 0 ||
		!strings.Contains(string(l.Attachments[1].Data), "## Asked:") || strings.Contains(file, "## Asked:") {
		t.Errorf("the attached order file, which has its question, or the one in the letter, which stands below it: %v\n%s\n%s", faults, l.Attachments[1].Data, file)
	}
	got := slices.Clone(l.Attachments)
	got[2].Data = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s, err := ReadSituation(bytes.NewReader(l.Attachments[2].Data))
	if err != nil || s.Side != "west" || s.Answers != r.Code || s.Asked == nil || s.Asked.Kind != r.Question.Kind || len(s.Balance) != len(r.View.Balance) {
		t.Errorf("%+v, %v", s, err)
	}
	var position struct{ Side string }
	if err := json.Unmarshal(s.Position, &position); err != nil || position.Side != "west" {
		t.Errorf("position %s, %v", s.Position, err)
	}
	if !strings.Contains(l.HTML, `<img src="cid:map@keryx"`) || !strings.Contains(l.Text, "tin-7-map.png") {
		t.Error("the letter does not show its map")
	}
	r.View.Data = func() {}
	if _, err := testCatalog(t).Render(r); err == nil {
		t.Error("data that cannot be encoded went unnoticed")
	}
}

func TestReadSituation(t *testing.T) {
	for text, want := range map[string]string{
		"":               "EOF",
		"[]":             "cannot unmarshal",
		`{"version": 1}`: "is missing",
		`{"version": 9, "ruleset": "x", "position": {}}`: "version 9",
	} {
		if _, err := ReadSituation(strings.NewReader(text)); !errors.Is(err, ErrSituation) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestContentFree gives strangers' letters everything there is to tell, and
// looks that they are the same as with nothing.
func TestContentFree(t *testing.T) {
	for _, k := range allKinds {
		full := tinyReport(t)
		full.Kind = k
		full.Faults = []*orders.Diagnostic{adjacency()}
		full.Aside = Aside{Lines: 1, Characters: 6}
		bare := Report{Kind: k, Lang: full.Lang, Mailbox: full.Mailbox}
		if same := cmp.Equal(render(t, full), render(t, bare)); same != k.ContentFree() {
			t.Errorf("%s: tells nothing of the game: %v", k, same)
		}
	}
	a, b := render(t, Report{Kind: Foreign}), render(t, Report{Kind: Foreign, Game: "hel-7", Side: 1})
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("whether the game exists can be told: %s", diff)
	}
}

// TestOtherSideHearsNothing renders one story for both sides.
func TestOtherSideHearsNothing(t *testing.T) {
	r := tinyReport(t)
	r.Answered[0].Side = 0
	mine := render(t, r)
	r.Side = 1
	theirs := render(t, r)
	for _, secret := range []string{"Your watchers saw", "your file, line 7"} {
		if !strings.Contains(mine.Text, secret) || !strings.Contains(mine.HTML, secret) {
			t.Errorf("%q is not told to its own side", secret)
		}
		if strings.Contains(theirs.Text, secret) || strings.Contains(theirs.HTML, secret) {
			t.Errorf("%q is told to the other side", secret)
		}
	}
}

// hostile fills every place that a stranger's words can reach.
func hostile(t testing.TB, words string) Report {
	r := tinyReport(t)
	r.Player, r.Opponent = words, words
	r.Press = []Press{{From: words, Text: words}}
	r.Rulings = []Ruling{{Reason: words, Changes: []adjudicator.Phrase{adjudicator.Say("tiny.event.wind", "from", words)}}}
	r.Story[0].Events[0].Public = adjudicator.Say("tiny.event.wind", "from", words)
	r.View.Tables[0].Rows[0] = []any{words, words, 1, words}
	r.Waiting, r.Replaced = []orders.Statement{{Line: 1, Text: words}}, []orders.Statement{{Line: 2, Text: words}}
	r.Standing = words
	d := adjacency()
	d.Text, d.Args = words, []any{"From", words, "To", words, "Reach", []string{words, words}}
	r.Faults = []*orders.Diagnostic{d}
	r.Question.Facts = []adjudicator.Phrase{adjudicator.Say("tiny.event.wind", "from", words)}
	return r
}

var tags = regexp.MustCompile(`<[^>]*>`)

// checkHarmless asserts that words from outside stay words: in the subject, in
// the columns of the text, and in the HTML.
func checkHarmless(t *testing.T, c *Catalog, words string) {
	l, err := c.Render(hostile(t, words))
	if err != nil {
		t.Fatalf("%.60q: %v", words, err)
	}
	if strings.ContainsFunc(l.Subject, unicode.IsControl) {
		t.Fatalf("%.60q: the subject is %q", words, l.Subject)
	}
	inFile := false
	for _, line := range strings.Split(l.Text, "\n") {
		if isCutLine(line) {
			inFile = !inFile
		}
		if width(line) > columns+1 && !inFile {
			t.Fatalf("%.60q: a line of %d columns: %q", words, width(line), line)
		}
		if strings.HasPrefix(line, "From ") || strings.HasPrefix(line, ".") {
			t.Fatalf("%.60q: a line that mailboxes take for a divider: %q", words, line)
		}
	}
	for _, r := range l.Text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			t.Fatalf("%.60q: %U in the text", words, r)
		}
	}
	proof, err := FindProof(textsOf(l)...)
	if err != nil || len(proof.Entries) != 2 || proof.Game != "tin-7" {
		t.Fatalf("%.60q: the proof reads as %+v, %v", words, proof, err)
	}
	file, _ := OrderFile(l.Text)
	if f, faults := orders.Parse(file); len(faults) > 0 || len(f.Groups) > 0 || f.HasStanding {
		t.Fatalf("%.60q: the order file has %d groups and the faults %v", words, len(f.Groups), faults)
	}
	for _, tag := range tags.FindAllString(l.HTML, -1) {
		if !knownTag[tag] {
			t.Fatalf("%.60q: a tag %q", words, tag)
		}
	}
	if n := strings.Count(l.HTML, "<script") + strings.Count(l.HTML, "http"); n > 0 {
		t.Fatalf("%.60q: something to run or to load", words)
	}
}

// knownTag holds the tags of a letter without hostile words.
var knownTag = map[string]bool{}

func hostileSeeds(t testing.TB, c *Catalog) []string {
	for _, words := range []string{"harmless", ""} {
		l, err := c.Render(hostile(t, words))
		if err != nil {
			t.Fatal(err)
		}
		for _, tag := range tags.FindAllString(l.HTML, -1) {
			knownTag[tag] = true
		}
	}
	knownTag["<br>"] = true  // verse of several lines
	knownTag["<wbr>"] = true // behind a slash in a table
	return []string{
		"", " ", "x\r\nBcc: everybody@keryx.example\r\n\r\n", "<script>alert(1)</script><img src=x onerror=y>",
		"\"></td></table><h1>", "'-- >", "{{.Proof}} %s %n ${HOME}", "\x1b[2J\x07\x00\x7f", "\u202egnp.exe\u2066\ufeff\u200b",
		"From nobody\n.\n..\nkeryx-proof-1 tin-7 secret\nend tin-7", proofMark + " tin-7 end tin-7",
		strings.Repeat(proofMark+" tin-7 ", 30), strings.Repeat("From here ", 60), strings.Repeat("x", 5000),
		strings.Repeat("海", 400), strings.Repeat("e\u0301\u0302", 3000), "\xff\xfe", "orders\n  sail Z1\nstanding\n", "# 8< ---x--- >8 #",
		"]]>&lt;&#x0;&amp;", "standing", "\n\n\nstanding:\n  when x: y", strings.Repeat("a\n", 1000), "finis",
	}
}

func TestHostileWords(t *testing.T) {
	c := testCatalog(t)
	for _, words := range hostileSeeds(t, c) {
		checkHarmless(t, c, words)
	}
}

func FuzzHostileWords(f *testing.F) {
	c := testCatalog(f)
	for _, words := range hostileSeeds(f, c) {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) { checkHarmless(t, c, words) })
}

// TestEveryKindInEveryLanguage looks for texts that are missing or unfilled.
func TestEveryKindInEveryLanguage(t *testing.T) {
	for _, lang := range embedded().Languages() {
		for _, k := range allKinds {
			for name, r := range goldenReports(t) {
				r.Kind, r.Lang = k, lang
				l := render(t, r)
				for _, bad := range []string{"‹", "<no value>", "ZgotmplZ", "{{"} {
					if strings.Contains(l.Subject+l.Text+l.HTML, bad) {
						t.Errorf("%s letter (%s) in %s holds %q", k, name, lang, bad)
					}
				}
			}
		}
	}
}

func BenchmarkRenderReport(b *testing.B) {
	c := testCatalog(b)
	r := tinyReport(b)
	for range 5 {
		r.Story[0].Events = append(r.Story[0].Events, r.Story[0].Events...)
	}
	b.ReportMetric(float64(len(r.Story[0].Events)), "events")
	for b.Loop() {
		if _, err := c.Render(r); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSketchIsForTheText: the map in letters stands in the plain text as it was
// drawn, and the HTML, which has the picture, does without.
func TestSketchIsForTheText(t *testing.T) {
	r := tinyReport(t)
	r.Map = Picture{PNG: []byte("picture"), Width: 600, Height: 400}
	r.Sketch = []string{"~~ M1 ~~", "^ ^  T2"}
	l := render(t, r)
	if !strings.Contains(l.Text, "\n~~ M1 ~~\n") || !strings.Contains(l.Text, "\n^ ^  T2\n") {
		t.Errorf("the text has no sketch:\n%s", l.Text)
	}
	if strings.Contains(l.HTML, "~~ M1") {
		t.Error("the HTML has the sketch of the text")
	}
}
