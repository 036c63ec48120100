package templates

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// A refused file comes back with the header as it has to be and each fault above its
// line, in the reader's language; what comes back is the file that was sent, and a second
// refusal does not pile remarks up.
func TestCorrection(t *testing.T) {
	const sent = "game hel-1\nside sparta\nanswers WRONG\n# mine\norders\n  ## Asked: something old.\n  spend 1 # a remark of mine\n  sepnd 2\n  # choose S5\n\nstanding\n  losses: weakened first\n"
	_, faults := orders.Parse(sent)
	faults = append(faults,
		&orders.Diagnostic{Code: "unknown-code", Span: orders.Span{Line: 3, Column: 1}, Args: []any{"Given", "WRONG", "Code", "K7Q2-9XWM"}},
		&orders.Diagnostic{Code: orders.CodeUnknownVerb, Span: orders.Span{Line: 8, Column: 3}, Args: []any{"Word", "sepnd", "Suggestions", []string{}}})
	question := &adjudicator.Question{Prompt: adjudicator.Say("report.fact.nothing")}
	for _, lang := range []string{"en", "fr"} {
		p := For(lang, "")
		again, asked := sent, strings.ReplaceAll("## "+p.Say("report.file.asked", "Prompt", question.Prompt), "\u00a0", " ")
		faults[len(faults)-1].Span.Line = 8
		for range 2 {
			again = p.OrderTemplate(Template{Game: "hel-1", Side: "athens", Turn: "August -411", Answers: "K7Q2-9XWM",
				Question: question, Own: again, Faults: faults})
			if strings.Count(again, asked) != 1 || strings.Contains(again, "something old") {
				t.Errorf("%s: what is asked does not stand there once:\n%s", lang, again)
			}
			f, wrong := orders.Parse(again)
			if len(wrong) > 0 || f.Header.Side.Value != "athens" || f.Header.Answers.Value != "K7Q2-9XWM" || len(f.Groups) != 1 || len(f.Groups[0].Statements) != 2 || !f.HasStanding {
				t.Fatalf("%s: it reads back as %+v, %v:\n%s", lang, f, wrong, again)
			}
			var above string
			for line := range strings.Lines(again) {
				if strings.Contains(line, "  sepnd 2") {
					break
				}
				above = line
			}
			number := strings.Count(strings.Split(again, "  sepnd 2")[0], "\n") + 1
			if !strings.Contains(above, "## ") {
				t.Errorf("%s: the line above the fault is %q:\n%s", lang, above, again)
			}
			for _, keep := range []string{"a remark of mine", "# choose S5", "losses: weakened first"} {
				if strings.Count(again, keep) != 1 {
					t.Errorf("%s: %q is not kept:\n%s", lang, keep, again)
				}
			}
			faults[len(faults)-1].Span.Line = number
		}
	}
}

// TestCorrectionOfAReply: of a mail that was signed as a whole, greeting above and quoted
// letter below, the file that comes back has one header and none of what was quoted; of a
// file that is quoted throughout nothing is lost.
func TestCorrectionOfAReply(t *testing.T) {
	const header = "game hel-1\nside sparta\nanswers K7Q2-9XWM\n"
	for sent, quoted := range map[string]int{
		"Hello,\n\n" + header + "orders\n  spend 1\n\nHe wrote:\n> game hel-1\n> orders\n>   spend 2\n": 0,
		"> game hel-1\n> orders\n>   spend 2\n":                                                         3,
	} {
		_, faults := orders.Parse(sent)
		back := For("en", "").OrderTemplate(Template{Game: "hel-1", Side: "sparta", Turn: "August -411", Answers: "K7Q2-9XWM", Own: sent, Faults: faults})
		var headers, marks int
		for line := range strings.Lines(back) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "answers") {
				headers++
			}
			if strings.HasPrefix(line, ">") {
				marks++
			}
		}
		if headers != 1 || marks != quoted {
			t.Errorf("%d headers and %d quoted lines, want 1 and %d:\n%s", headers, marks, quoted, back)
		}
	}
}

// TestCorrectionHasNoTail: where greeting, signature and the quoted letter were set aside, the file that comes back
// ends with its last order.
func TestCorrectionHasNoTail(t *testing.T) {
	sent := "game hel-1\nside sparta\nanswers K7Q2-9XWM\norders\n  sepnd 1\n\n\n\n  --\n\n\n"
	faults := []*orders.Diagnostic{{Code: orders.CodeUnknownVerb, Span: orders.Span{Line: 5, Column: 3}, Args: []any{"Word", "sepnd", "Suggestions", []string{}}}}
	back := For("en", "").OrderTemplate(Template{Game: "hel-1", Side: "sparta", Turn: "August -411", Answers: "K7Q2-9XWM", Own: sent, Faults: faults})
	if !strings.HasSuffix(back, "\n  sepnd 1\n") {
		t.Errorf("the file goes on behind its orders:\n%q", back)
	}
}
