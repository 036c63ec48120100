package host_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
)

// neighbours is a club whose players have their mail where the server has its own, or
// elsewhere. The domain of the server's Message-IDs is that of its address, as it is
// where nothing else is configured.
func neighbours(t *testing.T, playersAt string) *hosttest.Club {
	t.Helper()
	c := &hosttest.Club{T: t, Time: hosttest.Noon, Path: hosttest.Place(t)}
	db, err := engine.Open(t.Context(), c.Path)
	hosttest.Check(t, err)
	t.Cleanup(func() { hosttest.Check(t, db.Close()) })
	c.Host = hosttest.NewHost(t, db, func() time.Time { return c.Time })
	c.Post = host.Post{Address: "orders@club.example", Name: "Club", Domain: "club.example"}
	seats := map[string]string{}
	for _, name := range []string{"north", "south"} {
		seats[name] = name + "@" + playersAt
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: seats[name], Name: name, Language: "en", TimeZone: "UTC"}))
		_, err := c.Keys.AddKey(t.Context(), seats[name], "", []byte(hosttest.People()[name].SSH.Public().Text))
		hosttest.Check(t, err)
	}
	c.Game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Language: "en", Seats: seats})
	hosttest.Check(t, err)
	return c
}

// TestNeighboursPlay plays by mails whose every address and Message-ID could be the
// server's own. Thunderbird and Apple Mail make Message-IDs in the domain of the
// sender, and servers that pass mail on note their address in X-Loop.
func TestNeighboursPlay(t *testing.T) {
	for _, domain := range []string{"club.example", "CLUB.example", "mail.club.example", "example.org"} {
		for name, fields := range map[string][]string{
			"Message-ID in the players' domain":      {"Message-ID: <0d3c7f1e-6a52-4a4e@" + domain + ">"},
			"Message-ID in the server's domain":      {"Message-ID: <0d3c7f1e-6a52-4a4e@club.example>"},
			"Message-ID as ours look":                {"Message-ID: <" + strings.Repeat("a", 32) + "@club.example>"},
			"passed on by the server of the mailbox": {"Message-ID: <1@x>", "X-Loop: orders@club.example"},
			"through the server of the players":      {"Message-ID: <1@x>", "X-Loop: north@" + domain, "Received: from club.example"},
		} {
			t.Run(domain+", "+name, func(t *testing.T) {
				c := neighbours(t, domain)
				raw := string(hosttest.Letter("north@"+domain, c.Signed("north", c.Orders("north", "bid 1")), fields...))
				raw = regexp.MustCompile(`Message-ID: <\d+@example.org>\r\n`).ReplaceAllString(raw, "")
				c.Sent()
				c.WantState([]byte(raw), store.Accepted)
				if got := c.Sent(); len(got) == 0 || got[0].Recipient != store.Address("north@"+domain) {
					t.Errorf("mails %q, want a receipt", hosttest.KindsOf(got))
				}
			})
		}
	}
}

// TestOwnMailComesBack returns what the server sent to it, as forwarding rules and
// answering machines do, with good orders in it. Nothing is played and nothing answered.
func TestOwnMailComesBack(t *testing.T) {
	c := neighbours(t, "club.example")
	sent := c.Sent()
	if len(sent) == 0 {
		t.Fatal("nothing was sent")
	}
	block := c.Signed("north", c.Orders("north", "bid 1"))
	mark := regexp.MustCompile(`(?m)^X-Loop: orders@club\.example (\S+)\r$`)
	id := regexp.MustCompile(`(?m)^Message-ID: .*\r$`)
	automatic := regexp.MustCompile(`(?m)^(Auto-Submitted|List-Id|X-Auto-Response-Suppress): .*\r\n`)
	for name, change := range map[string]func(string) string{
		"as it was":                   func(raw string) string { return raw },
		"with another Message-ID":     func(raw string) string { return id.ReplaceAllString(raw, "Message-ID: <new@example.org>\r") },
		"sent before mail was marked": func(raw string) string { return mark.ReplaceAllString(raw, "X-Loop: orders@club.example\r") },
		"its header gone but for the mark": func(raw string) string {
			return string(hosttest.Letter("robot@example.net", block, "X-Loop: "+mark.FindStringSubmatch(raw)[1]))
		},
	} {
		t.Run(name, func(t *testing.T) {
			raw := change(automatic.ReplaceAllString(string(sent[0].Raw), ""))
			head, _, _ := strings.Cut(raw, "\r\n\r\n")
			head = regexp.MustCompile(`(?s)\r\nContent-Type:.*`).ReplaceAllString(head, "")
			row := c.Receive([]byte(head + "\r\n\r\n" + strings.ReplaceAll(block, "\n", "\r\n")))
			if row.State != store.Automatic || row.Reason != "own-mail: own" {
				t.Errorf("%s (%s), want our own mail:\n%s", row.State, row.Reason, head)
			}
			if got := c.Sent(); len(got) != 0 {
				t.Errorf("answered by %q", hosttest.KindsOf(got))
			}
		})
	}
	// A mark of another server is none of ours.
	c.WantState(hosttest.Letter("north@club.example", block, "X-Loop: orders@club.example "+mail.Mark([]byte("another"), "<x@y>")), store.Accepted)
}
