package host

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// The most answers that one address gets in a day: to mail that proves nothing
// of its sender, one for each kind of refusal; to what a player alone can have written, and changed nothing; and to
// what can be made of a mail of his by anybody who has seen it. Those must not use up
// the answers to his own.
const (
	strangerAnswers = 8
	playerAnswers   = 60
	copyAnswers     = 10
)

// spendCopy takes one of the answers that may go to copies of a player's mails; last tells that it
// is the last of the day.
func (h *Host) spendCopy(tx store.Tx, in incoming, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	return h.spendOn(tx, in, ofCopies, player)
}

// judgeRefusal deals with a mail that gave no signed text. Its sender is not
// known, so nothing of any game is said to him.
func (h *Host) judgeRefusal(tx store.Tx, in incoming) (v verdict, err error) {
	v = verdict{reason: string(in.refusal.Code)}
	if in.refusal.Sealed && in.refusal.Fingerprint == "" {
		v.state, in.refusal = store.Unsigned, mail.RefuseSealed()
		return v, h.answerStranger(tx, in, templates.Unsigned)
	}
	kind := templates.Unsigned
	switch in.refusal.Class {
	case mail.Automatic:
		v.state, v.reason = store.Automatic, v.reason+": "+string(in.message.Auto)
		if in.message.Bounce != nil {
			v.reason, err = h.bounced(tx, in.message.Bounce)
		}
		return v, err
	case mail.TooLarge:
		v.state, kind = store.TooLarge, templates.TooLarge
	case mail.BadSignature:
		v.state, kind = store.BadSignature, templates.BadSignature
	default:
		v.state = store.Unsigned
	}
	if in.refusal.Fingerprint != "" {
		return v, errors.Join(h.answerSigner(tx, in, kind), h.tellInVain(tx, in, v))
	}
	if topic, ok := pleaForHelp(in.message); ok && in.refusal.Class == mail.Unsigned {
		answered, err := h.answerPlea(tx, in, topic)
		if answered {
			v.state, v.reason = store.Command, unsignedHelp
		}
		return v, err
	}
	return v, errors.Join(h.answerStranger(tx, in, kind), h.tellInVain(tx, in, v))
}

// answerSigner answers a mail whose signature is good and does not count (the key
// has expired, a line outside looks like an order): its author is known, and is
// answered at his own address.
func (h *Host) answerSigner(tx store.Tx, in incoming, kind templates.Kind) error {
	key, err := tx.KeyByFingerprint(in.refusal.Fingerprint)
	if err != nil {
		return fmt.Errorf("the key that was just used: %w", err)
	}
	player, err := tx.Player(key.Player)
	if err != nil {
		return fmt.Errorf("the owner of key %s: %w", key.Fingerprint, err)
	}
	ok, last, err := h.paysForRefused(tx, in, player)
	if err != nil || !ok {
		return err
	}
	if in.refusal.Sealed {
		if tx, err = inConfidence(tx, player); err != nil {
			return err
		}
	}
	r := in.refused(player, kind, h.Post.Address)
	r.Last = last
	return h.postPlainly(tx, r, player, in)
}

// answerStranger sends a short, content-free help to an address that belongs to
// a registered player, once a day for each reason; other addresses get nothing, since
// the address of a mail may be anybody's.
func (h *Host) answerStranger(tx store.Tx, in incoming, kind templates.Kind) error {
	player, ok, err := h.stranger(tx, in, string(in.refusal.Code))
	switch {
	case err != nil || player.Address == "":
		return err
	case !ok:
		return h.answerAgain(tx, in, player)
	}
	return h.postPlainly(tx, in.refused(player, kind, h.Post.Address), player, in)
}

// answerAgain tells in one line that one more mail in the name of a player gave no orders, if a
// game waits for him: else he could believe that they count.
func (h *Host) answerAgain(tx store.Tx, in incoming, player store.Player) error {
	awaited, err := isAwaited(tx, player.Address)
	if err != nil || !awaited {
		return err
	}
	now := h.Now().UTC()
	if ok, err := tx.SpendAnswer("stranger-again/"+now.Format("15")+":"+player.Address, now, 1); err != nil || !ok {
		return err
	}
	if ok, err := tx.SpendAnswer("stranger-again:"+player.Address, now, againAnswers); err != nil || !ok {
		return err
	}
	return h.sendNotice(tx, player.Address, "", h.Post.Address, notice{key: "again-in-vain", once: in.row.ContentHash.String(), answers: in.message.ID,
		args: []any{"Received", in.row.Receipt, "Mailbox", h.Post.Address}})
}

// isAwaited reports whether a running game waits for a player.
func isAwaited(tx store.ReadTx, address string) (bool, error) {
	seats, err := tx.SeatsOfPlayer(address)
	if err != nil {
		return false, err
	}
	for _, seat := range seats {
		if seat.Deadline == nil {
			continue
		}
		game, err := tx.Game(seat.Game)
		if err != nil || game.Status == store.Running {
			return err == nil, err
		}
	}
	return false, nil
}

// stranger finds the registered player whose address a mail bears that proves nothing,
// and takes the one answer of a kind that goes to it in a day. It reports false if there
// is none to send.
func (h *Host) stranger(tx store.Tx, in incoming, kind string) (player store.Player, ok bool, err error) {
	player, err = h.claimed(tx, in.message)
	if err != nil || player.Address == "" {
		return player, false, err
	}
	ok, err = h.spendStranger(tx, player.Address, kind)
	return player, ok, err
}

// spendStranger takes the one answer of a kind that goes to mail in a player's name which
// proves nothing, if not all kinds together have had too many.
func (h *Host) spendStranger(tx store.Tx, address, kind string) (bool, error) {
	if ok, err := tx.SpendAnswer("stranger/"+kind+":"+address, h.Now(), 1); err != nil || !ok {
		return false, err
	}
	return tx.SpendAnswer("stranger:"+address, h.Now(), strangerAnswers)
}

// answerClosed tells a player that his game takes no orders.
func (h *Host) answerClosed(tx store.Tx, s *submission, status string) error {
	if ok, err := h.paysForFile(tx, s, false); err != nil || !ok {
		return err
	}
	r := templates.Report{Kind: templates.Closed, Last: s.last, Lang: s.player.Language, Mailbox: h.Post.Address, Re: s.re(),
		Game: orders.Fold(s.file.Header.Game.Value), Player: s.player.Name, Status: status}
	return h.postPlainly(tx, r, s.player, s.incoming)
}

// postPlainly queues an answer that belongs to no seat.
func (h *Host) postPlainly(tx store.Tx, r templates.Report, player store.Player, in incoming) error {
	rendered, err := templates.Render(r)
	if err != nil {
		return fmt.Errorf("rendering the %s for %s: %w", r.Kind, player.Address, err)
	}
	l := h.letter(rendered, r, player.Address)
	l.MessageID = in.answerID(h.Post.Domain, player.Address, string(r.Kind))
	l.InReplyTo = in.message.ID
	_, _, err = h.enqueue(tx, l, store.OutboxMail{Kind: string(r.Kind)})
	return err
}

// answerFaults sends a file back with all its faults. The game has not moved.
func (h *Host) answerFaults(tx store.Tx, s *submission, faults []*orders.Diagnostic) error {
	return h.answer(tx, s, templates.Faulty, func(r *templates.Report) {
		r.Faults, r.Own = faults, s.parted.Text
	})
}

// answerDuplicate tells a player when the same file came before.
func (h *Host) answerDuplicate(tx store.Tx, s *submission, first store.Submission) error {
	return h.answer(tx, s, templates.Duplicate, func(r *templates.Report) { r.Re.Received = first.Received })
}

// answerStale tells a player that his file answers an older report. Who was asked
// without a letter while he was absent hears of all that has happened.
func (h *Host) answerStale(tx store.Tx, s *submission, seat store.Seat) error {
	void, err := voidCode(tx, seat, s.file.Header.Answers.Value)
	if err != nil {
		return err
	}
	n, err := notes(tx, s.position.seats[s.side])
	if err != nil {
		return err
	}
	if !n.Quiet {
		return h.answer(tx, s, templates.Stale, func(r *templates.Report) { r.Void = void })
	}
	return h.report(tx, s.position, s.side, templates.Stale, s.message.ID, func(r *templates.Report) {
		r.Re, r.Aside, r.Void, r.Unsaid = s.re(), s.aside(), void, unsaid(s.file)
		r.Left, r.LeftBy = s.parted.Aside, s.player.Address
	})
}

// answer sends a player the answer to a file that moved nothing: the question
// and the report code stay as they were.
func (h *Host) answer(tx store.Tx, s *submission, kind templates.Kind, fill func(*templates.Report)) error {
	if ok, err := h.paysForFile(tx, s, kind == templates.Duplicate); err != nil || !ok {
		return err
	}
	p := s.position
	if _, err := h.receipt(tx, p.game.ID, p.info.Sides[s.side]); err != nil {
		return err // what is owed comes before the answer
	}
	if s.spent {
		fresh, err := load(tx, p.game.ID)
		if err != nil {
			return err
		}
		defer fresh.close()
		p = fresh
	}
	seat := p.seats[s.side]
	r, err := h.draft(tx, p, seat, s.side, kind)
	if err != nil {
		return err
	}
	r.Re, r.Last = s.re(), s.last
	r.Aside = s.aside()
	r.Left, r.LeftBy = s.parted.Aside, s.player.Address
	if kind != templates.Duplicate {
		r.Unsaid = unsaid(s.file)
	}
	if fill != nil {
		fill(&r)
	}
	return h.post(tx, p.game, &seat, r, mailing{purpose: string(kind), seq: int(s.row.ID), replyTo: s.message.ID})
}

// wrongTurn is the fault of a file that names another turn than the one in
// play. The line may be left out: what binds a file is its report code.
func wrongTurn(p *position, f *orders.File) *orders.Diagnostic {
	given := f.Header.Turn
	if given.Value == "" || given.Value == strconv.Itoa(p.session.Turn()) {
		return nil
	}
	name := ""
	for _, lang := range templates.Known().Languages() {
		name = templates.For(lang, p.info.Name).Phrase(p.session.Game().Name())
		if sameWords(name, given.Value) {
			return nil
		}
	}
	return headerFault("wrong-turn", orders.Illegal, given, "Given", given.Value, "Turn", p.session.Game().Name())
}

// sameWords compares two names in the way of the order language.
func sameWords(a, b string) bool {
	return strings.Join(strings.Fields(orders.Fold(a)), " ") == strings.Join(strings.Fields(orders.Fold(b)), " ")
}

// headerFault is a fault of the value of a header line.
func headerFault(code string, kind orders.Kind, f orders.Field, args ...any) *orders.Diagnostic {
	// The value alone is shown, so the caret counts from its beginning.
	span := orders.Span{Line: f.Span.Line, Column: 1, End: 1 + f.Span.End - f.Span.Column}
	return &orders.Diagnostic{Code: code, Kind: kind, Span: span, Text: f.Value, Args: args}
}

// isVoid reports whether a report told of what a ruling has given up, and when that ruling was.
func isVoid(tx store.ReadTx, report store.Report) (by store.Entry, void bool, err error) {
	entries, err := tx.Entries(report.Game, report.Seq)
	for _, e := range entries {
		if from, to, ok := givesUp(e); ok && report.Seq >= from && report.Seq <= to {
			return e, true, nil
		}
	}
	return by, false, err
}

// voidCode returns the code that a file answers, in a list, if a ruling has made it void.
func voidCode(tx store.ReadTx, seat store.Seat, given string) ([]string, error) {
	code := codeOf(given)
	if len(code) > codeHalf {
		code = code[:codeHalf] + "-" + code[codeHalf:]
	}
	report, err := tx.ReportByCode(seat.Game, code)
	if errors.Is(err, store.ErrNotFound) || err == nil && report.Side != seat.Side {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if _, void, err := isVoid(tx, report); err != nil || !void {
		return nil, err
	}
	return []string{code}, nil
}

// unsaid lists the sections of a file that went to nobody, for the answer that says why.
func unsaid(f *orders.File) (kinds []string) {
	for _, w := range f.Words {
		kinds = append(kinds, w.Kind)
	}
	return kinds
}
