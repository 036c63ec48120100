// Package view is what a side may know of a position, in tables, marks and tracks, and as data; and the reading of these
// data, by which a side's position is remembered.
package view
