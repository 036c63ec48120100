// Package view shows a game of the family to a side: the tables of a report, what stands in
// the zones, and the scales of the balance. A ruleset puts them together in its own order,
// with what only it has in between.
package view
