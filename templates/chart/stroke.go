package chart

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// A sign is a list of strokes. Each is a line of words: its colour, what it does, and the
// points of its outline.
//
//	ink, fill, edge, white    the colour: that of words on a counter of its side, of the
//	                          counter, of its rim; or white
//	pen:2.6                   draw the outline with a pen that wide instead of filling it
//	rim:5                     fill what lies that far around the outline
//	-30,4                     a corner
//	curve:0,9:20,5:6          a bend towards the first place to the second, in so many
//	                          pieces; "start" is where the outline began
//	arc:0,0:18:60:100         points of a circle: middle, radius, from and to in 64ths of a
//	                          turn to the right, beginning in the east
//	disc:0,0:18               a circle: middle, radius
type strokes []func(b brush, l livery)

//go:embed signs/kit.toml
var signsFile string

// errStroke tells what is wrong with a stroke.
var errStroke = errors.New("not a stroke")

// maxStrokes and maxWords bound what a sign can be made of, maxPieces a bend of it.
const (
	maxStrokes = 100
	maxWords   = 200
	maxPieces  = 64
)

// readSigns reads the signs that pictures know, and those that come with a geometry, which
// go before.
func readSigns(own map[string][]string) (map[string]strokes, error) {
	var known struct {
		Sign map[string][]string `toml:"sign"`
	}
	if _, err := toml.Decode(signsFile, &known); err != nil {
		return nil, fmt.Errorf("chart: the signs: %w", err)
	}
	all := make(map[string]strokes)
	for _, from := range []map[string][]string{known.Sign, own} {
		for _, name := range slices.Sorted(maps.Keys(from)) {
			sign, err := readSign(from[name])
			if err != nil {
				return nil, fmt.Errorf("chart: %w: sign %q: %w", ErrLook, plain(name, 20), err)
			}
			all[name] = sign
		}
	}
	return all, nil
}

func readSign(lines []string) (s strokes, err error) {
	if len(lines) > maxStrokes {
		return nil, fmt.Errorf("%w: %d of them, %d are allowed", errStroke, len(lines), maxStrokes)
	}
	for _, text := range lines {
		draw, err := readStroke(strings.Fields(text))
		if err != nil {
			return nil, fmt.Errorf("%w: %q", err, plain(text, 60))
		}
		s = append(s, draw)
	}
	return s, nil
}

// inks are the colours of strokes.
var inks = map[string]func(livery) ink{
	"ink":   func(l livery) ink { return l.ink },
	"fill":  func(l livery) ink { return l.fill },
	"edge":  func(l livery) ink { return l.edge },
	"white": func(livery) ink { return white },
}

func readStroke(words []string) (func(brush, livery), error) {
	if len(words) < 2 || len(words) > maxWords {
		return nil, errStroke
	}
	colour, ok := inks[words[0]]
	if !ok {
		return nil, fmt.Errorf("%w: no colour %q", errStroke, words[0])
	}
	tool, width := "", 0.0
	if name, rest, _ := strings.Cut(words[1], ":"); name == "pen" || name == "rim" {
		n, err := numbers(rest, 1)
		if err != nil {
			return nil, err
		}
		tool, width, words = name, n[0], words[1:]
	}
	var outline []func(brush, line) line
	for _, word := range words[1:] {
		step, err := readStep(word)
		if err != nil {
			return nil, err
		}
		outline = append(outline, step)
	}
	if len(outline) == 0 {
		return nil, fmt.Errorf("%w: no outline", errStroke)
	}
	return func(b brush, l livery) {
		var way line
		for _, step := range outline {
			way = step(b, way)
		}
		switch tool {
		case "pen":
			b.pen(colour(l), width, way...)
		case "rim":
			b.fill(colour(l), path{way}.outline(b.u(width*b.k)))
		default:
			b.fill(colour(l), path{way})
		}
	}, nil
}

// readStep reads one word of an outline.
func readStep(word string) (func(brush, line) line, error) {
	name, rest, _ := strings.Cut(word, ":")
	switch name {
	case "curve":
		toStart := strings.Contains(rest, ":start:")
		n, err := numbers(strings.Replace(rest, ":start:", ":0,0:", 1), 5)
		if err != nil || n[4] < 1 || n[4] > maxPieces {
			return nil, errors.Join(errStroke, err)
		}
		return func(b brush, way line) line {
			if len(way) == 0 {
				return way
			}
			end := b.v(n[2], n[3])
			if toStart {
				end = way[0]
			}
			return way.curve(way[len(way)-1], b.v(n[0], n[1]), end, int64(n[4]))
		}, nil
	case "arc":
		n, err := numbers(rest, 5)
		if err != nil || n[3] < 0 || n[4] < n[3] || n[4]-n[3] > maxPieces {
			return nil, errors.Join(errStroke, err)
		}
		return func(b brush, way line) line {
			for i := int(n[3]); i <= int(n[4]); i += 4 {
				way = append(way, around(b.v(n[0], n[1]), b.u(n[2]*b.k), i))
			}
			return way
		}, nil
	case "disc":
		n, err := numbers(rest, 3)
		if err != nil {
			return nil, err
		}
		return func(b brush, way line) line { return append(way, disc(b.v(n[0], n[1]), b.u(n[2]*b.k))...) }, nil
	}
	n, err := numbers(word, 2)
	if err != nil {
		return nil, err
	}
	return func(b brush, way line) line { return append(way, b.v(n[0], n[1])) }, nil
}

// numbers reads so many numbers, each of a size that a sign can have.
func numbers(text string, want int) ([]float64, error) {
	var all []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ':' }) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || !(n >= -100 && n <= 100) {
			return nil, fmt.Errorf("%w: %q is not a number from -100 to 100", errStroke, word)
		}
		all = append(all, n)
	}
	if len(all) != want {
		return nil, fmt.Errorf("%w: %d numbers in %q, want %d", errStroke, len(all), text, want)
	}
	return all, nil
}
