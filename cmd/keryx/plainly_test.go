package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/store/engine"
)

// What a command prints cannot move the cursor, change the colours, or turn text round, wherever it
// comes from and however it is cut into pieces; a character of several bytes is not torn.
func TestPlainly(t *testing.T) {
	const nasty = "Ånna\u202eevE \x1b[2J \u009b \r over\r\n\xff\xc3 κῆρυξ\u00a0:\t∎\u2028\n"
	const want = `Ånna\u202eevE \u001b[2J \u009b \u000d over` + "\r\n" + `\xff\xc3 κῆρυξ` + "\u00a0:\t∎" + `\u2028` + "\n"
	for size := 1; size <= len(nasty); size++ {
		var got bytes.Buffer
		p := &screen.Plainly{To: &got}
		for text := nasty; text != ""; {
			n := min(size, len(text))
			if strings.HasSuffix(text[:n], "\r") { // a line is written whole
				n++
			}
			_, err := io.WriteString(p, text[:n])
			noErr(t, err)
			text = text[n:]
		}
		noErr(t, p.Flush())
		if got.String() != want {
			t.Fatalf("in pieces of %d:\n%q, want\n%q", size, got.String(), want)
		}
	}
}

// A name that another release has let in is printed as what it is.
func TestNamesOnTheTerminal(t *testing.T) {
	dir := t.TempDir()
	server := "address = \"127.0.0.1:9\"\ntls = \"none\"\nuser = \"x\"\npassword = \"x\"\n"
	writeFiles(t, dir, "keryx.toml", "database = \""+filepath.Join(dir, "keryx.db")+"\"\naddress = \"orders@club.test\"\n[imap]\n"+server+"[smtp]\n"+server)
	db, err := engine.Open(t.Context(), filepath.Join(dir, "keryx.db"))
	noErr(t, err)
	noErr(t, db.Update(t.Context(), func(tx store.Tx) error {
		return tx.AddPlayer(store.Player{Address: "anna@club.example", Name: "Anna\x1b[31m\u202e", Language: "en", TimeZone: "UTC", Added: store.Time(time.Now())})
	}))
	noErr(t, db.Close())
	_, err = settings.ServerKey(filepath.Join(dir, "server-key.asc"), "Keryx", "orders@club.test")
	noErr(t, err)
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"player", "list", "--config", filepath.Join(dir, "keryx.toml")}, &out, &errs); code != 0 {
		t.Fatalf("%d: %s", code, errs.String())
	}
	if said := out.String(); strings.ContainsAny(said, "\x1b\u202e") || !strings.Contains(said, `Anna\u001b[31m\u202e`) {
		t.Errorf("%q", said)
	}
}
