package chart

import (
	"image/color"
	"sync"
)

// ink is a colour of the map: an index into the palette.
type ink uint8

// The colours of the map. Mixtures of them, for smooth edges, follow in the
// palette.
const (
	paper    ink = iota // the sheet
	beyond              // land that is not in play
	clear               // easy ground
	rough               // difficult ground
	sea                 // open sea
	strait              // narrow sea
	shallow1            // water lines along the coast, outwards in
	shallow2
	shallow3
	sand      // beaches
	sandDot   // their grains
	coast     // coastline and frame
	frontier  // borders of land zones
	seaway    // borders of sea zones
	faintLand // great names of countries
	faintSea  // great names of seas
	hill      // hill signs
	hillShade // their lit side
	lettering // words on land
	waterText // words on the sea
	white     // walls, glints
	shadow    // below counters
	blueFill  // counters of the first side
	blueInk   //
	redFill   // counters of the second side
	redInk    //
	redEdge   //
	gold      // swords
	flame     // battles
	numInks
)

var inkRGB = [numInks][3]uint8{
	paper:     {0xf6, 0xef, 0xdd},
	beyond:    {0xe7, 0xdc, 0xc0},
	clear:     {0xec, 0xe8, 0xc6},
	rough:     {0xdc, 0xc8, 0x9a},
	sea:       {0xb3, 0xcf, 0xd4},
	strait:    {0xa3, 0xc6, 0xce},
	shallow1:  {0xbf, 0xd8, 0xda},
	shallow2:  {0xcc, 0xe0, 0xdf},
	shallow3:  {0xdb, 0xea, 0xe4},
	sand:      {0xf0, 0xcf, 0x74},
	sandDot:   {0xa8, 0x76, 0x22},
	coast:     {0x3f, 0x31, 0x24},
	frontier:  {0x9a, 0x80, 0x58},
	seaway:    {0x62, 0x90, 0x9c},
	faintLand: {0xcd, 0xbc, 0x92},
	faintSea:  {0x90, 0xb7, 0xc0},
	hill:      {0x7d, 0x5f, 0x38},
	hillShade: {0xea, 0xdb, 0xb4},
	lettering: {0x2f, 0x24, 0x19},
	waterText: {0x22, 0x53, 0x66},
	white:     {0xff, 0xfd, 0xf6},
	shadow:    {0x80, 0x7a, 0x68},
	blueFill:  {0xc4, 0xda, 0xf2},
	blueInk:   {0x14, 0x38, 0x78},
	redFill:   {0xa6, 0x27, 0x24},
	redInk:    {0xff, 0xf3, 0xdc},
	redEdge:   {0x4f, 0x0d, 0x10},
	gold:      {0xe8, 0xac, 0x1e},
	flame:     {0xd8, 0x43, 0x1f},
}

// ramps are the pairs of colours that often meet along an edge; each gets a
// mixture of its own.
var ramps = [...][2]ink{
	{clear, coast}, {rough, coast}, {sea, coast}, {strait, coast}, {shallow3, coast}, {paper, coast}, {beyond, coast},
	{clear, frontier}, {rough, frontier}, {sea, seaway}, {strait, seaway}, {shallow2, seaway},
	{clear, lettering}, {rough, lettering}, {paper, lettering}, {beyond, faintLand}, {clear, faintLand}, {sea, faintSea},
	{sea, waterText}, {strait, waterText}, {shallow3, waterText}, {clear, waterText},
	{rough, hill}, {hillShade, hill}, {sand, coast}, {sand, sandDot}, {sand, shallow3}, {sand, clear},
	{sea, shadow}, {clear, shadow}, {rough, shadow}, {strait, shadow},
	{blueFill, blueInk}, {white, blueInk}, {sea, blueInk}, {clear, blueInk}, {strait, blueInk}, {rough, blueInk}, {paper, blueInk},
	{redFill, redInk}, {redFill, redEdge}, {sea, redFill}, {clear, redFill}, {strait, redFill}, {rough, redFill}, {paper, redFill},
	{sea, redEdge}, {clear, redEdge}, {strait, redEdge}, {paper, redEdge}, {rough, redEdge},
	{white, coast}, {white, lettering}, {gold, lettering}, {gold, redFill}, {gold, blueFill}, {gold, coast},
	{flame, white}, {flame, redEdge}, {sea, flame}, {clear, flame}, {sea, white}, {clear, white}, {strait, white}, {paper, white},
	{shallow1, shallow2}, {clear, rough}, {sea, strait}, {sea, clear},
}

// mixtures[i][j] is the colour nearest to the middle between i and j. One step between
// two colours is enough where a pixel is half a dot of the page, and halves the file.
type mixtures [numInks][256]uint8

// colours returns the palette and the table of mixtures. They are computed once.
var colours = sync.OnceValues(func() (color.Palette, *mixtures) {
	rgb := make([][3]int, 0, 256)
	for _, c := range inkRGB {
		rgb = append(rgb, [3]int{int(c[0]), int(c[1]), int(c[2])})
	}
	for _, r := range ramps {
		if len(rgb) < 256 {
			rgb = append(rgb, mix(rgb[r[0]], rgb[r[1]]))
		}
	}
	palette := make(color.Palette, len(rgb))
	for i, c := range rgb {
		palette[i] = color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 0xff}
	}
	table := new(mixtures)
	for i := range numInks {
		for j := range rgb {
			table[i][j] = nearest(rgb, mix(rgb[j], rgb[i]))
		}
	}
	return palette, table
})

func mix(a, b [3]int) (c [3]int) {
	for k := range c {
		c[k] = (a[k] + b[k] + 1) / 2
	}
	return c
}

// nearest weighs the channels roughly as the eye does.
func nearest(rgb [][3]int, c [3]int) uint8 {
	best, at := 1<<30, 0
	for i, p := range rgb {
		dr, dg, db := p[0]-c[0], p[1]-c[1], p[2]-c[2]
		if d := 3*dr*dr + 6*dg*dg + db*db; d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}
