package calendar

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"keryx/orders/pattern"
)

// Span is a time as people write it: "3d", "2 weeks", "1d 12h", "36h", "90m". A day is 24
// hours, whatever the clocks do.
type Span struct{ time.Duration }

// spanPart is one number with its unit.
var spanPart = pattern.New(`^([0-9]+) ?([a-zé]*)`)

// spanUnits are the spellings of the units, in both languages of the letters.
var spanUnits = map[string]time.Duration{}

func init() {
	for unit, words := range map[time.Duration]string{
		7 * 24 * time.Hour: "w week weeks sem semaine semaines",
		24 * time.Hour:     "d day days j jour jours",
		time.Hour:          "h hour hours heure heures",
		time.Minute:        "m min mins minute minutes mn",
		time.Second:        "s sec second seconds seconde secondes",
	} {
		for _, word := range strings.Fields(words) {
			spanUnits[word] = unit
		}
	}
}

// UnmarshalText implements [encoding.TextUnmarshaler]: for the configuration, the command
// line and what is stored.
func (s *Span) UnmarshalText(text []byte) error {
	rest := strings.ToLower(strings.TrimSpace(string(text)))
	if rest == "" {
		return errSpan(string(text))
	}
	var sum time.Duration
	for rest != "" {
		part := spanPart.FindStringSubmatch(rest)
		if part == nil {
			return errSpan(string(text))
		}
		n, err := strconv.ParseInt(part[1], 10, 64)
		unit := spanUnits[part[2]]
		if err != nil || unit == 0 || n > int64(math.MaxInt64-sum)/int64(unit) {
			return errSpan(string(text))
		}
		sum += time.Duration(n) * unit
		rest = strings.TrimLeft(rest[len(part[0]):], " ")
	}
	s.Duration = sum
	return nil
}

func errSpan(text string) error {
	return fmt.Errorf("%q is no time: want days, weeks or hours such as 3d, 2w, 36h or 1d12h", text)
}

// spanNames are the units from the longest on.
var spanNames = []struct {
	unit  time.Duration
	name  string
	short string
}{{7 * 24 * time.Hour, "week", ""}, {24 * time.Hour, "day", "d"}, {time.Hour, "hour", "h"}, {time.Minute, "minute", "m"}, {time.Second, "second", "s"}}

// MarshalText writes the time in a form that UnmarshalText reads: "3d", "1d12h".
func (s Span) MarshalText() ([]byte, error) {
	rest, text := s.Duration, ""
	for _, u := range spanNames {
		if u.short != "" && rest >= u.unit {
			text += strconv.FormatInt(int64(rest/u.unit), 10) + u.short
			rest %= u.unit
		}
	}
	if text == "" {
		text = "0s"
	}
	return []byte(text), nil
}

// String writes the time as people do: "3 days", "1 week", "36 hours".
func (s Span) String() string {
	d := s.Duration
	for _, u := range spanNames {

		if d < u.unit || d%u.unit != 0 {
			continue
		}
		n := d / u.unit
		if n == 1 {
			return "1 " + u.name
		}
		return fmt.Sprintf("%d %ss", n, u.name)
	}
	return d.String()
}
