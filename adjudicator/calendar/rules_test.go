package calendar

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

func at(t testing.TB, text string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func in(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// read reads a value as people write it.
func read[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](t testing.TB, text string) T {
	t.Helper()
	var v T
	if err := P(&v).UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return v
}

// Deadlines move forward to where one may fall, and tell why.
func TestDeadline(t *testing.T) {
	judge := Rules{Days: read[Days](t, "tue-sat"), Hours: read[Hours](t, "23:30"), Grace: read[Span](t, "168h")}
	paris := Rules{Zone: "Europe/Paris"}
	nights := Rules{Zone: "Europe/Paris", Hours: read[Hours](t, "02:30")}
	club := Holidays{read[Holiday](t, "12-24..01-02"), read[Holiday](t, "FREQ=YEARLY;BYEASTER=1"), read[Holiday](t, "2027-05-06")}
	evening := Rules{Zone: "Europe/Paris", Days: read[Days](t, "mon-fri"), Hours: read[Hours](t, "18:00-22:00"), Free: true}
	busy := Rules{Zone: "Europe/Paris", Days: read[Days](t, "mon-fri"), Hours: read[Hours](t, "18:00-22:00")}
	for name, c := range map[string]struct {
		rules       Rules
		asked, time string
		want        string
		why         []Why
	}{
		"the clock of a judge of old": {judge, "2027-03-04T10:00:00Z", "72h", "2027-03-09T23:30:00Z", []Why{ByDay, ByHour}},
		"three days are 72 hours":     {paris, "2027-03-26T09:00:00Z", "3d", "2027-03-29T09:00:00Z", nil},
		"within the hours":            {evening, "2027-06-01T17:00:00Z", "2d", "2027-06-03T17:00:00Z", nil},
		"at their end":                {evening, "2027-06-01T20:00:00Z", "2d", "2027-06-03T20:00:00Z", nil},
		"before the hours":            {evening, "2027-06-01T08:00:00Z", "2d", "2027-06-03T16:00:00Z", []Why{ByHour}},
		"behind the hours":            {evening, "2027-06-01T20:01:00Z", "2d", "2027-06-04T16:00:00Z", []Why{ByHour}},
		"over a weekend":              {evening, "2027-06-04T20:30:00Z", "1d", "2027-06-07T16:00:00Z", []Why{ByDay, ByHour}},
		"by Easter":                   {evening, "2027-03-26T17:00:00Z", "3d", "2027-03-30T16:00:00Z", []Why{ByHoliday, ByHour}},
		"by the turn of the year":     {evening, "2026-12-22T17:00:00Z", "3d", "2027-01-04T17:00:00Z", []Why{ByHoliday, ByDay, ByHour}},
		"by a single day":             {evening, "2027-05-04T17:00:00Z", "2d", "2027-05-07T16:00:00Z", []Why{ByHoliday, ByHour}},
		"in a game without holidays":  {busy, "2027-05-04T17:00:00Z", "2d", "2027-05-06T17:00:00Z", nil},
		// The night of 28 March 2027 has no 02:30 in Paris: 03:00 is the next that there is.
		"in the shorter night": {nights, "2027-03-26T23:30:00Z", "1d", "2027-03-28T01:00:00Z", []Why{ByHour, ByMissing}},
		// That of 31 October has two: 00:30 and 01:30 in UTC.
		"in the longer night":             {nights, "2027-10-29T23:30:00Z", "1d", "2027-10-31T01:30:00Z", []Why{ByHour, ByDouble}},
		"in the longer night, in between": {nights, "2027-10-30T00:40:00Z", "1d", "2027-10-31T01:30:00Z", []Why{ByHour, ByDouble}},
		"a day of 24 hours over a change": {paris, "2027-03-27T12:00:00Z", "1d", "2027-03-28T12:00:00Z", nil},
	} {
		got := c.rules.Deadline(at(t, c.asked), read[Span](t, c.time).Duration, club)
		if !got.At.Equal(at(t, c.want)) || !slices.Equal(got.Why, c.why) {
			t.Errorf("%s: %s for %v, want %s for %v", name, got.At.UTC().Format(time.RFC3339), got.Why, c.want, c.why)
		}
	}
	if grace := judge.Grace.Duration; grace != 7*Day {
		t.Errorf("the grace is %s", grace)
	}
}

// Both nights of 2027 in Paris, minute by minute, and a day that an island left out.
func TestLocal(t *testing.T) {
	paris, apia := in(t, "Europe/Paris"), in(t, "Pacific/Apia")
	for _, c := range []struct {
		zone *time.Location
		day  string
		time Clock
		want string
		odd  Odd
	}{
		{paris, "2027-03-28", 1*60 + 59, "2027-03-28T00:59:00Z", Plain},
		{paris, "2027-03-28", 2 * 60, "2027-03-28T01:00:00Z", Missing},
		{paris, "2027-03-28", 2*60 + 59, "2027-03-28T01:00:00Z", Missing},
		{paris, "2027-03-28", 3 * 60, "2027-03-28T01:00:00Z", Plain},
		{paris, "2027-10-31", 1*60 + 59, "2027-10-30T23:59:00Z", Plain},
		{paris, "2027-10-31", 2 * 60, "2027-10-31T01:00:00Z", Double},
		{paris, "2027-10-31", 2*60 + 59, "2027-10-31T01:59:00Z", Double},
		{paris, "2027-10-31", 3 * 60, "2027-10-31T02:00:00Z", Plain},
		{paris, "2027-10-31", 24 * 60, "2027-10-31T23:00:00Z", Plain},
		{apia, "2011-12-30", 12 * 60, "2011-12-30T10:00:00Z", Missing},
	} {
		day, err := ReadDate(c.day)
		if err != nil {
			t.Fatal(err)
		}
		got, odd := localDate(day.Year(), day.Month(), day.Day(), c.time, c.zone)
		if !got.Equal(at(t, c.want)) || odd != c.odd {
			t.Errorf("%s on %s in %s: %s, %q; want %s, %q", c.time, c.day, c.zone, got.UTC().Format(time.RFC3339), odd, c.want, c.odd)
		}
	}
}

// Whatever the rules, a deadline is never earlier than asked for, falls where one may, is not
// moved a second time, and who is asked later is never due earlier.
func TestDeadlineMovesForward(t *testing.T) {
	zones := []string{"", "Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"}
	rapid.Check(t, func(r *rapid.T) {
		rules := Rules{Zone: rapid.SampledFrom(zones).Draw(r, "zone"), Days: Days(rapid.IntRange(0, 127).Draw(r, "days")), Free: true}
		if rapid.Bool().Draw(r, "hours") {
			rules.Hours.Given = true
			rules.Hours.From = Clock(rapid.IntRange(0, 24*60-1).Draw(r, "from"))
			rules.Hours.To = Clock(rapid.IntRange(int(rules.Hours.From), 24*60).Draw(r, "to"))
		}
		club := Holidays{read[Holiday](t, "12-24..01-02"), read[Holiday](t, "FREQ=MONTHLY;BYDAY=1MO")}
		asked := time.UnixMilli(rapid.Int64Range(at(t, "2026-01-01T00:00:00Z").UnixMilli(), at(t, "2030-01-01T00:00:00Z").UnixMilli()).Draw(r, "asked"))
		answer := time.Duration(rapid.IntRange(1, 30*24*60).Draw(r, "minutes")) * time.Minute
		due := rules.Deadline(asked, answer, club)
		if due.At.Before(asked.Add(answer)) {
			r.Fatalf("asked at %s, due at %s: not in %s", asked, due.At, answer)
		}
		zone := rules.location()
		local := due.At.In(zone)
		if !rules.Days.Has(local.Weekday()) && !slices.Contains(due.Why, ByMissing) || club.Include(DateOf(due.At, zone)) && !slices.Contains(due.Why, ByMissing) {
			r.Fatalf("due on %s", local)
		}
		start, _ := Local(due.At, rules.Hours.From, zone)
		end, _ := Local(due.At, rules.Hours.To, zone)
		if rules.Hours.Given && !slices.Contains(due.Why, ByMissing) && (due.At.Before(start) || due.At.After(end)) {
			r.Fatalf("due at %s, not within %s", local, rules.Hours)
		}
		if again := rules.Move(due.At, club); !again.At.Equal(due.At) {
			r.Fatalf("due at %s, moved to %s", local, again.At)
		}
		if moved := !due.At.Equal(due.Was); moved != (len(due.Why) > 0) {
			r.Fatalf("moved from %s to %s for %v", due.Was, due.At, due.Why)
		}
		next := rules.Deadline(asked.Add(time.Duration(rapid.IntRange(0, 60*24*60).Draw(r, "later"))*time.Minute), answer, club)
		if next.At.Before(due.At) {
			r.Fatalf("asked later, due earlier: %s before %s", next.At, due.At)
		}
	})
}

// What a club writes is read, written again, and refused in words that say what would do.
func TestRulesAreWritten(t *testing.T) {
	rules := Usual()
	rules.Zone, rules.Days, rules.Hours, rules.Quiet = "Europe/Paris", read[Days](t, "lun-ven"), read[Hours](t, "18h-22h30"), read[Hours](t, "22:00-07:00")
	rules.Grace = read[Span](t, "1d12h")
	stored, err := rules.Write()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read(stored)
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := again.Write(); string(second) != string(stored) || again.Days.String() != "mon,tue,wed,thu,fri" || again.Hours.String() != "18:00-22:30" {
		t.Errorf("stored as\n%s\nread and written again\n%s", stored, second)
	}
	if none, err := Read(nil); none != nil || err != nil {
		t.Errorf("a game without a calendar has %v, %v", none, err)
	}
	for want, change := range map[string]func(*Rules){
		"Europe/Paris":          func(r *Rules) { r.Zone = "Europe/Pairs" },
		"past midnight":         func(r *Rules) { r.Hours = read[Hours](t, "22:00-02:00") },
		"22:00-07:00":           func(r *Rules) { r.Quiet = read[Hours](t, "22:00") },
		"no day":                func(r *Rules) { r.Days = read[Days](t, "mon"); r.Free = true },
		"too long":              func(r *Rules) { r.Grace = Span{200 * Day} },
		"more reminders than 5": func(r *Rules) { r.After = make([]Span, 6) },
	} {
		wrong := rules
		change(&wrong)
		if err := wrong.Check(Holidays{read[Holiday](t, "FREQ=WEEKLY;BYDAY=MO")}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("refused with %v, want a word of %q", err, want)
		}
	}
	for _, text := range []string{"someday", "mon-", "montag"} {
		if err := new(Days).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as days", text)
		}
	}
	for _, text := range []string{"25:00", "18:00-", "9", "24:00", "18:60"} {
		if err := new(Hours).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as hours", text)
		}
	}
	for _, text := range []string{"christmas", "13-40", "2027-02-30", "FREQ=HOURLY", "FREQ=SOMETIMES", "2027-08-01..2027-07-01", "01-01..12-31"} {
		if err := new(Holiday).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as a holiday", text)
		}
	}
}

// Quiet hours end in the morning, also where the clocks change in the night.
func TestQuiet(t *testing.T) {
	quiet, paris := read[Hours](t, "22:00-07:00"), in(t, "Europe/Paris")
	for now, want := range map[string]string{
		"2027-06-01T20:00:00Z": "2027-06-02T05:00:00Z", "2027-06-02T04:59:00Z": "2027-06-02T05:00:00Z", "2027-06-02T05:00:00Z": "2027-06-02T05:00:00Z",
		"2027-06-01T12:00:00Z": "2027-06-01T12:00:00Z", "2027-03-27T22:00:00Z": "2027-03-28T05:00:00Z", "2027-10-30T21:00:00Z": "2027-10-31T06:00:00Z",
	} {
		if got := quiet.End(at(t, now), paris); !got.Equal(at(t, want)) {
			t.Errorf("at %s it is quiet until %s, want %s", now, got.UTC().Format(time.RFC3339), want)
		}
	}
	if now := at(t, "2027-06-01T23:00:00Z"); !(Hours{}).End(now, paris).Equal(now) {
		t.Error("without quiet hours it is quiet")
	}
}

// Reminders come at half of the time and a day before, but not two in half a day.
func TestMoments(t *testing.T) {
	deadline := at(t, "2027-06-08T12:00:00Z")
	for answer, want := range map[time.Duration][]time.Duration{
		7 * Day: {84 * time.Hour, Day}, 3 * Day: {36 * time.Hour, Day}, 2 * Day: {Day}, 30 * time.Hour: {Day}, Day: {12 * time.Hour}, 6 * time.Hour: nil,
	} {
		var got []time.Duration
		for _, moment := range Usual().Moments(answer, deadline) {
			got = append(got, deadline.Sub(moment))
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %s, reminders %v before; want %v", Span{answer}, got, want)
		}
	}
}

// Days of correspondence chess: published examples.
func TestCost(t *testing.T) {
	for took, want := range map[int]int{0: 0, 1: 1, 20: 20, 21: 22, 23: 26, 30: 40, 40: 60} {
		if got := Cost(time.Duration(took)*Day + 23*time.Hour); got != want {
			t.Errorf("%d days cost %d, want %d", took, got, want)
		}
		if back := Lasts(want); back != time.Duration(took)*Day {
			t.Errorf("%d days in the bank last %s, want %d days", want, back, took)
		}
	}
	bank := read[Bank](t, "30d+3d")
	for moves, want := range map[int]int{10: 60, 20: 90, 30: 120, 40: 150} {
		if got := bank.Total(moves); got != want {
			t.Errorf("after %d moves %d days, want %d", moves, got, want)
		}
	}
}

// Absences: whole days, before they begin, so many in a year, and what is left comes back.
func TestAbsences(t *testing.T) {
	paris, now := in(t, "Europe/Paris"), at(t, "2027-06-30T22:30:00Z") // 1 July in Paris
	of := func(from, to string) Absence {
		t.Helper()
		first, err := ReadDate(from)
		last, err2 := ReadDate(to)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		return Absence{From: first, To: last}
	}
	all, err := Announce(nil, of("2027-07-05", "2027-07-18"), 30, now, paris)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	all, err = Announce(all, of("2027-12-24", "2028-01-20"), 30, now, paris)
	if err == nil {
		all, err = Announce(all, of("2027-08-01", "2027-08-08"), 30, now, paris)
	}
	if err != nil || len(all) != 3 || !all[1].From.Equal(of("2027-08-01", "2027-08-08").From) {
		t.Fatal(all, err)
	}
	for name, c := range map[string]struct {
		a    Absence
		want error
	}{
		"today":                 {of("2027-07-01", "2027-07-03"), ErrBegun},
		"backward":              {of("2027-09-05", "2027-09-03"), ErrBackward},
		"twice":                 {of("2027-07-18", "2027-07-20"), ErrOverlap},
		"in two years":          {of("2029-07-18", "2029-07-20"), ErrFar},
		"one more than allowed": {of("2027-09-01", "2027-09-01"), &AllowanceError{2027, 1, 0}},
	} {
		_, err := Announce(all, c.a, 30, now, paris)
		var short, want *AllowanceError
		if errors.As(c.want, &want) {
			if !errors.As(err, &short) || *short != *want {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		} else if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	back, was := Return(all, at(t, "2027-07-10T08:00:00Z"), paris)
	if !was || back[0].Days(2027) != 6 || !back[0].End(paris).Equal(at(t, "2027-07-10T08:00:00Z")) || len(back) != 3 {
		t.Errorf("who comes back on the sixth day has used %d days", back[0].Days(2027))
	}
	if _, err := Announce(back, of("2027-09-01", "2027-09-08"), 30, now, paris); err != nil {
		t.Errorf("the days that came back: %v", err)
	}
	if until, away := Away(all, at(t, "2027-07-10T08:00:00Z"), paris); !away || !until.Equal(at(t, "2027-07-18T22:00:00Z")) {
		t.Errorf("away until %s", until)
	}
	for _, c := range []struct {
		from  string
		lasts time.Duration
		want  string
	}{
		{"2027-07-02T12:00:00Z", 7 * Day, "2027-07-23T12:00:00Z"},
		{"2027-07-02T12:00:00Z", 2 * Day, "2027-07-04T12:00:00Z"},
		{"2027-07-10T12:00:00Z", 7 * Day, "2027-07-25T22:00:00Z"},
		{"2027-07-20T12:00:00Z", 7 * Day, "2027-07-27T12:00:00Z"},
		{"2027-07-02T12:00:00Z", 20 * Day, "2027-08-13T12:00:00Z"},
	} {
		if got := Skip(all, at(t, c.from), c.lasts, paris); !got.Equal(at(t, c.want)) {
			t.Errorf("%s from %s: %s, want %s", c.lasts, c.from, got.UTC().Format(time.RFC3339), c.want)
		}
	}
}
