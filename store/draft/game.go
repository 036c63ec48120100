package draft

import (
	"errors"
	"slices"
	"time"

	"keryx/store"
)

func (d *draft) Game(id string) (store.Game, error) {
	if g, ok := d.games[id]; ok {
		return g, nil
	}
	return ask(d, call{verb: "Game", a: id}, func(tx store.ReadTx) (store.Game, error) { return tx.Game(id) })
}

// renewed puts the games that were changed in the place of those that the snapshot has.
func (d *draft) renewed(games []store.Game) []store.Game {
	for i, g := range games {
		if changed, ok := d.games[g.ID]; ok {
			games[i] = changed
		}
	}
	return games
}

func (d *draft) Games() ([]store.Game, error) {
	games, err := list(d, call{verb: "Games"}, store.ReadTx.Games)
	return d.renewed(games), err
}

func (d *draft) RefereedGames() ([]store.Game, error) {
	d.clean("RefereedGames", someStatus)
	games, err := list(d, call{verb: "RefereedGames"}, store.ReadTx.RefereedGames)
	return d.renewed(games), err
}

func (d *draft) CountGames() (map[store.Status]int, error) {
	d.clean("CountGames", someStatus)
	return ask(d, call{verb: "CountGames"}, store.ReadTx.CountGames)
}

func (d *draft) UnendedGames(after string, limit int) ([]string, error) {
	d.clean("UnendedGames", someStatus)
	return list(d, call{verb: "UnendedGames", a: after, n: int64(limit)}, func(tx store.ReadTx) ([]string, error) { return tx.UnendedGames(after, limit) })
}

func (d *draft) UpdateGame(g store.Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	was, err := d.Game(g.ID)
	if err != nil {
		return err
	}
	g.Ruleset, g.Secret, g.Later, g.Created = was.Ruleset, was.Secret, was.Later, was.Created
	g.Referee, g.Options, g.Schedule = store.Address(g.Referee), filled(g.Options), filled(g.Schedule)
	d.games[g.ID] = g
	if g.Status != was.Status || g.Referee != was.Referee {
		d.dirty[someStatus] = true
	}
	return d.write(func(tx store.Tx) error { return tx.UpdateGame(g) }, someGame)
}

func (d *draft) Seat(game, side string) (store.Seat, error) {
	if s, ok := d.seats[[2]string{game, side}]; ok {
		return s, nil
	}
	return ask(d, call{verb: "Seat", a: game, b: side}, func(tx store.ReadTx) (store.Seat, error) { return tx.Seat(game, side) })
}

// reseated puts the seats that were changed in the place of those that the snapshot has.
func (d *draft) reseated(seats []store.Seat) []store.Seat {
	for i, s := range seats {
		if changed, ok := d.seats[[2]string{s.Game, s.Side}]; ok {
			seats[i] = changed
		}
	}
	return seats
}

func (d *draft) SeatsOf(game string) ([]store.Seat, error) {
	seats, err := list(d, call{verb: "SeatsOf", a: game}, func(tx store.ReadTx) ([]store.Seat, error) { return tx.SeatsOf(game) })
	return d.reseated(seats), err
}

func (d *draft) SeatsOfPlayer(address string) ([]store.Seat, error) {
	d.clean("SeatsOfPlayer", someHolder)
	seats, err := list(d, call{verb: "SeatsOfPlayer", a: address}, func(tx store.ReadTx) ([]store.Seat, error) { return tx.SeatsOfPlayer(address) })
	return d.reseated(seats), err
}

func (d *draft) SeatsConcerning(address string) ([]store.Seat, error) {
	d.clean("SeatsConcerning", someHolder)
	seats, err := list(d, call{verb: "SeatsConcerning", a: address}, func(tx store.ReadTx) ([]store.Seat, error) { return tx.SeatsConcerning(address) })
	return d.reseated(seats), err
}

func (d *draft) UnreachableSeats() ([]store.Seat, error) {
	d.clean("UnreachableSeats", someSeat, someStatus)
	return list(d, call{verb: "UnreachableSeats"}, store.ReadTx.UnreachableSeats)
}

func (d *draft) SeatsToLookAt(now time.Time, limit int) ([]store.Seat, error) {
	d.clean("SeatsToLookAt", someSeat, someGame)
	return list(d, call{verb: "SeatsToLookAt", n: int64(limit), since: now}, func(tx store.ReadTx) ([]store.Seat, error) { return tx.SeatsToLookAt(now, limit) })
}

func (d *draft) SeatsWaiting(since time.Time, game, side string, limit int) ([]store.Seat, error) {
	d.clean("SeatsWaiting", someSeat, someStatus)
	return list(d, call{verb: "SeatsWaiting", a: game, b: side, n: int64(limit), since: since},
		func(tx store.ReadTx) ([]store.Seat, error) { return tx.SeatsWaiting(since, game, side, limit) })
}

func (d *draft) SeatsDue(now time.Time) ([]store.Seat, error) {
	d.clean("SeatsDue", someSeat, someStatus)
	return list(d, call{verb: "SeatsDue", since: now}, func(tx store.ReadTx) ([]store.Seat, error) { return tx.SeatsDue(now) })
}

func (d *draft) NextDeadline() (*time.Time, error) {
	d.clean("NextDeadline", someSeat, someStatus)
	return ask(d, call{verb: "NextDeadline"}, store.ReadTx.NextDeadline)
}

func (d *draft) UpdateSeat(s store.Seat) error {
	if err := s.Validate(); err != nil {
		return err
	}
	was, err := d.Seat(s.Game, s.Side)
	if err != nil {
		return err
	}
	s.Player, s.Deadline, s.Reminded = store.Address(s.Player), moment(s.Deadline), moment(s.Reminded)
	var substitutes []string
	for _, address := range s.Substitutes {
		substitutes = append(substitutes, store.Address(address))
	}
	s.Substitutes = substitutes
	d.seats[[2]string{s.Game, s.Side}] = s
	if s.Player != was.Player || !slices.Equal(s.Substitutes, was.Substitutes) {
		d.dirty[someHolder] = true
	}
	return d.write(func(tx store.Tx) error { return tx.UpdateSeat(s) }, someSeat)
}

func (d *draft) LookAgain(game, side string, at time.Time) error {
	return d.write(func(tx store.Tx) error { return tx.LookAgain(game, side, at) }, someSeat)
}

func (d *draft) Head(game string) (store.Head, error) {
	if added := d.entries[game]; len(added) > 0 {
		last := added[len(added)-1]
		return store.Head{Seq: last.Seq, Hash: last.Hash}, nil
	}
	return ask(d, call{verb: "Head", a: game}, func(tx store.ReadTx) (store.Head, error) { return tx.Head(game) })
}

func (d *draft) Entries(game string, from int) ([]store.Entry, error) {
	entries, err := list(d, call{verb: "Entries", a: game, n: int64(from)}, func(tx store.ReadTx) ([]store.Entry, error) { return tx.Entries(game, from) })
	for _, e := range d.entries[game] {
		if e.Seq >= from {
			entries = append(entries, e)
		}
	}
	return entries, err
}

func (d *draft) Seated() ([]store.Entry, error) { return nil, d.give("Seated") }

func (d *draft) AppendEntry(e store.Entry) error {
	if err := e.Validate(); err != nil {
		return err
	}
	d.numbered("AppendEntry", e.Body)
	d.numbered("AppendEntry", e.Raw)
	head, err := d.Head(e.Game)
	if err != nil {
		return err
	}
	if e.Seq != head.Seq+1 || e.Prev != head.Hash {
		return &store.ChainError{Game: e.Game, Seq: e.Seq, WantSeq: head.Seq + 1, Prev: e.Prev, WantPrev: head.Hash}
	}
	e.Time, e.Removed, e.Body, e.Raw = store.Time(e.Time), store.Digest{}, filled(e.Body), filled(e.Raw)
	d.entries[e.Game] = append(d.entries[e.Game], e)
	return d.write(func(tx store.Tx) error { return tx.AppendEntry(e) })
}

func (d *draft) Submission(game string, id store.Digest) (store.Submission, error) {
	if s, ok := d.submissions[[2]string{game, id.String()}]; ok {
		return s, nil
	}
	return ask(d, call{verb: "Submission", a: game, b: id.String()}, func(tx store.ReadTx) (store.Submission, error) { return tx.Submission(game, id) })
}

func (d *draft) Submissions(game string) ([]store.Submission, error) {
	if len(d.submissions) > 0 {
		return nil, d.give("Submissions")
	}
	return list(d, call{verb: "Submissions", a: game}, func(tx store.ReadTx) ([]store.Submission, error) { return tx.Submissions(game) })
}

func (d *draft) RecordSubmission(s store.Submission) error {
	if err := s.Validate(); err != nil {
		return err
	}
	first, err := d.Submission(s.Game, s.ID)
	if err == nil {
		return &store.DuplicateError{First: first}
	}
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	s.Received = store.Time(s.Received)
	d.submissions[[2]string{s.Game, s.ID.String()}] = s
	return d.write(func(tx store.Tx) error { return tx.RecordSubmission(s) })
}

func (d *draft) Snapshot(game string, turn int) (store.Snapshot, error) {
	for _, s := range d.snapshots[game] {
		if s.Turn == turn {
			return s, nil
		}
	}
	return ask(d, call{verb: "Snapshot", a: game, n: int64(turn)}, func(tx store.ReadTx) (store.Snapshot, error) { return tx.Snapshot(game, turn) })
}

func (d *draft) LatestSnapshot(game string) (store.Snapshot, error) {
	latest, err := ask(d, call{verb: "LatestSnapshot", a: game}, func(tx store.ReadTx) (store.Snapshot, error) { return tx.LatestSnapshot(game) })
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return latest, err
	}
	for _, s := range d.snapshots[game] {
		if err == nil && s.Turn == latest.Turn && s.Seq != latest.Seq {
			return latest, d.give("LatestSnapshot") // the latest was replaced by an earlier one, perhaps
		}
		if err != nil || s.Seq > latest.Seq || s.Seq == latest.Seq && s.Turn >= latest.Turn {
			latest, err = s, nil
		}
	}
	return latest, err
}

func (d *draft) PutSnapshot(s store.Snapshot) error {
	if err := s.Validate(); err != nil {
		return err
	}
	s.Taken, s.Body = store.Time(s.Taken), filled(s.Body)
	rest := slices.DeleteFunc(d.snapshots[s.Game], func(was store.Snapshot) bool { return was.Turn == s.Turn })
	d.snapshots[s.Game] = append(rest, s)
	return d.write(func(tx store.Tx) error { return tx.PutSnapshot(s) })
}
