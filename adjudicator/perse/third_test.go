package perse

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/fog"
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

// TestWhoMarchedPays wants units that were taken up where a march ended not to pay for it (5.3): only who has been moved loses.
func TestWhoMarchedPays(t *testing.T) {
	for version, want := range map[string]string{"2": "2x2C-Larissa 5C", "3": "5C"} {
		g := stagedIn(t, version, "14.3", line("leader", "Mardonios Macedoine"), line("with", "Mardonios 5C"), line("active", "Mardonios"), line("units", "persians Thessalie 2x2C-Larissa"))
		p, _ := g.Own(field.Persians, "Mardonios")
		names := fog.Set(1 << g.Veil[field.Persians].Goes[p])
		quiet := &adjudicator.Table{}
		g.step(quiet, field.Persians, g.Rules.Zones["Thessalie"], 1)
		g.takeHere(quiet, field.Persians, "2x2C-Larissa", "")
		if got := g.Rules.Write(g.Sum(g.payers(field.Persians, names, "5.3"))); got != want {
			t.Errorf("version %s: %s pay, want %s", version, got, want)
		}
		g.step(quiet, field.Persians, g.Rules.Zones["Macedoine"], 1)
		if got := g.Rules.Write(g.Sum(g.payers(field.Persians, names, "5.3"))); got != "2x2C-Larissa 5C" {
			t.Errorf("version %s: on the way on %s pay", version, got)
		}
	}
}

// TestWhoHasNoChoiceIsNotAsked wants losses to be asked for only where more than one set of counters pays, as all see: four
// points can be paid with a hoplite alone.
func TestWhoHasNoChoiceIsNotAsked(t *testing.T) {
	for version, asked := range map[string]bool{"2": true, "3": false} {
		g := stagedIn(t, version, "14.2", line("leader", "Miltiade Attique"), line("with", "Miltiade 2x4A-Athens 4*D"))
		lots := g.Borne(field.Greeks, g.Ashore(field.Greeks, g.Rules.Zones["Attique"]))
		for points, more := range map[int]bool{4: asked, 2: true} {
			if got := g.choice(lots, g.Paying(lots, points, false, g.Melee)); got != more {
				t.Errorf("version %s: %d points are asked for: %v", version, points, got)
			}
		}
	}
}

// TestWaitsTellNotWhoPays wants who could pay for a way in one manner only to be asked all the same, as long as the enemy does not
// see how many counters he has.
func TestWaitsTellNotWhoPays(t *testing.T) {
	xerxes := []cases.Line{line("leader", "Xerxes Troade"), line("with", "Xerxes 3A"), line("leader", "Mardonios Troade"), line("with", "Mardonios 5C")}
	for _, c := range []struct {
		about   string
		lines   []cases.Line
		settled map[string]bool
	}{
		{"one of two who were shown", xerxes, map[string]bool{"2": true, "3": true}},
		{"one of two who could have exchanged", append(xerxes, line("unknown", "Xerxes Mardonios")), map[string]bool{"2": true, "3": false}},
	} {
		for version, want := range c.settled {
			g := stagedIn(t, version, "14.3", c.lines...)
			p, _ := g.Own(field.Persians, "Xerxes")
			names := fog.Set(1 << g.Veil[field.Persians].Goes[p])
			if got := g.askWay(field.Persians, names, 1, "5.3").Settled; got != want {
				t.Errorf("version %s, %s: settled by itself: %v", version, c.about, got)
			}
		}
	}
}
