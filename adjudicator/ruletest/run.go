package ruletest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/templates"
)

// Options say what a ruleset is tried with. The zero value tries what every ruleset has;
// what a ruleset has besides is tried if it is named here.
type Options struct {
	// Setups are the games that are played: by default one of every scenario, and one
	// with every option at its last value.
	Setups []adjudicator.Setup
	// Games is how many games each promise is looked for in; 12 by default. Some take a
	// multiple of it.
	Games int
	// First is the seed of the first of them; the others follow it.
	First uint64
	// Turns and Answers are how many turns a game, and how many answers a turn, has at
	// the most; 100 and 5000 by default.
	Turns, Answers int
	// Source are the ruleset's Go files, or folders of them, where what is said and what
	// is refused is looked up.
	Source []string
	// Settled, if set, is looked at between the turns of a game that goes on, besides
	// [adjudicator.Game.Invariants].
	Settled func(adjudicator.Game) error

	// Open says that nothing in the game is hidden from anybody, so that it is no
	// [adjudicator.Redealer].
	Open bool
	// Drawn says that what is hidden is drawn and kept until it is played, as counters in a
	// hand, and that what a side does with it is seen. Whatever else is hidden needs
	// [adjudicator.Overt], without which no leak is found in what is told.
	Drawn bool
	// Probes are orders that a curious player might try to learn something by, besides
	// those that come up in play.
	Probes []string

	// Standing are the standing orders of the manual, one each, in any language. Those of
	// the page of help and of [adjudicator.Guide] are found without.
	Standing []string
	// Advised are the kinds of questions that some of them have to answer in random play.
	Advised []string
	// Mails are how many mails a turn may take.
	Mails []Mails
	// Cases are where a [cases.Rules] keeps its cases.
	Cases Cases

	catalog *templates.Catalog
}

// T is what [Run] needs of a *testing.T, so that something else can stand in for it.
type T[S any] interface {
	Helper()
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
	Run(name string, f func(S)) bool
}

// promise is one thing that the kit holds true of every ruleset.
type promise struct {
	name  string
	what  string // the promise in a sentence
	mend  string // where to look if it does not hold
	prove func(*trial)
	base  bool     // without it no other is looked for
	needs []string // others, without which this one is not looked for
}

// Run proves that a ruleset keeps what the kit promises: one subtest for each promise,
// which says what it is, where it does not hold, and where to look.
func Run[S T[S]](t S, rules adjudicator.Ruleset, o Options) {
	t.Helper()
	o = o.completed(rules)
	var err error
	if o.catalog, err = templates.With(rules); err != nil {
		t.Run("texts", func(t S) {
			t.Helper()
			t.Errorf("the texts of %s cannot be read, and nothing else is looked at before they can:\n\n%v", rules.Info().Name, err)
		})
		return
	}
	broken := map[string]bool{}
	for _, p := range promises {
		if slices.ContainsFunc(p.needs, func(name string) bool { return broken[name] }) {
			t.Logf("%q is not looked at before these hold: %q", p.name, p.needs)
			broken[p.name] = true
			continue
		}
		kept := true
		t.Run(p.name, func(t S) {
			t.Helper()
			faults, notes := p.tried(rules, o)
			for _, note := range notes {
				t.Logf("%s", note)
			}
			if kept = len(faults) == 0; !kept {
				t.Errorf("%s does not keep that %s.\n\n%s\n\nTo mend: %s", rules.Info().Name, p.what, strings.Join(faults, "\n\n"), p.mend)
			}
		})
		broken[p.name] = !kept
		if p.base && !kept {
			t.Logf("nothing else is looked at before %q holds", p.name)
			return
		}
	}
}

// completed fills in the defaults.
func (o Options) completed(rules adjudicator.Ruleset) Options {
	info := rules.Info()
	if len(o.Setups) == 0 {
		for _, id := range info.Scenarios {
			o.Setups = append(o.Setups, adjudicator.Setup{Scenario: id})
		}
		if len(info.Options) > 0 && len(info.Scenarios) > 0 {
			last := map[string]string{}
			for _, option := range info.Options {
				last[option.ID] = option.Values[len(option.Values)-1]
			}
			o.Setups = append(o.Setups, adjudicator.Setup{Scenario: info.Scenarios[0], Options: last})
		}
	}
	for _, d := range []struct {
		value   *int
		without int
	}{{&o.Games, 12}, {&o.Turns, 100}, {&o.Answers, 5000}} {
		if *d.value == 0 {
			*d.value = d.without
		}
	}
	return o
}

// enough faults of one promise are told; more would say the same.
const enough = 3

// trial is one promise being looked for in a ruleset.
type trial struct {
	Options
	rules    adjudicator.Ruleset
	info     adjudicator.Info
	printers []*templates.Printer // one for each language, that of the fallback first
	faults   []string
	notes    []string
}

// tried looks for a promise. A ruleset that panics has not kept it.
func (p promise) tried(rules adjudicator.Ruleset, o Options) (faults, notes []string) {
	t := &trial{Options: o, rules: rules, info: rules.Info()}
	for _, lang := range o.catalog.Languages() {
		t.printers = append(t.printers, o.catalog.For(lang, t.info.Name))
	}
	defer func() {
		if r := recover(); r != nil {
			faults, notes = append(t.faults, fmt.Sprintf("panic: %v\n%s", r, debug.Stack())), t.notes
		}
	}()
	p.prove(t)
	return t.faults, t.notes
}

// fail notes where the promise does not hold, once for each text.
func (t *trial) fail(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(t.faults) < enough && !slices.Contains(t.faults, text) {
		t.faults = append(t.faults, text)
	}
}

// failed reports whether there are so many faults that no more are looked for.
func (t *trial) failed() bool { return len(t.faults) >= enough }

// note says what was looked at.
func (t *trial) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// seeds are those of as many games.
func (t *trial) seeds(n int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range uint64(n) {
			if !yield(t.First + i) {
				return
			}
		}
	}
}

// random is a source of its own for a game and a purpose.
func random(seed, salt uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, salt)) }
