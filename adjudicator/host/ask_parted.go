package host

import (
	"slices"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
)

// readUnder reads the file again, if the rules of its game are not those that it was read under: a
// game may go on under older ones.
func readUnder(s *submission, rules adjudicator.Ruleset) {
	under := adjudicator.Named(s.file.Header.Game.Value)
	if under != nil && under.Info().Name == rules.Info().Name && under.Info().Version == rules.Info().Version {
		return
	}
	s.file, s.parted, s.faults = adjudicator.ReadFile(rules, s.message.Signed.Text)
	s.tellMisplacedCheck()
}

// notForUs says why a signed text that holds a file is not taken for one: it was written to somebody
// else, who has sent it on, or may have been.
func (h *Host) notForUs(s *submission) []*orders.Diagnostic {
	server := store.Address(h.Post.Address)
	at := s.file.Header.At
	signed := s.message.Signed
	refuse := func(code string, args ...any) []*orders.Diagnostic {
		return []*orders.Diagnostic{{Code: code, Kind: orders.Illegal, Args: append([]any{"Server", h.Post.Address}, args...)}}
	}
	switch {
	case signed.Addressed && !slices.ContainsFunc(signed.To, func(to string) bool { return store.Address(to) == server }):
		return refuse("file-elsewhere")
	case at.Value != "" && store.Address(at.Value) != server:
		return []*orders.Diagnostic{headerFault("file-other-server", orders.Illegal, at, "Server", h.Post.Address, "Given", at.Value)}
	case s.parted.Led && !signed.Addressed && at.Value == "":
		return refuse("file-unbound")
	}
	return nil
}
