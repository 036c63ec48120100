package play

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/written"
)

// RulingBody is the body of a [adjudicator.Ruling] entry: a line that says what is done, and
// one by whom and in what words; see [adjudicator.Entry.Public]. It names no person: keys do.
// In older ledgers both are one line.
type RulingBody struct {
	Act   string     `json:"act"`
	Via   string     `json:"via"` // "mail", "shell" or "clock"
	Side  string     `json:"side,omitempty"`
	Until *time.Time `json:"until,omitempty"`
	Entry int        `json:"entry,omitempty"` // the last that stands, or that is thrown again
	Level string     `json:"level,omitempty"`
	Claim int        `json:"claim,omitempty"`
	// Appeal is the entry of the appeal that it decides.
	Appeal int             `json:"appeal,omitempty"`
	Lines  []CorrectedLine `json:"lines,omitempty"` // of a correction, as far as the reader of the entry may read them
	Force  bool            `json:"force,omitempty"` // the correction may break a rule

	RulingWords
}

// CorrectedLine is a line of a correction as the ledger has it.
type CorrectedLine struct {
	N    int    `json:"n"` // among all lines of the correction, from 1
	Text string `json:"text"`
}

// correctAgain makes the correction of a ledger entry in a replay; other rulings make none.
func (p *Position) correctAgain(e adjudicator.Entry) error {
	body, ok := ReadRulingBody(e)
	switch {
	case ok && body.Act == written.ActCorrectPart:
		p.parts = append(p.parts, body.Lines...)
		return nil
	case !ok || body.Act != written.ActCorrect:
		return nil
	}
	lines := append(p.parts, body.Lines...)
	p.parts = nil
	slices.SortStableFunc(lines, func(a, b CorrectedLine) int { return a.N - b.N })
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(l.Text + "\n")
	}
	a, faults := adjudicator.ReadAmendment(p.Rules, text.String())
	if len(faults) == 0 {
		a.Force = body.Force
		out, err := p.Session.Amend(adjudicator.Input{Entry: e.Seq, Head: p.HeadNow()}, a)
		if err != nil {
			return err
		}
		faults = out.Faults
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: entry %d: %w", ErrReplay, e.Seq, faults[0])
	}
	return nil
}
