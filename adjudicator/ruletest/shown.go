package ruletest

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
)

// shown wants an [adjudicator.Viewer] to show of a position what the side was shown of the game.
func shown(t *trial) {
	if _, ok := t.rules.(adjudicator.Viewer); !ok {
		return
	}
	seen := 0
	w := walker{trial: t, salt: 22, look: func(p *place) error {
		if p.rnd.IntN(8) != 0 {
			return nil
		}
		seen++
		return t.shows(p)
	}}
	w.games(t.Games / 2)
	t.note("%d positions were shown", seen)
}

// shows compares what both sides see at a question.
func (t *trial) shows(p *place) error {
	for side := range adjudicator.Side(2) {
		was := p.session.Game().View(side)
		position, err := json.Marshal(was.Data)
		if err != nil {
			return fmt.Errorf("what a side is told does not encode: %w", err)
		}
		now, err := adjudicator.Show(t.rules, p.session.Setup(), side, position)
		if err != nil {
			return err
		}
		a, b := drawn(was), drawn(now)
		if a != b {
			return fmt.Errorf("a position is shown otherwise than the game:\n%s", apart(a, b))
		}
	}
	return nil
}

// drawn is what a map, a page and a balance show of a view.
func drawn(v adjudicator.View) string {
	text, err := json.MarshalIndent(struct {
		Side    adjudicator.Side
		Turn    adjudicator.Phrase
		Number  int
		Zones   []adjudicator.ZoneView
		Edges   []adjudicator.EdgeView
		Balance []adjudicator.BalanceRow
	}{v.Side, v.Turn, v.Number, v.Zones, v.Edges, v.Balance}, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}
