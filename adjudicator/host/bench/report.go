package bench

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"
)

// A Row is a figure of a table: what it is, how much, and how it was measured.
type Row struct{ What, Value, How string }

// Write writes rows as a table, in columns or, for a README, in Markdown.
func Write(w io.Writer, rows []Row, markdown bool) error {
	if markdown {
		fmt.Fprintln(w, "| what | figure | how |")
		fmt.Fprintln(w, "|---|---|---|")
		for _, r := range rows {
			fmt.Fprintf(w, "| %s | %s | %s |\n", r.What, r.Value, r.How)
		}
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.What, r.Value, r.How)
	}
	return table.Flush()
}

// Rows tells what order mails cost.
func (m MailCost) Rows() []Row {
	how := fmt.Sprintf("median of %d order mails of simulated players", m.Mails)
	full := fmt.Sprintf("median of the %d of them that two reports or more followed", len(m.Full))
	return []Row{
		{"processor time of an order mail", format(Median(m.All)), how},
		{"processor time of an order mail with two reports", format(Median(m.Full)), full},
		{"writing transactions open for it", format(Median(m.Held)), full},
		{"disk of an order mail", fmt.Sprintf("%.0f kB", m.Bytes/1000), fmt.Sprintf("mean of %d, its letters and the games' beginnings included", m.Mails)},
		{"processor time to make its letters small", format(m.Small), "behind the work, mean of the same"},
	}
}

// Rows tells what went through.
func (f Flow) Rows() []Row {
	how := fmt.Sprintf("%d mails of %d games waiting in the mailbox, IMAP and SMTP of this machine", f.Orders, f.Games)
	on := fmt.Sprintf(", %d processors", f.Processors)
	if f.Processors == 1 {
		on = ", 1 processor"
	}
	return []Row{
		{"orders a second" + on, fmt.Sprintf("%.0f", f.OrdersPerSecond()), how},
		{"letters a second" + on, fmt.Sprintf("%.0f", f.LettersPerSecond()), fmt.Sprintf("%d letters, the mail server's processor time included", f.Letters)},
	}
}

// Rows tells how long players wait for an answer.
func (e Echo) Rows() []Row {
	raw, full := Median(e.Raw), Median(e.Mail)
	return []Row{
		{"orders to the first letter", format(full), fmt.Sprintf("median of %d mails, one after the other", len(e.Mail))},
		{"raw echo", format(raw), "the same by a program that sends back a letter of that size"},
		{"ratio", fmt.Sprintf("%.2f", float64(full)/float64(raw)), "of the two"},
	}
}

// Rows tells how a club grows.
func (g Growth) Rows() []Row {
	at := fmt.Sprintf(" at %d games", g.Games)
	how := fmt.Sprintf("each waiting for orders, one in %d abandoned", abandoned)
	return []Row{
		{"start" + at, format(g.Start), "until the daemon is at work; " + how},
		{"inspection" + at, format(g.Behind), "of all games, behind the work"},
		{"tick" + at, format(g.Tick), fmt.Sprintf("processor time of a look at deadlines and outbox, mean of %d", ticks)},
		{"outage" + at, format(g.Piece), fmt.Sprintf("longest of %d transactions that move deadlines", pieces)},
		{"memory" + at, fmt.Sprintf("%.0f MiB", float64(g.Memory)/(1<<20)), "of the whole program"},
	}
}

// Median is the middle of some durations; zero if there are none.
func Median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// format rounds a duration to three digits.
func format(d time.Duration) string {
	if d <= 0 {
		return "-"
	}
	unit := time.Duration(math.Pow(10, math.Floor(math.Log10(float64(d)))-2))
	return d.Round(max(unit, 1)).String()
}
