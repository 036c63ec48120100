package order

import (
	"fmt"

	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/orders"
)

// Use is what the Advantage is used for (8).
type Use uint8

const (
	NoUse      Use = iota // a stratagem is played instead
	UsePoints             // two points more in B.1
	UseInvert             // the initiative changes hands
	UseRecover            // a weakened unit recovers
	UseReturn             // an eliminated land unit or leader comes back
)

// UseWords are the words for the uses of the Advantage.
var UseWords = map[Use]string{UsePoints: "points", UseInvert: "initiative", UseRecover: "recover", UseReturn: "return"}

// OmenWords are the words for what omens can be used as.
var OmenWords = map[field.Omen]string{field.OmenAdvantage: "advantage", field.OmenDraw: "draw", field.OmenReinforce: "reinforcements",
	field.OmenRecover: "recover"}

// OmenOf returns what an order wants the omens to be used as, whose word is that of
// [OmenWords].
func OmenOf(word string) field.Omen {
	for as, id := range OmenWords {
		if id == word {
			return as
		}
	}
	return field.Plain
}

// omenNamed returns what a word as written wants them to be used as.
func omenNamed(lex *orders.Lexicon, word string) field.Omen {
	for as, id := range OmenWords {
		if slices.Contains(lex.Keywords(id), word) {
			return as
		}
	}
	return field.Plain
}

// PlayVerbs are the verbs of stratagems and the Advantage.
var PlayVerbs = []Verb{
	{"play", ReadPlay},
	{"use", readUse},
}

// PlayOrder is "play S16 on" a leader, "play S6 at T17", "play S22 for draw", or
// "use advantage to recover T10w at M5".
type PlayOrder struct {
	Number field.StratagemNo
	Use    Use
	Word   string // what good omens are used as, in folded form
	Force  Force
	Zones  []Place
	Span   orders.Span
}

// Wants implements [adjudicator.Wanting]: the text that is to be played.
func (o PlayOrder) Wants() adjudicator.Term {
	return adjudicator.Term{Kind: "stratagem", ID: fmt.Sprintf("S%d", o.Number)}
}

// ReadPlay reads what follows "play": a stratagem, and what it is aimed at.
func ReadPlay(r *Reader) adjudicator.Order {
	o := PlayOrder{}
	o.Number, o.Span = r.Stratagem()
	readTarget(r, &o)
	return o
}

func readUse(r *Reader) adjudicator.Order {
	o := PlayOrder{Span: r.Span()}
	r.Require("advantage")
	r.Take("to")
	r.Take("for")
	for u, word := range UseWords {
		if r.Take(word) {
			o.Use = u
		}
	}
	if o.Use == NoUse && len(r.Faults) == 0 {
		r.Need("points", "initiative", "recover", "return")
	}
	readTarget(r, &o)
	return o
}

// readTarget reads what a stratagem is aimed at: units, leaders and zones in any
// order, with small words between them.
func readTarget(r *Reader, o *PlayOrder) {
	for len(r.Faults) == 0 && !r.Done() {
		switch {
		case r.Take("on"), r.Take("at"), r.Take("from"), r.Take("to"), r.Take("for"), r.Take("and"), r.TakeComma():
		case r.AtNameOf(field.LeaderKind) || r.atForce() && !r.afterPlaceWord():
			f := r.optionalForce()
			o.Force.Items = append(o.Force.Items, f.Items...)
			o.Force.Leaders = append(o.Force.Leaders, f.Leaders...)
			o.Force.Span = o.Force.Span.Join(f.Span)
		case r.AtNameOf(field.ZoneKind):
			o.Zones = append(o.Zones, r.Zone())
		case o.Number == r.P.Roles.Omens && o.Word == "":
			t, _ := r.Next()
			if o.Word = t.Fold; omenNamed(r.Lex, o.Word) != field.Plain {
				o.Word = OmenWords[omenNamed(r.Lex, o.Word)]
			}
		default:
			r.Fail(r.End())
			r.Rest()
		}
	}
}

// afterPlaceWord reports whether the word before is one that a zone follows, since
// T10 and T4 are zones as well as units.
func (r *Reader) afterPlaceWord() bool {
	mark := r.Mark()
	if mark == 0 {
		return false
	}
	r.Reset(mark - 1)
	defer r.Reset(mark)
	return r.At("at") || r.At("from")
}
