package hellenes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
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
		g.Veil[side] = fog.New(blocks, func(int) int { return 0 })
		g.Flat[side], g.Sailing[side] = 0, 0
		for p := range fog.Piece(blocks) {
			g.VC[side][p] = 0
			if g.Where[side][p] < zones {
				g.Where[side][p] = pool
			}
		}
	}
	for z := range g.Towns {
		g.Towns[z] = Town{Holder: g.Towns[z].Holder}
		if loyal := g.loyal(board.Zone(z)); loyal != nobody && g.Towns[z].Holder != nobody {
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
//	siege Potidaea 2               laid so many seasons ago; 0 in this one; "none"
//	shut Potidaea 1                blockaded since
//	leader athens none             or a leader's name
//	inplay 39 40                   lasting cards; "none"
//	hand athens: 28 34
//	played athens card 28          or "event 28": the card of the season
//	left athens 3                  actions
//	sacrifice athens: ares hera
//	among athens: 2 5 16 18        the enemy knows that the names of these are theirs
//	plagues 1                      that have struck Athens
//	peace yes, renewed yes, plagued yes, expedited yes
//
// These are expectation alone:
//
//	actions athens 3               that its card gives
//	begins sparta                  who begins the season
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
var subjects = map[string]string{"stand": "sz", "inside": "sz", "holder": "sz", "garrison": "z", "pillaged": "z", "siege": "z", "shut": "z", "leader": "s",
	"hand": "s", "played": "s", "left": "s", "sacrifice": "s", "actions": "s", "begins": "s", "capacity": "z", "cost": "z", "lost": "s", "among": "s", "may": "s", "mark": "s"}

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
	"siege":     since(func(t *Town) *int { return &t.Siege }),
	"shut":      since(func(t *Town) *int { return &t.Shut }),
	"leader":    {put: words.putLeader, got: words.leader},
	"inplay":    {put: words.putInPlay, got: words.inPlay},
	"hand":      {put: words.putHand, got: words.hand},
	"played":    {put: words.putPlayed, got: words.played},
	"sacrifice": {put: words.putSacrifice, got: words.sacrifices},
	"expedited": {put: words.putExpedited, got: words.expedited},
	"actions":   {got: func(w words) (string, error) { return strconv.Itoa(w.g.actions(w.side)), nil }},
	"begins":    {got: func(w words) (string, error) { return "", w.begins() }},
	"capacity":  {got: func(w words) (string, error) { return strconv.Itoa(w.g.capacity(w.zone)), nil }},
	"cost":      {got: func(w words) (string, error) { return strconv.Itoa(w.g.cost(w.zone)), nil }},
	"lost":      {got: words.lost},
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
	w := words{stage: s, zone: nowhere, values: strings.Fields(strings.ReplaceAll(l.Rest, ":", " "))}
	for _, subject := range subjects[l.Word] {
		if len(w.values) == 0 {
			return &v, w, fmt.Errorf("“%s” lacks a word", l.Word)
		}
		id := w.values[0]
		w.values = w.values[1:]
		if subject == 's' {
			i := slices.Index(sides, id)
			if i < 0 {
				return &v, w, fmt.Errorf("there is no side %q", id)
			}
			w.side = adjudicator.Side(i)
			continue
		}
		z, ok := s.g.rules.board.Zone(id)
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

// Part implements [cases.Stage]: "turn", "card" and "year-end", and with a side "act", "event",
// "combat", "sieges", "play", "winter", "relief" and "peace".
func (s stage) Part(name string) (adjudicator.Game, bool) {
	name, who, _ := strings.Cut(name, " ")
	side := adjudicator.Side(max(0, slices.Index(sides, who)))
	g := s.g
	part, ok := map[string]func(*adjudicator.Table){
		"turn":     func(t *adjudicator.Table) { g.Turn(t) },
		"card":     g.commit,
		"newyear":  g.newYear,
		"year-end": g.yearEnd,
		"peace":    func(t *adjudicator.Table) { g.breakPeace(t, side) },
		"act":      func(t *adjudicator.Table) { g.begin(side); g.actWith(t, side) },
		"event":    func(t *adjudicator.Table) { g.begin(side); g.resolve(t, side); g.settle(t, false) },
		"fights":   func(t *adjudicator.Table) { g.begin(side); g.actWith(t, side); g.fights(t, side) },
		"sieges":   func(t *adjudicator.Table) { g.Active = side; g.sieges(t, side); g.settle(t, true) },
		"play":     func(t *adjudicator.Table) { g.play(t, side) },
		"winter":   func(t *adjudicator.Table) { g.begin(side); g.winterActs(t, side) },
		"wintry":   g.winterTurn,
	}[name]
	if !ok {
		return nil, false
	}
	return cases.Partly(g, func(t *adjudicator.Table) bool { part(t); return g.Over }), true
}

// actWith is [Game.act] with the actions that are left, where a case says how many.
func (g *Game) actWith(t *adjudicator.Table, side adjudicator.Side) {
	if left := g.Left[side]; g.Played[side] == 0 {
		for card := 1; left > 0 && card <= len(g.rules.data.Cards); card++ { // the card that gives as many
			g.Played[side] = card
			if g.actions(side) == left {
				break
			}
		}
	}
	g.act(t, side)
}

// fights are the battles and sieges after a side's actions.
func (g *Game) fights(t *adjudicator.Table, side adjudicator.Side) {
	g.sorties(t, side)
	g.battles(t, side)
	g.settle(t, true)
	g.sieges(t, side)
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
		for z := range board.Zone(zones) {
			w := words{stage: s, side: side, zone: z}
			where := sides[side] + " " + s.g.rules.board.Name(z) + ": "
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
func since(of func(*Town) *int) word {
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

func (w words) putLeft() error {
	text, err := w.one()
	if err == nil {
		w.g.Left[w.side], err = strconv.Atoi(text)
	}
	return err
}

func (w words) leftOver() (string, error) { return strconv.Itoa(w.g.Left[w.side]), nil }

func (w words) putSeason() error {
	text, err := w.one()
	for i := range data.Seasons {
		if i.String() == text {
			w.g.Season = int(i)
			return err
		}
	}
	return fmt.Errorf("there is no season %q", text)
}

func (w words) season() (string, error) { return data.Season(w.g.Season).String(), nil }

// block is one that a line names with its steps, "14/3", or at full strength.
func (w words) block(text string) (p fog.Piece, vc int8, err error) {
	id, steps, parted := strings.Cut(text, "/")
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 || n > blocks {
		return 0, 0, fmt.Errorf("there is no block %q", text)
	}
	p = fog.Piece(n - 1)
	vc = int8(w.g.block(w.side, p).VC)
	if parted {
		k, err := strconv.Atoi(steps)
		if err != nil || k < 1 || k > int(vc) {
			return 0, 0, fmt.Errorf("block %s has 1 to %d steps", id, vc)
		}
		vc = int8(k)
	}
	return p, vc, nil
}

// full are the blocks of a line with their steps written out.
func (w words) full() (all []string, err error) {
	for _, text := range w.values {
		p, vc, err := w.block(text)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%d/%d", p+1, vc))
	}
	return all, nil
}

func (w words) putStand() error {
	for _, text := range w.values {
		p, vc, err := w.block(text)
		if err != nil {
			return err
		}
		w.g.Where[w.side][p], w.g.VC[w.side][p] = w.zone, vc
	}
	if w.g.rules.sea(w.zone) {
		w.g.embark(w.side, w.g.in(w.side, w.zone), nil)
	}
	return nil
}

func (w words) putInside() error {
	for _, text := range w.values {
		p, _, err := w.block(text)
		if err != nil {
			return err
		}
		w.g.Flat[w.side].Add(p)
	}
	return w.putStand()
}

func (w words) list(names fog.Set) string {
	var all []string
	for who := w.g.pieces(w.side, names); who != 0; {
		p := who.Pop()
		all = append(all, fmt.Sprintf("%d/%d", p+1, w.g.VC[w.side][p]))
	}
	return strings.Join(all, " ")
}

func (w words) upright() (string, error)  { return w.list(w.g.upright(w.side, w.zone)), nil }
func (w words) besieged() (string, error) { return w.list(w.g.inside(w.side, w.zone)), nil }

func (w words) putHolder() error {
	w.g.Towns[w.zone].Holder = w.side
	return nil
}

func (w words) holder() (string, error) {
	if is := w.g.Towns[w.zone].Holder; is != w.side {
		return "", fmt.Errorf("it is side %d", is)
	}
	return "", nil
}

func (w words) putGarrison() error {
	text, err := w.one()
	town := &w.g.Towns[w.zone]
	town.Garrison = text == "yes"
	town.Built = town.Garrison && w.g.loyal(w.zone) != town.Holder
	return err
}

func (w words) garrison() (string, error) { return cases.YesNo(w.g.Towns[w.zone].Garrison), nil }

func (w words) putPillaged() error {
	text, err := w.one()
	w.g.Towns[w.zone].Pillaged = text == "yes"
	return err
}

func (w words) pillaged() (string, error) { return cases.YesNo(w.g.Towns[w.zone].Pillaged), nil }

func (w words) putLeader() error {
	text, err := w.one()
	if err != nil || text == "none" {
		w.g.Leaders[w.side] = 0
		return err
	}
	i := w.g.rules.data.Leader(text)
	if i == data.None {
		return fmt.Errorf("there is no leader %q", text)
	}
	w.g.Leaders[w.side] = w.g.rules.data.Leaders[i].Card + 1
	return nil
}

func (w words) leader() (string, error) {
	if card := w.g.Leaders[w.side]; card != 0 {
		return w.g.rules.leader(card).ID, nil
	}
	return "none", nil
}

// cards are those that a line names by their numbers.
func (w words) cards() (set draw.Set, err error) {
	for _, text := range w.values {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(w.g.rules.data.Cards) {
			return 0, fmt.Errorf("there is no card %q", text)
		}
		set.Add(lot(n))
	}
	return set, nil
}

func numbersOf(set draw.Set) string {
	var all []string
	for _, card := range sorted(set) {
		all = append(all, strconv.Itoa(card))
	}
	return strings.Join(all, " ")
}

func (w words) putInPlay() error {
	set, err := w.cards()
	w.g.InPlay |= set
	w.g.Cards.Cup &^= set
	return err
}

func (w words) inPlay() (string, error) { return numbersOf(w.g.InPlay), nil }

func (w words) putHand() error {
	set, err := w.cards()
	for set != 0 {
		w.g.Cards.Take(w.side, set.Pop())
	}
	return err
}

func (w words) hand() (string, error) { return numbersOf(w.g.Cards.Hand[w.side]), nil }

func (w words) putPlayed() error {
	if len(w.values) != 2 {
		return fmt.Errorf("%d words, want “card” or “event” and a number", len(w.values))
	}
	as := w.values[0]
	w.values = w.values[1:]
	set, err := w.cards()
	if err != nil {
		return err
	}
	w.g.Played[w.side], w.g.AsEvent[w.side], w.g.Shown = int(set.Nth(0))+1, as == "event", true
	w.g.Cards.Cup &^= set
	return nil
}

func (w words) played() (string, error) {
	as := "card"
	if w.g.AsEvent[w.side] {
		as = "event"
	}
	return fmt.Sprint(as, " ", w.g.Played[w.side]), nil
}

func (w words) putSacrifice() error {
	for _, text := range w.values {
		found := false
		for d := zeus; d <= hera; d++ {
			if d.String() == text {
				w.g.Offered[w.side] |= d.bit()
				found = true
			}
		}
		if !found {
			return fmt.Errorf("there is no Olympian %q", text)
		}
	}
	return nil
}

func (w words) sacrifices() (string, error) {
	var all []string
	for d := zeus; d <= hera; d++ {
		if w.g.Offered[w.side]&d.bit() != 0 {
			all = append(all, d.String())
		}
	}
	return strings.Join(all, " "), nil
}

func (w words) putExpedited() error {
	text, err := w.one()
	w.g.Expedited = 0
	if text == "yes" {
		w.g.Expedited = w.g.Number - 1
	}
	return err
}

func (w words) expedited() (string, error) { return cases.YesNo(w.g.Expedited != 0), nil }

func (w words) begins() error {
	if is := w.g.initiative(); is != w.side {
		return fmt.Errorf("%s begins", sides[is])
	}
	return nil
}

// lost are those of the blocks named that are not on the map.
func (w words) lost() (string, error) {
	var all []string
	for _, text := range w.values {
		p, _, err := w.block(text)
		if err != nil {
			return "", err
		}
		if w.g.at(w.side, p) >= zones {
			all = append(all, text)
		}
	}
	return strings.Join(all, " "), nil
}

// putAmong tells the enemy that the names of some blocks are theirs.
func (w words) putAmong() error {
	var set fog.Set
	for _, text := range w.values {
		p, _, err := w.block(text)
		if err != nil {
			return err
		}
		set.Add(p)
	}
	w.g.Veil[w.side].Among(set)
	return nil
}

// may is a name, and the blocks that it may be.
func (w words) may() (string, error) {
	p, _, err := w.block(w.values[0])
	if err != nil {
		return "", err
	}
	text := w.values[0]
	for rest := w.g.Veil[w.side].May[p]; rest != 0; {
		text += fmt.Sprint(" ", rest.Pop()+1)
	}
	return text, nil
}

// putMark shows a block with its steps.
func (w words) putMark() error {
	p, _, err := w.block(w.values[0])
	if err == nil {
		w.g.Veil[w.side].Show(p, w.g.VC[w.side][p])
	}
	return err
}

// mark is a name, and how strong its block is for all that the enemy knows.
func (w words) mark() (string, error) {
	p, _, err := w.block(w.values[0])
	return fmt.Sprint(w.values[0], " ", w.g.Veil[w.side].Mark[p]), err
}

var _ cases.Rules = Cased{}
