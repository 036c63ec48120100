package page

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/mail"
	"keryx/orders"
	. "keryx/templates/page/browsertest"
)

const orderFile = "# Fill in, sign and send\ngame    hel-1\nside    athens\nturn    may -411\nanswers K7Q2-9XWM\n# nonce\n\norders\n  # move T10 to T4\n  pass   # “all”\n"

func init() {
	adjudicator.Register(hellespont.Default())
	adjudicator.Register(amphipolis.Default())
}

// served serves the page from this machine, which counts as secure, and returns its address.
func served(t *testing.T) string {
	t.Helper()
	data, err := Sign()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/framed" {
			fmt.Fprint(w, `<iframe src="/sign.html"></iframe>`)
			return
		}
		w.Write(data)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/" + SignName
}

// saved is the page opened from a file.
func saved(t *testing.T) string {
	t.Helper()
	data, err := Sign()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), SignName)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// signs signs a text and returns the mail's body.
func signs(r Reader, text, passphrase string) string {
	r.Helper()
	r.Typed("text", text)
	r.Typed("at", "orders@club.example")
	r.Typed("unlock", passphrase)
	r.Eval(`(document.getElementById("signed").value = "", "x")`)
	r.Pressed("sign")
	return r.Eval(`document.getElementById("signed").value || null`)
}

// taken reads a mail as the server does, under the key that it brings along.
func taken(t *testing.T, body string) (text, fingerprint string) {
	t.Helper()
	raw := []byte("From: Anna <anna@club.example>\r\nTo: orders@club.example\r\nSubject: hel-1\r\nDate: Fri, 05 Mar 2027 10:00:00 +0000\r\nMessage-ID: <1@club.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" +
		strings.ReplaceAll(body, "\n", "\r\n"))
	ring := mail.Keys{}
	for _, key := range mail.OfferedKeys(raw) {
		ring = append(ring, mail.Key{PublicKey: key})
	}
	in := mail.Intake{Keys: ring, Now: func() time.Time { return time.Date(2027, 3, 5, 10, 0, 0, 0, time.UTC) }}
	m, err := in.Read(t.Context(), raw)
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	return m.Signed.Text, m.Signed.Fingerprint
}

// TestSignPage makes a key, registers it, and signs orders, which the intake of mail takes.
func TestSignPage(t *testing.T) {
	t.Run("telephone", func(t *testing.T) {
		r := Open(t, served(t)+"#lang=en&at=orders@club.example&from=anna@club.example&text="+url.QueryEscape(orderFile), 380, 700)
		r.Waits(`!document.getElementById("all").hidden && location.hash === ""`)
		r.Typed("name", "Anna")
		r.Pressed("make")
		r.Waits(`!document.getElementById("write").hidden`)
		r.Pressed("register")
		registered, key := taken(t, signs(r, r.Eval(`document.getElementById("text").value`), ""))
		if registered != "keryx register 1\naddress anna@club.example\n" {
			t.Errorf("the letter that registers: %q", registered)
		}
		if !strings.Contains(r.Eval(`document.getElementById("key-told").textContent`), key) {
			t.Errorf("the fingerprint that is shown is not that of the key %s", key)
		}
		text, again := taken(t, signs(r, orderFile, ""))
		f, faults := orders.Parse(text)
		if len(faults) > 0 || f.Header.Nonce.Value == "" || strings.Contains(text, "# Fill") || f.Groups[0].Statements[0].Verb.Fold != "pass" {
			t.Errorf("signed: %q, faults %v", text, faults)
		}
		link := r.Eval(`document.getElementById("mail").href`)
		if !strings.HasPrefix(link, "mailto:orders@club.example?subject=hel-1&body=-----BEGIN%20KERYX") {
			t.Errorf("the link: %s", link)
		}
		if r.Eval(`document.documentElement.scrollWidth > innerWidth`) != "false" {
			t.Errorf("the page is wider than the telephone")
		}
		r.Tab(chromedp.Reload())
		r.Waits(`!document.getElementById("write").hidden`)
		if _, third := taken(t, signs(r, orderFile, "")); third != key || again != key {
			t.Errorf("after a reload the key is %s, before %s", third, key)
		}
		if out := r.Eval(`keys.get("key").then((k) => crypto.subtle.exportKey("pkcs8", k.key)).then(() => "taken", () => "kept")`); out != "kept" {
			t.Error("a script takes the key out")
		}
	})
}

// TestSignPageFromFile keeps the key under a passphrase, and makes it again from its phrase.
func TestSignPageFromFile(t *testing.T) {
	const secret = "neuf cent quatre"
	r := Open(t, saved(t)+"#lang=fr", 800, 900)
	r.Waits(`!document.getElementById("all").hidden`)
	fresh := func() {
		r.Typed("passphrase", secret)
		r.Typed("passphrase-again", secret)
	}
	r.Pressed("make")
	r.Waits(`document.getElementById("key-fault").textContent.includes("10")`)
	fresh()
	r.Pressed("backup")
	r.Pressed("make")
	words := r.Eval(`document.getElementById("phrase").textContent || null`)
	r.Pressed("phrase-written")
	r.Typed("phrase-typed", strings.Replace(words, words[:5], "babab", 1))
	r.Pressed("phrase-check")
	r.Waits(`document.getElementById("key-fault").textContent !== ""`)
	r.Typed("phrase-typed", strings.ToUpper(strings.ReplaceAll(words, " ", ",\n")))
	r.Pressed("phrase-check")
	r.Waits(`!document.getElementById("write").hidden`)
	_, key := taken(t, signs(r, orderFile, secret))

	r.Typed("unlock", "falsch und lang")
	r.Pressed("sign")
	r.Waits(`document.getElementById("sign-fault").textContent !== ""`)

	r.Eval(`(window.confirm = () => true, "x")`)
	r.Pressed("forget")
	r.Waits(`!document.getElementById("no-key").hidden`)
	fresh()
	r.Pressed("restore")
	r.Typed("phrase-typed", words)
	r.Pressed("phrase-check")
	r.Waits(`!document.getElementById("write").hidden`)
	if _, again := taken(t, signs(r, orderFile, secret)); again != key {
		t.Errorf("the key made again is %s, it was %s", again, key)
	}
}

// TestSignPageOlder signs with the other kind of key where the browser has no Ed25519, and
// says before a key is made what a browser cannot do.
func TestSignPageOlder(t *testing.T) {
	r := Open(t, served(t), 1200, 900)
	r.Waits(`!document.getElementById("all").hidden`)
	got := r.Eval(`(async () => {
		const secret = crypto.getRandomValues(new Uint8Array(32));
		const words = await phrase.write("p256", secret.slice());
		const typed = await phrase.read(words, ["ed25519", "p256"]);
		if (typed.kind !== "p256" || !octets.same(typed.secret, secret)) return "phrase";
		const record = await keys.keep("p256", secret, "", "");
		const text = "keryx register 1\naddress anna@club.example\n";
		return "-----BEGIN KERYX ORDERS-----\n" + text + await keys.sign(record, await keys.unlocked(record, ""), text);
	})()`)
	if text, _ := taken(t, got); !strings.HasPrefix(text, "keryx register 1\n") {
		t.Errorf("signed with P-256: %q", text)
	}
	address := served(t)
	insecure := Open(t, strings.Replace(address, "127.0.0.1", "club.test", 1), 380, 700)
	insecure.Waits(`!document.getElementById("lacks").hidden && document.getElementById("all").hidden`)
	framed := Open(t, strings.Replace(address, SignName, "framed", 1), 380, 700)
	framed.Waits(`frames[0].document.getElementById("lacks") && !frames[0].document.getElementById("lacks").hidden`)
}

// TestSignPageTexts compares what the page signs with what the program would, over texts
// put together at random, and looks at what it says of faulty ones.
func TestSignPageTexts(t *testing.T) {
	r := Open(t, served(t)+"#lang=en", 800, 900)
	r.Waits(`!document.getElementById("all").hidden`)
	rnd := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"game hel-1", "partie hel-1", "side athens", "camp: athens", "answers K7Q2-9XWM", "# nonce", "# nonce ABC", "nonce DEF", "nonce", "orders", "Ordres :",
		"ordres permanents", "standing", "phase B.3", "  move T10 to T4, # why", "# a choice", " #x", "press", "Presse:", "--", "—", "finis", "keryx request 1", "at a@b.example",
		"“quoted” …", "\u00a0e\u0301tat\u3000x", "\ufeffgame x", "", " \t ", "> quoted", "constructor", "1 2  3", "répond X\r", "l’état"}
	var texts, want []string
	for range 400 {
		var b strings.Builder
		for range 1 + rnd.IntN(12) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
			b.WriteString([]string{"\n", "\n", "\r\n", "\n\n"}[rnd.IntN(4)])
		}
		texts = append(texts, strings.TrimSuffix(b.String(), []string{"", "\n"}[rnd.IntN(2)]))
		want = append(want, mail.Canonical(orders.ToSign(texts[len(texts)-1], "XYZ")))
	}
	asked, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal([]byte(r.Eval(fmt.Sprintf(`JSON.stringify(%s.map((s) => text.canonical(text.toSign(s, "XYZ"))))`, asked))), &got); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("of %q the page signs\n%q, the program\n%q", texts[i], got[i], want[i])
		}
	}
	for written, says := range map[string]string{
		"game hel-1\nside athens\nanswers K7Q2-9XWM\norders\npass":                  "lines of orders: 1",
		"game hel-1\nside athens\nanswers K7Q2\norders\npass":                       "does not look like a report's code",
		"game hel-1\nside athens\nanswers K7Q2-9XWM\norders\n# pass":                "No line is an order yet",
		"side athens\nanswers K7Q2-9XWM\norders\npass":                              "“game” is missing",
		"> game hel-1\ngame hel-1\nside athens\nanswers K7Q2-9XWM\norders\npass":    "not signed: quoted lines of another email, 1",
		"game hel-1\nside athens\nanswers K7Q2-9XWM\norders\n> fight\npass":         "quoted from another email",
		"Hi,\n\ngame hel-1\nside athens\nanswers K7Q2-9XWM\norders\npass\n\nAnna":   "not signed: Hi, / Anna",
		"spend 3\n\ngame hel-1\nside athens\nanswers K7Q2-9XWM\norders\npass":       "Line 1, “spend 3”, is outside",
		"game hel-1\nside athens\nanswers K7Q2-9XWM\norders\npass\n\nuse advantage": "lines of orders: 2",
		"Hello Keryx,\n\nstatus":                   "Write the request alone",
		"keryx request 1\nstatus":                  "A request",
		"game hel-1\u202e\n":                       "hides text",
		"-----BEGIN KERYX ORDERS-----\ngame hel-1": "there is a signed text inside",
	} {
		r.Typed("text", written)
		if found := r.Eval(`document.getElementById("found").textContent`); !strings.Contains(found, says) {
			t.Errorf("of %q the page says %q", written, found)
		}
	}
}

// TestSignPageParts parts every text of the table that the program keeps, and judges as it does. Where
// the rules of the game decide, which the page does not know, it may ask about a line more; it is
// silent about none.
func TestSignPageParts(t *testing.T) {
	data, err := os.ReadFile("../../adjudicator/testdata/parted.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		Text          string
		Aside, Faults []int
		Led           bool
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	r := Open(t, served(t)+"#lang=en", 800, 900)
	r.Waits(`!document.getElementById("all").hidden`)
	var got []struct {
		Text                   string
		Aside, Faults, Perhaps []int
		Led                    bool
	}
	given := r.Eval(fmt.Sprintf(`JSON.stringify(%s.map((c) => {
		const p = parts.take(c.text);
		if (p === null) return { text: c.text, aside: [], faults: [], perhaps: [], led: false };
		const lines = (sure) => p.faults.filter((f) => f.sure === sure).map((f) => f.line);
		return { text: p.text, aside: p.aside.map((a) => a.quoted ? -a.line : a.line), faults: lines(true), perhaps: lines(false), led: p.led };
	}))`, data))
	if err := json.Unmarshal([]byte(given), &got); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for i, want := range all {
		is := got[i]
		told := slices.Concat(is.Faults, is.Perhaps)
		for _, line := range want.Faults {
			if !slices.Contains(told, line) {
				t.Errorf("the page is silent about line %d, which refuses the file:\n%s", line, want.Text)
			}
		}
		for _, line := range is.Faults {
			if !slices.Contains(want.Faults, line) {
				t.Errorf("the page refuses line %d, which the program sets aside:\n%s", line, want.Text)
			}
		}
		if len(is.Perhaps) > 0 {
			asked += len(is.Perhaps)
			continue
		}
		slices.Sort(is.Aside)
		slices.Sort(want.Aside)
		if !slices.Equal(is.Aside, want.Aside) || is.Led != want.Led {
			t.Errorf("the page sets aside %v (above: %v), the program %v (%v):\n%s", is.Aside, is.Led, want.Aside, want.Led, want.Text)
		}
		if kept := adjudicator.PartNamed(want.Text).Text; kept != is.Text {
			t.Errorf("the page keeps\n%q, the program\n%q", is.Text, kept)
		}
	}
	t.Logf("%d texts; the page asks about %d lines of which it cannot know whether they are orders", len(all), asked)
}
