package offline

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"keryx/adjudicator"
	"keryx/templates"
)

// barWidth is how many columns a certainty takes.
const barWidth = 36

// bar draws a probability, 0 to 1, to an eighth of a column.
func bar(p float64) string {
	eighths := int(p*barWidth*8 + 0.5)
	b := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		b += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return b
}

// printReckoning prints chances for a person, with bars.
func printReckoning(out io.Writer, p *templates.Printer, r adjudicator.Reckoning) error {
	var text strings.Builder
	say := func(indent string, phrases []adjudicator.Phrase) {
		for _, phrase := range phrases {
			fmt.Fprintf(&text, "%s%s\n", indent, p.Phrase(phrase))
		}
	}
	say("", []adjudicator.Phrase{r.Title})
	say("  ", r.Facts)
	var faults error
	for _, l := range r.Tables {
		if len(l.Rows) > 0 {
			text.WriteString("\n")
			say("", []adjudicator.Phrase{l.Title})
			faults = errors.Join(faults, printListing(&text, p, l))
		}
	}
	text.WriteString("\n")
	for _, c := range r.Chances {
		fmt.Fprintf(&text, "%-*s  %s\n", barWidth, bar(c.Value), p.Phrase(c.Told))
	}
	text.WriteString("\n")
	say("", r.Means)
	_, err := io.WriteString(out, text.String())
	return errors.Join(faults, err)
}

// printListing prints a table.
func printListing(out io.Writer, p *templates.Printer, l adjudicator.Listing) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	line := func(cells []string) { fmt.Fprintln(w, "  "+strings.Join(cells, "\t")) }
	if len(l.Columns) > 0 {
		var heads []string
		for _, column := range l.Columns {
			heads = append(heads, p.Phrase(column))
		}
		line(heads)
	}
	for _, row := range l.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, p.Value(cell))
		}
		line(cells)
	}
	return w.Flush()
}
