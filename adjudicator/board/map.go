package board

// Place is all that a map file says about one zone. Rules that run often use
// the query methods of [Map] instead.
type Place struct {
	ID      string // "T17", "M5", "Sestos", "B1"
	Kind    Kind
	Terrain Terrain
	Names   Names
	Tags    []string // free words of the ruleset, sorted
	Sides   []int    // indices of the sides that may use it; nil means all

	Source        Source // that the zone exists, its kind, who may use it
	TerrainSource Source
	NameSource    Source
}

// Terrain is the index of a terrain on its map. Compare it with the result of
// [Map.TerrainByID].
type Terrain uint8

// Way is a manner of crossing an edge.
type Way uint8

// The ways. They follow from the kinds of the two zones and, for a port, from
// the anchor that marks a naval entry.
const (
	Any    Way = iota // whatever the way: the two zones are adjacent
	ByLand            // by a land movement
	BySea             // by a naval movement
	Shore             // between land and sea: amphibious landings, sieges, beaches
	numWays
)

// Edge leads from one zone to a neighbour. An edge that can be crossed in both
// directions is stored with both of its zones.
type Edge struct {
	To     Zone
	Ways   uint8  // bit 1<<way is set for each Way, Any included
	Beach  bool   // the shore between the two zones is a beach
	Entry  bool   // an anchor: naval units pass here between a port and a sea zone
	OneWay bool   // there is no edge back (outlet of a base)
	Tags   uint32 // bits of Map.EdgeTag: bridge, wall, high sea ...

	Source      Source // that the two zones are adjacent (or joined by an entry)
	BeachSource Source // that the shore is a beach, or that it is none
}

// By reports whether the edge can be crossed in the given way.
func (e *Edge) By(w Way) bool { return e.Ways&(1<<w) != 0 }

// Map is a board. It never changes after it has been loaded, so it may be used
// by many games at once.
type Map struct {
	id         string
	sides      []string
	places     []Place
	byID       map[string]Zone
	terrains   []string
	terrainOf  []Terrain
	kindOf     []Kind
	edges      [][]Edge
	edgeAt     []uint8 // len n*n: index into edges[a] of the edge to b, or noEdge
	near       [numWays][]Set
	neighbours [numWays][][]Zone
	beaches    []Set
	kinds      [numKinds]Set
	terrainSet []Set
	tags       map[string]Set
	edgeTags   []string
	open       []Set // per side
	limits     [][numClasses]Limit
	rules      []StackRule
}

const noEdge = 255

// ID returns the identifier of the map.
func (m *Map) ID() string { return m.id }

// Sides returns the identifiers of the sides, in the order of their indices.
func (m *Map) Sides() []string { return m.sides }

// Len returns the number of zones; they are 0 to Len()-1.
func (m *Map) Len() int { return len(m.places) }

// Zone returns the zone with this exact identifier, or NoZone and false.
func (m *Map) Zone(id string) (Zone, bool) {
	z, ok := m.byID[id]
	if !ok {
		return NoZone, false
	}
	return z, true
}

// MustZone is Zone for identifiers that the ruleset itself names. It panics on
// one that the map does not have; [Load] callers check those names first.
func (m *Map) MustZone(id string) Zone {
	z, ok := m.byID[id]
	if !ok {
		panic("board: map " + m.id + " has no zone " + id)
	}
	return z
}

// Place returns what the map file says about z.
func (m *Map) Place(z Zone) *Place { return &m.places[z] }

// Name returns the identifier of z, or "nowhere" for NoZone.
func (m *Map) Name(z Zone) string {
	if int(z) >= len(m.places) {
		return "nowhere"
	}
	return m.places[z].ID
}

// Kind returns the kind of z.
func (m *Map) Kind(z Zone) Kind { return m.kindOf[z] }

// Terrain returns the terrain of z.
func (m *Map) Terrain(z Zone) Terrain { return m.terrainOf[z] }

// TerrainByID returns the terrain with this identifier ("clear"), and whether
// the map has it.
func (m *Map) TerrainByID(id string) (Terrain, bool) {
	for i, t := range m.terrains {
		if t == id {
			return Terrain(i), true
		}
	}
	return 0, false
}

// Terrains returns how many terrains there are.
func (m *Map) Terrains() int { return len(m.terrains) }

// TerrainID returns the identifier of t.
func (m *Map) TerrainID(t Terrain) string { return m.terrains[t] }

// All returns every zone.
func (m *Map) All() Set {
	if n := len(m.places); n >= 64 {
		return Set{^uint64(0), 1<<(n-64) - 1}
	}
	return Set{low: 1<<len(m.places) - 1}
}

// OfKind returns the zones of a kind.
func (m *Map) OfKind(k Kind) Set { return m.kinds[k] }

// OfTerrain returns the zones of a terrain.
func (m *Map) OfTerrain(t Terrain) Set { return m.terrainSet[t] }

// Tagged returns the zones that carry a tag. It looks the tag up in a Go map:
// call it once, not in a loop.
func (m *Map) Tagged(tag string) Set { return m.tags[tag] }

// OpenTo returns the zones that a side may use at all.
func (m *Map) OpenTo(side int) Set { return m.open[side] }

// Near returns the zones that can be entered from z in the given way.
func (m *Map) Near(z Zone, w Way) Set { return m.near[w][z] }

// Neighbours returns the same zones as Near as a slice in rising order. The
// slice belongs to the map and must not be changed.
func (m *Map) Neighbours(z Zone, w Way) []Zone { return m.neighbours[w][z] }

// Adjacent reports whether an edge leads from a to b.
func (m *Map) Adjacent(a, b Zone) bool { return m.near[Any][a].Has(b) }

// Edges returns the edges out of z in rising order of their To. The slice
// belongs to the map and must not be changed.
func (m *Map) Edges(z Zone) []Edge { return m.edges[z] }

// Edge returns the edge from a to b, or nil. It belongs to the map.
func (m *Map) Edge(a, b Zone) *Edge {
	i := m.edgeAt[int(a)*len(m.places)+int(b)]
	if i == noEdge {
		return nil
	}
	return &m.edges[a][i]
}

// Beaches returns the zones on the other side of the beaches of z: for a sea
// zone the land zones whose beach it washes, for a land zone the sea zones.
func (m *Map) Beaches(z Zone) Set { return m.beaches[z] }

// EdgeTags lists the tags that edges have, in the order of the map file.
func (m *Map) EdgeTags() []string { return m.edgeTags }

// EdgeTag returns the bit that stands for a tag in [Edge.Tags], or 0 when no
// edge of the map carries it.
func (m *Map) EdgeTag(tag string) uint32 {
	for i, t := range m.edgeTags {
		if t == tag {
			return 1 << i
		}
	}
	return 0
}
