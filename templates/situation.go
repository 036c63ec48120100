package templates

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"keryx/adjudicator"
)

// SituationVersion is the version of situation.json that this program writes. It
// changes when a field is taken away or comes to mean something else; a program that
// reads the file must not mind new fields.
const SituationVersion = 1

// Situation is situation.json: what a player may know of his game, for programs of
// his own. It is made from the same view as the rest of the letter, and holds nothing
// more. situation.md describes every field for players.
type Situation struct {
	Version  int    `json:"version"`  // [SituationVersion]
	Game     string `json:"game"`     // "hel-7"
	Ruleset  string `json:"ruleset"`  // "hellespont"
	Scenario string `json:"scenario"` // "10.1"
	// Options are the readings of rules that the game was created with, where any were
	// chosen.
	Options map[string]string `json:"options,omitempty"`

	Side    string `json:"side"`    // whose view it is: "athens"; "observer" for nobody's
	Turn    string `json:"turn"`    // the name of the turn, in the reader's language
	Answers string `json:"answers"` // the report code that orders must answer

	Deadline *time.Time      `json:"deadline,omitempty"` // UTC
	Asked    *SituationAsked `json:"asked,omitempty"`    // absent if nothing is asked
	// Standing are the reader's standing orders in force, as text.
	Standing string `json:"standing,omitempty"`

	// Balance holds a number for each side: ports, force points, supply, and what
	// else the ruleset counts.
	Balance []SituationBalance `json:"balance"`
	// Position is the ruleset's own account of the map.
	Position json.RawMessage `json:"position"`
}

// SituationAsked is the question that waits for an answer.
type SituationAsked struct {
	Kind    string   `json:"kind"` // "spend"
	Rule    string   `json:"rule"` // "B.3.1"
	Choices []string `json:"choices,omitempty"`
}

// SituationBalance is one row of the balance.
type SituationBalance struct {
	ID    string         `json:"id"`    // "ports"
	Sides map[string]int `json:"sides"` // by side
}

// ErrSituation reports a file that is no situation, or one of a later version.
var ErrSituation = errors.New("not a situation.json that can be read")

// maxSituation bounds a situation.json, in bytes.
const maxSituation = 1 << 20

// ReadSituation reads a situation.json. Its errors match [ErrSituation].
func ReadSituation(r io.Reader) (Situation, error) {
	var s Situation
	err := json.NewDecoder(io.LimitReader(r, maxSituation)).Decode(&s)
	switch {
	case err != nil:
		return s, fmt.Errorf("%w: %w", ErrSituation, err)
	case s.Version < 1 || s.Ruleset == "" || len(s.Position) == 0:
		return s, fmt.Errorf("%w: version, ruleset or position is missing", ErrSituation)
	case s.Version > SituationVersion:
		return s, fmt.Errorf("%w: it is of version %d, and this program knows %d", ErrSituation, s.Version, SituationVersion)
	}
	return s, nil
}

// situation is the situation.json of the letter.
func (b *builder) situation() ([]byte, error) {
	position, err := json.Marshal(b.r.View.Data)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", b.files.Situation, err)
	}
	s := Situation{Version: SituationVersion, Game: b.r.Game, Ruleset: b.r.Ruleset, Scenario: b.r.Scenario, Options: b.r.Options,
		Side: "observer", Turn: b.turnName(), Answers: b.r.Code, Position: position, Balance: []SituationBalance{},
		Standing: b.r.Standing}
	if b.r.Side >= 0 {
		s.Side = b.r.Sides[b.r.Side]
	}
	if !b.r.Deadline.IsZero() {
		deadline := b.r.Deadline.UTC()
		s.Deadline = &deadline
	}
	if q := b.r.Question; q != nil {
		s.Asked = &SituationAsked{Kind: q.Kind, Rule: q.Rule, Choices: b.choiceLines(q)}
	}
	for _, row := range b.r.View.Balance {
		id := row.Name.Key[strings.LastIndexByte(row.Name.Key, '.')+1:]
		s.Balance = append(s.Balance, SituationBalance{ID: id,
			Sides: map[string]int{b.r.Sides[0]: row.Values[0], b.r.Sides[1]: row.Values[1]}})
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", b.files.Situation, err)
	}
	return append(listsInRows(data), '\n'), nil
}

// listsInRows puts each list of nothing but numbers and words into one line of an indented JSON
// text. A game of many pieces tells by such lists where each is and what it may be: a line for each
// of them made most of a letter.
func listsInRows(data []byte) []byte {
	rows := make([]byte, 0, len(data))
	for i := 0; i < len(data); {
		n := 1
		switch data[i] {
		case '"':
			n = wordIn(data[i:])
		case '[':
			if end, row := flatList(data[i:]); end > 0 {
				rows = append(rows, row...)
				i += end
				continue
			}
		}
		rows = append(rows, data[i:i+n]...)
		i += n
	}
	return rows
}

// wordIn is how long the string is that a JSON text begins with.
func wordIn(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\': // what it escapes ends no string
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// flatList is how long the list is that a JSON text begins with, and the list in one line; nothing if
// it holds lists or objects.
func flatList(data []byte) (end int, row []byte) {
	row = append(row, '[')
	for i := 1; i < len(data); {
		n := 1
		switch data[i] {
		case '{', '[':
			return 0, nil
		case ']':
			return i + 1, append(row, ']')
		case '"':
			n = wordIn(data[i:])
			row = append(row, data[i:i+n]...)
		case ',':
			row = append(row, ", "...)
		case ' ', '\n':
		default:
			row = append(row, data[i])
		}
		i += n
	}
	return 0, nil
}

// choiceLines are the orders of the template.
func (b *builder) choiceLines(q *adjudicator.Question) []string {
	if q.Form == nil {
		return nil
	}
	var lines []string
	for _, c := range q.Form.Choices() {
		lines = append(lines, b.Words(c.Words))
	}
	return lines
}
