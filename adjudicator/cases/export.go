package cases

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// Turn is a turn as the ledger has it: where it began, and the entries that moved it.
type Turn struct {
	Title  string // what the case is to show; empty for that the turn was played so
	Start  adjudicator.Snapshot
	Entry  int       // the ledger entry that opened it
	Head   dice.Head // and that entry's hash
	Dice   dice.Source
	Inputs []adjudicator.Input
}

// recorder notes what a source gives.
type recorder struct {
	dice.Source
	faces, draws []int // since they were last written down
}

// Roll implements [dice.Source].
func (r *recorder) Roll(head dice.Head, i, faces int) int {
	face := r.Source.Roll(head, i, faces)
	r.faces = append(r.faces, face)
	return face
}

// Draw implements [dice.Source].
func (r *recorder) Draw(head dice.Head, i, n int) int {
	v := r.Source.Draw(head, i, n)
	r.draws = append(r.draws, v)
	return v
}

// export is a turn being written as a case.
type export struct {
	Case
	info    adjudicator.Info
	rec     *recorder
	session *adjudicator.Session
	seen    int // events that are written

	cited map[string]string // rules by what they are without commas, as the events cite them first
}

// Write writes a played turn as a case: the state of the turn's start, secrets included,
// the dice, the files of both sides, all that everybody was told, and the position in
// the end. It returns an error if the turn does not play again.
func Write(rules Rules, id string, t Turn) (string, error) {
	x := export{info: rules.Info(), rec: &recorder{Source: t.Dice}, cited: map[string]string{}}
	x.ID, x.Title = id, cmp.Or(t.Title, fmt.Sprintf("turn %d as it was played", t.Start.Turn))
	s, err := adjudicator.Open(rules, t.Start, x.rec, t.Entry, t.Head)
	if err != nil {
		return "", err
	}
	defer s.Close()
	x.session = s
	x.start(rules, t.Start)
	x.happened("play", "turn", nil)
	for _, in := range t.Inputs {
		out, err := s.Take(in)
		if err != nil {
			return "", fmt.Errorf("ledger entry %d: %w", in.Entry, err)
		}
		if len(out.Faults) > 0 {
			return "", fmt.Errorf("ledger entry %d: %w", in.Entry, out.Faults[0])
		}
		if in.File == nil {
			x.happened("deadline", x.info.Sides[in.Side], nil)
		} else {
			x.happened(x.info.Sides[in.Side], "file:", fileLines(in.File))
		}
	}
	x.Lines = append(x.Lines, rules.Stage(s.Game()).Position()...)
	if r := s.Game().Result(); r != nil {
		x.add("result", outcome(rules, r))
	}
	x.Lines[0].Rest = strings.Join(slices.Sorted(maps.Values(x.cited)), "; ")
	return x.String(), nil
}

func (x *export) add(word, rest string, block ...string) {
	x.Lines = append(x.Lines, Line{Word: word, Rest: rest, Block: block})
}

// start writes what the turn starts from. Which rules the case shows is known in the
// end.
func (x *export) start(rules Rules, snap adjudicator.Snapshot) {
	x.add("rule", "")
	if v := plain(snap.Version); !newest(rules, v) {
		x.add("version", v)
	}
	if snap.Setup.Scenario != "" {
		x.add("scenario", snap.Setup.Scenario)
	}
	for _, id := range slices.Sorted(maps.Keys(snap.Setup.Options)) {
		x.add("option", id+" "+snap.Setup.Options[id])
	}
	x.add("state", string(snap.State))
	for side, text := range snap.Standing {
		if text = strings.TrimSpace(text); text != "" {
			x.add("standing", x.info.Sides[side], strings.Split(text, "\n")...)
		}
	}
}

// happened writes what was thrown and drawn behind a line, then the line, then what
// everybody was told.
func (x *export) happened(word, rest string, block []string) {
	for _, l := range []struct {
		word    string
		numbers *[]int
	}{{"draws", &x.rec.draws}, {"dice", &x.rec.faces}} {
		if len(*l.numbers) > 0 {
			x.add(l.word, numbers(*l.numbers))
			*l.numbers = nil
		}
	}
	x.add(word, rest, block...)
	for _, e := range x.session.Events()[x.seen:] {
		if key, ok := eventKey(e.Public); ok {
			x.add("told", key+plainArgs(e.Public.Args))
		}
		if id := withoutCommas(e.Rule); id != "" && x.cited[id] == "" {
			x.cited[id] = e.Rule
		}
	}
	x.seen = len(x.session.Events())
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

// plainArgs writes the arguments of a text that are one word each.
func plainArgs(args []any) string {
	var b strings.Builder
	for i := 0; i+1 < len(args); i += 2 {
		if value := written(args[i+1]); value != "" && !strings.ContainsAny(value, " #[") {
			fmt.Fprintf(&b, " %s=%s", args[i], value)
		}
	}
	return b.String()
}

// fileLines are the sections of an order file, without its header.
func fileLines(f *orders.File) []string {
	body := *f
	body.Header = orders.Header{}
	var lines []string
	for line := range strings.Lines(orders.Format(&body)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
