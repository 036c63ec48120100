package host

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// judgeRequests answers a signed mail of requests.
func (h *Host) judgeRequests(tx store.Tx, a *asking, list []request) (verdict, error) {
	if ok, err := h.beginReply(tx, a, payerOf(tx, a, list)); err != nil || !ok {
		return verdict{state: store.Ignored, reason: "the same requests as often as they are answered in a day"}, err
	}
	good, refused := 0, 0
	for i, r := range list {
		if i == maxRequests {
			a.reply.Faults = append(a.reply.Faults, r.fault(orders.Illegal, "request-too-many", r.words[0], "Limit", maxRequests))
			break
		}
		fault, err := h.grantBound(tx, a, r)
		if err != nil {
			return verdict{}, fmt.Errorf("request %q: %w", r.verb, err)
		}
		if fault != nil && a.copies > refused {
			if refused = a.copies; refused > 1 {
				continue // for the same reason as the first
			}
		}
		if fault != nil {
			a.reply.Faults = append(a.reply.Faults, fault)
			continue
		}
		good++
		if word := orders.Fold(r.words[0].text); requestVerbs[word] != "" {
			if r.verb == "help" && len(r.words) == 2 {
				word += " " + r.words[1].text // a page of help is known by its topic
			}
			if !slices.Contains(a.reply.Asked, word) {
				a.reply.Asked = append(a.reply.Asked, word)
			}
		}
	}
	if err := h.sendReply(tx, a); err != nil {
		return verdict{}, err
	}
	v := verdict{state: store.Command, reason: fmt.Sprintf("%d requests", len(list))}
	switch {
	case good == 0:
		v.state, v.reason = a.refusedAs(), a.reply.Faults[0].Error()
	}
	return v, nil
}

// payerOf is the purse that the answer to requests is taken from: what changes something does not
// wait behind questions, nor does a file under a word that makes requests of it.
func payerOf(tx store.ReadTx, a *asking, list []request) purse {
	if meansFile(strings.SplitAfter(a.message.Signed.Text, "\n")) {
		return ofFiles
	}
	if slices.ContainsFunc(list, func(r request) bool { return guardOf(r, namesLeague(tx, r)) != Asks }) {
		return ofChanges
	}
	return ofQuestions
}

// grantBound deals with one request, unless it changes something and is not tied to this server and
// its time, or came before.
func (h *Host) grantBound(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	bound := guardOf(r, namesLeague(tx, r)) == Bound
	if bound {
		if fault, err := h.mayChange(tx, a, r, ""); fault != nil || err != nil {
			return fault, err
		}
	}
	fault, err := h.grant(tx, a, r)
	if fault == nil && err == nil && bound {
		err = a.did(tx)
	}
	return fault, err
}

// grant deals with one request, or says what is wrong with it.
func (h *Host) grant(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if namesLeague(tx, r) { // else it is about an offer
		return h.askLeague(tx, a, r)
	}
	switch r.verb {
	case "version":
		return r.fault(orders.Unreadable, "request-version", r.whole(0), "Words", r.whole(0).text), nil
	case "help":
		return h.askHelp(tx, a, r)
	case "odds":
		return askOdds(tx, a, r)
	case "status", "template":
		return h.askPosition(tx, a, r)
	case "report":
		return h.askReport(tx, a, r)
	case "absence":
		return h.askAbsence(tx, a, r)
	case "calendar":
		return h.askCalendar(tx, a, r)
	case "extend":
		return h.askExtension(tx, a, r)
	case "pictures":
		return askPictures(tx, a, r)
	case "resign":
		return h.askResign(tx, a, r)
	case "offer":
		return h.askOffer(tx, a, r)
	case "accept", "decline", "withdraw":
		return h.askReply(tx, a, r)
	case "volunteer":
		return askVolunteer(tx, a, r)
	case "watch":
		return h.askWatch(tx, a, r)
	case "unwatch":
		return askUnwatch(tx, a, r)
	case "take":
		return h.askTake(tx, a, r)
	case "back":
		return h.askBack(tx, a, r)
	case "join", "confirm", "bid", "standings", "fixtures", "results", "ratings", "rules", "agree", "verdict", "ladder", "challenge", "cancel", "news":
		return h.askLeague(tx, a, r)
	case "check":
		return r.fault(orders.Unreadable, "request-check", r.words[0]), nil
	case misspelt:
		return r.slip(), nil
	}
	if claimHeads[orders.Fold(r.words[0].text)] || appealHeads[orders.Fold(r.words[0].text)] {
		return r.fault(orders.Illegal, "request-alone", r.words[0], "Word", r.words[0].text), nil
	}
	verbs := []string{"help", "status", "report", "template", "odds", "check", "absence", "calendar", "pictures", "extend"}
	return r.fault(orders.Unknown, "request-unknown", r.words[0], "Word", r.words[0].text, "Requests", verbs, "Meant", nearestAsked(r.words[0].text)), nil
}

// askHelp adds a page of help.
func (h *Host) askHelp(tx store.ReadTx, a *asking, r request) (*orders.Diagnostic, error) {
	if len(r.words) > 2 {
		return r.leftOver(2), nil
	}
	topic := ""
	if len(r.words) == 2 {
		topic = r.words[1].text
	}
	page, ok := h.helpPage(a.player.Language, topic)
	if !ok {
		return r.fault(orders.Unknown, "request-topic", r.words[1], "Topic", topic, "Topics", h.helpTopics(a.player.Language)), nil
	}
	if err := ofOwnGames(tx, a.player, &page); err != nil {
		return nil, err
	}
	a.reply.Pages = append(a.reply.Pages, page)
	return nil, nil
}

// helpTopics lists the topics that there are pages on.
func (h *Host) helpTopics(lang string) []string {
	var all []string
	p := templates.For(lang, "")
	for _, topic := range slices.Concat([]string{"start", "orders", "standing", "stratagems", "readings", "signing", "keys", "calendar", "referee", "rulings", "club", "press", "offers", "substitutes", "watch", "league", "ladder"}, adjudicator.Rulesets()) {
		if _, ok := h.helpPage(lang, topic); !ok {
			continue
		}
		if key := "help.topic." + topic; p.Has(key) {
			topic = p.Say(key) // as its readers ask for it
		}
		all = append(all, topic)
	}
	return all
}
