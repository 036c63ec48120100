package archive

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator/host/archive/graph"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/rating"
)

// ratings are those that follow from the results that are shown of all seasons.
type ratings struct {
	book  *rating.Book
	at    time.Time // when the last of these games ended
	pools []string  // the club's first
	names map[string]string
}

// rated computes the ratings; nil if no game that is shown is rated.
func (s *Site) rated(ctx context.Context, seasons []shownSeason) (*ratings, error) {
	if len(seasons) == 0 {
		return nil, nil
	}
	known := map[string]*league.State{}
	r := &ratings{names: map[string]string{}}
	for _, one := range seasons {
		known[one.id] = one.state
		for _, p := range one.people {
			r.names[p.address] = p.name
		}
	}
	var err error
	r.book, err = s.Host.Ratings.RatingBookOf(ctx, func(one *season.Season) (*league.State, error) {
		if state, ok := known[one.ID]; ok {
			return state, nil
		}
		return &league.State{}, nil
	})
	if err != nil {
		return nil, err
	}
	for _, c := range r.book.Changes() {
		if c.Why == rating.Rated && !slices.Contains(r.pools, c.Pool) {
			r.pools = append(r.pools, c.Pool)
		}
		if c.Ended.After(r.at) {
			r.at = c.Ended
		}
	}
	slices.Sort(r.pools)
	if len(r.pools) == 0 {
		return nil, nil
	}
	return r, nil
}

// name is how somebody who is rated is called: one who has played for another need not be in
// any season.
func (r *ratings) name(l language, b *book, address string) string {
	if name := cmp.Or(r.names[address], b.known(b.playerID(address)).Name); name != "" && !reports.Former(address) {
		return name
	}
	return l.words.Say("archive.former")
}

// curve is how the rating of a player in a pool went.
func (r *ratings) curve(pool, address, label string) (c graph.Curve) {
	c.Label = label
	for _, change := range r.book.Changes() {
		for i, player := range change.Players {
			if change.Pool == pool && change.Why == rating.Rated && player == address {
				if len(c.Points) == 0 {
					c.Points = append(c.Points, graph.Point{At: change.Ended, Value: change.Before[i].Rating})
				}
				c.Points = append(c.Points, graph.Point{At: change.Ended, Value: change.After[i].Rating})
			}
		}
	}
	return c
}

// ratingPool is a list of ratings on a page.
type ratingPool struct {
	Title string
	Rows  []ratingRow
	Curve string // the picture, from the top of the site
	File  string // for programs, from the top of the site, without its ending
}

// ratingRow is a line of one.
type ratingRow struct {
	Place     int    `json:"place"`
	Name      string `json:"name"`
	Player    string `json:"-"` // of his page; empty if he has none
	Rating    int    `json:"rating"`
	Deviation int    `json:"deviation"`
	Games     int    `json:"games"`
	Uncertain bool   `json:"uncertain"`
	// Performance is that of the last rated games, at most lastGames of them; Lately is how many they are.
	Performance int `json:"performance"`
	Lately      int `json:"performance_games"`
}

// lastGames is over how many games a player's performance is told.
const lastGames = 20

// row is the line of somebody who is rated in a pool, but for his place and name.
func (r *ratings) row(pool string, e rating.Entry) ratingRow {
	row := ratingRow{Rating: int(math.Round(e.Rating.Rating)), Deviation: int(math.Round(e.Rating.Deviation)), Games: e.Games, Uncertain: e.Uncertain}
	nth := 0
	points, lately := r.book.Performance(pool, e.Player, func(string, time.Time) bool { nth++; return nth > e.Games-lastGames })
	row.Performance, row.Lately = int(math.Round(points)), lately
	return row
}

// poolName is a pool in the names of files.
func poolName(pool string) string {
	if pool == rating.Club {
		return "club"
	}
	return pool
}

// poolTitle is a pool in words.
func poolTitle(l language, pool string) string {
	if pool == rating.Club {
		return l.words.Say("archive.ratings-all")
	}
	return l.in(pool).Say(pool + ".name")
}

// ratingPages writes the ratings with their curves, and has the pages of those players written
// whose ratings have changed.
func (s *Site) ratingPages(b *book, r *ratings) error {
	keep := map[string]bool{}
	lines := map[string]string{} // of each player, to tell whether they have changed
	b.rated = r
	for _, l := range s.langs {
		if r == nil {
			if err := s.tree.remove(l.tag + "/ratings.html"); err != nil {
				return err
			}
			continue
		}
		var pools []ratingPool
		for _, pool := range r.pools {
			p, err := s.ratingPool(l, b, pool, keep)
			if err != nil {
				return err
			}
			pools = append(pools, p)
			for _, row := range p.Rows {
				if row.Player != "" {
					lines[row.Player] += fmt.Sprintln(pool, row.Rating, row.Deviation, row.Games, row.Performance)
				}
			}
		}
		if err := s.write(l, "ratings", page{Path: l.tag + "/ratings.html", Title: l.words.Say("archive.ratings"), Data: pools}); err != nil {
			return err
		}
	}
	note, err := b.rates.get("all")
	if err != nil {
		return err
	}
	ids := map[string]bool{}
	for id := range note.Lines {
		ids[id] = true
	}
	for id := range lines {
		ids[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if b.fresh || note.Lines[id] != lines[id] {
			if err := s.ratePlayer(b, id); err != nil {
				return err
			}
		}
	}
	if note.Lines = lines; len(ids) > 0 {
		b.touch("ratings", "all")
	}
	return s.tree.prune("data/ratings", keep)
}

// ratePlayer notes the ratings of a player for his page, and draws how they went.
func (s *Site) ratePlayer(b *book, id string) error {
	note, err := b.players.get(id)
	if err != nil || note.games() == 0 {
		return err
	}
	note.Curve = false
	for _, l := range s.langs {
		var picture []byte
		note.Ratings, picture = s.ratingsOf(l, b, id)
		if picture == nil {
			err = s.tree.remove(curveFile(l, id))
		} else {
			note.Curve = true
			err = s.tree.put(curveFile(l, id), picture)
		}
		if err != nil {
			return err
		}
	}
	b.touch("player", id)
	return nil
}

// ratingPool is a list of ratings in the words of a language, with its files written.
func (s *Site) ratingPool(l language, b *book, pool string, keep map[string]bool) (p ratingPool, err error) {
	r := b.rated
	p = ratingPool{Title: poolTitle(l, pool), File: "data/ratings/" + poolName(pool) + "-" + l.tag}
	var curves []graph.Curve
	for i, e := range r.book.List(pool, r.at) {
		row := r.row(pool, e)
		row.Place, row.Name = i+1, r.name(l, b, e.Player)
		if id := b.playerID(e.Player); b.known(id).Games > 0 {
			row.Player = id
		}
		p.Rows = append(p.Rows, row)
		curves = append(curves, r.curve(pool, e.Player, row.Name))
	}
	if picture := graph.Draw(curves); picture != nil {
		p.Curve = p.File + ".svg"
		keep[p.Curve] = true
		if err := s.tree.put(p.Curve, picture); err != nil {
			return p, err
		}
	}
	keep[p.File+".csv"], keep[p.File+".json"] = true, true
	rows := [][]string{{"place", "player", "rating", "deviation", "games", "uncertain", "performance", "performance_games"}}
	for _, row := range p.Rows {
		rows = append(rows, []string{strconv.Itoa(row.Place), plain(row.Name), strconv.Itoa(row.Rating), strconv.Itoa(row.Deviation), strconv.Itoa(row.Games), strconv.FormatBool(row.Uncertain), strconv.Itoa(row.Performance), strconv.Itoa(row.Lately)})
	}
	return p, s.tree.putTable(p.File, rows, p.Rows)
}

// putTable writes a table for programs, as CSV and as JSON.
func (t *tree) putTable(name string, rows [][]string, value any) error {
	var list bytes.Buffer
	if err := csv.NewWriter(&list).WriteAll(rows); err != nil {
		return err
	}
	if err := t.put(name+".csv", list.Bytes()); err != nil {
		return err
	}
	object, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return t.put(name+".json", append(object, '\n'))
}

// plain keeps a name that begins like a formula from being one in a spreadsheet.
func plain(name string) string {
	if name != "" && bytes.ContainsRune([]byte("=+-@\t\r"), rune(name[0])) {
		return "'" + name
	}
	return name
}

// ratingsOf are the ratings of a player, in all pools, and the picture of how they went.
func (s *Site) ratingsOf(l language, b *book, id string) (rows []poolNote, picture []byte) {
	if b.rated == nil {
		return nil, nil
	}
	var curves []graph.Curve
	for _, pool := range b.rated.pools {
		for _, e := range b.rated.book.List(pool, b.rated.at) {
			if b.playerID(e.Player) != id {
				continue
			}
			rows = append(rows, poolNote{pool, b.rated.row(pool, e)})
			curves = append(curves, b.rated.curve(pool, e.Player, poolTitle(l, pool)))
		}
	}
	return rows, graph.Draw(curves)
}

// poolRow is a player's rating in a pool.
type poolRow struct {
	Title string
	ratingRow
}
