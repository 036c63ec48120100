package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/emersion/go-imap/v2/imapclient"
	"pgregory.net/rapid"
)

// heard is what the library gets to see of what a server says.
func heard(said []byte) []byte {
	all, _ := io.ReadAll(newTidyConn(saying(said), ""))
	return all
}

func saying(said []byte) net.Conn { return &overheard{said: bytes.NewReader(said)} }

// atom, flagList and the like draw what RFC 9051 section 9 lets a server say.
func atom(t *rapid.T) string { return rapid.StringMatching(`[A-Za-z$'.0-9_-]{1,12}`).Draw(t, "atom") }

func flagList(t *rapid.T) string {
	return "(" + strings.Join(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"", `\`}).Draw(t, "system") + atom(t)
	}), 0, 5).Draw(t, "flags"), " ") + ")"
}

func number(t *rapid.T) uint32 { return rapid.Uint32Range(1, 1<<31).Draw(t, "number") }

// words are a text for people, which may end like a literal's mark.
func words(t *rapid.T) string {
	return rapid.StringMatching(`[A-Za-z(){}%*"\\.,:éß-][ A-Za-z(){}%*"\\.,:\[\]éß-]{0,30}(?:\{12\})?`).Draw(t, "text")
}

// stringOf is a quoted string or a literal.
func stringOf(t *rapid.T) string {
	if rapid.Bool().Draw(t, "quoted") {
		return `"` + rapid.StringMatching(`(?:[ -!#-\[\]-~]|\\["\\]){0,20}`).Draw(t, "quoted string") + `"`
	}
	octets := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "octets")
	return fmt.Sprintf("{%d}\r\n%s", len(octets), octets)
}

// orderly draws a response of a well-behaved server.
func orderly(t *rapid.T) string {
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return fmt.Sprintf("* %d %s", number(t), rapid.SampledFrom([]string{"EXISTS", "RECENT", "EXPUNGE", "exists"}).Draw(t, "type"))
	case 1:
		return "* FLAGS " + flagList(t)
	case 2:
		return fmt.Sprintf("* LIST %s %s %s", flagList(t), rapid.SampledFrom([]string{`"/"`, `"."`, "NIL"}).Draw(t, "delimiter"), atom(t))
	case 3:
		code := rapid.SampledFrom([]string{"", "[UIDVALIDITY 7] ", "[UIDNEXT 12] ", "[ALERT] ", "[PERMANENTFLAGS (\\Seen \\*)] ", "[CLOSED] ",
			"[HIGHESTMODSEQ 8] ", "[UNSEEN 4] ", "[COPYUID 38505 304,319:320 3956:3958] ", "[XNEW some words] "}).Draw(t, "code")
		return "* " + rapid.SampledFrom([]string{"OK", "NO", "BAD", "BYE"}).Draw(t, "status") + " " + code + words(t)
	case 4:
		return fmt.Sprintf("T%d %s %s", number(t), rapid.SampledFrom([]string{"OK", "NO", "BAD", "OK [READ-WRITE]", "NO [TRYCREATE]",
			"OK [APPENDUID 7 9]"}).Draw(t, "status"), words(t))
	case 5:
		return "* CAPABILITY IMAP4rev1 " + atom(t) + " AUTH=" + atom(t)
	case 6:
		return `* NAMESPACE (("INBOX." "."))` + rapid.SampledFrom([]string{" NIL NIL", ` (("~" "/")) NIL`}).Draw(t, "others")
	case 7:
		return fmt.Sprintf("* QUOTA %s (STORAGE %d %d)", `""`, number(t), number(t))
	case 8:
		return "+ " + words(t)
	}
	items := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		switch rapid.IntRange(0, 3).Draw(t, "item") {
		case 0:
			return "FLAGS " + flagList(t)
		case 1:
			return fmt.Sprintf("RFC822.SIZE %d", number(t))
		case 2:
			return `INTERNALDATE "` + rapid.SampledFrom([]string{" 1", "17", "28"}).Draw(t, "day") + `-Jul-1996 02:44:25 -0700"`
		}
		return rapid.SampledFrom([]string{"BODY[] ", "BODY[HEADER.FIELDS (FROM TO)] ", "BODY[1.2]<0> ", "BODY[TEXT] "}).Draw(t, "section") + stringOf(t)
	}), 0, 4).Draw(t, "items")
	return fmt.Sprintf("* %d FETCH (UID %d%s)", number(t), number(t), strings.Join(append([]string{""}, items...), " "))
}

// What a well-behaved server says goes through as it is, in whatever pieces it comes.
func TestWellBehavedServerIsHeardUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := "* OK hello\r\n"
		for range rapid.IntRange(1, 5).Draw(t, "responses") {
			said += orderly(t) + "\r\n"
		}
		inPieces, _ := io.ReadAll(newTidyConn(pieces{from: iotest.OneByteReader(strings.NewReader(said))}, ""))
		if got := heard([]byte(said)); string(got) != said || string(inPieces) != said {
			t.Fatalf("said  %q\nheard %q\n  and %q", said, got, inPieces)
		}
	})
}

type pieces struct {
	net.Conn
	from io.Reader
}

func (p pieces) Read(b []byte) (int, error) { return p.from.Read(b) }

// readsAll reports whether the library can read all that a server says.
func readsAll(said []byte) bool {
	c := imapclient.New(saying(said), nil)
	<-c.Closed()
	return c.Close() == nil
}

// Whatever a server says: what the library can read goes through as it is, and of what it cannot
// read only what it can goes through. To hear it again changes nothing.
func FuzzTidyConn(f *testing.F) {
	for _, said := range []string{
		"* OK [CAPABILITY IMAP4rev1] hello\r\n* FLAGS (\\Seen a[b]c)\r\n* OK [PERMANENTFLAGS (a[b] \\*)] x\r\n",
		"* OK [CAPABILITY IMAP4rev1]\r\n* 1 FETCH (UID 1 BODY[] {3}\r\nabc\r\n)\r\n",
		"* OK [CAPABILITY IMAP4rev1]\r\n* 1 FETCH (BODY[] {3}\r\nabc UID 1)\r\n",
		"* OK [CAPABILITY IMAP4rev1]\r\n* 1 FETCH (UID 1 BODY[] {3}\r\nabc* 2 EXISTS\r\n",
		"* OK [CAPABILITY IMAP4rev1]\r\n* 1 FETCH (UID 1 FLAGS (\"a b\" c) )\r\n* X {99999999999}\r\n",
		"* OK [CAPABILITY IMAP4rev1]\r\n\r\n* XNEWS ({2}\r\n)( {0}\r\n)\r\n+ go {3}\r\n",
		"* OK [CAPABILITY IMAP4rev1]\r\n* LIST (\\A[) \"/\" {5}\r\nINBOX\r\n* CAPABILITY  A  B \r\n* OK [X\r\n",
	} {
		f.Add([]byte(said))
	}
	f.Fuzz(func(t *testing.T, said []byte) {
		const greeting = "* OK [CAPABILITY IMAP4rev1]\r\n"
		said = append([]byte(greeting), bytes.TrimPrefix(said, []byte(greeting))...)
		got := heard(said)
		if !endless.Match(said) && readsAll(said) && !bytes.Equal(got, said) && !bytes.Contains(said, []byte("FETCH")) {
			t.Errorf("of what the library can read\n%q\nit hears\n%q", said, got)
		}
		if again := heard(got); !bytes.Equal(again, got) {
			t.Errorf("heard again\n%q\nis\n%q", got, again)
		}
	})
}

// A list of capabilities with a bracket in it, which the library would read for ever, does not reach it.
func TestEndlessCapabilities(t *testing.T) {
	const hello = "* OK hello\r\n"
	for said, want := range map[string]string{
		hello + "* CAPABILITY(\r\n* 4 EXISTS\r\n":                hello + "* 4 EXISTS\r\n",
		hello + "* CAPABILITY IMAP4rev1 (IDLE\r\n* 4 EXISTS\r\n": hello + "* CAPABILITY IMAP4rev1\r\n* 4 EXISTS\r\n",
		hello + "* OK [CAPABILITY( {0}\r\n+ {3*":                 hello + "* OK\r\n+ {3*",
		"* OK [CAPABILITY(] hello\r\n* 4 EXISTS\r\n":             "* OK hello\r\n* 4 EXISTS\r\n",
		hello + "* capability(":                                  hello,
		"* CAPABILITY (\r\n* OK hello\r\n":                       hello,
	} {
		if got := string(heard([]byte(said))); got != want {
			t.Errorf("%q is heard as\n%q, want\n%q", said, got, want)
		}
	}
	long := hello + "* CAPABILITY (" + strings.Repeat("x", maxHeld) + "\r\n"
	if all, err := io.ReadAll(newTidyConn(saying([]byte(long)), "")); !errors.Is(err, errEndless) || string(all) != hello {
		t.Errorf("%q, %v", all[:min(len(all), 100)], err)
	}
}

// A response longer than what is held goes through, and what comes behind it is heard as ever.
func TestLongResponsesGoThrough(t *testing.T) {
	long := strings.Repeat("x", maxHeld)
	said := "* OK hello\r\n* 1 FETCH (UID 1 BODY[] {" + fmt.Sprint(len(long)) + "}\r\n" + long + ")\r\n* OK " + long + "\r\n"
	if got := heard([]byte(said + "* FLAGS (a]b)\r\n* 4 EXISTS\r\n")); string(got) != said+"* FLAGS ()\r\n* 4 EXISTS\r\n" {
		t.Errorf("%d octets of %d are heard, at the end %q", len(got), len(said), got[max(len(got)-60, 0):])
	}
}

func BenchmarkTidyConn(b *testing.B) {
	said := "* OK hello\r\n" + strings.Repeat("* 1 FETCH (UID 1 RFC822.SIZE 5000 INTERNALDATE \"27-Nov-2026 10:00:00 +0000\")\r\n", 1000)
	for b.Loop() {
		heard([]byte(said))
	}
}
