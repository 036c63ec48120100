package leagues

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/ratings"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// AskLeague grants a request about a league, or says what is wrong with it.
func (lg *Leagues) AskLeague(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	switch r.Verb {
	case "ratings":
		return lg.askRatings(tx, a, r)
	case "agree", "verdict":
		return lg.Results.askOutcome(tx, a, r)
	}
	s, fault, err := leagueMeant(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	me := s.Entrant(a.Player.Address)
	part := leaguePart(tx, s)
	names := s.Apart(clock.NamesIn(tx))
	at := r.Words[min(1, len(r.Words)-1)] // the only league may go without its name
	if slices.Contains([]string{"standings", "fixtures", "results", "rules"}, r.Verb) && len(r.Words) > 2 {
		return r.LeftOver(2), nil
	}
	switch r.Verb {
	case "ladder", "challenge", "accept", "decline", "cancel", "news":
		if fault, err := lg.Ladders.askLadder(tx, a, r, s, me, &part); fault != nil || err != nil {
			return fault, err
		}
	case "join", "withdraw", "confirm", "bid":
		if s.State.Closed != nil {
			return r.Fault(orders.Illegal, "request-league-closed", at, "League", s.ID), nil
		}
		if r.Verb != "join" && (me == "" || s.State.Entrants[me].Left) {
			return r.Fault(orders.Illegal, "request-not-in", at, "League", s.ID), nil
		}
		told, fault, err := lg.changeEntry(tx, a, r, s, me)
		if fault != nil || err != nil {
			return fault, err
		}
		part.Told = told
		if err := s.Save(tx, lg.Now()); err != nil {
			return nil, err
		}
	case "standings":
		part.Asked = []string{"table"}
		if s.State.Ladder != nil {
			part.Asked = []string{"ladder"}
		}
		order(s, &part, me, names)
	case "fixtures":
		part.Asked, part.Fixtures = []string{"fixtures"}, fixturesOf(s, me, names)
		if s.State.Ladder != nil {
			part.Told = lg.Ladders.openFor(a.Player, s, me, names)
		}
	case "results":
		part.Asked, part.Results = []string{"results"}, resultsOf(s, names)
	case "rules":
		part.Asked, part.Rules = []string{"rules"}, leagueRules(a.Player.Language, s)
	}
	a.Reply.Leagues = append(a.Reply.Leagues, part)
	return nil, nil
}

// leagueMeant finds the league that a request names; the only one that is not over may go
// without a name where nothing follows.
func leagueMeant(tx store.ReadTx, a *requests.Mail, r written.Request) (*season.Season, *orders.Diagnostic, error) {
	rows, err := tx.Leagues()
	if err != nil {
		return nil, nil, err
	}
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	if len(r.Words) < 2 {
		var open []*season.Season
		for _, id := range ids {
			s, err := season.Load(tx, id)
			if err != nil {
				return nil, nil, err
			}
			if s.State.Closed == nil || len(ids) == 1 {
				open = append(open, s)
			}
		}
		if len(open) != 1 {
			return nil, r.Fault(orders.Unreadable, "request-league-which", r.Words[0], "Leagues", strings.Join(ids, ", ")), nil
		}
		return open[0], nil, nil
	}
	id := orders.Fold(r.Words[1].Text)
	if !slices.Contains(ids, id) {
		return nil, r.Fault(orders.Unknown, "request-league", r.Words[1], "Word", r.Words[1].Text, "Leagues", strings.Join(ids, ", ")), nil
	}
	s, err := season.Load(tx, id)
	return s, nil, err
}

// changeEntry enters the author, takes him out, takes his confirmation or his bid.
func (lg *Leagues) changeEntry(tx club.Tx, a *requests.Mail, r written.Request, s *season.Season, me string) ([]adjudicator.Phrase, *orders.Diagnostic, error) {
	at := r.Words[min(1, len(r.Words)-1)]
	switch r.Verb {
	case "join":
		return lg.joinLeague(tx, a, r, s)
	case "withdraw":
		if len(r.Words) > 2 {
			return nil, r.LeftOver(2), nil
		}
		if err := lg.leaveSeason(tx, s, a.Player.Address, "by his own mail", ""); err != nil {
			return nil, nil, err
		}
		return []adjudicator.Phrase{adjudicator.Say("league.told.left")}, nil, nil
	case "confirm":
		if len(r.Words) > 2 {
			return nil, r.LeftOver(2), nil
		}
		if !s.Confirm(me) {
			return nil, r.Fault(orders.Illegal, "request-confirm", at, "League", s.ID), nil
		}
		return []adjudicator.Phrase{adjudicator.Say("league.told.confirmed")}, nil, nil
	}
	return lg.bidFor(a, r, s, me)
}

// barredUntil is until when a player may enter no league; the zero time if he may.
func barredUntil(tx store.ReadTx, address string, now time.Time) (until time.Time, err error) {
	seasons, err := season.All(tx)
	for _, s := range seasons {
		if at := s.BarredUntil(address); at.After(now) && at.After(until) {
			until = at
		}
	}
	return until, err
}

// joinLeague reads "join spring at most 3 accept data".
func (lg *Leagues) joinLeague(tx store.ReadTx, a *requests.Mail, r written.Request, s *season.Season) ([]adjudicator.Phrase, *orders.Diagnostic, error) {
	most, accepted := 0, false
	rest := r.Words[min(2, len(r.Words)):]
	for i := 0; i < len(rest); i++ {
		switch word := orders.Fold(rest[i].Text); word {
		case "at", "most", "au", "plus", "data", "donnees", "accept", "accepts", "accepter":
			accepted = accepted || strings.HasPrefix(word, "accept")
		default:
			n, err := strconv.Atoi(word)
			if least := s.State.Rules.Least(); err != nil || n < least || n > 99 {
				return nil, r.Fault(orders.Unreadable, "request-join-most", rest[i], "Words", rest[i].Text, "League", s.ID, "Least", least), nil
			}
			most = n
		}
	}
	at := r.Words[min(1, len(r.Words)-1)]
	me := s.Entrant(a.Player.Address)
	in := me != "" && !s.State.Entrants[me].Left
	switch t := s.State.Terms; {
	case in && accepted && !s.State.Consented(me):
		return []adjudicator.Phrase{adjudicator.Say("league.told.consents")}, nil, s.Consent(me, lg.Now())
	case in:
		return nil, r.Fault(orders.Illegal, "request-join-twice", at, "League", s.ID), nil
	case !s.Opened:
		return nil, r.Fault(orders.Illegal, "request-join-shut", at, "League", s.ID), nil
	case t.BothAccept && len(t.Reconstructed) > 0 && !accepted && (me == "" || !s.State.Consented(me)):
		return nil, r.Fault(orders.Illegal, "request-join-accept", at, "League", s.ID), nil
	}
	if until, err := barredUntil(tx, a.Player.Address, lg.Now()); err != nil || !until.IsZero() {
		return nil, r.Fault(orders.Illegal, "request-join-barred-until", at, "League", s.ID, "Until", templates.For(a.Player.Language, "").WhenIn(until, written.ZoneOf(a.Player))), err
	}
	entrant, err := s.Enter(a.Player.Address, len(s.State.Divisions)-1, most, lg.Now())
	switch {
	case errors.Is(err, league.ErrFull):
		return nil, r.Fault(orders.Illegal, "request-join-full", at, "League", s.ID, "Count", s.State.Rules.Size), nil
	case errors.Is(err, season.ErrBarred):
		return nil, r.Fault(orders.Illegal, "request-join-barred", at, "League", s.ID), nil
	case errors.Is(err, season.ErrGone):
		return nil, r.Fault(orders.Illegal, "request-join-gone", at, "League", s.ID), nil
	case err != nil:
		return nil, nil, err
	}
	if accepted && !s.State.Consented(entrant) {
		if err := s.Consent(entrant, lg.Now()); err != nil {
			return nil, nil, err
		}
	}
	if s.State.Begun() {
		s.Confirm(entrant) // who enters while others confirm a round is there
	}
	if t := s.State.Terms; t.Muster == 0 || t.Begins.IsZero() || lg.Now().After(t.Begins.Add(-t.Muster)) {
		s.Confirmed = append(s.Confirmed, entrant) // who enters during the muster is there
	}
	key := "league.told.joined"
	if me != "" && s.State.Ladder == nil {
		key = "league.told.returned"
	}
	told := []adjudicator.Phrase{adjudicator.Say(key, "League", s.ID, "Most", min(most, s.State.Rules.Most), "Begun", s.State.Begun())}
	if s.State.Ladder != nil {
		told = append(told, adjudicator.Say("league.told.on-ladder", "League", s.ID, "Place", s.State.Ladder.Place(entrant)))
	}
	if s.State.Entrants[entrant].Reserve {
		told = append(told, adjudicator.Say("league.told.reserve"))
	}
	return told, nil, nil
}

// priceWords may stand behind the price of a bid.
var priceWords = []string{"point", "points", "vp", "pv"}

// bidFor reads "bid spring 1-1-2 athens 3", or "bid spring 1-1-2 any". What came in by the deadline
// counts, and the last of it; the bid that stands already may be sent again.
func (lg *Leagues) bidFor(a *requests.Mail, r written.Request, s *season.Season, me string) ([]adjudicator.Phrase, *orders.Diagnostic, error) {
	var open []string
	for _, f := range s.State.Unsided() {
		if f.Home == me || f.Away == me {
			open = append(open, f.ID)
		}
	}
	at := r.Words[min(2, len(r.Words)-1)]
	if len(r.Words) < 3 || !slices.Contains(open, at.Text) {
		return nil, r.Fault(orders.Unknown, "request-bid-fixture", at, "Word", at.Text, "League", s.ID, "Fixtures", strings.Join(open, ", ")), nil
	}
	sides := s.State.Rules.Sides
	wrong := func() *orders.Diagnostic {
		given := r.Whole(2)
		if len(r.Words) > 3 {
			given = r.Whole(3)
		}
		return r.Fault(orders.Unreadable, "request-bid", given, "Words", given.Text, "League", s.ID, "Fixture", at.Text, "Side", sides[0], "Sides", strings.Join(sides[:], ", "))
	}
	rest := r.Words[3:]
	var bid league.Bid
	switch {
	case len(rest) == 1 && slices.Contains([]string{"any", "libre"}, orders.Fold(rest[0].Text)):
	case len(rest) == 2 || len(rest) == 3 && slices.Contains(priceWords, orders.Fold(rest[2].Text)):
		bid.Side = sideMeant(s.State.Rules.Ruleset, rest[0].Text)
		price, err := strconv.Atoi(rest[1].Text)
		if err != nil || price < 0 || price > 999 || !slices.Contains(sides[:], bid.Side) {
			return nil, wrong(), nil
		}
		bid.Price = price
	default:
		return nil, wrong(), nil
	}
	if until := s.BidsUntil(at.Text); !written.Earlier(a.Row.Receipt, lg.Now()).Before(until) {
		return nil, r.Fault(orders.Illegal, "request-bid-late", at, "Fixture", at.Text, "Until", when(a.Player, until)), nil
	}
	if stands, ok := s.Bids[at.Text][me]; !ok || stands.Bid != bid {
		if err := s.Bid(at.Text, me, bid, lg.Random, lg.Now()); err != nil {
			return nil, nil, err
		}
	}
	return []adjudicator.Phrase{adjudicator.Say("league.told.bid", "Fixture", at.Text, "Bid", bidWords(a.Player.Language, s, bid),
		"Until", templates.For(a.Player.Language, "").WhenIn(s.BidsUntil(at.Text), written.ZoneOf(a.Player)))}, nil, nil
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
func (lg *Leagues) askRatings(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if len(r.Words) > 2 {
		return r.LeftOver(2), nil
	}
	pool := ""
	if len(r.Words) == 2 {
		if pool = orders.Fold(r.Words[1].Text); !slices.Contains(adjudicator.Rulesets(), pool) {
			s, fault, err := leagueMeant(tx, a, r)
			if fault != nil || err != nil {
				return fault, err
			}
			pool = s.State.Rules.Ruleset
		}
	}
	list, err := lg.Ratings.RatingsIn(tx, pool)
	if err != nil {
		return nil, err
	}
	biases, err := ratings.BiasesTold(tx, a.Player.Language, pool)
	a.Reply.Leagues = append(a.Reply.Leagues, templates.LeaguePart{Ruleset: pool, Asked: []string{"ratings"}, Ratings: list, Biases: biases, Uncertain: ratings.Uncertain})
	return nil, err
}
