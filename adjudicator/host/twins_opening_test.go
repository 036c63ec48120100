package host_test

import (
	"encoding/json"
	"fmt"
	"testing"

	hostclub "keryx/adjudicator/host/club"

	"keryx/adjudicator/host/hosttest"
)

// mostDeals is how often a twin is dealt anew, until it opens as the other does.
const mostDeals = 6

// opensAlike reports whether both games have told the blind side and all others the same, and ask the
// same sides, before anybody has written. A turn may open with throws on which something
// hidden tells, such as supply, which hangs on the points behind a marker: what a throw has shown is
// known to all, so that such games are no twins. What differs without a throw is left to the
// comparison, for nothing has shown it.
func (tw *twins) opensAlike() bool {
	tw.t.Helper()
	var openings [2]opening
	for i, c := range tw.clubs {
		_, now, err := warmAndCold(tw.t.Context(), c.Host, c.Game)
		hosttest.Check(tw.t, err)
		openings[i] = tw.opening(now)
	}
	return !openings[0].rightlyDiffers(openings[1], tw.apart)
}

// opening is what a turn has told before anybody was asked, and who is.
type opening struct {
	told  []string // events, as the blind side and others are told of them
	rolls []bool   // whether each has a throw
	asked string
}

// opening is that of a turn, as the blind side knows it.
func (tw *twins) opening(now playedTurn) (o opening) {
	tw.t.Helper()
	for _, e := range now.Events {
		own, _ := e.For(tw.blind)
		text, err := json.Marshal([]any{e.Phase, e.Rule, e.Public, own, e.Rolls, e.Depth, e.Marks})
		hosttest.Check(tw.t, err)
		o.told, o.rolls = append(o.told, string(text)), append(o.rolls, len(e.Rolls) > 0)
	}
	for side, q := range now.Asked {
		if q != "" {
			o.asked += tw.info.Sides[side] + " "
		}
	}
	return o
}

// rightlyDiffers reports whether openings part behind or at a throw, or, where the enemy has other
// standing orders, behind what these have answered.
func (o opening) rightlyDiffers(p opening, ordered bool) bool {
	same := 0
	for same < min(len(o.told), len(p.told)) && o.told[same] == p.told[same] {
		same++
	}
	if same == len(o.told) && same == len(p.told) && o.asked == p.asked {
		return false
	}
	thrown := ordered
	for _, q := range []opening{o, p} {
		for i, rolls := range q.rolls {
			thrown = thrown || rolls && i <= same
		}
	}
	return thrown
}

// TestTwinsOpenAlike wants twins that differ in what all have seen before anybody was asked dealt
// anew, and what no throw has shown left to the comparison.
func TestTwinsOpenAlike(t *testing.T) {
	none, thrown := []bool{false, false}, []bool{true, false}
	for _, c := range []struct {
		what         string
		a, b         opening
		ordered, may bool
	}{
		{"the same", opening{[]string{"a", "b"}, thrown, "n"}, opening{[]string{"a", "b"}, thrown, "n"}, true, false},
		{"a throw that shows other losses", opening{[]string{"a0", "b"}, thrown, "n"}, opening{[]string{"a1"}, thrown[:1], "n"}, false, true},
		{"what comes behind a throw", opening{[]string{"a", "b"}, thrown, "n"}, opening{[]string{"a", "c"}, thrown, "n"}, false, true},
		{"who is asked behind a throw", opening{[]string{"a"}, thrown[:1], "n"}, opening{[]string{"a"}, thrown[:1], "s"}, false, true},
		{"a secret told before any throw", opening{[]string{"a", "b"}, none, "n"}, opening{[]string{"a", "c"}, none, "n"}, false, false},
		{"a secret told, and thrown later", opening{[]string{"a", "b"}, []bool{false, true}, "n"}, opening{[]string{"c", "b"}, []bool{false, true}, "n"}, false, false},
		{"who is asked, without a throw", opening{nil, nil, "n"}, opening{nil, nil, "s"}, false, false},
		{"who is asked, by a standing order", opening{nil, nil, "n"}, opening{nil, nil, "s"}, true, true},
	} {
		if got := c.a.rightlyDiffers(c.b, c.ordered); got != c.may {
			t.Errorf("%s: may differ %v, want %v", c.what, got, c.may)
		}
		if got := c.b.rightlyDiffers(c.a, c.ordered); got != c.may {
			t.Errorf("%s, the other way round: may differ %v, want %v", c.what, got, c.may)
		}
	}
}

// uneven are games of Perse whose throws for supply came out otherwise in the twin as it was first dealt: an observer's letter
// differed, a substitute's welcome, and who was reminded.
var uneven = []uint64{314249, 314470, 314471}

// TestTwinsAreDealtAnew plays games whose first deal differed in public.
func TestTwinsAreDealtAnew(t *testing.T) {
	even := 0
	for _, seed := range uneven {
		tw := newTwins(t, "perse", seed)
		if err := tw.play(); err != nil {
			t.Errorf("game %d: %v", seed, err)
		}
		if !tw.uneven {
			even++
		}
	}
	if even == 0 {
		t.Error("no game was dealt so that both open alike")
	}
}

// TestTwinsMailsComeInTheirHour has a side of twins write more mails than are worked on in an hour, one an hour.
func TestTwinsMailsComeInTheirHour(t *testing.T) {
	tw := newTwins(t, "ford", 2)
	tw.unseen = true
	for n := range hostclub.Usual().SeatMails + 2 {
		if _, err := tw.both("a standing order", tw.blind, func(_ int, c *hosttest.Club) string {
			return tw.file(c, tw.blind, "standing/reaction: hold", fmt.Sprintf("/# nonce %d", n))
		}); err != nil {
			t.Fatalf("mail %d: %v", n+1, err)
		}
	}
}
