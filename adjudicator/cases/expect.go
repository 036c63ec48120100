package cases

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
)

// expect compares the game with what a line says of it.
func (t *Trial) expect(l Line) error {
	switch l.Word {
	case "told", "untold", "asked", "refused", "offered", "unoffered", "noted", "answered", "phase", "way", "noway":
		if t.session == nil {
			return fmt.Errorf("nothing is played yet")
		}
	}
	switch l.Word {
	case "refused":
		return t.expectFault(l.Rest)
	case "told":
		return t.expectTold(l.Rest)
	case "untold":
		if slices.ContainsFunc(t.session.Events(), func(e adjudicator.Event) bool { return tells(e, l.Rest) }) {
			return fmt.Errorf("it was told")
		}
		return nil
	case "asked":
		return t.expectAsked(l.Rest)
	case "offered", "unoffered":
		return t.expectOffered(l.Rest, l.Word == "offered")
	case "way", "noway":
		return t.expectWay(l.Rest, l.Word == "way")
	case "noted":
		return t.expectNoted(l.Rest)
	case "answered":
		return t.expectAnswered(l.Rest)
	case "phase":
		return Same([]string{l.Rest}, []string{t.session.Phase()})
	case "result":
		return t.expectResult(l.Rest)
	}
	if known, err := t.stage.Expect(l); known || err != nil {
		return err
	}
	return fmt.Errorf("a case has no line %q here", l.Word)
}

// expectResult compares how the game ended, and why if the line says "because KEY".
func (t *Trial) expectResult(text string) error {
	r := t.game.Result()
	if r == nil {
		return fmt.Errorf("the game is not over")
	}
	text, want, why := strings.Cut(text, " because ")
	if err := Same([]string{text}, []string{outcome(t.rules, r)}); err != nil || !why {
		return err
	}
	var got []string
	for _, p := range r.Why {
		got = append(got, p.Key[strings.LastIndex(p.Key, ".")+1:])
	}
	return Same(strings.Fields(want), got)
}

// of is the side that a line begins with, and the rest of the line.
func (t *Trial) of(text string) (adjudicator.Side, string, error) {
	id, rest, _ := strings.Cut(text, " ")
	side, err := t.side(id)
	return side, rest, err
}

// askedOf is what is asked of the side that a line begins with, and the rest of the line.
func (t *Trial) askedOf(text string) (*adjudicator.Question, string, error) {
	side, rest, err := t.of(text)
	if err != nil {
		return nil, "", err
	}
	q := t.session.Asked(side)
	if q == nil {
		return nil, "", fmt.Errorf("%s is asked nothing", t.rules.Info().Sides[side])
	}
	return q, rest, nil
}

// expectOffered looks for an answer, or for all that begin alike, among those that are proposed to a side, in canonical words.
func (t *Trial) expectOffered(text string, want bool) error {
	q, words, err := t.askedOf(text)
	if err != nil {
		return err
	}
	var all []string
	for _, c := range q.Form.Choices() {
		all = append(all, c.Words.Canonical())
	}
	found := slices.ContainsFunc(all, func(s string) bool { return s == words || strings.HasPrefix(s, words+" ") })
	if found != want {
		return fmt.Errorf("offered are %s", strings.Join(all, "; "))
	}
	return nil
}

// expectNoted compares what is noted of an answer that is proposed: "SIDE Name=value ANSWER".
func (t *Trial) expectNoted(text string) error {
	q, rest, err := t.askedOf(text)
	if err != nil {
		return err
	}
	want, rest := cutArgs(rest)
	for _, c := range q.Form.Choices() {
		if c.Words.Canonical() == rest {
			if holdArgs(c.Note.Args, want) {
				return nil
			}
			return fmt.Errorf("noted is %v", c.Note.Args)
		}
	}
	return fmt.Errorf("it is not offered")
}

// expectAnswered compares the last answer of a side, in canonical words.
func (t *Trial) expectAnswered(text string) error {
	side, words, err := t.of(text)
	if err != nil {
		return err
	}
	last := ""
	for _, a := range t.session.Answers() {
		if a.Side == side {
			last = a.Words.Canonical()
		}
	}
	return Same([]string{words}, []string{last})
}

// outcome is how a game ended, as a case writes it.
func outcome(rules Rules, r *adjudicator.Result) string {
	if r.Winner == adjudicator.Observer {
		return r.Level
	}
	return r.Level + " " + rules.Info().Sides[r.Winner]
}

func (t *Trial) expectFault(text string) error {
	words := strings.Fields(text)
	for i, d := range t.faults {
		if d.Code == words[0] && holdArgs(d.Args, words[1:]) {
			t.faults = slices.Delete(slices.Clone(t.faults), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("the faults are %v", t.faults)
}

// expectTold finds an event after those that told lines have found before.
func (t *Trial) expectTold(text string) error {
	events := t.session.Events()
	for i := t.seen; i < len(events); i++ {
		if tells(events[i], text) {
			t.seen = i + 1
			return nil
		}
	}
	var rest []string
	for _, e := range events[t.seen:] {
		key, _ := eventKey(e.Public)
		rest = append(rest, fmt.Sprintf("%s %v", key, e.Public.Args))
	}
	return fmt.Errorf("not told; told since: %s", strings.Join(rest, "; "))
}

// tells reports whether an event, or what it tells one side, is "KEY Name=value". "Rule" and "Depth" are the
// event's own.
func tells(e adjudicator.Event, text string) bool {
	words := strings.Fields(text)
	for _, p := range [...]adjudicator.Phrase{e.Public, e.Private[0], e.Private[1]} {
		args := append(slices.Clone(p.Args), "Rule", e.Rule, "Depth", e.Depth)
		if key, _ := eventKey(p); key == words[0] && holdArgs(args, words[1:]) {
			return true
		}
	}
	return false
}

// eventKey is the key of a phrase behind whose event it is, so that a case stays as it is
// when a text goes from a game to its family. It reports whether the phrase is of an event.
func eventKey(p adjudicator.Phrase) (string, bool) {
	if _, key, ok := strings.Cut(p.Key, ".event."); ok {
		return key, true
	}
	return p.Key, false
}

// holdArgs reports whether arguments of a text hold all of "Name=value", lists
// written with commas.
func holdArgs(args []any, want []string) bool {
	for _, w := range want {
		name, value, _ := strings.Cut(w, "=")
		found := false
		for i := 0; i+1 < len(args); i += 2 {
			found = found || args[i] == name && written(args[i+1]) == value
		}
		if !found {
			return false
		}
	}
	return true
}

// written is an argument as a case writes it.
func written(v any) string {
	switch v := v.(type) {
	case adjudicator.Term:
		return v.ID
	case adjudicator.Terms:
		return commas(v)
	case adjudicator.Either:
		return commas(v)
	case adjudicator.Path:
		return commas(v)
	case adjudicator.Phrase:
		var parts []string
		for i := 1; i < len(v.Args); i += 2 {
			parts = append(parts, written(v.Args[i]))
		}
		return strings.Join(parts, ":")
	case []adjudicator.Phrase:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = written(v[i])
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}

func commas(terms []adjudicator.Term) string {
	var ids []string
	for _, t := range terms {
		ids = append(ids, t.ID)
	}
	return strings.Join(ids, ",")
}

// expectAsked compares what is asked of a side, and arguments of the question.
func (t *Trial) expectAsked(text string) error {
	side, rest, err := t.of(text)
	if err != nil {
		return err
	}
	asked := func(s adjudicator.Side) string {
		if q := t.session.Asked(s); q != nil {
			return q.Kind
		}
		return "nothing"
	}
	kind, args, _ := strings.Cut(rest, " ")
	if got := asked(side); got != kind {
		return fmt.Errorf("asked is %s, and of the other side %s", got, asked(side.Other()))
	}
	if q := t.session.Asked(side); q != nil && !holdArgs(q.Prompt.Args, strings.Fields(args)) {
		return fmt.Errorf("asked is %v", q.Prompt.Args)
	}
	return nil
}
