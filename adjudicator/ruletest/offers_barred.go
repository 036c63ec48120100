package ruletest

import (
	"encoding/json"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/orders"
)

// odds asks for the chances that go with some offers, in both languages, as their side would ask.
func (o *offering) odds(p *place, all adjudicator.Offers, c *offerCount) error {
	var some []adjudicator.Offer
	for _, x := range all.Moves {
		if len(x.Odds) > 0 {
			some = append(some, x)
		}
	}
	if len(some) == 0 {
		return nil
	}
	reckoner, ok := o.rules.(adjudicator.Reckoner)
	if !ok {
		return fmt.Errorf("%s is offered with odds, and the ruleset does not tell any", some[0].To.ID)
	}
	position, err := json.Marshal(p.session.Game().View(p.side).Data)
	if err != nil {
		return err
	}
	at := adjudicator.Position{Setup: p.session.Setup(), Data: position, Side: p.side}
	for i := range min(3, len(some)) {
		x := some[p.rnd.IntN(len(some))]
		text := "odds " + plain(o.printers[(p.answers+i)%len(o.printers)].Words(x.Odds))
		if err := chances(reckoner, at, text); err != nil {
			return fmt.Errorf("%q, which goes with an offer of %s: %w", text, x.To.ID, err)
		}
		c.told++
	}
	return nil
}

// chances wants a question about odds to be answered.
func chances(reckoner adjudicator.Reckoner, at adjudicator.Position, text string) error {
	st, d := orders.ParseStatement(text)
	if d != nil {
		return d
	}
	answer, faults, err := reckoner.Reckon(at, st)
	switch {
	case err != nil:
		return err
	case len(faults) > 0:
		return faults[0]
	case len(answer.Chances) == 0:
		return fmt.Errorf("no chances are told")
	}
	for _, c := range answer.Chances {
		if c.Value < 0 || c.Value > 1 {
			return fmt.Errorf("a chance of %v is told", c.Value)
		}
	}
	return nil
}

// barred looks for those of an offer at why they cannot go where nothing offers them to: the order can
// be read, and what refuses it is a rule.
func (o *offering) barred(p *place, all adjudicator.Offers, c *offerCount) error {
	if len(all.Moves) == 0 {
		return nil
	}
	zones := o.zones(all)
	x := all.Moves[p.rnd.IntN(len(all.Moves))]
	reached := all.Reached(x)
	var others []adjudicator.Term
	for range min(6, len(zones)) {
		if z := zones[p.rnd.IntN(len(zones))]; !slices.Contains(reached, z) && !slices.Contains(others, z) {
			others = append(others, z)
		}
	}
	refused, err := p.session.Barred(p.side, x, others)
	if err != nil {
		return err
	}
	for _, y := range refused {
		line := Written(y.Lines[len(y.Lines)-1])
		if y.Fault.Kind != orders.Illegal || y.Fault.Rule == "" {
			return fmt.Errorf("why those of an offer cannot go to %s is asked with %q, which no rule refuses: %w", y.To.ID, line, y.Fault)
		}
		for _, printer := range o.printers {
			if parts := printer.Parts(y.Fault); parts.Sentence == "" || parts.Rule == "" {
				return fmt.Errorf("%q is refused in no words (%s): %w", line, printer.Lang(), y.Fault)
			}
		}
		c.barred++
	}
	return nil
}

// zones are those of the board, and those that are offered.
func (o *offering) zones(all adjudicator.Offers) (zones []adjudicator.Term) {
	if charted, ok := o.rules.(adjudicator.Charted); ok {
		m, _ := charted.Chart()
		for z := range m.All().All() {
			zones = append(zones, adjudicator.Term{Kind: "zone", ID: m.Name(z)})
		}
	}
	for _, x := range all.Moves {
		if x.To.ID != "" && !slices.Contains(zones, x.To) {
			zones = append(zones, x.To)
		}
	}
	return zones
}
