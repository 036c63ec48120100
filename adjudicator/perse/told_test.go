package perse

import (
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// listed is the table of a view; an empty one if it has none of that name.
func listed(v adjudicator.View, id string) adjudicator.Listing {
	for _, l := range v.Tables {
		if l.ID == id {
			return l
		}
	}
	return adjudicator.Listing{}
}

// TestLetterTellsWhatIsNeeded wants a letter to list neutral units, to say what actions cost, and to warn of leaders alone.
func TestLetterTellsWhatIsNeeded(t *testing.T) {
	made, err := New(data.Default()).New(adjudicator.Setup{Scenario: "14.3"})
	if err != nil {
		t.Fatal(err)
	}
	v := made.View(field.Persians)
	if l := listed(v, "neutral"); len(l.Rows) != 3 {
		t.Errorf("the neutrals of Thessaly, Boeotia and Argolis are listed in the rows %v", l.Rows)
	}
	notes := func(id, key string) bool {
		return slices.ContainsFunc(listed(v, id).Notes, func(p adjudicator.Phrase) bool { return p.Key == key })
	}
	if !notes("tracks", "perse.table.costs") || !notes("own", "perse.table.lone") {
		t.Errorf("costs and leaders alone are not told: %v, %v", listed(v, "tracks").Notes, listed(v, "own").Notes)
	}
	loose := 0
	for _, row := range listed(v, "own").Rows {
		if p, ok := row[0].(adjudicator.Phrase); ok && p.Key == "perse.state.loose" {
			loose++
		}
	}
	if loose != 2 {
		t.Errorf("equal units of five cities and those of Macedonia stand in %d rows", loose)
	}
}

// TestDecoyFleetIsDrawnAsABack wants a decoy of a fleet to look to its owner like what the enemy sees, and each arm to have
// a sign of its own.
func TestDecoyFleetIsDrawnAsABack(t *testing.T) {
	g := staged(t, "14.3", line("leader", "decoyfleet1 Attique"), line("leader", "Fleet1 Attique"), line("with", "Fleet1 4PN-Athens"))
	backs, ships := 0, 0
	signs := map[string]string{}
	for _, z := range g.View(field.Greeks).Zones {
		for _, s := range z.Stacks {
			for _, u := range s.Units {
				switch {
				case u.Hidden && u.Afloat:
					backs++
				case u.Afloat && u.Strength > 0:
					ships++
				case u.Afloat:
					t.Errorf("%+v has no strength, and is drawn", u)
				}
			}
		}
	}
	if backs != 1 || ships != 1 {
		t.Errorf("%d backs and %d ships are drawn", backs, ships)
	}
	made, err := New(data.Default()).New(adjudicator.Setup{Scenario: "14.3"})
	if err != nil {
		t.Fatal(err)
	}
	for _, z := range made.View(field.Persians).Zones {
		for _, s := range z.Stacks {
			for _, u := range s.Units {
				if other, known := signs[u.Sign]; known && u.Sign != "" && other != u.Arm {
					t.Errorf("%s and %s have one sign", other, u.Arm)
				}
				signs[u.Sign] = u.Arm
			}
		}
	}
}

// TestStratagemsInAdvance wants a standing order to play the stratagem that it names, if it is in hand and fits, and
// to go on to the next if not.
func TestStratagemsInAdvance(t *testing.T) {
	for text, want := range map[string]order.Act{
		"stratagems: treason, else none":                                {Verb: "play", Play: "treason"},
		"stratagèmes: génie-de-Thémistocle, sinon trahison":             {Verb: "play", Play: "treason"},
		"stratagems: sacrifice, else Genius-of-Themistocles, else none": {Verb: "none"},
	} {
		g := staged(t, "14.2", line("leader", "Miltiade Attique"), line("with", "Miltiade 4x4A-Athens"), line("hand", "greeks treason oracle"),
			line("leader", "Datis Attique"), line("with", "Datis 4x5C"))
		all, faults := orders.ParseStanding(text)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		standing, faults := adjudicator.ReadStanding(New(data.Default()), &all[0])
		if len(faults) > 0 {
			t.Fatalf("%s: %v", text, faults)
		}
		z := g.Rules.Zones["Attique"]
		f := g.Muster(field.Force{}, field.Force{Side: field.Greeks, Names: g.Ashore(field.Greeks, z), At: z}, field.Force{Side: field.Persians, Names: g.Ashore(field.Persians, z), At: z})
		a, _, ok := g.askRuse(field.Greeks, f).Form.(*order.Form).Advise([]adjudicator.Standing{standing})
		if !ok || a.(order.Act) != want {
			t.Errorf("%s: answers %+v, %v; want %+v", text, a, ok, want)
		}
	}
}

// TestOffersSayWhatTheyLeadTo wants the march into a zone with a known enemy to be offered by the cheapest way, with its risk and
// the chances of one's own try.
func TestOffersSayWhatTheyLeadTo(t *testing.T) {
	g := staged(t, "14.3", line("leader", "Leonidas Megaride"), line("with", "Leonidas 5x4A-Sparta"), line("leader", "Mardonios Beotie"), line("with", "Mardonios 6x5C"), line("points", "greeks 9"))
	g.TurnNo = 1
	offers := g.askAct(field.Greeks).Form.(adjudicator.Offerer).Offers()
	i := slices.IndexFunc(offers.Moves, func(o adjudicator.Offer) bool { return o.To.ID == "Beotie" })
	if i < 0 {
		t.Fatalf("Boeotia is not offered: %+v", offers.Moves)
	}
	o := offers.Moves[i]
	if len(o.Lines) != 2 || o.Risk.Key != "perse.note.risk" || !strings.Contains(o.Odds.Canonical(), "Mardonios") {
		t.Errorf("Boeotia is offered with %v, risk %v, odds %v", o.Lines, o.Risk, o.Odds)
	}
	for _, x := range offers.Moves {
		if x.To.ID == "Thermopyles" && x.Note.Args[1] != 7 {
			t.Errorf("Thermopylae by Boeotia and Phocis costs 7, not %v", x.Note)
		}
	}
}

// TestActivationShowsWhatFollows wants an activation to be proposed with an example of the march behind it, once for a stack.
func TestActivationShowsWhatFollows(t *testing.T) {
	g := staged(t, "14.3", line("leader", "Xerxes Troade"), line("with", "Xerxes 6x5C"), line("leader", "Mardonios Troade"), line("points", "persians 9"))
	shown := 0
	for _, c := range g.askAct(field.Persians).Form.Choices() {
		if c.Note.Key == "perse.note.activate" {
			shown++
		}
	}
	if shown != 1 {
		t.Errorf("%d activations show what follows", shown)
	}
}

// TestVoyagesAreOffered wants a fleet to be offered every sea that it can reach, by a way that avoids whom it sees, with the chances
// of the attrition of as many zones; and a sea with enemies with what they may do there, of whom it depends who is aboard (9.2).
func TestVoyagesAreOffered(t *testing.T) {
	g := staged(t, "14.3", line("leader", "persians/Fleet1 Lesbos"), line("with", "persians/Fleet1 2x5PN"), line("leader", "Mardonios Lesbos"), line("with", "Mardonios 2x5C"), line("aboard", "Mardonios persians/Fleet1"), line("points", "persians 3"),
		line("leader", "greeks/Fleet1 Egee"), line("with", "greeks/Fleet1 2PN-Corinth"), line("leader", "Themistocle Egee"), line("aboard", "Themistocle greeks/Fleet1"))
	offers := g.askAct(field.Persians).Form.(adjudicator.Offerer).Offers()
	for to, want := range map[string]struct{ line, risk, odds string }{
		"Eubee":     {"sail Fleet1 by Chios Samos Cyclades to Eubee", "", "odds-attrition 4 odds-sea"},
		"Egee":      {"sail Fleet1 to Egee", "perse.note.risk", "odds-interception at Egee Themistocle odds-against units"},
		"Ionienne":  {"sail Fleet1 by Egee Cyclades Argolique Laconien Messenien to Ionienne", "perse.note.risk", "odds-interception at Egee Themistocle odds-against units"},
		"Argolique": {"sail Fleet1 by Chios Samos Cyclades to Argolique", "", "odds-attrition 4 odds-sea"},
	} {
		i := slices.IndexFunc(offers.Moves, func(o adjudicator.Offer) bool {
			return o.To.ID == to && ruletest.Written(o.Who) == "Fleet1"
		})
		if i < 0 {
			t.Errorf("%s is not offered", to)
			continue
		}
		o := offers.Moves[i]
		if line, odds := ruletest.Written(o.Lines[0]), ruletest.Written(o.Odds); line != want.line || o.Risk.Key != want.risk || odds != want.odds {
			t.Errorf("%s is offered as %q with the risk %q and the odds %q", to, line, o.Risk.Key, odds)
		}
	}
	seas := 0
	for _, o := range offers.Moves {
		if o.Lines[0][0] == adjudicator.Keyword("sail") {
			seas++
		}
	}
	if seas != 18 {
		t.Errorf("%d voyages are offered, and all seas but the gulf of Corinth lie within six zones", seas)
	}
	if slices.Contains(offers.Rest, adjudicator.Keyword("sail")) {
		t.Error("voyages are said to be more than what is offered")
	}
}

// TestFurtherSegmentsArePassed wants a standing order to pass in the segments behind a side's first, as long as it has done nothing
// in them, in both languages.
func TestFurtherSegmentsArePassed(t *testing.T) {
	for _, text := range []string{"segments: pass", "segments: passer"} {
		all, faults := orders.ParseStanding(text)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		standing, faults := adjudicator.ReadStanding(New(data.Default()), &all[0])
		if len(faults) > 0 {
			t.Fatalf("%s: %v", text, faults)
		}
		g := staged(t, "14.3", line("points", "greeks 9"))
		for _, c := range []struct {
			had  bool
			acts int
			want bool
		}{{false, 0, false}, {true, 0, true}, {true, 1, false}} {
			g.Flow.Had[field.Greeks], g.Flow.Acts = c.had, c.acts
			a, _, ok := g.askAct(field.Greeks).Form.(*order.Form).Advise([]adjudicator.Standing{standing})
			if ok != c.want || ok && a.(order.Act) != (order.Act{Verb: "pass"}) {
				t.Errorf("%s, segments had %v and %d actions in this one: answers %v, %v", text, c.had, c.acts, a, ok)
			}
		}
	}
}

// TestCostsAreToldOnce wants the costs of actions, which never change, to stand in the first letter of a game alone.
func TestCostsAreToldOnce(t *testing.T) {
	for turn, want := range map[int]bool{0: true, 2: false} {
		g := staged(t, "14.3", line("leader", "Mardonios Troade"))
		g.TurnNo = turn
		told := slices.ContainsFunc(listed(g.View(field.Persians), "tracks").Notes, func(p adjudicator.Phrase) bool { return p.Key == "perse.table.costs" })
		if told != want {
			t.Errorf("turn %d: costs are told: %v", turn, told)
		}
	}
}
