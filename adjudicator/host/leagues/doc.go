// Package leagues runs seasons and ladders: what entrants say, rounds that are paired, games that are
// made for them, results that are credited and ruled, tables that are sent.
package leagues

import (
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/ratings"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
)

// Leagues runs seasons.
type Leagues struct {
	*club.Club
	Letters *post.Letters
	Reports *reports.Reports
	Seats   *seating.Seats
	Upkeep  *upkeep.Upkeep
	Ratings *ratings.Ratings
	Ladders *Ladders
	Results *Results

	heard   *hearing    // the ruling that is heard, if these are the rooms of one
	leagues leagueWatch // of what has changed since they were looked at
}

// Ladders runs ladders.
type Ladders struct {
	*club.Club
	Terms   *post.Terms
	Clocks  *clock.Clocks
	Leagues *Leagues

	ladders leagueWatch // of what time brings to them
}

// Results credits and settles what the games of a league end in.
type Results struct {
	*club.Club
	Terms   *post.Terms
	Leagues *Leagues
	Ladders *Ladders
}
