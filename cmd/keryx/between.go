package main

import (
	"fmt"
	"time"

	"keryx/adjudicator/host/play"
)

// betweenStatus is the word for a game that was given to another club or came from one.
func betweenStatus(b play.Between) string {
	switch b.Where {
	case play.Given:
		return "given away"
	case play.Released:
		return "elsewhere"
	case play.Closed:
		return "closed"
	}
	return string(b.Where) // held, withdrawn, void
}

// betweenText says where such a game stands, and what can be done.
func betweenText(b play.Between) string {
	since := ""
	if !b.Since.IsZero() {
		since = " on " + dayOf(b.Since)
	}
	switch b.Where {
	case play.Given:
		return fmt.Sprintf("given to %s%s; its receipt has not come. Until it comes, a referee here can open the game again (keryx referee rule %s reopen)", b.Club, since, b.Game)
	case play.Released:
		return fmt.Sprintf("given to %s%s; its receipt has come, and the game goes on there. It cannot be opened again here", b.Club, since)
	case play.Held:
		return fmt.Sprintf("loaded from %s%s; its release has not come, and nobody is asked anything. Without it the game is withdrawn on %s", b.Club, since, dayOf(b.Until))
	case play.Withdrawn:
		return fmt.Sprintf("loaded from %s%s, and withdrawn, since no release came within a week. If it comes after all, the game goes on here", b.Club, since)
	case play.Void:
		return fmt.Sprintf("loaded from %s%s, which has opened the game again and goes on with it. It does not go on here", b.Club, since)
	}
	return fmt.Sprintf("closed for %s in the copy of the database that was put back, and opened again here since. A referee opens it again (keryx referee rule %s reopen)", b.Club, b.Game)
}

// dayOf is a moment as tables of commands show it.
func dayOf(at time.Time) string { return at.Local().Format("2006-01-02 15:04 MST") }

// toldFor is how long keryx status tells of a game that has been another club's for good.
const toldFor = 30 * 24 * time.Hour

// tells reports whether keryx status speaks of a game between clubs: as long as something may come of
// it, and for a month afterwards.
func tells(b play.Between, now time.Time) bool {
	return b.Where == play.Given || b.Where == play.Held || b.Where == play.Closed || now.Sub(b.Since) < toldFor
}
