package host

import (
	"keryx/adjudicator"
)

// note adds a line to the answer to a mail of requests.
func (a *asking) note(key string, args ...any) {
	a.reply.Notes = append(a.reply.Notes, adjudicator.Say(key, args...))
}
