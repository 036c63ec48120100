// Package chit plays the stratagem counters and the Advantage: drawing, keeping, playing
// and answering with them, and the throws that the Advantage has made again.
package chit
