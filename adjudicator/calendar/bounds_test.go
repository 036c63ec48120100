package calendar_test

import (
	"fmt"
	"testing"

	"keryx/adjudicator/calendar"
)

// A league counts the days of each absence from its first day on, shuts them at its end, and
// knows 29 February.
func TestBounds(t *testing.T) {
	day := func(text string) calendar.Date {
		d, err := calendar.ReadDate(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	away := func(days ...string) (all []calendar.Absence) {
		for i := 0; i < len(days); i += 2 {
			all = append(all, calendar.Absence{From: day(days[i]), To: day(days[i+1])})
		}
		return all
	}
	all := away("2028-01-20", "2028-02-03", "2028-02-25", "2028-03-05", "2028-05-01", "2028-05-03")
	for _, tt := range []struct {
		b    calendar.Bounds
		want []calendar.Absence
	}{
		{calendar.Bounds{}, all},
		{calendar.Bounds{None: true}, nil},
		{calendar.Bounds{To: day("2028-02-29")}, away("2028-01-20", "2028-02-03", "2028-02-25", "2028-02-29")},
		{calendar.Bounds{Days: 5, From: day("2028-02-01")}, away("2028-01-20", "2028-02-03", "2028-02-25", "2028-02-26")},
		{calendar.Bounds{Days: 8, From: day("2028-02-01")}, away("2028-01-20", "2028-02-03", "2028-02-25", "2028-02-29")},
		{calendar.Bounds{Days: 14, From: day("2028-02-01"), To: day("2028-05-01")}, away("2028-01-20", "2028-02-03", "2028-02-25", "2028-03-05", "2028-05-01", "2028-05-01")},
	} {
		if got := tt.b.Cut(all); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%+v:\n%v, want\n%v", tt.b, got, tt.want)
		}
	}
}
