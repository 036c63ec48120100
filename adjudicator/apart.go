package adjudicator

import "iter"

// Desk is where one side is asked its row of secret questions: see [Table.Apart].
type Desk struct {
	table *Table
	side  Side
	yield func(struct{}) bool
	next  func() (struct{}, bool)
	stop  func()
	asked int // questions put
	done  bool
}

// row is a row of secret questions to each side.
type row struct {
	desks [2]*Desk
	at    *Desk // whose code runs; nil while neither does
	over  bool  // both have answered all
}

// Side is the side that is asked.
func (d *Desk) Side() Side { return d.side }

// Ask puts the next question of the row to the side and returns its answer.
func (d *Desk) Ask(q Question) Answer {
	if d.table.row == nil || d.table.row.at != d {
		panic("adjudicator: Desk.Ask outside its row")
	}
	d.table.put(d.side, q)
	d.asked++
	if !d.yield(struct{}{}) {
		panic(stopped{})
	}
	return d.table.given[d.side]
}

// Apart asks each side a row of secret questions, where what a side is asked next hangs on
// what it has answered before: a card, what is kept back, who carries what. Neither side
// waits for the other, and neither learns before both are through what the other was
// asked, how often, or how far it is. The game goes on when both are.
//
// The two functions may run in any order and by turns. So each looks only at what both know
// and at what is its own side's, and changes only what is hidden from the enemy; they do not
// throw, draw, deal, tell or begin a phase, and the Table panics if they do. All that belongs
// behind the row. Variables of Turn may hold the answers until then. Whether a row comes, and
// that each side is asked something in it, hangs on what both know.
func (t *Table) Apart(first, second func(*Desk)) {
	t.together("Apart")
	t.trail.hide()
	r := &row{}
	for side, play := range []func(*Desk){first, second} {
		r.desks[side] = t.desk(Side(side), play)
	}
	t.row, t.sealed = r, true
	defer func() {
		for side, d := range r.desks {
			d.stop()
			t.rowed[side] += max(0, d.asked-1)
		}
		t.row = nil
	}()
	for !r.over {
		for _, d := range r.desks {
			if d.ready() {
				r.run(d)
			}
		}
		r.over = r.desks[0].done && r.desks[1].done
		t.wait()
	}
}

// desk makes the coroutine of one side's row. It does not run before its first next.
func (t *Table) desk(side Side, play func(*Desk)) *Desk {
	d := &Desk{table: t, side: side}
	d.next, d.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(stopped); !ok {
					panic(r)
				}
			}
		}()
		d.yield = yield
		play(d)
	})
	return d
}

// run lets a side's row go on to its next question or its end.
func (r *row) run(d *Desk) {
	r.at = d
	_, running := d.next()
	r.at, d.done = nil, !running
}

// ready reports whether a side's row can go on.
func (d *Desk) ready() bool { return !d.done && d.table.open[d.side] == nil }

// answered is how many of its questions a side has answered.
func (d *Desk) answered() int {
	if d.table.open[d.side] != nil {
		return d.asked - 1
	}
	return d.asked
}

// parted reports whether a side's row can go on, whatever becomes of the other one's.
func (t *Table) parted() bool {
	return t.row != nil && !t.row.over && (t.row.desks[0].ready() || t.row.desks[1].ready())
}

// together panics where a row is played: what is done there for both sides would hang on
// which of them has answered first.
func (t *Table) together(what string) {
	if t.row != nil && t.row.at != nil {
		panic("adjudicator: Table." + what + " in a row of secret questions, which is for one side alone: it belongs behind Apart")
	}
}

// Sealed reports whether an answer to what is open now stays secret until the other side
// is through: the sides are asked at once, or each has its row.
func (s *Session) Sealed() bool { return !s.ended && s.table.sealed }

// sealedTape parts the tape of the turn in what is left if some sides have answered nothing of
// what both were asked in secret, and the answers that are then missing, in their order. The
// sealed answers of a side are its last ones.
func (s *Session) sealedTape(sides ...Side) (left, sealed []taped) {
	var missing [2]int
	for _, side := range sides {
		missing[side] = s.table.sealedBy(side)
	}
	n := len(s.tape)
	for ; n > 0 && missing != [2]int{}; n-- {
		x := s.tape[n-1]
		if x.answer != nil && missing[x.side] > 0 {
			missing[x.side]--
			sealed = append([]taped{x}, sealed...)
			continue
		}
		left = append([]taped{x}, left...)
	}
	return append(s.tape[:n:n], left...), sealed
}

// sealedBy is how many answers a side has given that the other has not yet seen, and must
// not, since it is not through itself.
func (t *Table) sealedBy(side Side) int {
	switch {
	case !t.sealed:
		return 0
	case t.row != nil:
		return t.row.desks[side].answered()
	case t.open[side] == nil && t.open[side.Other()] != nil:
		return 1
	}
	return 0
}

// rewind plays the turn again up to the beginning of the row of secret questions that is
// open, as far as some sides are concerned, and returns what they have answered there since.
// Orders, events and dice stay as they are. The error wraps [ErrNotForked] if the turn cannot
// be played again, and nothing has changed then.
func (s *Session) rewind(sides ...Side) (sealed []taped, err error) {
	tape, sealed := s.sealedTape(sides...)
	if len(sealed) == 0 {
		return nil, nil
	}
	g, err := s.beginning()
	if err != nil {
		return nil, err
	}
	was := s.table
	s.stop()
	s.replayed(g, tape, &was)
	t := &s.table
	if s.broken == nil && (s.ended || t.row == nil) {
		s.broken = notTheSame(s.turn)
	}
	t.follow(&was)
	t.dice, t.rehearsing, t.events = was.dice, was.rehearsing, was.events
	return sealed, s.broken
}

// giveAgain gives the answers of a row once more, each side's as long as they are legal. A
// side whose answers have become another's is asked again from there.
func (s *Session) giveAgain(sealed []taped) {
	var lost [2]bool
	for _, x := range sealed {
		q := s.Asked(x.side)
		if lost[x.side] = lost[x.side] || q == nil || !s.table.sealed; lost[x.side] {
			continue
		}
		a := bound(s.game, x.answer)
		if lost[x.side] = q.Form.Check(a) != nil; lost[x.side] {
			continue
		}
		if s.accept(x.side, a); s.table.parted() {
			s.resume()
		}
	}
}
