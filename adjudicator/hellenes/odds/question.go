package odds

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/adjudicator/hellenes/view"
	"keryx/orders"
)

// A question about chances, in the words of orders:
//
//	odds battle SIDE BLOCKS against BLOCKS [at ZONE] {, landing | strait | steps SIDE BLOCK NUMBER}
//	odds assault SIDE BLOCKS against [BLOCKS] [garrison] {, treachery | strife | steps ...}
//	odds starve SIDE [BLOCKS] [garrison] [in SEASON] {, hunger | steps ...}
//	odds storm SIDE BLOCKS [in SEASON] [lines NUMBER] {, steps ...}
//	odds march SIDE BLOCKS
//	odds peace NUMBER
//
// The blocks named first are those of the side named: who attacks, starves, sails or marches. They are at full strength
// unless a situation or the question says otherwise; the season may be left out in a situation alone.
type question struct {
	*order.Reader
	statement *orders.Statement
	steps     [2][ground.Blocks]int
	side      adjudicator.Side // who is named
	sides     [2]fog.Set       // blocks, of that side and of its enemy
	garrison  bool
	zone      board.Zone
	season    int // noSeason as long as it is not known
	number    int
	clauses   map[string]bool
}

// noSeason is none.
const noSeason = -1

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
func Reckon(r *ground.Book, at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	q := &question{Reader: order.NewReader(r, s), statement: s, zone: ground.Nowhere, season: noSeason, clauses: map[string]bool{}}
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
		for p := range ground.Blocks {
			q.steps[side][p] = q.Rules.Data.Blocks[side][p].VC
		}
	}
	if at.Data == nil || at.Side == ground.Nobody {
		return nil
	}
	var k view.Knowledge
	if err := json.Unmarshal(at.Data, &k); err != nil {
		return fmt.Errorf("a position to reckon with: %w", err)
	}
	q.be(k.Season)
	if k.Own != nil {
		for p, vc := range k.Own.Steps {
			if p < ground.Blocks && vc > 0 {
				q.steps[at.Side][p] = vc
			}
		}
	}
	enemy := at.Side.Other()
	for n, may := range k.Bands[enemy].May {
		if vc := k.Bands[enemy].Mark[n]; len(may) == 1 && vc > 0 && may[0] < ground.Blocks {
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
	if q.At("at") || q.At("odds-against") || q.AtNameOf(data.BlockKind) || q.AtNameOf(data.ZoneKind) && !q.AtNameOf(data.SideKind) {
		q.Fail(orders.UnknownAt(q.statement, q.Span(), "odds-side"))
		return
	}
	e, d := q.TakeName(q.Lex, data.SideKind)
	q.Fail(d)
	q.side = adjudicator.Side(max(0, slices.Index(ground.Sides, e.ID)))
}

// readForce reads a side and its blocks.
func (q *question) readForce() {
	if q.readSide(); len(q.Faults) == 0 {
		q.sides[0] = q.Blocks()
	}
}

// readGarrison reads blocks and a garrison, of which one may be left out.
func (q *question) readGarrison(i int) {
	if q.AtNameOf(data.BlockKind) {
		q.sides[i] = q.Blocks()
	}
	if q.garrison = q.Take("odds-garrison"); !q.garrison && q.sides[i] == 0 && len(q.Faults) == 0 {
		q.sides[i] = q.Blocks() // which says what is missing
	}
}

func (q *question) readBattle() {
	if q.readForce(); len(q.Faults) > 0 {
		return
	}
	if q.Require("odds-against"); len(q.Faults) > 0 {
		return
	}
	if q.sides[1] = q.Blocks(); q.Take("at") {
		q.zone = q.Reader.Zone()
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

// readSeason reads "in winter"; it may be left out in a position, whose season it is.
func (q *question) readSeason() {
	if len(q.Faults) > 0 || q.season != noSeason && !q.At("odds-in") {
		return
	}
	if q.Require("odds-in"); len(q.Faults) > 0 {
		return
	}
	e, d := q.TakeName(q.Lex, data.SeasonKind)
	q.Fail(d)
	q.be(e.ID)
}

// be makes a season the one that is asked about.
func (q *question) be(id string) {
	for i := range ground.Seasons {
		if data.Season(i).String() == id {
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
	side := max(0, slices.Index(ground.Sides, e.ID))
	e, d = q.TakeName(q.Lex, data.BlockKind)
	if q.Fail(d); d != nil {
		return
	}
	n, d := q.TakeNumber()
	if q.Fail(d); d != nil {
		return
	}
	p, _ := strconv.Atoi(e.ID)
	if most := q.Rules.Data.Blocks[side][p-1].VC; n < 1 || n > most {
		q.refuse("no-such-number", "Least", 1, "Most", most)
		return
	}
	q.steps[side][p-1] = n
}
