package ruletest

import (
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// turnsAsCases plays a game of every setup by order files and missed deadlines, and wants
// each of its turns, written as a case, to come out as it did, and to name no rule that the
// list lacks.
func (t *trial) turnsAsCases(rules cases.Rules, list *cases.Coverage) {
	for i, setup := range t.Setups {
		if err := t.writeGame(rules, list, setup, uint64(i)); err != nil {
			t.fail("a game of %s, its turns written as cases: %v", described(setup), err)
		}
	}
}

// writeGame does so for one game.
func (t *trial) writeGame(rules cases.Rules, list *cases.Coverage, setup adjudicator.Setup, seed uint64) error {
	snap, err := adjudicator.Begin(rules, setup)
	if err != nil {
		return err
	}
	for over := false; !over && snap.Turn <= t.Turns; {
		turn := cases.Turn{Start: snap, Entry: 1, Dice: dice.NewTurn(dice.ByOrders, dice.Secret{byte(seed), byte(snap.Turn)}, "game-1", snap.Turn)}
		next, err := t.playByFiles(rules, &turn, seed)
		if err == nil {
			err = t.writeTurn(rules, list, turn, next)
		}
		if err != nil {
			return fmt.Errorf("turn %d: %w", snap.Turn, err)
		}
		snap, over = next.Snapshot(), next.Over()
		next.Close()
	}
	return nil
}

// playByFiles plays a turn and notes what moved it.
func (t *trial) playByFiles(rules cases.Rules, turn *cases.Turn, seed uint64) (*adjudicator.Session, error) {
	s, err := adjudicator.Open(rules, turn.Start, turn.Dice, 1, dice.Head{})
	if err != nil {
		return nil, err
	}
	r := random(seed, uint64(turn.Start.Turn))
	for n := 2; !s.Ended(); n++ {
		if n > t.Answers {
			return nil, fmt.Errorf("it does not end")
		}
		in := adjudicator.Input{Entry: n, Head: dice.Head{byte(n), byte(n >> 8)}}
		if s.Asked(0) == nil {
			in.Side = 1
		}
		if r.IntN(10) > 0 { // else the deadline passes
			order := written(t.printers[0], s.Asked(in.Side).Form.Sample(r))
			file, faults := orders.Parse(header + "  " + order + "\n")
			if len(faults) > 0 {
				return nil, fmt.Errorf("%q: %w", order, faults[0])
			}
			in.File = file
		}
		turn.Inputs = append(turn.Inputs, in)
		if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
			return nil, fmt.Errorf("answer %d: %v %v", n, err, out.Faults)
		}
	}
	return s, nil
}

// writeTurn writes a turn as a case and plays that. What the case says of the position in the
// end must not hold before the turn as well, if something has changed, and the list must have
// the rules that the case names.
func (t *trial) writeTurn(rules cases.Rules, list *cases.Coverage, turn cases.Turn, end *adjudicator.Session) error {
	text, err := cases.Write(rules, "game-1-1", turn)
	if err != nil {
		return err
	}
	read, err := cases.Read(strings.NewReader(text))
	if err != nil || len(read) != 1 {
		return fmt.Errorf("%d cases, %v:\n%s", len(read), err, text)
	}
	results, err := cases.Play(rules, strings.NewReader(text))
	if err == nil {
		err = results[0].Err
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	start, err := rules.Load(turn.Start.Setup, turn.Start.State)
	if err != nil {
		return err
	}
	if string(start.State()) != string(end.Game().State()) && holds(rules.Stage(start), rules.Stage(end.Game()).Position()) {
		return fmt.Errorf("the position in the end, %v, is told as the one before the turn", rules.Stage(start).Position())
	}
	if faults := list.Enter(results); len(faults) > 0 {
		return errors.New(strings.Join(faults, "; "))
	}
	return nil
}

// holds reports whether all lines are true of a game.
func holds(s cases.Stage, lines []cases.Line) bool {
	for _, l := range lines {
		if known, err := s.Expect(l); !known || err != nil {
			return false
		}
	}
	return true
}
