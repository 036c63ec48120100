// Package standing reads standing orders: under which circumstances a rule holds, what it
// answers, and in which order units, zones and stratagems are ranked.
package standing
