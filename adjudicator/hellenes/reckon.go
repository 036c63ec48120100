package hellenes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// A question about chances, in the words of orders:
//
//	odds battle SIDE BLOCKS against BLOCKS [at ZONE] {, landing | strait | steps SIDE BLOCK NUMBER}
//	odds assault SIDE BLOCKS against [BLOCKS] [garrison] {, treachery | strife | steps ...}
//	odds starve SIDE [BLOCKS] [garrison] in SEASON {, hunger | steps ...}
//	odds storm SIDE BLOCKS in SEASON [lines NUMBER] {, steps ...}
//	odds march SIDE BLOCKS
//	odds peace NUMBER
//
// The blocks named first are those of the side named: who attacks, starves, sails or marches. They are at full strength
// unless a situation or the question says otherwise.
type question struct {
	*reader
	statement *orders.Statement
	steps     [2][blocks]int
	side      adjudicator.Side // who is named
	sides     [2]fog.Set       // blocks, of that side and of its enemy
	garrison  bool
	zone      board.Zone
	season    int
	number    int
	clauses   map[string]bool
}

// askedOdds are the kinds of questions, each with what answers it.
var askedOdds = []struct {
	kind   string
	read   func(q *question)
	answer func(q *question) adjudicator.Reckoning
}{
	{"battle", (*question).readBattle, (*question).battle},
	{"assault", (*question).readAssault, (*question).assault},
	{"starve", (*question).readStarve, (*question).starve},
	{"storm", (*question).readStorm, (*question).storm},
	{"march", (*question).readForce, (*question).march},
	{"peace", (*question).readNumber, (*question).peace},
}

// Reckon implements [adjudicator.Reckoner].
func (r *Rules) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	q := &question{reader: &reader{&adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: r.lexicon}, r}, statement: s, zone: nowhere, clauses: map[string]bool{}}
	if err := q.know(at); err != nil {
		return adjudicator.Reckoning{}, nil, err
	}
	q.Take("odds-ruleset")
	for _, x := range askedOdds {
		if !q.Take("odds-" + x.kind) {
			continue
		}
		if x.read(q); len(q.Faults) == 0 {
			q.readClauses()
		}
		if len(q.Faults) == 0 {
			q.Fail(q.End())
		}
		if len(q.Faults) > 0 {
			return adjudicator.Reckoning{}, q.Faults, nil
		}
		answer := x.answer(q)
		return answer, q.Faults, nil
	}
	return adjudicator.Reckoning{}, []*orders.Diagnostic{orders.UnknownAt(s, q.Span(), "odds-kind")}, nil
}

// know takes the strength of blocks from the position in which is asked, as far as its side knows it.
func (q *question) know(at adjudicator.Position) error {
	for side := range q.steps {
		for p := range blocks {
			q.steps[side][p] = q.rules.data.Blocks[side][p].VC
		}
	}
	if at.Data == nil || at.Side == nobody {
		return nil
	}
	var k Knowledge
	if err := json.Unmarshal(at.Data, &k); err != nil {
		return fmt.Errorf("a position to reckon with: %w", err)
	}
	if k.Own != nil {
		for p, vc := range k.Own.Steps {
			if p < blocks && vc > 0 {
				q.steps[at.Side][p] = vc
			}
		}
	}
	enemy := at.Side.Other()
	for n, may := range k.Bands[enemy].May {
		if vc := k.Bands[enemy].Mark[n]; len(may) == 1 && vc > 0 && may[0] < blocks {
			q.steps[enemy][may[0]] = vc
		}
	}
	return nil
}

// refuse says that a question cannot be answered so.
func (q *question) refuse(code string, args ...any) {
	q.Fail(orders.IllegalAt(q.statement, q.statement.Span(), code, "", args...))
}

// readSide reads the side that is named first.
func (q *question) readSide() {
	e, d := q.TakeName(q.Lex, data.SideKind)
	q.Fail(d)
	q.side = adjudicator.Side(max(0, slices.Index(sides, e.ID)))
}

// readForce reads a side and its blocks.
func (q *question) readForce() {
	if q.readSide(); len(q.Faults) == 0 {
		q.sides[0] = q.blocks()
	}
}

// readGarrison reads blocks and a garrison, of which one may be left out.
func (q *question) readGarrison(i int) {
	if q.AtNameOf(data.BlockKind) {
		q.sides[i] = q.blocks()
	}
	if q.garrison = q.Take("odds-garrison"); !q.garrison && q.sides[i] == 0 && len(q.Faults) == 0 {
		q.sides[i] = q.blocks() // which says what is missing
	}
}

func (q *question) readBattle() {
	if q.readForce(); len(q.Faults) > 0 {
		return
	}
	if q.Require("odds-against"); len(q.Faults) > 0 {
		return
	}
	if q.sides[1] = q.blocks(); q.Take("at") {
		q.zone = q.reader.zone()
	}
}

func (q *question) readAssault() {
	if q.readForce(); len(q.Faults) > 0 {
		return
	}
	if q.Require("odds-against"); len(q.Faults) == 0 {
		q.readGarrison(1)
	}
}

// readSeason reads "in winter".
func (q *question) readSeason() {
	if len(q.Faults) > 0 {
		return
	}
	if q.Require("odds-in"); len(q.Faults) > 0 {
		return
	}
	e, d := q.TakeName(q.Lex, data.SeasonKind)
	q.Fail(d)
	for i := range seasons {
		if data.Season(i).String() == e.ID {
			q.season = i
		}
	}
}

func (q *question) readStarve() {
	if q.readSide(); len(q.Faults) == 0 {
		q.readGarrison(0)
	}
	q.readSeason()
}

func (q *question) readStorm() {
	q.readForce()
	q.readSeason()
	if q.number = 1; len(q.Faults) == 0 && q.Take("odds-lines") {
		q.readNumber()
	}
}

func (q *question) readNumber() {
	n, d := q.TakeNumber()
	q.Fail(d)
	q.number = min(n, 99)
}

// readClauses reads what comes behind commas.
func (q *question) readClauses() {
	for q.TakeComma() && len(q.Faults) == 0 {
		if q.Take("odds-steps") {
			q.readSteps()
			continue
		}
		known := false
		for _, word := range []string{"landing", "strait", "treachery", "strife", "hunger"} {
			if q.Take("odds-" + word) {
				q.clauses[word], known = true, true
			}
		}
		if !known {
			q.Fail(orders.UnknownAt(q.statement, q.Span(), "odds-clause"))
		}
	}
}

// readSteps reads "sparta 22 2": a block with so many VC.
func (q *question) readSteps() {
	e, d := q.TakeName(q.Lex, data.SideKind)
	if q.Fail(d); d != nil {
		return
	}
	side := max(0, slices.Index(sides, e.ID))
	e, d = q.TakeName(q.Lex, data.BlockKind)
	if q.Fail(d); d != nil {
		return
	}
	n, d := q.TakeNumber()
	if q.Fail(d); d != nil {
		return
	}
	p, _ := strconv.Atoi(e.ID)
	if most := q.rules.data.Blocks[side][p-1].VC; n < 1 || n > most {
		q.refuse("no-such-number", "Least", 1, "Most", most)
		return
	}
	q.steps[side][p-1] = n
}

var _ adjudicator.Reckoner = (*Rules)(nil)
