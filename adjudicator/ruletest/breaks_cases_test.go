package ruletest_test

import (
	"errors"
	"os"
	"path/filepath"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
)

// caseBreaks break what is promised of cases.
var caseBreaks = []broken{
	{"a case that fails", "cases", "case F2, another: line 5, result total north: the game is not over", cased("case F1: another\nrule 1\ncase F2: another\nrule 1\nresult total north\ncase F3: another\nlimits 1\n", "")},
	{"a case of no rule", "cases", `the rule "2"`, cased("case F1: another\nrule 1\ncase F2: another\nlimits 1\ncase F3: another\nlimits 2\n", "")},
	{"a rule without a case", "cases", "no case shows where rule 1 (rivers) ends", cased("case F1: another\nrule 1\n", "")},
	{"two cases of one name", "cases", "case F1 stands in", cased("case F1: another\nrule 1\ncase F1: another\nlimits 1\n", "")},
	{"a list of other cases", "cases", "is not what the cases give", cased("case F1: another\nrule 1\ncase F2: another\nlimits 1\n", "| 1 | rivers | F2 | F1 |\n")},

	{"a rule of a turn that the list lacks", "cases", `turn 1: case game-1-1 names the rule "2", which rules.toml does not have`, cased("case F1: another\nrule 1\ncase F2: another\nlimits 1\n", "")},
	{"a position that is not told", "cases", "is told as the one before the turn", func(o *ruletest.Options) adjudicator.Ruleset {
		return mute{cased("case F1: another\nrule 1\ncase F2: another\nlimits 1\n", "")(o).(ford.Cased)}
	}},
	{"cases that are nowhere", "cases", "does not say where they are", func(o *ruletest.Options) adjudicator.Ruleset {
		return ford.Cased{Rules: ford.New("ford", ford.None)}
	}},
}

// cased is the tiny game with a folder of cases. Without a list, the list is written.
func cased(text, list string) func(*ruletest.Options) adjudicator.Ruleset {
	return func(o *ruletest.Options) adjudicator.Ruleset {
		dir := o.Cases.Dir
		for name, text := range map[string]string{"f.txt": text, "rules.toml": "[[rule]]\nid = \"1\"\ntitle = \"rivers\"\n", "COVERAGE.md": list} {
			if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
				panic(err)
			}
		}
		o.Cases = ruletest.Cases{Dir: dir, Update: list == "", How: "ruletest"}
		return ford.Cased{Rules: ford.New("ford", ford.None)}
	}
}

// mute is the tiny game that tells nothing of a position.
type mute struct{ ford.Cased }

func (m mute) Stage(g adjudicator.Game) cases.Stage { return muted{m.Cased.Stage(g)} }

type muted struct{ cases.Stage }

// Position implements [cases.Stage].
func (muted) Position() []cases.Line { return nil }
