package screen

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Count writes "1 fault", "3 faults".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Number writes "1 die", "3 dice".
func Number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Wrap breaks a sentence into lines between words.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Spread tells the median, the tenth and the ninetieth percentile of numbers.
func Spread(numbers []int) string {
	if len(numbers) == 0 {
		return "none"
	}
	sorted := slices.Sorted(slices.Values(numbers))
	at := func(percent int) int { return sorted[(len(sorted)-1)*percent/100] }
	return fmt.Sprintf("median %d, 10%% at most %d, 90%% at most %d", at(50), at(10), at(90))
}

// SortedKeys lists the keys of a map in order.
func SortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
