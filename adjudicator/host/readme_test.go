package host_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/templates"
)

// manualPage returns the text of a page of the manual.
func manualPage(t *testing.T, lang, topic string) string {
	t.Helper()
	text, err := os.ReadFile("../../cmd/keryx/manual/" + lang + "/" + topic + ".md")
	hosttest.Check(t, err)
	return string(text)
}

// blocksOf are what stands in the blocks of a page.
func blocksOf(page string) (blocks []string) {
	for _, block := range regexp.MustCompile("(?s)```\n(.*?)\n```").FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, block[1])
	}
	return blocks
}

// TestManualRequests: every example of the manual's page on requests is answered, in both languages, and
// every request that its text names is one.
func TestManualRequests(t *testing.T) {
	for lang, tied := range map[string]string{"en": "\n## What ties", "fr": "\n## Ce qui lie"} {
		section, rest, found := strings.Cut(manualPage(t, lang, "requests"), tied)
		if !found {
			t.Fatalf("%s has no heading %q", lang, tied)
		}
		c := hosttest.NewClub(t, func(n *post.NewGame) {
			n.Ruleset, n.Seats = "hellespont", map[string]string{"athens": hosttest.NorthAt, "sparta": hosttest.SouthAt}
			n.AnswerTime = 90 * 24 * time.Hour // each request is made on another day
		}, hosttest.WithCalendar(func(r *calendar.Rules) {
			r.Tokens, r.TokenTime = 2, calendar.Span{Duration: 48 * time.Hour}
		}))
		c.Rules.Calendar.Leave = 30
		ask := func(request string) {
			t.Helper()
			request = strings.ReplaceAll(request, "hel-7", c.Game)
			request = strings.ReplaceAll(request, "K7Q2-9XWM", c.Seat("athens").Answers)
			got := c.Ask("north", strings.ReplaceAll(request, "\n", "/"))
			if row := c.LastReceived(); row.State != store.Command || len(got) == 0 {
				t.Errorf("%s: %q: %s (%s)", lang, request, row.State, row.Reason)
			}
			for _, m := range got {
				if said := strings.ToLower(templates.For("en", "").Say("reply.head.faults")); hosttest.Says(t, m, said) {
					t.Errorf("%s: %q is answered:\n%s", lang, request, hosttest.TextOf(t, m))
				}
			}
			c.Time = c.Time.AddDate(0, 0, 1) // another day's budget
		}
		blocks := blocksOf(section)
		if len(blocks) != 2 {
			t.Fatalf("%s: %d examples", lang, len(blocks))
		}
		for _, block := range blocks {
			ask(block)
		}
		words := regexp.MustCompile("`([a-zéèê][^`]*)`").FindAllStringSubmatch(regexp.MustCompile("(?s)```.*?```").ReplaceAllString(section, ""), -1)
		for _, word := range words {
			if strings.HasSuffix(word[1], "...") || word[1] == "chances" {
				continue // their form is shown by the examples
			}
			ask(word[1])
		}
		ask("partie hel-7\ncamp Athènes\nmodèle") // sides have names in every language
		if len(words) < 12 {
			t.Errorf("%s: %d requests are named in the text", lang, len(words))
		}
		for _, block := range append(blocksOf(rest), blocksOf(manualPage(t, lang, "calendar"))...) {
			block = strings.NewReplacer("orders@club.example", hosttest.ServerAddress, "2027-07-01", c.Time.Format(time.DateOnly),
				"2027-07-05", c.Time.AddDate(0, 0, 5).Format(time.DateOnly), "2027-07-18", c.Time.AddDate(0, 0, 5).Format(time.DateOnly)).Replace(block)
			ask(block)
			c.Time = c.Time.AddDate(0, 0, 10) // after that absence
		}
	}
}

// TestManualRulings: the ruling that the manual and the referee's guide show is taken, in both languages.
func TestManualRulings(t *testing.T) {
	day := regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	for _, lang := range []string{"en", "fr"} {
		shown := blocksOf(manualPage(t, lang, "rulings"))
		for _, part := range strings.Split(manualPage(t, lang, "referee"), "\n\n") {
			if strings.HasPrefix(part, "    ") {
				_, ruling, _ := strings.Cut(strings.ReplaceAll(part, "    ", ""), "\n") // without the server
				_, ruling, _ = strings.Cut(ruling, "\n")                                // and the day, which the test writes
				shown = append(shown, ruling)
			}
		}
		taken := 0
		for _, block := range shown {
			if strings.Contains(block, "keryx ") {
				continue // commands
			}
			c := hosttest.Overseen(t)
			block = strings.NewReplacer("hel-1", c.Game, "hel-7", c.Game).Replace(block)
			block = day.ReplaceAllString(block, c.Time.AddDate(0, 0, 10).Format(time.DateOnly))
			if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, c.Signed("third", block+"\n"), "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")); row.State != store.Command {
				t.Errorf("%s: %q: %s (%s)", lang, block, row.State, row.Reason)
			}
			taken++
		}
		if taken != 2 {
			t.Errorf("%s: %d rulings are shown", lang, taken)
		}
	}
}

// TestGuidesByMail: the guides come by mail in both languages, under the words of each.
func TestGuidesByMail(t *testing.T) {
	c := hosttest.NewClub(t)
	for ask, says := range map[string]string{
		"help referee": "Your first game as a referee", "aide arbitre": "Your first game as a referee",
		"help club": "Running a club for the first time", "help operator": "keryx backup DIR --keep 30",
		"help rulings": "Ruling in a game", "aide décisions": "on appeal NUMBER", "help claim": "uphold NUMBER",
	} {
		var said string
		for _, m := range c.Ask("north", ask) {
			said += hosttest.Flat(hosttest.TextOf(t, m))
		}
		if !strings.Contains(strings.ToLower(said), strings.ToLower(says)) {
			t.Errorf("%q is answered without %q:\n%s", ask, says, said)
		}
	}
}
