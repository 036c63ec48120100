package host

import (
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// looksLikeOrder reports whether a line that stands outside the signed text of
// a mail would be an order of some game if it stood inside. Its author then
// believes that he has ordered more than he signed.
func looksLikeOrder(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > 200 {
		return false
	}
	file, faults := orders.Parse("game x-1\nside x\nanswers AAAA-AAAA\norders\n" + line + "\n")
	if len(faults) > 0 || len(file.Groups) != 1 || len(file.Groups[0].Statements) != 1 {
		return false
	}
	statement := &file.Groups[0].Statements[0]
	for _, name := range adjudicator.Rulesets() {
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			continue
		}
		if _, _, faults := adjudicator.ReadOrder(rules, statement); len(faults) == 0 {
			return true
		}
	}
	return false
}
