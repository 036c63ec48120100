package archive

import (
	"cmp"
	"maps"
	"slices"

	"keryx/adjudicator"
)

// playerPage is a player's record.
type playerData struct {
	ID, Name         string
	Rows             []row // the last first
	Won, Lost, Drawn int
	Running          int
}

// Side is the side that the player has in a game.
func (d playerData) Side(r row) string {
	for i, seat := range r.Seats {
		if seat.ID == d.ID {
			return r.Sides[i]
		}
	}
	return ""
}

// Against is who plays against him.
func (d playerData) Against(r row) seatRow {
	if r.Seats[0].ID == d.ID {
		return r.Seats[1]
	}
	return r.Seats[0]
}

// playerPage writes the page of a player, or removes that of one who has no games any more.
func (s *Site) playerPage(b *book, id string) error {
	rows, err := b.games(id)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		delete(b.club.Players, id)
		for _, l := range s.langs {
			if err := s.tree.remove(l.tag + "/players/" + id + ".html"); err != nil {
				return err
			}
		}
		return s.tree.remove(memory + "player-" + id + ".json")
	}
	d := playerData{ID: id, Name: b.club.Players[id].Name}
	for _, r := range rows {
		d.Rows = append(d.Rows, r)
		side := adjudicator.Side(slices.IndexFunc(r.Seats[:], func(s seatRow) bool { return s.ID == id }))
		switch {
		case r.Running:
			d.Running++
		case r.Result == nil:
		case r.Result.Winner == adjudicator.Observer:
			d.Drawn++
		case r.Result.Winner == side:
			d.Won++
		default:
			d.Lost++
		}
	}
	slices.SortFunc(d.Rows, func(a, b row) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID)) })
	for _, l := range s.langs {
		if err := s.write(l, "player", page{Path: l.tag + "/players/" + id + ".html", Title: d.Name, Data: d}); err != nil {
			return err
		}
	}
	return s.tree.note("player-"+id, rows)
}

// playerLine is a player in their list.
type playerLine struct {
	ID string
	player
}

// playerList writes the list of players.
func (s *Site) playerList(b *book) error {
	var all []playerLine
	for _, id := range slices.Sorted(maps.Keys(b.club.Players)) {
		all = append(all, playerLine{id, b.club.Players[id]})
	}
	slices.SortStableFunc(all, func(a, b playerLine) int { return cmp.Compare(fold(a.Name), fold(b.Name)) })
	for _, l := range s.langs {
		if err := s.write(l, "players", page{Path: l.tag + "/players/index.html", Title: l.words.Say("archive.players"), Data: all}); err != nil {
			return err
		}
	}
	return nil
}
