package leagues

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/orders"
	"keryx/templates"
)

// askOutcome takes the result that a player of an unfinished game proposes, or the verdict
// of a judge: "agree spring 1-3-2-1 athens tactical", "verdict spring 1-3-2-1 draw because ...". The
// name of the league may be missing where no other has such a game that the author may speak of.
func (rs *Results) askOutcome(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	seasons, err := season.All(tx)
	if err != nil {
		return nil, err
	}
	var named string // of the league
	if len(r.Words) > 2 {
		id := orders.Fold(r.Words[1].Text)
		if slices.ContainsFunc(seasons, func(s *season.Season) bool { return s.ID == id }) {
			named, r.Words = id, slices.Delete(slices.Clone(r.Words), 1, 2)
		}
	}
	at := r.Words[min(1, len(r.Words)-1)]
	type meant struct {
		s *season.Season
		g league.Game
	}
	var found []meant
	for _, s := range seasons {
		if s.State.Closed != nil || named != "" && s.ID != named {
			continue
		}
		me := s.Entrant(a.Player.Address)
		for _, g := range s.State.AllGames() {
			this := strings.EqualFold(at.Text, g.ID) || g.Host != "" && strings.EqualFold(at.Text, g.Host)
			mine := r.Verb == "agree" && me != "" && (me == g.First || me == g.Second) || r.Verb == "verdict" && slices.Contains(s.Judges[g.ID], a.Player.Address)
			if g.Result == nil && this && mine {
				found = append(found, meant{s, g})
			}
		}
	}
	switch {
	case len(found) > 1: // fixtures of two leagues have the same numbers
		var names []string
		for _, f := range found {
			names = append(names, f.s.ID+" "+f.g.ID)
		}
		return r.Fault(orders.Illegal, "request-agree-which", at, "Word", at.Text, "Games", strings.Join(names, ", ")), nil
	case len(found) == 1 && r.Verb == "agree":
		return rs.takeClaim(tx, a, r, found[0].s, found[0].g, found[0].s.Entrant(a.Player.Address))
	case len(found) == 1:
		return rs.takeVerdict(tx, a, r, found[0].s, found[0].g)
	}
	if r.Verb == "verdict" {
		return r.Fault(orders.Unknown, "request-verdict", at, "Word", at.Text), nil
	}
	return r.Fault(orders.Unknown, "request-agree-game", at, "Word", at.Text, "Example", "spring 1-3-2-1"), nil
}

// resultClaimed reads a result: "athens tactical", "draw".
func resultClaimed(r written.Request, s *season.Season, g league.Game, words []written.Word) (season.Claim, *orders.Diagnostic) {
	rules := s.State.Rules
	if len(words) == 1 && slices.Contains([]string{"draw", "nulle"}, orders.Fold(words[0].Text)) {
		return season.Claim{Level: league.Draw}, nil
	}
	if len(words) > 1 {
		side, level := sideMeant(rules.Ruleset, words[0].Text), levelMeant(rules, words[1:])
		if level != "" && slices.Contains(rules.Sides[:], side) {
			c := season.Claim{Winner: g.First, Level: level}
			if side == rules.Sides[1] {
				c.Winner = g.Second
			}
			return c, nil
		}
	}
	given := r.Whole(min(2, len(r.Words)-1))
	var levels []string
	for level := range rules.Points {
		levels = append(levels, level)
	}
	slices.Sort(levels)
	won := slices.DeleteFunc(slices.Clone(levels), func(l string) bool { return l == league.Draw })
	return season.Claim{}, r.Fault(orders.Unreadable, "request-agree", given, "Words", given.Text, "Side", rules.Sides[0], "Level", won[0],
		"Sides", strings.Join(rules.Sides[:], ", "), "Levels", strings.Join(levels, ", "))
}

// levelMeant is the level of victory that words name: the one of the rules ("tactical"), or as
// letters call it in any language ("tactical victory", "victoire tactique", or one word of it).
func levelMeant(rules league.Rules, words []written.Word) string {
	var given []string
	for _, w := range words {
		given = append(given, orders.Fold(w.Text))
	}
	said := strings.Join(given, " ")
	for level := range rules.Points {
		if level == league.Draw {
			continue
		}
		if said == orders.Fold(level) {
			return level
		}
		for _, lang := range templates.Known().Languages() {
			if p, key := templates.For(lang, rules.Ruleset), "league.level."+level; p.Has(key) {
				full := orders.Fold(p.Say(key))
				if said == full || said == strings.TrimPrefix(full, "victoire ") || said == strings.TrimSuffix(full, " victory") {
					return level
				}
			}
		}
	}
	return ""
}

// takeClaim notes the result that one of the two wants, and enters it once both want the same.
// Before the season asks for it, the game itself has offers for that.
func (rs *Results) takeClaim(tx club.Tx, a *requests.Mail, r written.Request, s *season.Season, g league.Game, me string) (*orders.Diagnostic, error) {
	if !slices.Contains(s.Asked, "judging") {
		return r.Fault(orders.Illegal, "request-agree-early", r.Words[min(1, len(r.Words)-1)], "Fixture", g.ID), nil
	}
	c, fault := resultClaimed(r, s, g, r.Words[2:])
	if fault != nil {
		return fault, nil
	}
	if s.Agreed[g.ID] == nil {
		s.Agreed[g.ID] = map[string]season.Claim{}
	}
	s.Agreed[g.ID][me] = c
	other := g.First
	if me == g.First {
		other = g.Second
	}
	part := leaguePart(tx, s)
	switch theirs, ok := s.Agreed[g.ID][other]; {
	case ok && theirs == c:
		part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.agreed-both", "Fixture", g.ID)}
		if err := rs.adjudge(tx, s, g, league.Result{Game: g.ID, Winner: c.Winner, Level: c.Level, How: league.ByAdjudication}); err != nil {
			return nil, err
		}
	case ok:
		part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.agreed-otherwise", "Fixture", g.ID)}
	default:
		part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.agreed", "Fixture", g.ID)}
	}
	a.Reply.Leagues = append(a.Reply.Leagues, part)
	return nil, s.Save(tx, rs.Now())
}

// takeVerdict notes what a judge says, with his reasons.
func (rs *Results) takeVerdict(tx club.Tx, a *requests.Mail, r written.Request, s *season.Season, g league.Game) (*orders.Diagnostic, error) {
	end := slices.IndexFunc(r.Words, func(w written.Word) bool {
		return slices.Contains([]string{"because", "car", "parce"}, orders.Fold(w.Text))
	})
	if end < 0 || end == len(r.Words)-1 {
		return r.Fault(orders.Unreadable, "request-verdict-why", r.Words[0]), nil
	}
	if end < 2 {
		end = 2
	}
	c, fault := resultClaimed(r, s, g, r.Words[2:end])
	if fault != nil {
		return fault, nil
	}
	why := r.Whole(end + 1)
	said := season.Opinion{Claim: c, Why: fmt.Sprintf("%.600s", why.Text)}
	if s.Verdicts[g.ID] == nil {
		s.Verdicts[g.ID] = map[string]season.Opinion{}
	}
	s.Verdicts[g.ID][a.Player.Address] = said
	part := leaguePart(tx, s)
	part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.verdict", "Fixture", g.ID)}
	a.Reply.Leagues = append(a.Reply.Leagues, part)
	return nil, s.Save(tx, rs.Now())
}
