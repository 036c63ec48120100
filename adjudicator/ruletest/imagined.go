package ruletest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// imagined opens turns of an [adjudicator.Imaginer] in their middle, on what a side was
// told, and wants what it writes to be judged as by the server.
func imagined(t *trial) {
	if _, ok := t.rules.(adjudicator.Imaginer); !ok {
		return
	}
	m := &imaginings{snoop: &snoop{trial: t}}
	for _, text := range t.Probes {
		if err := m.learn(text); err != nil {
			t.fail("a probe: %v", err)
		}
	}
	for i, standing := range [2][2]string{{}, t.standingText()} {
		w := walker{trial: t, salt: uint64(18 + i), standing: standing, look: m.look}
		w.games(t.Games)
	}
	if t.note("%d of %d questions were entered, and %d of the files written there had a fault", m.entered, m.asked, m.faulty); len(t.faults) == 0 && m.entered == 0 {
		t.fail("of %d questions none could be entered: Imagine takes no position that a view shows", m.asked)
	}
}

// imaginings are what was imagined in a walk.
type imaginings struct {
	*snoop
	asked, entered, faulty int
}

// look imagines a position, and judges a file there and in the game itself.
func (m *imaginings) look(p *place) error {
	if p.rnd.IntN(8) != 0 {
		return nil
	}
	m.asked++
	position, err := json.Marshal(p.session.Game().View(p.side).Data)
	if err != nil {
		return fmt.Errorf("what a side is told does not encode: %w", err)
	}
	im, err := adjudicator.Imagine(m.rules, p.session.Setup().Scenario, p.side, position,
		p.session.Standing(p.side, orders.English), p.question.Kind, p.rnd)
	if errors.Is(err, adjudicator.ErrNotImagined) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("on what it was told it is not imagined: %w", err)
	}
	defer im.Close()
	m.entered++
	if err := m.forks(im, p); err != nil {
		return err
	}
	text, err := m.draft(p)
	if err != nil {
		return err
	}
	served, err := p.session.Copy()
	if err != nil {
		return err
	}
	defer served.Close()
	was, now := m.judged(served, p, text), m.judged(im, p, text)
	if strings.HasPrefix(was, "fault") {
		m.faulty++
	}
	if was != now {
		return fmt.Errorf("a file is judged otherwise on what it was told than by the server:\n%s\n%s", text, apart(was, now))
	}
	return nil
}

// forks wants what was imagined to be forked at the question that was asked.
func (m *imaginings) forks(im *adjudicator.Session, p *place) error {
	f, err := im.Fork(p.side, random(p.seed, 20))
	if errors.Is(err, adjudicator.ErrNotForked) {
		return nil // the game is no Cloner
	}
	if err != nil {
		return fmt.Errorf("a fork of what is imagined: %w", err)
	}
	defer f.Close()
	if q := f.Asked(p.side); q == nil || q.Kind != p.question.Kind {
		return fmt.Errorf("a fork of what is imagined asks %v", q)
	}
	return nil
}

// draft writes a file: what the side could answer next, and now and then something that
// was meant for another moment.
func (m *imaginings) draft(p *place) (string, error) {
	c, err := p.session.Copy()
	if err != nil {
		return "", err
	}
	defer c.Close()
	var lines []string
	for c.Plan(p.side); c.Foreseen() && c.Asked(p.side) != nil && len(lines) < 8; {
		a := c.Asked(p.side).Form.Sample(p.rnd)
		lines = append(lines, written(m.printers[0], a))
		if len(m.probes) < most {
			if err := m.learn(lines[len(lines)-1]); err != nil {
				return "", err
			}
		}
		if err := c.Answer(p.side, a); err != nil {
			return "", err
		}
	}
	if n := p.rnd.IntN(len(lines) + 1); p.rnd.IntN(2) == 0 && len(m.probes) > 0 {
		other := m.probes[p.rnd.IntN(len(m.probes))].text
		lines = append(lines[:n:n], append([]string{other}, lines[n:]...)...)
	}
	return strings.Join(lines, "\n"), nil
}

// judged is what a rehearsal says to a file.
func (m *imaginings) judged(s *adjudicator.Session, p *place, text string) string {
	f, faults := orders.Parse(header + text + "\n")
	out, err := s.Rehearse(adjudicator.Input{Side: p.side, File: f}, random(p.seed, 21), faults...)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, d := range out.Faults {
		fmt.Fprintf(&b, "fault %s %s %v %v\n", d.Code, d.Rule, d.Span, d.Args)
	}
	for _, a := range out.Answers {
		fmt.Fprintf(&b, "answer %s %v %s %d\n", a.Kind, []any(a.Words), a.From, a.Line)
	}
	for _, st := range out.Waiting {
		fmt.Fprintf(&b, "waits %s\n", st.Text)
	}
	return b.String()
}
