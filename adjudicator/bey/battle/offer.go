package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Offers implements [adjudicator.Offerer]: where all who must retreat can go together, and each of
// them by itself.
func (f *RetreatForm) Offers() adjudicator.Offers {
	var all adjudicator.Offers
	offer := func(units field.UnitSet, men field.LeaderSet, whole bool) {
		for z := range f.Near.Union(f.Over).All() {
			a := Retirement{Form: f, Units: units, Men: men, To: z}
			if f.Judge(&a, nil) != nil {
				continue
			}
			all.Moves = append(all.Moves, adjudicator.Offer{From: f.G.ZoneTerm(f.From), To: f.G.ZoneTerm(z),
				Who: f.G.Naming(units, men), Whole: whole, Lines: []adjudicator.Words{a.Words()}})
		}
	}
	offer(f.Units, f.Men, true)
	if f.Units.Len()+f.Men.Len() > 1 {
		f.G.EachPiece(f.Units, f.Men, func(units field.UnitSet, men field.LeaderSet) { offer(units, men, false) })
	}
	if f.To() == board.NoZone {
		return all.With(adjudicator.OnlyKinds([]adjudicator.Choice{{Words: f.Default().Words()}}))
	}
	return all
}

// To is where everybody goes by default, or NoZone if nobody can go anywhere.
func (f *RetreatForm) To() board.Zone { return f.Default().(Retirement).To }
