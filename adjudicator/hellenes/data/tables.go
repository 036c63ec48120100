package data

import (
	"io/fs"
	"slices"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Season is one of the five in which a card is played each.
type Season uint8

// The seasons, in their order.
const (
	Spring Season = iota
	Summer
	HighSummer
	Autumn
	Winter
	Seasons // how many there are
)

var seasonIDs = [Seasons]string{"spring", "summer", "high_summer", "autumn", "winter"}

// String returns the identifier of the season.
func (s Season) String() string { return seasonIDs[s] }

// SeasonFacts is what a season decides.
type SeasonFacts struct {
	Names     board.Names
	Storm     int  // a storm strikes on this die or less (rule 5.22)
	Attrition int  // attrition hits on this die or less (rules 8.2 and 9.4)
	Events    bool // events may be played (rule 9.1)
	Source    board.Source
}

// Olympian is one of those who are appealed to (rule 11.0).
type Olympian uint8

// The Olympians, in the order of the rulebook.
const (
	Zeus      Olympian = iota // cards of New Year
	Apollo                    // recruits
	Ares                      // attacks
	Demeter                   // attrition of a siege
	Poseidon                  // storms
	Hermes                    // forced marches
	Hera                      // appeals of the enemy
	Olympians                 // how many there are
)

var olympianIDs = [Olympians]string{"zeus", "apollo", "ares", "demeter", "poseidon", "hermes", "hera"}

// String returns the identifier of the Olympian.
func (o Olympian) String() string { return olympianIDs[o] }

// Throws are the dice that decide alone.
type Throws struct {
	Regular   int          `toml:"regular"`   // a forced march succeeds on this die or more (rule 5.3)
	Elite     int          `toml:"elite"`     // and that of an elite unit
	Wreck     int          `toml:"wreck"`     // a storm eliminates a fleet on this die or less (rule 5.23)
	Hunger    int          `toml:"hunger"`    // attrition under Hunger (rule 3.1)
	Grainless int          `toml:"grainless"` // attrition of the city of Athens without grain (rule 8.22)
	Source    board.Source `toml:"source"`
}

// Capacities are what a city holds.
type Capacities struct {
	City          int          `toml:"city"`           // units for a point of value (rule 1.3)
	Peace         int          `toml:"peace"`          // the same in the peace of Nicias (rule 12.0)
	ThebesRenewed int          `toml:"thebes_renewed"` // units in Thebes once the war is renewed (rule 12.12)
	Source        board.Source `toml:"source"`
}

// Counts are numbers that the rules name once.
type Counts struct {
	Hand       int          `toml:"hand"`       // cards dealt at New Year (rule 10.1)
	Recruits   int          `toml:"recruits"`   // blocks drawn for one recruit (rule 4.22)
	Expedition int          `toml:"expedition"` // units in Sicily that spare Athens its public works (rule 12.0)
	Source     board.Source `toml:"source"`
}

// Awards are what deeds and Year's End give or cost in prestige (rules 14.1 and 14.2).
type Awards struct {
	Triumph        int          `toml:"triumph"`
	Trophy         int          `toml:"trophy"`
	Pillage        int          `toml:"pillage"`
	PillageCapital int          `toml:"pillage_capital"` // of Athens or Sparta
	Atrocity       int          `toml:"atrocity"`
	Surrender      int          `toml:"surrender"`    // from here on the enemy surrenders
	OfferFrom      int          `toml:"offer_from"`   // from here on peace may be offered
	OfferCost      int          `toml:"offer_cost"`   // and what that costs
	FactionFrom    int          `toml:"faction_from"` // the same with the peace faction
	FactionCost    int          `toml:"faction_cost"`
	Major          int          `toml:"major"`
	Minor          int          `toml:"minor"`
	Source         board.Source `toml:"source"`
}

// Renewal is what it costs a side to renew the war (rule 12.1).
type Renewal struct {
	FirstYear int          `toml:"first_year"` // before Christ
	Athens    []int        `toml:"athens"`     // by year from the first on; the last one holds for all later
	Sparta    []int        `toml:"sparta"`
	Source    board.Source `toml:"source"`
}

// Cost is what a side pays in a year before Christ, 0 or more.
func (r *Renewal) Cost(s Side, year int) int {
	costs := [2][]int{r.Athens, r.Sparta}[s]
	return costs[min(max(r.FirstYear-year, 0), len(costs)-1)]
}

// Tables are the year, the throws and the prestige.
type Tables struct {
	Seasons   [Seasons]SeasonFacts
	Olympians [Olympians]board.Names
	Throws    Throws
	Capacity  Capacities
	Counts    Counts
	Prestige  Awards
	Renewal   Renewal
}

type tablesFile struct {
	Season []struct {
		ID        string       `toml:"id"`
		EN        string       `toml:"en"`
		FR        string       `toml:"fr"`
		Storm     int          `toml:"storm"`
		Attrition int          `toml:"attrition"`
		Events    bool         `toml:"events"`
		Source    board.Source `toml:"source"`
	} `toml:"season"`
	Olympian []struct {
		ID     string       `toml:"id"`
		EN     string       `toml:"en"`
		FR     string       `toml:"fr"`
		Source board.Source `toml:"source"`
	} `toml:"olympian"`
	Throws   Throws     `toml:"throws"`
	Capacity Capacities `toml:"capacity"`
	Counts   Counts     `toml:"counts"`
	Prestige Awards     `toml:"prestige"`
	Renewal  Renewal    `toml:"renewal"`
}

func loadTables(fsys fs.FS, g *Game) error {
	var f tablesFile
	if err := board.ReadTOML(fsys, tablesName, &f); err != nil {
		return err
	}
	r, t := g.reading(tablesName), &g.Tables
	t.Throws, t.Capacity, t.Counts, t.Prestige, t.Renewal = f.Throws, f.Capacity, f.Counts, f.Prestige, f.Renewal
	r.Source("throws", f.Throws.Source)
	r.Source("capacity", f.Capacity.Source)
	r.Source("counts", f.Counts.Source)
	r.Source("prestige", f.Prestige.Source)
	r.Source("renewal", f.Renewal.Source)
	var seasons, gods []string
	for _, e := range f.Season {
		key := "season " + e.ID
		seasons = append(seasons, e.ID)
		r.Source(key, e.Source)
		die(&r, key+".storm", e.Storm)
		die(&r, key+".attrition", e.Attrition)
		if i := slices.Index(seasonIDs[:], e.ID); i >= 0 {
			t.Seasons[i] = SeasonFacts{r.Names(key, e.EN, e.FR), e.Storm, e.Attrition, e.Events, e.Source}
		}
	}
	for _, e := range f.Olympian {
		key := "olympian " + e.ID
		gods = append(gods, e.ID)
		r.Source(key, e.Source)
		if i := slices.Index(olympianIDs[:], e.ID); i >= 0 {
			t.Olympians[i] = r.Names(key, e.EN, e.FR)
		}
	}
	exactly(&r, "season", seasons, seasonIDs[:])
	exactly(&r, "olympian", gods, olympianIDs[:])
	die(&r, "throws.regular", t.Throws.Regular)
	die(&r, "throws.elite", t.Throws.Elite)
	die(&r, "throws.wreck", t.Throws.Wreck)
	die(&r, "throws.hunger", t.Throws.Hunger)
	die(&r, "throws.grainless", t.Throws.Grainless)
	if len(t.Renewal.Athens) == 0 || len(t.Renewal.Sparta) != len(t.Renewal.Athens) {
		r.Fail("renewal", board.ErrMissing, "as many costs of Athens as of Sparta")
	}
	return r.Err
}

// die refuses a number that no die shows.
func die(r *field.Reading, key string, n int) {
	if n < 1 || n > 6 {
		r.Fail(key, board.ErrInvalid, "a die shows 1 to 6")
	}
}

// exactly refuses lists that are not those identifiers in their order.
func exactly(r *field.Reading, key string, found, want []string) {
	for i, id := range want {
		switch {
		case i >= len(found):
			r.Fail(key+" "+id, board.ErrMissing, "")
		case found[i] != id:
			r.Fail(key+" "+found[i], board.ErrUnknown, "in the place of "+id)
		}
	}
	if len(found) > len(want) {
		r.Fail(key+" "+found[len(want)], board.ErrUnknown, "there is no such one")
	}
}
