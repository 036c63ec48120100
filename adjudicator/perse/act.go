package perse

import (
	"fmt"
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

// loose is the name for units that are in no marker, as a target or as those who intercept, and
// neutrals that for the units of a neutral city.
const (
	loose    = "units"
	neutrals = "neutrals"
)

func term(kind, id string) adjudicator.Term { return adjudicator.Term{Kind: kind, ID: id} }

// counted are counters as words.
func counted(units string) (w adjudicator.Words) {
	for _, f := range strings.Fields(units) {
		if f == "all" {
			w = append(w, adjudicator.Keyword("all"))
			continue
		}
		if n, id, ok := strings.Cut(f, "x"); ok {
			w = append(w, n+"x", term("unit", id))
		} else {
			w = append(w, term("unit", f))
		}
	}
	return w
}

func each(kind, list string) (w adjudicator.Words) {
	for _, id := range strings.Fields(list) {
		w = append(w, term(kind, id))
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
	piece, with := each("piece", a.Piece), each("piece", a.With)
	units, path := counted(a.Units), each("zone", a.Path)
	switch a.Verb {
	case "command", "activate":
		add(piece)
		behind("with", with)
	case "reorganise":
		add(piece, key("with"), units)
	case "group":
		add(units, key("at"), each("zone", a.At), key("as"), piece)
		behind("with", with)
	case "place":
		add(piece, key("with"), with)
	case "move":
		add(path)
		if a.Units != "" {
			add(key("drop"), units, key("at"), each("zone", a.At))
		}
		if a.Taken != "" {
			add(key("take"), counted(a.Taken), key("at"), each("zone", a.TakenAt))
		}
	case "drop", "take", "losses":
		add(units, piece)
		behind("at", each("zone", a.At))
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
		if a.Target == loose || a.Target == neutrals {
			add(key(a.Target))
		} else {
			add(each("marker", a.Target))
		}
		if a.With == "" {
			add(key("with"), key(loose))
		}
		behind("with", with)
		behind("play", each("ploy", a.Play))
	case "scorch":
	case "court":
		add(path, key("with"), adjudicator.Words{a.Number})
		behind("play", each("ploy", a.Play))
	case "play":
		add(each("ploy", a.Play), a.aim())
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
		w = append(append(w, units...), adjudicator.Keyword("from"), term("zone", a.From))
	}
	if last := len(path) - 1; last >= 0 {
		if last > 0 {
			w = append(append(w, adjudicator.Keyword("by")), path[:last]...)
		}
		w = append(w, adjudicator.Keyword("to"), path[last])
	}
	if a.Piece != "" && a.Units != "" {
		w = append(append(append(w, adjudicator.Keyword("drop")), units...), adjudicator.Keyword("at"), term("zone", a.At))
	}
	if a.Piece != "" && a.Taken != "" {
		w = append(append(append(w, adjudicator.Keyword("take")), counted(a.Taken)...), adjudicator.Keyword("at"), term("zone", a.TakenAt))
	}
	return w
}

// aim are the words for what a stratagem is played on.
func (a Act) aim() adjudicator.Words {
	switch {
	case a.Target != "":
		return adjudicator.Words{adjudicator.Keyword("on"), term("marker", a.Target)}
	case a.With != "":
		return append(adjudicator.Words{adjudicator.Keyword("on")}, each("piece", a.With)...)
	case a.Units != "":
		return append(adjudicator.Words{adjudicator.Keyword("on")}, counted(a.Units)...)
	case a.At != "":
		return adjudicator.Words{adjudicator.Keyword("at"), term("zone", a.At)}
	}
	return nil
}

// counts are how many of each kind.
type counts [64]uint8

// tally reads counters as an act writes them; unknown kinds are passed over.
func (r *catalogue) tally(units string) (c counts) {
	for _, f := range strings.Fields(units) {
		n, id, ok := strings.Cut(f, "x")
		many := 1
		if ok {
			fmt.Sscan(n, &many)
		} else {
			id = f
		}
		if k, known := r.kinds[id]; known && k >= 0 {
			c[k] += uint8(many)
		}
	}
	return c
}

// write is the opposite of tally.
func (r *catalogue) write(c counts) string {
	var all []string
	for k, n := range c {
		switch {
		case n == 1:
			all = append(all, r.Kinds[k].ID)
		case n > 1:
			all = append(all, fmt.Sprintf("%dx%s", n, r.Kinds[k].ID))
		}
	}
	return strings.Join(all, " ")
}
