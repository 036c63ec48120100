package templates

import (
	"strings"
	"testing"

	"keryx/adjudicator"
)

// TestOnlyWhatChanged: what wins the game stands in a first letter and in one that tells how things
// stand; in others only what reads otherwise than in the last. Tables that nobody needs for an answer
// are named when they have not changed.
func TestOnlyWhatChanged(t *testing.T) {
	r := tinyReport(t)
	r.View.Goals = []adjudicator.Phrase{adjudicator.Say("tiny.fact.points", "Count", 7), adjudicator.Say("tiny.fact.points", "Count", 9)}
	before := r.View
	before.Goals = r.View.Goals[:1]
	before.Balance = nil
	r.Before = &before
	for kind, old := range map[Kind]bool{Welcome: true, Waiting: true, Receipt: false, Asked: false} {
		r.Kind = kind
		text := flatText(render(t, r).Text)
		if got := strings.Contains(text, "You have 7 points left."); got != old {
			t.Errorf("%s: it tells what has not changed: %t\n%s", kind, got, text)
		}
		if !strings.Contains(text, "You have 9 points left.") {
			t.Errorf("%s: it does not tell what has changed", kind)
		}
	}
}

// TestStandingOrdersAreAttached: after the first letter the standing orders, in force or proposed, stand
// in the attached file alone; the text says where.
func TestStandingOrdersAreAttached(t *testing.T) {
	for name, set := range map[string]func(*Report){
		"in force": func(r *Report) { r.Standing = "losses: galleys first\nwhen attacked: stand" },
		"proposed": func(r *Report) { r.Standing, r.Starter = "", "losses: galleys first\nwhen attacked: stand" },
	} {
		r := tinyReport(t)
		set(&r)
		for kind, whole := range map[Kind]bool{Welcome: true, Asked: false, Receipt: false} {
			r.Kind = kind
			l := render(t, r)
			if got := strings.Contains(l.Text, "losses: galleys first"); got != whole {
				t.Errorf("%s, %s: they stand in the text: %t", name, kind, got)
			}
			if !whole && !strings.Contains(flatText(l.Text), "tin-7-orders.txt, attached") {
				t.Errorf("%s, %s: nobody is told where they are:\n%s", name, kind, l.Text)
			}
			found := false
			for _, file := range l.Attachments {
				found = found || file.Name == "tin-7-orders.txt" && strings.Contains(string(file.Data), "losses: galleys first")
			}
			if !found {
				t.Errorf("%s, %s: they are not attached", name, kind)
			}
		}
	}
}

// TestOnlyPassSaysWhy: who can only pass reads why he is asked all the same.
func TestOnlyPassSaysWhy(t *testing.T) {
	r := tinyReport(t)
	const why = "You are asked all the same"
	if text := flatText(render(t, r).Text); strings.Contains(text, why) {
		t.Errorf("who can act reads %q", why)
	}
	r.Question = &adjudicator.Question{Kind: "react", Prompt: adjudicator.Say("tiny.ask.move", "zone", zone("Z1")), Verbs: []string{"play", "pass"}, Free: true, Form: passes{}}
	if missing := inOrder(flatText(render(t, r).Text), why, "pass for this phase"); missing != "" {
		t.Errorf("no %q", missing)
	}
}

// ends is a question that only what ends the movements answers.
type ends struct{ passes }

func (ends) Choices() []adjudicator.Choice {
	return []adjudicator.Choice{{Words: adjudicator.Words{adjudicator.Keyword("hold")}}}
}
func (ends) Default() adjudicator.Answer { return held{} }

type held struct{}

func (held) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("hold")} }

// TestOnlyEndSaysWhy: so does who can do nothing but end his movements; "for this phase" is not offered to him, for
// it would answer nothing.
func TestOnlyEndSaysWhy(t *testing.T) {
	r := tinyReport(t)
	r.Question = &adjudicator.Question{Kind: "act", Prompt: adjudicator.Say("tiny.ask.move", "zone", zone("Z1")), Verbs: []string{"hold"}, Free: true, Form: ends{}}
	text := flatText(render(t, r).Text)
	if !strings.Contains(text, "You are asked all the same") || strings.Contains(text, "for this phase") {
		t.Errorf("who can only end his movements reads\n%s", text)
	}
}

// TestKeyComesFirst: who has no key yet reads how to get one above what he is asked, and his own
// address stands in the guide.
func TestKeyComesFirst(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		r := tinyReport(t)
		r.Kind, r.Lang, r.NoKey, r.Address, r.Guide = Welcome, lang, true, "bruno@club.test", Page{Key: "help.start"}
		p := For(lang, "")
		l := render(t, r)
		if missing := inOrder(l.Text, strings.ToUpper(p.Say("report.head.no-key")), strings.ToUpper(p.Say("report.head.asked"))); missing != "" {
			t.Errorf("%s: %q does not stand in its place:\n%s", lang, missing, l.Text)
		}
		guide := ""
		for _, file := range l.Attachments {
			if file.Name == p.Say("report.guide.file") {
				guide = string(file.Data)
			}
		}
		if !strings.Contains(guide, " bruno@club.test\n") || strings.Contains(guide, "anna@") {
			t.Errorf("%s: the guide names another address:\n%s", lang, guide)
		}
		if lines := strings.SplitN(guide, "\n", 3); len(lines) < 3 || strings.TrimSpace(lines[1]) == "" || strings.HasPrefix(lines[1], "=") {
			t.Errorf("%s: the guide has no title:\n%.300s", lang, guide)
		}
	}
}

// TestClaimIsQuoted: a ruling that answers a claim quotes it to who wrote it.
func TestClaimIsQuoted(t *testing.T) {
	r := tinyReport(t)
	r.Kind = Ruled
	r.Rulings = []Ruling{{Entry: 4, Reason: "The dice stand.", Changes: []adjudicator.Phrase{
		adjudicator.Say("ruling.dismissed", "N", 1, "Side", adjudicator.Term{Kind: "side", ID: "west"}, "Said", "My fleet was at sea.\nLook again.")}}}
	if missing := inOrder(render(t, r).Text, "The dice stand.", "is dismissed", "You had written:", "  | My fleet was at sea.\n  | Look again."); missing != "" {
		t.Errorf("no %q in\n%s", missing, render(t, r).Text)
	}
}

// TestPassedOn: a receipt says that the message of its mail was passed on.
func TestPassedOn(t *testing.T) {
	r := tinyReport(t)
	r.Passed = true
	if text := flatText(render(t, r).Text); !strings.Contains(text, "Your message was passed on to Bénédicte.") {
		t.Errorf("it does not say so:\n%s", text)
	}
}
