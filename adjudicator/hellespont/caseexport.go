package hellespont

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
	rec     *recorder
	session *adjudicator.Session
	seen    int // events that are written

	rules map[string]bool // that the events cite
}

// WriteCase implements [adjudicator.CaseWriter]: the state of the turn's start, the
// dice, the files of both sides, all that everybody was told, and the position in
// the end.
func (rs *ruleset) WriteCase(id string, t adjudicator.PlayedTurn) (string, error) {
	x := export{rec: &recorder{Source: t.Dice}, rules: map[string]bool{}}
	x.ID, x.Title = id, cmp.Or(t.Title, fmt.Sprintf("turn %d as it was played", t.Start.Turn))
	s, err := adjudicator.Open(rs, t.Start, x.rec, t.Entry, t.Head)
	if err != nil {
		return "", err
	}
	defer s.Close()
	x.session = s
	x.start(t.Start)
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
			x.happened("deadline", sideIDs[in.Side], nil)
		} else {
			x.happened(sideIDs[in.Side], "file:", fileLines(in.File))
		}
	}
	x.position(s.Game().(*game))
	x.Lines[0].Rest = strings.Join(slices.Sorted(maps.Keys(x.rules)), "; ")
	return x.String(), nil
}

func (x *export) add(word, rest string, block ...string) {
	x.Lines = append(x.Lines, CaseLine{Word: word, Rest: rest, Block: block})
}

// start writes what the turn starts from. Which rules the case shows is known in the
// end.
func (x *export) start(snap adjudicator.Snapshot) {
	x.add("rule", "")
	if v, _, _ := strings.Cut(snap.Version, "+"); v != editions[0].version {
		x.add("version", v)
	}
	x.add("scenario", snap.Setup.Scenario)
	for _, id := range slices.Sorted(maps.Keys(snap.Setup.Options)) {
		x.add("option", id+" "+snap.Setup.Options[id])
	}
	x.add("state", string(snap.State))
	for side, text := range snap.Standing {
		if text = strings.TrimSpace(text); text != "" {
			x.add("standing", sideIDs[side], strings.Split(text, "\n")...)
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
		if key, ok := strings.CutPrefix(e.Public.Key, "hellespont.event."); ok {
			x.add("told", key+plainArgs(e.Public.Args))
		}
		if e.Rule != "" {
			x.rules[strings.ReplaceAll(e.Rule, ", S", " S")] = true // a stratagem is a rule of its own
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

// position writes where everything is.
func (x *export) position(g *game) {
	for s := athens; s <= sparta; s++ {
		for z := range g.board.All().All() {
			if here := ids(g.present(s, z)); len(here) > 0 {
				x.add("stands", sideIDs[s]+" "+g.zoneTerm(z).ID+": "+strings.Join(here, " "))
			}
		}
		x.add("supply", fmt.Sprintf("%s %d", sideIDs[s], g.supply[s]))
		x.add("hand", strings.Join(append([]string{sideIDs[s]}, g.chitIDs(g.hand[s])...), " "))
	}
	x.add("advantage", sideIDs[g.advantage])
	if g.result != nil {
		word := g.result.Level
		if g.result.Winner != adjudicator.Observer {
			word += " " + sideIDs[g.result.Winner]
		}
		x.add("result", word)
	}
}

var _ adjudicator.CaseWriter = (*ruleset)(nil)
