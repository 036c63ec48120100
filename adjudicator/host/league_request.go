package host

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// leagueVerbs are the spellings of requests about leagues, folded. Each names the league
// behind it; one that is about a game names the game.
var leagueVerbs = map[string]string{
	"join": "join", "inscription": "join", "inscrire": "join",
	"withdraw": "withdraw", "retrait": "withdraw",
	"confirm": "confirm", "confirmer": "confirm",
	"bid": "bid", "offre": "bid",
	"standings": "standings", "table": "standings", "classement": "standings",
	"fixtures": "fixtures", "rencontres": "fixtures",
	"results": "results", "resultats": "results",
	"ratings": "ratings", "cotes": "ratings",
	"rules": "rules", "formule": "rules",
	"agree": "agree", "accord": "agree",
	"verdict": "verdict",
}

// askLeague grants a request about a league, or says what is wrong with it.
func (h *Host) askLeague(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	switch r.verb {
	case "ratings":
		return h.askRatings(tx, a, r)
	case "agree", "verdict":
		return h.askOutcome(tx, a, r)
	}
	s, fault, err := h.leagueMeant(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	me := s.Entrant(a.player.Address)
	part := h.leaguePart(tx, s)
	names := namesIn(tx)
	at := r.words[min(1, len(r.words)-1)] // the only league may go without its name
	switch r.verb {
	case "join", "withdraw", "confirm", "bid":
		if s.State.Closed != nil {
			return r.fault(orders.Illegal, "request-league-closed", at, "League", s.ID), nil
		}
		if r.verb != "join" && (me == "" || s.State.Entrants[me].Left) {
			return r.fault(orders.Illegal, "request-not-in", at, "League", s.ID), nil
		}
		told, fault, err := h.changeEntry(tx, a, r, s, me)
		if fault != nil || err != nil {
			return fault, err
		}
		part.Told = told
		if err := s.Save(tx, h.Now()); err != nil {
			return nil, err
		}
	case "standings":
		part.Asked = []string{"table"}
		if s.State.Begun() {
			for i := range s.State.Divisions {
				part.Tables = append(part.Tables, h.tableOf(s, i, names))
			}
		}
	case "fixtures":
		part.Asked, part.Fixtures = []string{"fixtures"}, h.fixturesOf(s, me, names)
	case "results":
		part.Asked, part.Results = []string{"results"}, h.resultsOf(s, names)
	case "rules":
		part.Asked, part.Rules = []string{"rules"}, h.leagueRules(a.player.Language, s)
	}
	a.reply.Leagues = append(a.reply.Leagues, part)
	return nil, nil
}

// leagueMeant finds the league that a request names; the only one that is not over may go
// without a name where nothing follows.
func (h *Host) leagueMeant(tx store.ReadTx, a *asking, r request) (*season.Season, *orders.Diagnostic, error) {
	rows, err := tx.Leagues()
	if err != nil {
		return nil, nil, err
	}
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	if len(r.words) < 2 {
		if len(ids) != 1 {
			return nil, r.fault(orders.Unreadable, "request-league-which", r.words[0], "Leagues", strings.Join(ids, ", ")), nil
		}
		s, err := season.Load(tx, ids[0])
		return s, nil, err
	}
	id := orders.Fold(r.words[1].text)
	if !slices.Contains(ids, id) {
		return nil, r.fault(orders.Unknown, "request-league", r.words[1], "Word", r.words[1].text, "Leagues", strings.Join(ids, ", ")), nil
	}
	s, err := season.Load(tx, id)
	return s, nil, err
}

// changeEntry enters the author, takes him out, takes his confirmation or his bid.
func (h *Host) changeEntry(tx store.Tx, a *asking, r request, s *season.Season, me string) ([]adjudicator.Phrase, *orders.Diagnostic, error) {
	at := r.words[min(1, len(r.words)-1)]
	switch r.verb {
	case "join":
		return h.joinLeague(a, r, s)
	case "withdraw":
		if len(r.words) > 2 {
			return nil, r.leftOver(2), nil
		}
		return []adjudicator.Phrase{adjudicator.Say("league.told.left")}, nil, h.leaveSeason(tx, s, a.player.Address, "by his own mail")
	case "confirm":
		if len(r.words) > 2 {
			return nil, r.leftOver(2), nil
		}
		if s.State.Begun() || s.State.Terms.Muster == 0 {
			return nil, r.fault(orders.Illegal, "request-confirm", at, "League", s.ID), nil
		}
		if !slices.Contains(s.Confirmed, me) {
			s.Confirmed = append(s.Confirmed, me)
		}
		return []adjudicator.Phrase{adjudicator.Say("league.told.confirmed")}, nil, nil
	}
	return h.bidFor(a, r, s, me)
}

// joinLeague reads "join spring at most 3 accept data".
func (h *Host) joinLeague(a *asking, r request, s *season.Season) ([]adjudicator.Phrase, *orders.Diagnostic, error) {
	most, accepted := 0, false
	rest := r.words[min(2, len(r.words)):]
	for i := 0; i < len(rest); i++ {
		switch word := orders.Fold(rest[i].text); word {
		case "at", "most", "au", "plus", "data", "donnees", "accept", "accepts", "accepter":
			accepted = accepted || strings.HasPrefix(word, "accept")
		default:
			n, err := strconv.Atoi(word)
			if least := s.State.Rules.Least(); err != nil || n < least || n > 99 {
				return nil, r.fault(orders.Unreadable, "request-join-most", rest[i], "Words", rest[i].text, "League", s.ID, "Least", least), nil
			}
			most = n
		}
	}
	at := r.words[min(1, len(r.words)-1)]
	switch t := s.State.Terms; {
	case s.Entrant(a.player.Address) != "":
		return nil, r.fault(orders.Illegal, "request-join-twice", at, "League", s.ID), nil
	case !s.Opened:
		return nil, r.fault(orders.Illegal, "request-join-shut", at, "League", s.ID), nil
	case t.BothAccept && len(t.Reconstructed) > 0 && !accepted:
		return nil, r.fault(orders.Illegal, "request-join-accept", at, "League", s.ID), nil
	}
	entrant, err := s.Enter(a.player.Address, len(s.State.Divisions)-1, most, h.Now())
	if errors.Is(err, season.ErrBarred) {
		return nil, r.fault(orders.Illegal, "request-join-barred", at, "League", s.ID), nil
	}
	if err != nil {
		return nil, nil, err
	}
	if t := s.State.Terms; t.Muster == 0 || t.Begins.IsZero() || h.Now().After(t.Begins.Add(-t.Muster)) {
		s.Confirmed = append(s.Confirmed, entrant) // who enters during the muster is there
	}
	told := []adjudicator.Phrase{adjudicator.Say("league.told.joined", "League", s.ID, "Most", min(most, s.State.Rules.Most))}
	if s.State.Entrants[entrant].Reserve {
		told = append(told, adjudicator.Say("league.told.reserve"))
	}
	return told, nil, nil
}

// bidFor reads "bid spring 1-1-2 athens 3", or "bid spring 1-1-2 any".
func (h *Host) bidFor(a *asking, r request, s *season.Season, me string) ([]adjudicator.Phrase, *orders.Diagnostic, error) {
	var open []string
	for _, f := range s.State.Unsided() {
		if f.Home == me || f.Away == me {
			open = append(open, f.ID)
		}
	}
	at := r.words[min(2, len(r.words)-1)]
	if len(r.words) < 3 || !slices.Contains(open, at.text) {
		return nil, r.fault(orders.Unknown, "request-bid-fixture", at, "Word", at.text, "League", s.ID, "Fixtures", strings.Join(open, ", ")), nil
	}
	sides := s.State.Rules.Sides
	wrong := func() *orders.Diagnostic {
		given := r.whole(2)
		if len(r.words) > 3 {
			given = r.whole(3)
		}
		return r.fault(orders.Unreadable, "request-bid", given, "Words", given.text, "League", s.ID, "Fixture", at.text, "Side", sides[0], "Sides", strings.Join(sides[:], ", "))
	}
	rest := r.words[3:]
	var bid league.Bid
	switch {
	case len(rest) == 1 && slices.Contains([]string{"any", "libre"}, orders.Fold(rest[0].text)):
	case len(rest) == 2:
		bid.Side = sideMeant(s.State.Rules.Ruleset, rest[0].text)
		price, err := strconv.Atoi(rest[1].text)
		if err != nil || price < 0 || price > 999 || !slices.Contains(sides[:], bid.Side) {
			return nil, wrong(), nil
		}
		bid.Price = price
	default:
		return nil, wrong(), nil
	}
	if err := s.Bid(at.text, me, bid, h.Random, h.Now()); err != nil {
		return nil, nil, err
	}
	return []adjudicator.Phrase{adjudicator.Say("league.told.bid", "Fixture", at.text, "Bid", h.bidWords(a.player.Language, s, bid),
		"Until", templates.For(a.player.Language, "").WhenIn(s.BidsUntil(at.text), zoneOf(a.player)))}, nil, nil
}

// sideMeant is the side of a ruleset that a word names, in any language.
func sideMeant(ruleset, word string) string {
	folded := orders.Fold(word)
	rules, err := adjudicator.Lookup(ruleset)
	if err != nil {
		return folded
	}
	for _, lang := range templates.Known().Languages() {
		p := templates.For(lang, ruleset)
		for _, id := range rules.Info().Sides {
			if orders.Fold(p.Term(adjudicator.Term{Kind: "side", ID: id})) == folded {
				return id
			}
		}
	}
	return folded
}

// askRatings lists the ratings of a game, or of the club.
func (h *Host) askRatings(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if len(r.words) > 2 {
		return r.leftOver(2), nil
	}
	pool := ""
	if len(r.words) == 2 {
		if pool = orders.Fold(r.words[1].text); !slices.Contains(adjudicator.Rulesets(), pool) {
			s, fault, err := h.leagueMeant(tx, a, r)
			if fault != nil || err != nil {
				return fault, err
			}
			pool = s.State.Rules.Ruleset
		}
	}
	list, err := h.ratings(tx, pool)
	if err != nil {
		return nil, err
	}
	a.reply.Leagues = append(a.reply.Leagues, templates.LeaguePart{Ruleset: pool, Asked: []string{"ratings"}, Ratings: list})
	return nil, nil
}

// askOutcome takes the result that a player of an unfinished game proposes, or the verdict
// of a judge: "agree 1-3-2-1 athens tactical", "verdict 1-3-2-1 draw because ...".
func (h *Host) askOutcome(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	seasons, err := season.All(tx)
	if err != nil {
		return nil, err
	}
	at := r.words[min(1, len(r.words)-1)]
	for _, s := range seasons {
		if s.State.Closed != nil {
			continue
		}
		for _, g := range s.State.AllGames() {
			if g.Result != nil || !strings.EqualFold(at.text, g.ID) && (g.Host == "" || !strings.EqualFold(at.text, g.Host)) {
				continue
			}
			me := s.Entrant(a.player.Address)
			if r.verb == "agree" && (me == g.First || me == g.Second) && me != "" {
				return h.takeClaim(tx, a, r, s, g, me)
			}
			if r.verb == "verdict" && slices.Contains(s.Judges[g.ID], a.player.Address) {
				return h.takeVerdict(tx, a, r, s, g)
			}
		}
	}
	if r.verb == "verdict" {
		return r.fault(orders.Unknown, "request-verdict", at, "Word", at.text), nil
	}
	return r.fault(orders.Unknown, "request-agree-game", at, "Word", at.text, "Example", "1-3-2-1"), nil
}

// resultClaimed reads a result: "athens tactical", "draw".
func (h *Host) resultClaimed(r request, s *season.Season, g league.Game, words []word) (season.Claim, *orders.Diagnostic) {
	rules := s.State.Rules
	if len(words) == 1 && slices.Contains([]string{"draw", "nulle"}, orders.Fold(words[0].text)) {
		return season.Claim{Level: league.Draw}, nil
	}
	if len(words) == 2 {
		side, level := sideMeant(rules.Ruleset, words[0].text), orders.Fold(words[1].text)
		if _, ok := rules.Points[level]; ok && level != league.Draw && slices.Contains(rules.Sides[:], side) {
			c := season.Claim{Winner: g.First, Level: level}
			if side == rules.Sides[1] {
				c.Winner = g.Second
			}
			return c, nil
		}
	}
	given := r.whole(min(2, len(r.words)-1))
	var levels []string
	for level := range rules.Points {
		levels = append(levels, level)
	}
	slices.Sort(levels)
	return season.Claim{}, r.fault(orders.Unreadable, "request-agree", given, "Words", given.text, "Side", rules.Sides[0],
		"Sides", strings.Join(rules.Sides[:], ", "), "Levels", strings.Join(levels, ", "))
}

// takeClaim notes the result that one of the two wants, and enters it once both want the same.
// Before the season asks for it, the game itself has offers for that.
func (h *Host) takeClaim(tx store.Tx, a *asking, r request, s *season.Season, g league.Game, me string) (*orders.Diagnostic, error) {
	if !slices.Contains(s.Asked, "judging") {
		return r.fault(orders.Illegal, "request-agree-early", r.words[min(1, len(r.words)-1)], "Fixture", g.ID), nil
	}
	c, fault := h.resultClaimed(r, s, g, r.words[2:])
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
	part := h.leaguePart(tx, s)
	switch theirs, ok := s.Agreed[g.ID][other]; {
	case ok && theirs == c:
		part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.agreed-both", "Fixture", g.ID)}
		if err := h.adjudge(tx, s, g, league.Result{Game: g.ID, Winner: c.Winner, Level: c.Level, How: league.ByAdjudication}); err != nil {
			return nil, err
		}
	case ok:
		part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.agreed-otherwise", "Fixture", g.ID)}
	default:
		part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.agreed", "Fixture", g.ID)}
	}
	a.reply.Leagues = append(a.reply.Leagues, part)
	return nil, s.Save(tx, h.Now())
}

// takeVerdict notes what a judge says, with his reasons.
func (h *Host) takeVerdict(tx store.Tx, a *asking, r request, s *season.Season, g league.Game) (*orders.Diagnostic, error) {
	end := slices.IndexFunc(r.words, func(w word) bool {
		return slices.Contains([]string{"because", "car", "parce"}, orders.Fold(w.text))
	})
	if end < 0 || end == len(r.words)-1 {
		return r.fault(orders.Unreadable, "request-verdict-why", r.words[0]), nil
	}
	if end < 2 {
		end = 2
	}
	c, fault := h.resultClaimed(r, s, g, r.words[2:end])
	if fault != nil {
		return fault, nil
	}
	if s.Verdicts[g.ID] == nil {
		s.Verdicts[g.ID] = map[string]season.Opinion{}
	}
	why := r.whole(end + 1)
	s.Verdicts[g.ID][a.player.Address] = season.Opinion{Claim: c, Why: fmt.Sprintf("%.600s", why.text)}
	part := h.leaguePart(tx, s)
	part.Told = []adjudicator.Phrase{adjudicator.Say("league.told.verdict", "Fixture", g.ID)}
	a.reply.Leagues = append(a.reply.Leagues, part)
	return nil, s.Save(tx, h.Now())
}
