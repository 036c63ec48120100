package host

import (
	"errors"
	"slices"

	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// errNoSeat reports a file whose seat cannot be made out.
var errNoSeat = errors.New("no seat of the signer's is meant")

// addresseeOf finds the seat that a file names. If it names none, or one that is not the
// signer's, and he plays only one that he can mean, that one comes back with faults.
// Otherwise the error matches [errNoSeat].
func addresseeOf(tx store.ReadTx, s *submission) (addressee, error) {
	named, side := s.file.Header.Game, s.file.Header.Side
	seats, err := mine(tx, &asking{key: s.key, player: s.player}, orders.Fold(named.Value))
	if err != nil {
		return addressee{}, err
	}
	var found []addressee
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return addressee{}, err
		}
		a := addressee{game: game, seat: seat}
		switch {
		case named.Value == "" && game.Status != store.Running:
			continue // it is not one that he can mean
		case side.Value == "" || isSide(game, seat.Side, side.Value):
			if named.Value != "" && side.Value != "" {
				return a, nil
			}
			a.faults = []*orders.Diagnostic{a.unnamed()}
		default:
			a.faults = []*orders.Diagnostic{a.otherSide(side)}
		}
		found = append(found, a)
	}
	if len(found) != 1 {
		return addressee{}, errNoSeat
	}
	return found[0], nil
}

// withoutSeat drops the faults that tell of a missing game or side: the faults of
// [addressee] tell more.
func withoutSeat(faults []*orders.Diagnostic) []*orders.Diagnostic {
	return slices.DeleteFunc(slices.Clone(faults), func(d *orders.Diagnostic) bool {
		return d.Code == orders.CodeMissingHeader && (slices.Contains(d.Args, any("game")) || slices.Contains(d.Args, any("side")))
	})
}

// judgeUnplaced answers a file whose seat can only be guessed: nothing is played, and
// nothing of it is noted with the seat, since a copy of it would do as much.
func (h *Host) judgeUnplaced(tx store.Tx, s *submission, a addressee) (verdict, error) {
	faults := append(a.faults, withoutSeat(s.faults)...)
	v := verdict{state: store.Faulty, reason: faults[0].Error()}
	var err error
	if s.position, err = load(tx, a.game.ID); err != nil {
		return v, err
	}
	defer s.position.close()
	s.side, _ = s.position.info.Seat(a.seat.Side)
	s.unplaced = true
	return v, h.answerFaults(tx, s, faults)
}

// answerSeatless tells a verified player that his file is for no seat of his, and which
// ones he has.
func (h *Host) answerSeatless(tx store.Tx, s *submission) (verdict, error) {
	v := verdict{state: store.Foreign, reason: s.player.Address + " does not hold the seat that is named"}
	game := orders.Fold(s.file.Header.Game.Value)
	if game == "" || s.file.Header.Side.Value == "" {
		v.state, v.reason = store.Faulty, "no game or side named"
	} else if _, err := tx.Game(game); errors.Is(err, store.ErrNotFound) {
		v.state, v.reason = store.NoSuchGame, "no game "+game
	} else if err != nil {
		return v, err
	}
	if ok, err := h.paysForFile(tx, s, false); err != nil || !ok {
		return v, err
	}
	a := asking{incoming: s.incoming, key: s.key, player: s.player}
	if err := h.listSeats(tx, &a); err != nil {
		return v, err
	}
	r := templates.Report{Kind: templates.Foreign, Last: s.last, Lang: s.player.Language, Mailbox: h.Post.Address, Zone: zoneOf(s.player), Seats: a.reply.Seats}
	return v, h.postPlainly(tx, r, s.player, s.incoming)
}

// unknownCode is the fault of a file that answers a report which its author never got,
// or nil if he did: the file is then an old one.
func unknownCode(tx store.ReadTx, seat store.Seat, f orders.Field) (*orders.Diagnostic, error) {
	code := codeOf(f.Value)
	if len(code) > codeHalf {
		code = code[:codeHalf] + "-" + code[codeHalf:]
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
			return headerFault("other-code", orders.Unknown, f, append(args, "Other", other.Game)...), nil
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	return headerFault("unknown-code", orders.Unknown, f, args...), nil
}
