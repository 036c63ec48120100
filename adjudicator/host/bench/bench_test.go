package bench

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
	"keryx/store/storetest/ramdisk"
)

// register makes the game known that the tests play.
var register = sync.OnceValue(func() adjudicator.Ruleset {
	if err := hellespont.Opener.Register(""); err != nil {
		panic(err)
	}
	return hellespont.Default()
})

func TestMain(m *testing.M) { os.Exit(ramdisk.Tests(m)) }

// TestMeasures plays small benches: every figure is there, and what was played was played.
func TestMeasures(t *testing.T) {
	rules := register()
	cost, err := Mails(t.Context(), rules, 4, 1)
	if err != nil || cost.Mails != 4 || len(cost.All) != 4 || len(cost.Full) == 0 || cost.Bytes < 1000 || cost.Small == 0 {
		t.Errorf("%+v: %v", cost, err)
	}
	flow, err := Through(t.Context(), rules, 2, 1, 1)
	if err != nil || flow.Orders != 2 || flow.Letters < 2 || flow.OrdersPerSecond() <= 0 {
		t.Errorf("%+v: %v", flow, err)
	}
	echo, err := Echoes(t.Context(), rules, 2, 1)
	if err != nil || len(echo.Raw) != 2 || len(echo.Mail) != 2 {
		t.Errorf("%+v: %v", echo, err)
	}
	grown, err := Grow(t.Context(), rules, 30, 1)
	if err != nil || grown.Games != 30 || grown.Start <= 0 || grown.Memory == 0 {
		t.Errorf("%+v: %v", grown, err)
	}
	start, _ := Curves([]Growth{grown})
	for _, curve := range []Curve{cost.Curve(), Workers([]Flow{flow}), start} {
		var picture bytes.Buffer
		if err := curve.PNG(&picture); err != nil {
			t.Error(err)
		} else if _, err := png.Decode(&picture); err != nil {
			t.Errorf("%s: %v", curve.Title, err)
		}
	}
	if err := (Curve{Title: "nothing"}).PNG(&bytes.Buffer{}); !errors.Is(err, ErrNoPoints) {
		t.Errorf("a curve without points: %v", err)
	}
	var table bytes.Buffer
	rows := append(append(cost.Rows(), flow.Rows()...), append(echo.Rows(), grown.Rows()...)...)
	if err := Write(&table, rows, true); err != nil || strings.Count(table.String(), "\n") != len(rows)+2 {
		t.Errorf("%v:\n%s", err, &table)
	}
}

// TestCopiesHold: the games that a grown club is made of replay from their ledgers.
func TestCopiesHold(t *testing.T) {
	c, err := openClub(t.Context(), t.TempDir(), register(), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if _, err := c.found(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.multiply(t.Context(), 12); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Host.Games.Replay(t.Context(), "hel-12"); err != nil || r.Turns != 1 {
		t.Errorf("%+v: %v", r, err)
	}
}

func TestFormat(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "-", 1: "1ns", 1234567 * time.Nanosecond: "1.23ms", 61234 * time.Millisecond: "1m1.2s"} {
		if got := format(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}
