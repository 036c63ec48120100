package board

// The format of a map file:
//
//	id = "hellespont"
//	sides = ["athens", "sparta"]
//
//	[[terrain]]
//	id = "clear"
//	kind = "land"
//
//	[[stacking]]
//	kind = "land"
//	terrain = "difficult"     # left out: every terrain of the kind
//	class = "land"            # all, land, naval
//	units = 5                 # and/or pf; neither: no limit, said outright
//	source = "rule 3.6"
//
//	[[zone]]
//	id = "T17"
//	kind = "land"
//	terrain = "clear"         # left out: no terrain beyond the kind
//	en = "Sestos country"
//	fr = "Campagne de Sestos"
//	tags = []
//	sides = ["sparta"]        # who may use it; left out: all
//	source = "rule 0.2"
//	terrain_source = "reconstruction"
//	name_source = "reconstruction"
//
//	[[edge]]
//	zones = ["T17", "M5"]
//	beach = true
//	entry = true              # an anchor: ships pass between this port and this sea
//	oneway = true             # only from the first to the second
//	tags = ["bridge"]
//	source = "rule 0.2"
//	beach_source = "rule 4"   # left out: as source
//
// Every edge stands once; the loader adds its other direction.
type mapFile struct {
	ID       string         `toml:"id"`
	Sides    []string       `toml:"sides"`
	Terrain  []terrainEntry `toml:"terrain"`
	Stacking []stackEntry   `toml:"stacking"`
	Zone     []zoneEntry    `toml:"zone"`
	Edge     []edgeEntry    `toml:"edge"`
}

type terrainEntry struct {
	ID   string `toml:"id"`
	Kind string `toml:"kind"`
}

type stackEntry struct {
	Kind    string `toml:"kind"`
	Terrain string `toml:"terrain"`
	Class   string `toml:"class"`
	Units   int    `toml:"units"`
	PF      int    `toml:"pf"`
	Source  Source `toml:"source"`
}

type zoneEntry struct {
	ID      string   `toml:"id"`
	Kind    string   `toml:"kind"`
	Terrain string   `toml:"terrain"`
	EN      string   `toml:"en"`
	FR      string   `toml:"fr"`
	Tags    []string `toml:"tags"`
	Sides   []string `toml:"sides"`

	Source        Source `toml:"source"`
	TerrainSource Source `toml:"terrain_source"`
	NameSource    Source `toml:"name_source"`
}

type edgeEntry struct {
	Zones  []string `toml:"zones"`
	Beach  bool     `toml:"beach"`
	Entry  bool     `toml:"entry"`
	OneWay bool     `toml:"oneway"`
	Tags   []string `toml:"tags"`

	Source      Source `toml:"source"`
	BeachSource Source `toml:"beach_source"`
}
