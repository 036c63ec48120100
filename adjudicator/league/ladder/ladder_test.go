package ladder

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

var day = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func on(d int) time.Time { return day.AddDate(0, 0, d) }

func ladder(t testing.TB, names string, change func(*Rules)) *Ladder {
	t.Helper()
	r := Default()
	if change != nil {
		change(&r)
	}
	l, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range strings.Split(names, "") {
		if err := l.Join(n, 0, day); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func order(l *Ladder) (s string) {
	for _, p := range l.Players {
		s += p.Name
	}
	return s
}

// number is that of the challenge between two, 0 if there is none.
func number(l *Ladder, challenger, challenged string) int {
	for _, c := range l.Challenges {
		if c.Challenger == challenger && c.Challenged == challenged {
			return c.Number
		}
	}
	return 0
}

func challenge(t testing.TB, l *Ladder, challenger, challenged string, at time.Time) {
	t.Helper()
	_, err := l.Challenge(challenger, challenged, at)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhoMayBeChallenged(t *testing.T) {
	l := ladder(t, "abcdefg", func(r *Rules) { r.AtOnce = 1 })
	challenge(t, l, "d", "c", on(1))
	var got []string
	for _, r := range l.List("g", on(1)) {
		got = append(got, r.Challenged+":"+string(r.Why))
	}
	if want := []string{"a:too-far", "b:too-far", "c:busy", "d:busy", "e:", "f:"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, c := range []struct {
		one, other string
		want       Why
	}{{"a", "b", Below}, {"a", "a", Himself}, {"d", "c", Open}, {"d", "b", YouAreBusy}, {"z", "a", YouAreNot}, {"a", "z", NotThere}} {
		var r *Refusal
		if _, err := l.Challenge(c.one, c.other, on(1)); !errors.As(err, &r) || r.Why != c.want || !errors.Is(err, ErrChallenge) {
			t.Errorf("%s challenges %s: %v", c.one, c.other, err)
		}
	}
}

func TestTheWinnerTakesThePlace(t *testing.T) {
	l := ladder(t, "abcdef", nil)
	challenge(t, l, "e", "b", on(1))
	if _, err := l.End(number(l, "e", "b"), Ending{Winner: "e", Turns: 9}, on(2)); !errors.Is(err, ErrChallenge) {
		t.Errorf("ended before it was accepted: %v", err)
	}
	must(t, l.Accept(number(l, "e", "b"), on(8)))
	moves, err := l.End(number(l, "e", "b"), Ending{Winner: "e", Turns: 9}, on(20))
	if err != nil || order(l) != "aebcdf" || len(moves) != 1 || moves[0] != (Move{"e", 5, 2, "won"}) {
		t.Errorf("%s %v %v", order(l), moves, err)
	}
	if r := l.May("b", "e", on(49)); r.Why != Lately || !r.Until.Equal(on(50)) {
		t.Errorf("%+v", r)
	}
	if r := l.May("b", "e", on(50)); r.Why != Allowed {
		t.Errorf("%+v", r)
	}
	half := ladder(t, "abcdef", func(r *Rules) { r.HalfWay = true })
	challenge(t, half, "e", "b", on(1))
	must(t, half.Accept(number(half, "e", "b"), on(1)))
	if _, err := half.End(number(half, "e", "b"), Ending{Winner: "e", Turns: 9}, on(2)); err != nil || order(half) != "abecdf" {
		t.Errorf("half-way: %s %v", order(half), err)
	}
	if len(half.Ranked()) != 2 {
		t.Errorf("ranked: %v", half.Ranked())
	}
}

func TestPlacesLost(t *testing.T) {
	l := ladder(t, "abcd", nil)
	challenge(t, l, "c", "a", on(1))
	if moves := l.Tick(on(8)); moves != nil {
		t.Errorf("on the seventh day: %v", moves)
	}
	if err := l.Accept(number(l, "c", "a"), on(9)); !errors.Is(err, ErrChallenge) {
		t.Errorf("accepted too late: %v", err)
	}
	if moves := l.Tick(on(9)); len(moves) != 1 || order(l) != "cabd" || moves[0].Because != "timeout" {
		t.Errorf("not answered: %v %s", moves, order(l))
	}
	challenge(t, l, "d", "b", on(10))
	if _, err := l.Decline(number(l, "d", "b"), "b", on(10)); err != nil || order(l) != "cadb" {
		t.Errorf("declined: %s %v", order(l), err)
	}
	challenge(t, l, "b", "d", on(41))
	must(t, l.Accept(number(l, "b", "d"), on(41)))
	if _, err := l.Decline(number(l, "b", "d"), "b", on(42)); err != nil || order(l) != "cadb" {
		t.Errorf("the last calls it off: %s %v", order(l), err)
	}
	challenge(t, l, "a", "c", on(43))
	if moves, err := l.Decline(number(l, "a", "c"), "a", on(43)); err != nil || order(l) != "cdab" || moves[0].Because != "cancelled" {
		t.Errorf("one above the last calls it off: %s %v", order(l), err)
	}
	if moves := l.Tick(on(61)); moves != nil {
		t.Errorf("all are idle, and yet: %v", moves)
	}
}

// What a club has cost nothing costs nothing; what is put off is lost later; who was absent
// loses no place before his time, and who waits for an answer none at all.
func TestFreeAndPutOff(t *testing.T) {
	l := ladder(t, "abcd", func(r *Rules) { r.Declined, r.Unanswered, r.Cancelled = Free, Free, Free })
	for _, by := range []string{"a", "b"} {
		challenge(t, l, "b", "a", on(1))
		_, err := l.Decline(number(l, "b", "a"), by, on(1))
		must(t, err)
		l.last = map[meeting]time.Time{}
	}
	challenge(t, l, "b", "a", on(1))
	l.Tick(on(20))
	if order(l) != "abcd" || len(l.Challenges) != 0 {
		t.Errorf("%s, %d challenges", order(l), len(l.Challenges))
	}
	l = ladder(t, "abcd", nil)
	challenge(t, l, "b", "a", on(1))
	must(t, l.Postpone(number(l, "b", "a"), on(30)))
	must(t, l.Spare("c", on(90)))
	if next, ok := l.Next(); l.Tick(on(30)) != nil || !ok || !next.Equal(on(30)) {
		t.Errorf("before the time that it was put off to: %s, next at %s", order(l), next)
	}
	if l.Tick(on(31)); order(l) != "bacd" {
		t.Errorf("behind it: %s", order(l))
	}
	challenge(t, l, "d", "b", on(60))
	must(t, l.Postpone(number(l, "d", "b"), on(110)))
	if l.Tick(on(89)); order(l) != "bcad" { // b since day 31, a since the start, d waits
		t.Errorf("on the 89th day: %s", order(l))
	}
	if l.Tick(on(91)); order(l) != "bacd" {
		t.Errorf("on the 91st day: %s", order(l))
	}
	if err := l.Postpone(9, on(99)); !errors.Is(err, ErrChallenge) {
		t.Errorf("put off: %v", err)
	}
	l.Rules.Idle = 0
	if l.Challenges = nil; l.Due(on(999)) {
		t.Error("somebody drops on a ladder on which nobody does")
	}
}

// Who waits for an answer, or plays, loses no place for not playing; who only owes one does.
func TestTheActiveKeepTheirPlace(t *testing.T) {
	l := ladder(t, "abc", nil)
	challenge(t, l, "b", "a", on(1))
	must(t, l.Postpone(number(l, "b", "a"), on(100)))
	if l.Tick(on(61)); order(l) != "bac" {
		t.Errorf("while b waits for the answer of a: %s", order(l))
	}
}

// Who is idle goes down below the next who is not; the idle keep their order.
func TestIdle(t *testing.T) {
	l := ladder(t, "abcdef", nil)
	challenge(t, l, "f", "d", on(10))
	must(t, l.Accept(number(l, "f", "d"), on(10)))
	if _, err := l.End(number(l, "f", "d"), Ending{Winner: "", Turns: 9}, on(30)); err != nil {
		t.Fatal(err)
	}
	if l.Tick(on(60)); order(l) != "abcdef" {
		t.Errorf("on the sixtieth day: %s", order(l))
	}
	if moves := l.Tick(on(61)); order(l) != "dabcfe" || len(moves) != 4 {
		t.Errorf("%s %v", order(l), moves)
	}
	if moves := l.Tick(on(61)); moves != nil {
		t.Errorf("once more: %v", moves)
	}
}

// Whatever happens, everybody has one place, and nobody more challenges than he may.
func TestLadderHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		l, err := New(Rules{Reach: 1 + rnd.IntN(5), Answer: 7 * 24 * time.Hour, Again: 20 * 24 * time.Hour, AtOnce: 1 + rnd.IntN(3), Idle: 60 * 24 * time.Hour, HalfWay: rnd.IntN(2) == 0, LeastTurn: 2, Declined: Place, Unanswered: Free, Cancelled: Place})
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Split("abcdefghij", "")
		here := map[string]bool{}
		for d := range 300 {
			a, b := names[rnd.IntN(10)], names[rnd.IntN(10)]
			switch rnd.IntN(8) {
			case 0:
				if l.Join(a, 0, on(d)) == nil {
					here[a] = true
				}
			case 1:
				if rnd.IntN(5) == 0 {
					if _, err := l.Leave(a, on(d)); err == nil {
						delete(here, a)
					}
				}
			case 2, 3, 4:
				_, _ = l.Challenge(a, b, on(d)) // refused or not
			default:
				if len(l.Challenges) > 0 {
					c := l.Challenges[rnd.IntN(len(l.Challenges))]
					switch rnd.IntN(4) {
					case 0:
						_, _ = l.Decline(c.Number, c.Challenged, on(d))
					case 1:
						_ = l.Accept(c.Number, on(d))
					default:
						_, _ = l.End(c.Number, Ending{Winner: c.Challenger, Turns: rnd.IntN(9)}, on(d))
					}
				}
			}
			l.Tick(on(d))
			if len(l.Players) != len(here) {
				t.Fatalf("%d places for %d players", len(l.Players), len(here))
			}
			for _, p := range l.Players {
				if !here[p.Name] || l.open(p.Name) > l.Rules.AtOnce {
					t.Fatalf("%s has %d challenges of %d", p.Name, l.open(p.Name), l.Rules.AtOnce)
				}
				if on(d).Sub(p.Idle) > l.Rules.Idle && !l.Active(p.Name) {
					t.Fatalf("%s is idle since %v", p.Name, p.Idle)
				}
			}
		}
	})
}

// A ruling on an old result puts everybody where he would be had the game ended so; what was
// done after it stands.
func TestReplay(t *testing.T) {
	acts := []Act{}
	for i, name := range strings.Split("abcde", "") {
		acts = append(acts, Act{What: Joins, Player: name, At: on(0).Add(time.Duration(i))})
	}
	acts = append(acts, Act{What: Challenges, Player: "e", Other: "b", At: on(1)}, Act{What: Accepts, Number: 1, At: on(1)},
		Act{What: Ends, Number: 1, Ending: Ending{Winner: "e", Turns: 9}, At: on(9)},
		Act{What: Challenges, Player: "c", Other: "e", At: on(10)}, Act{What: Passes, At: on(18)})
	once, err := New(Default())
	must(t, err)
	for _, a := range acts {
		_, err := once.Do(a)
		must(t, err)
	}
	again, err := Replay(Default(), acts)
	if must(t, err); order(again) != "aceb"+"d" || order(once) != order(again) {
		t.Errorf("played %s, replayed %s", order(once), order(again))
	}
	acts[7].Ending.Winner = "b" // then c, who challenged e from below, is above him already
	ruled, err := Replay(Default(), acts)
	if must(t, err); order(ruled) != "abcde" {
		t.Errorf("ruled: %s", order(ruled))
	}
	acts[7].Ending = Ending{Void: true, Winner: "e"}
	void, err := Replay(Default(), acts)
	if must(t, err); order(void) != "acebd" || len(void.Ranked()) != 0 || void.Rank("e") != 0 {
		t.Errorf("void: %s, ranked %v", order(void), void.Ranked())
	}
}

// Who leaves gives up what he is challenged to.
func TestLeave(t *testing.T) {
	l := ladder(t, "abcd", nil)
	challenge(t, l, "d", "b", on(1))
	challenge(t, l, "b", "a", on(1))
	moves, err := l.Leave("b", on(2))
	if err != nil || order(l) != "adc" || len(moves) != 1 || moves[0] != (Move{"d", 4, 2, "left"}) || len(l.Challenges) != 0 {
		t.Errorf("%s %v %v", order(l), moves, err)
	}
	if must(t, l.Join("e", 1, on(3))); l.May("e", "d", on(3)).Why != Allowed {
		t.Error("e may challenge")
	}
	challenge(t, l, "e", "d", on(3))
	if r := l.May("e", "c", on(3)); r.Why != YouAreBusy {
		t.Errorf("e wants one game at once: %+v", r)
	}
}
