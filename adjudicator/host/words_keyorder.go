package host

import (
	"cmp"
	"slices"
	"strings"

	"keryx/orders"
	"keryx/store"
)

// keyOrder is such a text.
type keyOrder struct {
	verb  string // "register", "confirm", "rotate", "revoke", "stop"
	value string // of its own field; empty if it is missing
	pass  string // of "register"
	key   string // of "confirm": the new key, named by one in use
	at    string // the address of the server that it is for; empty if it is missing
	fault string // what is wrong with it: the end of a "keys.fault." key
	word  string // at fault
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

// readKeyOrder reads a text that changes keys. It reports false if the text is
// something else.
func readKeyOrder(text string) (o keyOrder, ok bool) {
	lines := strings.Split(text[:min(len(text), maxKeyOrder)], "\n")
	armour := false
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		armour = armour || o.verb != "" && bare == "-----BEGIN PGP PUBLIC KEY BLOCK-----"
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		b, isBinding := orders.ReadBinding(line, true)
		switch {
		case armour:
			armour = bare != "-----END PGP PUBLIC KEY BLOCK-----"
		case len(words) == 0:
		case o.verb != "" && (isQuoted(bare) || strings.HasSuffix(bare, ":") && i+1 < len(lines) && isQuoted(lines[i+1])):
		case o.verb == "":
			verb := ""
			if len(words) >= 2 && orders.Fold(words[0]) == "keryx" {
				verb = keyVerbs[orders.Fold(words[1])]
			}
			if verb == "" {
				return greeted(lines[i:], bare)
			}
			o.verb = verb
			if len(words) != 3 || words[2] != "1" {
				o.fault, o.word = "version", strings.Join(words, " ")
				return o, true
			}
		case orders.IsEnd(strings.Join(words, " ")):
			return o, true
		case o.value == "" && slices.Contains(keyFields[o.verb], orders.Fold(words[0])) && len(words) > 1:
			o.value = strings.Join(words[1:], "")
		case o.verb == "register" && o.pass == "" && slices.Contains(passField, orders.Fold(words[0])) && len(words) > 1:
			o.pass = strings.Join(words[1:], "")
		case o.verb == "confirm" && o.key == "" && slices.Contains(keyField, orders.Fold(words[0])) && len(words) > 1:
			o.key = strings.Join(words[1:], "")
		case isBinding && (o.at == "" || b.At == ""):
			o.at = cmp.Or(o.at, b.At) // a day makes the text another one
		case o.at == "" && slices.Contains(atField, orders.Fold(words[0])) && len(words) == 2:
			o.at = strings.Trim(words[1], "<>")
		default:
			o.fault, o.word = "line", strings.Join(words, " ")
			return o, true
		}
	}
	return o, o.verb != ""
}

// greeted reads a text that does not begin as one that changes keys. If a line of it does, its author has
// put something above, which has to go; a text that holds an order file is something else.
func greeted(lines []string, above string) (o keyOrder, ok bool) {
	if orders.GameNamed(strings.Join(lines, "\n")) != "" {
		return o, false
	}
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) == 3 && orders.Fold(words[0]) == "keryx" && words[2] == "1" {
			o.verb = keyVerbs[orders.Fold(words[1])]
		}
		if orders.IsEnd(line) || o.verb != "" {
			break
		}
	}
	o.fault, o.word = "above", above
	return o, o.verb != ""
}

// isQuoted reports whether a line is quoted from another mail.
func isQuoted(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ">") }

// elsewhere reports whether a text by which one key decides about another is not for the
// server with this address, or does not say so.
func (o keyOrder) elsewhere(server string) bool {
	return o.decides() && store.Address(o.at) != store.Address(server)
}

// decides reports whether a key in use decides with the text what becomes of a key.
func (o keyOrder) decides() bool {
	switch o.verb {
	case "rotate", "revoke", "stop":
		return true
	}
	return o.verb == "confirm" && o.key != ""
}
