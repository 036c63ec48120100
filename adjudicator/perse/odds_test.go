package perse

import (
	"encoding/json"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/odds"
	"keryx/orders"
)

// reckoned asks for chances, on an empty board or in the position of a side.
func reckoned(t *testing.T, at adjudicator.Position, text string) odds.Told {
	t.Helper()
	s, d := orders.ParseStatement("odds " + text)
	if d != nil {
		t.Fatal(d)
	}
	answer, faults, err := New(data.Default()).Reckon(at, s)
	if err != nil || len(faults) > 0 {
		t.Fatalf("%s: %v %v", text, err, faults)
	}
	return answer.Data(nil).(odds.Told)
}

// TestOdds wants the chances that follow from the tables of the additions.
func TestOdds(t *testing.T) {
	for _, c := range []struct {
		text, name, side, unit string
		value                  int
		ways, of               int64
	}{
		// 6.2: column 0 fails on 1 to 3; with Reconnaissance two columns further it fails on 1 and 2, and 5 and 6 are ambushes.
		{"interception at Boeotia Leonidas against Mardonius", "fails", "", "", 0, 3, 6},
		{"interception at Boeotia Leonidas against Mardonius play reconnaissance", "caught", "", "", 0, 2, 6},
		// P22: Mardonius (3) against units without a leader is column +3, and against a decoy 0.
		{"interception at Thessaly Mardonius against units", "fails", "", "", 0, 1, 6},
		{"interception at Thessaly Mardonius against decoy-1", "fails", "", "", 0, 3, 6},
		// A mountain adds one to the die: column 0 fails on 1 and 2, and the 6 is an ambush.
		{"interception at Phocis Leonidas against Mardonius", "caught", "", "", 0, 1, 6},
		// 9.2: two dice and Themistocles' 2 reach 6 on 4 and more: 33 of 36.
		{"interception at Attica Themistocles 4PN-Athens against 5PN", "pitched", "", "", 0, 33, 36},
		// An even oracle adds 2, an odd one takes as much: 4 to 6 and 1 to 6 but one, of twelve.
		{"interception at Boeotia Leonidas against Mardonius play oracle", "fails", "", "", 0, 1 + 5, 12},
		// P30: the Persian in Boeotia with Manoeuvre, no points and presence needs 6 on two dice.
		{"court Boeotia with 0 persian presence play manoeuvre", "won", "", "", 0, 26, 36},
		{"court Boeotia with 0 presence", "won", "", "", 0, 1, 36},
		// The sheet's tables of attrition, and P34: 40 points without supply on a mountain, one more on the die.
		{"attrition 5", "counters", "", "", 1, 2, 6},
		{"attrition 6 sea", "counters", "", "", 3, 1, 6},
		{"hunger at Phocis Xerxes 6x5C 2x3A", "counters", "", "", 4, 1, 6},
		// P17: 3A with a leader of 2 is disorganised by a 2 alone; 6D without one, ambushed, by 8 and less.
		{"battle at Boeotia Mardonius 3x3A against Leonidas 5x4A-Sparta", "shaken", "persians", "3A", 0, 1, 36},
		{"battle at Boeotia Leonidas 5x4A-Sparta against 6x6*D ambush", "shaken", "persians", "6*D", 0, 26, 36},
		// 5x 4A in melee are 40 points, with a leader of 2 and class A the die has 3 more, but for a mountain: 2 and more test morale.
		{"battle at Boeotia Mardonius 3x3A against Leonidas 5x4A-Sparta", "melee", "persians", "", 0, 5, 6},
		// P27 and P28: at 1:1 in Attica, an Athenian of Themistocles has 3 more: all six results, in one round.
		{"seafight at Attica Themistocles 4PN-Athens against 5PN rounds 1", "sunk", "persians", "", 5, 36, 36},
	} {
		found := false
		for _, x := range reckoned(t, adjudicator.Position{Side: field.Nobody}, c.text).Chances {
			if x.Name != c.name || x.Side != c.side || x.Unit != c.unit || x.Value != c.value {
				continue
			}
			if found = true; x.Ways != c.ways || x.Of != c.of {
				t.Errorf("%s: %+v, wanted %d of %d", c.text, x, c.ways, c.of)
			}
		}
		if !found {
			t.Errorf("%s: nothing is said of %s %s %s %d: %+v", c.text, c.name, c.side, c.unit, c.value, reckoned(t, adjudicator.Position{Side: field.Nobody}, c.text))
		}
	}
}

// TestOddsInAPosition wants the season, scorched zones and what cities have done to count that the asker knows.
func TestOddsInAPosition(t *testing.T) {
	rules := New(data.Default())
	made, err := rules.New(adjudicator.Setup{Scenario: "14.3"})
	if err != nil {
		t.Fatal(err)
	}
	g := made.(*Game)
	g.TurnNo = 4 // winter
	g.Scorched.Add(rules.Zones["Beotie"])
	position, err := json.Marshal(g.View(field.Persians).Data)
	if err != nil {
		t.Fatal(err)
	}
	at := adjudicator.Position{Setup: adjudicator.Setup{Scenario: "14.3"}, Side: field.Persians, Data: position}
	if got := reckoned(t, at, "hunger at Boeotia Mardonius 4x5C").Chances; got[0].Value != 1 || got[0].Ways != 2 {
		t.Errorf("in winter, on a scorched zone: %+v", got)
	}
	if got := reckoned(t, at, "court Thessaly with 4").Chances; got[0].Ways != 26 {
		t.Errorf("the attempt of who asks: %+v", got)
	}
}

// TestResultNow wants a game that ends early to be judged as if its last turn ended, and to stay as it is.
func TestResultNow(t *testing.T) {
	for scenario, why := range map[string]string{"14.1": "perse.why.revolt", "14.2": "perse.why.athens", "14.3": "perse.why.held"} {
		made, err := New(data.Default()).New(adjudicator.Setup{Scenario: scenario})
		if err != nil {
			t.Fatal(err)
		}
		r := made.(*Game).ResultNow()
		if r == nil || r.Winner != field.Greeks || r.Why[0].Key != why || made.Result() != nil {
			t.Errorf("%s: %+v, and %+v", scenario, r, made.Result())
		}
	}
}
