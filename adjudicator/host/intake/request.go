package intake

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// judgeRequests answers a signed mail of requests.
func (an *Answers) judgeRequests(tx club.Tx, a *requests.Mail, list []written.Request) (post.Verdict, error) {
	if ok, err := an.Rulings.BeginReply(tx, a, payerOf(tx, a, list)); err != nil || !ok {
		return post.Verdict{State: store.Ignored, Reason: "the same requests as often as they are answered in a day"}, err
	}
	good, refused := 0, 0
	for i, r := range list {
		if i == reports.MaxRequests {
			a.Reply.Faults = append(a.Reply.Faults, r.Fault(orders.Illegal, "request-too-many", r.Words[0], "Limit", reports.MaxRequests))
			break
		}
		fault, err := an.grantBound(tx, a, r)
		if err != nil {
			return post.Verdict{}, fmt.Errorf("request %q: %w", r.Verb, err)
		}
		if fault != nil && a.Copies > refused {
			if refused = a.Copies; refused > 1 {
				continue // for the same reason as the first
			}
		}
		if fault != nil {
			a.Reply.Faults = append(a.Reply.Faults, fault)
			continue
		}
		good++
		if word := orders.Fold(r.Words[0].Text); written.RequestVerbs[word] != "" {
			if r.Verb == "help" && len(r.Words) == 2 {
				word += " " + r.Words[1].Text // a page of help is known by its topic
			}
			if !slices.Contains(a.Reply.Asked, word) {
				a.Reply.Asked = append(a.Reply.Asked, word)
			}
		}
	}
	if err := an.Rulings.SendReply(tx, a); err != nil {
		return post.Verdict{}, err
	}
	v := post.Verdict{State: store.Command, Reason: fmt.Sprintf("%d requests", len(list))}
	switch {
	case good == 0:
		v.State, v.Reason = a.RefusedAs(), a.Reply.Faults[0].Error()
	}
	return v, nil
}

// payerOf is the purse that the answer to requests is taken from: what changes something does not
// wait behind questions, nor does a file under a word that makes requests of it.
func payerOf(tx store.ReadTx, a *requests.Mail, list []written.Request) requests.Purse {
	if written.MeansFile(strings.SplitAfter(a.Message.Signed.Text, "\n")) {
		return requests.OfFiles
	}
	if slices.ContainsFunc(list, func(r written.Request) bool { return written.GuardOf(r, leagues.NamesLeague(tx, r)) != written.Asks }) {
		return requests.OfChanges
	}
	return requests.OfQuestions
}

// grantBound deals with one request, unless it changes something and is not tied to this server and
// its time, or came before.
func (an *Answers) grantBound(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	bound := written.GuardOf(r, leagues.NamesLeague(tx, r)) == written.Bound
	if bound {
		if fault, err := an.Desk.MayChange(tx, a, r, ""); fault != nil || err != nil {
			return fault, err
		}
	}
	fault, err := an.grant(tx, a, r)
	if fault == nil && err == nil && bound {
		err = a.Did(tx)
	}
	return fault, err
}

// grant deals with one request, or says what is wrong with it.
func (an *Answers) grant(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if leagues.NamesLeague(tx, r) { // else it is about an offer
		return an.Leagues.AskLeague(tx, a, r)
	}
	switch r.Verb {
	case "version":
		return r.Fault(orders.Unreadable, "request-version", r.Whole(0), "Words", r.Whole(0).Text), nil
	case "help":
		return an.askHelp(tx, a, r)
	case "odds":
		return requests.AskOdds(tx, a, r)
	case "status", "template":
		return an.Desk.AskPosition(tx, a, r)
	case "report":
		return an.Desk.AskReport(tx, a, r)
	case "absence":
		return an.Clocks.AskAbsence(tx, a, r)
	case "calendar":
		return an.Clocks.AskCalendar(tx, a, r)
	case "extend":
		return an.Clocks.AskExtension(tx, a, r)
	case "pictures":
		return askPictures(tx, a, r)
	case "resign":
		return an.Offers.AskResign(tx, a, r)
	case "offer":
		return an.Offers.AskOffer(tx, a, r)
	case "accept", "decline", "withdraw":
		return an.Offers.AskReply(tx, a, r)
	case "volunteer":
		return offers.AskVolunteer(tx, a, r)
	case "watch":
		return an.Watchers.AskWatch(tx, a, r)
	case "unwatch":
		return watch.AskUnwatch(tx, a, r)
	case "take":
		return an.Offers.AskTake(tx, a, r)
	case "back":
		return an.Offers.AskBack(tx, a, r)
	case "join", "confirm", "bid", "standings", "fixtures", "results", "ratings", "rules", "agree", "verdict", "ladder", "challenge", "cancel", "news":
		return an.Leagues.AskLeague(tx, a, r)
	case "check":
		return r.Fault(orders.Unreadable, "request-check", r.Words[0]), nil
	case written.Misspelt:
		return r.Slip(), nil
	}
	if written.ClaimHeads[orders.Fold(r.Words[0].Text)] || written.AppealHeads[orders.Fold(r.Words[0].Text)] {
		return r.Fault(orders.Illegal, "request-alone", r.Words[0], "Word", r.Words[0].Text), nil
	}
	verbs := []string{"help", "status", "report", "template", "odds", "check", "absence", "calendar", "pictures", "extend"}
	return r.Fault(orders.Unknown, "request-unknown", r.Words[0], "Word", r.Words[0].Text, "Requests", verbs, "Meant", written.NearestAsked(r.Words[0].Text)), nil
}

// askHelp adds a page of help.
func (an *Answers) askHelp(tx store.ReadTx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if len(r.Words) > 3 {
		return r.LeftOver(3), nil
	}
	topic := ""
	if len(r.Words) >= 2 {
		topic = r.Words[1].Text
	}
	if len(r.Words) == 3 {
		page, ok := an.helpOn(a.Player.Language, topic, r.Words[2].Text)
		if !ok {
			return r.LeftOver(2), nil
		}
		a.Reply.Pages = append(a.Reply.Pages, page)
		return nil, nil
	}
	page, ok := an.Reports.HelpPage(a.Player.Language, topic)
	if !ok {
		return r.Fault(orders.Unknown, "request-topic", r.Words[1], "Topic", topic, "Topics", an.helpTopics(a.Player.Language)), nil
	}
	if err := requests.OfOwnGames(tx, a.Player, &page); err != nil {
		return nil, err
	}
	a.Reply.Pages = append(a.Reply.Pages, page)
	return nil, nil
}

// helpOn finds what a game that is named says on a topic, whichever of the two words stands first: "help readings perse".
func (an *Answers) helpOn(lang, topic, game string) (templates.Page, bool) {
	topic, game = orders.Fold(topic), orders.Fold(game)
	if slices.Contains(adjudicator.Rulesets(), topic) {
		topic, game = game, topic
	}
	page, ok := an.Reports.HelpPage(lang, topic)
	if !ok || !slices.Contains(page.Rulesets, game) || !templates.For(lang, "").TellsOf(page, game) {
		return page, false
	}
	page.Rulesets = []string{game}
	return page, true
}

// helpTopics lists the topics that there are pages on.
func (an *Answers) helpTopics(lang string) []string {
	var all []string
	p := templates.For(lang, "")
	for _, topic := range slices.Concat([]string{"start", "orders", "standing", "stratagems", "readings", "signing", "keys", "calendar", "referee", "rulings", "club", "press", "offers", "substitutes", "watch", "league", "ladder"}, adjudicator.Rulesets()) {
		if _, ok := an.Reports.HelpPage(lang, topic); !ok {
			continue
		}
		if key := "help.topic." + topic; p.Has(key) {
			topic = p.Say(key) // as its readers ask for it
		}
		all = append(all, topic)
	}
	return all
}
