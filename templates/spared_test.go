package templates

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// passes answers a question that nothing but passing answers.
type passes struct{}

func (passes) Accept(adjudicator.Order, *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	return passes{}, nil
}
func (passes) Check(adjudicator.Answer) error       { return nil }
func (passes) Sample(*rand.Rand) adjudicator.Answer { return passes{} }
func (passes) Default() adjudicator.Answer          { return passes{} }
func (passes) Words() adjudicator.Words             { return adjudicator.Words{adjudicator.Keyword("pass")} }
func (passes) Choices() []adjudicator.Choice {
	return []adjudicator.Choice{{Words: passes{}.Words()}}
}

// TestTemplateSparesQuestions: a template that offers nothing but "pass" has the line that passes
// for the phase, and its standing orders have the line that asks only who can act below them: both
// behind "#", in words that every game reads, and neither where it has no use.
func TestTemplateSparesQuestions(t *testing.T) {
	q := &adjudicator.Question{Kind: "react", Prompt: adjudicator.Say("words"), Verbs: []string{"play", "pass"}, Free: true, Form: passes{}}
	for lang, words := range map[string][]string{"en": {"  # pass for this phase\n", "#   ask: when I can act\n"},
		"fr": {"  # passer pour cette phase\n", "#   demander: quand je peux agir\n"}} {
		p := For(lang, "hellespont")
		text := p.OrderTemplate(Template{Game: "hel-1", Side: "athens", Turn: "3", Answers: "K7Q2-9XWM", Question: q, Starter: "stratagems: none"})
		if missing := inOrder(text, words[0], "stratagems: none", words[1]); missing != "" {
			t.Errorf("%s: no %q in its place in\n%s", lang, missing, text)
		}
		line := strings.TrimLeft(words[1], "# ")
		if !adjudicator.AsksWhenAble(line) {
			t.Errorf("%q is not read", line)
		}
		if f, faults := orders.Parse(text); len(faults) > 0 || f.HasStanding || len(f.Groups) > 0 {
			t.Errorf("%s: it orders something as it stands: %v\n%s", lang, faults, text)
		}
		if text := p.OrderTemplate(Template{Standing: "stratagems: none\n" + line, Question: q}); strings.Count(text, strings.TrimSpace(line)) != 1 {
			t.Errorf("%s: the line is offered to who has it:\n%s", lang, text)
		}
		back := p.OrderTemplate(Template{Game: "hel-1", Side: "athens", Question: q, Own: "game hel-1\nside athens\norders\n  parse\n",
			Faults: []*orders.Diagnostic{{Code: "not-asked-now", Span: orders.Span{Line: 4, Column: 2, End: 7}, Args: []any{"Verb", "parse", "Verbs", adjudicator.Keywords(q.Verbs)}}}})
		if !strings.Contains(back, words[0]) {
			t.Errorf("%s: a refused file comes back without %q:\n%s", lang, words[0], back)
		}
		must := *q
		must.Free = false
		if text := p.OrderTemplate(Template{Question: &must}); strings.Contains(text, strings.TrimSpace(words[0])) {
			t.Errorf("%s: who must answer is offered to pass:\n%s", lang, text)
		}
	}
}

// TestQuestionsThatComeAgain: a question that comes again says what is new since it was answered,
// or that nothing is.
func TestQuestionsThatComeAgain(t *testing.T) {
	r := tinyReport(t)
	if text := render(t, r).Text; strings.Contains(text, "answered this before") {
		t.Errorf("a question that is new comes again:\n%s", text)
	}
	r.Again = true
	if missing := inOrder(flatText(render(t, r).Text), "answered this before", "nothing that you can see"); missing != "" {
		t.Errorf("no %q", missing)
	}
	r.Since = []adjudicator.Event{tinyStory()[0].Events[0], {Private: [2]adjudicator.Phrase{adjudicator.Say("kit.default-order", "Order", "x")}}}
	text := flatText(render(t, r).Text)
	if missing := inOrder(text, "answered this before in this phase. New since then:", "The wind blows from the north."); missing != "" {
		t.Errorf("no %q in\n%s", missing, text)
	}
}

// TestQuestionsThatComeAgainRepeatNothing: where all that the letter tells is new, it is not told again beside the question.
func TestQuestionsThatComeAgainRepeatNothing(t *testing.T) {
	r := tinyReport(t)
	r.Again = true
	for _, c := range r.Story {
		r.Since = append(r.Since, c.Events...)
	}
	text := flatText(render(t, r).Text)
	if missing := inOrder(text, "The wind blows from the north.", "All that is told above has happened since."); missing != "" {
		t.Errorf("no %q in\n%s", missing, text)
	}
	if strings.Contains(text, "New since then") {
		t.Errorf("it is told again:\n%s", text)
	}
}

// flatText is a text on one line.
func flatText(text string) string { return strings.Join(strings.Fields(text), " ") }
