package requests

import (
	"keryx/adjudicator"
)

// Note adds a line to the answer to a mail of requests.
func (a *Mail) Note(key string, args ...any) {
	a.Reply.Notes = append(a.Reply.Notes, adjudicator.Say(key, args...))
}
