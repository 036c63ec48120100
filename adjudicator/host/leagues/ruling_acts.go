package leagues

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
	"keryx/adjudicator/league/pairing"
	"keryx/orders"
	"keryx/templates"
)

// ruleLeague does what a referee rules in a league, or says what is wrong with it.
func (rs *Results) ruleLeague(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	begun := b.s.State.Begun()
	var fault *orders.Diagnostic
	var err error
	switch b.verb {
	case leagueWithdraw:
		fault, err = rs.ruleWithdraw(tx, b)
	case leagueEnter:
		fault, err = rs.ruleEnter(tx, b)
	case leaguePair:
		fault, err = rs.rulePair(tx, b)
	case leagueClose, leagueEnd:
		fault, err = rs.ruleClose(tx, b)
	case leagueChallenge:
		fault, err = rs.ruleChallenge(tx, b)
	case leagueAccept, leagueDecline, leagueCancel:
		fault, err = rs.ruleAnswer(tx, b)
	default:
		fault, err = rs.ruleGame(tx, b)
	}
	if heard := rs.Leagues.heard; heard.dry {
		withoutLots(*heard.letters, b.verb == leaguePair && !begun || b.verb == leagueAccept)
	}
	return fault, err
}

// withoutLots takes out of letters that are only tried what nobody may know yet: the secret that lots
// are drawn from, and fixtures that follow from lots, which will be others when it is ruled.
func withoutLots(letters []templates.LeagueRead, drawn bool) {
	for i := range letters {
		part := &letters[i].Part
		part.Told = slices.DeleteFunc(slices.Clone(part.Told), func(p adjudicator.Phrase) bool { return p.Key == "league.told.secret" })
		if drawn {
			part.Fixtures = nil
		}
	}
}

// terms are the words behind the verb of what is ruled.
func (b *bench) terms() []written.Word { return b.act.Terms() }

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// ruleGame rules on the result of a game.
func (rs *Results) ruleGame(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	terms := b.terms()
	if len(terms) == 0 {
		return b.form(b.act.Words[0]), nil
	}
	var g league.Game
	for _, one := range b.s.State.AllGames() {
		if strings.EqualFold(terms[0].Text, one.ID) || one.Host != "" && strings.EqualFold(terms[0].Text, one.Host) {
			g = one
		}
	}
	if g.ID == "" {
		return b.fault(orders.Unknown, "ruling-league-game", terms[0], "Word", terms[0].Text), nil
	}
	if fault, err := b.interestIn(tx, g); fault != nil || err != nil {
		return fault, err
	}
	rule, fault := b.resultRuled(g, terms[1:])
	if fault != nil {
		return fault, nil
	}
	rule.Game, rule.Why = g.ID, b.r.Reason
	err := rs.ruleResult(tx, b.s, g, rule)
	if errors.Is(err, league.ErrResult) || errors.Is(err, ladder.ErrChallenge) {
		return b.form(b.act.Words[0]), nil
	}
	return nil, err
}

// resultRuled reads behind the name of a game what it is to count.
func (b *bench) resultRuled(g league.Game, terms []written.Word) (Rule, *orders.Diagnostic) {
	said := func(word string, spellings ...string) bool {
		return len(terms) == 1 && slices.Contains(append(spellings, word), orders.Fold(terms[0].Text))
	}
	switch {
	case b.verb == leagueResult && said(league.Draw, "nulle", "nul"):
		return Rule{Level: league.Draw}, nil
	case b.verb == leagueForfeit && said("both", "tous", "deux"):
		return Rule{Level: "both-forfeit"}, nil
	case b.verb == leagueAnnul:
		if len(terms) > 0 {
			return Rule{}, b.act.Fault(orders.Unreadable, "ruling-left-over", terms[0], "Words", terms[0].Text)
		}
		return Rule{Level: "void"}, nil
	case len(terms) == 0:
		return Rule{}, b.form(b.act.Words[0])
	}
	// A name may have several words, and so may a level.
	for n := len(terms); n > 0; n-- {
		one := b.playerOf(g, terms[:n])
		if one == "" {
			continue
		}
		other := g.First
		if one == g.First {
			other = g.Second
		}
		rest := terms[n:]
		switch {
		case b.verb == leagueResult:
			level := levelMeant(b.s.State.Rules, rest)
			if level == "" {
				return Rule{}, b.levelFault(rest)
			}
			return Rule{Level: level, Winner: one}, nil
		case len(rest) > 0:
			return Rule{}, b.act.Fault(orders.Unreadable, "ruling-left-over", rest[0], "Words", rest[0].Text)
		case b.verb == leagueForfeit:
			return Rule{Level: "forfeit", Winner: other}, nil
		case b.verb == leagueAward:
			return Rule{Level: "forfeit", Winner: one}, nil
		}
		return Rule{Level: "void", Winner: one}, nil // a bye
	}
	sides := b.s.State.Rules.Sides
	return Rule{}, b.fault(orders.Unknown, "ruling-league-side", terms[0], "Word", terms[0].Text, "Game", g.ID,
		"One", adjudicator.Term{Kind: "side", ID: sides[0]}, "First", b.s.Name(g.First, b.names),
		"Two", adjudicator.Term{Kind: "side", ID: sides[1]}, "Second", b.s.Name(g.Second, b.names))
}

// levelFault is the fault of words that name no level of victory.
func (b *bench) levelFault(given []written.Word) *orders.Diagnostic {
	var levels []adjudicator.Phrase
	for _, level := range leagueLevels(b.s.State.Rules) {
		if p, ok := levelWord(level).(adjudicator.Phrase); ok {
			levels = append(levels, p)
		} else {
			levels = append(levels, adjudicator.Say("league.ruling.as-it-is", "Text", level))
		}
	}
	at := b.act.Words[len(b.act.Words)-1]
	text := ""
	if len(given) > 0 {
		at, text = given[0], wordsOf(given)
	}
	return b.fault(orders.Unreadable, "ruling-league-level", at, "Words", text, "Levels", levels)
}

func wordsOf(words []written.Word) string {
	var all []string
	for _, w := range words {
		all = append(all, w.Text)
	}
	return strings.Join(all, " ")
}

// playerOf is which of the two players of a game words mean: by his side, or as the league names him.
func (b *bench) playerOf(g league.Game, words []written.Word) string {
	text := wordsOf(words)
	switch side := sideMeant(b.s.State.Rules.Ruleset, text); side {
	case b.s.State.Rules.Sides[0]:
		return g.First
	case b.s.State.Rules.Sides[1]:
		return g.Second
	}
	if e := b.s.Member(text, b.names); e == g.First || e == g.Second {
		return e
	}
	return ""
}

// member is the entrant whom words mean, or a fault.
func (b *bench) member(words []written.Word) (string, *orders.Diagnostic) {
	if len(words) == 0 {
		return "", b.form(b.act.Words[0])
	}
	text := strings.Trim(wordsOf(words), `"`)
	if e := b.s.Member(text, b.names); e != "" {
		return e, nil
	}
	return "", b.fault(orders.Unknown, "ruling-league-who", words[0], "Word", text)
}

// ruleWithdraw takes a player out.
func (rs *Results) ruleWithdraw(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	e, fault := b.member(b.act.Words[1:])
	if fault != nil {
		return fault, nil
	}
	if fault := b.interest(b.s.State.Entrants[e].Division); fault != nil {
		return fault, nil
	}
	err := rs.Leagues.takeOut(tx, b.s, b.s.People[e], b.r.Reason)
	if errors.Is(err, season.ErrNotIn) {
		return b.act.Fault(orders.Illegal, "ruling-league-out", b.act.Words[1], "Player", b.s.Name(e, b.names), "League", b.s.ID), nil
	}
	return nil, err
}

// divisionWords stand before the number or the name of a division, folded.
var divisionWords = []string{"division", "groupe", "in"}

// divisionMeant cuts off from words a division that they end with, which counts from 0. Where none is
// named it is the last, which who is new belongs to.
func (b *bench) divisionMeant(words []written.Word) (rest []written.Word, division int, fault *orders.Diagnostic) {
	all := b.s.State.Divisions
	i := slices.IndexFunc(words, func(w written.Word) bool { return slices.Contains(divisionWords, orders.Fold(w.Text)) })
	if i < 0 {
		return words, len(all) - 1, nil
	}
	j := i
	for j < len(words) && slices.Contains(divisionWords, orders.Fold(words[j].Text)) {
		j++
	}
	text := wordsOf(words[j:])
	var names []string
	for k, d := range all {
		names = append(names, d.Name)
		if n, err := strconv.Atoi(text); err == nil && n == k+1 || orders.Fold(text) == orders.Fold(d.Name) {
			return words[:i], k, nil
		}
	}
	return nil, 0, b.fault(orders.Unknown, "ruling-league-division", words[i], "Words", text, "Count", len(all), "Divisions", names)
}

// ruleEnter enters a player, or has one take part again.
func (rs *Results) ruleEnter(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	words, division, fault := b.divisionMeant(b.act.Words[1:])
	if fault != nil {
		return fault, nil
	}
	if len(words) == 0 {
		return b.form(b.act.Words[0]), nil
	}
	text, at := strings.Trim(wordsOf(words), `"`), words[0]
	address := ""
	if e := b.s.Member(text, b.names); e != "" {
		address, division = b.s.People[e], b.s.State.Entrants[e].Division
	} else {
		player, n, err := rulings.PlayerNamed(tx, text)
		if err != nil {
			return nil, err
		}
		if n != 1 {
			return b.act.Fault(orders.Unknown, "ruling-player", at, "Name", text, "Count", n), nil
		}
		address = player.Address
	}
	if fault := b.interest(division); fault != nil {
		return fault, nil
	}
	if address == b.by.Address {
		return b.act.Fault(orders.Illegal, "ruling-league-interest", at, "League", b.s.ID), nil
	}
	err := rs.Leagues.enterByHand(b.s, address, division, 0)
	for code, refusal := range map[string]error{"ruling-league-in": season.ErrEntered, "ruling-league-gone": season.ErrGone, "ruling-league-barred": season.ErrBarred,
		"ruling-league-accept": season.ErrAccept} {
		if errors.Is(err, refusal) {
			return b.act.Fault(orders.Illegal, code, at, "Player", b.names(address), "League", b.s.ID), nil
		}
	}
	if errors.Is(err, league.ErrFull) {
		return b.act.Fault(orders.Illegal, "request-join-full", at, "League", b.s.ID, "Count", b.s.State.Rules.Size), nil
	}
	if err != nil {
		return nil, err
	}
	return nil, rs.tellEntered(tx, b, address)
}

// tellEntered tells a player that the referee has entered him, and how it is played.
func (rs *Results) tellEntered(tx club.Tx, b bench, address string) error {
	player, err := tx.Player(address)
	if err != nil {
		return err
	}
	e, part := b.s.Entrant(address), leaguePart(tx, b.s)
	part.Rules = leagueRules(player.Language, b.s)
	if b.s.State.Entrants[e].Reserve {
		part.Told = append(part.Told, adjudicator.Say("league.told.reserve"))
	}
	if b.s.State.Ladder != nil {
		part.Told = append(part.Told, adjudicator.Say("league.told.on-ladder", "League", b.s.ID, "Place", b.s.State.Ladder.Place(e)))
	}
	return rs.Leagues.tellLeague(tx, b.s, address, "entered", b.s.Once(e), part, "Why", b.r.Reason)
}

// rulePair begins the season, or pairs the next round of a division.
func (rs *Results) rulePair(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	words := b.act.Words[1:]
	if len(words) > 0 && !slices.Contains(divisionWords, orders.Fold(words[0].Text)) {
		words = append([]written.Word{{Text: "division", Column: words[0].Column, End: words[0].End, Line: words[0].Line, Source: words[0].Source}}, words...)
	}
	_, division, fault := b.divisionMeant(words)
	if fault != nil {
		return fault, nil
	}
	if len(words) == 0 {
		division = 0
	}
	whose := division
	if !b.s.State.Begun() {
		whose = -1 // all of them
	}
	if fault := b.interest(whose); fault != nil {
		return fault, nil
	}
	begun := b.s.State.Begun()
	what, err := b.s.PairNow(division, rs.Now())
	switch {
	case errors.Is(err, league.ErrOrder) && !begun:
		return b.act.Fault(orders.Illegal, "ruling-league-too-few", b.act.Words[0], "League", b.s.ID), nil
	case errors.Is(err, league.ErrOrder), errors.Is(err, pairing.ErrNoRound):
		return b.act.Fault(orders.Illegal, "ruling-league-no-round", b.act.Words[0], "League", b.s.ID, "Division", b.s.State.Divisions[division].Name, "Games", openGames(b.s)), nil
	case err != nil:
		return nil, err
	}
	what.Reasons = byName(b.s, what.Reasons, b.names)
	return nil, rs.Leagues.tellHappening(tx, b.s, what)
}

// openGames names the games without a result.
func openGames(s *season.Season) (ids []string) {
	for _, g := range s.State.Open() {
		ids = append(ids, g.ID)
	}
	return ids
}

// ruleClose ends the season, or a ladder with its games.
func (rs *Results) ruleClose(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	if len(b.act.Words) > 1 {
		return b.act.Fault(orders.Unreadable, "ruling-left-over", b.act.Words[1], "Words", b.act.Whole(1).Text), nil
	}
	if fault := b.interest(-1); fault != nil {
		return fault, nil
	}
	if b.verb == leagueEnd {
		b.s.Ending = true
		return nil, rs.Ladders.tellEnding(tx, b.s, b.names)
	}
	err := b.s.Close(rs.Now())
	if errors.Is(err, league.ErrOrder) {
		return b.act.Fault(orders.Illegal, "ruling-league-open", b.act.Words[0], "League", b.s.ID, "Games", openGames(b.s), "Ladder", b.s.State.Ladder != nil, "Begun", b.s.State.Begun()), nil
	}
	if err != nil {
		return nil, err
	}
	return nil, rs.Leagues.tellClosed(tx, b.s, b.names)
}

// ruleChallenge has one player of a ladder challenge another.
func (rs *Results) ruleChallenge(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	if fault := b.interest(-1); fault != nil {
		return fault, nil
	}
	words := b.act.Words[1:]
	i := slices.IndexFunc(words, func(w written.Word) bool { return slices.Contains([]string{"against", "contre"}, orders.Fold(w.Text)) })
	if i < 1 || i == len(words)-1 {
		return b.form(b.act.Words[0]), nil
	}
	one, fault := b.member(words[:i])
	if fault != nil {
		return fault, nil
	}
	other, fault := b.member(words[i+1:])
	if fault != nil {
		return fault, nil
	}
	_, err := rs.Ladders.challenge(tx, b.s, one, other, b.r.Reason)
	if why := new(ladder.Refusal); errors.As(err, &why) {
		return b.act.Fault(orders.Illegal, "ruling-league-challenge", words[0], "Player", b.s.Name(one, b.names), "Other", b.s.Name(other, b.names), "League", b.s.ID, "Why", whyNot(b.by, *why)), nil
	}
	return b.ended(err)
}

// ended is the fault of what comes too early or too late on a ladder.
func (b *bench) ended(err error) (*orders.Diagnostic, error) {
	switch {
	case errors.Is(err, season.ErrNotYet):
		return b.act.Fault(orders.Illegal, "request-ladder-early", b.act.Words[0], "League", b.s.ID, "Begins", day(b.by, b.s.State.Terms.Begins)), nil
	case errors.Is(err, season.ErrEnding):
		return b.act.Fault(orders.Illegal, "request-ladder-ends", b.act.Words[0], "League", b.s.ID), nil
	}
	return nil, err
}

// ruleAnswer accepts, declines or calls off a challenge for a player.
func (rs *Results) ruleAnswer(tx club.Tx, b bench) (*orders.Diagnostic, error) {
	if fault := b.interest(-1); fault != nil {
		return fault, nil
	}
	terms := b.terms()
	if len(terms) == 0 {
		return b.form(b.act.Words[0]), nil
	}
	number, err := strconv.Atoi(numberWord.ReplaceAllString(wordsOf(terms), ""))
	if err != nil {
		return b.form(terms[0]), nil
	}
	c, err := b.s.State.Ladder.Numbered(number)
	if err != nil || c.Accepted {
		var open []string
		for _, one := range b.s.State.Ladder.Challenges {
			if !one.Accepted {
				open = append(open, strconv.Itoa(one.Number)+" ("+b.s.Name(one.Challenger, b.names)+" – "+b.s.Name(one.Challenged, b.names)+")")
			}
		}
		return b.act.Fault(orders.Unknown, "ruling-league-number", terms[0], "Word", terms[0].Text, "League", b.s.ID, "Open", open), nil
	}
	switch b.verb {
	case leagueAccept:
		_, err = rs.Ladders.acceptChallenge(tx, b.s, c, rs.Now(), b.r.Reason)
		if errors.Is(err, ladder.ErrChallenge) {
			return b.act.Fault(orders.Illegal, "request-ladder-late", b.act.Words[0], "Player", b.s.Name(c.Challenger, b.names), "Until", when(b.by, c.Until)), nil
		}
	case leagueDecline:
		_, err = rs.Ladders.refuseChallenge(tx, b.s, c, c.Challenged, b.r.Reason)
	default:
		_, err = rs.Ladders.refuseChallenge(tx, b.s, c, c.Challenger, b.r.Reason)
	}
	return b.ended(err)
}
