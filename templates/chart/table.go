package chart

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// textColumns is the width of the table for terminals.
const textColumns = 72

// Text tells what the map shows as a table of the zones that hold forces, at most
// 72 columns wide, grouped as ports, strait, open sea, land and bases. It uses
// Lang and Names of the options. Zones that the board does not have give an error
// matching [ErrUnknownZone].
func (t *Theatre) Text(v adjudicator.View, o Options) (string, error) {
	forces, err := t.forces(v)
	if err != nil {
		return "", err
	}
	names := o.Names
	if names == nil {
		names = func(t adjudicator.Term) string { return t.ID }
	}
	w := wordsOf(o.Lang)
	if len(forces) == 0 {
		return w.nobody + "\n", nil
	}
	regions := []struct {
		title string
		has   func(z board.Zone) bool
	}{
		{w.ports, func(z board.Zone) bool { return t.board.Kind(z) == board.Port }},
		{w.straits, func(z board.Zone) bool { return t.zones[z].narrow }},
		{w.openSea, func(z board.Zone) bool { return t.zones[z].wet && !t.zones[z].narrow }},
		{w.lands, func(z board.Zone) bool { return t.board.Kind(z) == board.Land || t.board.Kind(z) == board.Mixed }},
		{w.bases, func(z board.Zone) bool { return t.board.Kind(z) == board.Base }},
	}
	var b strings.Builder
	for _, r := range regions {
		title := r.title
		for i := range forces {
			if f := &forces[i]; r.has(f.zone) {
				if title != "" {
					fmt.Fprintf(&b, "%s\n", title)
					title = ""
				}
				b.WriteString(t.row(f, names, w))
			}
		}
	}
	return b.String(), nil
}

// row is one stack: zone, side, what is there and its strength.
func (t *Theatre) row(f *force, names func(adjudicator.Term) string, w *words) string {
	id := t.board.Name(f.zone)
	place := plain(names(adjudicator.Term{Kind: "zone", ID: id}), 40)
	if place != id && len(id) <= 3 {
		place = id + " " + place
	}
	side := plain(names(adjudicator.Term{Kind: "side", ID: t.board.Sides()[f.side]}), 12)
	var parts []string
	for _, c := range f.chits {
		text := string(c.arm) + strconv.Itoa(c.strength) + strings.Repeat("+", min(c.bonus, 2))
		if c.weak {
			text += " (" + w.weakened + ")"
		}
		if c.count > 1 {
			text = strconv.Itoa(c.count) + "×" + text
		}
		parts = append(parts, text)
	}
	for _, u := range f.leaders {
		text := plain(names(u.Name), 24) + strings.Repeat("+", min(u.Bonus, 3))
		if u.Weak {
			text += " (" + w.weakened + ")"
		}
		parts = append(parts, text)
	}
	const indent, left = "                                  ", 34
	head := "  " + runewidth.FillRight(runewidth.Truncate(place, 21, "…"), 22) + runewidth.FillRight(runewidth.Truncate(side, 9, "…"), 10)
	var b strings.Builder
	b.WriteString(head)
	at := left
	for i, p := range parts {
		if i < len(parts)-1 {
			p += ", "
		}
		n := runewidth.StringWidth(p)
		if at > left && at+runewidth.StringWidth(strings.TrimRight(p, " ")) > textColumns {
			b.WriteString("\n" + indent)
			at = left
		}
		b.WriteString(p)
		at += n
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
