package screen

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"strings"
	"unicode"
)

// coloured writes to a terminal, and sets off what a person looks for first: headings, and the words that say how
// something stands. It looks at the lines as they are printed, so that every command is the same without it.
type coloured struct {
	to   io.Writer
	rest []byte // the beginning of a line whose end was not written yet
}

// The colours, as terminals name them; each ends with plain.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	plainT = "\x1b[0m"
)

// gradeColours are the words at the beginning of a line that say how something stands.
var gradeColours = []struct{ word, colour string }{
	{"ok ", green}, {"warning ", yellow}, {"FAULT ", bold + red}, {"keryx: ", bold + red},
}

// colours reports whether what is written to a place may have colours: it is a terminal that has them, and its owner
// has not said that he wants none (https://no-color.org).
func colours(to io.Writer) bool {
	return IsTerminal(to) && os.Getenv("NO_COLOR") == "" && cmp.Or(os.Getenv("TERM"), "dumb") != "dumb"
}

// WithColours is a writer to a place, with colours if it may have them.
func WithColours(to io.Writer) io.Writer {
	if colours(to) {
		return &coloured{to: to}
	}
	return to
}

// Write implements [io.Writer]. A line goes out when it ends; what asks a question ends with none, and goes out at
// once.
func (c *coloured) Write(text []byte) (int, error) {
	whole := append(c.rest, text...)
	end := bytes.LastIndexByte(whole, '\n') + 1
	var out strings.Builder
	for line := range strings.Lines(string(whole[:end])) {
		out.WriteString(setOff(line))
	}
	c.rest = nil
	if tail := whole[end:]; couldBeGrade(string(tail)) {
		c.rest = append(c.rest, tail...)
	} else {
		out.Write(tail)
	}
	if _, err := io.WriteString(c.to, out.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// flush writes what is left of a line that never ended.
func (c *coloured) flush() error {
	rest := c.rest
	c.rest = nil
	_, err := c.to.Write(rest)
	return err
}

// couldBeGrade reports whether a line that goes on may begin with one of the words that have a colour.
func couldBeGrade(line string) bool {
	for _, g := range gradeColours {
		if line != "" && strings.HasPrefix(g.word, line) {
			return true
		}
	}
	return false
}

// setOff is a line with its colours.
func setOff(line string) string {
	for _, g := range gradeColours {
		if rest, is := strings.CutPrefix(line, g.word); is {
			return g.colour + strings.TrimRight(g.word, " ") + plainT + " " + rest
		}
	}
	text := strings.TrimRight(line, "\n")
	if heading(text) {
		return bold + text + plainT + line[len(text):]
	}
	return line
}

// heading reports the line of headings of a table, "GAME  SIDE  DEADLINE", or that of a group of commands, "Play:".
func heading(line string) bool {
	if group, is := strings.CutSuffix(line, ":"); is {
		return group != "" && unicode.IsUpper([]rune(group)[0]) && !strings.ContainsAny(group, ".;") && len(group) < 32
	}
	return strings.Contains(line, "  ") && strings.ToUpper(line) == line && strings.ToLower(line) != line && !strings.ContainsAny(line, "0123456789.")
}
