// Package graph draws lines over time as SVG, such as the ratings of players. It knows no club.
package graph

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"time"
)

// Curve is a line of a chart.
type Curve struct {
	Label  string
	Points []Point // in their order
}

// Point is a value at a time.
type Point struct {
	At    time.Time
	Value float64
}

// The measures of a chart, in pixels.
const (
	chartWidth, chartHeight                    = 760, 380
	chartLeft, chartRight, chartTop, chartFoot = 52, 190, 14, 34
	labelHeight                                = 15
	maxCurves                                  = 8 // more of them nobody tells apart
	longestLabel                               = 24
)

// How lines are told apart without their colours: by dashes, by their marks, and by the names at
// their ends.
var (
	curveColours = [maxCurves]string{"#1f4e8c", "#9c2a1c", "#1d5a2a", "#6b4a00", "#5a2a7a", "#00606a", "#7a1f57", "#44443c"}
	curveDashes  = [maxCurves]string{"", "7 3", "2 3", "10 3 2 3", "", "7 3", "2 3", "10 3 2 3"}
)

// Draw draws lines over time as SVG, or returns nil if there is nothing to draw. It says
// all with attributes, so that it is the same under a policy that allows no styles.
func Draw(lines []Curve) []byte {
	lines = lines[:min(len(lines), maxCurves)]
	c, ok := newChart(lines)
	if !ok {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12" fill="#22221c">`+"\n",
		chartWidth, chartHeight, chartWidth, chartHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", chartWidth, chartHeight)
	c.axes(&b)
	ends := make([]float64, len(lines))
	for i, l := range lines {
		ends[i] = c.y(l.Points[len(l.Points)-1].Value)
	}
	for i, at := range apart(ends) {
		c.line(&b, i, lines[i], at)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// chart is what is drawn in.
type chart struct {
	from, to  time.Time
	low, high float64
	step      float64 // between two lines of the grid
}

// newChart measures out a chart; it reports false if there are no points.
func newChart(lines []Curve) (c chart, ok bool) {
	c.low, c.high = math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		if len(l.Points) == 0 {
			return c, false
		}
		for _, p := range l.Points {
			if c.from.IsZero() || p.At.Before(c.from) {
				c.from = p.At
			}
			if p.At.After(c.to) {
				c.to = p.At
			}
			c.low, c.high = min(c.low, p.Value), max(c.high, p.Value)
		}
	}
	if len(lines) == 0 {
		return c, false
	}
	c.step = 25
	for (c.high-c.low)/c.step > 8 {
		c.step *= 2
	}
	c.low, c.high = math.Floor(c.low/c.step)*c.step, math.Ceil(c.high/c.step)*c.step
	if c.high == c.low {
		c.high += c.step
	}
	if !c.to.After(c.from) {
		c.from = c.to.AddDate(0, 0, -1)
	}
	return c, true
}

func (c chart) x(at time.Time) float64 {
	return chartLeft + float64(at.Sub(c.from))/float64(c.to.Sub(c.from))*(chartWidth-chartLeft-chartRight)
}

func (c chart) y(value float64) float64 {
	return chartHeight - chartFoot - (value-c.low)/(c.high-c.low)*(chartHeight-chartTop-chartFoot)
}

// axes draws the grid with its numbers, and the first and the last day.
func (c chart) axes(b *bytes.Buffer) {
	for v := c.low; v <= c.high; v += c.step {
		fmt.Fprintf(b, `<path d="M%d %.1fH%d" stroke="#c9bfa5"/><text x="%d" y="%.1f" text-anchor="end">%.0f</text>`+"\n",
			chartLeft, c.y(v), chartWidth-chartRight, chartLeft-6, c.y(v)+4, v)
	}
	for i, at := range []time.Time{c.from, c.from.Add(c.to.Sub(c.from) / 2), c.to} {
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="%s">%s</text>`+"\n", c.x(at), chartHeight-12, []string{"start", "middle", "end"}[i], at.UTC().Format(time.DateOnly))
	}
}

// line draws the i-th line with its marks, and its name at a height.
func (c chart) line(b *bytes.Buffer, i int, l Curve, height float64) {
	colour := curveColours[i]
	fmt.Fprintf(b, `<path fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s" d="`, colour, cmp.Or(curveDashes[i], "none"))
	for n, p := range l.Points {
		fmt.Fprintf(b, "%c%.1f %.1f", "ML"[min(n, 1)], c.x(p.At), c.y(p.Value))
	}
	b.WriteString("\"/>\n")
	for _, p := range l.Points {
		c.mark(b, i, c.x(p.At), c.y(p.Value))
	}
	last := l.Points[len(l.Points)-1]
	end := float64(chartWidth - chartRight)
	fmt.Fprintf(b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width=".7"/>`, c.x(last.At), c.y(last.Value), end+10, height, colour)
	c.mark(b, i, end+14, height)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", end+22, height+4, colour, html.EscapeString(shortened(l.Label, longestLabel)))
}

// mark draws the mark of the i-th line: a disc, a square, a triangle, a diamond, and then the
// same hollow.
func (c chart) mark(b *bytes.Buffer, i int, x, y float64) {
	fill := curveColours[i]
	if i >= 4 {
		fill = "#ffffff"
	}
	form := [4]string{"M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "M-3-3h6v6h-6z", "M0-4L4 3H-4z", "M0-4.5L4 0L0 4.5L-4 0z"}[i%4]
	fmt.Fprintf(b, `<path transform="translate(%.1f %.1f)" fill="%s" stroke="%s" d="%s"/>`+"\n", x, y, fill, curveColours[i], form)
}

// apart moves the heights of names so far that none covers another.
func apart(heights []float64) []float64 {
	order := make([]int, len(heights))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case heights[a] < heights[b]:
			return -1
		case heights[a] > heights[b]:
			return 1
		}
		return 0
	})
	out := slices.Clone(heights)
	for n, i := range order {
		if n > 0 {
			out[i] = max(out[i], out[order[n-1]]+labelHeight)
		}
	}
	bottom := float64(chartHeight - chartFoot)
	for n := len(order) - 1; n >= 0; n-- {
		i := order[n]
		out[i] = min(out[i], bottom)
		bottom = out[i] - labelHeight
	}
	return out
}

// shortened is a text of at most so many characters.
func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
