package store

import "time"

// A League is a season of games. What it consists of is in its body.
type League struct {
	ID      string
	Name    string
	Body    []byte
	Created time.Time
	Changed time.Time
}

// A LeagueReader reads leagues.
type LeagueReader interface {
	// League returns one league, or ErrNotFound.
	League(id string) (League, error)
	// Leagues returns all leagues, oldest first.
	Leagues() ([]League, error)
}

// A LeagueWriter writes leagues.
type LeagueWriter interface {
	// PutLeague adds a league, or replaces the Name, Body and Changed of the one with that ID.
	PutLeague(League) error
	// DeleteLeague removes a league; ErrNotFound if there is none of that ID.
	DeleteLeague(id string) error
}
