package board

// mapFile is a map file, in the format that the package comment tells of.
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
