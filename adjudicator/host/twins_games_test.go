package host_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont"
	"keryx/orders"
)

// twinGame is what the comparison of twins has to know of a game besides its ruleset. Whatever
// [twinGames] does not say is found out: see [twinGameOf].
type twinGame struct {
	ruleset  string
	share    int                        // of the pairs to compare, in quarters
	own      func(adjudicator.View) any // what a side alone may know of its own secrets
	telling  []string                   // verbs of answers that show what their side holds
	rules    [2][]string                // standing orders that each side might give
	later    []string                   // orders that wait for their phase, under its heading
	asks     string                     // requests, besides those that all games know
	corrects []string                   // what a referee can give a side or take from it in secret; %s is the side
	odd      []string                   // orders, most of them wrong most of the time; %d is a number
}

// twinGames say more of some games, to find more of what could go wrong there.
var twinGames = map[string]*twinGame{
	"hellespont": {
		ruleset:  "hellespont",
		share:    3,
		corrects: []string{"give %s S%d", "take %s S%d"},
		own:      func(v adjudicator.View) any { return part(v, "hand") },
		telling:  []string{"play", "keep", "discard"},
		rules: [2][]string{
			append(starters("hellespont", 0), "when attacked at sea: stand", "stratagems: none", "when besieging: discard any", "when initiative is lost: use advantage for initiative"),
			append(starters("hellespont", 1), "when attacked at sea: stand", "stratagems: none", "when besieged: discard any", "when initiative is lost: use advantage for initiative"),
		},
		later: []string{"phase C/pass", "phase D.1/recover none", "phase D.2/enter none", "phase D.3/redeploy none", "phase D.4/keep none",
			"phase B.3 again/pass", "phase C/discard any", "phase B.3 again/spend 2/end"},
		odd: []string{"play S%d", "choose S%d", "choose S%d S%d", "discard S%d", "keep S%d", "pass", "end", "spend %d", "stand",
			"use advantage to points", "use advantage to initiative", "move all to M%d", "fight M%d", "activate M%d", "lose T10", "lose H4",
			"play S22 for draw", "play S22 for advantage", "enter none", "recover none", "reroll"},
		asks: "odds naval in M4 2xT10 against T20\nodds siege of Abydos T20 3xT10 H4 Thrasybulus against T10 H3\n",
	},
	"amphipolis": {
		ruleset:  "amphipolis",
		share:    3,
		corrects: []string{"give %s S%d", "take %s S%d"},
		own:      func(v adjudicator.View) any { return part(v, "hand") },
		telling:  []string{"play", "keep", "discard"},
		rules: [2][]string{
			append(starters("amphipolis", 0), "stratagems B.2: play S14, else play S15, else none", "when attacked: play S9, else play S6, else pass",
				"when attacking: play S10, else play S9, else pass", "stratagems: none", "stratagems D.3: play S13, else play S12",
				"when initiative is lost: use advantage for initiative", "stratagems sieges: play S19, else play S20", "departures: none"),
			append(starters("amphipolis", 1), "stratagems B.2: play S16, else play S15, else play S14, else none", "when attacked: play S9, else pass",
				"when attacking: play S8 from T11, else play S7, else pass", "stratagems: none", "stratagems movements: play S21, else play S2, else none",
				"when initiative is lost: use advantage for initiative", "works: none", "redeploy D.4: none", "departures: none"),
		},
		later: []string{"phase C/pass", "phase D.1/keep none", "phase D.2/end", "phase D.3/recover none", "phase D.4/end", "phase D.5/siege none",
			"phase B.3 again/pass", "phase C/build", "phase B.3 again/spend 2/end", "phase D.1/keep S9", "phase D.5/blockade Torone"},
		odd: []string{"play S%d", "play S%d", "play S14 at Thasos", "play S15", "play S9 on H8+", "play S4 at T%d", "play S17 on H7 at T%d", "keep S%d", "keep S%d S%d",
			"pass", "end", "spend %d", "stand", "use advantage to points", "use advantage to initiative", "move all to T%d", "fight T%d", "activate T%d",
			"activate Thasos", "operate all from Thasos to O3", "operate 2xH6 from T%d to O%d", "lose H6", "play S22 for draw", "play S22 for advantage",
			"play S22 for reinforcements", "enter Thrace", "recover none", "reroll", "build", "siege none", "negotiate Torone", "assault citadel"},
		asks: "odds land in T12 4xH6+ H6 Cleon against H7 2xP5, from T7\nodds negotiate Torone H8+ Clearidas\nodds attrition in T7 4xH6 3xH6+, turn 6\n",
	},
	"ford": {
		ruleset:  "ford",
		share:    1,
		corrects: []string{"give %s %d"},
		own:      func(v adjudicator.View) any { return part(v, "Own") },
		telling:  []string{"ambush"},
		rules:    [2][]string{{"reaction: hold", "reaction: ambush, else hold"}, {"reaction: hold", "reaction: ambush, else hold"}},
		later:    []string{"phase D/loot 0", "phase C again/pass", "phase C/march 1/phase D/loot %d", "phase C/shoot"},
		odd:      []string{"bid %d", "march %d", "shoot", "pass", "ambush", "hold", "loot %d", "phase C/march %d"},
	},
}

// part is one field of the situation for programs.
func part(v adjudicator.View, name string) any {
	situation, err := json.Marshal(v.Data)
	if err != nil {
		return err
	}
	var fields map[string]any
	if err := json.Unmarshal(situation, &fields); err != nil {
		return err
	}
	return fields[name]
}

// starters are the rules that a game proposes to a side.
func starters(ruleset string, side adjudicator.Side) []string {
	guide := map[string]adjudicator.Ruleset{"hellespont": hellespont.Default(), "amphipolis": amphipolis.Default()}[ruleset].(adjudicator.Guide)
	return strings.Split(strings.TrimSpace(guide.Starter(side, "en")), "\n")
}

// some draws up to n lines, with numbers in the place of %d.
func some(rnd *rand.Rand, from []string, n int) (lines []string) {
	for range n {
		line := from[rnd.IntN(len(from))]
		for strings.Contains(line, "%d") {
			line = strings.Replace(line, "%d", fmt.Sprint(1+rnd.IntN(12)), 1)
		}
		lines = append(lines, line)
	}
	return lines
}

// leaking makes views of Hellespont tell one thing that they must not: the first
// letter of the enemy's hand.
var leaking atomic.Bool

// tattling makes the views of an observer tell of both hands.
var tattling atomic.Bool

// leaky is Hellespont, but for the leak.
type leaky struct{ adjudicator.Ruleset }

func (l leaky) New(s adjudicator.Setup) (adjudicator.Game, error) { return leak(l.Ruleset.New(s)) }

func (l leaky) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	return leak(l.Ruleset.Load(s, state))
}

func (l leaky) Chart() (*board.Map, *board.Geometry) {
	return l.Ruleset.(adjudicator.Charted).Chart()
}

func (l leaky) Texts() []adjudicator.Texts { return l.Ruleset.(adjudicator.Texted).Texts() }

func (l leaky) Tally(side adjudicator.Side, events []adjudicator.Event, before, after adjudicator.View) []adjudicator.Phrase {
	return l.Ruleset.(adjudicator.Tallier).Tally(side, events, before, after)
}

func (l leaky) Readings(lang string) []adjudicator.Reading {
	return l.Ruleset.(adjudicator.Interpreter).Readings(lang)
}

func (l leaky) Idle(rules []adjudicator.Standing) []adjudicator.Idle {
	return l.Ruleset.(adjudicator.Overseer).Idle(rules)
}

func (l leaky) Starter(side adjudicator.Side, lang string) string {
	return l.Ruleset.(adjudicator.Guide).Starter(side, lang)
}

func (l leaky) Tongue(r *orders.Rule) (orders.Language, bool) {
	return l.Ruleset.(adjudicator.Linguist).Tongue(r)
}

func leak(g adjudicator.Game, err error) (adjudicator.Game, error) {
	if !leaking.Load() && !tattling.Load() {
		return g, err
	}
	return leakyGame{g}, err
}

type leakyGame struct{ adjudicator.Game }

func (g leakyGame) View(side adjudicator.Side) adjudicator.View {
	v := g.Game.View(side)
	if tattling.Load() && side == adjudicator.Observer {
		v.Tables[0].Rows[0][3] = len(fmt.Sprint(table(g.Game.View(0), "hand").Rows, table(g.Game.View(1), "hand").Rows))
	}
	if leaking.Load() && side != adjudicator.Observer {
		hand := table(g.Game.View(side.Other()), "hand")
		v.Tables[0].Rows[0][3] = len(fmt.Sprint(hand.Rows))
	}
	return v
}

// Position is asked for by corrections of the position.
func (g leakyGame) Position() *field.Field {
	return g.Game.(interface{ Position() *field.Field }).Position()
}

func (g leakyGame) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	return leakyGame{g.Game.(adjudicator.Resampler).Resample(side, r)}
}

func init() {
	adjudicator.Register(leaky{hellespont.Default()})
	for _, older := range hellespont.Editions()[1:] {
		adjudicator.RegisterOlder(older)
	}
}

func table(v adjudicator.View, id string) adjudicator.Listing {
	for _, t := range v.Tables {
		if t.ID == id {
			return t
		}
	}
	return adjudicator.Listing{}
}

// twinSides are the sides of Hellespont.
var twinSides = [2]string{"athens", "sparta"}

func (l leaky) Rulings() adjudicator.Rulings { return l.Ruleset.(adjudicator.Amending).Rulings() }
