package adjudicator

import (
	"fmt"
	"math/rand/v2"
)

// Bot is a [Ruleset] that has a player of its own, for games without people.
type Bot interface {
	// Player returns one who plays as a careful person would. Equal generators make him
	// play equal games; he is used by one goroutine at a time.
	Player(r *rand.Rand) Player
}

// The players that there can be in games without people.
const (
	RandomPlayer   = "random"   // [Random]
	SensiblePlayer = "sensible" // that of a [Bot]
)

// NewPlayer returns a simulated player of a ruleset, of the kind that is named. The error
// says that the ruleset has none such.
func NewPlayer(rules Ruleset, kind string, r *rand.Rand) (Player, error) {
	if kind == RandomPlayer {
		return Random{Rand: r}, nil
	}
	bot, ok := rules.(Bot)
	if !ok || kind != SensiblePlayer {
		return nil, fmt.Errorf("%s has no %s player; every game has a %s one", rules.Info().Name, kind, RandomPlayer)
	}
	return bot.Player(r), nil
}

// SeedStep lies between the seeds of games that are played in a row.
const SeedStep = 1_000_003

// Seat gives both sides players of a kind, who play the same in games of equal seeds,
// and, if so wanted, the standing orders that the ruleset proposes. The error says what
// the ruleset does not have.
func (p *Selfplay) Seat(kind string, standing bool) error {
	for side := range p.Players {
		var err error
		if p.Players[side], err = NewPlayer(p.Rules, kind, rand.New(rand.NewPCG(p.Seed, uint64(side)+100))); err != nil {
			return err
		}
		if standing {
			if err := p.Propose(Side(side)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Propose gives a side the standing orders that the ruleset proposes to it. The error says
// that it proposes none.
func (p *Selfplay) Propose(side Side) error {
	if _, guided := p.Rules.(Guide); !guided {
		return fmt.Errorf("%s has no standing orders to propose", p.Rules.Info().Name)
	}
	p.Standing[side] = Starter(p.Rules, p.Setup.Scenario, side, "en")
	return nil
}
