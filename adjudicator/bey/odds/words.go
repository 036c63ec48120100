package odds

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// tenths splits a figure into its whole and its tenths, for the languages write
// different marks between them.
func tenths(name string, x float64) []any {
	n := int(x*10 + 0.5)
	return []any{name, n / 10, name + "Tenth", n % 10}
}

// Told says a chance under a text with Ways, Of and Percent.
func Told(key string, c Chance, args ...any) adjudicator.Chance {
	args = append(args, "Ways", int(c.Ways), "Of", int(c.Of))
	return adjudicator.Chance{Told: adjudicator.Say(key, append(args, tenths("Percent", 100*c.Float())...)...), Value: c.Float()}
}

// sideNamed is the term of a side's identifier.
func sideNamed(id string) adjudicator.Term { return adjudicator.Term{Kind: field.SideKind, ID: id} }

// modifierTable lists the modifiers of a throw.
func modifierTable(id string, list []Modifier) adjudicator.Listing {
	l := adjudicator.Listing{ID: id, Title: adjudicator.Say("bey.odds." + id)}
	for _, m := range list {
		l.Rows = append(l.Rows, []any{fmt.Sprintf("%+d", m.Value), adjudicator.Say(m.Key), adjudicator.RuleMark(m.Rule)})
	}
	return l
}

// meanLosses says what each side loses on the mean.
func meanLosses(sides [2]string, losses [2]Loss) []adjudicator.Phrase {
	var facts []adjudicator.Phrase
	for i, l := range losses {
		args := append([]any{"Side", sideNamed(sides[i])}, tenths("PF", l.PF)...)
		args = append(append(args, tenths("Weakened", l.Weakened)...), tenths("Eliminated", l.Eliminated)...)
		facts = append(facts, adjudicator.Say("bey.odds.mean", args...))
	}
	return facts
}

// Reckoning puts the chances of a combat into words.
func (c *Fight) Reckoning(zone adjudicator.Term) adjudicator.Reckoning {
	r := adjudicator.Reckoning{Title: adjudicator.Say("bey.odds.combat", "Zone", zone,
		"Attacker", sideNamed(c.Sides[0]), "Defender", sideNamed(c.Sides[1]), "Naval", c.Naval)}
	for i, id := range c.Sides {
		r.Facts = append(r.Facts, adjudicator.Say("bey.odds.force", "Side", sideNamed(id), "Force", adjudicator.Terms(c.Forces[i]), "PF", c.PF[i]))
	}
	r.Facts = append(r.Facts, adjudicator.Say("bey.odds.column", "Ratio", c.Ratio, "Column", c.Column,
		"Shifted", c.Ratio != c.Column, "Die", fmt.Sprintf("%+d", c.Modifier)))
	for i, id := range c.Sides {
		r.Chances = append(r.Chances, Told("bey.odds.wins", c.Wins[i], "Side", sideNamed(id)))
	}
	r.Means, r.Data = meanLosses(c.Sides, c.Losses), c.named
	rows := adjudicator.Listing{ID: "rows", Title: adjudicator.Say("bey.odds.rows"), Columns: []adjudicator.Phrase{
		adjudicator.Say("bey.odds.die"), adjudicator.Say("bey.odds.total"),
		adjudicator.Say("bey.odds.result", "Side", sideNamed(c.Sides[0])),
		adjudicator.Say("bey.odds.result", "Side", sideNamed(c.Sides[1])), adjudicator.Say("bey.odds.winner"), adjudicator.Say("bey.odds.lost")}}
	for _, row := range c.Rows {
		winner := any(sideNamed(row.Winner))
		if row.Trapped {
			winner = adjudicator.Say("bey.odds.trapped", "Side", winner)
		}
		rows.Rows = append(rows.Rows, []any{row.Die, row.Total, row.Results[0], row.Results[1], winner,
			fmt.Sprintf("%.0f : %.0f", row.Losses[0].PF, row.Losses[1].PF)})
	}
	r.Tables = []adjudicator.Listing{modifierTable("shifts", c.Shifts), modifierTable("modifiers", c.Die), rows}
	return r
}

// Reckoning puts the chances of another throw into words.
func (t *Throw) Reckoning(zone adjudicator.Term) adjudicator.Reckoning {
	r := adjudicator.Reckoning{Title: adjudicator.Say("bey.odds."+t.Kind, "Zone", zone, "Side", sideNamed(t.Sides[0]))}
	for i, id := range t.Sides {
		if len(t.Forces[i]) > 0 {
			r.Facts = append(r.Facts, adjudicator.Say("bey.odds.there", "Side", sideNamed(id), "Force", adjudicator.Terms(t.Forces[i])))
		}
	}
	if t.Dice > 0 {
		r.Facts = append(r.Facts, adjudicator.Say("bey.odds.dice", "Count", t.Dice, "Need", t.Need))
	}
	for _, o := range t.Outcomes {
		switch {
		case t.Dice > 0:
			r.Chances = append(r.Chances, Told("bey.odds.outcome."+o.Name, o.Chance))
		case o.Chance.Float() > 0: // nothing is thrown, and nothing else can come of it
			r.Chances = append(r.Chances, Told("bey.odds.certain."+o.Name, o.Chance))
		}
	}
	r.Data = t.named
	if t.Dice > 0 {
		r.Means = meanLosses(t.Sides, t.Losses)
	}
	r.Tables = []adjudicator.Listing{modifierTable("modifiers", t.Modifiers)}
	return r
}

// named is the combat for programs.
func (c *Fight) named(say func(adjudicator.Phrase) string) any {
	told := *c
	told.Shifts, told.Die = modifiersNamed(c.Shifts, say), modifiersNamed(c.Die, say)
	return told
}

// named is the throw for programs.
func (t *Throw) named(say func(adjudicator.Phrase) string) any {
	told := *t
	told.Modifiers = modifiersNamed(t.Modifiers, say)
	return told
}

// modifiersNamed fills in what modifiers are called. The letter of the table stands with the rule.
func modifiersNamed(list []Modifier, say func(adjudicator.Phrase) string) []Modifier {
	all := slices.Clone(list)
	for i, m := range all {
		all[i].Name = strings.TrimSuffix(say(adjudicator.Say(m.Key)), " ("+m.Letter+")")
	}
	return all
}
