package rulings

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
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/verify"
	"keryx/adjudicator/host/written"
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
func noteRuled(tx club.Tx, game string, entry int, by written.Arbiter) error {
	player, err := tx.Player(by.Player.Address)
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
	prefs, err := post.ReadPrefs(player)
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
func rulerOf(tx store.ReadTx, game string, entry int, body play.RulingBody) (store.Player, error) {
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
func (cl *Claims) secondReferees(tx store.ReadTx, game store.Game, first store.Player) (all []store.Player, operator string, err error) {
	all, operator, err = cl.answerers(tx, game)
	all = slices.DeleteFunc(all, func(p store.Player) bool { return p.Address == first.Address })
	return all, operator, err
}

// The parts of what stands behind "appeal": the entry, and the reason.
var appealText = pattern.New(`(?is)^[\s:]*(?:(?:against|of|the|ruling|entry|number|no|contre|de|la|l['’]|d[ée]cision|entr[ée]e|num[ée]ro|n[°º]|#)[\s.]*)*([0-9]{1,7})(?:\s*[:.,;–—-])?\s*(.*)$`)

// appealable lists the rulings of a game that can be appealed at a moment, in their order.
func (cl *Claims) appealable(entries []store.Entry, at time.Time) (all []int) {
	for _, e := range entries {
		if code, _ := cl.mayAppeal(entries, e.Seq, at); code == "" {
			all = append(all, e.Seq)
		}
	}
	return all
}

// mayAppeal says why an entry cannot be appealed at a moment, as the code of a diagnostic with
// its arguments; an empty code if it can.
func (cl *Claims) mayAppeal(entries []store.Entry, entry int, at time.Time) (code string, args []any) {
	if entry < 1 || entry > len(entries) {
		return "appeal-entry", []any{"Entry", entry}
	}
	ruled, ok := play.ReadRulingBody(club.LedgerEntry(entries[entry-1]))
	switch {
	case !ok || ruled.Act == written.ActCorrectPart || ruled.Via != viaMail && ruled.Via != viaShell:
		return "appeal-entry", []any{"Entry", entry}
	case play.GivenUp(entries)[entry]:
		return "appeal-void", []any{"Entry", entry}
	case ruled.Appeal > 0:
		return "appeal-last", []any{"Entry", entry}
	}
	for _, e := range entries[entry:] {
		var made verify.AppealBody
		if e.Kind == string(adjudicator.Appealed) && json.Unmarshal(e.Body, &made) == nil && made.Entry == entry {
			return "appeal-twice", []any{"Entry", entry, "Appeal", e.Seq}
		}
	}
	if until := entries[entry-1].Time.Add(cl.Rules.Referee.Appeals.Duration); at.After(until) {
		return "appeal-late", []any{"Entry", entry, "Until", until}
	}
	return "", nil
}

// appealUntil is until when a seat can appeal against a ruling; zero if it cannot.
func (cl *Claims) appealUntil(tx store.ReadTx, seat store.Seat, entry int) (until time.Time, err error) {
	if seat.Player == post.MachineAddress {
		return until, nil
	}
	entries, err := tx.Entries(seat.Game, 1)
	if err != nil {
		return until, fmt.Errorf("game %s: its ledger: %w", seat.Game, err)
	}
	if code, _ := cl.mayAppeal(entries, entry, cl.Now()); code != "" {
		return until, nil
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return until, err
	}
	ruled, _ := play.ReadRulingBody(club.LedgerEntry(entries[entry-1]))
	first, err := rulerOf(tx, game.ID, entry, ruled)
	if err != nil {
		return until, err
	}
	all, operator, err := cl.secondReferees(tx, game, first)
	if err != nil || len(all) == 0 && operator == "" {
		return until, err
	}
	return entries[entry-1].Time.Add(cl.Rules.Referee.Appeals.Duration), nil
}

// AppealFault reads what a seat appeals against, at the moment at which its mail came, or says
// why it cannot.
func (cl *Claims) AppealFault(tx store.ReadTx, r written.Request, game store.Game, seat store.Seat, said string, at time.Time) (a post.Appeal, fault *orders.Diagnostic, err error) {
	entries, err := tx.Entries(game.ID, 1)
	if err != nil {
		return a, nil, fmt.Errorf("game %s: its ledger: %w", game.ID, err)
	}
	could := cl.appealable(entries, at)
	refuse := func(code string, args ...any) (post.Appeal, *orders.Diagnostic, error) {
		first := 0
		if len(could) > 0 {
			first = could[len(could)-1]
		}
		args = append(args, "First", first, "Rulings", could, "Days", int(cl.Rules.Referee.Appeals.Duration/calendar.Day))
		return a, r.Fault(orders.Illegal, code, r.Words[0], args...), nil
	}
	parts := appealText.FindStringSubmatch(said)
	if parts == nil {
		return refuse("appeal-number")
	}
	if a.Ruling, err = strconv.Atoi(parts[1]); err != nil {
		return refuse("appeal-number")
	}
	a.Reason = strings.TrimSpace(parts[2])
	if code, args := cl.mayAppeal(entries, a.Ruling, at); code != "" {
		if until, ok := lastOf(args).(time.Time); ok {
			player, err := tx.Player(seat.Player)
			if err != nil {
				return a, nil, err
			}
			args[len(args)-1] = written.Arbiter{Player: player}.When(until)
		}
		return refuse(code, args...)
	}
	switch {
	case a.Reason == "":
		return refuse("appeal-empty", "Entry", a.Ruling)
	case len(said) > maxClaim:
		return refuse("claim-long", "Limit", maxClaim)
	}
	ruled, _ := play.ReadRulingBody(club.LedgerEntry(entries[a.Ruling-1]))
	a.Answer = ruled.Claim > 0
	if a.By, err = rulerOf(tx, game.ID, a.Ruling, ruled); err != nil {
		return a, nil, err
	}
	all, operator, err := cl.secondReferees(tx, game, a.By)
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
func (cl *Claims) enterAppeal(tx club.Tx, p *play.Position, seat store.Seat, a *post.Appeal, said string, ev club.Evidence) error {
	key := p.Secret().RulingKey(p.Game.ID, p.Last.Seq+1)
	sum := hmac.New(sha256.New, key[:])
	sum.Write([]byte(mail.Canonical(said)))
	text, err := json.Marshal(verify.AppealBody{Entry: a.Ruling, Digest: fmt.Sprintf("%x", sum.Sum(nil))})
	if err != nil {
		return err
	}
	if err := p.Append(tx, cl.Games.Next(p, adjudicator.Appealed, seat.Side, text), ev); err != nil {
		return err
	}
	a.Entry = p.Last.Seq
	return nil
}

// appealAlone takes an appeal that came by itself.
func (cl *Claims) appealAlone(tx club.Tx, a *requests.Mail, r written.Request, game store.Game, seat store.Seat, said string) (*orders.Diagnostic, error) {
	made, fault, err := cl.AppealFault(tx, r, game, seat, said, a.Row.Receipt)
	if fault != nil || err != nil {
		return fault, err
	}
	if fault, err := offers.Once(tx, a, r, seat, "appeal"); fault != nil || err != nil {
		return fault, err
	}
	p, err := play.Load(tx, game.ID)
	if play.IsBroken(err) {
		return r.Fault(orders.Illegal, "request-held-up", r.Words[0], "Game", game.ID), cl.Letters.TellBroken(tx, game.ID, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if err := cl.enterAppeal(tx, p, seat, &made, said, a.ProofOfMail()); err != nil {
		return nil, err
	}
	if a.Reply.Appeal, err = cl.EnterClaim(tx, game, seat, a.Player, made.Reason, &made); err != nil {
		return nil, err
	}
	return nil, tx.UpdateSeat(seat) // calls for a look at it
}

// EnterFileAppeal writes the appeal of an order file that was accepted into the ledger, before
// the receipt is written: it shows the ledger as it is then.
func (cl *Claims) EnterFileAppeal(tx club.Tx, s *post.Submission) error {
	w, ok := s.File.Said("appeal")
	if !ok {
		return nil
	}
	p := s.Position
	made, fault, err := cl.AppealFault(tx, SectionRequest(w), p.Game, p.Seats[s.Side], w.Text, s.Row.Receipt)
	if err == nil && fault != nil {
		err = fmt.Errorf("game %s: an appeal that nothing was wrong with: %w", p.Game.ID, fault)
	}
	if err != nil {
		return err
	}
	s.Appeal = &made
	return cl.enterAppeal(tx, p, p.Seats[s.Side], &made, w.Text, club.Evidence{Fingerprint: s.Key.Fingerprint, Scheme: string(s.Message.Signed.Scheme), Raw: s.Row.Raw})
}

// tellAppeal tells those who may decide an appeal, or who runs the server if there is nobody,
// the referee who gave the ruling, and the other side.
func (cl *Claims) tellAppeal(tx club.Tx, game store.Game, c post.Claim, a post.Appeal, author store.Player) (nobody bool, err error) {
	all, operator, err := cl.secondReferees(tx, game, a.By)
	if err != nil {
		return false, err
	}
	n, err := appealNotice(tx, game, c, author.Name)
	if err != nil {
		return false, err
	}
	for _, to := range all {
		if err := cl.sendClaim(tx, to.Address, game, n); err != nil {
			return false, err
		}
	}
	if nobody = len(all) == 0; nobody {
		n.Key = "appeal-nobody"
		if err := cl.sendClaim(tx, operator, game, n); err != nil {
			return false, err
		}
	}
	if a.By.Address != "" && a.By.Address != operator {
		n.Key = "appeal-yours"
		if err := cl.sendClaim(tx, a.By.Address, game, n); err != nil {
			return false, err
		}
	}
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return false, err
	}
	for _, other := range seats {
		if other.Side == c.Side || other.Player == "" || other.Player == post.MachineAddress {
			continue
		}
		player, err := tx.Player(other.Player)
		if err != nil {
			return false, err
		}
		if err := cl.Letters.TellPlayer(tx, player, other, "appeal-other", fmt.Sprint(c.Entry), "Game", game.ID, "Side", play.SideTerm(game, c.Side), "Entry", a.Ruling); err != nil {
			return false, err
		}
	}
	return nobody, nil
}

// appealNotice tells a referee of an appeal.
func appealNotice(tx store.ReadTx, game store.Game, c post.Claim, name string) (n post.Notice, err error) {
	ruled, err := rulingAt(tx, game.ID, c.Ruling)
	if err != nil {
		return n, err
	}
	n = claimNotice(game, c, name)
	n.Key, n.Args = "appeal", append(n.Args, "Entry", c.Ruling, "Act", adjudicator.Say("ruling.word."+ruled.Act), "Reason", Indented(ruled.Reason), "Of", "--game "+game.ID)
	return n, nil
}

// appealOf finds the appeal that waits under the number of a claim, for a referee who wants to
// decide it; the fault says why he cannot.
func (cl *Claims) appealOf(tx store.ReadTx, p *play.Position, by written.Arbiter, act written.Request, number written.Word) (c post.Claim, fault *orders.Diagnostic, err error) {
	all, err := post.ClaimsOf(tx, p.Game.ID)
	if err != nil {
		return c, nil, err
	}
	var open []string
	n, _ := strconv.Atoi(number.Text)
	for _, one := range all.Open {
		if one.Ruling > 0 {
			open = append(open, fmt.Sprint(one.N))
		}
		if one.Ruling > 0 && one.N == n {
			c = one
		}
	}
	if c.N == 0 {
		return c, act.Fault(orders.Unknown, "ruling-appeal", number, "Word", number.Text, "Open", open), nil
	}
	fault, err = cl.notHisOwn(tx, p.Game, by, c, act, number)
	return c, fault, err
}

// notHisOwn is the fault of a referee who wants to decide an appeal against his own ruling.
func (cl *Claims) notHisOwn(tx store.ReadTx, game store.Game, by written.Arbiter, c post.Claim, act written.Request, at written.Word) (*orders.Diagnostic, error) {
	if c.Ruling == 0 {
		return nil, nil
	}
	body, err := rulingAt(tx, game.ID, c.Ruling)
	if err != nil {
		return nil, err
	}
	first, err := rulerOf(tx, game.ID, c.Ruling, body)
	if err != nil || first.Address != by.Player.Address {
		return nil, err
	}
	others, _, err := cl.secondReferees(tx, game, first)
	return act.Fault(orders.Illegal, "ruling-appeal-own", at, "Entry", c.Ruling, "N", c.N, "Others", len(others)), err
}

// onAppeal has a ruling decide an appeal beside what else it does.
func (cl *Claims) onAppeal(d *decision, game store.Game, c post.Claim) {
	d.body.Appeal, d.body.Claim = c.Entry, c.N
	said := adjudicator.Say("ruling.on-appeal", "N", c.N, "Side", play.SideTerm(game, c.Side), "Entry", c.Ruling)
	for i := range d.changes {
		d.changes[i] = append([]adjudicator.Phrase{said}, d.changes[i]...)
	}
	does := d.apply
	d.apply = func(tx club.Tx, p *play.Position, entry int) error {
		if err := does(tx, p, entry); err != nil {
			return err
		}
		return cl.endClaim(tx, p.Game.ID, c.N)
	}
}

// SectionRequest is a section as a request, so that its faults show its heading.
func SectionRequest(w orders.Words) written.Request {
	at := written.Word{Text: w.Kind, Line: w.Line, Column: 1, End: 1 + len(w.Kind), Source: w.Kind}
	return written.Request{Verb: w.Kind, Words: []written.Word{at}, Line: at.Line, Text: at.Text}
}
