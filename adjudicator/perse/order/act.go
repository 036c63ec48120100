package order

import (
	"strings"

	"keryx/adjudicator"
)

// Act is every order as read and every answer: a verb, and what it has besides, by identifiers.
// Lists of identifiers are joined by blanks; counters are written "2x4A-Athens 5C".
type Act struct {
	Verb    string
	Piece   string // who acts: a leader, a decoy or a fleet of one's own
	With    string // other pieces of one's own
	Target  string // a marker of the enemy, a piece, a stratagem, or "units" for counters without a marker
	Path    string // zones, in order
	From    string // the zone of ships without a fleet
	Units   string // counters
	At      string // the zone where they are left, or stand
	Taken   string // counters taken up
	TakenAt string // where
	Play    string // a stratagem played with it
	Number  int    // points of action
}

// Loose is the name for units that are in no marker, as a target or as those who intercept, and
// neutrals that for the units of a neutral city.
const (
	Loose    = "units"
	Neutrals = "neutrals"
)

// Term is a name of the game as a word.
func Term(kind, id string) adjudicator.Term { return adjudicator.Term{Kind: kind, ID: id} }

// Counted are counters as words.
func Counted(units string) (w adjudicator.Words) {
	for _, f := range strings.Fields(units) {
		if f == "all" {
			w = append(w, adjudicator.Keyword("all"))
			continue
		}
		if n, id, ok := strings.Cut(f, "x"); ok {
			w = append(w, n+"x", Term("unit", id))
		} else {
			w = append(w, Term("unit", f))
		}
	}
	return w
}

// Each are the names of a list as words.
func Each(kind, list string) (w adjudicator.Words) {
	for _, id := range strings.Fields(list) {
		w = append(w, Term(kind, id))
	}
	return w
}

// Words implements [adjudicator.Answer].
func (a Act) Words() adjudicator.Words {
	key := func(k string) adjudicator.Words { return adjudicator.Words{adjudicator.Keyword(k)} }
	w := key(a.Verb)
	add := func(parts ...adjudicator.Words) {
		for _, p := range parts {
			w = append(w, p...)
		}
	}
	behind := func(word string, more adjudicator.Words) {
		if len(more) > 0 {
			add(key(word), more)
		}
	}
	piece, with := Each("piece", a.Piece), Each("piece", a.With)
	units, path := Counted(a.Units), Each("zone", a.Path)
	switch a.Verb {
	case "command", "activate":
		add(piece)
		behind("with", with)
	case "reorganise":
		add(piece, key("with"), units)
	case "group":
		add(units, key("at"), Each("zone", a.At), key("as"), piece)
		behind("with", with)
	case "place":
		add(piece, key("with"), with)
	case "move":
		add(path)
		if a.Units != "" {
			add(key("drop"), units, key("at"), Each("zone", a.At))
		}
		if a.Taken != "" {
			add(key("take"), Counted(a.Taken), key("at"), Each("zone", a.TakenAt))
		}
	case "drop", "take", "losses":
		add(units, piece)
		behind("at", Each("zone", a.At))
	case "redeploy":
		add(piece, units)
		behind("to", path)
	case "sail":
		add(a.sailing(piece, units, path))
	case "embark":
		add(piece)
		behind("with", units)
		behind("aboard", with)
	case "land":
		add(piece, key("at"), path)
	case "intercept":
		if a.Target == Loose || a.Target == Neutrals {
			add(key(a.Target))
		} else {
			add(Each("marker", a.Target))
		}
		if a.With == "" {
			add(key("with"), key(Loose))
		}
		behind("with", with)
		behind("play", Each("ploy", a.Play))
	case "scorch":
	case "court":
		add(path, key("with"), adjudicator.Words{a.Number})
		behind("play", Each("ploy", a.Play))
	case "play":
		add(Each("ploy", a.Play), a.aim())
	case "retreat", "withdraw":
		add(path)
	}
	return w
}

// sailing are the words of a voyage behind its verb.
func (a Act) sailing(piece, units, path adjudicator.Words) (w adjudicator.Words) {
	if a.Piece != "" {
		w = append(w, piece...)
	} else {
		w = append(append(w, units...), adjudicator.Keyword("from"), Term("zone", a.From))
	}
	if last := len(path) - 1; last >= 0 {
		if last > 0 {
			w = append(append(w, adjudicator.Keyword("by")), path[:last]...)
		}
		w = append(w, adjudicator.Keyword("to"), path[last])
	}
	if a.Piece != "" && a.Units != "" {
		w = append(append(append(w, adjudicator.Keyword("drop")), units...), adjudicator.Keyword("at"), Term("zone", a.At))
	}
	if a.Piece != "" && a.Taken != "" {
		w = append(append(append(w, adjudicator.Keyword("take")), Counted(a.Taken)...), adjudicator.Keyword("at"), Term("zone", a.TakenAt))
	}
	return w
}

// aim are the words for what a stratagem is played on.
func (a Act) aim() adjudicator.Words {
	switch {
	case a.Target != "":
		return adjudicator.Words{adjudicator.Keyword("on"), Term("marker", a.Target)}
	case a.With != "":
		return append(adjudicator.Words{adjudicator.Keyword("on")}, Each("piece", a.With)...)
	case a.Units != "":
		return append(adjudicator.Words{adjudicator.Keyword("on")}, Counted(a.Units)...)
	case a.At != "":
		return adjudicator.Words{adjudicator.Keyword("at"), Term("zone", a.At)}
	}
	return nil
}
