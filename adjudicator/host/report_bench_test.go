package host_test

import (
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/templates"
)

// BenchmarkFullReport makes the report of a whole month with a combat at sea: text, HTML, the map, the
// close-up, the map in letters and situation.json, but for the replay of the game and
// the signature. cpu-ns/op is the processor time, which another program on the machine
// does not lengthen; bytes is what the report comes to.
func BenchmarkFullReport(b *testing.B) {
	c := newGoldenClub(b)
	for fought := false; !fought; {
		if !c.move() {
			b.Fatal("the game is over before a combat")
		}
		sent := c.club.Sent()
		fought = strings.Contains(string(sent[len(sent)-1].Raw), "attacks at sea")
	}
	hosttest.Check(b, wholeReport(b.Context(), c.club.Host, c.club.Game, 0, func(report func() (templates.Letter, error)) {
		var l templates.Letter
		var err error
		began, n := cpu(), 0
		for ; b.Loop(); n++ {
			if l, err = report(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(cpu()-began)/float64(n), "cpu-ns/op")
		size := len(l.Text) + len(l.HTML)
		for _, a := range l.Attachments {
			size += len(a.Data)
		}
		if len(l.Attachments) < 4 || !strings.Contains(l.Text, "attacks at sea") {
			b.Fatalf("%d attachments and no combat: not a full report", len(l.Attachments))
		}
		b.ReportMetric(float64(size), "bytes")
	}))
}
