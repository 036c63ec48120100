package host_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/emersion/go-ical"

	"keryx/adjudicator/host/archive/web"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

const feedsAt = "https://club.example/games"

var feedAddress = regexp.MustCompile(regexp.QuoteMeta(feedsAt) + `(/calendar/[a-z2-7]{52}\.ics)`)

// subscriber is a calendar program at the club's site.
type subscriber struct {
	club *hosttest.Club
	site http.Handler
	logs *bytes.Buffer
}

func subscribers(t *testing.T, change ...hosttest.Setting) *subscriber {
	s := &subscriber{club: hosttest.NewClub(t, change...), logs: &bytes.Buffer{}}
	s.club.FeedAddress, s.club.Rules.Calendar.Leave = feedsAt, 30
	s.club.Log = slog.New(slog.NewTextHandler(s.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.site = web.WithFeeds(web.Handler(t.TempDir()), s.club.Host)
	return s
}

// told is the path that a letter tells.
func (s *subscriber) told(said string) string {
	s.club.T.Helper()
	found := feedAddress.FindStringSubmatch(said)
	if found == nil {
		s.club.T.Fatalf("no address in:\n%s", said)
	}
	return found[1]
}

func (s *subscriber) get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// reads is what a program finds at a path: the entries by UID.
func (s *subscriber) reads(path string) diary {
	s.club.T.Helper()
	w := s.get(path)
	if w.Code != http.StatusOK {
		s.club.T.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	for name, want := range map[string]string{"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Type": "text/calendar; charset=utf-8"} {
		if got := w.Header().Get(name); got != want {
			s.club.T.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	all, err := ical.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode()
	hosttest.Check(s.club.T, err)
	if got := all.Props.Get(ical.PropMethod); got == nil || got.Value != "PUBLISH" {
		s.club.T.Errorf("the method is %v", got)
	}
	book := diary{}
	for _, e := range all.Events() {
		if e.Props.Get(ical.PropAttendee) != nil {
			s.club.T.Error("it names whom it is for")
		}
		book[e.Props.Get(ical.PropUID).Value] = entry{e.Props.Get(ical.PropDateTimeStart).Value, e.Props.Get(ical.PropSequence).Value}
	}
	return book
}

func (s *subscriber) gone(path string) {
	s.club.T.Helper()
	nothing := s.get("/nothing.ics")
	if w := s.get(path); w.Code != http.StatusNotFound || w.Body.String() != nothing.Body.String() || len(w.Header()) != len(nothing.Header()) {
		s.club.T.Errorf("%s answers %d %v %q, as other pages do not", path, w.Code, w.Header(), w.Body)
	}
}

// A calendar program that subscribes to the private address of a player finds there what the files
// of his letters say, under the same UIDs, as things stand.
func TestFeed(t *testing.T) {
	s := subscribers(t)
	book := diary{}
	mailed := func() {
		for _, m := range s.club.Sent() {
			if m.Recipient == hosttest.SouthAt {
				book.take(t, m)
			}
		}
	}
	same := func(path, when string) {
		t.Helper()
		got := s.reads(path)
		if len(got) != len(book) {
			t.Errorf("%s: %v, by mail %v", when, got, book)
		}
		for uid, e := range book {
			if got[uid] != e {
				t.Errorf("%s: %s is %v, by mail %v", when, uid, got[uid], e)
			}
		}
	}
	mailed()
	path := s.told(s.club.Requests("south", hosttest.SouthAt, "calendar feed\n"))
	if len(book) != 1 {
		t.Fatalf("the mails brought %v", book)
	}
	same(path, "at the beginning")
	for _, w := range []string{s.club.Game + ": orders due", "TRANSPARENT", "ORGANIZER:mailto:" + hosttest.ServerAddress} {
		if body := s.get(path).Body.String(); !strings.Contains(body, w) || strings.Contains(body, hosttest.SouthAt) {
			t.Errorf("no %s in, or %s in:\n%s", w, hosttest.SouthAt, body)
		}
	}
	moved := s.club.Seat("south").Deadline.Add(30 * time.Hour)
	s.club.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(s.club.Game, "south")
		seat.Deadline = &moved
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	for uid, e := range s.reads(path) {
		if _, known := book[uid]; !known || e != (entry{stamp(moved), "1"}) {
			t.Errorf("the deadline has moved to %s, and the feed says %v", stamp(moved), e)
		}
	}
	s.club.Order("south", "bid 0")
	mailed()
	same(path, "after the answer")
	if len(s.reads(path)) != 0 {
		t.Error("an answer leaves the deadline there")
	}
	s.club.Order("north", "bid 1")
	mailed()
	same(path, "at the next question")

	later := s.club.Requests("south", hosttest.SouthAt, "calendar feed\n")
	if feedAddress.MatchString(later) || !strings.Contains(later, "You have had an address") {
		t.Errorf("asked again:\n%s", later)
	}
	if said := s.club.Requests("south", hosttest.SouthAt, "calendar\n"); !strings.Contains(said, "You have had an address") {
		t.Errorf("the calendar:\n%s", said)
	}
	if said := s.club.Requests("north", hosttest.NorthAt, "calendar\n"); strings.Contains(said, "address") {
		t.Errorf("another's calendar:\n%s", said)
	}
	fresh := s.told(s.club.Requests("south", hosttest.SouthAt, "calendrier flux nouveau\ncalendar\ncalendar feed\n"))
	s.gone(path)
	same(fresh, "at the new address")
	if said := s.club.Requests("south", hosttest.SouthAt, "calendrier abonnement non\ncalendar\n"); !strings.Contains(said, "can no longer subscribe to your deadlines") || feedAddress.MatchString(said) {
		t.Errorf("off:\n%s", said)
	}
	s.gone(fresh)
	back := s.told(s.club.Requests("south", hosttest.SouthAt, "calendar feed\ncalendar\n"))
	for _, said := range []string{"calendar feed perhaps", "calendar feed new please"} {
		if answer := s.club.Requests("south", hosttest.SouthAt, said+"\n"); !strings.Contains(answer, "The calendar has no request") {
			t.Errorf("%q: %s", said, answer)
		}
	}
	same(back, "in the end")

	s.club.View(func(tx store.ReadTx) error {
		all, err := tx.SettingsUnder("")
		for name, text := range all {
			for _, p := range []string{path, fresh, back} {
				if token := strings.TrimSuffix(strings.TrimPrefix(p, "/calendar/"), ".ics"); strings.Contains(name+string(text), token) || strings.Contains(s.logs.String(), token) {
					t.Errorf("%s holds a token, or the log does", name)
				}
			}
		}
		return err
	})
}

// What is no token of anybody is a page that is not there.
func TestFeedOfNobody(t *testing.T) {
	s := subscribers(t)
	path := s.told(s.club.Requests("south", hosttest.SouthAt, "calendar feed\n"))
	for _, wrong := range []string{"/calendar/", "/calendar/.ics", path[:len(path)-5] + ".ics", path[:len(path)-5] + "0.ics", strings.ToUpper(path), "/calendar/" + strings.Repeat("a", 52) + ".ics",
		"/calendar/" + strings.Repeat("a", 1<<20) + ".ics", "/x" + path, strings.TrimSuffix(path, ".ics"), path + "/", "/calendar/x/" + path[10:]} {
		s.gone(wrong)
	}
	w := httptest.NewRecorder()
	s.site.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST is answered %d", w.Code)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	w = httptest.NewRecorder()
	s.site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil).WithContext(ended))
	if w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "VCALENDAR") {
		t.Errorf("nobody waits for it any more: %d", w.Code)
	}
}

// A feed goes with its player to another address, and away with him.
func TestFeedFollowsItsPlayer(t *testing.T) {
	s := subscribers(t)
	book := diary{}
	for _, m := range s.club.Sent() {
		if m.Recipient == hosttest.SouthAt {
			book.take(t, m)
		}
	}
	path := s.told(s.club.Requests("south", hosttest.SouthAt, "calendar feed\n"))
	elsewhere := "south@elsewhere.example"
	_, err := s.club.Seats.ChangePlayer(t.Context(), hosttest.SouthAt, seating.PlayerChange{Address: &elsewhere})
	hosttest.Check(t, err)
	s.club.Sent()
	got := s.reads(path)
	for _, e := range got {
		if e.at != stamp(*s.club.Seat("south").Deadline) {
			t.Errorf("after he has moved: %v", got)
		}
	}
	for uid := range book {
		if _, known := got[uid]; !known {
			t.Errorf("by mail %v, at the address %v", book, got)
		}
	}
	if len(got) != 1 {
		t.Errorf("after he has moved: %v", got)
	}
	if said := s.club.Requests("south", elsewhere, "calendar feed\n"); !strings.Contains(said, "You have had an address") {
		t.Errorf("asked from there:\n%s", said)
	}
	if row := s.club.Receive(hosttest.Letter(elsewhere, s.club.Signed("south", s.club.Orders("south", "bid 0")))); row.State != store.Accepted {
		t.Fatalf("his orders are %s: %s", row.State, row.Reason)
	}
	for _, m := range s.club.Sent() {
		if m.Recipient == elsewhere {
			book.take(t, m)
		}
	}
	if len(book) > 0 {
		t.Errorf("after his answer from there his calendar holds %v", book)
	}
	s.club.Order("north", "bid 1")
	s.club.Change(func(tx store.Tx) error {
		game, err := tx.Game(s.club.Game)
		game.Status = store.Ended
		return errors.Join(err, tx.UpdateGame(game))
	})
	if got := s.reads(path); len(got) != 0 {
		t.Errorf("when the game is over: %v", got)
	}
	_, err = s.club.Upkeep.RemovePlayer(t.Context(), elsewhere)
	hosttest.Check(t, err)
	s.gone(path)
	s.club.View(func(tx store.ReadTx) error { // nor is it his who is registered there next
		if all, err := tx.SettingsUnder("feed/"); err != nil || len(all) > 0 {
			t.Errorf("of who was removed there are %q, %v", all, err)
		}
		return nil
	})
}

// A club whose site is not served offers no feeds, and says so; no key of one game opens all.
func TestNoFeed(t *testing.T) {
	s := subscribers(t)
	s.club.FeedAddress = ""
	if said := s.club.Requests("south", hosttest.SouthAt, "calendar feed new\n"); !strings.Contains(said, "This club offers no address") {
		t.Errorf("without an address:\n%s", said)
	}
	if said := s.club.Requests("south", hosttest.SouthAt, "calendar\n"); strings.Contains(said, "offers") {
		t.Errorf("who did not ask is told:\n%s", said)
	}
	s.club.FeedAddress = feedsAt
	s.club.Change(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(hosttest.People()["south"].SSH.Public().Fingerprint)
		k.Game = s.club.Game
		return errors.Join(err, tx.UpdateKey(k))
	})
	if said := s.club.Requests("south", hosttest.SouthAt, "calendar feed\n"); !strings.Contains(said, "is valid for one game") || feedAddress.MatchString(said) {
		t.Errorf("with a key of one game:\n%s", said)
	}
}

// The address stands in the letter unbroken, as text and as HTML, in both languages.
func TestFeedInLetters(t *testing.T) {
	for lang, words := range map[string]string{"en": "so keep it to yourself", "fr": "gardez-la pour vous"} {
		s := subscribers(t)
		_, err := s.club.Seats.ChangePlayer(t.Context(), hosttest.SouthAt, seating.PlayerChange{Language: &lang})
		hosttest.Check(t, err)
		s.club.Sent()
		s.club.Receive(hosttest.Letter(hosttest.SouthAt, s.club.Signed("south", "calendar feed\n")))
		sent := s.club.Sent()
		i := slices.IndexFunc(sent, func(m store.OutboxMail) bool { return m.Recipient == hosttest.SouthAt })
		r, err := mail.ReadReport(sent[i].Raw)
		hosttest.Check(t, err)
		if !strings.Contains(hosttest.Flat(r.Text), words) || !feedAddress.MatchString(r.Text) || !feedAddress.MatchString(r.HTML) {
			t.Errorf("%s: %s\n%s", lang, r.Text, r.HTML)
		}
		t.Logf("%s", r.Text)
	}
}
