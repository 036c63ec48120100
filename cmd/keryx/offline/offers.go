package offline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/cmd/keryx/screen"
	"keryx/templates"
)

// OrdersOffersCmd says what the pieces of a side can do where a report asks it.
type OrdersOffersCmd struct {
	Situation string `arg:"" help:"The situation.json of the report." type:"existingfile"`
	From      string `help:"Only those of this zone: with the orders to write, what stands beside them, and the odds." placeholder:"ZONE"`
	To        string `help:"Only what leads to this zone; and why the others of --from cannot go there." placeholder:"ZONE"`
	Lang      string `help:"Language of the answer: en or fr." enum:"en,fr" default:"en"`
	JSON      bool   `name:"json" help:"Print JSON, for programs such as a page on which orders are clicked."`
}

// OneGame says that one printed game at most is read for it.
func (OrdersOffersCmd) OneGame() {}

// Run prints the offers.
func (c OrdersOffersCmd) Run(g *screen.Globals) error {
	s, rules, side, err := situationOf(c.Situation)
	if err != nil {
		return err
	}
	if side < 0 || s.Asked == nil {
		return errors.New(templates.For(c.Lang, "").Say("check.unasked", "Situation", c.Situation))
	}
	session, err := adjudicator.Imagine(rules, s.Scenario, side, s.Position, s.Standing, s.Asked.Kind, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return fmt.Errorf("%s: %w", c.Situation, err)
	}
	defer session.Close()
	o := offered{OrdersOffersCmd: c, rules: rules, session: session, side: side, p: templates.For(c.Lang, s.Ruleset),
		at: adjudicator.Position{Setup: adjudicator.Setup{Scenario: s.Scenario, Options: s.Options}, Data: s.Position, Side: side}}
	if err := o.find(); err != nil {
		return err
	}
	if c.JSON {
		enc := json.NewEncoder(g.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(o.answer)
	}
	o.print(g.Out)
	return nil
}

// offered are the offers of a question, in words.
type offered struct {
	OrdersOffersCmd
	rules   adjudicator.Ruleset
	session *adjudicator.Session
	side    adjudicator.Side
	p       *templates.Printer
	at      adjudicator.Position
	answer  OffersAnswer
}

// OffersAnswer is the JSON of the offers.
type OffersAnswer struct {
	Asked  string        `json:"asked"` // the kind of the question
	Offers []OfferAnswer `json:"offers"`
	// Barred are the ways of --from to --to that no offer leads.
	Barred []OfferAnswer `json:"barred"`
	Rest   []string      `json:"rest"` // the kinds of what else can be said
}

// OfferAnswer is an offer in words.
type OfferAnswer struct {
	From  string         `json:"from,omitempty"` // as orders name it in any language
	To    string         `json:"to,omitempty"`
	Who   string         `json:"who,omitempty"`
	Whole bool           `json:"whole,omitempty"`
	Lines []string       `json:"lines"`
	Note  string         `json:"note,omitempty"`
	Risk  string         `json:"risk,omitempty"`
	Odds  *oddsAnswer    `json:"odds,omitempty"`
	Fault *faultedAnswer `json:"fault,omitempty"`

	from, to string // as orders in the language of the answer name them
}

// oddsAnswer is what a combat brings.
type oddsAnswer struct {
	Question string         `json:"question"` // for “keryx odds --situation”
	Chances  []chanceAnswer `json:"chances"`
}

type chanceAnswer struct {
	Told  string  `json:"told"`
	Value float64 `json:"value"`
}

// faultedAnswer is why something cannot be ordered, in parts.
type faultedAnswer struct {
	Code     string `json:"code"`
	Rule     string `json:"rule"`
	Sentence string `json:"sentence"`
	Mend     string `json:"mend,omitempty"`
	text     string // as reports show it
}

// find works the answer out.
func (o *offered) find() error {
	q := o.session.Asked(o.side)
	all := adjudicator.OffersOf(q.Form)
	from, to, err := o.ends()
	if err != nil {
		return err
	}
	o.answer = OffersAnswer{Asked: q.Kind, Offers: []OfferAnswer{}, Barred: []OfferAnswer{}, Rest: []string{}}
	for _, x := range all.Moves {
		if (from == nil || x.From == *from) && (to == nil || x.To == *to) {
			a, err := o.words(x, from != nil || to != nil || o.JSON)
			if err != nil {
				return err
			}
			o.answer.Offers = append(o.answer.Offers, a)
		}
	}
	for _, kind := range all.Rest {
		o.answer.Rest = append(o.answer.Rest, string(kind))
	}
	if from == nil || to == nil {
		return nil
	}
	return o.barred(all, *from, *to)
}

// ends are the zones that the flags name.
func (o *offered) ends() (from, to *adjudicator.Term, err error) {
	zone := func(name string) *adjudicator.Term {
		if name == "" {
			return nil
		}
		e, d := o.rules.Lexicon().LookupString(name, "zone")
		if d != nil && err == nil {
			err = errors.New(o.p.Parts(d).Sentence)
		}
		return &adjudicator.Term{Kind: "zone", ID: e.ID}
	}
	from, to = zone(o.From), zone(o.To)
	return from, to, err
}

// barred says why those of one zone who have an offer cannot go to another.
func (o *offered) barred(all adjudicator.Offers, from, to adjudicator.Term) error {
	seen := map[string]bool{}
	for _, x := range all.Moves {
		who := x.Who.Canonical()
		if x.From != from || seen[who] || slices.Contains(all.Reached(x), to) {
			continue
		}
		seen[who] = true
		refused, err := o.session.Barred(o.side, x, []adjudicator.Term{to})
		if err != nil {
			return err
		}
		for _, y := range refused {
			a, err := o.words(y, true)
			if err != nil {
				return err
			}
			o.answer.Barred = append(o.answer.Barred, a)
		}
	}
	return nil
}

// zoneName is what orders in the language of the answer call a zone; empty for none.
func (o *offered) zoneName(zone adjudicator.Term) string {
	if zone.ID == "" {
		return ""
	}
	return o.p.Words(adjudicator.Words{zone})
}

// words puts an offer into words; its odds only where they are wanted, since they are worked out.
func (o *offered) words(x adjudicator.Offer, odds bool) (OfferAnswer, error) {
	p := o.p
	a := OfferAnswer{From: x.From.ID, To: x.To.ID, Who: p.Words(x.Who), Whole: x.Whole, from: o.zoneName(x.From), to: o.zoneName(x.To)}
	for _, line := range x.Lines {
		a.Lines = append(a.Lines, p.Words(line))
	}
	if !x.Note.IsZero() {
		a.Note = p.Phrase(x.Note)
	}
	if !x.Risk.IsZero() {
		a.Risk = p.Phrase(x.Risk)
	}
	if d := x.Fault; d != nil {
		parts := p.Parts(d)
		a.Fault = &faultedAnswer{Code: parts.Code, Rule: parts.Rule, Sentence: parts.Sentence, Mend: parts.Mend, text: p.Diagnostic(d)}
	}
	reckoner, ok := o.rules.(adjudicator.Reckoner)
	if !ok || !odds || len(x.Odds) == 0 {
		return a, nil
	}
	a.Odds = &oddsAnswer{Question: p.Words(x.Odds)}
	answer, err := reckon(reckoner, o.at, "odds "+a.Odds.Question)
	if err != nil {
		return a, fmt.Errorf("the odds of %q: %w", a.Odds.Question, err)
	}
	for _, c := range answer.Chances {
		a.Odds.Chances = append(a.Odds.Chances, chanceAnswer{p.Phrase(c.Told), c.Value})
	}
	return a, nil
}

// print shows the answer: a line for each stack and piece, or for those of --from or to --to the orders.
func (o *offered) print(out io.Writer) {
	if o.From == "" && o.To == "" {
		o.printZones(out)
	} else {
		for _, x := range o.answer.Offers {
			x.print(out, o.p)
		}
	}
	for _, x := range o.answer.Barred {
		fmt.Fprintf(out, "%s\n%s\n\n", o.p.Say("offers.barred", "From", x.from, "Who", x.Who, "To", adjudicator.Term{Kind: "zone", ID: x.To}), x.Fault.text)
	}
	if len(o.answer.Offers)+len(o.answer.Barred) == 0 {
		fmt.Fprintln(out, o.p.Say("offers.none"))
	}
	if kinds := o.kinds(); len(kinds) > 0 {
		fmt.Fprintln(out, o.p.Say("offers.rest", "Kinds", strings.Join(kinds, ", ")))
	}
}

// kinds are the words of what else can be said.
func (o *offered) kinds() (words []string) {
	for _, kind := range o.answer.Rest {
		words = append(words, o.p.Words(adjudicator.Words{adjudicator.Keyword(kind)}))
	}
	return words
}

// printZones shows where each can go.
func (o *offered) printZones(out io.Writer) {
	var order []string
	zones := map[string][]string{}
	for _, x := range o.answer.Offers {
		who := o.p.Say("offers.stack", "From", x.from, "Who", x.Who, "Whole", x.Whole)
		if x.Who == "" {
			who = o.p.Say("offers.here", "Order", x.Lines[len(x.Lines)-1])
		}
		if zones[who] == nil {
			order = append(order, who)
		}
		to := x.to
		if x.Risk != "" {
			to += "!"
		}
		if !slices.Contains(zones[who], to) {
			zones[who] = append(zones[who], to)
		}
	}
	risky := false
	for _, who := range order {
		line := strings.Join(zones[who], ", ")
		risky = risky || strings.Contains(line, "!")
		fmt.Fprintf(out, "%s\n    %s\n", who, line)
	}
	if risky {
		fmt.Fprintln(out, o.p.Say("offers.risky"))
	}
}

// print shows one offer with its orders.
func (x OfferAnswer) print(out io.Writer, p *templates.Printer) {
	for _, line := range x.Lines {
		fmt.Fprintln(out, line)
	}
	for _, remark := range []string{x.Note, x.Risk} {
		if remark != "" {
			fmt.Fprintf(out, "    %s\n", remark)
		}
	}
	if x.Odds != nil {
		fmt.Fprintf(out, "    %s\n", p.Say("offers.odds", "Question", x.Odds.Question))
		for _, c := range x.Odds.Chances {
			fmt.Fprintf(out, "    %-*s  %s\n", barWidth, bar(c.Value), c.Told)
		}
	}
	fmt.Fprintln(out)
}
