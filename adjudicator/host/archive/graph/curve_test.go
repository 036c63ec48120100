package graph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// A chart is drawn of whatever there is: one point, equal ones, names that hold marks; no name
// covers another.
func TestCurves(t *testing.T) {
	if Draw(nil) != nil || Draw([]Curve{{Label: "none"}}) != nil {
		t.Error("nothing is drawn")
	}
	one := Curve{"<&> " + strings.Repeat("é", 60), []Point{{noon, 1500}}}
	wellFormed(t, "one", Draw([]Curve{one}))
	var many []Curve
	for i := range 12 {
		many = append(many, Curve{fmt.Sprint("player ", i), []Point{{noon, 1500}, {noon.AddDate(0, i, 0), 1500 + float64(i%3)}}})
	}
	drawn := Draw(many)
	wellFormed(t, "many", drawn)
	if n := bytes.Count(drawn, []byte("player ")); n != maxCurves {
		t.Errorf("%d names", n)
	}
	heights := apart([]float64{300, 300, 10, 345, 345})
	for i := range heights {
		for k := range i {
			if math.Abs(heights[i]-heights[k]) < labelHeight-0.001 {
				t.Errorf("names at %v", heights)
			}
		}
	}
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// wellFormed fails unless an SVG can be read as XML.
func wellFormed(t *testing.T, name string, data []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
