package archive

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"log/slog"
	judgement "math/rand/v2"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/internal/ford"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/sqlite"
	"keryx/store/storetest/ramdisk"
	"keryx/templates"
	"keryx/templates/wordtest"
)

// largeMap and largeFilm are how wide a club's pictures are. The tests draw small ones, which take a tenth of the
// time: when a map is drawn and what of the game is on it does not hang on its size. With a number of
// canaries they draw them as a club does.
var largeMap, largeFilm = mapWidth, filmWidth

// largePictures has the pictures of a test drawn as large as a club's.
func largePictures(t *testing.T) {
	before, film := mapWidth, filmWidth
	mapWidth, filmWidth = largeMap, largeFilm
	t.Cleanup(func() { mapWidth, filmWidth = before, film })
}

func TestMain(m *testing.M) {
	adjudicator.Register(ford.New("ford", ford.None))
	if err := hellespont.Opener.Register(""); err != nil {
		panic(err)
	}
	if os.Getenv(canaryEnv) == "" {
		mapWidth, filmWidth = 640, 480
	}
	code := ramdisk.Main(m.Run)
	if chromium.end != nil {
		chromium.end()
	}
	os.Exit(code)
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// keys are those of the two players, made once.
var keys = sync.OnceValue(func() (all [2]*mail.Signer) {
	for i := range all {
		private, _, err := mail.GenerateKey(mail.SSH, fmt.Sprint("player ", i), nil, noon.AddDate(-1, 0, 0))
		if err != nil {
			panic(err)
		}
		if all[i], err = mail.ParseSigner(private, nil); err != nil {
			panic(err)
		}
	}
	return all
})

var addresses = [2]string{"canary-anna@players.test", "canary-bruno@players.test"}

// zones are where the players live, which is nobody else's business.
var zones = [2]string{"Pacific/Chatham", "Antarctica/Troll"}

// nameOf finds a name in letters of any size where it stands as a word: as a run of letters it also turns up
// where nobody put it, in the signatures and bodies of a site, which are in base64.
func nameOf(name string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b` + name + `\b`) }

// whisper is what the players write to each other, which is nobody else's.
const whisper = "canary-whisper between two players"

// fixture is a host with two players. With the same seed it plays the same games.
type fixture struct {
	Host *host.Host
	t    testing.TB
	now  time.Time
	uid  uint32
	rnd  *judgement.Rand
	mark string // that stands in all that is secret
	also string // what stands below the orders of a file
}

func newClub(t testing.TB, seed uint64) *fixture {
	t.Helper()
	c := &fixture{t: t, now: noon, rnd: judgement.New(judgement.NewPCG(seed, 13)), mark: fmt.Sprintf("canary%dmark", seed)}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"))
	c.check(err)
	t.Cleanup(func() { c.check(db.Close()) })
	rules := club.Usual()
	rules.SeatMails, rules.ReceiptsWait.Duration, rules.Calendar.Leave = 1<<20, 0, 0
	c.Host = host.New(host.Club{Store: db, Now: func() time.Time { return c.now }, Random: judgement.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(seed >> 24)}), Log: slog.New(slog.DiscardHandler), Rules: rules,
		Post: host.Post{Address: "orders@keryx.test", Name: "Keryx", Domain: "keryx.test"}})
	for i, address := range addresses {
		c.check(c.Host.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: []string{"Anna", "Bruno"}[i], Language: "en", TimeZone: zones[i]}))
		_, err := c.Host.Keys.AddKey(t.Context(), address, "", []byte(keys()[i].Public().Text))
		c.check(err)
	}
	return c
}

func (c *fixture) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// found begins a game.
func (c *fixture) found(ruleset string, shown *play.Showing) string {
	c.t.Helper()
	rules, err := adjudicator.Lookup(ruleset)
	c.check(err)
	seats := map[string]string{}
	for i, side := range rules.Info().Sides {
		seats[side] = addresses[i]
	}
	id, err := c.Host.Upkeep.Create(c.t.Context(), post.NewGame{Ruleset: ruleset, AnswerTime: time.Hour * 24, Language: "en", Seats: seats, Shown: shown})
	c.check(err)
	return id
}

// move writes orders for whoever is asked, and reports false when nobody is.
func (c *fixture) move(id, ruleset string) bool {
	c.t.Helper()
	rules, err := adjudicator.Lookup(ruleset)
	c.check(err)
	kind := adjudicator.RandomPlayer
	if _, ok := rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	mind, err := adjudicator.NewPlayer(rules, kind, c.rnd)
	c.check(err)
	for i, side := range rules.Info().Sides {
		plan, err := c.Host.Intake.Plan(c.t.Context(), id, side, mind)
		c.check(err)
		if len(plan) == 0 {
			continue
		}
		var seat store.Seat
		c.check(c.Host.Store.View(c.t.Context(), func(tx store.ReadTx) (err error) { seat, err = tx.Seat(id, side); return err }))
		text := fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n# %s\n", id, side, seat.Answers, c.mark)
		for _, words := range plan {
			text += templates.For("en", ruleset).Words(words) + "\n"
		}
		text += c.also
		if c.uid < 4 {
			text += "press\n" + whisper + "\n"
		}
		if folder := c.says(i, text); folder != wire.FolderDone {
			c.t.Fatalf("orders were put into %s:\n%s", folder, text)
		}
		return true
	}
	return false
}

// says sends a signed text of a player, and returns into which folder it was put.
func (c *fixture) says(i int, text string) (folder string) {
	c.t.Helper()
	if written.NeedsBinding(text) {
		text = written.Bind(text, "orders@keryx.test", c.now, "en")
	}
	block, err := keys()[i].Sign(text, c.now)
	c.check(err)
	c.uid++
	raw := fmt.Sprintf("From: %s\nTo: orders@keryx.test\nSubject: Orders\nMIME-Version: 1.0\nMessage-ID: <%d@players.test>\nDate: %s\n\n%s",
		addresses[i], c.uid, c.now.Format(time.RFC1123Z), block)
	raw = strings.ReplaceAll(raw, "\n", "\r\n")
	put, err := c.Host.Intake.Receive(c.t.Context(), wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: c.uid, InternalDate: c.now, Size: int64(len(raw)), Raw: []byte(raw)})
	c.check(err)
	c.now = c.now.Add(time.Minute)
	return put.Folder
}

// playOut plays a game to its end, at most so many letters.
func (c *fixture) playOut(id, ruleset string) {
	c.t.Helper()
	for range 2000 {
		if !c.move(id, ruleset) {
			return
		}
	}
	c.t.Fatal("the game does not end")
}

// resign has somebody who is asked for orders give a game up.
func (c *fixture) resign(id string) {
	c.t.Helper()
	game, err := c.Host.Watchers.Outline(c.t.Context(), id, nil)
	c.check(err)
	for i, side := range game.Rules.Info().Sides {
		var seat store.Seat
		c.check(c.Host.Store.View(c.t.Context(), func(tx store.ReadTx) (err error) { seat, err = tx.Seat(id, side); return err }))
		if seat.Answers == "" {
			continue
		}
		if folder := c.says(i, "resign "+id+" "+seat.Answers+"\n"); folder != wire.FolderDone {
			c.t.Fatalf("a resignation was put into %s", folder)
		}
		return
	}
	c.t.Fatal("nobody is asked for orders")
}

// site writes the site of the club.
func (c *fixture) site() *Site {
	return &Site{Dir: filepath.Join(c.t.TempDir(), "site"), Name: "Club of the test", Host: c.Host, Log: c.Host.Log}
}

func (c *fixture) write(s *Site) Written {
	c.t.Helper()
	w, err := s.Write(c.t.Context())
	c.check(err)
	if len(w.Failed) > 0 {
		c.t.Fatalf("not shown: %v", w.Failed)
	}
	return w
}

// wordy are the files that people read.
var wordy = map[string]bool{".html": true, ".atom": true, ".csv": true, ".trf": true, ".svg": true}

// published are the files of a site that visitors can read.
func published(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(rel)], err = os.ReadFile(name)
		return err
	})
	for name, data := range all {
		if wordy[path.Ext(name)] {
			for _, found := range wordtest.Find(string(data)) {
				t.Errorf("%s shows %s", name, found)
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var link = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// A finished game stands there whole, every link leads to a file of the site, and nothing
// leads out of it.
func TestSiteOfAFinishedGame(t *testing.T) {
	c := newClub(t, 1)
	id := c.found("ford", &play.Showing{Delay: calendar.Span{Duration: time.Hour}, Opens: play.AtEnd})
	c.playOut(id, "ford")
	s := c.site()
	c.write(s)
	files := published(t, s.Dir)
	turn := string(files["en/games/"+id+"/turn-1.html"])
	for _, want := range []string{"What happened", "Hidden information", c.mark, "Signed orders"} {
		if !strings.Contains(turn, want) {
			t.Errorf("the page of turn 1 does not say %q", want)
		}
	}
	if !strings.Contains(string(files["fr/games/"+id+"/turn-1.html"]), "Ce qui s’est passé") {
		t.Error("the French page is not French")
	}
	for name, data := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if !bytes.Contains(data, []byte(`http-equiv="Content-Security-Policy" content="default-src 'none'`)) {
			t.Errorf("%s has no strict policy", name)
		}
		if bytes.Contains(data, []byte("<script>")) || bytes.Contains(data, []byte(" style=")) || bytes.Contains(data, []byte(" onclick=")) {
			t.Errorf("%s holds script or style in the page", name)
		}
		for _, m := range link.FindAllSubmatch(data, -1) {
			u, err := url.Parse(string(m[1]))
			if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "/") {
				t.Errorf("%s leads to %s", name, m[1])
				continue
			}
			if to := path.Join(path.Dir(name), u.Path); files[to] == nil && u.Path != "" {
				t.Errorf("%s leads to %s, which is not there", name, to)
			}
		}
	}
	for _, private := range []string{addresses[0], addresses[1], whisper, base64.StdEncoding.EncodeToString([]byte(whisper))[3:30]} {
		for name, data := range files {
			if bytes.Contains(data, []byte(private)) {
				t.Errorf("%s holds %q", name, private)
			}
		}
	}
	var all []byte
	for line := range strings.SplitSeq(string(files[proofName(id)]), `"body":"`) {
		text, _, _ := strings.Cut(line, `"`)
		body, _ := base64.StdEncoding.DecodeString(text)
		all = append(all, body...)
	}
	if !bytes.Contains(all, []byte(c.mark)) || bytes.Contains(all, []byte(whisper)) {
		t.Error("the proof has no orders, or has what the players wrote to each other")
	}
	if again := c.write(s); again.Files != 0 || again.Games != 0 {
		t.Errorf("writing it again wrote %d files of %d games", again.Files, again.Games)
	}
}

// Of a running game a turn is shown once it has ended and the delay is over, and never
// what one side alone knows.
func TestDelay(t *testing.T) {
	c := newClub(t, 2)
	id := c.found("ford", &play.Showing{Delay: calendar.Span{Duration: 48 * time.Hour}, Opens: play.AtEnd})
	old := c.found("ford", nil)
	turn := func() (n int) {
		c.check(c.Host.Store.View(t.Context(), func(tx store.ReadTx) error {
			g, err := tx.Game(id)
			n = g.Turn
			return err
		}))
		return n
	}
	for turn() == 1 {
		c.move(id, "ford")
	}
	s := c.site()
	w := c.write(s)
	page := "en/games/" + id + "/turn-1.html"
	if files := published(t, s.Dir); files[page] != nil {
		t.Error("the turn is shown before its time")
	}
	if want := c.now.Add(48*time.Hour - time.Minute); w.Next.Sub(want).Abs() > 2*time.Minute {
		t.Errorf("more is to be shown at %v, want %v", w.Next, want)
	}
	c.now = w.Next
	c.write(s)
	files := published(t, s.Dir)
	if files[page] == nil {
		t.Fatal("the turn is not shown when its time has come")
	}
	if bytes.Contains(files[page], []byte(c.mark)) {
		t.Error("a running game shows orders")
	}
	if data := files["en/games/"+old+"/index.html"]; !bytes.Contains(data, []byte("predates spectator settings")) {
		t.Error("a game without an agreement does not say why it is not shown")
	}
}
