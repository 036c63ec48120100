package play

import (
	"bytes"
	"encoding/json"
	"errors"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/written"
	outcomes "keryx/adjudicator/outcome"
	"keryx/store"
)

// How a game ended is read from its ledger, as one value with its history: see package outcome.

// EndsOf is how a game ended by its own ledger, with every end that it had: one that a ruling took back too.
func EndsOf(entries []store.Entry) outcomes.Outcome {
	var steps []outcomes.Step
	over := false
	for i, e := range entries {
		switch e.Kind {
		case string(adjudicator.Ended):
			if step, ok := endStep(entries, i); ok {
				steps, over = append(steps, step), true
			}
		case string(adjudicator.Ruling):
			from, _, ok := GivesUp(e)
			if !ok || !over || from > lastEnd(entries[:i]) {
				continue
			}
			step := outcomes.Step{Kind: outcomes.TakenBack, At: e.Time, Verdict: outcomes.Verdict{Winner: adjudicator.Observer}}
			if body, ok := ReadRulingBody(club.LedgerEntry(e)); ok {
				step.Why = body.Reason
			}
			steps, over = append(steps, step), false
		}
	}
	return outcomes.Of(steps...)
}

// lastEnd is the number of the last entry that ended a game.
func lastEnd(entries []store.Entry) int {
	for i := len(entries) - 1; i >= 0; i-- {
		if entries[i].Kind == string(adjudicator.Ended) {
			return entries[i].Seq
		}
	}
	return 0
}

// endStep is what one entry that ends a game comes to.
func endStep(entries []store.Entry, i int) (step outcomes.Step, ok bool) {
	var body EndedBody
	if json.Unmarshal(entries[i].Body, &body) != nil {
		return step, false
	}
	step = outcomes.Step{Kind: outcomes.Rules, At: entries[i].Time, Verdict: outcomes.Verdict{How: outcomes.Play, Winner: adjudicator.Observer}}
	switch {
	case body.How == HowResigned:
		step.Kind = outcomes.Resigned
	case body.How == HowAgreed:
		step.Kind = outcomes.Agreed
	case body.How == HowLeague:
		step.Kind, step.How = outcomes.Stopped, outcomes.Adjudication
	case body.Result == nil || body.Result.Ruled:
		step.Kind, step.How = outcomes.Closed, outcomes.Adjudication
		if ruling, ok := rulingBefore(entries[:i]); ok {
			step.Why = ruling.Reason
		}
	}
	if r := body.Result; r != nil {
		step.Winner, step.Level = r.Winner, r.Level
		if step.Kind == outcomes.Rules {
			step.Score, step.Scored, step.Reasons = r.Points, true, r.Why
		}
	} else {
		step.How = outcomes.Void
	}
	if body.Board != nil {
		step.Score, step.Scored = *body.Board, true
	}
	return step, true
}

// rulingBefore is the ruling that ended a game, some entries before its end.
func rulingBefore(entries []store.Entry) (RulingBody, bool) {
	for i := len(entries) - 1; i >= 0 && len(entries)-i < 4; i-- {
		if Closes(entries[i]) {
			return ReadRulingBody(club.LedgerEntry(entries[i]))
		}
	}
	return RulingBody{}, false
}

// boardNow is what stands on the board of a game, in victory points; nil where the rules count none before the end.
func boardNow(game adjudicator.Game) *[2]int {
	switch g := game.(type) {
	case adjudicator.Scored:
		points := g.Score()
		return &points
	case adjudicator.Adjudged:
		if now := g.ResultNow(); now != nil {
			return &now.Points
		}
	}
	return nil
}

// BoardOf is what stands on the board of a game, or stood there when it ended; nil where it tells none, or cannot be
// played again.
func BoardOf(tx store.ReadTx, id string) (*[2]int, error) {
	game, err := tx.Game(id)
	if err != nil {
		return nil, err
	}
	if game.Status == store.Ended {
		entries, err := tx.Entries(id, 1)
		if o := EndsOf(entries); err == nil && o.Scored {
			return &o.Score, nil
		}
		return nil, err
	}
	p, err := Load(tx, id)
	if IsBroken(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if p.Session == nil {
		return nil, nil
	}
	return boardNow(p.Session.Game()), nil
}

// IsBroken reports whether an error says that a game is broken.
func IsBroken(err error) bool {
	return errors.Is(err, ErrReplay) || errors.Is(err, adjudicator.ErrChain) || errors.Is(err, store.ErrNotFound)
}

// HowLeague is why a game ended that its league has stopped.
const HowLeague = "league"

// Why a game ended before its rules ended it.
const (
	HowResigned = "resigned"
	HowAgreed   = "agreed"
)

// RulingWords are what is told of a ruling to the players, and to nobody else.
type RulingWords struct {
	By     string `json:"by,omitempty"`     // the fingerprint of the referee's key; none of what happens by itself
	Reason string `json:"reason,omitempty"` // what both players read
	Signed string `json:"signed,omitempty"` // the text, where there is nothing in it that a side may not read
	Digest string `json:"digest,omitempty"` // of the text, else: HMAC-SHA-256 with [dice.Secret.RulingKey]; SHA-256 alone in older games
	Blind  string `json:"blind,omitempty"`  // by chance, so that nobody can try words on their SHA-256
}

// ReadRulingBody reads the body of an entry, if it is a ruling.
func ReadRulingBody(e adjudicator.Entry) (body RulingBody, ok bool) {
	if e.Kind != adjudicator.Ruling {
		return RulingBody{}, false
	}
	act, words, two := bytes.Cut(e.Body, []byte("\n"))
	if json.Unmarshal(act, &body) != nil || two && json.Unmarshal(words, &body.RulingWords) != nil {
		return RulingBody{}, false
	}
	return body, true
}

// Closes reports whether an entry ends a game in the middle of a turn.
func Closes(e store.Entry) bool {
	body, ok := ReadRulingBody(club.LedgerEntry(e))
	return ok && (body.Act == written.ActAdjudge || body.Act == written.ActAnnul || body.Act == written.ActEnd)
}
