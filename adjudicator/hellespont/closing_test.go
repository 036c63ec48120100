package hellespont

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/templates"
)

// An order that answers what is asked once, and stands twice, waits for a question that
// never comes: a new file with it is refused, whatever can be reached of it; one that was
// taken is played as it was.
func TestOrdersAskedOnceStandOnce(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"choose S9/choose S22", "6 chosen-twice"},
		{"choose none/choose S3", "6 chosen-twice"},
		{"choose S9/phase B.3/choose S3/choose S22", "7 chosen-twice 8 chosen-twice"},
		{"choose S99/choose S3", "5 unknown-name"},
		{"choose S9/phase B.3/spend 1/spend 2", "8 asked-once"},
		{"choose S9/phase B.3/spend 1/end/phase B.3 again/spend 2/end", ""},
		{"choose S9/phase B.3/spend 1/end/activate Sestos", "9 never-asked"},
		{"choose S9/spend 1/end/spend 2/end", ""}, // of two phases
		{"choose S9/phase C/siege none/siege Abydos", "8 never-asked"},
		{"choose S9/phase C/siege Abydos/siege none", ""},
		{"choose S9/phase D.1/keep S14/phase D.1 again/keep S9", "9 asked-once"},
		{"choose S9/phase D.2/repatriate none/enter none", "8 never-asked"},
		{"choose S9/phase D.2/enter Sestos T4/repatriate T10 to Thasos/end/end", "10 asked-once"},
	} {
		f, faults := orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\norders\n" + strings.ReplaceAll(c.file, "/", "\n") + "\n")
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, rehearsed := range []bool{true, false} {
			g := emptyField(t)
			for c := range g.Counters {
				g.Pool.Cup.Add(field.ChitNo(c))
			}
			s, err := adjudicator.Open(staged{Default().(*ruleset), &scene{g, func(t *adjudicator.Table) { g.chooseStart(t) }}},
				adjudicator.Snapshot{Turn: 1}, loaded(nil), 1, dice.Head{})
			if err != nil {
				t.Fatal(err)
			}
			in := adjudicator.Input{Side: athens, File: f}
			var out adjudicator.Outcome
			if rehearsed {
				out, err = s.Rehearse(in, rand.New(rand.NewPCG(1, 1)))
			} else {
				out, err = s.Take(in)
			}
			s.Close()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range out.Faults {
				got = append(got, fmt.Sprint(d.Span.Line, " ", d.Code))
				for _, lang := range templates.Known().Languages() {
					if text := templates.For(lang, "hellespont").Diagnostic(d); strings.ContainsAny(text, "‹›") {
						t.Errorf("%s: %s", lang, text)
					}
				}
			}
			slices.Sort(got)
			want := c.want
			if !rehearsed && !strings.Contains(want, "unknown-name") {
				want = ""
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%s (rehearsed %t): %q, want %q", c.file, rehearsed, s, want)
			}
		}
	}
}
