package hellespont

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Case is one entry of a file of cases: a position, orders, dice, and what must
// come of them. A file holds any number of cases; "#" begins a comment.
//
//	case H8: troops are put ashore on the way
//	rule 3.3
//	month september
//	place athens Sestos: T20 H4 Alcibiade
//	place athens Lampsaque: P2
//	points athens 3
//	play B.3 athens
//	dice 4 2
//	athens:
//	  spend 1
//	  activate Sestos
//	  move T20 H4 Alcibiade by M5 M6 M7 drop H4 at Lampsaque by M8 M9
//	told sailed To=M9
//	stands athens Lampsaque: H4 P2
//
// "rule" names the rules that the case shows to hold, "limits" those that it shows
// to end, several with ";" between them; cases/rules.toml lists them all.
//
// The position comes first:
//
//	version 2                     of the rules, else the newest; before the lines below
//	scenario 10.2                 else 10.1
//	option storm inverted
//	month september               else the first of the scenario
//	state {...}                   a saved game, in place of what follows
//	place athens Sestos: T10 2xT4w Alcibiade
//	ill Chereas                   or wounded
//	hand athens S18A/S10A         stratagem counters; all others are in the cup
//	points athens 3               action points; likewise supply and shortage (yes, no)
//	advantage athens              likewise initiative
//	standing athens               standing orders in force: the indented lines below
//
// Then "play" names the part of the turn, which runs to its first question:
// "turn", "start" (the choice before the first turn), "A", "B.1", "B.2",
// "B.3 athens" (one action phase), "fight M4 athens" (a combat that Athens attacks),
// "losses M8 athens 1/2 R" (what a result of the combat table does to attacker and
// defender), "C", "D" or "D.5 athens". The lines after it are followed in order:
//
//	dice 4 2                      what comes up in answer to the next order file
//	draws 0 3                     hidden draws from there on
//	athens:                       an order file of Athens: the indented lines below
//	athens standing:              the same, with its section of standing orders
//	athens file:                  a whole file but for its header
//	deadline athens               a missed deadline: what is asked is answered by default
//	refused not-adjacent From=T24 the order file just taken was refused
//	told sailed To=M9             an event, after those told of before it
//	untold sailed                 no event of this key has been told so far
//	asked sparta react            what a side is asked now; "nothing" too
//	stands athens M9: T20         what a side has in a zone
//	fate Alcibiade detained       likewise of a unit: "athens:H4+.1"
//	well Chereas                  he is not ill; or ill
//	points athens 2               and supply, shortage, advantage, initiative, hand
//	near Sestos: T17 M5           neighbours on the map
//	entries Sestos: M5            those by which ships enter a port
//	scores athens 11              victory points if it ended now (9.2)
//	result tactical athens        how the game ended
type Case struct {
	ID    string // "H8"
	Title string
	Lines []CaseLine
}

// CaseLine is one line of a case: a word that says what it is, the rest, and the
// indented lines below it.
type CaseLine struct {
	Number int // in its file, from 1
	Word   string
	Rest   string
	Block  []string
}

// ReadCases reads a file of cases. The error names the line at fault.
func ReadCases(r io.Reader) ([]Case, error) {
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
		c.Lines = append(c.Lines, CaseLine{Number: n, Word: word, Rest: strings.TrimSpace(rest)})
	}
	return all, lines.Err()
}

// String writes the case as [ReadCases] reads it.
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
