package reports

import (
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/templates"
)

// How long an offer stands, and after how many turns the same may be offered again.
const (
	OfferDays  = 7
	OfferTurns = 2
)

// The most that is passed on.
const (
	PressLength = 4000 // characters of one
	PressLines  = 100  // lines of one
	PressTurn   = 20   // of a side in a turn
	PressDay    = 10   // of a side in 24 hours
)

// The most that requests are answered in a day: mails that answer questions, requests that change
// something, and rulings; old reports sent again; how often one and the same text is, since whoever has seen it can
// send it as well; and the requests of one mail that are looked at.
const (
	RequestAnswers = 20
	ChangeAnswers  = 100
	RulingAnswers  = 200
	ArchiveAnswers = 40
	SameRequests   = RequestAnswers / 2
	MaxRequests    = 10
)

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

// PagesOfRequests are the pages that tell of requests which change something.
var PagesOfRequests = []string{"index", "calendar", "offers", "substitutes", "press", "watch", "league", "ladder", "rulings"}

// HelpPage finds the page on a topic: one of the server's own, one that all games add
// to, or that of a game.
func (rp *Reports) HelpPage(lang, topic string) (templates.Page, bool) {
	topic = orders.Fold(topic)
	if name, ok := topicNames[topic]; ok {
		topic = name
	}
	rulesets := adjudicator.Rulesets()
	page := templates.Page{Key: "help." + topic, Rulesets: rulesets, Args: []any{"Answers", RequestAnswers, "Changes", ChangeAnswers, "Reports", ArchiveAnswers, "Characters", PressLength, "Turn", PressTurn, "Day", PressDay, "OfferDays", OfferDays, "OfferTurns", OfferTurns, "AppealDays", int(rp.Rules.Referee.Appeals.Duration / calendar.Day), "Observers", MaxObservers, "Watched", MaxWatched, "Day", written.BoundDay(rp.Now(), time.UTC)},
		Lines: slices.Contains(PagesOfRequests, topic)}
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

// The most that watch.
const (
	MaxObservers = 12 // a game
	MaxWatched   = 6  // of one person, games that are not over
	MaxInvited   = 50 // to a game
)
