package archive

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/play"
	"keryx/store"
)

// thirdAt is who rules in the games of the test.
const thirdAt = "canary-third@players.test"

// rule rules in a game.
func (c *fixture) rule(id, act string) {
	c.t.Helper()
	c.now = c.now.Add(time.Hour)
	_, err := c.Host.Rulings.Rule(c.t.Context(), id, thirdAt, "ruling\n"+act+"\nreason Try it at "+c.now.Format(time.TimeOnly)+"\n")
	c.check(err)
}

// referee registers the referee, and has him rule in a game.
func (c *fixture) referee(id string) {
	c.t.Helper()
	c.check(c.Host.Seats.AddPlayer(c.t.Context(), store.Player{Address: thirdAt, Name: "Third", Language: "en", TimeZone: "UTC"}))
	c.check(c.Host.Claims.AddReferee(c.t.Context(), thirdAt, id))
}

// entriesOf lists the numbers of those entries of a kind that stand in a ledger.
func (c *fixture) entriesOf(id string, kind adjudicator.EntryKind) (all []int) {
	c.t.Helper()
	c.check(c.Host.Store.View(c.t.Context(), func(tx store.ReadTx) error {
		entries, err := tx.Entries(id, 1)
		for _, e := range entries {
			if e.Kind == string(kind) {
				all = append(all, e.Seq)
			}
		}
		return err
	}))
	return all
}

// takenBack is a finished game in which a referee has gone back three times: in a turn, before
// its end, and when it was over; once he had orders thrown again.
func takenBack(t *testing.T, c *fixture) (id string) {
	t.Helper()
	id = c.found("ford", &play.Showing{Opens: play.AtEnd})
	c.referee(id)
	for range 6 {
		c.move(id, "ford")
	}
	c.rule(id, fmt.Sprintf("back to %d", c.entriesOf(id, adjudicator.Ordered)[0]))
	for range 3 {
		c.move(id, "ford")
	}
	at := c.entriesOf(id, adjudicator.Ordered)
	c.rule(id, fmt.Sprintf("throw %d again", at[len(at)-1]))
	c.playOut(id, "ford")
	at = c.entriesOf(id, adjudicator.Ordered)
	c.rule(id, fmt.Sprintf("back to %d", at[len(at)-3]))
	c.playOut(id, "ford")
	return id
}

// proofOf reads the proof of a game from its script.
func proofOf(t *testing.T, file string) (p proofData) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("var keryxProof = ")), []byte(";\n"))
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// forge writes a proof again with the bodies of some entries changed, as a club could that lies
// to all: every digest and every hash behind them fits.
func forge(t *testing.T, p proofData, change func(kind adjudicator.EntryKind, body []byte) []byte) proofData {
	t.Helper()
	p.Entries = slices.Clone(p.Entries)
	var prev dice.Head
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.Open {
			body, err := base64.StdEncoding.DecodeString(e.Body)
			if err != nil {
				t.Fatal(err)
			}
			salt, err := dice.ParseHead(e.Salt)
			if err != nil {
				t.Fatal(err)
			}
			body = change(adjudicator.EntryKind(e.Kind), body)
			e.Body = base64.StdEncoding.EncodeToString(body)
			e.Digest = adjudicator.Entry{Salt: salt, Body: body}.Digest().String()
		}
		digest, err := dice.ParseHead(e.Digest)
		if err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse(time.RFC3339, e.Time)
		if err != nil {
			t.Fatal(err)
		}
		prev = adjudicator.ChainSum(p.Game, e.Seq, adjudicator.EntryKind(e.Kind), e.Side, at, digest, prev)
		e.Hash = prev.String()
	}
	return p
}

// instead changes one value of the first line of a body, in the place of an old one.
func instead(of adjudicator.EntryKind, key string, old, value any) func(adjudicator.EntryKind, []byte) []byte {
	return func(kind adjudicator.EntryKind, text []byte) []byte {
		first, rest, two := bytes.Cut(text, []byte("\n"))
		var body map[string]any
		if kind != of || json.Unmarshal(first, &body) != nil || fmt.Sprint(body[key]) != fmt.Sprint(old) {
			return text
		}
		body[key] = value
		text, _ = json.Marshal(body)
		if two {
			text = slices.Concat(text, []byte("\n"), rest)
		}
		return text
	}
}

// verdict has a browser check the proof of a game, and returns what it says and the lines of
// a kind.
func verdict(ctx context.Context, t *testing.T, page, kind string) (says, lines string) {
	t.Helper()
	return verdictOf(ctx, t, page, kind, nil)
}

// verdictOf is a verdict on a page that says something else of what has to be in the proof: of a club that lies
// to all in all places.
func verdictOf(ctx context.Context, t *testing.T, page, kind string, says map[string]string) (_, lines string) {
	t.Helper()
	do(ctx, t, chromedp.Navigate(page), seen("#check button"))
	for name, value := range says {
		read(ctx, t, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector("#check").dataset[%q] = %q`, name, value)))
	}
	do(ctx, t, chromedp.Click(chromedp.CSS("#check button")), seen("#check.holds, #check.fails, #check.partly"))
	lines = read(ctx, t, chromedp.Evaluate[string](`Array.from(document.querySelectorAll("#check .`+kind+`")).map(e => e.textContent).join("\n")`))
	return text(ctx, t, "#check [role=status]"), lines
}

// A game that was taken back holds in the browser, whose check follows each ruling to the
// secret behind it, without the author of any; what the verifiers of the players refuse, it
// refuses, be it lent cryptography or not.
func TestBrowserFindsForgedRulings(t *testing.T) {
	ctx := browser(t)
	c := newClub(t, 9)
	id := takenBack(t, c)
	s := c.site()
	c.write(s)
	file := filepath.Join(s.Dir, filepath.FromSlash(proofName(id)))
	whole := proofOf(t, file)
	back := c.entriesOf(id, adjudicator.Ruling)
	if len(back) < 3 {
		t.Fatalf("%d rulings", len(back))
	}
	for name, data := range published(t, s.Dir) {
		if bytes.Contains(data, []byte("SHA256:")) || bytes.Contains(data, []byte(base64.StdEncoding.EncodeToString([]byte("SHA256:"))[:9])) {
			t.Errorf("%s names a key", name)
		}
	}
	write := func(p proofData) {
		t.Helper()
		text, err := script("keryxProof", p)
		c.check(err)
		c.check(os.WriteFile(file, text, 0o644))
	}
	for _, top := range []string{"file://" + s.Dir, plainly(t, s.Dir)} {
		page := top + "/en/games/" + id + "/index.html"
		write(whole)
		if says, bad := verdict(ctx, t, page, "bad"); !strings.HasPrefix(says, "Verified") {
			t.Fatalf("%s: what was not changed: %s: %s", top, says, bad)
		}
		if lent := read(ctx, t, chromedp.Evaluate[bool](`keryxHash.lent`)); lent != strings.HasPrefix(top, "file:") {
			t.Errorf("%s: cryptography is lent: %t", top, lent)
		}
		for what, change := range map[string]func(adjudicator.EntryKind, []byte) []byte{
			"a fresh secret behind a throw":         instead(adjudicator.Ruling, "act", "back", "throw"),
			"a fresh secret in a game that goes on": instead(adjudicator.Reseed, "why", "ruling", "reopened"),
			"a published secret goes on":            instead(adjudicator.Reseed, "why", "reopened", "ruling"),
			"no ruling before it":                   instead(adjudicator.Ruling, "act", "back", "uphold"),
			"a restore behind a ruling":             instead(adjudicator.Reseed, "why", "ruling", "replay"),
			"an unknown reason":                     instead(adjudicator.Reseed, "why", "ruling", "luck"),
			"another entry than the ruling names":   instead(adjudicator.Reseed, "from", backTo(t, whole), backTo(t, whole)+1),
			"a ruling that goes back once more":     instead(adjudicator.Ruling, "entry", backTo(t, whole), backTo(t, whole)-1),
		} {
			forged := forge(t, whole, change)
			if slices.EqualFunc(forged.Entries, whole.Entries, func(a, b proofLine) bool { return a == b }) {
				t.Fatalf("%s: nothing to forge", what)
			}
			write(forged)
			lied := map[string]string{"head": forged.Entries[len(forged.Entries)-1].Hash}
			if says, bad := verdictOf(ctx, t, page, "bad", lied); !strings.HasPrefix(says, "Verification failed") || bad == "" || strings.Contains(bad, "ends with another entry") {
				t.Errorf("%s: %s: %s: %s", top, what, says, bad)
			}
		}
		// Rulings of older ledgers are listed by their digest alone: it does not say that all holds.
		older := whole
		older.Entries = slices.Clone(whole.Entries)
		for i := range older.Entries {
			if e := &older.Entries[i]; e.Kind == string(adjudicator.Ruling) {
				e.Open, e.Salt, e.Body = false, "", ""
			}
		}
		write(older)
		withheld := read(ctx, t, chromedp.Evaluate[string](`document.querySelector("#check").dataset.withheld`))
		for _, seq := range back {
			withheld += fmt.Sprintf(" %d", seq)
		}
		if says, left := verdictOf(ctx, t, page, "left", map[string]string{"withheld": withheld}); !strings.HasPrefix(says, "What can be checked here holds") || strings.Count(left, "older kind") != len(back) {
			t.Errorf("%s: older rulings: %s: %s", top, says, left)
		}
	}
}

// backTo is the entry that the first ruling goes back to.
func backTo(t *testing.T, p proofData) int {
	t.Helper()
	for _, e := range p.Entries {
		body, _ := base64.StdEncoding.DecodeString(e.Body)
		var act struct {
			Act   string
			Entry int
		}
		first, _, _ := bytes.Cut(body, []byte("\n"))
		if e.Kind == string(adjudicator.Ruling) && json.Unmarshal(first, &act) == nil && act.Act == "back" {
			return act.Entry
		}
	}
	t.Fatal("no ruling goes back")
	return 0
}
