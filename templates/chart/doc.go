// Package chart draws the map of a theatre of war as one side sees it.
//
// A [Theatre] is made once from a board and its geometry. [Theatre.Draw] turns a
// View and the marks of the events that side was told of into a PNG picture: the
// whole theatre on a sheet of the proportions of A4, with the crowded part drawn a
// second time at a larger scale, or a close-up of the zones where something happened.
// [Theatre.Sketch] draws the same in letters for those who read in a terminal, and
// [Theatre.Gazetteer] lists what lies next to what.
//
// A picture is made from the View and from nothing else, so equal views give
// equal bytes. To that end everything is computed in whole numbers: positions in
// units of the plane, then in 64ths of a pixel; the palette and the settings of the
// encoder are fixed, no map is iterated over, and the file carries no metadata.
//
// The picture is paletted from the beginning: shapes are laid on a
// canvas of palette indices through a table of mixtures. That keeps files small and
// spares a separate reduction of colours.
package chart
