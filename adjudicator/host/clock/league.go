package clock

import (
	"fmt"
)

// Error implements error.
func (e *LeagueError) Error() string {
	return fmt.Sprintf("there is no league %q; keryx league list shows those there are", e.League)
}
