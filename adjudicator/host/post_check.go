package host

import (
	"slices"
	"strings"

	"keryx/orders"
)

// tellMisplacedCheck says of a request for a check that stands below the header where it
// belongs. The file is faulty all the same: nothing that asks for a check is played.
func (s *submission) tellMisplacedCheck() {
	for _, run := range s.parted.Aside {
		for i, line := range run.Lines {
			if word := strings.TrimSpace(line); !run.Quoted && slices.Contains(checkWords, orders.Fold(word)) {
				span := orders.Span{Line: run.Line + i, Column: 1, End: 1 + len([]rune(word))}
				s.faults = append(s.faults, &orders.Diagnostic{Code: "check-below", Kind: orders.Unreadable, Span: span, Text: word, Args: []any{"Word", word}})
			}
		}
	}
	for _, d := range s.faults {
		if d.Code == orders.CodeUnknownHeader && d.Args[3] == 1 && slices.Contains(checkWords, orders.Fold(d.Args[1].(string))) {
			d.Code, d.Args = "check-below", d.Args[:2]
		}
	}
}
