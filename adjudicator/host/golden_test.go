package host_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
	"keryx/templates"
)

var updateGolden = flag.Bool("update", false, "write the golden reports anew")

// keptReport is a report that is kept: of a side the first of a kind that tells of
// something.
type keptReport struct {
	name, side string
	kind       string
	tells      string // part of the text, in the language of the side
	pictures   bool
}

// goldenReports are those of the game of Hellespont.
var goldenReports = []keptReport{
	{"athens-welcome", "athens", "welcome", "", false},
	{"athens-receipt", "athens", "receipt", "", false},
	{"athens-question", "athens", "question", "", false},
	{"athens-month", "athens", "", "in figures", false},
	{"athens-battle", "athens", "", "attacks at sea", true},
	{"athens-siege", "athens", "", "besieges", false},
	{"athens-result", "athens", "result", "", false},
	{"sparta-welcome", "sparta", "welcome", "", false},
	{"sparta-receipt", "sparta", "receipt", "", false},
	{"sparta-question", "sparta", "question", "", false},
	{"sparta-moves", "sparta", "receipt", "Gros plan sur les mouvements", true},
	{"sparta-battle", "sparta", "", "attaque en mer", false},
	{"sparta-siege", "sparta", "", "assiège", false},
	{"sparta-result", "sparta", "result", "", true},
}

// maxReport is how large a report may be, in bytes as sent: a phone on the road
// fetches it.
const maxReport = 250_000

// TestGoldenReports plays a game of Hellespont to its end with a fixed secret and a
// fixed clock, Athens in English and Sparta in French, and compares some of the
// reports with those on disk: text, HTML and pictures.
func TestGoldenReports(t *testing.T) {
	reports := goldenGame(t)
	compareReports(t, "", goldenReports, reports)
	compareSituations(t, reports)
	for _, r := range reports["sparta"] {
		speaksFrench(t, r.Text)
	}
}

// compareReports compares the kept reports of a game with the files whose names begin so.
func compareReports(t *testing.T, prefix string, kept []keptReport, reports map[string][]goldenReport) {
	t.Helper()
	for _, want := range kept {
		i := slices.IndexFunc(reports[want.side], func(g goldenReport) bool {
			return (want.kind == "" || g.kind == want.kind) && strings.Contains(g.Text, want.tells)
		})
		if i < 0 {
			t.Errorf("%s: among %d reports there is none like it", want.name, len(reports[want.side]))
			continue
		}
		compareReport(t, prefix+want.name, reports[want.side][i], want.pictures)
	}
}

// englishOrders are words of the order language, and identifiers, that no French letter
// may hold.
var englishOrders = regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}@./-])(spend|activate|move|end|displace|withdraw|pass|choose|fight|evade|stand|reroll|accept|` +
	`lose|remove|weaken|retreat|advance|keep|discard|repatriate|enter|recover|play|from|to|by|drop|at|for|first|none|return|draw|` +
	`reinforcements|advantage|when|else|athens|sparta|standing|orders|side|game|turn|answers|unit|leader|die|table, die)(?:[^\p{L}\p{N}@-]|$)`)

// speaksFrench asserts that nothing of the English order language stands in a letter,
// but for the block that a program reads.
func speaksFrench(t *testing.T, text string) {
	t.Helper()
	prose, _, _ := strings.Cut(text, "keryx-proof-1")
	if found := englishOrders.FindString(prose); found != "" {
		at := strings.Index(prose, found)
		t.Errorf("a French letter says %q: ...%s...", found, prose[max(0, at-120):min(len(prose), at+120)])
	}
}

// goldenReport is a report as it was sent.
type goldenReport struct {
	kind string
	mail.Received
}

// goldenGame plays, and returns the reports of each side.
func goldenGame(t *testing.T) map[string][]goldenReport {
	t.Helper()
	c := newGoldenClub(t)
	for c.move() {
	}
	return goldenLetters(t, c.club)
}

// goldenLetters are the reports that a club has sent, by side.
func goldenLetters(t *testing.T, c *hosttest.Club) map[string][]goldenReport {
	t.Helper()
	reports := map[string][]goldenReport{}
	for _, m := range c.Sent() {
		if len(m.Raw) > maxReport {
			t.Errorf("the %s to %s has %d bytes, want %d at most", m.Kind, m.Side, len(m.Raw), maxReport)
		}
		r, err := mail.ReadReport(m.Raw)
		hosttest.Check(t, err)
		reports[m.Side] = append(reports[m.Side], goldenReport{m.Kind, r})
	}
	return reports
}

// goldenClub is where the golden game is played.
type goldenClub struct {
	club  *hosttest.Club
	mind  adjudicator.Player
	begun map[string]bool // sides that have sent their standing orders
}

func newGoldenClub(t testing.TB) *goldenClub {
	t.Helper()
	return &goldenClub{newGoldenGame(t, "hellespont", ""), hellespont.Default().(adjudicator.Bot).Player(rand.New(rand.NewPCG(4, 11))), map[string]bool{}}
}

// newGoldenGame is a club with a new game between the golden players, whose secret and
// clock are fixed.
func newGoldenGame(t testing.TB, ruleset, scenario string) *hosttest.Club {
	t.Helper()
	c := &hosttest.Club{T: t, Time: hosttest.Noon, Path: hosttest.Place(t)}
	db, err := engine.Open(t.Context(), c.Path)
	hosttest.Check(t, err)
	t.Cleanup(func() { hosttest.Check(t, db.Close()) })
	c.Host = host.New(host.Club{Store: db, Now: func() time.Time { return c.Time }, Random: rand.NewChaCha8([32]byte{4, 11}),
		Log: slog.New(slog.DiscardHandler), Rules: hosttest.PromptRules(), Post: host.Post{Address: hosttest.ServerAddress, Name: "Keryx", Domain: hosttest.ServerDomain}})
	for _, p := range goldenPlayers {
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: p.address(), Name: p.name, Language: p.lang, TimeZone: "Europe/Paris"}))
		_, err := c.Keys.AddKey(t.Context(), p.address(), "", []byte(p.signer(t).Public().Text))
		hosttest.Check(t, err)
	}
	c.Game, err = c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: ruleset, Scenario: scenario, AnswerTime: hosttest.AnswerTime, Language: "en",
		Seats: map[string]string{"athens": "athens@example.org", "sparta": "sparta@example.org"}})
	hosttest.Check(t, err)
	return c
}

// goldenPlayer is a player of the golden game. The ledger names his key, and the dice
// hang on the ledger: the keys lie in testdata, and are used nowhere else.
type goldenPlayer struct{ side, name, lang string }

var goldenPlayers = []goldenPlayer{{"athens", "Anna", "en"}, {"sparta", "B\u00e9n\u00e9dicte", "fr"}}

func (p goldenPlayer) address() string { return p.side + "@example.org" }

func (p goldenPlayer) signer(t testing.TB) *mail.Signer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "keys", "golden-"+p.side))
	hosttest.Check(t, err)
	signer, err := mail.ParseSigner(text, nil)
	hosttest.Check(t, err)
	return signer
}

// goldenStanding are the standing orders of both sides, each in its language; they keep
// the game short.
var goldenStanding = map[string]string{"en": `
standing
  stratagems: none
  when attacked at sea: evade to port, else stand
  when attacked on land: stand
  cavalry: stand
  losses: fresh first, smallest first
  retreat: Sestos, Abydos, Cardia, port, anywhere
  when result is A or E: use advantage to reroll
  advantage: keep
`, "fr": `
consignes
  stratagèmes: aucun
  quand attaqué en mer: évader vers port, sinon tenir
  quand attaqué sur terre: tenir
  cavalerie: tenir
  pertes: fraîches d'abord, petites d'abord
  recul: Sestos, Abydos, Cardia, port, n'importe où
  quand résultat est A ou E: utiliser avantage pour relancer
  avantage: garder
`}

// move lets the side that is asked send its orders, in its language; with its first
// ones go its standing orders. It reports false when nobody is asked any more.
func (c *goldenClub) move() bool {
	t := c.club.T
	t.Helper()
	for _, p := range goldenPlayers {
		plan, err := c.club.Intake.Plan(t.Context(), c.club.Game, p.side, c.mind)
		hosttest.Check(t, err)
		if len(plan) == 0 {
			continue
		}
		printer := templates.For(p.lang, "hellespont")
		var lines []string
		for _, words := range plan {
			lines = append(lines, "  "+printer.Words(words))
		}
		c.club.Time = c.club.Time.Add(5 * time.Hour)
		orders := c.club.Orders(p.side, strings.Join(lines, "/"))
		if !c.begun[p.side] {
			orders += goldenStanding[p.lang]
		}
		c.begun[p.side] = true
		row := c.club.Receive(hosttest.Letter(p.address(), hosttest.Sign(t, p.signer(t), orders, c.club.Time),
			"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		if row.State != store.Accepted {
			t.Fatalf("%s: %s: %s", p.side, row.State, row.Reason)
		}
		return true
	}
	return false
}

// compareReport compares the parts of a report with the files of that name. All letters
// have one head, but for their language and title.
func compareReport(t *testing.T, name string, r goldenReport, pictures bool) {
	t.Helper()
	compareFile(t, name+".txt", []byte("Subject: "+r.Subject+"\n\n"+r.Text))
	head, body, found := strings.Cut(r.HTML, "</head>\n")
	title := regexp.MustCompile(`<html lang="\w+"|<title>.*</title>`)
	if !found || len(title.FindAllString(head, -1)) != 2 {
		t.Fatalf("%s has no head of its own: %.200q", name, r.HTML)
	}
	compareFile(t, "head.html", []byte(title.ReplaceAllString(head, "")))
	compareFile(t, name+".html", []byte(strings.Join(title.FindAllString(head, -1), " ")+"\n"+body))
	for i, f := range r.Files {
		if pictures && f.Type == "image/png" {
			compareFile(t, fmt.Sprintf("%s-%d.png", name, i+1), f.Data)
		}
	}
}

func compareFile(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *updateGolden {
		hosttest.Check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		hosttest.Check(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (write the golden reports with -update)", err)
	}
	if !bytes.Equal(want, got) && strings.HasSuffix(name, ".png") && samePixels(t, want, got) {
		t.Errorf("%s shows the same in other bytes, which is well if the press was changed (write it anew with -update)", path)
	} else if !bytes.Equal(want, got) {
		t.Errorf("%s is another (write it anew with -update):\n%s", path, firstDifference(string(want), string(got)))
	}
}

// samePixels reports whether two files show the same picture.
func samePixels(t *testing.T, a, b []byte) bool {
	t.Helper()
	var read [2]*image.Paletted
	for i, file := range [][]byte{a, b} {
		img, err := png.Decode(bytes.NewReader(file))
		hosttest.Check(t, err)
		var ok bool
		if read[i], ok = img.(*image.Paletted); !ok {
			t.Fatalf("a picture is a %T", img)
		}
	}
	return reflect.DeepEqual(read[0], read[1])
}
