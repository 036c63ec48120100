package bench

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A Curve is a figure over another: what cost grows with.
type Curve struct {
	Title, X, Y string
	Points      []Point
	Wide        bool // X spans powers of ten
	Cloud       bool // the points are single measures, not one line
}

// The size of a picture, for a screen and a README.
const (
	width  = 6 * vg.Inch
	height = 3.5 * vg.Inch
)

// ink is the colour of curves.
var ink = color.RGBA{R: 0x1f, G: 0x4e, B: 0x79, A: 0xff}

// ErrNoPoints reports a curve without any points.
var ErrNoPoints = errors.New("a curve without points")

// PNG draws the curve.
func (c Curve) PNG(w io.Writer) error {
	if len(c.Points) == 0 {
		return fmt.Errorf("%s: %w", c.Title, ErrNoPoints)
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Y.Min = 0
	points := make(plotter.XYs, len(c.Points))
	for i, at := range c.Points {
		points[i] = plotter.XY(at)
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	p.Y.Max = 1.1 * slices.MaxFunc(points, func(a, b plotter.XY) int { return cmp.Compare(a.Y, b.Y) }).Y
	if c.Wide && points[0].X > 0 {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Title, err)
	}
	marks.Color, marks.Radius = ink, vg.Points(2)
	p.Add(plotter.NewGrid(), marks)
	if !c.Cloud {
		line, err := plotter.NewLine(points)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Title, err)
		}
		line.Color, line.Width = ink, vg.Points(1.5)
		p.Add(line)
	}
	picture, err := p.WriterTo(width, height, "png")
	if err != nil {
		return fmt.Errorf("%s: %w", c.Title, err)
	}
	_, err = picture.WriteTo(w)
	return err
}

// Curve is the cost of order mails over the length of their games.
func (m MailCost) Curve() Curve {
	return Curve{Title: "An order mail", X: "ledger entries of the game before it", Y: "processor time, ms", Points: m.Later, Cloud: true}
}

// Curves are the start and the tick of a daemon over the games of its club.
func Curves(clubs []Growth) (start, tick Curve) {
	start = Curve{Title: "Start of the daemon", X: "games", Y: "time until it is at work, ms", Wide: true}
	tick = Curve{Title: "A tick of the daemon", X: "games", Y: "processor time, ms", Wide: true}
	for _, g := range clubs {
		start.Points = append(start.Points, Point{float64(g.Games), milliseconds(g.Start)})
		tick.Points = append(tick.Points, Point{float64(g.Games), milliseconds(g.Tick)})
	}
	return start, tick
}

// Workers is what goes through over the processors that there are.
func Workers(flows []Flow) Curve {
	c := Curve{Title: "Orders from mail to mail", X: "processors", Y: "orders a second"}
	for _, f := range flows {
		c.Points = append(c.Points, Point{float64(f.Processors), f.OrdersPerSecond()})
	}
	return c
}
