// Package reports writes the letters in which a side reads of its game: what has happened, what is
// asked, the map, the proof, and what is published of a game and when.
package reports

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
)

// Reports writes reports.
type Reports struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Terms   *post.Terms
}
