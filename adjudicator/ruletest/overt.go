package ruletest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// alike makes two games that a side cannot tell apart, and has both played on with answers of
// its enemy that look the same to it ([adjudicator.Overt]) and with its own. As long as nothing is
// shown it must not learn which of them it is in: by what is told, by what it sees, by whether
// or when it is asked.
func (f *forker) alike(p *place, side adjudicator.Side, rnd *rand.Rand) error {
	if _, ok := p.session.Game().(adjudicator.Overt); !ok {
		return nil
	}
	for standing := range adjudicator.Side(2) {
		if p.session.Standing(standing, orders.English) != "" {
			return nil // which would answer in one of them alone, or show something unseen
		}
	}
	if p.session.Sealed() && p.session.Asked(side.Other()) == nil {
		return nil // the enemy has answered already, and what he would answer in the other game is not known
	}
	f.alikes.tried++
	l := &looks{forker: f, side: side, rnd: rnd}
	var err error
	if l.games[0], err = p.session.Copy(); err != nil {
		return err
	}
	defer l.games[0].Close()
	if l.games[1], err = p.session.Fork(side, random(p.seed, 19)); err != nil {
		return err
	}
	defer l.games[1].Close()
	dicing := l.rnd.Uint64()
	for i, s := range l.games {
		s.Redice(dice.NewQuick(random(dicing, 3)))
		l.told[i] = len(s.Events())
	}
	return l.live()
}

// looks are two games that a side cannot tell apart.
type looks struct {
	*forker
	side  adjudicator.Side
	rnd   *rand.Rand
	games [2]*adjudicator.Session
	told  [2]int
}

// live plays them on until something is shown, or for a while.
func (l *looks) live() error {
	for range 12 {
		if err := l.enemy(); err != nil || l.games[0] == nil {
			return err
		}
		if l.games[0].Ended() {
			return nil
		}
		a := l.games[0].Asked(l.side).Form.Sample(l.rnd)
		if l.seenOf(0, l.side, a) == "" {
			l.alikes.shown++
			return nil // it is about to be shown something
		}
		for _, s := range l.games {
			own := bound(s, a)
			if err := s.Asked(l.side).Form.Check(own); err != nil {
				return fmt.Errorf("what it may answer hangs on what is hidden from it: %w", err)
			}
			if err := s.Answer(l.side, own); err != nil {
				return err
			}
		}
	}
	return nil
}

// alikes are the games that were made to look the same to a side.
type alikes struct {
	tried    int
	compared int // how often they were, behind answers of the enemy that look the same
	shown    int // games given up where Overt says nothing of the next answer
	unlike   int // and where the enemy has none in one of them that looks as in the other
}

// few tells why so few were compared.
func (a alikes) few(wanted int) string {
	return fmt.Sprintf("games that look the same to a side were compared %d times, and %d are wanted: %d were begun, %d ended where Overt is empty for the next answer, and %d where the enemy had no answer that looks as in the other game",
		a.compared, wanted, a.tried, a.shown, a.unlike)
}

// seenOf is what the enemy of a side sees of its answer in one of the games.
func (l *looks) seenOf(i int, side adjudicator.Side, a adjudicator.Answer) string {
	return l.games[i].Game().(adjudicator.Overt).Overt(side, a)
}

// enemy has the enemy answer in both games until the side is asked, so that it looks the same.
// Where he cannot the games are given up; so they are where something is shown.
func (l *looks) enemy() error {
	for {
		if l.games[0].Sealed() != l.games[1].Sealed() {
			return l.different("both sides are asked in secret in one of them alone")
		}
		row, before := l.games[0].Sealed(), l.waits()
		if !row && before[0] != before[1] {
			return l.different("whether it has to wait for its enemy")
		}
		var first, second course
		ok, err := l.course(0, row, &first, nil)
		if err == nil && ok {
			ok, err = l.course(1, row, &second, &first)
		}
		if err != nil {
			return err
		}
		if !ok {
			l.games[0] = nil
			return nil
		}
		if err := l.compare(); err != nil {
			return err
		}
		if l.waits() == [2]bool{} {
			return nil
		}
	}
}

// waits tells in which of the games the side waits for its enemy.
func (l *looks) waits() (waits [2]bool) {
	for i, s := range l.games {
		waits[i] = !s.Ended() && s.Asked(l.side) == nil
	}
	return waits
}

// course is what the enemy has answered, and what the side sees of it.
type course struct {
	seen    []string
	answers []adjudicator.Answer
}

// course has the enemy answer what he is asked in one of the games: his part of what both are
// asked in secret, or else one question. With as, it is made to look so. False if it cannot, or
// something would be shown.
func (l *looks) course(i int, row bool, c, as *course) (ok bool, err error) {
	s, enemy := l.games[i], l.side.Other()
	for n := 0; n == 0 || row; n++ {
		q := s.Asked(enemy)
		if q == nil || s.Ended() || !row && s.Asked(l.side) != nil || row && (!s.Sealed() || n > l.Answers) {
			break
		}
		a, look := l.choose(i, q, c, as)
		if a == nil {
			return false, nil
		}
		if c.answers = append(c.answers, a); look != adjudicator.Unseen {
			c.seen = append(c.seen, look)
		}
		if err := s.Answer(enemy, a); err != nil {
			return false, err
		}
		if row && s.Asked(l.side) == nil && !s.Sealed() {
			break
		}
	}
	return as == nil || len(c.seen) == len(as.seen), nil
}

// choose looks for an answer of the enemy of which the side sees what it is to see: first that
// of the other game, then any.
func (l *looks) choose(i int, q *adjudicator.Question, c, as *course) (adjudicator.Answer, string) {
	const tries = 60
	for try := range tries {
		a := q.Form.Sample(l.rnd)
		switch {
		case try == 0 && as != nil && len(c.answers) < len(as.answers) && l.rnd.IntN(3) != 0:
			if same := bound(l.games[i], as.answers[len(c.answers)]); q.Form.Check(same) == nil {
				a = same
			}
		case try == tries-1:
			a = q.Form.Default()
		}
		switch look := l.seenOf(i, l.side.Other(), a); {
		case look == "":
			if as == nil {
				l.alikes.shown++
				return nil, ""
			}
		case look == adjudicator.Unseen, as == nil, len(c.seen) < len(as.seen) && as.seen[len(c.seen)] == look:
			return a, look
		}
	}
	l.alikes.unlike++
	return nil, ""
}

// compare wants the side to see the same in both games, and to have been told the same.
func (l *looks) compare() error {
	var seen, told [2]string
	for i, s := range l.games {
		who := "nobody"
		switch {
		case s.Asked(l.side) != nil:
			who = l.info.Sides[l.side]
		case s.Ended():
			who = "the next day's"
		}
		seen[i] = text([]any{s.Game().View(l.side), l.question(s, l.side), s.Phase(), who, s.Ended()})
		var phrases []adjudicator.Phrase
		for _, e := range s.Events()[l.told[i]:] {
			if phrase, any := e.For(l.side); any {
				phrases = append(phrases, phrase)
			}
		}
		b, err := json.Marshal(phrases)
		if err != nil {
			panic(fmt.Sprintf("an event does not encode: %v", err))
		}
		told[i], l.told[i] = string(b), len(s.Events())
	}
	l.alikes.compared++
	if told[0] != told[1] {
		return l.different("what it is told:\n" + apart(told[0], told[1]))
	}
	if seen[0] != seen[1] {
		return l.different("what it sees, or whether it is asked:\n" + apart(seen[0], seen[1]))
	}
	return nil
}

// different is the fault of games that can be told apart.
func (l *looks) different(by string) error {
	return fmt.Errorf("two games that differ in what is hidden from it were played on with answers that look the same to it (Overt), and it can tell them apart by %s", by)
}
