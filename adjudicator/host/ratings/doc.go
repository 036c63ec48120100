// Package ratings computes what the games of leagues do to the ratings of players, and what letters and
// pages say of them.
package ratings

import (
	"keryx/adjudicator/host/club"
)

// Ratings tells how players are rated.
type Ratings struct {
	*club.Club
}
