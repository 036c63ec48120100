package archive

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/outcome"
	"keryx/store"
)

// How many games stand on one page of a year or of a player's year, and on the front page of those
// that have ended and of those that are played.
const (
	perPage    = 50
	recent     = 20
	mostPlayed = 50

	recentKept = 2 * recent // that one which goes on after its end leaves no gap
)

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
	Turn   map[string]string `json:"turn,omitempty"`
	Sides  [2]string         `json:"sides"`
	Seats  [2]seatRow        `json:"seats"`
	Result outcome.Verdict   `json:"result,omitzero"`
	Mark   string            `json:"mark,omitempty"`   // what the pages were made of
	Small  bool              `json:"small,omitempty"`  // there is a small map of its last turn
	League string            `json:"league,omitempty"` // what is shown of it as a game of a league
	Found  string            `json:"found,omitempty"`  // tells apart by what it is found
	// Used are the stratagems that each side has played before everybody's eyes, each once.
	Used [2][]string `json:"used,omitzero"`
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
	case r.Result.How != outcome.None:
		return l.result(r)
	case r.Turns > 0:
		return r.Turn[l.tag]
	}
	return ""
}

// begun orders games as they began.
func begun(a, b row) int { return cmp.Or(a.Created.Compare(b.Created), naturally(a.ID, b.ID)) }

// seatRow is who plays a side in a list.
type seatRow struct {
	Name    string `json:"name,omitempty"`
	ID      string `json:"id,omitempty"` // of his page; empty if he has none
	Machine bool   `json:"machine,omitempty"`
	Gone    bool   `json:"gone,omitempty"`
}

// book is what is known of all games, of which only what is needed is read.
type book struct {
	tree    *tree
	key     []byte // that the names of players' pages are made with
	club    clubNotes
	leagues leagueNotes
	rows    sheaf[row] // of games
	pages   sheaf[pageNote]
	years   sheaf[yearNote]
	players sheaf[playerNote]
	records sheaf[recordNote] // by player and year: "0123abcd-2026"
	lists   sheaf[listNote]
	rates   sheaf[ratingNotes]

	seasons   []shownSeason
	plays     map[string]*leaguePlay // those of leagues, by game
	standings *ratings               // those of all who are rated, for the reports of divisions
	rated     *ratings               // nil: they are as they were, or no game that is shown is rated
	fresh     bool                   // every list is written anew
	broken    map[string]bool        // games of which a writing was broken off
	moved     bool                   // somebody has his first page, or none any more
	touched   map[string]bool        // "page 2026-1", "player 0123abcd"
	found     map[string]words       // by what games that were written are to be found
	changed   map[string]words       // and by what they were until now; nil: by what is not known
	gone      []string               // games that were taken off the site
	failed    error                  // what was asked for in the midst of a page and could not be read
}

// pageKey is the setting with the key that names players' pages: a mail address must not be
// guessed from the name of a page.
const pageKey = "archive.key"

// openBook reads what the last writing noted.
func (s *Site) openBook(ctx context.Context) (*book, error) {
	t := &s.tree
	b := &book{tree: t, rows: newSheaf[row](t, "row-"), pages: newSheaf[pageNote](t, "page-"), years: newSheaf[yearNote](t, "year-"),
		players: newSheaf[playerNote](t, "player-"), records: newSheaf[recordNote](t, "record-"), lists: newSheaf[listNote](t, "list-"),
		rates: newSheaf[ratingNotes](t, "ratings-"), touched: map[string]bool{}, found: map[string]words{}, changed: map[string]words{}, broken: map[string]bool{}}
	if err := s.remembered(b); err != nil {
		return nil, err
	}
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
	if mark := b.sum(strings.Join([]string{"lists", edition, s.Name, s.Address}, "\n")); mark != b.club.Mark {
		b.fresh, b.club.Mark = true, mark
	}
	return b, err
}

// remembered reads the notes about all games.
func (s *Site) remembered(b *book) error {
	if _, err := s.tree.recall("club", &b.club); err != nil {
		return err
	}
	if b.club.Form != noteForm {
		if err := s.tree.forget(); err != nil {
			return err
		}
		b.club = clubNotes{Form: noteForm, Years: map[string]int{}, Running: map[string]time.Time{}}
	}
	if _, err := s.tree.recall("leagues", &b.leagues); err != nil {
		return err
	}
	if b.leagues.Performance == nil {
		b.leagues.Performance = map[string]string{}
	}
	if b.leagues.Seasons == nil {
		b.leagues.Seasons = map[string]string{}
	}
	var broken []string
	if _, err := s.tree.recall(unfinished, &broken); err != nil {
		return err
	}
	for _, id := range broken {
		b.broken[id] = true
	}
	b.club.Due = s.due
	return nil
}

// unfinished is the note of the games whose lists are being written. Where it stays, the writing
// was broken off, and what the lists say of them is not to be relied on.
const unfinished = "unfinished"

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
	r, err := b.rows.get(id)
	if err != nil || r.ID == "" {
		return nil, err
	}
	return r, nil
}

// played are games that are being played, those in which something has happened last, at most so many,
// and how many others there are.
func (b *book) played(most int) (rows []row, others int, err error) {
	ids := slices.SortedFunc(maps.Keys(b.club.Running), func(one, other string) int {
		return cmp.Or(b.club.Running[other].Compare(b.club.Running[one]), naturally(one, other))
	})
	for _, id := range ids[:min(len(ids), most)] {
		r, err := b.row(id)
		if err != nil {
			return nil, 0, err
		}
		if r != nil {
			rows = append(rows, *r)
		}
	}
	return rows, max(0, len(ids)-most), nil
}

// shows reports whether a game stands on the site.
func (b *book) shows(id string) bool {
	r, err := b.row(id)
	b.failed = errors.Join(b.failed, err)
	return r != nil
}

// known is what the list of players says of one.
func (b *book) known(id string) player {
	note, err := b.players.get(id)
	if err != nil {
		b.failed = errors.Join(b.failed, err)
		return player{}
	}
	return player{note.Name, note.games()}
}

// touch has a list written.
func (b *book) touch(kind, name string) { b.touched[kind+" "+name] = true }

// those lists what is touched of a kind.
func (b *book) those(kind string) (names []string) {
	for _, what := range slices.Sorted(maps.Keys(b.touched)) {
		if name, ok := strings.CutPrefix(what, kind+" "); ok {
			names = append(names, name)
		}
	}
	return names
}

// put notes a game in all lists that it stands in.
func (b *book) put(r row, old, now words) error {
	noted, err := b.row(r.ID)
	if err != nil {
		return err
	}
	before := row{}
	if r.Found = now.mark(); noted == nil {
		old = words{}
	} else if before = *noted; b.broken[r.ID] || before.Found != old.mark() {
		old = nil
	}
	if play := b.playedFor(r.ID); noted == nil && play != nil {
		b.touch("season", play.season.id) // whose page leads to it now
	}
	if _, is := b.changed[r.ID]; !is {
		b.changed[r.ID] = old
	}
	b.found[r.ID] = now
	b.rows.read[r.ID] = &r
	b.touch("row", r.ID)
	lean := r
	lean.Mark, lean.Found = "", ""
	if err := b.putPage(lean); err != nil {
		return err
	}
	lean.Used = [2][]string{} // statistics are counted by pages
	delete(b.club.Running, r.ID)
	b.club.Recent = slices.DeleteFunc(b.club.Recent, func(o row) bool { return o.ID == r.ID })
	if r.Running {
		b.club.Running[r.ID] = r.updated()
	} else {
		b.club.Recent = append(b.club.Recent, lean)
		slices.SortFunc(b.club.Recent, func(a, b row) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID)) })
		b.club.Recent = b.club.Recent[:min(len(b.club.Recent), recentKept)]
	}
	for _, seat := range before.Seats {
		if seat.ID != "" && !slices.ContainsFunc(r.Seats[:], func(s seatRow) bool { return s.ID == seat.ID }) {
			if err := b.record(seat.ID, lean, false); err != nil {
				return err
			}
		}
	}
	for _, seat := range r.Seats {
		if seat.ID != "" {
			if err := b.record(seat.ID, lean, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// putPage notes a game on its page, and the page in its year where its line there changes.
func (b *book) putPage(r row) error {
	page, err := b.pages.get(r.Page)
	if err != nil {
		return err
	}
	if page.Rows == nil {
		page.Rows = map[string]row{}
	}
	page.Rows[r.ID] = r
	b.touch("page", r.Page)
	if b.broken[r.ID] {
		page.Games = -1 // its line in the year may not have been written
	}
	return b.countPage(r.Page, page)
}

// countPage counts the games of a page, and notes its line in its year where that changes.
func (b *book) countPage(name string, page *pageNote) error {
	running, reads := 0, 0
	for _, other := range page.Rows {
		if other.Running {
			running++
		}
		if other.readable() {
			reads++
		}
	}
	counts := countsOf(page.Rows)
	if page.Games == len(page.Rows) && page.Running == running && page.Reads == reads && reflect.DeepEqual(page.Counts, counts) {
		return nil
	}
	page.Games, page.Running, page.Reads = len(page.Rows), running, reads
	page.Counts = counts
	return b.putYear(name, page)
}

// putYear notes the line of a page in its year.
func (b *book) putYear(name string, page *pageNote) error {
	in, _, _ := strings.Cut(name, "-")
	year, err := b.years.get(in)
	if err != nil {
		return err
	}
	if year.Pages == nil {
		year.Pages = map[string]pageNote{}
	}
	year.Pages[name] = pageNote{Games: page.Games, Running: page.Running, Reads: page.Reads, Letters: page.Letters, Counts: page.Counts}
	if page.Games == 0 {
		delete(year.Pages, name)
	}
	games := 0
	for _, p := range year.Pages {
		games += p.Games
	}
	if b.club.Years[in] = games; games == 0 {
		delete(b.club.Years, in)
	}
	b.touch("year", in)
	return nil
}

// record gives a player a game, or takes it from him.
func (b *book) record(id string, r row, has bool) error {
	note, err := b.players.get(id)
	if err != nil {
		return err
	}
	name := id + "-" + yearOf(r)
	games, err := b.records.get(name)
	if err != nil {
		return err
	}
	if games.Rows == nil {
		games.Rows = map[string]row{}
	}
	before := player{note.Name, note.games()}
	if note.Running == nil {
		note.Running = map[string]row{}
	}
	delete(note.Running, r.ID)
	if delete(games.Rows, r.ID); has {
		games.Rows[r.ID] = r
		note.Name = r.Seats[slices.IndexFunc(r.Seats[:], func(s seatRow) bool { return s.ID == id })].Name
		if r.Running {
			note.Running[r.ID] = r
		}
	}
	note.set(yearOf(r), id, games.Rows)
	b.touch("player", id)
	b.touch("record", name+" "+r.ID)
	after := player{note.Name, note.games()}
	if before != after || b.broken[r.ID] {
		b.touch("list", "players")
		b.touch("renewed", id)
	}
	b.moved = b.moved || (before.Games == 0) != (after.Games == 0)
	return nil
}
