// Package offline holds the commands that a player needs and no club: to make a key, to check, write and sign orders, to
// ask for odds, and to verify saved reports. They read files alone.
package offline

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"keryx/adjudicator"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/orders"
	"keryx/templates"
)

// OrdersCmd groups the offline tools for order files.
type OrdersCmd struct {
	Check    ordersCheckCmd    `cmd:"" help:"Check an order file."`
	Offers   OrdersOffersCmd   `cmd:"" help:"List what pieces can do in a report: moves, orders, odds."`
	Fmt      ordersFmtCmd      `cmd:"" help:"Format an order file."`
	Template ordersTemplateCmd `cmd:"" help:"Extract the order file from a saved report."`
}

// ordersCheckCmd checks an order file.
type ordersCheckCmd struct {
	File      string `arg:"" help:"The order file; - for standard input."`
	Situation string `help:"The situation.json of the report that the file answers: judge the file against it, as the server will." type:"existingfile"`
	Lang      string `help:"Language of the answer: en or fr." enum:"en,fr" default:"en"`
}

// OneGame says that one printed game at most is read for it.
func (ordersCheckCmd) OneGame() {}

// Run reports the faults.
func (c ordersCheckCmd) Run(g *screen.Globals) error {
	text, err := screen.ReadInput(g.Ctx, c.File)
	if err != nil {
		return err
	}
	file, parted, faults := adjudicator.ReadNamed(string(text))
	p := templates.For(c.Lang, "")
	tellLeft(g.Out, p, parted.Aside)
	if parted.Led && len(parted.Faults) == 0 && !namesServer(parted.Text) {
		fmt.Fprintln(g.Out, p.Say("check.led"))
	}
	rules := rulesOf(file)
	var judged adjudicator.Judgement
	astray := false
	if c.Situation != "" {
		if rules, judged, astray, err = c.judge(g, file, faults); err != nil {
			return err
		}
	} else if judged.Faults = faults; rules != nil {
		judged.Faults = append(judged.Faults, adjudicator.Vet(rules, file)...)
	}
	name := ""
	if rules != nil {
		name = rules.Info().Name
	}
	p = templates.For(c.Lang, name)
	if len(judged.Faults) == 0 {
		if rules != nil {
			c.warn(g, p, adjudicator.VetStanding(rules, file))
		}
		c.tellGood(g, p, file, judged)
		if astray {
			return screen.ErrSaid
		}
		return nil
	}
	for _, d := range judged.Faults {
		fmt.Fprintf(g.Out, "%s\n\n", strings.TrimRight(p.Diagnostic(d), "\n"))
	}
	fmt.Fprintln(g.Out, p.Say("check.faults", "Count", len(judged.Faults)))
	return screen.ErrSaid
}

// tellLeft shows what stands around a file, and is left aside as the server leaves it.
func tellLeft(to io.Writer, p *templates.Printer, aside []orders.Aside) {
	for _, run := range aside {
		if run.Quoted {
			fmt.Fprintln(to, p.Say("check.left-quoted", "From", run.Line, "To", run.Line+len(run.Lines)-1, "Lines", len(run.Lines)))
			continue
		}
		for i, line := range run.Lines {
			if line = strings.TrimSpace(line); line != "" {
				fmt.Fprintln(to, p.Say("check.left", "Number", run.Line+i, "Line", line))
			}
		}
	}
}

// namesServer reports whether a line of a file says which server it is for.
func namesServer(file string) bool {
	for line := range strings.Lines(file) {
		if b, ok := orders.ReadBinding(line, true); ok && b.At != "" {
			return true
		}
	}
	return false
}

// warn shows what is no fault of a file, and yet hardly meant.
func (c ordersCheckCmd) warn(g *screen.Globals, p *templates.Printer, all []*orders.Diagnostic) {
	for _, d := range all {
		fmt.Fprintf(g.Out, "%s\n\n", strings.TrimRight(p.Diagnostic(d), "\n"))
	}
}

// judge judges the file against a situation.json, and says where they do not belong together: such a file is astray, and
// the server would not carry it out.
func (c ordersCheckCmd) judge(g *screen.Globals, file *orders.File, faults []*orders.Diagnostic) (rules adjudicator.Ruleset, judged adjudicator.Judgement, astray bool, err error) {
	s, rules, side, err := situationOf(c.Situation)
	if err != nil {
		return nil, judged, false, err
	}
	if side < 0 {
		return nil, judged, false, errors.New(templates.For(c.Lang, "").Say("check.observer", "Situation", c.Situation))
	}
	for _, line := range []struct{ name, file, situation string }{{"game", file.Header.Game.Value, s.Game},
		{"side", sideOf(rules, file.Header.Side.Value), s.Side}, {"answers", file.Header.Answers.Value, s.Answers}} {
		if line.file != "" && !strings.EqualFold(line.file, line.situation) {
			astray = true
			fmt.Fprintln(g.Out, templates.For(c.Lang, "").Say("check.other", "File", c.File, "Field", orders.Heading(line.name), "Value", line.file, "Situation", c.Situation, "Is", line.situation))
		}
	}
	known := adjudicator.Known{Scenario: s.Scenario, Side: side, Position: s.Position, Standing: s.Standing}
	if s.Asked != nil {
		known.Asked = s.Asked.Kind
	}
	return rules, adjudicator.Judge(rules, known, file, rand.New(rand.NewPCG(0, 0)), faults...), astray, nil
}

// situationOf reads a situation.json: its ruleset, and the side that it is of, or [adjudicator.Observer].
func situationOf(name string) (s templates.Situation, rules adjudicator.Ruleset, side adjudicator.Side, err error) {
	in, err := os.Open(name)
	if err != nil {
		return s, nil, 0, err
	}
	defer in.Close()
	if s, err = templates.ReadSituation(in); err == nil {
		rules, err = adjudicator.Lookup(s.Ruleset)
	}
	if err != nil {
		return s, nil, 0, fmt.Errorf("%s: %w", name, err)
	}
	side, ok := rules.Info().Seat(s.Side)
	if !ok {
		side = adjudicator.Observer
	}
	return s, rules, side, nil
}

// sideOf is the identifier of a side that a file names in any language.
func sideOf(rules adjudicator.Ruleset, name string) string {
	if e, fault := rules.Lexicon().LookupString(name, "side"); fault == nil {
		return e.ID
	}
	return name
}

// tellGood says how far a file without faults was looked at.
func (c ordersCheckCmd) tellGood(g *screen.Globals, p *templates.Printer, file *orders.File, judged adjudicator.Judgement) {
	n := 0
	for _, group := range file.Groups {
		n += len(group.Statements)
	}
	waiting := len(judged.Waiting)
	how := "unjudged"
	switch {
	case judged.Whole && waiting == 0:
		how = "whole"
	case judged.Whole:
		how = "partly"
	case c.Situation != "":
		how = "form"
	}
	fmt.Fprintln(g.Out, p.Say("check.reads", "File", c.File, "Orders", n, "Standing", len(file.Standing)), p.Say("check."+how, "Count", n-waiting))
}

// rulesOf finds the ruleset of the game that a file names by its identifier.
func rulesOf(f *orders.File) adjudicator.Ruleset { return adjudicator.Named(f.Header.Game.Value) }

// ordersFmtCmd formats an order file.
type ordersFmtCmd struct {
	File string `arg:"" help:"The order file; - for standard input."`
}

// Gameless says that no printed game is read for it.
func (ordersFmtCmd) Gameless() {}

// Run writes the canonical form.
func (c ordersFmtCmd) Run(g *screen.Globals) error {
	text, err := screen.ReadInput(g.Ctx, c.File)
	if err != nil {
		return err
	}
	tidy, faults := orders.Tidy(adjudicator.PartNamed(string(text)).Text)
	if len(faults) > 0 {
		return fmt.Errorf("%s has %d faults (keryx orders check %s); the first: %w", c.File, len(faults), c.File, faults[0])
	}
	fmt.Fprint(g.Exact, tidy)
	return nil
}

// ordersTemplateCmd cuts the order file out of a report.
type ordersTemplateCmd struct {
	Report string `arg:"" help:"A saved report: the mail (.eml) or its text; - for standard input."`
}

// Run writes the order file to be completed.
func (c ordersTemplateCmd) Run(g *screen.Globals) error {
	text, err := screen.ReadInput(g.Ctx, c.Report)
	if err != nil {
		return err
	}
	body := string(text)
	if r, err := mail.ReadReport(text); err == nil {
		body = r.Text
	}
	file, ok := templates.OrderFile(body)
	if !ok {
		return fmt.Errorf("%s holds no order file", c.Report)
	}
	fmt.Fprint(g.Exact, file)
	return nil
}
