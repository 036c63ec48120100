package templates

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
)

// inOrder reports the first of some texts that does not come behind the one before.
func inOrder(text string, parts ...string) string {
	for _, part := range parts {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			return part
		}
		text = rest
	}
	return ""
}

// TestQuestionBeforeTables: by when an answer is needed, what happened, what is asked and the order file
// come before the map and the tables.
func TestQuestionBeforeTables(t *testing.T) {
	l := render(t, tinyReport(t))
	if missing := inOrder(l.Text, "Deadline", "WHAT HAPPENED", "WHAT IS ASKED NOW", "cut here", "YOUR FORCES", "BALANCE", "keryx-head-1"); missing != "" {
		t.Errorf("%q does not stand in its place:\n%s", missing, l.Text)
	}
	if missing := inOrder(l.HTML, "Deadline", "What happened", "What is asked now", "Your forces", "Balance"); missing != "" {
		t.Errorf("%q does not stand in its place in the HTML", missing)
	}
}

// TestSubjectNamesTheDay: in the player's own zone and language.
func TestSubjectNamesTheDay(t *testing.T) {
	auckland, err := time.LoadLocation("Pacific/Auckland")
	if err != nil {
		t.Fatal(err)
	}
	r := tinyReport(t)
	r.Kind, r.Deadline = Asked, time.Date(2026, 11, 25, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang string
		zone *time.Location
		now  time.Time
		want string
	}{
		{"en", time.UTC, r.Deadline.Add(-time.Hour), "orders needed by Wed 25"},
		{"en", auckland, r.Deadline.Add(-time.Hour), "orders needed by Thu 26"},
		{"fr", time.UTC, r.Deadline.Add(-time.Hour), "ordres attendus avant mer. 25"},
		{"en", time.UTC, r.Deadline, "orders overdue since Wed 25"},
	} {
		r.Lang, r.Zone, r.Now = c.lang, c.zone, c.now
		if got := render(t, r).Subject; !strings.HasSuffix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestWelcomeFoldsNothing: a first letter has every table in full, and no last report.
func TestWelcomeFoldsNothing(t *testing.T) {
	r := tinyReport(t)
	before := r.View
	r.Kind, r.Before = Welcome, &before
	l := render(t, r)
	if strings.Contains(l.Text, "UNCHANGED") || !strings.Contains(l.Text, "YOUR FORCES\n") || !strings.Contains(l.Text, "BALANCE\n") {
		t.Errorf("something is folded:\n%s", l.Text)
	}
}

// TestRuleAndDiceArePartedAsInTheLanguage: a space before the semicolon in French alone, at which no
// line is broken, in a plain text as on a page.
func TestRuleAndDiceArePartedAsInTheLanguage(t *testing.T) {
	r := tinyReport(t)
	for lang, want := range map[string]string{"en": "[rule 2.1; die 4]", "fr": "[règle\u00a02.1\u00a0; dé 4]"} {
		r.Lang = lang
		if text := strings.ReplaceAll(render(t, r).Text, "\n    ", " "); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in\n%s", lang, want, text)
		}
	}
}

// TestUnchangedTablesAreFolded: a table that stood in the last report as it stands now
// takes a line, with all that it says in words; one that has changed is shown, and so are the reader's
// own forces when he is asked something.
func TestUnchangedTablesAreFolded(t *testing.T) {
	r := tinyReport(t)
	before := tinyView()
	before.Tables[1].Rows = before.Tables[1].Rows[:1]
	before.Tables[1].Rows[0] = append([]any{}, before.Tables[1].Rows[0]...)
	before.Tables[1].Rows[0][1] = "nothing"
	r.Before = &before
	if text := render(t, r).Text; !strings.Contains(text, "YOUR FORCES\n") {
		t.Errorf("who is asked about his forces does not see them whole:\n%s", text)
	}
	r.View.Tables[0].ID, before.Tables[0].ID = "fleets", "fleets"
	l := render(t, r)
	if strings.Contains(l.Text, "YOUR FORCES\n") || !strings.Contains(l.Text, "UNCHANGED SINCE YOUR LAST REPORT") || !strings.Contains(l.Text, "Your forces. ") {
		t.Errorf("the reader's forces are not folded:\n%s", l.Text)
	}
	if !strings.Contains(l.Text, "THE ENEMY, AS FAR AS YOU KNOW\n") {
		t.Errorf("what has changed is folded:\n%s", l.Text)
	}
	r.Before = nil
	if strings.Contains(render(t, r).Text, "UNCHANGED") {
		t.Error("the first letter folds")
	}
}

// TestFoldedTablesLoseNothing: figures are told with the heading of their column, unless
// they add up what stands beside them; two columns of one heading are the halves of a name,
// and a table with a column for each side is told as a comparison.
func TestFoldedTablesLoseNothing(t *testing.T) {
	heads := func(of ...string) (all []adjudicator.Phrase) {
		for _, text := range of {
			all = append(all, adjudicator.Phrase{Key: "tiny.column." + text})
		}
		return all
	}
	zone := adjudicator.Term{Kind: "zone", ID: "Z1"}
	for want, l := range map[string]adjudicator.Listing{
		"Your forces. Gull Rock: three, strength\u00a07, ships\u00a02.": {Columns: heads("zone", "seen", "strength", "ships"), Rows: [][]any{{zone, "three", 7, 2}}},
		"Your forces. Gull Rock: galley.":                               {Columns: heads("zone", "seen", "strength", "ships"), Rows: [][]any{{zone, adjudicator.Terms{{Kind: "unit", ID: "galley"}}, 7, 2}}},
		"Your forces. Fog / Calm: leader\u00a0Calm; Rain / Storm.":      {Columns: heads("seen", "seen", "leader"), Rows: [][]any{{"Fog", "Calm", "Calm"}, {"Rain", "Storm", ""}}},
		"Your forces (Westport/Easthaven): Wind 3/4; Bridge: broken.": {
			Columns: append(heads("seen"), adjudicator.Phrase{Key: "tiny.side.west"}, adjudicator.Phrase{Key: "tiny.side.east"}),
			Rows:    [][]any{{"Wind", 3, 4}, {"Bridge", "", "broken"}}},
	} {
		r := tinyReport(t)
		l.ID, l.Title = "fleets", adjudicator.Phrase{Key: "tiny.table.own"}
		r.View.Tables = []adjudicator.Listing{l}
		before := r.View
		r.Before = &before
		if text := strings.Join(strings.Fields(render(t, r).Text), " "); !strings.Contains(text, strings.ReplaceAll(want, "\u00a0", " ")) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}

// TestLastLetter: who won, in the subject and at the head, why, how to see what was
// secret, and no order file.
func TestLastLetter(t *testing.T) {
	r := goldenReports(t)["result"]
	r.Code, r.Standing = "ABCD-EFGH", "wind: wait"
	l := render(t, r)
	if !strings.HasSuffix(l.Subject, "the game is over: victory for Westport") {
		t.Errorf("the subject is %q", l.Subject)
	}
	if missing := inOrder(l.Text, "Alice (Westport) wins", "RESULT", "holds every port", "All secrets are now revealed"); missing != "" {
		t.Errorf("%q does not stand in its place:\n%s", missing, l.Text)
	}
	if _, ok := OrderFile(l.Text); ok || strings.Contains(l.Text, "wind: wait") {
		t.Errorf("it holds an order file:\n%s", l.Text)
	}
	for _, a := range l.Attachments {
		if strings.Contains(a.Name, "orders") {
			t.Errorf("%s is attached", a.Name)
		}
	}
}

// TestTrueWords: nothing is said of a referee where there is none, nor left open what is
// known of a game that takes no orders.
func TestTrueWords(t *testing.T) {
	r := tinyReport(t)
	r.Contract = "wait"
	for lang, referee := range map[string]string{"en": "referee", "fr": "arbitre"} {
		r.Lang = lang
		for _, there := range []bool{false, true} {
			r.Referee = there
			if got := strings.Contains(flat(t, r), referee); got != there {
				t.Errorf("%s: a referee is there: %t, is named: %t", lang, there, got)
			}
		}
	}
	for status, other := range map[string]string{"ended": "stopped the clock", "paused": "is over"} {
		if text := flat(t, Report{Kind: Closed, Lang: "en", Game: "hel-7", Status: status}); strings.Contains(text, other) || strings.Contains(text, "or the referee") {
			t.Errorf("%s: %s", status, text)
		}
	}
}

// TestPlayedByTheServerComesFirst: before everything else.
func TestPlayedByTheServerComesFirst(t *testing.T) {
	r := told("en", Chapter{Number: 1, Events: saying(adjudicator.Say("port-emptied", "Zone", zone("Sestos")))})
	r.Missed = []time.Time{noon, noon.Add(time.Hour)}
	if missing := inOrder(flat(t, r), "2 of your deadlines passed without orders from you", "carried out", "In short: Sestos falls."); missing != "" {
		t.Errorf("%q does not stand in its place: %s", missing, flat(t, r))
	}
}
