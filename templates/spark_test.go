package templates

import (
	"testing"

	"keryx/adjudicator"
)

func TestCourse(t *testing.T) {
	row := func(a, b int) adjudicator.BalanceRow {
		return adjudicator.BalanceRow{Name: adjudicator.Say("tiny.balance.ports"), Values: [2]int{a, b}}
	}
	history := [][]adjudicator.BalanceRow{{row(0, 7)}, {row(3, 7)}}
	if got := course(history, row(7, 0)); got != [2]string{"▁▄█", "██▁"} {
		t.Errorf("%q", got)
	}
	if got := course(history[:1], row(7, 0)); got != [2]string{} {
		t.Errorf("in the first turn: %q", got)
	}
	if got := course([][]adjudicator.BalanceRow{{row(2, 2)}, {row(2, 2)}}, row(2, 2)); got != [2]string{"▁▁▁", "▁▁▁"} {
		t.Errorf("nothing changed: %q", got)
	}
}
