package leagues

import (
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/league"
	"keryx/templates"
)

// ladderRules says how a ladder is played, beside what is said of all seasons.
func ladderRules(p *templates.Printer, r league.Rules, t league.Terms) []adjudicator.Phrase {
	l := r.Ladder
	winner := "place"
	if l.HalfWay {
		winner = "half-way"
	}
	say := func(key string, args ...any) adjudicator.Phrase {
		return adjudicator.Say("league.rule.ladder."+key, args...)
	}
	list := []adjudicator.Phrase{
		say("sides."+string(r.SidesBy), "Span", spanTold(p, t.Bids)),
		say("winner." + winner),
		say("answer", "Span", spanTold(p, l.Answer)),
		say("declined." + string(l.Declined)), say("unanswered." + string(l.Unanswered)), say("cancelled." + string(l.Cancelled)),
		say("at-once", "Count", l.AtOnce),
	}
	if l.Again > 0 {
		list = append(list, say("again", "Span", spanTold(p, l.Again)))
	}
	if l.Idle > 0 {
		list = append(list, say("idle", "Span", spanTold(p, l.Idle)))
	}
	if l.LeastTurn > 1 {
		list = append(list, say("short", "Count", l.LeastTurn))
	}
	if t.Grace > 0 {
		list = append(list, say("grace", "Span", spanTold(p, t.Grace)))
	}
	return append(list, say("ranked"))
}

// spanTold says a time as people do, in a language: "7 days", "36 hours".
func spanTold(p *templates.Printer, d time.Duration) string {
	if d%calendar.Day != 0 {
		return p.Say("league.hours", "Count", int(d.Round(time.Hour).Hours()))
	}
	return p.Say("league.days", "Count", int(d/calendar.Day))
}
