package offline

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"keryx/adjudicator"
	"keryx/cmd/keryx/screen"
	"keryx/orders"
	"keryx/templates"
)

// OddsCmd tells exact chances before anybody throws a die.
type OddsCmd struct {
	Ruleset  string   `arg:"" help:"The printed game, such as hellespont."`
	Question []string `arg:"" help:"The roll, in the words of an email, such as \"naval in M4 2xT10 against T20\"; the game's page of help shows the form." optional:""`

	Situation string   `help:"Start from the position in this situation.json of a letter, with the options of its game. The attackers then come \"from\" a zone, or are those in place." type:"existingfile" placeholder:"FILE"`
	Scenario  string   `help:"The scenario; that of the situation, or the first one, unless given." placeholder:"ID"`
	Option    []string `help:"An option of the game, such as siege-ratio=worst. May be repeated." placeholder:"ID=VALUE" sep:"none"`
	Lang      string   `help:"Language of the answer: en or fr." enum:"en,fr" default:"en"`
	JSON      bool     `name:"json" help:"Print JSON."`

	Before oddsBefore `embed:""`
}

// Run puts the question to the ruleset and prints its answer.
func (c OddsCmd) Run(g *screen.Globals) error {
	rules, err := adjudicator.Lookup(c.Ruleset)
	if err != nil {
		return err
	}
	reckoner, ok := rules.(adjudicator.Reckoner)
	if !ok {
		return fmt.Errorf("%s does not support odds", c.Ruleset)
	}
	if words := c.Before.words(strings.Join(c.Question, " "), c.Situation != ""); words != "" {
		return fmt.Errorf("the question is written in words now, as in a mail: keryx odds %s %q", c.Ruleset, words)
	}
	at, err := c.position(rules)
	if err != nil {
		return err
	}
	p := templates.For(c.Lang, c.Ruleset)
	words := strings.Fields(strings.Join(c.Question, " "))
	if len(words) > 0 && (strings.EqualFold(words[0], "odds") || strings.EqualFold(words[0], "chances")) {
		words = words[1:] // the line was copied out of a mail or a page of help
	}
	text := "odds " + strings.Join(words, " ")
	answer, err := reckon(reckoner, at, text)
	if fault := new(orders.Diagnostic); errors.As(err, &fault) {
		fmt.Fprintln(g.Err, strings.TrimRight(p.Diagnostic(fault), "\n"))
		return screen.ErrSaid
	} else if err != nil {
		return err
	}
	if c.JSON {
		enc := json.NewEncoder(g.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(answer.Data(p.Phrase))
	}
	return printReckoning(g.Out, p, answer)
}

// reckon reads a question as a mail's is read. The error is a *[orders.Diagnostic] if the
// question cannot be answered.
func reckon(reckoner adjudicator.Reckoner, at adjudicator.Position, text string) (adjudicator.Reckoning, error) {
	question, fault := orders.ParseStatement(text)
	if fault != nil {
		return adjudicator.Reckoning{}, fault
	}
	answer, faults, err := reckoner.Reckon(at, question)
	if err == nil && len(faults) > 0 {
		err = faults[0]
	}
	return answer, err
}

// position is where the question begins: an empty board, or that of a situation.json.
// Options that are named count instead of those of its game.
func (c OddsCmd) position(rules adjudicator.Ruleset) (adjudicator.Position, error) {
	at := adjudicator.Position{Setup: adjudicator.Setup{Scenario: c.Scenario, Options: map[string]string{}}, Side: adjudicator.Observer}
	if c.Situation != "" {
		if err := c.load(&at, rules.Info()); err != nil {
			return at, fmt.Errorf("%s: %w", c.Situation, err)
		}
	}
	for _, option := range c.Option {
		id, value, ok := strings.Cut(option, "=")
		if !ok {
			return at, fmt.Errorf("an option is written siege-ratio=worst, not %q", option)
		}
		at.Setup.Options[id] = value
	}
	return at, nil
}

// load reads the situation.json.
func (c OddsCmd) load(at *adjudicator.Position, info adjudicator.Info) error {
	file, err := os.Open(c.Situation)
	if err != nil {
		return err
	}
	defer file.Close()
	s, err := templates.ReadSituation(file)
	if err != nil {
		return err
	}
	if s.Ruleset != c.Ruleset {
		return fmt.Errorf("it is a situation of %s", s.Ruleset)
	}
	if c.Scenario == "" {
		at.Setup.Scenario = s.Scenario
	}
	for id, value := range s.Options {
		at.Setup.Options[id] = value
	}
	if side, ok := info.Seat(s.Side); ok {
		at.Side = side
	}
	at.Data = s.Position
	return nil
}
