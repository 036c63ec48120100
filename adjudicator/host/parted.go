package host

import (
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// What stands around an order file within its signature, greetings, closing words, a quoted letter,
// is set aside by [orders.Part]. It is told back to the author of the mail, and to nobody else:
// neither to who stands in for him, nor to who plays the seat after him, nor to anybody who reads
// the game later.

// withoutAside is an entry as others than its author may have it: without what was set aside of
// signed orders, for which their digest stands in.
func withoutAside(r adjudicator.Ruleset, e store.Entry) store.Entry {
	if e.Kind != string(adjudicator.Ordered) {
		if len(e.Raw) > 0 && mayHoldAside(r, e.Raw) {
			e.Raw = nil // the body holds what counts, and no hash covers the mail
		}
		return e
	}
	if e.Removed != (store.Digest{}) {
		return e
	}
	text := adjudicator.Part(r, string(e.Body)).Text
	if text == string(e.Body) {
		return e
	}
	e.Removed = store.Digest(ledgerEntry(e).Digest())
	e.Body, e.Raw = []byte(text), nil
	return e
}

// mayHoldAside reports whether the signed text of a mail that was kept holds anything which was set
// aside. One that does not read may.
func mayHoldAside(r adjudicator.Ruleset, raw []byte) bool {
	text, err := mail.Peek(raw)
	if err != nil {
		return true
	}
	if _, ok := readRuling(text); ok {
		return len(rulingAside(text)) > 0
	}
	if meansFile(strings.SplitAfter(text, "\n")) {
		return adjudicator.Part(r, text).Text != text
	}
	_, aside := plainAsked(text)
	return len(aside) > 0
}

// hasAside reports whether an entry holds, or held, what is its author's alone.
func hasAside(r adjudicator.Ruleset, e store.Entry) bool {
	return e.Kind == string(adjudicator.Ordered) && withoutAside(r, e).Removed != (store.Digest{})
}

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

// keptCopy is the copy of a letter that is kept where the mail itself will not do: that of an
// encrypted one, and one without what of its reader's own mail it tells him, which is not for those
// who may ask for the letter later. It is nil where the mail will do.
func (h *Host) keptCopy(tx store.ReadTx, l mail.Letter, r templates.Report) ([]byte, error) {
	if len(r.Left) == 0 {
		return h.clearCopy(tx, l)
	}
	r.Left = nil
	rendered, err := templates.Render(r)
	if err != nil {
		return nil, fmt.Errorf("rendering the copy that is kept: %w", err)
	}
	l.Text, l.HTML = rendered.Text, rendered.HTML
	if h.Signer != nil {
		l.Wrap = h.Signer.Seal(h.Now())
	}
	return mail.Compose(l)
}
