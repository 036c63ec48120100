package board

// Class divides units for the purpose of stacking limits.
type Class uint8

// The classes of units.
const (
	AllUnits   Class = iota // whatever the unit
	LandUnits               // units that move on land
	NavalUnits              // ships
	numClasses
)

var classIDs = [numClasses]string{"all", "land", "naval"}

// String returns the identifier used in map files: "all", "land" or "naval".
func (c Class) String() string {
	if c < numClasses {
		return classIDs[c]
	}
	return "unknown"
}

// Limit is what one side may have of a class of units in one zone. A field that
// is 0 does not limit.
type Limit struct {
	Units int // number of units
	PF    int // their force points
}

// Limited reports whether the limit limits anything.
func (l Limit) Limited() bool { return l != Limit{} }

// Over returns by how many units and force points a stack exceeds the limit;
// both are 0 when it fits.
func (l Limit) Over(units, pf int) (overUnits, overPF int) {
	if l.Units > 0 && units > l.Units {
		overUnits = units - l.Units
	}
	if l.PF > 0 && pf > l.PF {
		overPF = pf - l.PF
	}
	return overUnits, overPF
}

// StackRule is one stacking rule of the map file.
type StackRule struct {
	Kind    Kind
	Terrain string // empty: every terrain of the kind
	Class   Class
	Limit   Limit // unlimited where the rulebook says so outright
	Source  Source
}

// Limit returns the stacking limit of z for a class of units.
func (m *Map) Limit(z Zone, c Class) Limit { return m.limits[z][c] }

// Limits reports whether there is any limit in a zone.
func (m *Map) Limits(z Zone) bool { return m.limits[z] != [numClasses]Limit{} }

// StackRules returns the stacking rules as the map file gives them.
func (m *Map) StackRules() []StackRule { return m.rules }
