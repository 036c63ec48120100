package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"keryx/adjudicator/hellespont"
)

// oddsWriter prints chances for a person, with bars.
type oddsWriter struct {
	out io.Writer
	err error // the first
}

func (w *oddsWriter) printf(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format, args...)
	}
}

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

// forces prints who faces whom.
func (w *oddsWriter) forces(sides [2]string, forces [2][]string) {
	for i, side := range sides {
		who := strings.Join(forces[i], " ")
		if who == "" {
			who = "nobody"
		}
		w.printf("  %-8s%s\n", side, who)
	}
}

func (w *oddsWriter) modifiers(title string, list []hellespont.OddsModifier) {
	if len(list) == 0 {
		return
	}
	w.printf("%s\n", title)
	for _, m := range list {
		w.printf("  %+d  %s (%s)\n", m.Value, m.Name, m.Rule)
	}
}

func (w *oddsWriter) combat(c *hellespont.CombatOdds) {
	w.printf("%s: %s attacks %s\n", c.Zone, c.Sides[0], c.Sides[1])
	w.forces(c.Sides, c.Forces)
	w.printf("\n%d PF to %d: column %s", c.PF[0], c.PF[1], c.Ratio)
	if c.Column != c.Ratio {
		w.printf(", shifted to %s", c.Column)
	}
	w.printf("; die %+d\n", c.Modifier)
	w.modifiers("columns", c.Shifts)
	w.modifiers("die", c.Die)
	w.printf("\n")
	table := tabwriter.NewWriter(w.out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(table, "die\ttotal\tchance\t%s\t%s\twinner\tlost\n", c.Sides[0], c.Sides[1])
	for _, r := range c.Rows {
		note := ""
		if r.Trapped {
			note = ", no retreat"
		}
		fmt.Fprintf(table, "%d\t%d\t%d/%d\t%s\t%s\t%s\t%.0f PF to %.0f%s\n", r.Die, r.Total, r.Chance.Ways, r.Chance.Of,
			r.Results[0], r.Results[1], r.Winner, r.Losses[0].PF, r.Losses[1].PF, note)
	}
	w.flush(table)
	w.printf("\n")
	for i, side := range c.Sides {
		w.chance(side+" wins", c.Wins[i])
	}
	w.losses(c.Sides, c.Losses)
}

func (w *oddsWriter) throw(t *hellespont.ThrowOdds) {
	w.printf("%s in %s: %s throws %s\n", t.Kind, t.Zone, t.Sides[0], number(t.Dice, "die", "dice"))
	w.forces(t.Sides, t.Forces)
	if t.Dice > 0 {
		w.printf("\nneeds %s\n", t.Need)
	}
	w.modifiers("modifiers", t.Modifiers)
	w.printf("\n")
	for _, o := range t.Outcomes {
		w.chance(o.Name, o.Chance)
	}
	w.losses(t.Sides, t.Losses)
}

// number writes "1 die", "3 dice".
func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (w *oddsWriter) chance(what string, c hellespont.OddsChance) {
	w.printf("%-14s%6.1f%%  %s\n", what, 100*c.Float(), bar(c.Float()))
}

func (w *oddsWriter) losses(sides [2]string, losses [2]hellespont.OddsLoss) {
	w.printf("\n")
	table := tabwriter.NewWriter(w.out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(table, "lost on the mean\tPF\tweakened\teliminated\n")
	for i, side := range sides {
		l := losses[i]
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\n", side, l.PF, l.Weakened, l.Eliminated)
	}
	w.flush(table)
}

func (w *oddsWriter) flush(table *tabwriter.Writer) {
	if w.err == nil {
		w.err = table.Flush()
	}
}
