package templates

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/outcome"
)

// Result says in one line how a game ended: who won, at which level, with how many points, and in which way that
// counts. Names are those of the two sides, or of who played them. It is empty while there is no result.
func (p *Printer) Result(v outcome.Verdict, names [2]string) string {
	winner := ""
	if v.Winner >= 0 {
		winner = clean(names[v.Winner])
	}
	var text string
	switch v.How {
	case outcome.None:
		return ""
	case outcome.Play, outcome.Adjudication:
		key := "outcome.won"
		if winner == "" {
			key = "outcome.drawn"
		}
		text = p.Say(key, "Winner", winner, "Level", p.Term(adjudicator.Term{Kind: "level", ID: v.Level}), "Score", p.score(v))
	default:
		text = p.Say("outcome."+string(v.How), "Winner", winner, "Score", p.score(v))
	}
	switch {
	case v.Ruled:
		text = p.Say("outcome.ruled", "Result", text)
	case v.How == outcome.Adjudication:
		text = p.Say("outcome.adjudged", "Result", text)
	}
	if v.Struck {
		text = p.Say("outcome.struck", "Result", text)
	}
	return text
}

// score is the points of both sides; empty where the board tells none.
func (p *Printer) score(v outcome.Verdict) string {
	switch total := v.Total(); {
	case !v.Scored:
		return ""
	case v.Credited():
		return p.Say("outcome.credited", "One", total[0], "Other", total[1], "BoardOne", v.Score[0], "BoardOther", v.Score[1])
	default:
		return fmt.Sprintf("%d–%d", total[0], total[1])
	}
}

// History says line by line, oldest first, what led to the result of a game. It is empty where there is no more to
// say than the result itself.
func (p *Printer) History(o outcome.Outcome, names [2]string) (lines []string) {
	for _, s := range o.Steps {
		who := ""
		if s.Winner >= 0 {
			who = names[1-s.Winner] // who gave up, or withdrew
		}
		text := p.Say("outcome.step."+string(s.Kind), "Result", p.Result(s.Told(), names), "Who", clean(who), "Why", clean(s.Why),
			"Reasons", phrasesTold(p, s.Reasons))
		if !s.At.IsZero() {
			text = p.Say("outcome.step", "Day", p.Day(s.At.UTC()), "What", text)
		}
		lines = append(lines, text)
	}
	if len(lines) == 1 && o.Steps[0].Kind == outcome.Rules && len(o.Steps[0].Reasons) == 0 {
		return nil
	}
	return lines
}

// phrasesTold is a list of reasons in one line.
func phrasesTold(p *Printer, all []adjudicator.Phrase) string {
	return p.join(texts(all, p.Phrase), "kit.and")
}
