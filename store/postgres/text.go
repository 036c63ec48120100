package postgres

import (
	"strconv"
	"strings"
	"sync"

	"keryx/orders/pattern"
)

// texts are queries of package tables as PostgreSQL wants them.
var texts sync.Map // string to string

var (
	hint   = pattern.New(` INDEXED BY \w+`)
	joined = strings.NewReplacer(`CROSS JOIN inbox ON`, `JOIN inbox ON`, `x''`, `''::bytea`, `instr(`, `strpos(`)
)

// text returns a query of package tables as PostgreSQL wants it: arguments are $1, the planner takes no hints, and two
// words are others.
func text(query string) string {
	if known, ok := texts.Load(query); ok {
		return known.(string)
	}
	translated := numbered(joined.Replace(hint.ReplaceAllString(query, "")))
	texts.Store(query, translated)
	return translated
}

// numbered writes ?2 as $2, and a bare ? as the argument after the highest so far. What stands between quotes is left.
func numbered(query string) string {
	var b strings.Builder
	highest, quoted := 0, false
	for i := 0; i < len(query); i++ {
		c := query[i]
		if c == '\'' {
			quoted = !quoted
		}
		if c != '?' || quoted {
			b.WriteByte(c)
			continue
		}
		end := i + 1
		for end < len(query) && query[end] >= '0' && query[end] <= '9' {
			end++
		}
		n := highest + 1
		if end > i+1 {
			n, _ = strconv.Atoi(query[i+1 : end]) // digits
		}
		highest = max(highest, n)
		b.WriteString("$" + strconv.Itoa(n))
		i = end - 1
	}
	return b.String()
}
