package requests

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
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

// SpendCopy takes one of the answers that may go to copies of a player's mails; last tells that it
// is the last of the day.
func (d *Desk) SpendCopy(tx club.Tx, in post.Received, player store.Player) (ok bool, last adjudicator.Phrase, err error) {
	return d.SpendOn(tx, in, ofCopies, player)
}

// JudgeRefusal deals with a mail that gave no signed text. Its sender is not
// known, so nothing of any game is said to him.
func (d *Desk) JudgeRefusal(tx club.Tx, in post.Received) (v post.Verdict, err error) {
	v = post.Verdict{Reason: string(in.Refusal.Code)}
	if in.Refusal.Sealed && in.Refusal.Fingerprint == "" {
		v.State, in.Refusal = store.Unsigned, mail.RefuseSealed()
		return v, d.AnswerStranger(tx, in, templates.Unsigned)
	}
	kind := templates.Unsigned
	switch in.Refusal.Class {
	case mail.Automatic:
		v.State, v.Reason = store.Automatic, v.Reason+": "+string(in.Message.Auto)
		if in.Message.Bounce != nil {
			v.Reason, err = d.Letters.Bounced(tx, in.Message.Bounce)
		}
		return v, err
	case mail.TooLarge:
		v.State, kind = store.TooLarge, templates.TooLarge
	case mail.BadSignature:
		v.State, kind = store.BadSignature, templates.BadSignature
	default:
		v.State = store.Unsigned
	}
	if in.Refusal.Fingerprint != "" {
		return v, errors.Join(d.answerSigner(tx, in, kind), d.TellUnheard(tx, in, v))
	}
	if topic, ok := pleaForHelp(in.Message); ok && in.Refusal.Class == mail.Unsigned {
		answered, err := d.answerPlea(tx, in, topic)
		if answered {
			v.State, v.Reason = store.Command, unsignedHelp
		}
		return v, err
	}
	return v, errors.Join(d.AnswerStranger(tx, in, kind), d.TellUnheard(tx, in, v))
}

// answerSigner answers a mail whose signature is good and does not count (the key
// has expired, a line outside looks like an order): its author is known, and is
// answered at his own address.
func (d *Desk) answerSigner(tx club.Tx, in post.Received, kind templates.Kind) error {
	key, err := tx.KeyByFingerprint(in.Refusal.Fingerprint)
	if err != nil {
		return fmt.Errorf("the key that was just used: %w", err)
	}
	player, err := tx.Player(key.Player)
	if err != nil {
		return fmt.Errorf("the owner of key %s: %w", key.Fingerprint, err)
	}
	ok, last, err := d.paysForRefused(tx, in, player)
	if err != nil || !ok {
		return err
	}
	if in.Refusal.Sealed {
		if tx, err = post.InConfidence(tx, player); err != nil {
			return err
		}
	}
	return d.postRefused(tx, in, player, kind, last)
}

// AnswerStranger sends a short, content-free help to an address that belongs to
// a registered player, once a day for each reason; other addresses get nothing, since
// the address of a mail may be anybody's.
func (d *Desk) AnswerStranger(tx club.Tx, in post.Received, kind templates.Kind) error {
	player, ok, err := d.stranger(tx, in, string(in.Refusal.Code))
	switch {
	case err != nil || player.Address == "":
		return err
	case !ok:
		return d.answerAgain(tx, in, player)
	}
	return d.postRefused(tx, in, player, kind, adjudicator.Phrase{})
}

// postRefused queues the answer to a mail that gave no signed text. It goes to the registered address of the player
// in whose name the mail came, so its subject may name the game that the mail is most likely about.
func (d *Desk) postRefused(tx club.Tx, in post.Received, player store.Player, kind templates.Kind, last adjudicator.Phrase) (err error) {
	r := in.Refused(player, kind, d.Post.Address)
	r.Last = last
	if r.About, err = likelyGame(tx, player.Address); err != nil {
		return err
	}
	return d.PostPlainly(tx, r, player, in)
}

// answerAgain tells in one line that one more mail in the name of a player gave no orders, if a
// game waits for him: else he could believe that they count.
func (d *Desk) answerAgain(tx club.Tx, in post.Received, player store.Player) error {
	_, awaiting, err := runningGames(tx, player.Address)
	if err != nil || len(awaiting) == 0 {
		return err
	}
	now := d.Now().UTC()
	if ok, err := tx.SpendAnswer("stranger-again/"+now.Format("15")+":"+player.Address, now, 1); err != nil || !ok {
		return err
	}
	if ok, err := tx.SpendAnswer("stranger-again:"+player.Address, now, post.AgainAnswers); err != nil || !ok {
		return err
	}
	return d.Letters.SendNotice(tx, player.Address, "", d.Post.Address, post.Notice{Key: "again-in-vain", Once: in.Row.ContentHash.String(), Answers: in.Message.ID,
		Args: []any{"Received", in.Row.Receipt, "Mailbox", d.Post.Address}})
}

// likelyGame is the only running game that waits for a player, or else the only running one that he plays; empty if
// there are several.
func likelyGame(tx store.ReadTx, address string) (string, error) {
	all, awaiting, err := runningGames(tx, address)
	switch {
	case len(awaiting) == 1:
		return awaiting[0], err
	case len(awaiting) == 0 && len(all) == 1:
		return all[0], err
	}
	return "", err
}

// runningGames are those that somebody plays, and among them those that wait for him.
func runningGames(tx store.ReadTx, address string) (all, awaiting []string, err error) {
	seats, err := tx.SeatsOfPlayer(address)
	if err != nil {
		return nil, nil, err
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return nil, nil, err
		}
		if game.Status != store.Running {
			continue
		}
		all = append(all, game.ID)
		if seat.Deadline != nil {
			awaiting = append(awaiting, game.ID)
		}
	}
	return all, awaiting, nil
}

// stranger finds the registered player whose address a mail bears that proves nothing,
// and takes the one answer of a kind that goes to it in a day. It reports false if there
// is none to send.
func (d *Desk) stranger(tx club.Tx, in post.Received, kind string) (player store.Player, ok bool, err error) {
	player, err = d.Letters.Claimed(tx, in.Message)
	if err != nil || player.Address == "" {
		return player, false, err
	}
	ok, err = d.SpendStranger(tx, player.Address, kind)
	return player, ok, err
}

// SpendStranger takes the one answer of a kind that goes to mail in a player's name which
// proves nothing, if not all kinds together have had too many.
func (d *Desk) SpendStranger(tx club.Tx, address, kind string) (bool, error) {
	if ok, err := tx.SpendAnswer("stranger/"+kind+":"+address, d.Now(), 1); err != nil || !ok {
		return false, err
	}
	return tx.SpendAnswer("stranger:"+address, d.Now(), strangerAnswers)
}

// AnswerClosed tells a player that his game takes no orders.
func (d *Desk) AnswerClosed(tx club.Tx, s *post.Submission, status string) error {
	if ok, err := d.PaysForFile(tx, s, false); err != nil || !ok {
		return err
	}
	r := templates.Report{Kind: templates.Closed, Last: s.Last, Lang: s.Player.Language, Mailbox: d.Post.Address, Re: s.Re(),
		Game: orders.Fold(s.File.Header.Game.Value), Player: s.Player.Name, Status: status}
	return d.PostPlainly(tx, r, s.Player, s.Received)
}

// PostPlainly queues an answer that belongs to no seat.
func (d *Desk) PostPlainly(tx club.Tx, r templates.Report, player store.Player, in post.Received) error {
	rendered, err := templates.Render(r)
	if err != nil {
		return fmt.Errorf("rendering the %s for %s: %w", r.Kind, player.Address, err)
	}
	l := d.Letters.Letter(rendered, r, player.Address)
	l.MessageID = in.AnswerID(d.Post.Domain, player.Address, string(r.Kind))
	l.InReplyTo = in.Message.ID
	_, _, err = d.Letters.Enqueue(tx, l, store.OutboxMail{Kind: string(r.Kind)})
	return err
}

// AnswerFaults sends a file back with all its faults. The game has not moved.
func (d *Desk) AnswerFaults(tx club.Tx, s *post.Submission, faults []*orders.Diagnostic) error {
	return d.answer(tx, s, templates.Faulty, func(r *templates.Report) {
		r.Faults, r.Own = faults, s.Parted.Text
	})
}

// AnswerDuplicate tells a player when the same file came before.
func (d *Desk) AnswerDuplicate(tx club.Tx, s *post.Submission, first store.Submission) error {
	return d.answer(tx, s, templates.Duplicate, func(r *templates.Report) { r.Re.Received = first.Received })
}

// AnswerStale tells a player that his file answers an older report. Who was asked
// without a letter while he was absent hears of all that has happened.
func (d *Desk) AnswerStale(tx club.Tx, s *post.Submission, seat store.Seat) error {
	void, err := voidCode(tx, seat, s.File.Header.Answers.Value)
	if err != nil {
		return err
	}
	n, err := post.MemoryOf(tx, s.Position.Seats[s.Side])
	if err != nil {
		return err
	}
	if !n.Quiet {
		return d.answer(tx, s, templates.Stale, func(r *templates.Report) { r.Void = void })
	}
	return d.Reports.Report(tx, s.Position, s.Side, templates.Stale, s.Message.ID, func(r *templates.Report) {
		r.Re, r.Aside, r.Void, r.Unsaid = s.Re(), s.Aside(), void, unsaid(s.File)
		r.Left, r.LeftBy = s.Parted.Aside, s.Player.Address
	})
}

// answer sends a player the answer to a file that moved nothing: the question
// and the report code stay as they were.
func (d *Desk) answer(tx club.Tx, s *post.Submission, kind templates.Kind, fill func(*templates.Report)) error {
	if ok, err := d.PaysForFile(tx, s, kind == templates.Duplicate); err != nil || !ok {
		return err
	}
	p := s.Position
	if _, err := d.Reports.Receipt(tx, p.Game.ID, p.Info.Sides[s.Side]); err != nil {
		return err // what is owed comes before the answer
	}
	if s.Spent {
		fresh, err := play.Load(tx, p.Game.ID)
		if err != nil {
			return err
		}
		defer fresh.Close()
		p = fresh
	}
	seat := p.Seats[s.Side]
	r, err := d.Reports.Draft(tx, p, seat, s.Side, kind)
	if err != nil {
		return err
	}
	r.Re, r.Last = s.Re(), s.Last
	r.Aside = s.Aside()
	r.Left, r.LeftBy = s.Parted.Aside, s.Player.Address
	if kind != templates.Duplicate {
		r.Unsaid = unsaid(s.File)
	}
	if fill != nil {
		fill(&r)
	}
	return d.Letters.Dispatch(tx, p.Game, &seat, r, post.Mailing{Purpose: string(kind), Seq: int(s.Row.ID), ReplyTo: s.Message.ID})
}

// WrongTurn is the fault of a file that names another turn than the one in
// play. The line may be left out: what binds a file is its report code.
func WrongTurn(p *play.Position, f *orders.File) *orders.Diagnostic {
	given := f.Header.Turn
	if given.Value == "" || given.Value == strconv.Itoa(p.Session.Turn()) {
		return nil
	}
	name := ""
	for _, lang := range templates.Known().Languages() {
		name = templates.For(lang, p.Info.Name).Phrase(p.Session.Game().Name())
		if SameWords(name, given.Value) {
			return nil
		}
	}
	return HeaderFault("wrong-turn", orders.Illegal, given, "Given", given.Value, "Turn", p.Session.Game().Name())
}

// SameWords compares two names in the way of the order language.
func SameWords(a, b string) bool {
	return strings.Join(strings.Fields(orders.Fold(a)), " ") == strings.Join(strings.Fields(orders.Fold(b)), " ")
}

// HeaderFault is a fault of the value of a header line.
func HeaderFault(code string, kind orders.Kind, f orders.Field, args ...any) *orders.Diagnostic {
	// The value alone is shown, so the caret counts from its beginning.
	span := orders.Span{Line: f.Span.Line, Column: 1, End: 1 + f.Span.End - f.Span.Column}
	return &orders.Diagnostic{Code: code, Kind: kind, Span: span, Text: f.Value, Args: args}
}

// isVoid reports whether a report told of what a ruling has given up, and when that ruling was.
func isVoid(tx store.ReadTx, report store.Report) (by store.Entry, void bool, err error) {
	entries, err := tx.Entries(report.Game, report.Seq)
	for _, e := range entries {
		if from, to, ok := play.GivesUp(e); ok && report.Seq >= from && report.Seq <= to {
			return e, true, nil
		}
	}
	return by, false, err
}

// voidCode returns the code that a file answers, in a list, if a ruling has made it void.
func voidCode(tx store.ReadTx, seat store.Seat, given string) ([]string, error) {
	code := CodeOf(given)
	if len(code) > club.CodeHalf {
		code = code[:club.CodeHalf] + "-" + code[club.CodeHalf:]
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
