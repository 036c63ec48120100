package templates

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keryx/adjudicator"
)

// tables are the tables of the view, the balance and what wins the game. After the
// first report those that have not changed are folded: a line each, all in one section; those that
// nobody needs for an answer are named alone, and so are all where nothing has moved.
func (b *builder) tables() []section {
	var all []section
	var folded []item
	var named []string
	for _, l := range b.r.View.Tables {
		switch {
		case len(l.Rows) == 0:
		case b.corrects(), b.unchanged(l) && (b.r.Question == nil || b.r.Question.Alone() || slices.Contains(lookedUp, l.ID)):
			named = append(named, b.Phrase(l.Title))
		case b.unchanged(l) && !b.needed(l):
			folded = append(folded, item{Text: b.fold(l)})
		default:
			all = append(all, b.listing(l))
		}
	}
	if before := b.before(); len(b.r.View.Balance) > 0 && b.r.View.Result == nil &&
		(b.corrects() || before != nil && reflect.DeepEqual(before.Balance, b.r.View.Balance)) {
		named = append(named, b.Say("report.head.balance"))
	} else {
		all = append(all, b.balance())
	}
	if len(named) > 0 {
		rest := b.Say("report.unchanged", "Tables", b.list(named), "Game", b.r.Game)
		if len(folded) == 0 {
			all = append(all, b.head("unchanged", block{Para: rest}))
		} else {
			folded = append(folded, item{Text: rest})
		}
	}
	if len(folded) > 0 {
		all = append(all, b.head("unchanged", block{Items: folded}))
	}
	return all
}

// lookedUp are the tables that nobody needs for an answer while they stay as they were.
var lookedUp = []string{"due", "losses", "stock", "garrisons"}

// needed reports whether the reader decides about what a table lists: it stands there whole.
func (b *builder) needed(l adjudicator.Listing) bool {
	return l.ID == "own" && b.r.Question != nil && !b.r.Question.Alone()
}

// corrects reports whether the letter gives a refused file back, after which nothing has moved.
func (b *builder) corrects() bool { return b.r.Kind == Faulty || b.r.Kind == Duplicate }

// before is what the reader's last report showed him. Who is welcomed has had none,
// though the host may know what he was to see.
func (b *builder) before() *adjudicator.View {
	if b.r.Kind == Welcome {
		return nil
	}
	return b.r.Before
}

// unchanged reports whether a table stood in the reader's last report as it stands now.
func (b *builder) unchanged(l adjudicator.Listing) bool {
	before := b.before()
	if before == nil {
		return false
	}
	for _, was := range before.Tables {
		if was.ID == l.ID {
			return reflect.DeepEqual(was, l)
		}
	}
	return false
}

// fold puts a table into one line: its rows one after the other, each with what stands in
// it, figures with the heading of their column unless they add up what is listed beside them.
// A table with a column for each side is told as the balance is; two columns of one heading
// are the two halves of a name.
func (b *builder) fold(l adjudicator.Listing) string {
	heads := make([]string, len(l.Columns))
	for i, c := range l.Columns {
		heads[i] = b.Phrase(c)
	}
	t := b.newTable(heads, l.Rows)
	if len(heads) == 3 && heads[1] == b.sideName(0) && heads[2] == b.sideName(1) {
		return b.Say("report.folded-sides", "Title", l.Title, "First", heads[1], "Second", heads[2], "Rows", b.rows(b.pairs(t.Rows)))
	}
	halves := len(heads) > 1 && heads[0] == heads[1]
	var rows, held []string // of the zone at hand
	for n, row := range t.Rows {
		lists := slices.ContainsFunc(l.Rows[n], func(cell any) bool { _, many := cell.(adjudicator.Terms); return many })
		name, from := row[0], 1
		if halves {
			name, from = row[0]+" / "+row[1], 2
		}
		var cells []string
		for i := from; i < len(row); i++ {
			switch {
			case row[i] == "" || lists && t.Numeric[i]:
			case halves || t.Numeric[i]:
				cells = append(cells, b.Say("report.folded-cell", "Column", within(heads[i]), "Cell", row[i]))
			default:
				cells = append(cells, row[i])
			}
		}
		if n > 0 && sameZone(l.Rows[n-1], l.Rows[n]) {
			last := len(rows) - 1
			held, rows = slices.Concat(held, cells), rows[:last]
		} else {
			held = cells
		}
		if held != nil {
			name = b.Say("report.folded-row", "Name", name, "Cells", b.list(held))
		}
		rows = append(rows, name)
	}
	return b.Say("report.folded", "Title", l.Title, "Rows", b.rows(rows))
}

// within is a heading within a sentence: its first letter is small, unless it is one of
// several capitals.
func within(heading string) string {
	first, n := utf8.DecodeRuneInString(heading)
	if second, _ := utf8.DecodeRuneInString(heading[n:]); unicode.IsUpper(second) {
		return heading
	}
	return string(unicode.ToLower(first)) + heading[n:]
}

// pairs are the rows of a table with a column for each side; what is of both stands alone.
func (b *builder) pairs(table [][]string) (rows []string) {
	for _, row := range table {
		if row[1] == "" || row[2] == "" {
			rows = append(rows, b.Say("report.folded-row", "Name", row[0], "Cells", row[1]+row[2]))
			continue
		}
		rows = append(rows, b.Say("report.folded-pair", "Name", row[0], "First", row[1], "Second", row[2]))
	}
	return rows
}

// list and rows join the cells of a folded row, and the rows.
func (b *builder) list(cells []string) string {
	return strings.Join(cells, b.Say("report.folded-comma"))
}
func (b *builder) rows(rows []string) string {
	return strings.Join(rows, b.Say("report.folded-semicolon"))
}

// balance compares the sides, with the course of each figure so far, and says what wins.
func (b *builder) balance() section {
	if len(b.r.View.Balance) == 0 {
		return section{}
	}
	rows := make([][]any, len(b.r.View.Balance))
	gone := false
	for i, row := range b.r.View.Balance {
		lines := course(b.r.History, row)
		gone = gone || lines[0] != ""
		rows[i] = []any{row.Name, row.Values[0], row.Values[1], lines[0], lines[1]}
	}
	columns := []string{"", b.sideName(0), b.sideName(1),
		b.Say("report.course-of", "Side", b.sideName(0)), b.Say("report.course-of", "Side", b.sideName(1))}
	if !gone {
		for i := range rows {
			rows[i] = rows[i][:3]
		}
		columns = columns[:3]
	}
	s := b.head("balance", block{Table: b.newTable(columns, rows)})
	if gone {
		s.Blocks = append(s.Blocks, block{Para: b.Say("report.course")})
	}
	if items := b.items(b.goals()); items != nil && b.r.View.Result == nil {
		s.Blocks = append(s.Blocks, block{Items: items})
	}
	return s
}

// goals are what wins the game: all of it in a first letter and to who asks how things stand, else
// what reads otherwise than in the reader's last report.
func (b *builder) goals() (changed []adjudicator.Phrase) {
	before := b.before()
	if before == nil || b.r.Kind == Waiting {
		return b.r.View.Goals
	}
	for _, goal := range b.r.View.Goals {
		if !slices.ContainsFunc(before.Goals, func(was adjudicator.Phrase) bool { return reflect.DeepEqual(was, goal) }) {
			changed = append(changed, goal)
		}
	}
	return changed
}

// legend explains to a new player, once, the marks of the tables.
func (b *builder) legend() section {
	if b.r.Kind != Welcome || b.ruleset == "" || !b.Has(b.ruleset+".legend") {
		return section{}
	}
	return b.head("legend", block{Para: b.Say(b.ruleset + ".legend")})
}
