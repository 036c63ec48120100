package cases

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
)

// amendment is the text of a line "amend:" or "amend force:" with the lines below it; false if the line is neither.
func amendment(l Line) (text string, force, ok bool) {
	head := strings.TrimSpace(l.Word + " " + l.Rest)
	return strings.Join(l.Block, "\n"), head == "amend force:", head == "amend:" || head == "amend force:"
}

// amend has a referee correct the game at the question that is open, and goes on with the game as it stands then. Each
// line has to be read again from the words that it is told in.
func (t *Trial) amend(text string, force bool) error {
	if t.session == nil {
		return fmt.Errorf("a correction before “play”")
	}
	a, faults := adjudicator.ReadAmendment(t.rules, text)
	if len(faults) > 0 {
		t.faults = faults
		return nil
	}
	for _, line := range a.Lines {
		words := line.Correction.Words().Canonical()
		again, faults := adjudicator.ReadAmendment(t.rules, words)
		if len(faults) > 0 || len(again.Lines) != 1 || again.Lines[0].Correction.Words().Canonical() != words {
			return fmt.Errorf("%q is not read again from its own words, %q: %v", line.Statement.Canonical(), words, faults)
		}
	}
	a.Force = force
	out, err := t.session.Amend(t.input(adjudicator.Observer, nil), a)
	if err != nil {
		return err
	}
	if t.faults, t.dice.faces = out.Faults, nil; len(out.Faults) > 0 {
		return nil
	}
	t.game = t.session.Game()
	t.stage = t.rules.Stage(t.game)
	return t.game.Invariants()
}
