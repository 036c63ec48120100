package verify

import (
	"encoding/json"
	"maps"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
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
	body, ok := play.ReadRulingBody(adjudicator.Entry{Kind: e.Kind, Body: e.Body})
	from := body.Entry
	switch {
	case !ok && e.Open && e.Kind == adjudicator.Ruling:
		return v.broken(about("entry", e.Seq), "ledger entry %d is a ruling that cannot be read", e.Seq)
	case !ok || !e.Open || body.Act != written.ActBack && body.Act != written.ActThrow:
		return nil
	case body.Act == written.ActBack:
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
func (v *verifier) checkWhy(seq int, body play.ReseedBody) error {
	was := v.behind
	v.behind = nil
	switch body.Why {
	case play.WhyReplay, play.WhyDiscard, play.WhyMoved, play.WhyVoid:
		if body.Why == play.WhyMoved && v.entries[seq-1].Kind != adjudicator.Moved {
			return v.broken(about("entry", seq), "ledger entry %d gives other dice because the game was given to another club, and the entry before does not say so", seq)
		}
		if body.Why == play.WhyVoid && !reopensGame(v.entries[seq-1]) {
			return v.broken(about("entry", seq), "ledger entry %d gives other dice because the game was opened again, and no ruling before it says so", seq)
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
	case body.Why == play.WhyReopened && (!v.final || was.Act != written.ActBack):
		return v.broken(about("entry", seq), "ledger entry %d takes a fresh secret, and the game was not over", seq)
	case body.Why == play.WhyRuling && v.final:
		return v.broken(about("entry", seq), "ledger entry %d goes on from a secret that was published", seq)
	}
	v.final = false
	v.result.TakenBack++
	v.following[len(v.secrets)] = body.Why == play.WhyRuling
	return nil
}

// reopensGame reports whether an entry can be the ruling by which a game was opened again that had
// been given to another club.
func reopensGame(e templates.ProofEntry) bool {
	ruled, ok := play.ReadRulingBody(adjudicator.Entry{Kind: e.Kind, Body: e.Body})
	return e.Kind == adjudicator.Ruling && (!e.Open || ok && ruled.Act == written.ActReopen)
}

// gone reports whether all that the ledger says of a turn was given up by rulings.
func (v *verifier) gone(turn int) bool {
	return v.result.TakenBack > 0 && !slices.ContainsFunc(v.ledger, func(p promise) bool { return p.Turn == turn && !v.void[p.entry] })
}

// checkAppeal checks that an appeal is against a ruling that stands before it in the ledger, was
// not given on an appeal, and was not appealed before.
func (v *verifier) checkAppeal(e templates.ProofEntry) error {
	var made AppealBody
	if err := json.Unmarshal(e.Body, &made); err != nil {
		return v.broken(about("entry", e.Seq), "ledger entry %d appeals against nothing: %v", e.Seq, err)
	}
	ruled := v.entries[made.Entry]
	body, ok := play.ReadRulingBody(adjudicator.Entry{Kind: ruled.Kind, Body: ruled.Body})
	switch {
	case made.Entry >= e.Seq || ruled.Kind != adjudicator.Ruling || ok && body.Appeal > 0:
		return v.broken(about("entry", e.Seq), "ledger entry %d appeals against entry %d, which cannot be appealed", e.Seq, made.Entry)
	case slices.Contains(slices.Collect(maps.Values(v.appeals)), made.Entry):
		return v.broken(about("entry", e.Seq), "ledger entry %d appeals a second time against entry %d", e.Seq, made.Entry)
	}
	v.appeals[e.Seq] = made.Entry
	return nil
}

// checkDecided checks that a ruling which decides an appeal does so once, and under another key
// than the one that the appeal is against.
func (v *verifier) checkDecided(e templates.ProofEntry) error {
	body, ok := play.ReadRulingBody(adjudicator.Entry{Kind: e.Kind, Body: e.Body})
	if !ok || body.Appeal == 0 {
		return nil
	}
	ruled, made := v.appeals[body.Appeal]
	first, _ := play.ReadRulingBody(adjudicator.Entry{Kind: v.entries[ruled].Kind, Body: v.entries[ruled].Body})
	switch {
	case !made || v.decided[body.Appeal] > 0:
		return v.broken(about("entry", e.Seq), "ledger entry %d decides the appeal in entry %d, which does not wait", e.Seq, body.Appeal)
	case body.By != "" && body.By == first.By:
		return v.broken(about("entry", e.Seq), "ledger entry %d decides an appeal against entry %d, and is by the same referee", e.Seq, ruled)
	}
	v.decided[body.Appeal] = e.Seq
	return nil
}

// AppealBody is the body of an [adjudicator.Appealed] entry. What is said stays between the
// side and the referees; who said it can show it.
type AppealBody struct {
	Entry  int    `json:"entry"`  // of the ruling
	Digest string `json:"digest"` // of the text: HMAC-SHA-256 with [dice.Secret.RulingKey]
}
