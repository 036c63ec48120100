package templates

import (
	"strings"

	"keryx/adjudicator"
)

// bars are the heights of a sparkline.
var bars = []rune("▁▂▃▄▅▆▇█")

// sparkline draws numbers as bars, all on the scale from low to high.
func sparkline(values []int, low, high int) string {
	var b strings.Builder
	for _, v := range values {
		i := 0
		if high > low {
			i = (v - low) * (len(bars) - 1) / (high - low)
		}
		b.WriteRune(bars[i])
	}
	return b.String()
}

// course draws how a row of the balance has gone for both sides, turn by turn and up to
// now, on one scale. It is empty in the first turn.
func course(history [][]adjudicator.BalanceRow, now adjudicator.BalanceRow) (lines [2]string) {
	var values [2][]int
	low, high := min(now.Values[0], now.Values[1]), max(now.Values[0], now.Values[1])
	for _, rows := range history {
		for _, row := range rows {
			if row.Name.Key != now.Name.Key {
				continue
			}
			for side, v := range row.Values {
				values[side] = append(values[side], v)
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if len(values[0]) < 2 {
		return lines
	}
	for side := range lines {
		lines[side] = sparkline(append(values[side], now.Values[side]), low, high)
	}
	return lines
}
