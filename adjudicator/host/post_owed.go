package host

import (
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates"
)

// owed is a receipt that is not written yet. It tells its reader that nothing is asked
// of him now; if he is asked something soon, or the turn ends, one letter tells both.
type owed struct {
	Message  string    `json:"message"`  // Message-ID of the mail that it answers
	Received time.Time `json:"received"` // when that came
	Turn     int       `json:"turn"`
	From     int       `json:"from"` // among the answers of the side in this turn, those
	To       int       `json:"to"`   // that the file has given: from From up to To

	// Left is what was set aside of the mail, and LeftBy the address of its author.
	Left   []orders.Aside `json:"left,omitempty"`
	LeftBy string         `json:"left_by,omitempty"`

	Standing bool `json:"standing,omitempty"` // the mail brought standing orders
	Passed   bool `json:"passed,omitempty"`   // a message of it was passed on to the opponent
}

// join puts the receipt into a letter.
func (o *owed) join(p *position, side adjudicator.Side, r *templates.Report) {
	r.Re.Received = o.Received
	if r.Left == nil {
		r.Left, r.LeftBy = o.Left, o.LeftBy
	}
	r.NewStanding = r.NewStanding || o.Standing
	r.Passed = r.Passed || o.Passed
	given := p.session.Answers()
	for _, c := range p.chapters {
		if c.turn == o.Turn {
			given = c.answers
		}
	}
	var own []adjudicator.Answered
	for _, a := range given {
		if a.Side == side {
			own = append(own, a)
		}
	}
	r.Answered = append(slices.Clone(own[min(o.From, len(own)):min(o.To, len(own))]), r.Answered...)
}
