package requests

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/orders"
	"keryx/store"
)

// ReadUnder reads the file again, if the rules of its game are not those that it was read under: a
// game may go on under older ones.
func ReadUnder(s *post.Submission, rules adjudicator.Ruleset) {
	under := adjudicator.Named(s.File.Header.Game.Value)
	if under != nil && under.Info().Name == rules.Info().Name && under.Info().Version == rules.Info().Version {
		return
	}
	s.File, s.Parted, s.Faults = adjudicator.ReadFile(rules, s.Message.Signed.Text)
	s.TellMisplacedCheck()
}

// NotForUs says why a signed text that holds a file is not taken for one: it was written to somebody
// else, who has sent it on, or may have been.
func (d *Desk) NotForUs(s *post.Submission) []*orders.Diagnostic {
	server := store.Address(d.Post.Address)
	at := s.File.Header.At
	signed := s.Message.Signed
	refuse := func(code string, args ...any) []*orders.Diagnostic {
		return []*orders.Diagnostic{{Code: code, Kind: orders.Illegal, Args: append([]any{"Server", d.Post.Address}, args...)}}
	}
	switch {
	case signed.Addressed && !slices.ContainsFunc(signed.To, func(to string) bool { return store.Address(to) == server }):
		return refuse("file-elsewhere")
	case at.Value != "" && store.Address(at.Value) != server:
		return []*orders.Diagnostic{HeaderFault("file-other-server", orders.Illegal, at, "Server", d.Post.Address, "Given", at.Value)}
	case s.Parted.Led && !signed.Addressed && at.Value == "":
		return refuse("file-unbound")
	}
	return nil
}
