package odds

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/view"
)

// blocksOf are the blocks of a side for a battle, those of a sea being fleets alone.
func (q *question) blocksOf(i int) (all []Block) {
	side := q.of(i)
	for rest := q.sides[i]; rest != 0; {
		p := rest.Pop()
		b := &q.Rules.Data.Blocks[side][p]
		x := Block{VC: q.steps[side][p], Agility: b.Class.Agility, Power: int(b.Class.Power), Horse: b.Arm == data.Cavalry}
		switch sea := q.Rules.Sea(q.zone); {
		case sea && b.Arm != data.Fleet:
			continue
		case sea:
			x.Horse = false
		case b.Arm == data.Fleet:
			x.Agility, x.Power = b.Ashore.Agility, int(b.Ashore.Power)
		}
		all = append(all, x)
	}
	return all
}

// of is the side of the blocks named first or second.
func (q *question) of(i int) adjudicator.Side {
	if i == 1 {
		return q.side.Other()
	}
	return q.side
}

// battle answers what a battle comes to.
func (q *question) battle() adjudicator.Reckoning {
	b := Battle{HoldFire: q.clauses["landing"] || q.clauses["strait"]}
	for i := range b.Sides {
		if b.Sides[i] = q.blocksOf(i); len(b.Sides[i]) == 0 {
			q.refuse("odds-nobody", "Side", ground.Seat(q.of(i)))
		}
	}
	return q.fought("hellenes.odds.battle", b)
}

// assault answers what the assault of a city comes to.
func (q *question) assault() adjudicator.Reckoning {
	b := Battle{Assault: true, Double: !q.clauses["strife"] && !q.clauses["treachery"]}
	b.Sides[Attacker], b.Sides[Defender] = q.blocksOf(0), q.blocksOf(1)
	for i := range b.Sides[Defender] {
		x := &b.Sides[Defender][i]
		x.Agility, x.Power = 'A', 2 // rule 8.1
	}
	if q.garrison {
		b.Sides[Defender] = append(b.Sides[Defender], Block{VC: 1, Agility: 'A', Power: 2, Garrison: true})
	}
	if q.clauses["treachery"] {
		b.Rounds = 1
	}
	return q.fought("hellenes.odds.assault", b)
}

// tenths are a number and its tenth, for languages write different marks between them.
func tenths(name string, x float64) []any {
	n := int(x*10 + 0.5)
	return []any{name, n / 10, name + "Tenth", n % 10}
}

// chance says a chance.
func chance(key string, p float64, args ...any) adjudicator.Chance {
	return adjudicator.Chance{Told: adjudicator.Say("hellenes.odds."+key, append(args, tenths("Percent", 100*p)...)...), Value: p}
}

// percent is a chance in a table.
func percent(p float64) adjudicator.Phrase {
	return adjudicator.Say("hellenes.odds.percent", tenths("Percent", 100*p)...)
}

// listed are some blocks with their strength.
func (q *question) listed(i int) (all []adjudicator.Phrase) {
	side := q.of(i)
	for rest := q.sides[i]; rest != 0; {
		p := rest.Pop()
		all = append(all, view.Describe(&q.Rules.Data.Blocks[side][p], p, q.steps[side][p]))
	}
	return all
}

// force says who is there.
func (q *question) force(i int, garrison bool) adjudicator.Phrase {
	return adjudicator.Say("hellenes.odds.force", "Side", ground.Seat(q.of(i)), "Blocks", q.listed(i), "Garrison", ground.Btoi(garrison))
}

// fought answers what a battle of either kind comes to.
func (q *question) fought(title string, b Battle) (r adjudicator.Reckoning) {
	for i := range b.Sides {
		if len(b.Sides[i]) > Most {
			q.refuse("odds-too-many", "Side", ground.Seat(q.of(i)), "Most", Most)
		}
	}
	if len(q.Faults) > 0 {
		return r
	}
	c := b.Work()
	attacker, defender := ground.Seat(q.side), ground.Seat(q.side.Other())
	r.Title = adjudicator.Say(title, "Attacker", attacker, "Defender", defender)
	r.Facts = []adjudicator.Phrase{q.force(0, false), q.force(1, q.garrison), adjudicator.Say("hellenes.odds.equal")}
	r.Chances = []adjudicator.Chance{chance("wins", c.Won[Attacker], "Side", attacker), chance("wins", c.Won[Defender], "Side", defender)}
	if b.Rounds > 0 {
		r.Chances = append(r.Chances, chance("open", c.Open, "Side", defender))
	}
	for i, side := range []adjudicator.Term{attacker, defender} {
		r.Means = append(r.Means, adjudicator.Say("hellenes.odds.loses", append([]any{"Side", side}, tenths("VC", c.Lost[i])...)...))
	}
	rounds := adjudicator.Listing{ID: "rounds", Title: adjudicator.Say("hellenes.odds.rounds"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.odds.round"), adjudicator.Say("hellenes.odds.won", "Side", attacker), adjudicator.Say("hellenes.odds.won", "Side", defender)}}
	for n, won := range c.Rounds[:min(len(c.Rounds), shownRounds)] {
		rounds.Rows = append(rounds.Rows, []any{n + 1, percent(won[0]), percent(won[1])})
	}
	r.Tables = []adjudicator.Listing{rounds}
	r.Data = func(func(adjudicator.Phrase) string) any { return c }
	return r
}

// shownRounds is how many rounds are told.
const shownRounds = 6

// title says whose blocks are tested.
func (q *question) title(key string) adjudicator.Phrase {
	return adjudicator.Say("hellenes.odds."+key, "Side", ground.Seat(q.side))
}

// starve answers what attrition does to who is in a city (8.2).
func (q *question) starve() (r adjudicator.Reckoning) {
	most := q.Rules.Data.Tables.Seasons[q.season].Attrition
	if q.clauses["hunger"] {
		most = max(most, q.Rules.Data.Tables.Throws.Hunger)
	}
	n := q.sides[0].Len() + ground.Btoi(q.garrison)
	hits, left := Hits(n, most), ground.Btoi(q.garrison)
	for rest := q.sides[0]; rest != 0; {
		left += q.steps[q.side][rest.Pop()]
	}
	r.Title = q.title("starve")
	r.Facts = []adjudicator.Phrase{q.force(0, q.garrison), adjudicator.Say("hellenes.odds.dice", "Count", n, "Most", most)}
	for h, p := range hits {
		r.Chances = append(r.Chances, chance("hits", p, "Count", h))
	}
	r.Chances = append(r.Chances, chance("falls", AtLeast(hits, left), "Left", left))
	r.Data = func(func(adjudicator.Phrase) string) any { return hits }
	return r
}

// storm answers how fleets come over lines of the high sea (5.22).
func (q *question) storm() (r adjudicator.Reckoning) {
	t := &q.Rules.Data.Tables
	r.Title = q.title("storm")
	r.Facts = []adjudicator.Phrase{adjudicator.Say("hellenes.odds.lines", "Count", q.number, "Storm", t.Seasons[q.season].Storm, "Wreck", t.Throws.Wreck)}
	told := map[string][]float64{}
	for rest := q.sides[0]; rest != 0; {
		p := rest.Pop()
		if q.Rules.Data.Blocks[q.side][p].Arm != data.Fleet {
			q.refuse("odds-no-fleet", "Block", ground.PieceTerm(p))
			return adjudicator.Reckoning{}
		}
		after := Storm(q.steps[q.side][p], q.number, t.Seasons[q.season].Storm, t.Throws.Wreck)
		told[fmt.Sprint(p+1)] = after
		for vc := len(after) - 1; vc >= 0; vc-- {
			r.Chances = append(r.Chances, chance("arrives", after[vc], "Block", ground.PieceTerm(p), "VC", vc))
		}
	}
	r.Data = func(func(adjudicator.Phrase) string) any { return told }
	return r
}

// march answers who goes one zone further (5.3).
func (q *question) march() (r adjudicator.Reckoning) {
	t := &q.Rules.Data.Tables.Throws
	r.Title = q.title("march")
	all := 1.0
	for rest := q.sides[0]; rest != 0; {
		p := rest.Pop()
		least := t.Regular
		if q.Rules.Data.Blocks[q.side][p].Elite {
			least = t.Elite
		}
		goes := Hits(1, 7-least)[1]
		all *= goes
		r.Chances = append(r.Chances, chance("goes", goes, "Block", ground.PieceTerm(p), "Least", least))
	}
	if q.sides[0].Len() > 1 {
		r.Chances = append(r.Chances, chance("all", all))
	}
	r.Data = func(func(adjudicator.Phrase) string) any { return all }
	return r
}

// peace answers whether an offer of peace ends the game (14.22).
func (q *question) peace() (r adjudicator.Reckoning) {
	p := &q.Rules.Data.Tables.Prestige
	r.Title = adjudicator.Say("hellenes.odds.peace", "Number", q.number)
	told := map[string]float64{}
	for _, x := range []struct {
		key        string
		from, cost int
	}{{"accepted", p.OfferFrom, p.OfferCost}, {"faction", p.FactionFrom, p.FactionCost}} {
		if q.number >= x.from {
			told[x.key] = Below(q.number - x.cost)
			r.Chances = append(r.Chances, chance(x.key, told[x.key], "Left", q.number-x.cost))
		}
	}
	if len(told) == 0 {
		q.refuse("odds-no-offer", "Least", p.OfferFrom)
	}
	r.Data = func(func(adjudicator.Phrase) string) any { return told }
	return r
}
