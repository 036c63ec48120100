package field

// Alike reports whether two positions of the series are the same but for what says nothing of
// what a movement leads to: the points that are left, who has moved and from where, what each
// side plans in secret, and where a side is asked.
func (g *Field) Alike(other *Field) bool {
	return g.Printed == other.Printed && g.Playing == other.Playing && g.Habits == other.Habits &&
		g.alikeCounters(other) && g.alikeRest(other) && g.Phase.alike(&other.Phase)
}

// alikeCounters compares where the counters are, what they show and what has been lost. What
// is kept by zone comes to the same.
func (g *Field) alikeCounters(o *Field) bool {
	return g.Where == o.Where && g.Weak == o.Weak && g.LeaderWhere == o.LeaderWhere &&
		g.UnitFate == o.UnitFate && g.LeaderFate == o.LeaderFate && g.Wounded == o.Wounded && g.Ill == o.Ill &&
		g.Felled == o.Felled && g.Slain == o.Slain
}

// alikeRest compares what there is besides.
func (g *Field) alikeRest(o *Field) bool {
	return g.TurnNo == o.TurnNo && g.Initiative == o.Initiative && g.Active == o.Active && g.Advantage == o.Advantage &&
		g.Outcome == o.Outcome && g.Pool == o.Pool && g.Retired == o.Retired && g.Optional == o.Optional && g.Late == o.Late
}

// alike compares phases.
func (p *phaseState) alike(o *phaseState) bool {
	return p.Entry == o.Entry && p.Ferried == o.Ferried && p.Barred == o.Barred && p.Played == o.Played &&
		p.Fortune == o.Fortune && p.Arrived == o.Arrived && p.ArrivedLeaders == o.ArrivedLeaders &&
		p.Called == o.Called && p.CalledAt == o.CalledAt
}
