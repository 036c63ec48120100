package templates

import (
	"strings"
	"testing"

	"keryx/adjudicator"
)

// Where a phase comes twice in a turn, once for each side, its headings say whose it is; an answer that
// standing orders have given for a phase, and that did nothing, makes no heading and no row.
func TestHeadingsNameTheirSide(t *testing.T) {
	about := func(phase, side string) adjudicator.Event {
		return adjudicator.Event{Phase: phase, Public: adjudicator.Say("words", "Side", adjudicator.Term{Kind: "side", ID: side})}
	}
	idle := adjudicator.Event{Phase: "D.4", Private: [2]adjudicator.Phrase{adjudicator.Say(standingOrder,
		"Order", adjudicator.Words{adjudicator.Keyword("end")}, "Rule", adjudicator.Wording{"redeploy", "redeploy"})}}
	own := about("D.1", "athens")
	own.Private[0] = adjudicator.Say("words")
	r := told("en", Chapter{Number: 1, Events: []adjudicator.Event{about("D.1", "sparta"), about("D.3", "sparta"), own, idle, about("D.3", "athens"), about("D.6", "sparta")}})
	r.Answered = []adjudicator.Answered{{Words: adjudicator.Words{adjudicator.Keyword("pass")}, From: adjudicator.FromStanding}}
	text := render(t, r).Text
	if missing := inOrder(text, "D.1 (sparta)", "D.3 (sparta)", "D.1 (athens)", "D.3 (athens)", "D.6\n"); missing != "" {
		t.Errorf("no %q in its place in\n%s", missing, text)
	}
	if strings.Contains(text, "D.4") || strings.Contains(text, "redeploy") || strings.Contains(text, "pass") || strings.Count(text, "(sparta)") != 2 {
		t.Errorf("it tells what did nothing, or names a side where a phase comes once:\n%s", text)
	}
}

// A phase whose identifier is a word of programs goes by its name alone; a number of the rulebook stands before the name.
func TestPhasesByName(t *testing.T) {
	c, err := With(game("delta", "delta/en", "[phase]\nflood = 'The flood'\n'B.1' = 'Cards'\nC = 'Battles'\n"))
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"flood": "The flood", "B.1": "B.1 · Cards", "C": "C · Battles"} {
		if got := c.For("en", "delta").phase(id); got != want {
			t.Errorf("phase %s: %q, want %q", id, got, want)
		}
	}
}
