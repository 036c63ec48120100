// Package board is the ground a game is played on: zones, the edges between
// them, terrain, stacking limits, path search, and the geometry that pictures
// are drawn from. It knows no game; each ruleset loads its own map files.
//
// A [Zone] is a small dense index, a [Set] a bitset over such indices. Every
// query on a [Map] reads a table that was built when the map was loaded: no
// query allocates, and none depends on the iteration order of a Go map.
//
// Map files are TOML and are read strictly: a key that the format does not know
// is refused by name, and every datum must say where it comes from (see
// [Source]).
//
// # A map file
//
// A board of two zones, read by [Load]:
//
//	id = "twozones"
//	sides = ["north", "south"]
//
//	[[terrain]]
//	id = "clear"
//	kind = "land"
//
//	[[stacking]]
//	kind = "land"
//	class = "all"             # all, land, naval
//	units = 5                 # and/or pf; neither: no limit, said outright
//	source = "rule 3"
//
//	[[zone]]
//	id = "Gate"
//	kind = "land"
//	terrain = "clear"         # left out: no terrain beyond the kind
//	en = "Gate"
//	fr = "Porte"
//	source = "rule 2"
//	terrain_source = "rule 2" # left out without a terrain
//	name_source = "rule 2"
//
//	[[zone]]
//	id = "Mill"
//	kind = "land"
//	en = "Mill"
//	fr = "Moulin"
//	source = "rule 2"
//	name_source = "reconstruction"
//
//	[[edge]]
//	zones = ["Gate", "Mill"]
//	source = "rule 2"
//
// Every edge stands once; the loader adds its other direction. What else may be said:
//
//	[[stacking]]
//	terrain = "difficult"     # left out: every terrain of the kind
//
//	[[zone]]
//	tags = ["walls"]          # what the ruleset makes of them
//	sides = ["south"]         # who may use it; left out: all
//
//	[[edge]]
//	beach = true
//	beach_source = "rule 4"   # left out: as source
//	entry = true              # an anchor: ships pass between this port and this sea
//	oneway = true             # only from the first to the second
//	tags = ["bridge"]
//
// # A geometry file
//
// How the same board is drawn, read by [LoadGeometry]:
//
//	source = "reconstruction"
//	min = [0.0, 0.0]          # longitude, latitude: the south-west corner
//	max = [4.0, 2.0]          # and the north-east one
//
//	[label]                   # every zone of the map
//	Gate = [1.0, 1.0]
//	Mill = [3.0, 1.0]
//
//	[arc]                     # a line between two corners
//	middle = [[2.0, 0.0], [2.0, 2.0]]
//	west = [[2.0, 2.0], [0.0, 2.0], [0.0, 0.0], [2.0, 0.0]]
//	east = [[2.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0]]
//
//	[area]                    # one string per outline; "-" runs an arc backwards
//	Gate = ["middle west"]
//	Mill = ["east -middle"]
//
// An arc belongs to one area or to two; in the second case it is their border. An area that
// has an island within it goes to it along an arc, around it, and back along the same arc,
// which is no border; it runs straight north or east. A zone without an area is a marker at
// its label. Where only labels are known, [WriteAreas] writes
// arcs and areas to start from; the command is "keryx data areas". What else may be said:
//
//	scale = 0.1665            # degrees of latitude of the bar of the scale; left out: none
//
//	[[board]]                 # left out: one board, from min to max
//	min = [0.0, 0.0]
//	max = [4.0, 2.0]
//	width = 0.5               # its share of the width of the picture; left out: all of it
//
//	[[inset]]                 # drawn a second time, enlarged
//	min = [1.0, 0.0]
//	max = [3.0, 2.0]
//
//	[terrain]                 # what terrains look like; left out: open ground, or open water
//	difficult = "hills"
//
//	[sign]                    # signs of arms and marks that pictures do not know yet
//	mule = ["ink -20,0 20,0 0,20"]
//
//	[[feature]]
//	kind = "island"
//	ring = [[0.5, 0.5], [0.7, 0.5], [0.6, 0.7]]
//
//	[[feature]]
//	kind = "waters"
//	text = "ΠΡΟΠΟΝΤΙΣ"
//	ring = [[2.5, 0.8], [3.4, 0.7]]
package board
