package host_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host"
	"keryx/store"
	"keryx/templates"
)

// readmeSection returns the text of a section of the README.
func readmeSection(t *testing.T, title string) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	check(t, err)
	_, after, found := strings.Cut(string(text), "\n## "+title+"\n")
	if !found {
		t.Fatalf("the README has no section %q", title)
	}
	section, _, _ := strings.Cut(after, "\n## ")
	return section
}

// Every example of the README's section on requests is answered, in each language of
// the requests, and every request that it names in its text is one.
func TestReadmeRequests(t *testing.T) {
	section := readmeSection(t, "Asking by mail")
	c := newClub(t, func(n *host.NewGame) {
		n.Ruleset, n.Seats = "hellespont", map[string]string{"athens": northAt, "sparta": southAt}
		n.AnswerTime = 90 * 24 * time.Hour // each request is made on another day
	}, with(func(r *calendar.Rules) {
		r.Tokens, r.TokenTime = 2, calendar.Span{Duration: 48 * time.Hour}
	}))
	ask := func(request string) {
		t.Helper()
		request = strings.ReplaceAll(request, "hel-7", c.game)
		request = strings.ReplaceAll(request, "K7Q2-9XWM", c.seat("athens").Answers)
		got := c.ask("north", strings.ReplaceAll(request, "\n", "/"))
		if row := c.lastReceived(); row.State != store.Command || len(got) == 0 {
			t.Errorf("%q: %s (%s)", request, row.State, row.Reason)
		}
		for _, m := range got {
			if said := strings.ToLower(templates.For("en", "").Say("reply.head.faults")); says(t, m, said) {
				t.Errorf("%q is answered:\n%s", request, text(t, m))
			}
		}
		c.now = c.now.AddDate(0, 0, 1) // another day's budget
	}
	blocks := regexp.MustCompile("(?s)```\n(.*?)\n```").FindAllStringSubmatch(section, -1)
	if len(blocks) < 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, block := range blocks {
		ask(block[1])
	}
	words := regexp.MustCompile("`([a-z][^`]*)`").FindAllStringSubmatch(regexp.MustCompile("(?s)```.*?```").ReplaceAllString(section, ""), -1)
	for _, word := range words {
		if strings.HasSuffix(word[1], "...") || word[1] == "chances" {
			continue // their form is shown by the examples
		}
		ask(word[1])
	}
	ask("partie hel-7\ncamp Athènes\nmodèle") // sides have names in every language
	if len(words) < 12 {
		t.Errorf("%d requests are named in the text", len(words))
	}
}
