package leagues_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"
)

// A challenge of two games moves nobody before both have ended; then the points of both count.
func TestLadderSwapped(t *testing.T) {
	h := newHill(t, 4, `"alternate"`, `"swapped"`)
	h.hears(h.mails("Denis", "défier climb Anna"), "Anna: you play two games, with the sides swapped")
	h.hears(h.mails("Anna", "accept climb 1"), "Anna: 1-1-1-2")
	h.in(0)
	for _, winner := range []string{"Denis", "Denis"} {
		if n := len(running(h.club)); n != 1 || h.order() != "Anna Bert Chloé Denis" {
			t.Fatalf("%d games run, the order is %s", n, h.order())
		}
		h.play(winner)
		got := h.in(0)
		if h.order() == "Anna Bert Chloé Denis" {
			h.hears(got, "Anna: Places change when the other game of this challenge has ended", "Denis: Les places changeront")
		} else {
			h.hears(got, "Anna: You go down from place 1 to place 2", "Denis: Vous montez de la place 4 à la place 1")
		}
	}
	if h.order() != "Denis Anna Bert Chloé" {
		t.Errorf("the order: %s", h.order())
	}
}

// Where sides are bid for, the game begins when both have bid, or their time is over; nobody sees a
// bid before.
func TestLadderBids(t *testing.T) {
	h := newHill(t, 4, `sides = "alternate"`, `sides = "bids"`, `grace = "3d"`, `bids = "2d"`)
	h.mails("Denis", "défier climb Anna")
	h.hears(h.mails("Anna", "accept climb 1"), "Anna: Both of you now bid for the side", "Denis: chacun fait une offre")
	h.hears(h.mails("Denis", "offre climb 1-1-1 north 77"), "Denis: est scellée")
	for _, ask := range []string{"ladder climb", "fixtures climb", "news climb", "results climb"} {
		if got := h.mails("Anna", ask); strings.Contains(hosttest.Texts(t, got), "77") {
			t.Errorf("%s shows the bid: %s", ask, hosttest.Texts(t, got))
		}
	}
	h.in(1)
	if len(running(h.club)) != 0 {
		t.Fatal("a game began with one bid")
	}
	h.hears(h.pass(h.club.Time.Add(25*time.Hour)), "Anna: 77 victory points", "Denis: joue Nord")
	if len(running(h.club)) != 1 {
		t.Error("no game began when the time for bids was over")
	}
}
