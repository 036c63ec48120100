package host

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// read verifies a message. Nothing but the text it returns can become orders.
func (h *Host) read(ctx context.Context, row store.InboxMessage) (incoming, error) {
	if said, ok := readClubMail(row.Raw, h.Now()); ok {
		return incoming{row: row, message: &mail.Message{}, club: &said}, nil
	}
	if left, ok := h.readNote(row.Raw); ok {
		return incoming{row: row, message: &mail.Message{}, note: &left}, nil
	}
	in, err := h.intake(ctx)
	if err != nil {
		return incoming{}, err
	}
	message, err := in.Read(ctx, row.Raw)
	letter := incoming{row: row, message: message}
	if err == nil {
		return withEdition(in, letter), nil
	}
	if !errors.As(err, &letter.refusal) {
		return letter, err
	}
	if mayBeOffered(letter.refusal) {
		return h.readNewKey(ctx, in, row, letter)
	}
	return letter, nil
}

// judge decides what a message is and does all that follows from it, in the
// transaction that is given.
func (h *Host) judge(tx store.Tx, row store.InboxMessage, in incoming) (verdict, error) {
	switch {
	case in.club != nil:
		return h.judgeClub(tx, *in.club)
	case in.note != nil:
		return judgeNote(tx, *in.note)
	}
	if in.refusal != nil {
		return h.judgeRefusal(tx, in)
	}
	if in.newKey != nil {
		return h.judgeNewKey(tx, in)
	}
	key, err := tx.KeyByFingerprint(in.message.Signed.Fingerprint)
	if err != nil {
		return verdict{}, fmt.Errorf("the key that was just used: %w", err)
	}
	if key.State != store.KeyActive {
		// It was closed since the signature was verified; the next try finds that.
		return verdict{}, fmt.Errorf("key %s %w %s", key.Fingerprint, errMeanwhile, key.State)
	}
	player, err := tx.Player(key.Player)
	if err != nil {
		return verdict{}, fmt.Errorf("the owner of key %s: %w", key.Fingerprint, err)
	}
	if in.message.Sealed {
		if tx, err = inConfidence(tx, player); err != nil {
			return verdict{}, err
		}
	}
	a := &asking{incoming: in, key: key, player: player}
	take, err := h.readAsked(tx, a)
	if err != nil {
		return verdict{}, err
	}
	if take != nil {
		if err := h.hear(tx, a); err != nil {
			return verdict{}, err
		}
		return take(tx)
	}
	s := submission{incoming: in, key: key, player: player}
	s.file, s.parted, s.faults = adjudicator.ReadNamed(in.message.Signed.Text)
	s.tellMisplacedCheck()
	return h.judgeSubmission(tx, &s)
}

// readAsked reads a signed text as anything but an order file, and returns what deals with it; nil if
// it is none of that.
func (h *Host) readAsked(tx store.ReadTx, a *asking) (take func(tx store.Tx) (verdict, error), err error) {
	// Some editors begin a text with a mark that nobody sees.
	text := strings.TrimPrefix(a.message.Signed.Text, "\ufeff")
	var bare string
	a.plain, a.left = plainAsked(text)
	a.binding, bare = orders.CutBinding(a.plain)
	if o, ok := readOwnGame(text); ok {
		return func(tx store.Tx) (verdict, error) { return h.judgeOwnGame(tx, a, o) }, nil
	}
	if o, ok := readKeyOrder(text); ok {
		return func(tx store.Tx) (verdict, error) { return h.judgeKeyOrder(tx, a, o) }, nil
	}
	if r, ok := readRuling(text); ok {
		a.left = rulingAside(text)
		return func(tx store.Tx) (verdict, error) { return h.judgeRuling(tx, a, r, h.takeLeagueRuling) }, nil
	}
	if r, said, ok := readClaim(bare); ok {
		return func(tx store.Tx) (verdict, error) { return h.judgeClaim(tx, a, r, said) }, nil
	}
	if file, first, ok := readCheck(bare); ok {
		return func(tx store.Tx) (verdict, error) { return h.judgeCheck(tx, a, file, first) }, nil
	}
	if w, ok := readWords(bare); ok {
		return func(tx store.Tx) (verdict, error) { return h.judgeWords(tx, a, w) }, nil
	}
	list, ok := readRequests(bare)
	if !ok {
		list, err = readSlip(tx, a, bare)
	}
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return func(tx store.Tx) (verdict, error) { return h.judgeRequests(tx, a, list) }, nil
}

// judgeSubmission finds the seat that a signed file is for, and sorts out the
// files that are not for the game as it stands.
func (h *Host) judgeSubmission(tx store.Tx, s *submission) (verdict, error) {
	v := verdict{}
	to, err := addresseeOf(tx, s)
	if errors.Is(err, errNoSeat) {
		return h.answerSeatless(tx, s)
	}
	if err != nil {
		return v, err
	}
	game, seat := to.game, to.seat
	if game.Status != store.Running {
		// Not noted with the seat: copies of old mails must not count against its holder
		// when the game goes on.
		v.state, v.reason = store.Closed, fmt.Sprintf("%s is %s", game.ID, game.Status)
		gone, err := transferOf(tx, game.ID)
		if err != nil {
			return v, err
		}
		status := string(game.Status)
		switch {
		case gone == nil || gone.State == stateHere:
		case gone.State == stateHeld:
			status = stateHeld
		default:
			status = string(adjudicator.Moved)
		}
		return v, h.answerClosed(tx, s, status)
	}
	if to.faults = append(h.notForUs(s), to.faults...); len(to.faults) > 0 {
		return h.judgeUnplaced(tx, s, to)
	}
	v.game, v.side = seat.Game, seat.Side
	if err := h.overLimit(tx, s, seat); err != nil {
		return v, err
	}
	if s.position, err = h.loadWarm(tx, game); err != nil {
		return h.setAside(tx, s, seat, v, err)
	}
	defer func() {
		if s.moved.position != s.position {
			s.position.close()
		}
	}()
	readUnder(s, s.position.rules)
	s.position.at = s.row.Receipt
	s.side, _ = s.position.info.Seat(seat.Side)
	first, err := recordSubmission(tx, s, seat)
	if errors.As(err, new(*store.DuplicateError)) {
		v.state, v.reason = store.Duplicate, "of message "+fmt.Sprint(first.Inbox)
		return v, h.answerDuplicate(tx, s, first)
	}
	if err != nil {
		return v, err
	}
	// Only now: a copy of an old mail, which anybody can send, is no sign of life.
	if err := h.noteSignOfLife(tx, s, seat); err != nil {
		return v, err
	}
	if given := s.file.Header.Answers; given.Value != "" && codeOf(given.Value) != codeOf(seat.Answers) {
		unknown, err := unknownCode(tx, seat, given)
		if err != nil {
			return v, err
		}
		if unknown == nil {
			v.state, v.reason = store.Stale, fmt.Sprintf("answers %q, the last report was %s", given.Value, seat.Answers)
			return v, h.answerStale(tx, s, seat)
		}
		s.faults = append(s.faults, unknown)
	}
	if v, err = h.judgeOrders(tx, s, v); err == nil && !s.spent {
		s.moved.position = s.position
	}
	return v, err
}

// noteSignOfLife notes that a player has written, and that it is he who plays the seat.
func (h *Host) noteSignOfLife(tx store.Tx, s *submission, seat store.Seat) error {
	if err := h.noteAuthor(tx, seat, s.player.Address); err != nil {
		return err
	}
	here, err := h.back(tx, &seat)
	if err != nil {
		return err
	}
	if err := closeCall(tx, seat); err != nil {
		return err
	}
	if err := h.endAbsence(tx, s.player.Address); err != nil {
		return err
	}
	changed, err := h.heardFrom(tx, s.player.Address, s.file.Header.Answers.Value)
	if err != nil || !changed && !here {
		return err
	}
	return s.position.loadSeats(tx)
}

// judgeOrders judges a file that is for the game as it stands, and plays it if nothing
// is wrong with it.
func (h *Host) judgeOrders(tx store.Tx, s *submission, v verdict) (verdict, error) {
	p := s.position
	faults := s.faults
	if d := wrongTurn(p, s.file); d != nil {
		faults = append(faults, d)
	}
	said, err := h.fileWordFaults(tx, s)
	if err != nil {
		return v, err
	}
	faults = append(faults, said...)
	e := h.next(p, adjudicator.Ordered, v.side, []byte(s.message.Signed.Text))
	faults, err = h.rehearse(tx, s, e, faults)
	if err != nil {
		return v, err
	}
	if len(faults) == 0 {
		out, err := h.play(tx, p, e, evidence{s.key.Fingerprint, string(s.message.Signed.Scheme), s.row.Raw})
		if err != nil {
			return v, err
		}
		s.spent = len(out.Faults) > 0
		if faults = out.Faults; !s.spent {
			v.state = store.Accepted
			if err := h.passOnWith(tx, s); err != nil {
				return v, err
			}
			if err := h.enterFileAppeal(tx, s); err != nil {
				return v, err
			}
			return v, h.reportOrders(tx, s, out, h.claimOf(tx, s))
		}
	}
	v.state, v.reason = store.Faulty, faults[0].Error()
	sortFaults(faults)
	return v, h.answerFaults(tx, s, faults)
}

// rehearse returns the faults of a file, those given and those that it has for its own
// part: it is judged on a copy of the game in which there is nothing hidden, the enemy
// does nothing that he need not do and no dice are thrown.
func (h *Host) rehearse(tx store.ReadTx, s *submission, e adjudicator.Entry, faults []*orders.Diagnostic) ([]*orders.Diagnostic, error) {
	p, err := load(tx, s.position.game.ID)
	if err != nil {
		return nil, err
	}
	defer p.close()
	faults = append(faults, tooManyRules(s.file)...)
	in := adjudicator.Input{Entry: e.Seq, Head: p.head(e), Side: s.side, File: s.file}
	out, err := p.session.Rehearse(in, rand.New(rand.NewPCG(0, 0)), faults...)
	if err != nil {
		h.Log.Error("a file cannot be judged before it is played", "game", p.game.ID, "side", p.info.Sides[s.side], "error", err)
	}
	if err != nil || len(out.Faults) > 0 {
		return out.Faults, nil
	}
	return tooManyIdle(s, tx, out.Answers)
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
func recordSubmission(tx store.Tx, s *submission, seat store.Seat) (store.Submission, error) {
	id := submissionID(seat.Game, seat.Side, s.message.Signed.Text)
	sub := store.Submission{Game: seat.Game, ID: id, Side: seat.Side, Inbox: s.row.ID, Received: s.row.Receipt}
	err := tx.RecordSubmission(sub)
	var twice *store.DuplicateError
	if errors.As(err, &twice) {
		return twice.First, err
	}
	return sub, err
}
