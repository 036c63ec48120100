package chart

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator"
)

// A sheet is one page of A4 with nothing but shapes on it, the same bytes each time: no
// font, no picture, no link, no script and no date.
func TestSheet(t *testing.T) {
	o := Options{Title: "L’Hellespont · « janvier »", Names: nameIn("fr")}
	file, err := theatre().Sheet(stand(t, midgame), storm, o, "fr")
	if err != nil {
		t.Fatal(err)
	}
	again, err := theatre().Sheet(stand(t, midgame), storm, o, "fr")
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("drawn again it is something else: %v", err)
	}
	if len(file) > 150_000 {
		t.Errorf("it has %d bytes", len(file))
	}
	head, content := sheetOf(t, file)
	for _, want := range []string{"/MediaBox[0 0 595.28 841.89]", "/Count 1", "/Lang(fr)", "<FEFF004C2019"} {
		if !strings.Contains(head, want) {
			t.Errorf("it has no %s", want)
		}
	}
	for _, alien := range []string{"/Font", "/URI", "/XObject", "/JavaScript", "/CreationDate", "/Annots"} {
		if strings.Contains(head, alien) {
			t.Errorf("it has a %s", alien)
		}
	}
	if q, Q := len(regexp.MustCompile(`(?m)^q `).FindAllString(content, -1)), len(regexp.MustCompile(`(?m)^Q$`).FindAllString(content, -1)); q != Q || q < 100 {
		t.Errorf("%d states are kept and %d given back", q, Q)
	}
	if strings.Count(content, "f\n") < 500 || strings.Count(content, "S\n") < 100 {
		t.Errorf("%d areas and %d lines are not a map", strings.Count(content, "f\n"), strings.Count(content, "S\n"))
	}
	lost := adjudicator.View{Zones: []adjudicator.ZoneView{{Zone: adjudicator.Term{Kind: "zone", ID: "Z99"}}}}
	if _, err := theatre().Sheet(lost, nil, o, "fr"); !errors.Is(err, ErrUnknownZone) {
		t.Error("a zone that is not on the board is drawn")
	}
}

// sheetOf parts a sheet into its objects and what is drawn, and checks where it says that its
// objects are.
func sheetOf(t *testing.T, file []byte) (head, content string) {
	t.Helper()
	start, end := bytes.Index(file, []byte("stream\n"))+7, bytes.Index(file, []byte("\nendstream"))
	z, err := zlib.NewReader(bytes.NewReader(file[start:end]))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`).FindAllSubmatch(file, -1) {
		at, _ := strconv.Atoi(string(m[1]))
		if want := strconv.Itoa(i+1) + " 0 obj"; !bytes.HasPrefix(file[at:], []byte(want)) {
			t.Errorf("at %d there is no %q", at, want)
		}
	}
	return string(file[:start]) + string(file[end:]), string(data)
}

// On paper the sides are told apart by light and dark alone: their counters and the words on
// them, and land, water and difficult ground from what is written there.
func TestSheetWithoutColour(t *testing.T) {
	grey := func(i ink) int {
		rgb := printed[i]
		return int(299*(rgb>>16&255)+587*(rgb>>8&255)+114*(rgb&255)) / 1000
	}
	for _, pair := range [][2]ink{{blueFill, redFill}, {blueFill, blueInk}, {redFill, redInk}, {clear, lettering}, {rough, lettering},
		{sea, waterText}, {strait, waterText}, {paper, lettering}, {clear, coast}, {clear, frontier}, {sea, seaway}} {
		if abs := max(grey(pair[0])-grey(pair[1]), grey(pair[1])-grey(pair[0])); abs < 100 {
			t.Errorf("inks %d and %d are %d apart in black and white", pair[0], pair[1], abs)
		}
	}
}

// What a pen has drawn is found again from its outline, and nothing else is taken for it.
func TestRetrace(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		l := line{pt(length(rnd.IntN(50000)), length(rnd.IntN(50000)))}
		for range 1 + rnd.IntN(20) {
			last := l[len(l)-1]
			l = append(l, last.Add(pt(length(rnd.IntN(4000)-2000), length(rnd.IntN(4000)-2000))))
		}
		pen := length(40 + rnd.IntN(600))
		lines, wide, _, ok := retrace(stroke(l, pen, false))
		if !ok || len(lines) != 1 || abs(wide-pen) > 4 {
			t.Fatalf("a line of %d points and width %d: %v, %d lines of width %d", len(l), pen, ok, len(lines), wide)
		}
		for i := range l {
			if !near(lines[0][min(i, len(lines[0])-1)], l[i]) && len(lines[0]) == len(l) {
				t.Fatalf("point %d of a line is at %v, want %v", i, lines[0][i], l[i])
			}
		}
	}
	if _, _, _, ok := retrace(path{{pt(0, 0), pt(900, 100), pt(1500, 900), pt(-200, 700)}}); ok {
		t.Error("a quadrangle is taken for a line")
	}
	if _, _, _, ok := retrace(path{disc(pt(0, 0), 640)}); ok {
		t.Error("a disc is taken for a line")
	}
}

// What is cropped to a frame lies within it, and covers the same pixels of it.
func TestCrop(t *testing.T) {
	frame := box(100, 100, 900, 700)
	low, high := frame[0], frame[2]
	star := line{pt(-500, 300), pt(400, -800), pt(2000, 350), pt(500, 1800)}
	for _, q := range cropArea(star, low, high) {
		if q.X < low.X || q.Y < low.Y || q.X > high.X || q.Y > high.Y {
			t.Errorf("%v lies outside", q)
		}
	}
	if l := cropArea(line{pt(-50, -50), pt(-10, -50), pt(-10, 1000)}, low, high); len(l) > 2 {
		t.Errorf("of what lies outside there is %v left", l)
	}
	pieces := cropLine(line{pt(0, 0), pt(50, 50), pt(500, 400), pt(1000, 400), pt(2000, 400), pt(2000, 9000), pt(500, 650)}, low, high)
	if len(pieces) != 2 {
		t.Errorf("a line that comes back is %v", pieces)
	}
}
