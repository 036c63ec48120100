package host

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// The most that requests are answered in a day: mails that answer questions, requests that change
// something, and rulings; old reports sent again; how often one and the same text is, since whoever has seen it can
// send it as well; and the requests of one mail that are looked at.
const (
	requestAnswers = 20
	changeAnswers  = 100
	rulingAnswers  = 200
	archiveAnswers = 40
	sameRequests   = requestAnswers / 2
	maxRequests    = 10
)

// asking is a signed mail of requests on its way to its answers. Nothing of it
// changes a game: each answer goes to its author's registered address, and tells him
// what his own last report could have told him.
type asking struct {
	incoming
	key    store.Key
	player store.Player

	plain   string         // the text without what stands around it
	left    []orders.Aside // that
	binding orders.Binding // which server the text is for, and when it was written
	before  *heard         // what became of it when it came before; nil if it did not
	done    bool           // something was done at its word
	copies  int            // requests that may be copies of an old mail, which anybody can send
	readied request        // the last that was added to what is shown ready to be signed

	reply templates.Reply // what goes into one letter
	feed  feedWish        // settled with the letter, that no address is made that nobody is told
	sent  int             // letters queued
	purse purse           // what the answers are taken from
	again bool            // it asks in the words of a mail that was answered before

	last adjudicator.Phrase // tells that an answer is the last of the day
}

// beginReply takes one from the times that the same text is answered in a day, and begins
// the reply, which is to be paid from a purse. It reports false if there is none left. A mail before
// which another one waits gives an error.
func (h *Host) beginReply(tx store.Tx, a *asking, from purse) (bool, error) {
	if err := h.inOrder(tx, a.incoming, from.key, a.player); err != nil {
		return false, err
	}
	a.purse = from
	if from == ofQuestions {
		var err error
		if a.again, err = answeredBefore(tx, a.player.Address, a.message.Signed.Text, h.Now()); err != nil {
			return false, err
		}
	}
	text := sha256.Sum256([]byte(mail.Canonical(a.message.Signed.Text)))
	same := purse{"same", fmt.Sprintf("request:%x ", text), sameRequests}
	ok, last, err := h.spendOn(tx, a.incoming, same, a.player)
	a.last = last
	a.reply = templates.Reply{Lang: a.player.Language, Mailbox: h.Post.Address, Player: a.player.Name, Re: a.re(), Zone: zoneOf(a.player), Left: a.left}
	return ok, err
}

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

// refusedAs is the state of a mail of which nothing was granted.
func (a *asking) refusedAs() store.InboxState {
	if a.copies > 0 && len(a.reply.Faults) == 1 && a.reply.Faults[0].Code == "request-heard" {
		return store.Duplicate
	}
	return store.Faulty
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
		return h.askOdds(tx, a, r)
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
		return h.askPictures(tx, a, r)
	case "resign":
		return h.askResign(tx, a, r)
	case "offer":
		return h.askOffer(tx, a, r)
	case "accept", "decline", "withdraw":
		return h.askReply(tx, a, r)
	case "volunteer":
		return h.askVolunteer(tx, a, r)
	case "watch":
		return h.askWatch(tx, a, r)
	case "unwatch":
		return h.askUnwatch(tx, a, r)
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

// sendReply sends what stands in one letter, if anything does.
func (h *Host) sendReply(tx store.Tx, a *asking) error {
	r := &a.reply
	if len(r.Faults)+len(r.Pages)+len(r.Reckoned)+len(r.Checked)+len(r.Notes) == 0 && !r.ListSeats && r.Leave == nil && r.Ruled == nil && r.LeagueRuled == nil && r.Calendar == nil && r.Claim == nil && r.Appeal == nil && len(r.Leagues) == 0 {
		return nil
	}
	if ok, err := h.pays(tx, a); err != nil || !ok && a.sent == 0 {
		return err
	}
	if err := h.settleFeed(tx, a); err != nil {
		return err
	}
	r.Aside, r.Last = a.aside(), a.last
	var err error
	if r.Game, err = onlyGame(tx, a); err != nil {
		return err
	}
	return h.postReply(tx, *r, a.player, a.incoming, templates.Requested)
}

// onlyGame is the game that the author of requests plays, if it is one alone: the subject of the
// answer names it.
func onlyGame(tx store.ReadTx, a *asking) (id string, err error) {
	seats, err := mine(tx, a, "")
	if err != nil {
		return "", err
	}
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		switch {
		case err != nil:
			return "", err
		case game.Status == store.Ended:
		case id != "":
			return "", nil
		default:
			id = game.ID
		}
	}
	return id, nil
}

// postReply queues a reply.
func (h *Host) postReply(tx store.Tx, r templates.Reply, player store.Player, in incoming, kind templates.Kind) error {
	var err error
	if r.Example, err = playedBy(tx, player.Address); err != nil {
		return err
	}
	rendered, err := templates.RenderReply(r)
	if err != nil {
		return fmt.Errorf("rendering the reply to %s: %w", player.Address, err)
	}
	l := h.letter(rendered, templates.Report{Kind: kind, Player: r.Player, Re: in.re()}, player.Address)
	l.MessageID = in.answerID(h.Post.Domain, player.Address, string(kind))
	l.InReplyTo = in.message.ID
	became := taken
	switch good := len(r.Notes)+len(r.Pages)+len(r.Reckoned)+len(r.Checked)+len(r.Leagues) > 0; {
	case len(r.Faults) > 0 && good:
		became = partly
	case len(r.Faults) > 0:
		became = refused
	}
	_, _, err = h.enqueueAs(tx, l, store.OutboxMail{Kind: string(kind)}, became)
	return err
}

// playedBy names the ruleset of all the games that somebody plays, or none.
func playedBy(tx store.ReadTx, address string) (ruleset string, err error) {
	seats, err := tx.SeatsOfPlayer(address)
	if err != nil {
		return "", err
	}
	for i, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", err
		}
		if i > 0 && game.Ruleset != ruleset {
			return "", nil
		}
		ruleset = game.Ruleset
	}
	return ruleset, nil
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

// ofOwnGames leaves on a page only what the games say that its reader plays; if he plays
// none, or none that says anything on the matter, it stays as it is. What he asks of a game by its name is answered whatever he plays.
func ofOwnGames(tx store.ReadTx, player store.Player, page *templates.Page) error {
	if len(page.Rulesets) < 2 {
		return nil
	}
	p := templates.For(player.Language, "")
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return err
	}
	var own []string
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if slices.Contains(page.Rulesets, game.Ruleset) && !slices.Contains(own, game.Ruleset) && p.Has(game.Ruleset+"."+page.Key) {
			own = append(own, game.Ruleset)
		}
	}
	if own != nil {
		slices.Sort(own)
		page.Rulesets = own
	}
	return nil
}

// topicNames are other words for the topics of help.
var topicNames = map[string]string{
	"begin": "start", "guide": "start", "debut": "start", "debuter": "start", "commencer": "start",
	"": "index", "help": "index", "requests": "index", "commands": "index", "aide": "index", "demandes": "index",
	"calendrier": "calendar", "agenda": "calendar", "deadline": "calendar", "deadlines": "calendar", "echeance": "calendar", "echeances": "calendar",
	"order": "orders", "ordres": "orders", "ordre": "orders",
	"standing-orders": "standing", "permanents": "standing", "consignes": "standing",
	"key": "keys", "clef": "keys", "clefs": "keys", "cle": "keys", "cles": "keys",
	"reading": "readings", "interpretations": "readings", "lectures": "readings", "lecture": "readings",
	"stratagem": "stratagems", "stratageme": "stratagems", "stratagemes": "stratagems",
	"ladders": "ladder", "echelle": "ladder", "echelles": "ladder", "challenge": "ladder", "challenges": "ladder", "defi": "ladder", "defis": "ladder",
	"leagues": "league", "championnat": "league", "championnats": "league",
	"observers": "watch", "observer": "watch", "unwatch": "watch", "observateur": "watch", "observateurs": "watch", "quitter": "watch",
	"presse": "press", "message": "press", "messages": "press",
	"arbitre": "referee", "refereeing": "referee", "operator": "club", "operateur": "club", "responsable": "club",
	"claim": "rulings", "claims": "rulings", "reclamation": "rulings", "reclamations": "rulings", "arbitrage": "rulings", "ruling": "rulings", "decision": "rulings", "decisions": "rulings",
	"appeal": "rulings", "appeals": "rulings", "appel": "rulings", "appels": "rulings",
	"propositions": "offers", "proposition": "offers", "offer": "offers", "resign": "offers", "abandonner": "offers",
	"remplacants": "substitutes", "remplacant": "substitutes", "substitute": "substitutes", "volunteer": "substitutes", "volontaire": "substitutes",
	"sign": "signing", "signature": "signing", "signatures": "signing", "signer": "signing",
}

// pagesOfRequests are the pages that tell of requests which change something.
var pagesOfRequests = []string{"index", "calendar", "offers", "substitutes", "press", "watch", "league", "ladder", "rulings"}

// helpPage finds the page on a topic: one of the server's own, one that all games add
// to, or that of a game.
func (h *Host) helpPage(lang, topic string) (templates.Page, bool) {
	topic = orders.Fold(topic)
	if name, ok := topicNames[topic]; ok {
		topic = name
	}
	rulesets := adjudicator.Rulesets()
	page := templates.Page{Key: "help." + topic, Rulesets: rulesets, Args: []any{"Answers", requestAnswers, "Changes", changeAnswers, "Reports", archiveAnswers, "Characters", pressLength, "Turn", pressTurn, "Day", pressDay, "OfferDays", offerDays, "OfferTurns", offerTurns, "AppealDays", int(h.appealTime() / calendar.Day), "Observers", maxObservers, "Watched", maxWatched, "Day", boundDay(h.Now(), time.UTC)},
		Lines: slices.Contains(pagesOfRequests, topic)}
	if slices.Contains(rulesets, topic) {
		page = templates.Page{Key: "help", Rulesets: []string{topic}}
	}
	if strings.ContainsAny(topic, ".") {
		return page, false
	}
	p := templates.For(lang, "")
	if topic == "standing" && !p.HasPage(page) {
		page.Key = "help.orders" // which tells what standing orders are
	}
	return page, p.HasPage(page)
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

// pleaForHelp finds the topic that an unsigned mail asks help on, in its subject or
// its first lines. It may ask for nothing else.
func pleaForHelp(m *mail.Message) (topic string, ok bool) {
	for _, line := range append([]string{m.Subject}, m.Opening...) {
		words := strings.Fields(orders.Fold(strings.TrimRight(line, " .!?")))
		for len(words) > 0 && strings.HasSuffix(words[0], ":") { // "Re:"
			words = words[1:]
		}
		if len(words) == 0 || len(words) > 2 || words[0] != "help" && words[0] != "aide" {
			continue
		}
		return strings.Join(words[1:], ""), true
	}
	return "", false
}

// answerPlea answers an unsigned request for help at the address of a registered
// player, within the budget of mail that proves nothing of its sender.
func (h *Host) answerPlea(tx store.Tx, in incoming, topic string) (answered bool, err error) {
	player, err := h.claimed(tx, in.message)
	if err != nil || player.Address == "" {
		return false, err
	}
	// Each page is sent once a day: who has had the list may ask for one that it names.
	page, found := h.helpPage(player.Language, topic)
	if !found {
		page, _ = h.helpPage(player.Language, "")
	}
	kind := page.Key
	if len(page.Rulesets) == 1 {
		kind += "." + page.Rulesets[0]
	}
	if ok, err := h.spendStranger(tx, player.Address, kind); err != nil || !ok {
		return false, err
	}
	if err := ofOwnGames(tx, player, &page); err != nil {
		return false, err
	}
	// Neither his name nor his mail is quoted: the sender may be anybody.
	r := templates.Reply{Lang: player.Language, Mailbox: h.Post.Address, Pages: []templates.Page{page}}
	return true, h.postReply(tx, r, player, in, templates.Help)
}
