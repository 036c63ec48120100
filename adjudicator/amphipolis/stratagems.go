package amphipolis

import (
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
)

// textRoles are the numbers of the texts that play knows beyond them.
var textRoles = field.Roles{Omens: 22, Call: 15, Delay: 14, Mend: 12, Rally: 13, Support: 8, Wound: 18, Epidemic: 21, Archers: 4, Storm: 2}

// Timely implements [chit.Rules].
func (g *game) Timely(field.Moment) []field.StratagemNo { return nil }

// Text implements [chit.Rules].
func (g *game) Text(field.StratagemNo) chit.Text { return chit.Aimless{} }
