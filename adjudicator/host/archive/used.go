package archive

import (
	"cmp"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/outcome"
	"keryx/templates"
)

// Which stratagems won: of each, how many sides have played it in games that were played to a result, and how many
// of these sides won. It is counted once a side and game, and from what everybody could see.

// usedNote is how it went for those who have played a stratagem.
type usedNote struct {
	Played int `json:"played"`
	Won    int `json:"won,omitempty"`
	Drawn  int `json:"drawn,omitempty"`
}

// playedEvent ends the key of the event that tells, in every game that has them, that a side plays a stratagem.
const playedEvent = ".event.played"

// use are the stratagems that each side has played in what is shown of a game, in their order by name. Those of turns
// that are not played again now were noted.
func (m *memo) use(c watch.Chronicle) (used [2][]string) {
	for n, t := range c.Turns {
		if t.Number >= m.from {
			m.Turns[n].Used = usedIn(t, c.Seats)
		}
		for i, list := range m.Turns[n].Used {
			used[i] = append(used[i], list...)
		}
	}
	for i := range used {
		slices.Sort(used[i])
		used[i] = slices.Compact(used[i])
	}
	return used
}

// usedIn are the stratagems that each side has played in a turn.
func usedIn(t watch.ChronicleTurn, seats [2]watch.ChronicleSeat) (used [2][]string) {
	for _, e := range t.Events {
		if side, id, ok := playedBy(e.Public, seats); ok && !slices.Contains(used[side], id) {
			used[side] = append(used[side], id)
		}
	}
	return used
}

// playedBy reads who plays which stratagem from a phrase that tells so.
func playedBy(p adjudicator.Phrase, seats [2]watch.ChronicleSeat) (side int, id string, ok bool) {
	if !strings.HasSuffix(p.Key, playedEvent) {
		return 0, "", false
	}
	side = -1
	for _, arg := range p.Args {
		term, is := arg.(adjudicator.Term)
		switch {
		case is && term.Kind == "side":
			side = slices.IndexFunc(seats[:], func(s watch.ChronicleSeat) bool { return s.Side == term.ID })
		case is && term.Kind == "stratagem":
			id = term.ID
		}
	}
	return side, id, side >= 0 && id != ""
}

// use counts the stratagems of a game that is over.
func (n *scenarioNote) use(r row) {
	if r.Result.How == outcome.Forfeit || r.Result.How == outcome.BothForfeit {
		return
	}
	for side, list := range r.Used {
		for _, id := range list {
			one := usedNote{Played: 1}
			switch r.Result.Winner {
			case adjudicator.Side(side):
				one.Won = 1
			case adjudicator.Observer:
				one.Drawn = 1
			}
			n.Used = sumUsed(n.Used, map[string]usedNote{id: one})
		}
	}
}

// sumUsed adds others to what was counted.
func sumUsed(all, more map[string]usedNote) map[string]usedNote {
	if all == nil && len(more) > 0 {
		all = map[string]usedNote{}
	}
	for id, n := range more {
		had := all[id]
		all[id] = usedNote{had.Played + n.Played, had.Won + n.Won, had.Drawn + n.Drawn}
	}
	return all
}

// usedLine is a stratagem on the page of statistics.
type usedLine struct {
	Name string
	usedNote
}

// usedLines are stratagems in the words of a game: those first whose players have won most often, of equal ones those
// that were played less often.
func usedLines(p *templates.Printer, used map[string]usedNote) (all []usedLine) {
	for id, n := range used {
		all = append(all, usedLine{p.Term(adjudicator.Term{Kind: "stratagem", ID: id}), n})
	}
	slices.SortFunc(all, func(a, b usedLine) int {
		return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(a.Played, b.Played), cmp.Compare(a.Name, b.Name))
	})
	return all
}
