package archive

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator/host/archive/fold"
	"keryx/adjudicator/outcome"
)

// playerData is a player's record, or a page of his games.
type playerData struct {
	ID, Name string
	Rows     []row // the last first
	outcome.Record
	Running int
	Ratings []poolRow
	Curve   string // how they went, from the top of the site; empty if there is nothing to draw
	Against []againstLine
	Years   []playerYear // the pages of all his games; none if they all stand here
}

// againstLine is how somebody's games with one opponent went.
type againstLine struct {
	ID string
	againstNote
}

// AllWon counts won games, forfeits too.
func (a againstLine) AllWon() int { return a.Won + a.ForfeitWon }

// AllLost counts lost games, forfeits too.
func (a againstLine) AllLost() int { return a.Lost + a.ForfeitLost }

// against are the opponents of a player, who has played most with them first.
func (p *playerNote) against(b *book) (all []againstLine) {
	sum := map[string]againstNote{}
	for _, year := range slices.Sorted(maps.Keys(p.Years)) {
		for id, a := range p.Years[year].Against {
			had := sum[id]
			had.Name = a.Name
			had.Games += a.Games
			had.Record.Sum(a.Record)
			sum[id] = had
		}
	}
	for id, a := range sum {
		if now := b.known(id); now.Games > 0 {
			a.Name = cmp.Or(now.Name, a.Name)
			all = append(all, againstLine{id, a})
		}
	}
	slices.SortFunc(all, func(a, b againstLine) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(fold.Fold(a.Name), fold.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// playerYear is a year of a player, with its pages.
type playerYear struct {
	Year           string
	Games, Running int
	Pages          []string // the last first
}

// mostListed is how many games stand on a player's own page. Of more they are those that are
// played and the last that have ended, and all of them stand on pages by year.
const mostListed = 40

// playerPage writes the pages of a player, or removes those of one who has no games any more.
func (s *Site) playerPage(b *book, id string) error {
	note, err := b.players.get(id)
	if err != nil {
		return err
	}
	if err := s.playerYears(b, id, note); err != nil {
		return err
	}
	if note.games() == 0 {
		for _, l := range s.langs {
			if err := s.tree.remove(l.tag + "/players/" + id + ".html"); err != nil {
				return err
			}
			if err := s.tree.remove(curveFile(l, id)); err != nil {
				return err
			}
		}
		return b.players.remove(id)
	}
	d := playerData{ID: id, Name: note.Name}
	if d.Rows, err = b.listed(id, note); err != nil {
		return err
	}
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(note.Years))) {
		t := note.Years[year]
		d.Running += t.Running
		d.Record.Sum(t.Record)
		if n := note.Pages[year]; n > 0 {
			y := playerYear{Year: year, Games: t.Games, Running: t.Running}
			for ; n > 0; n-- {
				y.Pages = append(y.Pages, fmt.Sprintf("%s-%d", year, n))
			}
			d.Years = append(d.Years, y)
		}
	}
	d.Against = note.against(b)
	for _, l := range s.langs {
		if d.Curve = ""; note.Curve {
			d.Curve = curveFile(l, id)
		}
		d.Ratings = nil
		for _, r := range note.Ratings {
			d.Ratings = append(d.Ratings, poolRow{poolTitle(l, r.Pool), r.ratingRow})
		}
		if err := s.write(l, "player", page{Path: l.tag + "/players/" + id + ".html", Title: d.Name, Data: d}); err != nil {
			return err
		}
	}
	return b.players.keep(id)
}

// listed are the games on a player's own page, the last first.
func (b *book) listed(id string, note *playerNote) (rows []row, err error) {
	whole := note.games() <= mostListed
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(note.Years))) {
		if !whole && len(rows) >= recent {
			break
		}
		games, err := b.records.get(id + "-" + year)
		if err != nil {
			return nil, err
		}
		for _, r := range games.Rows {
			if whole || !r.Running {
				rows = append(rows, r)
			}
		}
	}
	last := func(a, b row) int { return begun(b, a) }
	slices.SortFunc(rows, last)
	if whole {
		return rows, nil
	}
	rows = slices.AppendSeq(rows[:min(len(rows), recent)], maps.Values(note.Running))
	slices.SortFunc(rows, last)
	return rows, nil
}

// playerYears writes the pages of those of a player's games that have changed, if he has so many that
// they have pages by year.
func (s *Site) playerYears(b *book, id string, note *playerNote) error {
	changed := map[string]map[string]bool{} // by year, games
	for _, what := range b.those("record") {
		if name, game, _ := strings.Cut(what, " "); strings.HasPrefix(name, id+"-") {
			year := strings.TrimPrefix(name, id+"-")
			if changed[year] == nil {
				changed[year] = map[string]bool{}
			}
			changed[year][game] = true
		}
	}
	had := note.Pages
	note.Pages = map[string]int{}
	paged := note.games() > mostListed
	for _, year := range slices.Sorted(maps.Keys(note.Years)) {
		if n := (note.Years[year].Games + perPage - 1) / perPage; paged {
			note.Pages[year] = n
		}
		all := b.fresh || b.touched["renewed "+id] || had[year] != note.Pages[year]
		if paged && (all || changed[year] != nil) {
			if err := s.playerYear(b, id, note, year, changed[year], all); err != nil {
				return err
			}
		}
	}
	for year, n := range had {
		for ; n > note.Pages[year]; n-- {
			for _, l := range s.langs {
				if err := s.tree.remove(fmt.Sprintf("%s/players/%s-%s-%d.html", l.tag, id, year, n)); err != nil {
					return err
				}
			}
		}
	}
	for year := range changed {
		err := b.records.keep(id + "-" + year)
		if note.Years[year].Games == 0 {
			err = b.records.remove(id + "-" + year)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// playerYear writes pages of a player's games of a year, all of them or those with some games.
func (s *Site) playerYear(b *book, id string, note *playerNote, year string, games map[string]bool, all bool) error {
	record, err := b.records.get(id + "-" + year)
	if err != nil {
		return err
	}
	rows := slices.SortedFunc(maps.Values(record.Rows), begun)
	n := 0
	for part := range slices.Chunk(rows, perPage) {
		n++
		if !all && !slices.ContainsFunc(part, func(r row) bool { return games[r.ID] }) {
			continue
		}
		d := playerData{ID: id, Name: note.Name, Rows: slices.Clone(part)}
		slices.Reverse(d.Rows)
		name := fmt.Sprintf("%s-%d", year, n)
		for _, l := range s.langs {
			title := note.Name + " · " + l.words.Say("archive.games-of", "Page", name)
			if err := s.write(l, "player-year", page{Path: l.tag + "/players/" + id + "-" + name + ".html", Title: title, Data: d}); err != nil {
				return err
			}
		}
	}
	return nil
}

// curveFile is the picture of a player's ratings.
func curveFile(l language, id string) string { return l.tag + "/players/" + id + ".svg" }

// playerLine is a player in their list.
type playerLine struct {
	ID string
	player
}

// playerList writes the list of players.
func (s *Site) playerList(b *book) error {
	list, err := b.lists.get("players")
	if err != nil {
		return err
	}
	if list.Players == nil {
		list.Players = map[string]player{}
	}
	for _, id := range b.those("renewed") {
		if list.Players[id] = b.known(id); list.Players[id].Games == 0 {
			delete(list.Players, id)
		}
	}
	b.club.Players = len(list.Players)
	var all []playerLine
	for _, id := range slices.Sorted(maps.Keys(list.Players)) {
		all = append(all, playerLine{id, list.Players[id]})
	}
	slices.SortStableFunc(all, func(a, b playerLine) int { return cmp.Compare(fold.Fold(a.Name), fold.Fold(b.Name)) })
	for _, l := range s.langs {
		if err := s.write(l, "players", page{Path: l.tag + "/players/index.html", Title: l.words.Say("archive.players"), Data: all}); err != nil {
			return err
		}
	}
	return b.lists.keep("players")
}
