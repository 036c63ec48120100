package hellenes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
)

// bareNumber is the number of the turn of a bare game: sieges can have been laid before it.
const bareNumber = 10

// Cased are the rules as cases play them.
type Cased struct{ *Rules }

// Bare implements [cases.Rules]: all blocks in use are in the pools, under names that are their
// own numbers.
func (r Cased) Bare(s adjudicator.Setup) (adjudicator.Game, error) {
	of, err := r.New(s)
	if err != nil {
		return nil, err
	}
	g := of.(*Game)
	g.Number, g.Named = bareNumber, true
	for side := range adjudicator.Side(2) {
		g.Veil[side] = fog.New(ground.Blocks, func(int) int { return 0 })
		g.Flat[side], g.Sailing[side] = 0, 0
		for p := range fog.Piece(ground.Blocks) {
			g.VC[side][p] = 0
			if g.Where[side][p] < ground.Zones {
				g.Where[side][p] = ground.Pool
			}
		}
	}
	for z := range g.Towns {
		g.Towns[z] = ground.Town{Holder: g.Towns[z].Holder}
		if loyal := g.Loyal(board.Zone(z)); loyal != ground.Nobody && g.Towns[z].Holder != ground.Nobody {
			g.Towns[z].Holder = loyal
		}
	}
	return g, nil
}

// Stage implements [cases.Rules].
func (r Cased) Stage(g adjudicator.Game) cases.Stage { return stage{g.(*Game)} }

// stage is a game as cases write it. These lines are position and expectation:
//
//	year 415                       before Christ
//	season winter
//	prestige -3                    in favour of Athens
//	stand athens Pylos: 14 2/1     blocks upright in a zone, at full strength or with so many steps
//	inside sparta Potidaea: 15 16  blocks besieged in a city
//	holder sparta Chalcis          who controls a city
//	garrison Chalcis yes
//	pillaged Athens yes            in this year
//	strife Pylos yes               civil war, in this year
//	siege Potidaea 2               laid so many seasons ago; 0 in this one; "none"
//	shut Potidaea 1                blockaded since
//	leader athens none             or a leader's name
//	inplay 39 40                   lasting cards; "none"
//	hand athens: 28 34
//	played athens card 28          or "event 28": the card of the season
//	left athens 3                  actions
//	sacrifice athens: ares hera
//	sails 1: 14 15                 with the first or second expedition; 3 are recruits
//	among athens: 2 5 16 18        the enemy knows that the names of these are theirs
//	fresh athens: ares             of the sacrifices, those of this year
//	plagues 1                      that have struck Athens
//	ravaged 1                      seasons since Athens was pillaged; "none"
//	gela-left yes                  a block of Gela has left it
//	peace yes, renewed yes, plagued yes, expedited yes
//
// These are expectation alone:
//
//	actions athens 3               that its card gives
//	begins sparta                  who begins the season
//	deck 30 yes                    whether a card is to be drawn, or is in a hand
//	capacity Thebes 12
//	cost Catana 2                  of an action there
//	lost athens: 14                blocks that are not on the map
//	may athens 14: 16 18           what a name may be, for all that the enemy knows
//	mark athens 14: 2              how strong it is, as last shown; 0 unknown
type stage struct{ g *Game }

// word is a line that a case can write of a game.
type word struct {
	put func(w words) error           // nil for one that is expectation alone
	got func(w words) (string, error) // what there is, as the line writes it behind its subject
}

// words are the rest of a line, read: the side, zone and values that it names.
type words struct {
	stage
	side   adjudicator.Side
	zone   board.Zone
	values []string
}

// subjects says what the words of a line begin with: a side "s", a zone "z".
var subjects = map[string]string{"stand": "sz", "inside": "sz", "holder": "sz", "garrison": "z", "pillaged": "z", "strife": "z", "siege": "z", "shut": "z", "leader": "s",
	"fresh": "s", "hand": "s", "played": "s", "left": "s", "sacrifice": "s", "actions": "s", "begins": "s", "capacity": "z", "cost": "z", "lost": "s", "among": "s", "may": "s", "mark": "s"}

// vocabulary are the words.
var vocabulary = map[string]word{
	"year":      number(func(g *Game) *int { return &g.Year }),
	"prestige":  number(func(g *Game) *int { return &g.Prestige }),
	"left":      {put: words.putLeft, got: words.leftOver},
	"season":    {put: words.putSeason, got: words.season},
	"plagues":   number(func(g *Game) *int { return &g.Plagues }),
	"peace":     flag(func(g *Game) *bool { return &g.Peace }),
	"renewed":   flag(func(g *Game) *bool { return &g.Renewed }),
	"plagued":   flag(func(g *Game) *bool { return &g.Plagued }),
	"stand":     {put: words.putStand, got: words.upright},
	"inside":    {put: words.putInside, got: words.besieged},
	"holder":    {put: words.putHolder, got: words.holder},
	"garrison":  {put: words.putGarrison, got: words.garrison},
	"pillaged":  {put: words.putPillaged, got: words.pillaged},
	"strife":    {put: words.putStrife, got: words.strife},
	"siege":     since(func(t *ground.Town) *int { return &t.Siege }),
	"shut":      since(func(t *ground.Town) *int { return &t.Shut }),
	"leader":    {put: words.putLeader, got: words.leader},
	"inplay":    {put: words.putInPlay, got: words.inPlay},
	"hand":      {put: words.putHand, got: words.hand},
	"played":    {put: words.putPlayed, got: words.played},
	"sacrifice": {put: words.putSacrifice, got: words.sacrifices},
	"expedited": {put: words.putExpedited, got: words.expedited},
	"actions":   {got: func(w words) (string, error) { return strconv.Itoa(w.g.Actions(w.side)), nil }},
	"begins":    {got: func(w words) (string, error) { return "", w.begins() }},
	"capacity":  {got: func(w words) (string, error) { return strconv.Itoa(w.g.Capacity(w.zone)), nil }},
	"cost":      {got: func(w words) (string, error) { return strconv.Itoa(w.g.Cost(w.zone)), nil }},
	"lost":      {got: words.lost},
	"deck":      {got: words.deck},
	"sails":     {put: words.putSails, got: words.sails},
	"fresh":     {put: words.putFresh, got: words.fresh},
	"ravaged":   {put: words.putRavaged, got: words.ravaged},
	"gela-left": flag(func(g *Game) *bool { return &g.GelaLeft }),
	"among":     {put: words.putAmong},
	"may":       {got: words.may},
	"mark":      {put: words.putMark, got: words.mark},
}

// read reads a line; nil if it is none of this game.
func (s stage) read(l cases.Line) (*word, words, error) {
	v, ok := vocabulary[l.Word]
	if !ok {
		return nil, words{}, nil
	}
	w := words{stage: s, zone: ground.Nowhere, values: strings.Fields(strings.ReplaceAll(l.Rest, ":", " "))}
	for _, subject := range subjects[l.Word] {
		if len(w.values) == 0 {
			return &v, w, fmt.Errorf("“%s” lacks a word", l.Word)
		}
		id := w.values[0]
		w.values = w.values[1:]
		if subject == 's' {
			i := slices.Index(ground.Sides, id)
			if i < 0 {
				return &v, w, fmt.Errorf("there is no side %q", id)
			}
			w.side = adjudicator.Side(i)
			continue
		}
		z, ok := s.g.Rules.Board.Zone(id)
		if !ok {
			return &v, w, fmt.Errorf("there is no zone %q", id)
		}
		w.zone = z
	}
	return &v, w, nil
}

// Prepare implements [cases.Stage].
func (s stage) Prepare(l cases.Line) (bool, error) {
	v, w, err := s.read(l)
	if v == nil || err != nil {
		return v != nil, err
	}
	if v.put == nil {
		return false, nil
	}
	return true, v.put(w)
}

// Expect implements [cases.Stage].
func (s stage) Expect(l cases.Line) (bool, error) {
	v, w, err := s.read(l)
	if v == nil || err != nil {
		return v != nil, err
	}
	got, err := v.got(w)
	if err != nil {
		return true, err
	}
	if l.Word == "stand" || l.Word == "inside" {
		if w.values, err = w.full(); err != nil {
			return true, err
		}
	}
	return true, cases.Same(w.values, strings.Fields(got))
}

// Part implements [cases.Stage]: "setup" and "game", which begin the scenario instead of the position, "turn", "card", "newyear",
// "year-end" and "wintry", and with a side "act", "event", "fights", "sieges", "play", "winter" and "peace". "enter" with a
// side is the turn once more, entered at the question that the side has been asked.
func (s stage) Part(name string) (adjudicator.Game, bool) {
	name, who, _ := strings.Cut(name, " ")
	side := adjudicator.Side(max(0, slices.Index(ground.Sides, who)))
	g := s.g
	part, ok := map[string]func(*adjudicator.Table){
		"turn":     func(t *adjudicator.Table) { g.Turn(t) },
		"setup":    func(t *adjudicator.Table) { s.begin(); g.setUp(t) },
		"game":     func(t *adjudicator.Table) { s.begin(); g.Turn(t) },
		"enter":    func(t *adjudicator.Table) { g.Enter = *g.Moment(side); g.Turn(t) },
		"card":     g.commit,
		"newyear":  func(t *adjudicator.Table) { g.newYear(t, entry{}) },
		"year-end": func(t *adjudicator.Table) { g.yearEnd(t, entry{}) },
		"peace":    func(t *adjudicator.Table) { g.breakPeace(t, side) },
		"act":      func(t *adjudicator.Table) { g.begin(side); g.actWith(t, side) },
		"event":    func(t *adjudicator.Table) { g.begin(side); g.resolve(t, side, entry{}); g.settle(t, false) },
		"fights":   func(t *adjudicator.Table) { g.begin(side); g.actWith(t, side); g.fights(t, side) },
		"sieges":   func(t *adjudicator.Table) { g.Active = side; g.sieges(t, side, entry{}); g.settle(t, true) },
		"play":     func(t *adjudicator.Table) { g.play(t, side, entry{}) },
		"winter": func(t *adjudicator.Table) {
			g.begin(side)
			g.Left[side] = g.Actions(side)
			g.winterActs(t, side, entry{})
		},
		"wintry": func(t *adjudicator.Table) { g.commit(t); g.winterTurn(t, entry{}) },
	}[name]
	if !ok {
		return nil, false
	}
	return cases.Partly(g, func(t *adjudicator.Table) bool { part(t); return g.Over }), true
}

// begin has the game begin as the scenario says.
func (s stage) begin() {
	of, err := (&Rules{s.g.Rules}).New(adjudicator.Setup{Scenario: s.g.Scenario, Options: s.g.Options})
	if err != nil {
		panic(err) // the bare game is of the same scenario
	}
	*s.g = *of.(*Game)
}

// actWith is [Game.act] with the actions that are left, where a case says how many.
func (g *Game) actWith(t *adjudicator.Table, side adjudicator.Side) {
	if left := g.Left[side]; g.Played[side] == 0 {
		for card := 1; left > 0 && card <= len(g.Rules.Data.Cards); card++ { // the card that gives as many
			g.Played[side] = card
			if g.Actions(side) == left {
				break
			}
		}
	}
	g.Left[side], g.Opening = g.Actions(side), true
	g.act(t, side, entry{})
}

// fights are the battles and sieges after a side's actions.
func (g *Game) fights(t *adjudicator.Table, side adjudicator.Side) {
	g.sorties(t, side)
	g.battles(t, side, entry{})
	g.settle(t, true)
	g.sieges(t, side, entry{})
	g.settle(t, true)
}

// Position implements [cases.Stage].
func (s stage) Position() (all []cases.Line) {
	add := func(name, rest string) {
		all = append(all, cases.Line{Word: name, Rest: rest})
	}
	for _, name := range []string{"year", "season", "prestige", "peace", "renewed", "plagued", "inplay"} {
		got, err := vocabulary[name].got(words{stage: s})
		if err != nil {
			panic(err) // of these none asks for anything
		}
		add(name, got)
	}
	for side := range adjudicator.Side(2) {
		for z := range board.Zone(ground.Zones) {
			w := words{stage: s, side: side, zone: z}
			where := ground.Sides[side] + " " + s.g.Rules.Board.Name(z) + ": "
			if up, _ := w.upright(); up != "" {
				add("stand", where+up)
			}
			if in, _ := w.besieged(); in != "" {
				add("inside", where+in)
			}
		}
	}
	return all
}

// one is the only value of a line.
func (w words) one() (string, error) {
	if len(w.values) != 1 {
		return "", fmt.Errorf("%d words, want one", len(w.values))
	}
	return w.values[0], nil
}

// number is a word for a number of the game.
func number(of func(*Game) *int) word {
	return word{
		put: func(w words) error {
			text, err := w.one()
			if err != nil {
				return err
			}
			*of(w.g), err = strconv.Atoi(text)
			return err
		},
		got: func(w words) (string, error) { return strconv.Itoa(*of(w.g)), nil },
	}
}

// flag is a word for a "yes" or "no" of the game.
func flag(of func(*Game) *bool) word {
	return word{
		put: func(w words) error {
			text, err := w.one()
			*of(w.g) = text == "yes"
			return err
		},
		got: func(w words) (string, error) { return cases.YesNo(*of(w.g)), nil },
	}
}

// since is a word for a season in which something of a city began, so many seasons ago.
func since(of func(*ground.Town) *int) word {
	return word{
		put: func(w words) error {
			text, err := w.one()
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(text)
			*of(&w.g.Towns[w.zone]) = w.g.Number + 1 - n
			return err
		},
		got: func(w words) (string, error) {
			if at := *of(&w.g.Towns[w.zone]); at != 0 {
				return strconv.Itoa(w.g.Number + 1 - at), nil
			}
			return "none", nil
		},
	}
}

var _ cases.Rules = Cased{}
