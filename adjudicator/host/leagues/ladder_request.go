package leagues

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/store"
	"keryx/templates"
)

// NamesLeague reports whether a request that could be about an offer in a game names a league.
func NamesLeague(tx store.ReadTx, r written.Request) bool {
	if !slices.Contains([]string{"withdraw", "accept", "decline", "cancel"}, r.Verb) || len(r.Words) < 2 {
		return false
	}
	_, err := tx.League(orders.Fold(r.Words[1].Text))
	return err == nil
}

// askLadder grants a request about a ladder, or says what is wrong with it.
func (la *Ladders) askLadder(tx club.Tx, a *requests.Mail, r written.Request, s *season.Season, me string, part *templates.LeaguePart) (*orders.Diagnostic, error) {
	at := r.Words[min(1, len(r.Words)-1)]
	switch {
	case s.State.Ladder == nil:
		return r.Fault(orders.Illegal, "request-ladder", at, "League", s.ID), nil
	case r.Verb == "ladder", r.Verb == "news":
		if len(r.Words) > 2 {
			return r.LeftOver(2), nil
		}
		if r.Verb == "ladder" {
			la.showLadder(a.Player, s, me, part, s.Apart(clock.NamesIn(tx)))
		} else {
			part.Asked, part.Told = []string{"told"}, la.ladderNews(a.Player, s, s.Apart(clock.NamesIn(tx)))
		}
		return nil, nil
	case s.State.Closed != nil:
		return r.Fault(orders.Illegal, "request-league-closed", at, "League", s.ID), nil
	case me == "" || s.State.Entrants[me].Left:
		return r.Fault(orders.Illegal, "request-not-in", at, "League", s.ID), nil
	}
	fault, err := la.actOnLadder(tx, a, r, s, me, part)
	switch {
	case errors.Is(err, season.ErrNotYet):
		p := templates.For(a.Player.Language, "")
		return r.Fault(orders.Illegal, "request-ladder-early", at, "League", s.ID, "Begins", p.Day(s.State.Terms.Begins)), nil
	case errors.Is(err, season.ErrEnding):
		return r.Fault(orders.Illegal, "request-ladder-ends", at, "League", s.ID), nil
	case fault != nil || err != nil:
		return fault, err
	}
	return nil, s.Save(tx, la.Now())
}

// actOnLadder has the author challenge, accept, decline or call off.
func (la *Ladders) actOnLadder(tx club.Tx, a *requests.Mail, r written.Request, s *season.Season, me string, part *templates.LeaguePart) (*orders.Diagnostic, error) {
	names := s.Apart(clock.NamesIn(tx))
	if r.Verb == "challenge" {
		other, fault := rivalMeant(r, s, names)
		if fault != nil {
			return fault, nil
		}
		if why := s.State.Ladder.May(me, other, la.Now()); why.Why != ladder.Allowed {
			return r.Fault(orders.Illegal, "request-challenge", r.Whole(2), "League", s.ID, "Player", s.Name(other, names), "Why", whyNot(a.Player, *why)), nil
		}
		c, err := la.challenge(tx, s, me, other, "")
		if err != nil {
			return nil, err
		}
		part.Told = append(part.Told, adjudicator.Say("league.told.challenged", "Player", s.Name(other, names), "Until", when(a.Player, c.Until), "League", s.ID, "Number", c.Number))
		return nil, nil
	}
	c, fault, err := challengeMeant(tx, a, r, s, me, names)
	if fault != nil || err != nil {
		return fault, err
	}
	rival := c.Challenger
	if me == c.Challenger {
		rival = c.Challenged
	}
	switch r.Verb {
	case "accept":
		f, err := la.acceptChallenge(tx, s, c, a.Row.Receipt, "")
		if errors.Is(err, ladder.ErrChallenge) {
			return r.Fault(orders.Illegal, "request-ladder-late", r.Words[0], "Player", s.Name(rival, names), "Until", when(a.Player, c.Until)), nil
		}
		if err != nil {
			return nil, err
		}
		part.Told = append(part.Told, adjudicator.Say("league.told.accepted", "Player", s.Name(rival, names), "Bids", s.State.Rules.SidesBy == league.ByBids))
		part.Fixtures = slices.DeleteFunc(fixturesOf(s, me, names), func(line templates.LeagueFixture) bool { return line.Fixture != f.ID })
	default:
		if me == c.Challenged && written.Earlier(a.Row.Receipt, la.Now()).After(c.Until) {
			// Too late for that as well: silence may cost a place where declining costs none.
			return r.Fault(orders.Illegal, "request-ladder-late", r.Words[0], "Player", s.Name(rival, names), "Until", when(a.Player, c.Until)), nil
		}
		moved, err := la.refuseChallenge(tx, s, c, me, "")
		if err != nil {
			return nil, err
		}
		key := "league.told.declined"
		if me == c.Challenger {
			key = "league.told.cancelled"
		}
		part.Told = append(part.Told, adjudicator.Say(key, "Player", s.Name(rival, names)), placeNow(moved, me))
	}
	return nil, nil
}

// wordPrefix begins the names of the settings that hold rulings which have had effect on a league.
func wordPrefix(league string) string { return "ladder-word/" + league + "/" }

// forgetWords forgets the words that have had effect on a league that is closed: it takes none any more.
func forgetWords(tx club.Tx, league string) error {
	all, err := tx.SettingsUnder(wordPrefix(league))
	if err != nil {
		return err
	}
	for name := range all {
		if err := tx.SetSetting(name, nil); err != nil {
			return err
		}
	}
	return nil
}

// onLadder finds those whom a word means: the word by which the league knows somebody, his address,
// a name as the ladder shows it, what stands before the @, or his name as he has chosen it.
func onLadder(s *season.Season, text string, names func(string) string) (found []string) {
	if bare := strings.Trim(text, `"`); bare != text { // quoted as a letter quotes it, or a part of his name
		if found = onLadder(s, bare, names); len(found) > 0 {
			return found
		}
	}
	folded := orders.Fold(strings.Join(strings.Fields(text), " "))
	for e, address := range s.People { // before any name: people choose those
		if folded != e && folded != address {
			continue
		}
		if s.State.Ladder.Place(e) > 0 {
			found = []string{e}
		}
		return found
	}
	for _, p := range s.State.Ladder.Players {
		address := s.People[p.Name]
		local, _, _ := strings.Cut(address, "@")
		switch folded {
		case orders.Fold(s.Name(p.Name, names)):
			return []string{p.Name} // these are nobody else's: two of one name are told apart
		case local, season.Plain(strings.TrimSuffix(names(address), " ("+p.Name+")")):
			found = append(found, p.Name)
		}
	}
	return found
}

// rivalMeant is who is to be challenged.
func rivalMeant(r written.Request, s *season.Season, names func(string) string) (string, *orders.Diagnostic) {
	if len(r.Words) < 3 {
		return "", r.Fault(orders.Unreadable, "request-challenge-nobody", r.Words[len(r.Words)-1], "League", s.ID)
	}
	return oneOf(r, r.Whole(2), s, names)
}

// oneOf is the one player of a ladder whom words mean.
func oneOf(r written.Request, given written.Word, s *season.Season, names func(string) string) (string, *orders.Diagnostic) {
	found := onLadder(s, given.Text, names)
	switch len(found) {
	case 0:
		return "", r.Fault(orders.Unknown, "request-challenge-who", given, "Word", given.Text, "League", s.ID)
	case 1:
		return found[0], nil
	}
	var all []string
	for _, e := range found {
		all = append(all, s.Name(e, names))
	}
	return "", r.Fault(orders.Unknown, "request-challenge-several", given, "Word", given.Text, "League", s.ID, "Players", all, "Example", all[0])
}

// numberWord is what people write before the number of a challenge.
var numberWord = pattern.New(`(?i)^(?:#|n[°º]|(?:no|nr|num[ée]ro|number|challenge|d[ée]fi)\b\.?)\s*`)

// challengeMeant is the challenge that a request answers: by its number, by the other's name, or
// the only one that there is.
func challengeMeant(tx club.Tx, a *requests.Mail, r written.Request, s *season.Season, me string, names func(string) string) (c ladder.Challenge, fault *orders.Diagnostic, err error) {
	cancel := r.Verb == "cancel"
	var open []ladder.Challenge
	for _, one := range s.State.Ladder.Challenges {
		if !one.Accepted && (cancel && one.Challenger == me || !cancel && one.Challenged == me) {
			open = append(open, one)
		}
	}
	at := r.Words[len(r.Words)-1]
	none := func() *orders.Diagnostic {
		var list []string
		for _, one := range open {
			rival := one.Challenger
			if cancel {
				rival = one.Challenged
			}
			list = append(list, fmt.Sprintf("%s %s %d (%s)", r.Words[0].Text, s.ID, one.Number, s.Name(rival, names)))
		}
		code := "request-no-challenge"
		if cancel {
			code = "request-no-challenge-own"
		}
		return r.Fault(orders.Unknown, code, at, "League", s.ID, "Challenges", list)
	}
	if len(r.Words) < 3 {
		if len(open) != 1 {
			return c, none(), nil
		}
		return open[0], nil, nil
	}
	given := r.Whole(2)
	if n, err := strconv.Atoi(numberWord.ReplaceAllString(given.Text, "")); err == nil {
		if i := slices.IndexFunc(open, func(one ladder.Challenge) bool { return one.Number == n }); i >= 0 {
			return open[i], nil, nil
		}
		return c, none(), nil
	}
	other, fault := oneOf(r, given, s, names)
	if fault != nil {
		return c, fault, nil
	}
	i := slices.IndexFunc(open, func(one ladder.Challenge) bool { return one.Challenger == other || one.Challenged == other })
	if i < 0 {
		return c, none(), nil
	}
	return open[i], nil, nil
}

// whyNot says why somebody may not be challenged, in a player's language.
func whyNot(player store.Player, r ladder.Refusal) adjudicator.Phrase {
	return adjudicator.Say("league.ladder."+string(orAllowed(r.Why)), "Until", day(player, r.Until))
}

func orAllowed(w ladder.Why) ladder.Why {
	if w == ladder.Allowed {
		return "allowed"
	}
	return w
}

// moved is what an act did to places: of each whose place it changed, from where to where.
type moved map[string][2]int

// placesOf are the places of all, from 1.
func placesOf(s *season.Season) map[string]int {
	out := map[string]int{}
	for i, p := range s.State.Ladder.Players {
		out[p.Name] = i + 1
	}
	return out
}

// movedSince compares the places with those before.
func movedSince(s *season.Season, before map[string]int) moved {
	out := moved{}
	now := placesOf(s)
	for e, was := range before {
		if now[e] != was && now[e] > 0 {
			out[e] = [2]int{was, now[e]}
		}
	}
	return out
}

// placeNow says what became of somebody's place.
func placeNow(m moved, e string) adjudicator.Phrase {
	places, has := m[e]
	switch {
	case !has:
		return adjudicator.Say("league.told.place-kept")
	case places[1] < places[0]:
		return adjudicator.Say("league.told.place-up", "From", places[0], "To", places[1])
	}
	return adjudicator.Say("league.told.place-down", "From", places[0], "To", places[1])
}

// showLadder tells somebody whom he may challenge, and why not the others; what waits for him; and
// how he stands.
func (la *Ladders) showLadder(player store.Player, s *season.Season, me string, part *templates.LeaguePart, names func(string) string) {
	l := s.State.Ladder
	place := l.Place(me)
	if place == 0 {
		part.Asked, part.Places = []string{"ladder"}, placesIn(s, me, names)
		if s.State.Closed == nil {
			part.Told = append(part.Told, adjudicator.Say("league.told.ladder-join", "League", s.ID))
		}
		return
	}
	key := "league.told.ladder-unranked"
	if l.Rank(me) > 0 {
		key = "league.told.ladder-ranked"
	}
	part.Told = append(part.Told, adjudicator.Say(key, "Place", place, "Players", len(l.Players), "Rank", l.Rank(me)))
	if s.State.Closed != nil {
		return
	}
	if at, drops := l.Drops(me); drops && place < len(l.Players) {
		part.Told = append(part.Told, adjudicator.Say("league.told.ladder-idle", "Day", day(player, at)))
	}
	part.Told = append(part.Told, la.openFor(player, s, me, names)...)
	if err := s.Playing(la.Now()); err != nil {
		part.Told = append(part.Told, adjudicator.Say("league.told.ladder-shut"))
		return
	}
	far := 0
	for i, r := range l.List(me, la.Now()) {
		switch r.Why {
		case ladder.Allowed:
			part.Places = append(part.Places, rungOf(s, i, me, names))
		case ladder.TooFar:
			far = max(far, i+1)
		default:
			part.Why = append(part.Why, adjudicator.Say("league.ladder.why", "Player", s.Name(r.Challenged, names), "Place", i+1, "Why", whyNot(player, r)))
		}
	}
	if far > 0 {
		part.Why = append(part.Why, adjudicator.Say("league.ladder.far", "Count", far, "Reach", l.Rules.Reach))
	}
	part.Asked = []string{"may"}
}

// openFor are the challenges that wait for an answer by somebody, or for one to him.
func (la *Ladders) openFor(player store.Player, s *season.Season, me string, names func(string) string) (out []adjudicator.Phrase) {
	for _, c := range s.State.Ladder.Challenges {
		switch {
		case c.Accepted || s.Ended(la.Now()):
		case c.Challenged == me:
			out = append(out, adjudicator.Say("league.told.to-answer", "Player", s.Name(c.Challenger, names), "Until", when(player, c.Until), "League", s.ID, "Number", c.Number))
		case c.Challenger == me:
			out = append(out, adjudicator.Say("league.told.waits", "Player", s.Name(c.Challenged, names), "Until", when(player, c.Until), "League", s.ID, "Number", c.Number))
		}
	}
	return out
}

// rungOf is a place of a ladder as letters show it; i counts from 0.
func rungOf(s *season.Season, i int, me string, names func(string) string) templates.LadderPlace {
	p := s.State.Ladder.Players[i]
	return templates.LadderPlace{Place: i + 1, Name: s.Name(p.Name, names), Games: p.Games, Rank: s.State.Ladder.Rank(p.Name), Reader: p.Name == me}
}

// placesIn are all places of a ladder.
func placesIn(s *season.Season, me string, names func(string) string) (out []templates.LadderPlace) {
	for i := range s.State.Ladder.Players {
		out = append(out, rungOf(s, i, me, names))
	}
	return out
}

// when and day write a moment for a player.
func when(player store.Player, at time.Time) string {
	return templates.For(player.Language, "").WhenIn(at, written.ZoneOf(player))
}

func day(player store.Player, at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return templates.For(player.Language, "").Day(at.In(written.ZoneOf(player)))
}
