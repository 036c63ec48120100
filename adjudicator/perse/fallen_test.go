package perse

import (
	"testing"

	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// TestTheFallenLeadNobody wants a leader who fell in a first fight where his force had come to not to be named among those who
// try again there (4.4, 6.1), and to be proposed to nobody; games of version 2 go on as they began.
func TestTheFallenLeadNobody(t *testing.T) {
	for version, legal := range map[string]bool{"2": true, "3": false} {
		g := stagedIn(t, version, "14.2", line("leader", "Miltiade Beotie"), line("with", "Miltiade 4A-Athens"), line("leader", "Datis Beotie"), line("with", "Datis 5C"),
			line("leader", "Artapherne Beotie"), line("with", "Artapherne 5C"), line("points", "persians 5"))
		came := field.Force{Side: field.Persians, Names: g.Ashore(field.Persians, g.Rules.Zones["Beotie"]), At: g.Rules.Zones["Beotie"]}
		datis, _ := g.Own(field.Persians, "Datis")
		g.Remove(field.Persians, datis)
		p, _ := g.Own(field.Greeks, "Miltiade")
		try := order.Act{Verb: "intercept", Target: g.Roster.Marker(field.Greeks, g.Veil[field.Greeks].Goes[p]), With: "Datis Artapherne"}
		if why := g.wrongIntercept(field.Persians, came, try); (why == nil) != legal {
			t.Errorf("version %s: a try with who has fallen is judged %v", version, why)
		}
		proposed := false
		for _, a := range g.intercepts(field.Persians, came, nil) {
			proposed = proposed || a.With == try.With || a.With == "Datis"
		}
		if proposed != legal {
			t.Errorf("version %s: a try with who has fallen is proposed: %v", version, proposed)
		}
	}
}
