package host_test

import (
	"strings"
	"testing"

	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// inCopy is the report that a copy brings, as it was sent.
func inCopy(t testing.TB, m store.OutboxMail) mail.Received {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	check(t, err)
	kept, err := mail.ReadReport(r.Copy())
	check(t, err)
	return kept
}

// An old report that is asked for comes as a copy: its subject and its first words say so, it
// says when it was sent and whether its code is answered, it brings no date for a calendar, and
// the mail in it is that of then, byte for byte, proof and all.
func TestOldReportsComeAsCopies(t *testing.T) {
	c := newClub(t)
	first := c.sent()[0]
	if first.Recipient != northAt {
		t.Fatalf("the first mail is to %s", first.Recipient)
	}
	for _, answered := range []bool{false, true} {
		if answered {
			c.order("north", "bid 1")
			c.sent()
		}
		for _, ask := range []string{"report turn 1", "report " + strings.TrimPrefix(codeOfReport(t, first), "")} {
			got := c.ask("north", ask)
			if len(got) == 0 || got[0].Kind != "again" {
				t.Fatalf("%s: %v", ask, kinds(got))
			}
			r, err := mail.ReadReport(got[0].Raw)
			check(t, err)
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
			p, err := templates.FindProof(inCopy(t, got[0]).Texts()...)
			if err != nil || p.Game != c.game {
				t.Errorf("the proof in the copy: %v", err)
			}
		}
	}
}

// codeOfReport is the code that a report bears.
func codeOfReport(t *testing.T, m store.OutboxMail) string {
	t.Helper()
	file, ok := templates.OrderFile(text(t, m))
	if !ok {
		t.Fatal("no order file")
	}
	_, code, _ := strings.Cut(file, "\nanswers ")
	code, _, _ = strings.Cut(code, "\n")
	return strings.TrimSpace(code)
}
