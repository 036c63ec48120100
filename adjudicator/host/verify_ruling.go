package host

import (
	"slices"

	"keryx/adjudicator"
	"keryx/templates"
)

// checkBehind checks that other dice follow directly behind a ruling that gives something up,
// and notes what that is.
func (v *verifier) checkBehind(e templates.ProofEntry) error {
	was := v.behind
	v.behind = nil
	if was != nil && e.Kind != adjudicator.Reseed {
		return v.broken(about("entry", e.Seq), "ledger entry %d gives up what follows entry %d, and no other dice stand behind it", e.Seq-1, was.Entry)
	}
	if was != nil {
		v.behind = was // for the entry itself, which [verifier.checkWhy] looks at
		return nil
	}
	body, ok := readRulingBody(adjudicator.Entry{Kind: e.Kind, Body: e.Body})
	from := body.Entry
	switch {
	case !ok || !e.Open || body.Act != actBack && body.Act != actThrow:
		return nil
	case body.Act == actBack:
		from++
	}
	if from < 1 || from > e.Seq || v.void[from] && from < e.Seq {
		return v.broken(about("entry", e.Seq), "ledger entry %d gives up what follows entry %d, which does not stand", e.Seq, body.Entry)
	}
	for seq := from; seq < e.Seq; seq++ {
		v.void[seq] = true
	}
	v.behind = &body
	return nil
}

// checkWhy checks that other dice were given for a reason that there is: by a ruling directly
// before, whose entry they name, and with a secret that follows from the one before unless
// that was published.
func (v *verifier) checkWhy(seq int, body reseedBody) error {
	was := v.behind
	v.behind = nil
	switch body.Why {
	case whyReplay, whyDiscard, whyMoved:
		if body.Why == whyMoved && v.entries[seq-1].Kind != adjudicator.Moved {
			return v.broken(about("entry", seq), "ledger entry %d gives other dice because the game was given to another club, and the entry before does not say so", seq)
		}
		if was != nil {
			return v.broken(about("entry", seq), "ledger entry %d gives other dice behind a ruling, and names another reason", seq)
		}
		return nil
	}
	switch {
	case was == nil:
		return v.broken(about("entry", seq), "ledger entry %d gives other dice by a ruling, and there is none directly before it", seq)
	case was.Entry != body.From:
		return v.broken(about("entry", seq), "ledger entry %d gives other dice from entry %d on, and the ruling before it names entry %d", seq, body.From, was.Entry)
	case body.Why == whyReopened && (!v.final || was.Act != actBack):
		return v.broken(about("entry", seq), "ledger entry %d takes a fresh secret, and the game was not over", seq)
	case body.Why == whyRuling && v.final:
		return v.broken(about("entry", seq), "ledger entry %d goes on from a secret that was published", seq)
	}
	v.final = false
	v.result.TakenBack++
	v.following[len(v.secrets)] = body.Why == whyRuling
	return nil
}

// gone reports whether all that the ledger says of a turn was given up by rulings.
func (v *verifier) gone(turn int) bool {
	return v.result.TakenBack > 0 && !slices.ContainsFunc(v.ledger, func(p promise) bool { return p.Turn == turn && !v.void[p.entry] })
}
