package host

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
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
)

// A side offers the other a draw, a result at a named level, or to adjourn until a day. An offer
// stops no clock. It is accepted or declined with the code that came with it, withdrawn by who
// made it, or ends after some days; each of that is an entry of the ledger and a letter to the
// other side.

// The kinds of offers.
const (
	offerDraw    = "draw"
	offerResult  = "result"
	offerAdjourn = "adjourn"
)

// offer is one that is open.
type offer struct {
	Kind   string     `json:"kind"`
	Side   string     `json:"side"`             // that makes it
	Winner string     `json:"winner,omitempty"` // of a result
	Level  string     `json:"level,omitempty"`
	Until  *time.Time `json:"until,omitempty"` // of an adjournment
	Entry  int        `json:"entry"`           // of the ledger, that made it
	Ends   time.Time  `json:"ends"`
}

// offerBody is the body of an [adjudicator.Offered] entry.
type offerBody struct {
	Act string `json:"act"` // "made", "accepted", "declined", "withdrawn", "expired"
	offer
	Text string `json:"text,omitempty"` // the line that says so, as it was signed
}

const openOffers = "offer-open/"

// openOffer is the setting that keeps an offer that waits for its answer.
func openOffer(game, side, kind string) string { return openOffers + game + "/" + side + "/" + kind }

// lastOffer is the setting that keeps when such an offer was made last.
func lastOffer(game, side, kind string) string { return "offer-last/" + game + "/" + side + "/" + kind }

// offersIn lists the open offers of a game.
func offersIn(tx store.ReadTx, game string) (all []offer, err error) {
	kept, err := tx.SettingsUnder(openOffers + game + "/")
	if err != nil {
		return nil, err
	}
	for name, text := range kept {
		var o offer
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, fmt.Errorf("the setting %s: %w", name, err)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b offer) int { return a.Entry - b.Entry })
	return all, nil
}

// code is what the other side accepts an offer with: nobody knows it who has not read the
// letter.
func (o offer) code(p *position) string {
	return code(store.Secret(p.game.Secret), p.game.ID, "offer/"+o.Side, o.Entry)
}

// terms says what is offered, for a letter.
func (o offer) terms(game store.Game) adjudicator.Phrase {
	switch o.Kind {
	case offerResult:
		return adjudicator.Say("offer.result", "Side", sideTerm(game, o.Winner), "Level", adjudicator.Say("kit.level."+o.Level))
	case offerAdjourn:
		return adjudicator.Say("offer.adjourn", "Day", o.Until.UTC().Format(time.DateOnly))
	}
	return adjudicator.Say("offer.draw")
}

// offerFillers may stand before what is offered: "offer a draw", "proposer une partie nulle".
var offerFillers = map[string]bool{"a": true, "the": true, "un": true, "une": true, "le": true, "la": true, "match": true, "partie": true}

// kindOffered is the kind of the offer that begins with a word, or "".
func kindOffered(p *position, given string) string {
	switch orders.Fold(given) {
	case "draw", "nulle", "nul":
		return offerDraw
	case "adjourn", "ajourner", "ajournement":
		return offerAdjourn
	case "result", "resultat":
		return offerResult
	}
	if _, ok := p.info.Seat(sideNamed(p.game, given)); ok {
		return offerResult
	}
	return ""
}

// readOffer reads what is offered: "draw", "athens total", "adjourn until 2027-01-10".
func (h *Host) readOffer(p *position, r request, zone *time.Location) (o offer, fault *orders.Diagnostic) {
	wrong := func() (offer, *orders.Diagnostic) {
		levels, _ := levelsOf(p.rules)
		return o, r.fault(orders.Unreadable, "request-offer", r.words[0], "Levels", levels, "Side", p.info.Sides[0])
	}
	words := r.words[1:]
	for len(words) > 1 && offerFillers[orders.Fold(words[0].text)] {
		words = words[1:]
	}
	if len(words) == 0 {
		return wrong()
	}
	switch o.Kind = kindOffered(p, words[0].text); o.Kind {
	case offerDraw:
		words = words[1:]
	case offerAdjourn:
		words = words[1:]
		if len(words) > 1 && slices.Contains([]string{"until", "to", "jusqu'au", "au"}, orders.Fold(words[0].text)) {
			words = words[1:]
		}
		if len(words) == 0 {
			return wrong()
		}
		day, err := calendar.ReadDate(words[0].text)
		if err != nil {
			return o, r.fault(orders.Unreadable, "request-absence-date", words[0], "Word", words[0].text)
		}
		until := store.Time(time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone))
		if ahead := until.Sub(h.Now()); ahead <= 0 || ahead > h.longestOfPauses() {
			return o, r.fault(orders.Illegal, "request-offer-day", words[0], "Days", int(h.longestOfPauses()/calendar.Day))
		}
		o.Until, words = &until, words[1:]
	default:
		o.Kind, o.Winner = offerResult, sideNamed(p.game, words[0].text)
		if _, ok := p.info.Seat(o.Winner); !ok || len(words) < 2 {
			return wrong()
		}
		if o.Level = levelOffered(p, words[1].text); o.Level == "" {
			return wrong()
		}
		words = words[2:]
	}
	if len(words) > 0 {
		return o, r.leftOver(len(r.words) - len(words))
	}
	return o, nil
}

// levelWords are the spellings of levels, folded.
var levelWords = map[string]string{"totale": "total", "strategique": "strategic", "tactique": "tactical"}

// levelOffered is the level of a game that a word names, or "".
func levelOffered(p *position, given string) string {
	folded := orders.Fold(given)
	folded = cmp.Or(levelWords[folded], folded)
	levels, _ := levelsOf(p.rules)
	if slices.Contains(levels, folded) {
		return folded
	}
	return ""
}

// askOffer makes an offer.
func (h *Host) askOffer(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if _, err := aimOf(&r, tx, a); err != nil {
		return nil, err
	}
	p, seat, fault, err := h.toAct(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	defer p.close()
	o, fault := h.readOffer(p, r, zoneOf(a.player))
	if fault != nil {
		return fault, nil
	}
	if fault, err := h.mayAdjourn(tx, r, o, p.game); fault != nil || err != nil {
		return fault, err
	}
	other, err := otherSeat(tx, seat)
	if err != nil {
		return nil, err
	}
	if other.Player == machineAddress || other.Player == "" {
		return r.fault(orders.Illegal, "request-offer-nobody", r.words[0], "Game", p.game.ID), nil
	}
	var last int
	if err := readSetting(tx, lastOffer(p.game.ID, seat.Side, o.Kind), &last); err != nil {
		return nil, err
	}
	if last > 0 && p.game.Turn < last+offerTurns {
		return r.fault(orders.Illegal, "request-offer-again", r.words[0], "Turn", last+offerTurns), nil
	}
	if fault, err := once(tx, a, r, seat, "offer"); fault != nil || err != nil {
		return fault, err
	}
	o.Side, o.Entry, o.Ends = seat.Side, p.last.Seq+1, store.Time(h.Now().Add(offerDays*calendar.Day))
	if err := h.enterOffer(tx, p, a, r, "made", seat.Side, o); err != nil {
		return nil, err
	}
	if err := writeSettingDue(tx, openOffer(p.game.ID, o.Side, o.Kind), o, o.Ends); err != nil {
		return nil, err
	}
	if err := writeSetting(tx, lastOffer(p.game.ID, o.Side, o.Kind), p.game.Turn); err != nil {
		return nil, err
	}
	a.note("offer.made", "Game", p.game.ID, "Terms", o.terms(p.game), "Ends", o.Ends)
	return nil, h.tellSeat(tx, p.game, other, wordTo{key: "offer-made", once: fmt.Sprint(o.Entry),
		args: []any{"Game", p.game.ID, "Side", sideTerm(p.game, seat.Side), "Terms", o.terms(p.game), "Code", o.code(p), "Ends", o.Ends}})
}

// toAct finds the running or paused game that a request is about, and opens it.
func (h *Host) toAct(tx store.Tx, a *asking, r request) (*position, store.Seat, *orders.Diagnostic, error) {
	game, seat, fault, err := h.seat(tx, a, r)
	if fault != nil || err != nil {
		return nil, seat, fault, err
	}
	if game.Status == store.Ended {
		return nil, seat, r.fault(orders.Illegal, "request-over", r.words[0], "Game", game.ID), nil
	}
	p, err := load(tx, game.ID)
	if isBroken(err) {
		return nil, seat, r.fault(orders.Illegal, "request-held-up", r.words[0], "Game", game.ID), h.tellBroken(tx, game.ID, err)
	}
	return p, seat, nil, err
}

// enterOffer writes what is made or becomes of an offer into the ledger.
func (h *Host) enterOffer(tx store.Tx, p *position, a *asking, r request, act, side string, o offer) error {
	body := offerBody{Act: act, offer: o}
	ev := evidence{}
	if a != nil {
		ev = a.proofOfMail()
		if act != "accepted" && act != "declined" {
			body.Text = r.text // those two bear a code
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return p.append(tx, h.next(p, adjudicator.Offered, side, text), ev)
}

// askReply accepts, declines or withdraws an offer.
func (h *Host) askReply(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	code, err := aimOf(&r, tx, a)
	if err != nil {
		return nil, err
	}
	p, seat, fault, err := h.toAct(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	defer p.close()
	all, err := offersIn(tx, p.game.ID)
	if err != nil {
		return nil, err
	}
	if r.verb == "withdraw" {
		return h.withdraw(tx, a, r, p, seat, all)
	}
	if len(r.words) > 1 {
		return r.leftOver(1), nil
	}
	if code.text == "" {
		return r.fault(orders.Unreadable, "request-offer-code", r.words[0]), nil
	}
	i := slices.IndexFunc(all, func(o offer) bool { return o.Side != seat.Side && codeOf(o.code(p)) == codeOf(code.text) })
	if i < 0 {
		if void, err := isVoidOffer(tx, p, seat, code.text); err != nil {
			return nil, err
		} else if void {
			return r.fault(orders.Illegal, "request-offer-void", code, "Game", p.game.ID), nil
		}
	}
	if i < 0 || !a.row.Receipt.Before(all[i].Ends) {
		return r.fault(orders.Illegal, "request-offer-gone", code, "Game", p.game.ID), nil
	}
	o := all[i]
	if r.verb == "decline" {
		a.note("offer.declined", "Game", p.game.ID, "Terms", o.terms(p.game))
		return nil, h.endOffer(tx, p, a, r, "declined", seat.Side, o)
	}
	if fault, err := h.mayAdjourn(tx, r, o, p.game); fault != nil || err != nil {
		return fault, err
	}
	return nil, h.accept(tx, a, r, p, seat, o)
}

// mayAdjourn finds fault with an adjournment of a game that stands still already, or has been
// paused as often as the club allows: by agreement as by a ruling.
func (h *Host) mayAdjourn(tx store.ReadTx, r request, o offer, game store.Game) (*orders.Diagnostic, error) {
	if o.Kind != offerAdjourn {
		return nil, nil
	}
	if game.Status == store.Paused {
		return r.fault(orders.Illegal, "request-offer-paused", r.words[0], "Game", game.ID), nil
	}
	n, err := pausesOf(tx, game.ID)
	if err != nil || n < h.mostPauses() {
		return nil, err
	}
	return r.fault(orders.Illegal, "request-offer-pauses", r.words[0], "Game", game.ID, "Limit", h.mostPauses()), nil
}

// accept carries an offer out.
func (h *Host) accept(tx store.Tx, a *asking, r request, p *position, seat store.Seat, o offer) error {
	a.note("offer.accepted", "Game", p.game.ID, "Terms", o.terms(p.game))
	if err := h.endOffer(tx, p, a, r, "accepted", seat.Side, o); err != nil {
		return err
	}
	if o.Kind == offerAdjourn {
		return h.stopGame(tx, p, *o.Until)
	}
	result := &adjudicator.Result{Winner: adjudicator.Observer, Level: "draw", Why: []adjudicator.Phrase{adjudicator.Say("why.agreed")}}
	if o.Kind == offerResult {
		result.Winner, _ = p.info.Seat(o.Winner)
		result.Level = o.Level
	}
	if err := h.cutShort(tx, p, howAgreed, result); err != nil {
		return err
	}
	var replyTo [2]string
	side, _ := p.info.Seat(seat.Side)
	replyTo[side] = a.message.ID
	return h.tellCut(tx, p, result, replyTo)
}

// endOffer closes an offer, and tells the side that did not.
func (h *Host) endOffer(tx store.Tx, p *position, a *asking, r request, act, by string, o offer) error {
	if err := h.enterOffer(tx, p, a, r, act, by, o); err != nil {
		return err
	}
	if err := tx.SetSetting(openOffer(p.game.ID, o.Side, o.Kind), nil); err != nil {
		return err
	}
	for _, seat := range p.seats {
		if seat.Side == by {
			continue
		}
		err := h.tellSeat(tx, p.game, seat, wordTo{key: "offer-" + act, once: fmt.Sprint(o.Entry),
			args: []any{"Game", p.game.ID, "Terms", o.terms(p.game), "Mine", seat.Side == o.Side}})
		if err != nil {
			return err
		}
	}
	return nil
}

// withdraw takes back the author's offers: all, or those of a kind.
func (h *Host) withdraw(tx store.Tx, a *asking, r request, p *position, seat store.Seat, all []offer) (*orders.Diagnostic, error) {
	own := slices.DeleteFunc(slices.Clone(all), func(o offer) bool { return o.Side != seat.Side })
	if len(r.words) > 1 {
		kind := kindOffered(p, r.words[1].text)
		if kind == "" {
			return r.fault(orders.Unknown, "request-withdraw", r.words[1], "Word", r.words[1].text), nil
		}
		own = slices.DeleteFunc(own, func(mine offer) bool { return mine.Kind != kind })
	}
	if len(own) == 0 {
		return r.fault(orders.Illegal, "request-offer-none", r.words[0], "Game", p.game.ID), nil
	}
	if fault, err := once(tx, a, r, seat, "withdraw"); fault != nil || err != nil {
		return fault, err
	}
	for _, o := range own {
		a.note("offer.withdrawn", "Game", p.game.ID, "Terms", o.terms(p.game))
		if err := h.endOffer(tx, p, a, r, "withdrawn", seat.Side, o); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// endOffers ends the offers that have stood for long enough, and drops those of games that are
// over.
func (h *Host) endOffers(ctx context.Context, until time.Time) error {
	due, err := h.dueOffers(ctx, until)
	for id := range due {
		err := h.Store.Update(ctx, func(tx store.Tx) error { return h.endOffersOf(tx, id, until) })
		if err != nil {
			h.Log.Error("an offer cannot be ended", "game", id, "error", err)
		}
	}
	return err
}

// dueOffers finds the games with an offer that has stood for long enough.
func (h *Host) dueOffers(ctx context.Context, until time.Time) (due map[string]bool, err error) {
	due = map[string]bool{}
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		kept, err := tx.SettingsDue(openOffers, until)
		for name := range kept {
			id, _, _ := strings.Cut(strings.TrimPrefix(name, openOffers), "/")
			due[id] = true
		}
		return err
	})
	return due, err
}

// endOffersOf ends the offers of a game that have stood for long enough.
func (h *Host) endOffersOf(tx store.Tx, id string, until time.Time) error {
	all, err := offersIn(tx, id)
	if err != nil {
		return err
	}
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	for _, o := range all {
		if until.Before(o.Ends) {
			continue
		}
		if game.Status == store.Ended {
			if err := tx.SetSetting(openOffer(id, o.Side, o.Kind), nil); err != nil {
				return err
			}
			continue
		}
		p, err := load(tx, id)
		if err != nil {
			return err
		}
		err = h.endOffer(tx, p, nil, request{}, "expired", "", o)
		p.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// once remembers a signed text that does something for a seat, so that a copy of it, which
// anybody can send who has seen it, does nothing. It returns a fault if it came before.
func once(tx store.Tx, a *asking, r request, seat store.Seat, purpose string) (*orders.Diagnostic, error) {
	id := sha256.Sum256(fmt.Appendf(nil, "keryx %s 1\n%s\n%s\n%d\n%s", purpose, seat.Game, seat.Side, r.line, mail.Canonical(a.message.Signed.Text)))
	err := tx.RecordSubmission(store.Submission{Game: seat.Game, ID: id, Side: seat.Side, Inbox: a.row.ID, Received: a.row.Receipt})
	if errors.As(err, new(*store.DuplicateError)) {
		return r.fault(orders.Illegal, "words-twice", r.words[0], "Game", seat.Game), nil
	}
	return nil, err
}

// offerMade reads the offer that an entry makes.
func offerMade(e store.Entry) (o offer, ok bool) {
	var body offerBody
	if e.Kind != string(adjudicator.Offered) || json.Unmarshal(e.Body, &body) != nil || body.Act != "made" {
		return o, false
	}
	body.offer.Entry = e.Seq
	return body.offer, true
}

// isVoidOffer reports whether a code is that of an offer to a side which a ruling has given up.
func isVoidOffer(tx store.ReadTx, p *position, to store.Seat, given string) (bool, error) {
	entries, err := tx.Entries(p.game.ID, 1)
	if err != nil {
		return false, err
	}
	void := givenUp(entries)
	for _, e := range entries {
		if o, made := offerMade(e); made && void[e.Seq] && o.Side != to.Side && codeOf(o.code(p)) == codeOf(given) {
			return true, nil
		}
	}
	return false, nil
}
