package leagues

import (
	"errors"
	"keryx/adjudicator/host/club"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/season"
)

// A game of a league may be watched by mail as the file of the season says, but by nobody who meets
// one of its players there: how they play would tell him how to play against them.

// leagueShowing is how the games of a season are shown to others.
func leagueShowing(f season.File) play.Showing {
	return play.Showing{Delay: calendar.Span{Duration: LeagueDelay(f)}, Opens: play.AtSeasonEnd, Observers: play.Observing(f.Observers)}
}

// LeagueDelay is how long after a turn has ended, or a result was entered, others are shown it of a
// season.
func LeagueDelay(f season.File) time.Duration {
	if f.Delay.Duration > 0 {
		return f.Delay.Duration
	}
	return play.UsualShowing.Delay.Duration
}

// checkShowing says which setting of a season's file on observers will not do.
func checkShowing(f season.File) error {
	s := leagueShowing(f)
	err := s.Check()
	if f.Delay.Duration < 0 {
		err = errors.Join(err, &club.SettingError{Setting: "delay", Value: f.Delay.String(), Want: "a time such as 1d"})
	}
	return err
}
