package seating

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/store"
	"keryx/templates"
)

// A game may end before its rules end it: a side resigns, or both agree on a result. The seed of
// the turn in play is published then like that of any other, the result and the secret follow,
// and the ledger says how it ended.

// CutShort ends a game where it stands. The letters of it are the caller's.
func (st *Seats) CutShort(tx club.Tx, p *play.Position, how string, result *adjudicator.Result) error {
	if err := st.Games.CloseTurn(tx, p); err != nil {
		return err
	}
	return st.Games.GameEndedBy(tx, p, how, result)
}

// TellCut tells both sides that the game is over, and why.
func (st *Seats) TellCut(tx club.Tx, p *play.Position, result *adjudicator.Result, replyTo [2]string) error {
	for i := range p.Seats {
		side := adjudicator.Side(i)
		if p.Seats[i].Player == "" {
			continue
		}
		err := st.Reports.Report(tx, p, side, templates.GameOver, replyTo[i], func(r *templates.Report) {
			r.View.Result, r.Cut = result, true
			r.Question, r.OtherAsked, r.Starter = nil, false, "" // nothing is asked any more
		})
		if err != nil {
			return fmt.Errorf("game %s: telling %s how it ended: %w", p.Game.ID, p.Info.Sides[i], err)
		}
	}
	return nil
}

// LevelsOf are the levels of victory of a game, the highest first, and the one that a side which
// resigns gives its enemy.
func LevelsOf(rules adjudicator.Ruleset) (levels []string, resigned string) {
	if l, ok := rules.(adjudicator.Leveller); ok {
		levels, resigned = l.Levels()
	}
	if len(levels) == 0 {
		levels = []string{"total"}
	}
	return levels, cmp.Or(resigned, levels[0])
}

// EndOf finds the entry at which a game ended. Appeals, and rulings on them, may follow it; one
// that was given up is none. It goes through the entries once, whatever a ruling of another
// club's file says that it gives up.
func EndOf(entries []store.Entry) (end store.Entry, ended bool) {
	void := math.MaxInt // from this entry on all that was passed is given up
	for _, e := range slices.Backward(entries) {
		if from, _, ok := play.GivesUp(e); ok {
			void = min(void, from)
		}
		if e.Kind == string(adjudicator.Ended) && e.Seq < void {
			return e, true
		}
	}
	return end, false
}

// ResultOfEnd is the result that the entry at which a game ended gives it; nil if it counts
// for nothing.
func ResultOfEnd(entries []store.Entry) *adjudicator.Result {
	var body play.EndedBody
	if end, ended := EndOf(entries); !ended || json.Unmarshal(end.Body, &body) != nil {
		return nil
	}
	return body.Result
}
