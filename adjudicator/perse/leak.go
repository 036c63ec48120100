package perse

// leak is a fault that a test plants, to see that it is found. There is none otherwise.
type leak uint8

const (
	noLeak          leak = iota
	loadsInView          // an enemy's marker shows what is really with it
	pointsInView         // and what points are left
	refusedForDecoy      // an interception of a decoy is refused
)
