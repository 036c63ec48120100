package calendar

import (
	"fmt"
	"strings"
	"time"
)

// Day is a day of answer time: 24 hours.
const Day = 24 * time.Hour

// Bank is a store of days that a player may use up beyond his deadlines: so many for the
// game, and so many more with each answer that he gives in time. It is counted as in
// correspondence chess: whole days of 24 hours, the first free until it is full, those beyond
// the twentieth of one answer twice.
type Bank struct {
	Days int // for the game
	Each int // with each answer
}

// UnmarshalText reads "30d", or "30d+3d" with three days more for each answer.
func (b *Bank) UnmarshalText(text []byte) error {
	*b = Bank{}
	words := strings.TrimSpace(string(text))
	if words == "" || words == "0" || words == "none" {
		return nil
	}
	total, each, more := strings.Cut(words, "+")
	days := []*int{&b.Days}
	parts := []string{total}
	if more {
		days, parts = append(days, &b.Each), append(parts, each)
	}
	for i, part := range parts {
		var span Span
		if err := span.UnmarshalText([]byte(part)); err != nil || span.Duration%Day != 0 || span.Duration > 1000*Day {
			return fmt.Errorf("%q is no time bank: want whole days such as 30d, or 30d+3d for three more with each answer", words)
		}
		*days[i] = int(span.Duration / Day)
	}
	return nil
}

// MarshalText writes the bank in a form that UnmarshalText reads.
func (b Bank) MarshalText() ([]byte, error) {
	switch {
	case b == Bank{}:
		return nil, nil
	case b.Each == 0:
		return fmt.Appendf(nil, "%dd", b.Days), nil
	}
	return fmt.Appendf(nil, "%dd+%dd", b.Days, b.Each), nil
}

// Total is how many days a player has been given after so many answers.
func (b Bank) Total(answers int) int { return b.Days + b.Each*answers }

// twentieth is the day of one answer beyond which each counts twice.
const twentieth = 20

// Cost is how many days an answer costs that took a time.
func Cost(took time.Duration) int {
	days := max(int(took/Day), 0)
	return days + max(days-twentieth, 0)
}

// Lasts is how long a player may take for one answer with so many days in the bank.
func Lasts(days int) time.Duration {
	if days > twentieth {
		days = twentieth + (days-twentieth)/2
	}
	return time.Duration(max(days, 0)) * Day
}
