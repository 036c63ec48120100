package host

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/mail"
	"keryx/orders"
	"keryx/orders/pattern"
	"keryx/store"
)

// A ruling can be appealed once, by either player and for some days, by a signed text
// "appeal ENTRY: ...", or by a section "appeal" of an order file. The appeal is an entry of the
// ledger. It waits and holds a deadline as a claim does, and is answered by a referee who did
// not give the ruling: "dismiss N" lets it stand, "uphold N" finds it wrong, and any other
// ruling with a line "on appeal N" takes its place. That word is the last.

// prefRuled is the preference that lists, by game, the rulings that a referee without a key has
// given by a command on the server: no key in the ledger says that they are his.
const prefRuled = "ruled"

// noteRuled remembers who gave a ruling that no key stands for.
func noteRuled(tx store.Tx, game string, entry int, by arbiter) error {
	player, err := tx.Player(by.player.Address)
	if err != nil {
		return err
	}
	given, err := ruledBy(player)
	if err != nil {
		return err
	}
	given[game] = append(given[game], entry)
	return keepPref(tx, player.Address, prefRuled, given)
}

func ruledBy(player store.Player) (given map[string][]int, err error) {
	prefs, err := readPrefs(player)
	given = map[string][]int{}
	if err != nil || prefs[prefRuled] == nil {
		return given, err
	}
	if err := json.Unmarshal(prefs[prefRuled], &given); err != nil {
		return given, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return given, nil
}

// rulerOf finds who gave a ruling; nobody if that is not known any more.
func rulerOf(tx store.ReadTx, game string, entry int, body rulingBody) (store.Player, error) {
	if body.By != "" {
		key, err := tx.KeyByFingerprint(body.By)
		if errors.Is(err, store.ErrNotFound) {
			return store.Player{}, nil
		}
		if err != nil {
			return store.Player{}, err
		}
		return tx.Player(key.Player)
	}
	players, err := tx.Players()
	if err != nil {
		return store.Player{}, err
	}
	for _, player := range players {
		given, err := ruledBy(player)
		if err != nil {
			return store.Player{}, err
		}
		if slices.Contains(given[game], entry) {
			return player, nil
		}
	}
	return store.Player{}, nil
}

// secondReferees lists those who may decide an appeal against a ruling, and who runs the server
// if he has no part in the game: he can name somebody.
func (h *Host) secondReferees(tx store.ReadTx, game store.Game, first store.Player) (all []store.Player, operator string, err error) {
	all, operator, err = h.answerers(tx, game)
	all = slices.DeleteFunc(all, func(p store.Player) bool { return p.Address == first.Address })
	return all, operator, err
}

// The parts of what stands behind "appeal": the entry, and the reason.
var appealText = pattern.New(`(?is)^[\s:]*(?:(?:against|of|the|ruling|entry|number|no|contre|de|la|l['’]|d[ée]cision|entr[ée]e|num[ée]ro|n[°º]|#)[\s.]*)*([0-9]{1,7})(?:\s*[:.,;–—-])?\s*(.*)$`)

// appealable lists the rulings of a game that can be appealed at a moment, in their order.
func (h *Host) appealable(entries []store.Entry, at time.Time) (all []int) {
	for _, e := range entries {
		if code, _ := h.mayAppeal(entries, e.Seq, at); code == "" {
			all = append(all, e.Seq)
		}
	}
	return all
}

// mayAppeal says why an entry cannot be appealed at a moment, as the code of a diagnostic with
// its arguments; an empty code if it can.
func (h *Host) mayAppeal(entries []store.Entry, entry int, at time.Time) (code string, args []any) {
	if entry < 1 || entry > len(entries) {
		return "appeal-entry", []any{"Entry", entry}
	}
	ruled, ok := readRulingBody(ledgerEntry(entries[entry-1]))
	switch {
	case !ok || ruled.Act == actCorrectPart || ruled.Via != viaMail && ruled.Via != viaShell:
		return "appeal-entry", []any{"Entry", entry}
	case givenUp(entries)[entry]:
		return "appeal-void", []any{"Entry", entry}
	case ruled.Appeal > 0:
		return "appeal-last", []any{"Entry", entry}
	}
	for _, e := range entries[entry:] {
		var made appealBody
		if e.Kind == string(adjudicator.Appealed) && json.Unmarshal(e.Body, &made) == nil && made.Entry == entry {
			return "appeal-twice", []any{"Entry", entry, "Appeal", e.Seq}
		}
	}
	if until := entries[entry-1].Time.Add(h.appealTime()); at.After(until) {
		return "appeal-late", []any{"Entry", entry, "Until", until}
	}
	return "", nil
}

// appealUntil is until when a seat can appeal against a ruling; zero if it cannot.
func (h *Host) appealUntil(tx store.ReadTx, seat store.Seat, entry int) (until time.Time, err error) {
	if seat.Player == machineAddress {
		return until, nil
	}
	entries, err := tx.Entries(seat.Game, 1)
	if err != nil {
		return until, fmt.Errorf("game %s: its ledger: %w", seat.Game, err)
	}
	if code, _ := h.mayAppeal(entries, entry, h.Now()); code != "" {
		return until, nil
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return until, err
	}
	ruled, _ := readRulingBody(ledgerEntry(entries[entry-1]))
	first, err := rulerOf(tx, game.ID, entry, ruled)
	if err != nil {
		return until, err
	}
	all, operator, err := h.secondReferees(tx, game, first)
	if err != nil || len(all) == 0 && operator == "" {
		return until, err
	}
	return entries[entry-1].Time.Add(h.appealTime()), nil
}

// appealFault reads what a seat appeals against, at the moment at which its mail came, or says
// why it cannot.
func (h *Host) appealFault(tx store.ReadTx, r request, game store.Game, seat store.Seat, said string, at time.Time) (a appeal, fault *orders.Diagnostic, err error) {
	entries, err := tx.Entries(game.ID, 1)
	if err != nil {
		return a, nil, fmt.Errorf("game %s: its ledger: %w", game.ID, err)
	}
	could := h.appealable(entries, at)
	refuse := func(code string, args ...any) (appeal, *orders.Diagnostic, error) {
		first := 0
		if len(could) > 0 {
			first = could[len(could)-1]
		}
		args = append(args, "First", first, "Rulings", could, "Days", int(h.appealTime()/calendar.Day))
		return a, r.fault(orders.Illegal, code, r.words[0], args...), nil
	}
	parts := appealText.FindStringSubmatch(said)
	if parts == nil {
		return refuse("appeal-number")
	}
	if a.ruling, err = strconv.Atoi(parts[1]); err != nil {
		return refuse("appeal-number")
	}
	a.reason = strings.TrimSpace(parts[2])
	if code, args := h.mayAppeal(entries, a.ruling, at); code != "" {
		if until, ok := lastOf(args).(time.Time); ok {
			player, err := tx.Player(seat.Player)
			if err != nil {
				return a, nil, err
			}
			args[len(args)-1] = arbiter{player: player}.when(until)
		}
		return refuse(code, args...)
	}
	switch {
	case a.reason == "":
		return refuse("appeal-empty", "Entry", a.ruling)
	case len(said) > maxClaim:
		return refuse("claim-long", "Limit", maxClaim)
	}
	ruled, _ := readRulingBody(ledgerEntry(entries[a.ruling-1]))
	a.answer = ruled.Claim > 0
	if a.by, err = rulerOf(tx, game.ID, a.ruling, ruled); err != nil {
		return a, nil, err
	}
	all, operator, err := h.secondReferees(tx, game, a.by)
	if err == nil && len(all) == 0 && operator == "" {
		return refuse("appeal-nobody", "Game", game.ID)
	}
	return a, nil, err
}

func lastOf(args []any) any {
	if len(args) == 0 {
		return nil
	}
	return args[len(args)-1]
}

// enterAppeal writes an appeal into the ledger.
func (h *Host) enterAppeal(tx store.Tx, p *position, seat store.Seat, a *appeal, said string, ev evidence) error {
	key := p.secret().RulingKey(p.game.ID, p.last.Seq+1)
	sum := hmac.New(sha256.New, key[:])
	sum.Write([]byte(mail.Canonical(said)))
	text, err := json.Marshal(appealBody{Entry: a.ruling, Digest: fmt.Sprintf("%x", sum.Sum(nil))})
	if err != nil {
		return err
	}
	if err := p.append(tx, h.next(p, adjudicator.Appealed, seat.Side, text), ev); err != nil {
		return err
	}
	a.entry = p.last.Seq
	return nil
}

// appealAlone takes an appeal that came by itself.
func (h *Host) appealAlone(tx store.Tx, a *asking, r request, game store.Game, seat store.Seat, said string) (*orders.Diagnostic, error) {
	made, fault, err := h.appealFault(tx, r, game, seat, said, a.row.Receipt)
	if fault != nil || err != nil {
		return fault, err
	}
	if fault, err := once(tx, a, r, seat, "appeal"); fault != nil || err != nil {
		return fault, err
	}
	p, err := load(tx, game.ID)
	if isBroken(err) {
		return r.fault(orders.Illegal, "request-held-up", r.words[0], "Game", game.ID), h.tellBroken(tx, game.ID, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.close()
	if err := h.enterAppeal(tx, p, seat, &made, said, a.proofOfMail()); err != nil {
		return nil, err
	}
	if a.reply.Appeal, err = h.enterClaim(tx, game, seat, a.player, made.reason, &made); err != nil {
		return nil, err
	}
	return nil, tx.UpdateSeat(seat) // calls for a look at it
}

// enterFileAppeal writes the appeal of an order file that was accepted into the ledger, before
// the receipt is written: it shows the ledger as it is then.
func (h *Host) enterFileAppeal(tx store.Tx, s *submission) error {
	w, ok := s.file.Said("appeal")
	if !ok {
		return nil
	}
	p := s.position
	made, fault, err := h.appealFault(tx, sectionRequest(w), p.game, p.seats[s.side], w.Text, s.row.Receipt)
	if err == nil && fault != nil {
		err = fmt.Errorf("game %s: an appeal that nothing was wrong with: %w", p.game.ID, fault)
	}
	if err != nil {
		return err
	}
	s.appeal = &made
	return h.enterAppeal(tx, p, p.seats[s.side], &made, w.Text, evidence{s.key.Fingerprint, string(s.message.Signed.Scheme), s.row.Raw})
}

// tellAppeal tells those who may decide an appeal, or who runs the server if there is nobody,
// the referee who gave the ruling, and the other side.
func (h *Host) tellAppeal(tx store.Tx, game store.Game, c claim, a appeal, author store.Player) (nobody bool, err error) {
	all, operator, err := h.secondReferees(tx, game, a.by)
	if err != nil {
		return false, err
	}
	n, err := appealNotice(tx, game, c, author.Name)
	if err != nil {
		return false, err
	}
	for _, to := range all {
		if err := h.sendClaim(tx, to.Address, game, n); err != nil {
			return false, err
		}
	}
	if nobody = len(all) == 0; nobody {
		n.key = "appeal-nobody"
		if err := h.sendClaim(tx, operator, game, n); err != nil {
			return false, err
		}
	}
	if a.by.Address != "" && a.by.Address != operator {
		n.key = "appeal-yours"
		if err := h.sendClaim(tx, a.by.Address, game, n); err != nil {
			return false, err
		}
	}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return false, err
	}
	for _, other := range seats {
		if other.Side == c.Side || other.Player == "" || other.Player == machineAddress {
			continue
		}
		player, err := tx.Player(other.Player)
		if err != nil {
			return false, err
		}
		if err := h.tellPlayer(tx, player, other, "appeal-other", fmt.Sprint(c.Entry), "Game", game.ID, "Side", sideTerm(game, c.Side), "Entry", a.ruling); err != nil {
			return false, err
		}
	}
	return nobody, nil
}

// appealNotice tells a referee of an appeal.
func appealNotice(tx store.ReadTx, game store.Game, c claim, name string) (n notice, err error) {
	ruled, err := rulingAt(tx, game.ID, c.Ruling)
	if err != nil {
		return n, err
	}
	n = claimNotice(game, c, name)
	n.key, n.args = "appeal", append(n.args, "Entry", c.Ruling, "Act", adjudicator.Say("ruling.word."+ruled.Act), "Reason", indented(ruled.Reason), "Of", "--game "+game.ID)
	return n, nil
}

// appealOf finds the appeal that waits under the number of a claim, for a referee who wants to
// decide it; the fault says why he cannot.
func (h *Host) appealOf(tx store.ReadTx, p *position, by arbiter, act request, number word) (c claim, fault *orders.Diagnostic, err error) {
	all, err := claimsOf(tx, p.game.ID)
	if err != nil {
		return c, nil, err
	}
	var open []string
	n, _ := strconv.Atoi(number.text)
	for _, one := range all.Open {
		if one.Ruling > 0 {
			open = append(open, fmt.Sprint(one.N))
		}
		if one.Ruling > 0 && one.N == n {
			c = one
		}
	}
	if c.N == 0 {
		return c, act.fault(orders.Unknown, "ruling-appeal", number, "Word", number.text, "Open", open), nil
	}
	fault, err = h.notHisOwn(tx, p.game, by, c, act, number)
	return c, fault, err
}

// notHisOwn is the fault of a referee who wants to decide an appeal against his own ruling.
func (h *Host) notHisOwn(tx store.ReadTx, game store.Game, by arbiter, c claim, act request, at word) (*orders.Diagnostic, error) {
	if c.Ruling == 0 {
		return nil, nil
	}
	body, err := rulingAt(tx, game.ID, c.Ruling)
	if err != nil {
		return nil, err
	}
	first, err := rulerOf(tx, game.ID, c.Ruling, body)
	if err != nil || first.Address != by.player.Address {
		return nil, err
	}
	others, _, err := h.secondReferees(tx, game, first)
	return act.fault(orders.Illegal, "ruling-appeal-own", at, "Entry", c.Ruling, "N", c.N, "Others", len(others)), err
}

// onAppeal has a ruling decide an appeal beside what else it does.
func (h *Host) onAppeal(d *decision, game store.Game, c claim) {
	d.body.Appeal, d.body.Claim = c.Entry, c.N
	said := adjudicator.Say("ruling.on-appeal", "N", c.N, "Side", sideTerm(game, c.Side), "Entry", c.Ruling)
	for i := range d.changes {
		d.changes[i] = append([]adjudicator.Phrase{said}, d.changes[i]...)
	}
	does := d.apply
	d.apply = func(tx store.Tx, p *position, entry int) error {
		if err := does(tx, p, entry); err != nil {
			return err
		}
		return h.endClaim(tx, p.game.ID, c.N)
	}
}

// sectionRequest is a section as a request, so that its faults show its heading.
func sectionRequest(w orders.Words) request {
	at := word{text: w.Kind, line: w.Line, column: 1, end: 1 + len(w.Kind), source: w.Kind}
	return request{verb: w.Kind, words: []word{at}, line: at.line, text: at.text}
}
