package intake

import (
	"errors"
	"slices"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// errNoSeat reports a file whose seat cannot be made out.
var errNoSeat = errors.New("no seat of the signer's is meant")

// addresseeOf finds the seat that a file names. If it names none, or one that is not the
// signer's, and he plays only one that he can mean, that one comes back with faults.
// Otherwise the error matches [errNoSeat].
func addresseeOf(tx store.ReadTx, s *post.Submission) (requests.Addressee, error) {
	named, side := s.File.Header.Game, s.File.Header.Side
	seats, err := requests.Mine(tx, &requests.Mail{Key: s.Key, Player: s.Player}, orders.Fold(named.Value))
	if err != nil {
		return requests.Addressee{}, err
	}
	var found []requests.Addressee
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return requests.Addressee{}, err
		}
		a := requests.Addressee{Game: game, Seat: seat}
		switch {
		case named.Value == "" && game.Status != store.Running:
			continue // it is not one that he can mean
		case side.Value == "" || requests.IsSide(game, seat.Side, side.Value):
			if named.Value != "" && side.Value != "" {
				return a, nil
			}
			a.Faults = []*orders.Diagnostic{a.Unnamed()}
		default:
			a.Faults = []*orders.Diagnostic{a.OtherSide(side)}
		}
		found = append(found, a)
	}
	if len(found) != 1 {
		return requests.Addressee{}, errNoSeat
	}
	return found[0], nil
}

// withoutSeat drops the faults that tell of a missing game or side: the faults of
// [requests.Addressee] tell more.
func withoutSeat(faults []*orders.Diagnostic) []*orders.Diagnostic {
	return slices.DeleteFunc(slices.Clone(faults), func(d *orders.Diagnostic) bool {
		return d.Code == orders.CodeMissingHeader && (slices.Contains(d.Args, any("game")) || slices.Contains(d.Args, any("side")))
	})
}

// judgeUnplaced answers a file whose seat can only be guessed: nothing is played, and
// nothing of it is noted with the seat, since a copy of it would do as much.
func (it *Intake) judgeUnplaced(tx club.Tx, s *post.Submission, a requests.Addressee) (post.Verdict, error) {
	faults := append(a.Faults, withoutSeat(s.Faults)...)
	v := post.Verdict{State: store.Faulty, Reason: faults[0].Error()}
	var err error
	if s.Position, err = play.Load(tx, a.Game.ID); err != nil {
		return v, err
	}
	defer s.Position.Close()
	s.Side, _ = s.Position.Info.Seat(a.Seat.Side)
	s.Unplaced = true
	return v, it.Desk.AnswerFaults(tx, s, faults)
}

// answerSeatless tells a verified player that his file is for no seat of his, and which
// ones he has.
func (it *Intake) answerSeatless(tx club.Tx, s *post.Submission) (post.Verdict, error) {
	v := post.Verdict{State: store.Foreign, Reason: s.Player.Address + " does not hold the seat that is named"}
	game := orders.Fold(s.File.Header.Game.Value)
	if game == "" || s.File.Header.Side.Value == "" {
		v.State, v.Reason = store.Faulty, "no game or side named"
	} else if _, err := tx.Game(game); errors.Is(err, store.ErrNotFound) {
		v.State, v.Reason = store.NoSuchGame, "no game "+game
	} else if err != nil {
		return v, err
	}
	if ok, err := it.Desk.PaysForFile(tx, s, false); err != nil || !ok {
		return v, err
	}
	a := requests.Mail{Received: s.Received, Key: s.Key, Player: s.Player}
	if err := it.Desk.ListSeats(tx, &a); err != nil {
		return v, err
	}
	r := templates.Report{Kind: templates.Foreign, Re: s.Re(), Last: s.Last, Lang: s.Player.Language, Mailbox: it.Post.Address, Zone: written.ZoneOf(s.Player), Seats: a.Reply.Seats}
	return v, it.Desk.PostPlainly(tx, r, s.Player, s.Received)
}

// unknownCode is the fault of a file that answers a report which its author never got,
// or nil if he did: the file is then an old one.
func unknownCode(tx store.ReadTx, seat store.Seat, f orders.Field) (*orders.Diagnostic, error) {
	code := requests.CodeOf(f.Value)
	if len(code) > club.CodeHalf {
		code = code[:club.CodeHalf] + "-" + code[club.CodeHalf:]
	}
	report, err := tx.ReportByCode(seat.Game, code)
	if err == nil && report.Side == seat.Side {
		return nil, nil
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	args := []any{"Given", f.Value, "Code", seat.Answers, "Game", seat.Game}
	seats, err := tx.SeatsOfPlayer(seat.Player)
	if err != nil {
		return nil, err
	}
	for _, other := range seats {
		report, err := tx.ReportByCode(other.Game, code)
		if err == nil && report.Side == other.Side && other.Game != seat.Game {
			return requests.HeaderFault("other-code", orders.Unknown, f, append(args, "Other", other.Game)...), nil
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	return requests.HeaderFault("unknown-code", orders.Unknown, f, args...), nil
}
