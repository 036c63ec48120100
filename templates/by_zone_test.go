package templates

import (
	"strings"
	"testing"

	"keryx/adjudicator"
)

// Pieces that a table lists one by one are told zone by zone: each zone is named once, whether the
// table stands whole or is folded, and nothing of what is told of a piece is lost.
func TestPiecesByZone(t *testing.T) {
	say := adjudicator.Say
	list := func(columns int, rows ...[]any) adjudicator.Listing {
		l := adjudicator.Listing{ID: "own", Title: say("tiny.table.own"), Rows: rows}
		for _, c := range []string{"zone", "ships", "strength"}[:columns] {
			l.Columns = append(l.Columns, say("tiny.column."+c))
		}
		return l
	}
	p := testCatalog(t).For("en", "tiny")
	b := &builder{Printer: p}
	for _, c := range []struct {
		l      adjudicator.Listing
		rows   []string
		folded string
	}{
		{list(2, []any{zone("Z1"), "a"}, []any{zone("Z1"), "b"}, []any{zone("Z2"), "c"}, []any{zone("Z1"), "d"}),
			[]string{"Gull Rock|a, b", "Ferry|c", "Gull Rock|d"}, "Your forces. Gull Rock: a, b; Ferry: c; Gull Rock: d."},
		{list(3, []any{zone("Z1"), "a", "x"}, []any{zone("Z1"), "b", ""}, []any{zone("Z2"), "c", ""}),
			[]string{"Gull Rock|a|x", "|b|", "Ferry|c|"}, "Your forces. Gull Rock: a, x, b; Ferry: c."},
		{list(2, []any{zone("Z1"), 4}, []any{zone("Z1"), 5}), []string{"Gull Rock|4", "|5"}, "Your forces. Gull Rock: ships\u00a04, ships\u00a05."},
		{list(2, []any{"Z1", "a"}, []any{"Z1", "b"}), []string{"Z1|a", "Z1|b"}, "Your forces. Z1: a; Z1: b."},
		{list(2, []any{zone("Z1"), ""}, []any{zone("Z1"), "b"}), []string{"Gull Rock|b"}, "Your forces. Gull Rock: b."},
	} {
		var rows []string
		for _, row := range p.listing(c.l).Blocks[0].Table.Rows {
			rows = append(rows, strings.Join(row, "|"))
		}
		if got, want := strings.Join(rows, "\n"), strings.Join(c.rows, "\n"); got != want {
			t.Errorf("the table is\n%s\nwant\n%s", got, want)
		}
		if got := b.fold(c.l); got != c.folded {
			t.Errorf("folded it is %q, want %q", got, c.folded)
		}
	}
}
