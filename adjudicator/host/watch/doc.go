// Package watch is for those who watch a game and do not play in it: who may, what they are told and
// when, and the chronicle of a game as the public may read it.
package watch

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
)

// Watchers tells observers of games.
type Watchers struct {
	*club.Club
	Letters *post.Letters
}
