package host_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// An old report that is asked for comes as a copy: its subject and its first words say so, it
// says when it was sent and whether its code is answered, it brings no date for a calendar, and
// the mail in it is that of then, byte for byte, proof and all.
func TestOldReportsComeAsCopies(t *testing.T) {
	c := hosttest.NewClub(t)
	first := c.Sent()[0]
	if first.Recipient != hosttest.NorthAt {
		t.Fatalf("the first mail is to %s", first.Recipient)
	}
	for _, answered := range []bool{false, true} {
		if answered {
			c.Order("north", "bid 1")
			c.Sent()
		}
		for _, ask := range []string{"report turn 1", "report " + strings.TrimPrefix(codeOfReport(t, first), "")} {
			got := c.Ask("north", ask)
			if len(got) == 0 || got[0].Kind != "again" {
				t.Fatalf("%s: %v", ask, hosttest.KindsOf(got))
			}
			r, err := mail.ReadReport(got[0].Raw)
			hosttest.Check(t, err)
			want := "is not answered yet"
			if answered {
				want = "is answered"
			}
			if said := strings.Join(strings.Fields(r.Text), " "); !strings.HasPrefix(r.Subject, "[copy] [") || !strings.Contains(said, "copy of the report") || !strings.Contains(said, want) || !strings.Contains(said, "21 November 2026") {
				t.Errorf("%s: %s\n%s", ask, r.Subject, r.Text)
			}
			if string(r.Copy()) != string(first.Raw) || strings.Contains(r.Text, "begin:vcalendar") || len(r.Files) != 1 {
				t.Errorf("%s: it brings %d files, and the kept bytes are others", ask, len(r.Files))
			}
			p, err := templates.FindProof(hosttest.InCopy(t, got[0]).Texts()...)
			if err != nil || p.Game != c.Game {
				t.Errorf("the proof in the copy: %v", err)
			}
		}
	}
}

// codeOfReport is the code that a report bears.
func codeOfReport(t *testing.T, m store.OutboxMail) string {
	t.Helper()
	file, ok := templates.OrderFile(hosttest.TextOf(t, m))
	if !ok {
		t.Fatal("no order file")
	}
	_, code, _ := strings.Cut(file, "\nanswers ")
	code, _, _ = strings.Cut(code, "\n")
	return strings.TrimSpace(code)
}
