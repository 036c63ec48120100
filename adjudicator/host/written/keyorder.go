package written

import (
	"cmp"
	"slices"
	"strings"

	"keryx/orders"
	"keryx/store"
)

// KeyOrder is such a text.
type KeyOrder struct {
	Verb  string // "register", "confirm", "rotate", "revoke", "stop"
	Value string // of its own field; empty if it is missing
	Pass  string // of "register"
	Key   string // of "confirm": the new key, named by one in use
	At    string // the address of the server that it is for; empty if it is missing
	Fault string // what is wrong with it: the end of a "keys.fault." key
	Word  string // at fault
}

// keyVerbs are the spellings of the verbs, folded.
var keyVerbs = map[string]string{
	"register": "register", "enregistrer": "register", "enregistre": "register", "inscrire": "register",
	"confirm": "confirm", "confirmer": "confirm", "confirme": "confirm",
	"rotate": "rotate", "replace": "rotate", "remplacer": "rotate", "remplace": "rotate",
	"revoke": "revoke", "revoquer": "revoke", "revoque": "revoke",
	"stop": "stop", "arreter": "stop", "arrete": "stop", "stopper": "stop",
}

// atField are the spellings of the field that names the server.
var atField = []string{"at", "server", "chez", "serveur"}

// keyFields are the spellings of the field that only this verb takes.
var keyFields = map[string][]string{
	"register": {"address", "adresse"}, "confirm": {"code"}, "rotate": {"to", "vers", "par"}, "revoke": keyField, "stop": keyField,
}

// keyField are the spellings of the field that names a key.
var keyField = []string{"key", "clef", "cle"}

// passField are the spellings of the field that makes a registration its owner's.
var passField = []string{"pass", "passe"}

// maxKeyOrder is the longest text that is looked at, in bytes.
const maxKeyOrder = 4096

// ReadKeyOrder reads a text that changes keys. It reports false if the text is
// something else.
func ReadKeyOrder(text string) (o KeyOrder, ok bool) {
	lines := strings.Split(text[:min(len(text), maxKeyOrder)], "\n")
	armour := false
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		armour = armour || o.Verb != "" && bare == "-----BEGIN PGP PUBLIC KEY BLOCK-----"
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		b, isBinding := orders.ReadBinding(line, true)
		switch {
		case armour:
			armour = bare != "-----END PGP PUBLIC KEY BLOCK-----"
		case len(words) == 0:
		case o.Verb != "" && (isQuoted(bare) || strings.HasSuffix(bare, ":") && i+1 < len(lines) && isQuoted(lines[i+1])):
		case o.Verb == "":
			verb := ""
			if len(words) >= 2 && orders.Fold(words[0]) == "keryx" {
				verb = keyVerbs[orders.Fold(words[1])]
			}
			if verb == "" {
				return greeted(lines[i:], bare)
			}
			o.Verb = verb
			if len(words) != 3 || words[2] != "1" {
				o.Fault, o.Word = "version", strings.Join(words, " ")
				return o, true
			}
		case orders.IsEnd(strings.Join(words, " ")):
			return o, true
		case o.Value == "" && slices.Contains(keyFields[o.Verb], orders.Fold(words[0])) && len(words) > 1:
			o.Value = strings.Join(words[1:], "")
		case o.Verb == "register" && o.Pass == "" && slices.Contains(passField, orders.Fold(words[0])) && len(words) > 1:
			o.Pass = strings.Join(words[1:], "")
		case o.Verb == "confirm" && o.Key == "" && slices.Contains(keyField, orders.Fold(words[0])) && len(words) > 1:
			o.Key = strings.Join(words[1:], "")
		case isBinding && (o.At == "" || b.At == ""):
			o.At = cmp.Or(o.At, b.At) // a day makes the text another one
		case o.At == "" && slices.Contains(atField, orders.Fold(words[0])) && len(words) == 2:
			o.At = strings.Trim(words[1], "<>")
		default:
			o.Fault, o.Word = "line", strings.Join(words, " ")
			return o, true
		}
	}
	return o, o.Verb != ""
}

// greeted reads a text that does not begin as one that changes keys. If a line of it does, its author has
// put something above, which has to go; a text that holds an order file is something else.
func greeted(lines []string, above string) (o KeyOrder, ok bool) {
	if orders.GameNamed(strings.Join(lines, "\n")) != "" {
		return o, false
	}
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) == 3 && orders.Fold(words[0]) == "keryx" && words[2] == "1" {
			o.Verb = keyVerbs[orders.Fold(words[1])]
		}
		if orders.IsEnd(line) || o.Verb != "" {
			break
		}
	}
	o.Fault, o.Word = "above", above
	return o, o.Verb != ""
}

// isQuoted reports whether a line is quoted from another mail.
func isQuoted(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ">") }

// Elsewhere reports whether a text by which one key decides about another is not for the
// server with this address, or does not say so.
func (o KeyOrder) Elsewhere(server string) bool {
	return o.Decides() && store.Address(o.At) != store.Address(server)
}

// Decides reports whether a key in use decides with the text what becomes of a key.
func (o KeyOrder) Decides() bool {
	switch o.Verb {
	case "rotate", "revoke", "stop":
		return true
	}
	return o.Verb == "confirm" && o.Key != ""
}
