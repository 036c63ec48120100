package post

import (
	"keryx/templates"
)

// How many bytes a letter should have at the most, as it goes over the wire: where it would have
// more its pictures are drawn smaller. A game of many turns sends hundreds of letters, which are
// lighter: 150 kB with header, invitations and signature, and 200 for the first and for the position that somebody asks for.
const (
	maxLetter  = 250_000
	LongLetter = 146_000
	longFirst  = 196_000
	manyTurns  = 30 // a game that can have so many turns is long
)

// LimitOf is how many bytes the letter of a report should have at the most.
func LimitOf(r *templates.Report) int {
	switch {
	case r.View.Last < manyTurns:
		return maxLetter
	case r.Kind == templates.Welcome || r.Kind == templates.Waiting:
		return longFirst
	}
	return LongLetter
}

// A Lightening makes the pictures of a report smaller by a step; it reports false, and changes
// nothing, where it has made them as small as they may be.
type Lightening func(*templates.Report) (bool, error)

// RenderLight renders a report with its pictures as small as its letter has to have them.
func RenderLight(r *templates.Report, lighter Lightening) (templates.Letter, error) {
	for {
		rendered, err := templates.Render(*r)
		if err != nil || lighter == nil || weight(rendered) <= LimitOf(r) {
			return rendered, err
		}
		if smaller, err := lighter(r); err != nil || !smaller {
			return rendered, err
		}
	}
}

// weight is about how many bytes a letter has on the wire: a quarter more of text than
// there are characters, for accents and line ends, and four bytes for three of a file.
func weight(l templates.Letter) int {
	bytes := (len(l.Text) + len(l.HTML)) * 5 / 4
	for _, file := range l.Attachments {
		bytes += len(file.Data) * 11 / 8
	}
	return bytes
}
