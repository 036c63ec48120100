package standing

import (
	"cmp"
	"slices"

	"keryx/adjudicator/outcome"
)

// Rules say how a table is made.
type Rules struct {
	Breaks []Break `json:"breaks"`
	// Swiss has unplayed rounds counted as FIDE C.07 (1 August 2024), article 16, has it for
	// tournaments in which not all meet.
	Swiss bool `json:"swiss"`
}

// Row is a line of a table.
type Row struct {
	Rank    int     `json:"rank"` // from 1, shared by those who are tied; 0 if struck
	Entrant string  `json:"entrant"`
	Start   int     `json:"start"`
	Score   Value   `json:"score"`
	Breaks  []Value `json:"breaks"` // as in [Table.Breaks]
	// Record is how his games went: those played, and those that were forfeited.
	outcome.Record
	Played  int  `json:"played"`            // games that were won, drawn or lost over the board or by adjudication
	Byes    int  `json:"byes,omitempty"`    // rounds that gave points without a game
	Pending int  `json:"pending,omitempty"` // rounds with a game not finished
	Struck  bool `json:"struck,omitempty"`
}

// Table is the standing of a division.
type Table struct {
	Breaks []Break `json:"breaks"`
	Rows   []Row   `json:"rows"` // best first; those who are struck last
}

// Make makes a table. lots says who drew which place, from 1, where lots were drawn; who
// is not in it is not parted by lots. Cards must have as many rounds as were played, also
// for one who was not there.
func Make(cards []Card, rules Rules, lots map[string]int) Table {
	effective := counted(cards)
	b := newBreaker(effective, rules.Swiss, lots)
	t := Table{Breaks: rules.Breaks}
	var group []string
	rows := map[string]*Row{}
	for i, c := range effective {
		if c.Struck {
			continue
		}
		rows[c.Entrant] = newRow(c, len(rules.Breaks))
		group = append(group, cards[i].Entrant)
	}
	r := ranking{breaker: b, rules: rules, rows: rows}
	byStart := func(a, b string) int { return rows[a].Start - rows[b].Start }
	slices.SortFunc(group, byStart)
	slices.SortStableFunc(group, func(x, y string) int { return cmp.Compare(b.score[y], b.score[x]) })
	rank := 1
	for _, tied := range runs(group, func(x, y string) bool { return b.score[x] == b.score[y] }) {
		for _, equal := range r.part(tied, 0) {
			for _, e := range equal {
				rows[e].Rank = rank
				t.Rows = append(t.Rows, *rows[e])
			}
			rank += len(equal)
		}
	}
	for _, c := range cards {
		if c.Struck {
			row := newRow(c, 0)
			row.Struck = true
			t.Rows = append(t.Rows, *row)
		}
	}
	return t
}

func newRow(c Card, breaks int) *Row {
	row := &Row{Entrant: c.Entrant, Start: c.Start, Score: c.score(), Breaks: make([]Value, breaks)}
	for _, r := range c.Rounds {
		row.Record.Sum(r.Record)
		switch {
		case r.Pending:
			row.Pending++
		case r.How == FreeBye || r.How == HalfBye:
			row.Byes++
		}
	}
	row.Played = row.Record.Played()
	return row
}

// ranking parts those who have equal scores.
type ranking struct {
	*breaker
	rules Rules
	rows  map[string]*Row
}

// part splits the tied by tie-break k and those after it, and notes each value used. Those
// whom Direct leaves tied among more are compared among themselves once more.
func (r ranking) part(tied []string, k int) [][]string {
	if k == len(r.rules.Breaks) {
		return [][]string{tied}
	}
	by := r.rules.Breaks[k]
	values := map[string]Value{}
	applies := true
	for _, e := range tied {
		values[e] = r.value(by, r.cards[e], tied)
		applies = applies && !values[e].Without
	}
	if by == Direct && len(tied) == 1 {
		applies = false // nobody to compare with
	}
	for _, e := range tied {
		if !applies {
			values[e] = Value{Without: true}
		}
		if r.rows[e].Breaks[k].Terms == nil { // the first comparison is the one printed
			r.rows[e].Breaks[k] = values[e]
		}
	}
	slices.SortStableFunc(tied, func(x, y string) int { return descending(values[x], values[y]) })
	var out [][]string
	for _, equal := range runs(tied, func(x, y string) bool { return descending(values[x], values[y]) == 0 }) {
		next := k + 1
		if by == Direct && len(equal) > 1 && len(equal) < len(tied) {
			next = k
		}
		out = append(out, r.part(equal, next)...)
	}
	return out
}

// runs cuts a list where neighbours differ.
func runs(list []string, same func(a, b string) bool) [][]string {
	var out [][]string
	for i, e := range list {
		if i == 0 || !same(list[i-1], e) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], e)
	}
	return out
}
