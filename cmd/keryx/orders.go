package main

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/templates"
)

// ordersCmd groups the offline tools for order files.
type ordersCmd struct {
	Check    ordersCheckCmd    `cmd:"" help:"Report every fault that can be found without the game: syntax and names, with the server's own words."`
	Fmt      ordersFmtCmd      `cmd:"" help:"Write an order file in its canonical form, with its comments, in its own language."`
	Template ordersTemplateCmd `cmd:"" help:"Cut the order file to be completed out of a saved report."`
}

// ordersCheckCmd checks an order file.
type ordersCheckCmd struct {
	File string `arg:"" help:"The order file; - for standard input."`
	Lang string `help:"Language of the answer." default:"en"`
}

// Run reports the faults.
func (c ordersCheckCmd) Run(g *globals) error {
	text, err := readInput(c.File)
	if err != nil {
		return err
	}
	file, faults := orders.Parse(string(text))
	rules := rulesOf(file)
	name := ""
	if rules != nil {
		name = rules.Info().Name
		faults = append(faults, adjudicator.Vet(rules, file)...)
	}
	if len(faults) == 0 {
		n := 0
		for _, group := range file.Groups {
			n += len(group.Statements)
		}
		if rules != nil {
			c.warn(g, templates.For(c.Lang, name), adjudicator.VetStanding(rules, file))
		}
		fmt.Fprintf(g.Out, "%s reads well: %d orders, %d standing orders. Whether they can be done, only the game can tell.\n",
			c.File, n, len(file.Standing))
		return nil
	}
	p := templates.For(c.Lang, name)
	for _, d := range faults {
		fmt.Fprintf(g.Out, "%s\n\n", strings.TrimRight(p.Diagnostic(d), "\n"))
	}
	fmt.Fprintf(g.Out, "%d faults\n", len(faults))
	return errSaid
}

// warn shows what is no fault of a file, and yet hardly meant.
func (c ordersCheckCmd) warn(g *globals, p *templates.Printer, all []*orders.Diagnostic) {
	for _, d := range all {
		fmt.Fprintf(g.Out, "%s\n\n", strings.TrimRight(p.Diagnostic(d), "\n"))
	}
}

// rulesOf finds the ruleset of the game that a file names by its identifier.
func rulesOf(f *orders.File) adjudicator.Ruleset {
	prefix, _, _ := strings.Cut(orders.Fold(f.Header.Game.Value), "-")
	for _, name := range adjudicator.Rulesets() {
		if rules, err := adjudicator.Lookup(name); err == nil && rules.Info().Prefix == prefix {
			return rules
		}
	}
	return nil
}

// ordersFmtCmd formats an order file.
type ordersFmtCmd struct {
	File string `arg:"" help:"The order file; - for standard input."`
}

// Run writes the canonical form.
func (c ordersFmtCmd) Run(g *globals) error {
	text, err := readInput(c.File)
	if err != nil {
		return err
	}
	tidy, faults := orders.Tidy(string(text))
	if len(faults) > 0 {
		return fmt.Errorf("%s has %d faults (keryx orders check %s); the first: %w", c.File, len(faults), c.File, faults[0])
	}
	fmt.Fprint(g.Out, tidy)
	return nil
}

// ordersTemplateCmd cuts the order file out of a report.
type ordersTemplateCmd struct {
	Report string `arg:"" help:"A saved report: the mail (.eml) or its text; - for standard input."`
}

// Run writes the order file to be completed.
func (c ordersTemplateCmd) Run(g *globals) error {
	text, err := readInput(c.Report)
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
	fmt.Fprint(g.Out, file)
	return nil
}
