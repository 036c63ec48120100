package cases

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Case is one entry of a file of cases.
type Case struct {
	ID    string // "H8"
	Title string
	Lines []Line
}

// Line is one line of a case: a word that says what it is, the rest, and the
// indented lines below it.
type Line struct {
	Number int // in its file, from 1
	Word   string
	Rest   string
	Block  []string
}

// Read reads a file of cases. The error names the line at fault.
func Read(r io.Reader) ([]Case, error) {
	var all []Case
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "":
			continue
		case text[0] == ' ' || text[0] == '\t':
			if len(all) == 0 || len(all[len(all)-1].Lines) == 0 {
				return nil, fmt.Errorf("line %d: an order without the line that it belongs to", n)
			}
			last := &all[len(all)-1].Lines[len(all[len(all)-1].Lines)-1]
			last.Block = append(last.Block, trimmed)
			continue
		}
		word, rest, _ := strings.Cut(trimmed, " ")
		if word == "case" {
			id, title, ok := strings.Cut(rest, ":")
			if !ok {
				return nil, fmt.Errorf("line %d: a case is written “case ID: title”", n)
			}
			all = append(all, Case{ID: strings.TrimSpace(id), Title: strings.TrimSpace(title)})
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("line %d: %q before the first case", n, word)
		}
		c := &all[len(all)-1]
		c.Lines = append(c.Lines, Line{Number: n, Word: word, Rest: strings.TrimSpace(rest)})
	}
	return all, lines.Err()
}

// String writes the case as [Read] reads it.
func (c *Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "case %s: %s\n", c.ID, c.Title)
	for _, l := range c.Lines {
		fmt.Fprintln(&b, strings.TrimSpace(l.Word+" "+l.Rest))
		for _, order := range l.Block {
			fmt.Fprintln(&b, "  "+order)
		}
	}
	return b.String()
}

// shows are the rules that the case names: those that it shows to hold, and those whose
// limits it shows. One in which an order is refused shows a limit.
func (c *Case) shows() (gives, ends []string) {
	refused := slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Word == "refused" })
	for _, l := range c.Lines {
		if l.Word != "rule" && l.Word != "limits" {
			continue
		}
		for id := range strings.SplitSeq(l.Rest, ";") {
			if id = strings.TrimSpace(id); refused || l.Word == "limits" {
				ends = append(ends, id)
			} else {
				gives = append(gives, id)
			}
		}
	}
	return gives, ends
}
