package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// champions are Brasidas and Cleon, who can die of a combat against each other.
func (g *game) champions() field.LeaderSet {
	return 1<<g.champion[athens] | 1<<g.champion[sparta]
}

// championsMeet reports whether both are in a zone.
func (g *game) championsMeet(z board.Zone) bool {
	return g.LeadersAt[z]&g.champions() == g.champions()
}

// scoreChampions notes who has won a combat in which both were there (9.2, 10.3).
func (g *game) scoreChampions(t *adjudicator.Table, b *battle.Battle, victor adjudicator.Side) {
	g.duels[victor]++
	if b.Attacker == sparta {
		g.shunned = false
	}
	g.Tell(t, "9.2", 1, "champions", "Side", victor, "Points", championsPoints)
}

// duel is what the two risk after a combat against each other, if both live and are free:
// each side throws a die, and who has the higher one, or both after a tie, throws once more
// and dies of a 1 (table). The holder of the Advantage may have one of these last dice
// thrown again (8).
func (g *game) duel(t *adjudicator.Table) {
	for _, s := range [2]adjudicator.Side{athens, sparta} {
		if g.LeaderFate[g.champion[s]] != field.InPlay {
			return
		}
	}
	first := [2]int{t.Die(), t.Die()}
	g.Tell(t, "table", 1, "duel", "First", g.champion[athens], "FirstDie", first[athens],
		"Second", g.champion[sparta], "SecondDie", first[sparta])
	var last [2]int // 0 for who does not throw again
	for s := range last {
		if first[s] >= first[1-s] {
			last[s] = g.throwForLife(t, adjudicator.Side(s))
		}
	}
	g.rerollForLife(t, &last)
	for s, die := range last {
		man := g.champion[adjudicator.Side(s)]
		switch {
		case die == 0:
		case die > lethal:
			g.Tell(t, "table", 1, "duel-lived", "Leader", man)
		default:
			g.Tell(t, "table", 1, "duel-killed", "Leader", man)
			g.Dismiss(man, field.Eliminated)
		}
	}
}

// lethal is the die that kills.
const lethal = 1

// throwForLife throws the last die of a side's leader.
func (g *game) throwForLife(t *adjudicator.Table, s adjudicator.Side) int {
	die := t.Die()
	g.Tell(t, "table", 1, "duel-again", "Leader", g.champion[s], "Die", die)
	return die
}

// rerollForLife asks the holder of the Advantage about the dice that have disappointed him:
// one that kills his own leader, or spares the enemy's.
func (g *game) rerollForLife(t *adjudicator.Table, last *[2]int) {
	holder := g.Advantage
	for side, die := range last {
		s := adjudicator.Side(side)
		if die == 0 || (die <= lethal) != (s == holder) {
			continue
		}
		thrown := lifeThrown{g, s, die}
		if g.war().Reroll(t, thrown, func() adjudicator.Phrase {
			return adjudicator.Say("amphipolis.reroll.duel", "Leader", g.LeaderTerm(g.champion[s]), "Die", die)
		}) {
			last[s] = g.throwForLife(t, s)
			return
		}
	}
}

// duelRule is the standing order that has the last die thrown again that kills one's own
// leader, or lets it stand.
type duelRule struct {
	When  standing.Circumstance
	Again bool
}

// lifeThrown is the last die of a side's leader after their combat.
type lifeThrown struct {
	g    *game
	side adjudicator.Side
	die  int
}

// Judge implements the throws that standing orders tell what to do with: the duel is lost
// by who loses his leader.
func (d lifeThrown) Judge(st adjudicator.Standing) (order.Single, battle.Fit) {
	x, ok := st.(duelRule)
	if !ok || !x.When.Now(&d.g.Field) {
		return order.Single{}, battle.NoFit
	}
	return battle.Decide(d.die <= lethal && d.side == d.g.Advantage, x.Again)
}

func (d lifeThrown) Occasion() standing.Occasions { return standing.InCombats }

// Means says what the die comes to as it stands.
func (d lifeThrown) Means() []adjudicator.Phrase {
	id := "duel-lives"
	if d.die <= lethal {
		id = "duel-dies"
	}
	return battle.Meaning(id, "Leader", d.g.LeaderTerm(d.g.champion[d.side]))
}
