package ruletest

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// plans writes what players plan into order files, and wants every file to be taken: a
// plan must not answer what its author is not asked.
func plans(t *trial) {
	taken := 0
	for seed := range t.seeds(2 * t.Games) {
		snap, err := adjudicator.Begin(t.rules, t.setup(seed))
		if err != nil {
			t.fail("%v", err)
			return
		}
		snap.Standing = t.standingText()
		var p adjudicator.Player = adjudicator.Random{Rand: random(seed, 12)}
		if bot, ok := t.rules.(adjudicator.Bot); ok && seed%2 == 0 {
			p = bot.Player(random(seed, 12))
		}
		for over := false; !over && snap.Turn <= t.Turns; {
			c := correspondence{trial: t, snap: snap, player: p, seed: seed}
			if snap, over, err = c.turn(); err != nil {
				t.fail("game %d (%s), turn %d: %v", seed, described(t.setup(seed)), c.snap.Turn, err)
				over = true
			}
			taken += len(c.taken)
		}
		if t.failed() {
			return
		}
	}
	t.note("%d order files were taken", taken)
}

// standingText are standing orders for both sides: those that the ruleset proposes, or
// the first of the manual.
func (t *trial) standingText() (text [2]string) {
	guide, guided := t.rules.(adjudicator.Guide)
	for side := range text {
		switch {
		case guided:
			text[side] = guide.Starter(adjudicator.Side(side), t.printers[side%len(t.printers)].Lang())
		case len(t.Standing) > 0:
			text[side] = t.Standing[0]
		}
	}
	return text
}

// correspondence is a turn that is played by order files.
type correspondence struct {
	*trial
	snap   adjudicator.Snapshot
	player adjudicator.Player
	seed   uint64
	taken  []adjudicator.Input
}

// turn plays it to its end. For each file the turn is played again from the ones before,
// as the server does.
func (c *correspondence) turn() (next adjudicator.Snapshot, over bool, err error) {
	for {
		s, err := c.again()
		if err != nil {
			return c.snap, true, err
		}
		if s.Ended() {
			next, over := s.Snapshot(), s.Over()
			s.Close()
			return next, over, nil
		}
		if len(c.taken) > c.Answers {
			s.Close()
			return c.snap, true, fmt.Errorf("the turn does not end after %d files", len(c.taken))
		}
		in := adjudicator.Input{Entry: len(c.taken) + 2, Head: dice.Head{byte(len(c.taken)), byte(c.seed)}, Side: asked(s)}
		text, err := c.plan(s, in.Side)
		s.Close()
		if err != nil {
			return c.snap, true, err
		}
		var faults []*orders.Diagnostic
		if in.File, faults = orders.Parse(header + text); len(faults) > 0 {
			return c.snap, true, fmt.Errorf("a plan does not parse: %w\n%s", faults[0], text)
		}
		c.taken = append(c.taken, in)
	}
}

// again plays the turn from the files that were taken.
func (c *correspondence) again() (*adjudicator.Session, error) {
	source := dice.NewTurn(dice.ByOrders, dice.Secret{byte(c.seed), byte(c.snap.Turn)}, "x-1", c.snap.Turn)
	s, err := adjudicator.Open(c.rules, c.snap, source, 1, dice.Head{})
	if err != nil {
		return nil, err
	}
	for i, in := range c.taken {
		out, err := s.Take(in)
		if err == nil && len(out.Faults) > 0 {
			err = out.Faults[0]
			if i < len(c.taken)-1 {
				err = fmt.Errorf("a file that was taken is refused when the turn is played again: %w", err)
			}
		}
		if err != nil {
			var text strings.Builder
			for _, g := range in.File.Groups {
				for _, st := range g.Statements {
					fmt.Fprintf(&text, "\n  %s", st.Text)
				}
			}
			s.Close()
			return nil, fmt.Errorf("the file of %s is refused: %w%s", c.info.Sides[in.Side], err, text.String())
		}
	}
	return s, nil
}

// plan is what a player would write: his answers on a copy of the turn, as long as he can
// foresee what comes.
func (c *correspondence) plan(s *adjudicator.Session, side adjudicator.Side) (string, error) {
	var text strings.Builder
	printer := c.printers[c.seed/2%uint64(len(c.printers))]
	for s.Plan(side); s.Foreseen() && s.Asked(side) != nil; {
		a := c.player.Answer(s, side, s.Asked(side))
		if verb, _ := a.Words()[0].(adjudicator.Keyword); s.Passed(side, verb) {
			break
		}
		fmt.Fprintf(&text, "  %s\n", written(printer, a))
		if err := s.Answer(side, a); err != nil {
			return "", err
		}
	}
	return text.String(), nil
}
