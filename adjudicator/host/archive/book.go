package archive

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/store"
)

// perPage is how many games stand on one page of a year.
const perPage = 50

// recent is how many games that have ended stand on the front page.
const recent = 20

// row is a game in a list.
type row struct {
	ID       string    `json:"id"`
	Ruleset  string    `json:"ruleset"`
	Scenario string    `json:"scenario"`
	Page     string    `json:"page"` // "2026-1"
	Created  time.Time `json:"created"`
	Ended    time.Time `json:"ended,omitzero"`
	Running  bool      `json:"running,omitempty"`
	Open     bool      `json:"open,omitempty"`
	Turns    int       `json:"turns"`
	Shown    time.Time `json:"shown,omitzero"` // when the last of them ended
	// Turn is the name of the last turn that is shown, by language.
	Turn   map[string]string   `json:"turn,omitempty"`
	Sides  [2]string           `json:"sides"`
	Seats  [2]seatRow          `json:"seats"`
	Result *adjudicator.Result `json:"result,omitempty"`
	Mark   string              `json:"mark"` // what the pages were made of
	Words  words               `json:"words,omitempty"`
}

// updated is when the last thing happened that is shown of a game.
func (r row) updated() time.Time {
	for _, at := range []time.Time{r.Ended, r.Shown} {
		if !at.IsZero() {
			return at
		}
	}
	return r.Created
}

// state says where a game stands.
func (r row) state(l language) string {
	switch {
	case r.Result != nil:
		return l.outcome(r.Ruleset, r.Result, r.Sides)
	case r.Turns > 0:
		return r.Turn[l.tag]
	}
	return ""
}

// seatRow is who plays a side in a list.
type seatRow struct {
	Name    string `json:"name,omitempty"`
	ID      string `json:"id,omitempty"` // of his page; empty if he has none
	Machine bool   `json:"machine,omitempty"`
	Gone    bool   `json:"gone,omitempty"`
}

// clubNotes is what the front page is made of.
type clubNotes struct {
	Pages   map[string]int    `json:"pages"` // games on each
	Where   map[string]string `json:"where"` // the page that a game stands on
	Running map[string]row    `json:"running"`
	Recent  []row             `json:"recent"` // last first
	Players map[string]player `json:"players"`
	Letters map[string]string `json:"letters"` // with which the words of each page begin
	// Due is when more is to be shown of a game. It is not kept: that a turn has ended is not
	// to be known before its time.
	Due map[string]time.Time `json:"-"`
}

// player is one in the list of players.
type player struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
}

// expect notes when more is to be shown of a game though nothing happens in it. One that
// has ended and is not open is looked at again each time.
func (c *clubNotes) expect(id string, g host.Chronicle) {
	delete(c.Due, id)
	switch {
	case !g.Next.IsZero():
		c.Due[id] = g.Next
	case g.Status == store.Ended && !g.Open:
		c.Due[id] = time.Time{}
	}
}

// due is the first moment at which more is to be shown.
func (c *clubNotes) due() (first time.Time) {
	for _, at := range c.Due {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// waiting lists the games of which more may be to show by a moment.
func (c *clubNotes) waiting(now time.Time) (ids []string) {
	for _, id := range slices.Sorted(maps.Keys(c.Due)) {
		if !c.Due[id].After(now) {
			ids = append(ids, id)
		}
	}
	return ids
}

// book is what is known of all games, of which only what is needed is read.
type book struct {
	tree    *tree
	key     []byte // that the names of players' pages are made with
	club    clubNotes
	pages   map[string]map[string]row
	players map[string]map[string]row
	leagues []pageLine
	touched map[string]bool // "page 2026-1", "player 0123abcd"
}

// pageKey is the setting with the key that names players' pages: a mail address must not be
// guessed from the name of a page.
const pageKey = "archive.key"

// openBook reads what the last writing noted.
func (s *Site) openBook(ctx context.Context) (*book, error) {
	b := &book{tree: &s.tree, pages: map[string]map[string]row{}, players: map[string]map[string]row{}, touched: map[string]bool{}}
	if _, err := s.tree.recall("club", &b.club); err != nil {
		return nil, err
	}
	if b.club.Pages == nil {
		b.club.Pages, b.club.Where = map[string]int{}, map[string]string{}
		b.club.Running, b.club.Players = map[string]row{}, map[string]player{}
	}
	b.club.Due = s.due
	err := s.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
		b.key, err = tx.Setting(pageKey)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		b.key = make([]byte, 32)
		if _, err := io.ReadFull(s.Host.Random, b.key); err != nil {
			return nil, err
		}
		err = s.Host.Store.Update(ctx, func(tx store.Tx) error { return tx.SetSetting(pageKey, b.key) })
	}
	return b, err
}

// playerID names the page of a player.
func (b *book) playerID(address string) string { return b.sum("player " + address)[:12] }

// sum is a hash that nobody can guess a text from who has only the site.
func (b *book) sum(text string) string {
	h := hmac.New(sha256.New, b.key)
	io.WriteString(h, text) // a hash never fails to write
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// row returns what was noted of a game, or nil.
func (b *book) row(id string) (*row, error) {
	page, ok := b.club.Where[id]
	if !ok {
		return nil, nil
	}
	rows, err := b.page(page)
	if err != nil {
		return nil, err
	}
	if r, ok := rows[id]; ok {
		return &r, nil
	}
	return nil, nil
}

// page returns the games of a page.
func (b *book) page(name string) (map[string]row, error) {
	return b.rows(b.pages, "page-", name)
}

// games returns those of a player.
func (b *book) games(id string) (map[string]row, error) {
	return b.rows(b.players, "player-", id)
}

func (b *book) rows(known map[string]map[string]row, prefix, name string) (map[string]row, error) {
	if rows, ok := known[name]; ok {
		return rows, nil
	}
	rows := map[string]row{}
	if _, err := b.tree.recall(prefix+name, &rows); err != nil {
		return nil, err
	}
	known[name] = rows
	return rows, nil
}

// place is the page that a game stands on: the one that it stood on before, or the last of
// its year that has room.
func (b *book) place(id string, created time.Time) string {
	if page, ok := b.club.Where[id]; ok {
		return page
	}
	for n := 1; ; n++ {
		page := fmt.Sprintf("%d-%d", created.UTC().Year(), n)
		if b.club.Pages[page] < perPage {
			return page
		}
	}
}

// put notes a game in all lists that it stands in.
func (b *book) put(r row) error {
	rows, err := b.page(r.Page)
	if err != nil {
		return err
	}
	old, known := rows[r.ID]
	rows[r.ID] = r
	b.club.Where[r.ID] = r.Page
	b.club.Pages[r.Page] = len(rows)
	b.touched["page "+r.Page] = true

	lean := r
	lean.Words, lean.Mark = nil, ""
	delete(b.club.Running, r.ID)
	b.club.Recent = slices.DeleteFunc(b.club.Recent, func(o row) bool { return o.ID == r.ID })
	if r.Running {
		b.club.Running[r.ID] = lean
	} else {
		b.club.Recent = append(b.club.Recent, lean)
		slices.SortFunc(b.club.Recent, func(a, b row) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID)) })
		b.club.Recent = b.club.Recent[:min(len(b.club.Recent), recent)]
	}
	if known {
		for _, seat := range old.Seats {
			if err := b.drop(seat.ID, r.ID); err != nil {
				return err
			}
		}
	}
	for _, seat := range r.Seats {
		if seat.ID == "" {
			continue
		}
		games, err := b.games(seat.ID)
		if err != nil {
			return err
		}
		games[r.ID] = lean
		b.club.Players[seat.ID] = player{Name: seat.Name, Games: len(games)}
		b.touched["player "+seat.ID] = true
	}
	return nil
}

// drop takes a game from a player.
func (b *book) drop(id, game string) error {
	if id == "" {
		return nil
	}
	games, err := b.games(id)
	if err != nil {
		return err
	}
	delete(games, game)
	b.touched["player "+id] = true
	if p, ok := b.club.Players[id]; ok {
		p.Games = len(games)
		b.club.Players[id] = p
	}
	return nil
}
