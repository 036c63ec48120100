package hellespont

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/odds"
)

// harsher is an attrition table in which 4 weakens one unit, and 5 all of them.
const harsher = `
source = "rule 6.4"
columns = ["outcome"]
[[row]]
die = 1
cells = ["none"]
[[row]]
die = 2
cells = ["none"]
[[row]]
die = 3
cells = ["none"]
[[row]]
die = 4
cells = ["one"]
[[row]]
die = 5
cells = ["all"]
[[row]]
die = 6
cells = ["all"]
`

// The table of a club's own data is the one that is played by, that chances are told of,
// and that the sensible player minds.
func TestAttritionIsInTheData(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "attrition.toml"), []byte(harsher), 0o644); err != nil {
		t.Fatal(err)
	}
	own, err := Opener.FromDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	harsh, err := own[0].(*ruleset).empty(adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	printed := emptyField(t)
	harsh.Advantage = printed.Advantage
	for _, c := range []struct {
		g              *game
		need           string
		none, one, all int64
	}{{printed, "4-", 4, 1, 1}, {harsh, "3-", 3, 1, 2}} {
		put(t, c.g, "athens 2xH3 at T2") // 6 PF, a modifier of 1
		z := zone(t, c.g, "T2")
		m := c.g.AttritionModifiers(athens, z)
		chances := odds.Of(c.g).Attrition(z, athens)
		if chances == nil || chances.Need != c.need {
			t.Fatalf("%+v, want a need of %s", chances, c.need)
		}
		for i, want := range []int64{c.none - int64(m.Sum()), c.one, c.all + int64(m.Sum())} {
			if chances.Outcomes[i].Chance.Ways != want {
				t.Errorf("%s: %d ways of 6, want %d (modifier %d)", chances.Outcomes[i].Name, chances.Outcomes[i].Chance.Ways, want, m.Sum())
			}
		}
	}
	if a, b := printed.attritionCost(bot.On(printed), athens, zone(t, printed, "T2")), harsh.attritionCost(bot.On(harsh), athens, zone(t, harsh, "T2")); a >= b {
		t.Errorf("the sensible player minds %.2f as printed, %.2f with the harsher table", a, b)
	}
	for g, want := range map[*game]string{printed: "attrition-none", harsh: "attrition-one"} {
		modifiers := g.AttritionModifiers(athens, zone(t, g, "T2"))
		told := perform(t, g, []int{4 - modifiers.Sum()}, func(t *adjudicator.Table) { g.war().Attrition(t, athens) }, "sparta accept")
		if !slices.Contains(told, want) {
			t.Errorf("a modified 4: told %v, want %s", told, want)
		}
	}
}
