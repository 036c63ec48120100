package intake

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// read verifies a message. Nothing but the text it returns can become orders.
func (it *Intake) read(ctx context.Context, row store.InboxMessage) (post.Received, error) {
	if said, ok := upkeep.ReadClubMail(row.Raw, it.Now()); ok {
		return post.Received{Row: row, Message: &mail.Message{}, Club: &said}, nil
	}
	if left, ok := it.Outbox.ReadNote(row.Raw); ok {
		return post.Received{Row: row, Message: &mail.Message{}, Note: &left}, nil
	}
	in, err := it.Outbox.Intake(ctx)
	if err != nil {
		return post.Received{}, err
	}
	message, err := in.Read(ctx, row.Raw)
	letter := post.Received{Row: row, Message: message}
	if err == nil {
		return keyring.WithEdition(in, letter), nil
	}
	if !errors.As(err, &letter.Refusal) {
		return letter, err
	}
	if keyring.MayBeOffered(letter.Refusal) {
		return it.Keys.ReadNewKey(ctx, in, row, letter)
	}
	return letter, nil
}

// judge decides what a message is and does all that follows from it, in the
// transaction that is given.
func (it *Intake) judge(tx club.Tx, row store.InboxMessage, in post.Received) (post.Verdict, error) {
	switch {
	case in.Club != nil:
		return it.Transfers.JudgeClub(tx, *in.Club)
	case in.Note != nil:
		return upkeep.JudgeNote(tx, *in.Note)
	}
	if in.Refusal != nil {
		return it.Desk.JudgeRefusal(tx, in)
	}
	if in.NewKey != nil {
		return it.Keys.JudgeNewKey(tx, in)
	}
	key, err := tx.KeyByFingerprint(in.Message.Signed.Fingerprint)
	if err != nil {
		return post.Verdict{}, fmt.Errorf("the key that was just used: %w", err)
	}
	if key.State != store.KeyActive {
		// It was closed since the signature was verified; the next try finds that.
		return post.Verdict{}, fmt.Errorf("key %s %w %s", key.Fingerprint, errMeanwhile, key.State)
	}
	player, err := tx.Player(key.Player)
	if err != nil {
		return post.Verdict{}, fmt.Errorf("the owner of key %s: %w", key.Fingerprint, err)
	}
	if in.Message.Sealed {
		if tx, err = post.InConfidence(tx, player); err != nil {
			return post.Verdict{}, err
		}
	}
	a := &requests.Mail{Received: in, Key: key, Player: player}
	take, err := it.readAsked(tx, a)
	if err != nil {
		return post.Verdict{}, err
	}
	if take != nil {
		if err := it.Answers.hear(tx, a); err != nil {
			return post.Verdict{}, err
		}
		return take(tx)
	}
	s := post.Submission{Received: in, Key: key, Player: player}
	s.File, s.Parted, s.Faults = adjudicator.ReadNamed(in.Message.Signed.Text)
	s.TellMisplacedCheck()
	return it.judgeSubmission(tx, &s)
}

// readAsked reads a signed text as anything but an order file, and returns what deals with it; nil if
// it is none of that.
func (it *Intake) readAsked(tx store.ReadTx, a *requests.Mail) (take func(tx club.Tx) (post.Verdict, error), err error) {
	// Some editors begin a text with a mark that nobody sees.
	text := strings.TrimPrefix(a.Message.Signed.Text, "\ufeff")
	var bare string
	a.Plain, a.Left = written.PlainAsked(text)
	a.Binding, bare = orders.CutBinding(a.Plain)
	if o, ok := upkeep.ReadOwnGame(text); ok {
		return func(tx club.Tx) (post.Verdict, error) { return it.Transfers.JudgeOwnGame(tx, a, o) }, nil
	}
	if o, ok := written.ReadKeyOrder(text); ok {
		return func(tx club.Tx) (post.Verdict, error) { return it.Keys.JudgeKeyOrder(tx, a, o) }, nil
	}
	if r, ok := written.ReadRuling(text); ok {
		a.Left = written.RulingAside(text)
		return func(tx club.Tx) (post.Verdict, error) {
			return it.Rulings.JudgeRuling(tx, a, r, it.Results.TakeLeagueRuling)
		}, nil
	}
	if r, said, ok := written.ReadClaim(bare); ok {
		return func(tx club.Tx) (post.Verdict, error) { return it.Claims.JudgeClaim(tx, a, r, said) }, nil
	}
	if file, first, ok := written.ReadCheck(bare); ok {
		return func(tx club.Tx) (post.Verdict, error) { return it.Answers.judgeCheck(tx, a, file, first) }, nil
	}
	if w, ok := written.ReadWords(bare); ok {
		return func(tx club.Tx) (post.Verdict, error) { return it.judgeWords(tx, a, w) }, nil
	}
	list, ok := written.ReadRequests(bare)
	if !ok {
		list, err = requests.ReadSlip(tx, a, bare)
	}
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return func(tx club.Tx) (post.Verdict, error) { return it.Answers.judgeRequests(tx, a, list) }, nil
}

// judgeSubmission finds the seat that a signed file is for, and sorts out the
// files that are not for the game as it stands.
func (it *Intake) judgeSubmission(tx club.Tx, s *post.Submission) (post.Verdict, error) {
	v := post.Verdict{}
	to, err := addresseeOf(tx, s)
	if errors.Is(err, errNoSeat) {
		return it.answerSeatless(tx, s)
	}
	if err != nil {
		return v, err
	}
	game, seat := to.Game, to.Seat
	if game.Status != store.Running {
		// Not noted with the seat: copies of old mails must not count against its holder
		// when the game goes on.
		v.State, v.Reason = store.Closed, fmt.Sprintf("%s is %s", game.ID, game.Status)
		gone, err := play.TransferOf(tx, game.ID)
		if err != nil {
			return v, err
		}
		status := string(game.Status)
		switch {
		case gone == nil || gone.State == play.StateHere:
		case gone.State == play.StateHeld:
			status = play.StateHeld
		default:
			status = string(adjudicator.Moved)
		}
		return v, it.Desk.AnswerClosed(tx, s, status)
	}
	if to.Faults = append(it.Desk.NotForUs(s), to.Faults...); len(to.Faults) > 0 {
		return it.judgeUnplaced(tx, s, to)
	}
	v.Game, v.Side = seat.Game, seat.Side
	if err := it.overLimit(tx, s, seat); err != nil {
		return v, err
	}
	if s.Position, err = it.Games.LoadWarm(tx, game); err != nil {
		return it.Letters.SetAside(tx, s, seat, v, err)
	}
	defer func() {
		if s.Moved.Position != s.Position {
			s.Position.Close()
		}
	}()
	requests.ReadUnder(s, s.Position.Rules)
	s.Position.At = s.Row.Receipt
	s.Side, _ = s.Position.Info.Seat(seat.Side)
	first, err := recordSubmission(tx, s, seat)
	if errors.As(err, new(*store.DuplicateError)) {
		v.State, v.Reason = store.Duplicate, "of message "+fmt.Sprint(first.Inbox)
		return v, it.Desk.AnswerDuplicate(tx, s, first)
	}
	if err != nil {
		return v, err
	}
	// Only now: a copy of an old mail, which anybody can send, is no sign of life.
	if err := it.noteSignOfLife(tx, s, seat); err != nil {
		return v, err
	}
	if given := s.File.Header.Answers; given.Value != "" && requests.CodeOf(given.Value) != requests.CodeOf(seat.Answers) {
		unknown, err := unknownCode(tx, seat, given)
		if err != nil {
			return v, err
		}
		if unknown == nil {
			v.State, v.Reason = store.Stale, fmt.Sprintf("answers %q, the last report was %s", given.Value, seat.Answers)
			return v, it.Desk.AnswerStale(tx, s, seat)
		}
		s.Faults = append(s.Faults, unknown)
	}
	if v, err = it.judgeOrders(tx, s, v); err == nil && !s.Spent {
		s.Moved.Position = s.Position
	}
	return v, err
}

// noteSignOfLife notes that a player has written, and that it is he who plays the seat.
func (it *Intake) noteSignOfLife(tx club.Tx, s *post.Submission, seat store.Seat) error {
	if err := it.Seats.NoteAuthor(tx, seat, s.Player.Address); err != nil {
		return err
	}
	here, err := it.Terms.Back(tx, &seat)
	if err != nil {
		return err
	}
	if err := seating.CloseCall(tx, seat); err != nil {
		return err
	}
	if err := it.Clocks.EndAbsence(tx, s.Player.Address); err != nil {
		return err
	}
	changed, err := it.Letters.HeardFrom(tx, s.Player.Address, s.File.Header.Answers.Value)
	if err != nil || !changed && !here {
		return err
	}
	return s.Position.LoadSeats(tx)
}

// judgeOrders judges a file that is for the game as it stands, and plays it if nothing
// is wrong with it.
func (it *Intake) judgeOrders(tx club.Tx, s *post.Submission, v post.Verdict) (post.Verdict, error) {
	p := s.Position
	faults := s.Faults
	if d := requests.WrongTurn(p, s.File); d != nil {
		faults = append(faults, d)
	}
	said, err := it.fileWordFaults(tx, s)
	if err != nil {
		return v, err
	}
	faults = append(faults, said...)
	e := it.Games.Next(p, adjudicator.Ordered, v.Side, []byte(s.Message.Signed.Text))
	faults, err = it.rehearse(tx, s, e, faults)
	if err != nil {
		return v, err
	}
	if len(faults) == 0 {
		out, err := it.Games.Play(tx, p, e, club.Evidence{Fingerprint: s.Key.Fingerprint, Scheme: string(s.Message.Signed.Scheme), Raw: s.Row.Raw})
		if err != nil {
			return v, err
		}
		s.Spent = len(out.Faults) > 0
		if faults = out.Faults; !s.Spent {
			v.State = store.Accepted
			if err := it.Claims.PassOnWith(tx, s); err != nil {
				return v, err
			}
			if err := it.Claims.EnterFileAppeal(tx, s); err != nil {
				return v, err
			}
			return v, it.Reports.ReportOrders(tx, s, out, it.claimOf(tx, s))
		}
	}
	v.State, v.Reason = store.Faulty, faults[0].Error()
	sortFaults(faults)
	return v, it.Desk.AnswerFaults(tx, s, faults)
}

// rehearse returns the faults of a file, those given and those that it has for its own
// part: it is judged on a copy of the game in which there is nothing hidden, the enemy
// does nothing that he need not do and no dice are thrown.
func (it *Intake) rehearse(tx store.ReadTx, s *post.Submission, e adjudicator.Entry, faults []*orders.Diagnostic) ([]*orders.Diagnostic, error) {
	p, err := play.Load(tx, s.Position.Game.ID)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	faults = append(faults, seating.TooManyRules(s.File)...)
	in := adjudicator.Input{Entry: e.Seq, Head: p.Head(e), Side: s.Side, File: s.File}
	out, err := p.Session.Rehearse(in, rand.New(rand.NewPCG(0, 0)), faults...)
	if err != nil {
		it.Log.Error("a file cannot be judged before it is played", "game", p.Game.ID, "side", p.Info.Sides[s.Side], "error", err)
	}
	if err != nil || len(out.Faults) > 0 {
		return out.Faults, nil
	}
	return seating.TooManyIdle(s, tx, out.Answers)
}

// sortFaults puts faults in the order of the file.
func sortFaults(faults []*orders.Diagnostic) {
	slices.SortStableFunc(faults, func(a, b *orders.Diagnostic) int {
		if a.Span.Line != b.Span.Line {
			return a.Span.Line - b.Span.Line
		}
		return a.Span.Column - b.Span.Column
	})
}

// recordSubmission remembers a signed text for ever, whatever becomes of it. If
// it has been received before, the first receipt comes back with the error.
func recordSubmission(tx club.Tx, s *post.Submission, seat store.Seat) (store.Submission, error) {
	id := requests.SubmissionID(seat.Game, seat.Side, s.Message.Signed.Text)
	sub := store.Submission{Game: seat.Game, ID: id, Side: seat.Side, Inbox: s.Row.ID, Received: s.Row.Receipt}
	err := tx.RecordSubmission(sub)
	var twice *store.DuplicateError
	if errors.As(err, &twice) {
		return twice.First, err
	}
	return sub, err
}
