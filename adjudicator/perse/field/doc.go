// Package field is a game of Plutôt mort que Perse ! as it stands, without anybody who plays it: [Position] is what is stored,
// [War] that with the scenario and how far the turn has come. It answers what follows from where all stand, and asks nobody and throws
// no die: who is where and goes with whom, what somebody knows of a marker, points, control (13), supply (10), and what fights
// and ways come to. What is allowed, and what happens then, is package perse.
package field
