package adjudicator_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"keryx/adjudicator"

	"pgregory.net/rapid"
)

// someValue draws a value that a phrase can have.
func someValue(t *rapid.T, depth int) any {
	text := rapid.StringN(0, 12, -1)
	term := rapid.Custom(func(t *rapid.T) adjudicator.Term { return adjudicator.Term{text.Draw(t, "kind"), text.Draw(t, "id")} })
	terms := func(least int) []adjudicator.Term { return rapid.SliceOfN(term, least, 4).Draw(t, "terms") }
	kinds := 13
	if depth < 2 {
		kinds = 16
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind of value") {
	case 0:
		return text.Draw(t, "text")
	case 1:
		return rapid.IntRange(-1<<40, 1<<40).Draw(t, "number")
	case 2:
		return rapid.Bool().Draw(t, "truth")
	case 3:
		return term.Draw(t, "term")
	case 4:
		return adjudicator.Terms(terms(1))
	case 5:
		return adjudicator.Path(terms(1))
	case 6:
		return adjudicator.Either(terms(1))
	case 7:
		return adjudicator.Faces(rapid.SliceOfN(rapid.IntRange(1, 10), 1, 5).Draw(t, "faces"))
	case 8:
		return adjudicator.Keyword(text.Draw(t, "keyword"))
	case 9:
		return adjudicator.RuleMark(text.Draw(t, "rule"))
	case 10:
		return rapid.SliceOfN(text, 1, 4).Draw(t, "texts")
	case 11:
		return time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "time"), 0).UTC()
	case 12:
		return adjudicator.Wording{text.Draw(t, "English"), text.Draw(t, "French")}
	case 13:
		return somePhrase(t, depth+1)
	case 14:
		return []adjudicator.Phrase{somePhrase(t, depth+1), somePhrase(t, depth+1)}
	}
	return adjudicator.Words{adjudicator.Keyword(text.Draw(t, "verb")), term.Draw(t, "object"), 3}
}

func somePhrase(t *rapid.T, depth int) adjudicator.Phrase {
	p := adjudicator.Phrase{Key: rapid.StringN(1, 12, -1).Draw(t, "key"), Args: []any{}}
	for range rapid.IntRange(0, 3).Draw(t, "values") {
		p.Args = append(p.Args, "Name", someValue(t, depth))
	}
	return p
}

// A phrase comes out of storage as it went in, whatever it speaks of.
func TestStoredPhrases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := somePhrase(t, 0)
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back adjudicator.Phrase
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(p, back) {
			t.Fatalf("%#v is stored as %s and read as %#v (%v)", p, text, back, err)
		}
	})
	// What older ledgers hold.
	for text, want := range map[string]adjudicator.Phrase{
		`{"Key":"why.resigned","Args":["Side",{"Key":"amphipolis.side.sparta","Args":null}]}`: adjudicator.Say("why.resigned", "Side", adjudicator.Phrase{Key: "amphipolis.side.sparta"}),
		`{"Key":"k","Args":["Zone",{"kind":"zone","id":"T4"},"Count",3]}`:                     adjudicator.Say("k", "Zone", adjudicator.Term{"zone", "T4"}, "Count", 3),
		`{"Key":"k","Args":null}`: {Key: "k"},
	} {
		var back adjudicator.Phrase
		if err := json.Unmarshal([]byte(text), &back); err != nil || !reflect.DeepEqual(back, want) {
			t.Errorf("%s is read as %#v (%v)", text, back, err)
		}
		if again, err := json.Marshal(want); err != nil || string(again) != text {
			t.Errorf("%s is written as %s (%v)", text, again, err)
		}
	}
	if _, err := json.Marshal(adjudicator.Say("k", "What", struct{ A int }{1})); !errors.Is(err, adjudicator.ErrPhrase) {
		t.Errorf("a value of an unknown type is stored (%v)", err)
	}
}
