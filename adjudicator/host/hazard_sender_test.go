package host_test

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"keryx/mail"
	"keryx/store"
)

// mimePart is a PGP/MIME mail whose signed part has that header and body.
func (c *club) mimePart(head, body string) []byte {
	c.t.Helper()
	part := strings.TrimLeft(head+"\n\n"+body, "\n")
	if head == "" {
		part = "\n" + body
	}
	proof, err := people()["north"].pgp.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), c.now)
	check(c.t, err)
	return letter(northAt, "--frame\n"+part+"\n--frame\nContent-Type: application/pgp-signature\n\n"+string(proof)+"\n--frame--\n",
		`Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
}

// multipart is a mail of several parts, each with its header.
func multipart(subtype string, parts ...string) []byte {
	return letter(northAt, "--out\n"+strings.Join(parts, "\n--out\n")+"\n--out--\n", "Content-Type: multipart/"+subtype+"; boundary=out")
}

// file is an attachment with these octets.
func file(name, media, octets string) string {
	return fmt.Sprintf("Content-Type: %s; name=%q\nContent-Disposition: attachment; filename=%q\nContent-Transfer-Encoding: base64\n\n%s",
		media, name, name, base64.StdEncoding.EncodeToString([]byte(octets)))
}

// proof is an attached signature by north over octets.
func (c *club) proof(octets string) string {
	c.t.Helper()
	sig, err := people()["north"].ssh.SignOctets([]byte(octets), c.now)
	check(c.t, err)
	return file("orders.txt.sig", "application/octet-stream", string(sig))
}

// utf16le is what PowerShell and old editors save as "Unicode".
func utf16le(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// awkward are mails as programs, gateways and people send them. bid is a good order
// file of north's, block the same as keryx sign writes it, clear the same clearsigned.
var awkward = map[string]struct {
	mail   func(c *club, bid, block, clear string) []byte
	state  store.InboxState
	reason string // begins so
	says   string // in the answer; none if empty
}{
	"folded type of the signed part": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain;\n\tcharset=\"utf-8\";\n \n format=flowed", bid)
	}, store.Accepted, "", "bid 1"},
	"signed part without a header": {func(c *club, bid, _, _ string) []byte { return c.mimePart("", bid) }, store.Accepted, "", "bid 1"},
	"signed part in capitals, with a parameter nobody knows": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("CONTENT-TYPE: TEXT/PLAIN; CHARSET=UTF-8; reply-type=original;", bid)
	}, store.Accepted, "", "bid 1"},
	"signed part that is an attachment, its name in pieces": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8\nContent-Disposition: attachment; filename*0*=utf-8''%6frders; filename*1=.txt", bid)
	}, store.Accepted, "", "bid 1"},
	"signed part with two types": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain\nContent-Type: text/html", bid)
	}, store.Unsigned, "double-field", "content-type twice"},
	"signed part with two character sets": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8; charset*=utf-7''utf-7", bid)
	}, store.Unsigned, "bad-media-type", "not say clearly"},
	"signed part in UTF-7": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-7", strings.Replace(bid, "bid 1", "+AGIAaQBk- 1", 1))
	}, store.Unsigned, "bad-charset", "utf-7"},
	"flowed with DelSp": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes", strings.Replace(bid, "bid 1", "bid  \n1", 1))
	}, store.Accepted, "", "bid 1"},
	"soft break before the boundary": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable", strings.TrimSpace(bid)+"=")
	}, store.Accepted, "", "bid 1"},
	"base64 of LF lines": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64", base64.StdEncoding.EncodeToString([]byte(bid))+"\n")
	}, store.Accepted, "", "bid 1"},
	"base64 of CR lines": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64",
			base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(bid, "\n", "\r")))+"\n")
	}, store.Unsigned, "control-character", "U+000D"},
	"byte order mark in the signed part": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8", "\ufeff"+bid)
	}, store.Accepted, "", "bid 1"},
	"advertisement of a telephone in what is signed": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8", bid+"\nSent from my iPhone\n")
	}, store.Accepted, "", "Sent from my iPhone"},
	"an order under the signature mark": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: text/plain; charset=utf-8", bid+"-- \nNorth\nmarch 1\n")
	}, store.Faulty, "line 8", "march 1"},
	"with HTML and a key, all signed": {func(c *club, bid, _, _ string) []byte {
		return c.mimePart("Content-Type: multipart/mixed; boundary=m; protected-headers=\"v1\"",
			"--m\nContent-Type: text/rfc822-headers; protected-headers=\"v1\"\n\nSubject: help\n--m\nContent-Type: multipart/alternative; boundary=a\n\n"+
				"--a\nContent-Type: text/plain; charset=utf-8\n\n"+bid+"\n--a\nContent-Type: text/html\n\n<p>march 1</p>\n--a--\n--m\n"+
				file("OpenPGP_0x0.asc", "application/pgp-keys", people()["mallory"].pgp.Public().Text)+"\n--m--\n")
	}, store.Accepted, "", "bid 1"},

	"attached file with a byte order mark and CRLF": {func(c *club, bid, _, _ string) []byte {
		octets := "\ufeff" + strings.ReplaceAll(bid, "\n", "\r\n")
		return multipart("mixed", "\nhello\n", file("orders.txt", "text/plain", octets), c.proof(octets))
	}, store.Accepted, "", "bid 1"},
	"attached file in UTF-16": {func(c *club, bid, _, _ string) []byte {
		octets := utf16le(bid)
		return multipart("mixed", file("orders.txt", "text/plain", octets), c.proof(octets))
	}, store.Unsigned, "bad-utf8", "Save the order file as UTF-8"},
	"attached file of a word processor": {func(c *club, bid, _, _ string) []byte {
		octets := "PK\x03\x04"
		return multipart("mixed", "\nhello\n", file("orders.docx", "application/msword", octets), c.proof(octets))
	}, store.Unsigned, "no-order-file", "name that ends in .txt"},
	"attached signature without a name": {func(c *club, bid, _, _ string) []byte {
		sig := strings.ReplaceAll(c.proof(bid), "; name=\"orders.txt.sig\"", "")
		return multipart("mixed", file("orders.txt", "text/plain", bid), strings.ReplaceAll(sig, "; filename=\"orders.txt.sig\"", ""))
	}, store.Accepted, "", "bid 1"},
	"file names in raw Latin-1, without quotes": {func(c *club, bid, _, _ string) []byte {
		return multipart("mixed", "Content-Type: text/plain\nContent-Disposition: attachment; filename=ordres d'\xe9t\xe9.txt\n\n"+bid, c.proof(strings.ReplaceAll(bid, "\n", "\r\n")))
	}, store.Accepted, "", "bid 1"},
	"a footer that a server attached": {func(c *club, bid, _, _ string) []byte {
		return multipart("mixed", "\nhello\n", file("orders.txt", "text/plain", bid), c.proof(bid), file("ATT00001.txt", "text/plain", "___\nfooter\n"))
	}, store.Unsigned, "two-files", "2 files"},
	"orders pasted and attached": {func(c *club, bid, block, _ string) []byte {
		return multipart("mixed", "\n"+block, file("orders.txt", "text/plain", bid))
	}, store.Unsigned, "text-outside", "Line 5 of the text outside the signed part (5 characters"},
	"block and attached signature": {func(c *club, bid, block, _ string) []byte {
		return multipart("mixed", "\n"+block, file("orders.txt", "text/plain", bid), c.proof(bid))
	}, store.Unsigned, "two-signatures", "more than one signature"},

	"S/MIME around a clearsigned block": {func(c *club, _, _, clear string) []byte {
		raw := string(multipart("signed", "\n"+clear, "Content-Type: application/pkcs7-signature\n\nAAAA"))
		return []byte(strings.Replace(raw, "boundary=out", `boundary=out; protocol="application/pkcs7-signature"`, 1))
	}, store.Unsigned, "smime", "S/MIME"},
	"winmail.dat beside a block": {func(c *club, _, block, _ string) []byte {
		return multipart("mixed", "\n"+block, file("winmail.dat", "application/ms-tnef", "x\x9f>\""))
	}, store.Accepted, "", "that does not count: 1 attachment."},
	"winmail.dat alone": {func(c *club, _, _, _ string) []byte {
		return multipart("mixed", "\nsee the attachment\n", file("winmail.dat", "application/ms-tnef", "x\x9f>\""))
	}, store.Unsigned, "odd-body", "winmail.dat"},
	"Gmail in confidence": {func(c *club, _, _, _ string) []byte {
		return letter(northAt, "North has sent you an email via Gmail confidential mode:\n\nhttps://confidential-mail.google.com/msg/AAAA\n")
	}, store.Unsigned, "unsigned", "not signed"},
	"a reaction by a picture": {func(c *club, _, _, _ string) []byte {
		return multipart("alternative", "\nNorth reacted via Gmail\n", "Content-Type: text/vnd.google.email-reaction+json\n\n{\"version\":1}\n")
	}, store.Unsigned, "unsigned", "not signed"},
	"blank lines doubled": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, strings.ReplaceAll(block, "\n", "\n\n"))
	}, store.Accepted, "", "bid 1"},
	"blank lines doubled, clearsigned": {func(c *club, _, _, clear string) []byte {
		return letter(northAt, strings.ReplaceAll(clear, "\n", "\n\n"))
	}, store.BadSignature, "hash-mismatch", "exactly as the signing program wrote it"},
	"dashes made typographic": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, strings.ReplaceAll(block, "-----", "\u2014\u2014-"), utf8Plain)
	}, store.Unsigned, "wrong-shape-block", "“-----BEGIN KERYX ORDERS-----”"},
	"dashes lost, clearsigned": {func(c *club, _, _, clear string) []byte {
		return letter(northAt, strings.ReplaceAll(clear, "-----", "----"), utf8Plain)
	}, store.Unsigned, "wrong-shape-block", "not whole"},
	"block in bold": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, "*"+strings.TrimSpace(block)+"*\n")
	}, store.Unsigned, "no-marker", "no line that says where"},
	"accents without a label around a block": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, "Voil\u00e0 mes ordres\n"+block)
	}, store.Unsigned, "not-ascii", "UTF-8"},

	"raw Latin-1 in From and Subject": {func(c *club, _, block, _ string) []byte {
		raw := strings.Replace(string(letter("P\xe9ricl\xe8s <"+northAt+">", block)), "Subject: Orders", "Subject: \xe9t\xe9", 1)
		return []byte(raw)
	}, store.Accepted, "", "bid 1"},
	"from nobody, signed": {func(c *club, _, block, _ string) []byte { return letter("<>", block) }, store.Accepted, "", "bid 1"},
	"from nobody":         {func(c *club, _, _, _ string) []byte { return letter("<>", "hello") }, store.Unsigned, "unsigned", ""},
	"no octets":           {func(c *club, _, _, _ string) []byte { return []byte{} }, store.Unsigned, "no-text", ""},
	"empty lines":         {func(c *club, _, _, _ string) []byte { return []byte("\r\n\r\n") }, store.Unsigned, "no-text", ""},
	"line of a mailbox file": {func(c *club, _, block, _ string) []byte {
		return append([]byte("From north@example.org Sat Nov 21 11:00:00 2026\r\n"), letter(northAt, block)...)
	}, store.Accepted, "", "bid 1"},
	"line of a mailbox file, quoted": {func(c *club, _, block, _ string) []byte {
		return append([]byte(">From north@example.org Sat Nov 21 11:00:00 2026\n"), letter(northAt, block)...)
	}, store.Accepted, "", "bid 1"},
	"header with a line that is none": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "This is no field")
	}, store.Unsigned, "bad-header", "a line that cannot be read"},
	"header with two types": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "Content-Type: text/plain", "Content-Type: text/plain")
	}, store.Unsigned, "double-field", "content-type twice"},
	"header with a type that is none": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "Content-Type: plain text")
	}, store.Unsigned, "bad-media-type", "not say clearly what it holds"},
	"a carriage return in the text": {func(c *club, _, block, _ string) []byte {
		return []byte(strings.Replace(string(letter(northAt, block)), "bid 1", "bid 1\r", 1) + "\r")
	}, store.Unsigned, "bare-cr", "carriage return without a line feed"},
	"a carriage return in the header": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "X-Note: a\rb")
	}, store.Unsigned, "bare-cr", "carriage return without a line feed"},
	"lines of an old Macintosh": {func(c *club, _, block, _ string) []byte {
		return []byte(strings.ReplaceAll(string(letter(northAt, block)), "\r\n", "\r"))
	}, store.Unsigned, "bare-cr", "carriage return without a line feed"},
	"a broken header of a program": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "Auto-Submitted: auto-replied", "This is no field")
	}, store.Automatic, "auto-reply", ""},
	"a carriage return in a bounce": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block+"\rx", "Return-Path: <>")
	}, store.Automatic, "auto-reply", ""},
	"two broken senders": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "From: south@example.org", "This is no field")
	}, store.Unsigned, "bad-header", ""},
	"endless thread": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, "References: "+strings.Repeat("<abc@example.org>\n ", 2500)+"<x@y>")
	}, store.Accepted, "", "bid 1"},
	"dated in 2199": {func(c *club, _, block, _ string) []byte {
		return []byte(strings.Replace(string(letter(northAt, block)), "Nov 2026", "Nov 2199", 1))
	}, store.Accepted, "", "bid 1"},
	"21 servers": {func(c *club, _, block, _ string) []byte {
		return letter(northAt, block, strings.Split(strings.Repeat("Received: from a\n", 20)+"Received: from b", "\n")...)
	}, store.Automatic, "own-mail", ""},
	"with the null return path": {func(c *club, _, block, _ string) []byte { return letter(northAt, block, "Return-Path: <>") }, store.Automatic, "auto-reply", ""},
	"a list that puts its own address into From": {func(c *club, _, block, _ string) []byte {
		return letter("North via players <players@lists.example.org>", block+"\n____\nplayers mailing list\n", "Sender: players-bounces@lists.example.org", "Reply-To: "+southAt)
	}, store.Accepted, "", "2 lines of text outside of it (24 characters)"},
	"a bounce in the wrapping of a gateway": {func(c *club, _, _, _ string) []byte {
		return multipart("mixed", "Content-Type: multipart/report; report-type=delivery-status; boundary=r\n\n--r\n\nIt failed.\n--r\n"+
			"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; south@example.org\nAction: failed\nStatus: 5.1.1\n--r--\n", "\ndisclaimer\n")
	}, store.Automatic, "a delivery status of no mail of ours", ""},
	"a receipt in the wrapping of a gateway": {func(c *club, _, _, _ string) []byte {
		return multipart("mixed", "Content-Type: message/disposition-notification\n\nDisposition: automatic-action/MDN-sent-automatically; displayed\n", "\ndisclaimer\n")
	}, store.Automatic, "auto-reply", ""},
}

// TestAwkwardMails sends what the world sends. Nothing but good orders moves the game;
// who can be answered is told why, at his registered address and nowhere else.
func TestAwkwardMails(t *testing.T) {
	still := newClub(t) // for what moves nothing
	for name, tt := range awkward {
		t.Run(name, func(t *testing.T) {
			c := still
			c.now = c.now.Add(25 * time.Hour) // who proves nothing is answered once a day
			if tt.state == store.Accepted {
				c = newClub(t)
			}
			c.sent()
			bid := c.orders("north", "bid 1")
			raw := tt.mail(c, bid, c.signed("north", bid), sign(t, people()["north"].pgp, bid, c.now))
			row := c.wantState(raw, tt.state)
			if !strings.HasPrefix(row.Reason, tt.reason) {
				t.Errorf("the reason is %q, want %q", row.Reason, tt.reason)
			}
			got := c.sent()
			if tt.says == "" {
				if len(got) != 0 {
					t.Errorf("answered by %q", kinds(got))
				}
				return
			}
			if len(got) != 1 || got[0].Recipient != northAt {
				t.Fatalf("answered by %q", kinds(got))
			}
			if !says(t, got[0], tt.says) {
				t.Errorf("the answer does not say %q:\n%s", tt.says, text(t, got[0]))
			}
			if tt.state == store.Accepted {
				entries, err := c.Reports.Ledger(t.Context(), c.game)
				check(t, err)
				if last := string(entries[len(entries)-1].Body); !strings.Contains(last, "\nbid") || strings.Contains(last, "march") {
					t.Errorf("carried out:\n%s", last)
				}
			}
		})
	}
}

// A bounce that a gateway has wrapped marks the seat like any other.
func TestWrappedBounce(t *testing.T) {
	c := newClub(t, refereed)
	m := c.outbox(1)
	c.sent()
	inner := string(dsn(m.EnvelopeFrom, "failed", "5.1.1", m.MessageID))
	head, body, _ := strings.Cut(inner, "\r\n\r\n")
	report := regexp.MustCompile(`Content-Type: multipart/report.*`).FindString(head)
	raw := strings.Replace(head, report, "Content-Type: multipart/mixed; boundary=wrap", 1)
	raw = regexp.MustCompile(`(?m)^(Return-Path|Auto-Submitted): .*\r\n`).ReplaceAllString(raw, "")
	c.receive([]byte(raw + "\r\n\r\n--wrap\r\n" + report + "\r\n\r\n" + body + "\r\n--wrap\r\n\r\ndisclaimer\r\n--wrap--\r\n"))
	if row := c.lastReceived(); row.State != store.Automatic || !c.seat("north").Unreachable {
		t.Errorf("state %s (%s), unreachable: %t", row.State, row.Reason, c.seat("north").Unreachable)
	}
	if d := cmp.Diff([]string{"notice " + refereeAt}, kinds(c.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// Anybody can send a copy of a mail that he has seen. It makes nobody reachable who is
// not, and puts no substitute in charge.
func TestCopyIsNoSignOfLife(t *testing.T) {
	c := newClub(t, refereed)
	c.substitute("north", "third")
	byThird := c.signed("third", c.orders("north", "phase D/loot 0"))
	c.wantState(letter("third@example.org", byThird), store.Accepted)
	byNorth := c.signed("north", c.orders("north", "phase D/loot 1"))
	c.wantState(letter(northAt, byNorth), store.Accepted)
	c.sent()

	c.wantState(letter("mallory@example.net", byThird), store.Duplicate)
	if d := cmp.Diff([]string{"duplicate " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("a copy of the substitute's orders (-want +got):\n%s", d)
	}
	c.order("south", "bid 0")
	for _, m := range c.sent() {
		if m.Recipient == "third@example.org" {
			t.Errorf("a %s goes to a substitute who is not in charge", m.Kind)
		}
	}

	last := c.outbox(c.known)
	for last.Recipient != northAt || last.Side != "north" {
		last = c.outbox(last.ID - 1)
	}
	c.receive(dsn(last.EnvelopeFrom, "failed", "5.1.1", last.MessageID))
	if !c.seat("north").Unreachable {
		t.Fatal("the bounce was not counted")
	}
	c.wantState(letter("mallory@example.net", byNorth), store.Duplicate)
	c.wantState(letter(northAt, strings.Replace(c.signed("north", c.orders("north", "bid 2")), "bid 2", "bid 3", 1)), store.BadSignature)
	if !c.seat("north").Unreachable {
		t.Error("a copy of an old mail makes its author reachable")
	}
	c.order("north", "bid 1")
	if seat := c.seat("north"); seat.Unreachable || seat.Bounces != 0 {
		t.Error("good orders leave the mark")
	}
}

// A mail that proves nothing of its sender is answered without a word of it: somebody
// else may have put the player's name there, to have us write to him.
func TestStrangersWordsAreNotRepeated(t *testing.T) {
	const words = "Pay at evil.example.com"
	c := newClub(t)
	for name, raw := range map[string]func(c *club) []byte{
		"subject":    func(c *club) []byte { return letter(northAt, words, "Comments: "+words) },
		"block":      func(c *club) []byte { return letter(northAt, "-----BEGIN KERYX ORDERS-----\n-----"+words+"\n") },
		"bent block": func(c *club) []byte { return letter(northAt, "--BEGIN KERYX ORDERS "+words+"\n") },
		"armour":     func(c *club) []byte { return letter(northAt, "-----BEGIN PGP SIGNED MESSAGE-----\n"+words+"\n\nx\n") },
		"dash": func(c *club) []byte {
			return letter(northAt, "-----BEGIN PGP SIGNED MESSAGE-----\n\n-"+words+"\n-----BEGIN PGP SIGNATURE-----\n")
		},
		"header":     func(c *club) []byte { return letter(northAt, "x", words) },
		"media type": func(c *club) []byte { return letter(northAt, "x", "Content-Type: "+words) },
		"charset":    func(c *club) []byte { return letter(northAt, "x", `Content-Type: text/plain; charset="`+words+`"`) },
		"encoding":   func(c *club) []byte { return letter(northAt, "x", "Content-Transfer-Encoding: "+words) },
		"boundary": func(c *club) []byte {
			return letter(northAt, "x", `Content-Type: multipart/mixed; boundary="`+words+`"`)
		},
		"protocol": func(c *club) []byte {
			return letter(northAt, "--x\n\nx\n--x--\n", `Content-Type: multipart/signed; boundary=x; protocol="`+words+`"`)
		},
		"file name": func(c *club) []byte {
			return multipart("mixed", "\nx\n", file(words+".asc", "application/pgp-signature", "\xff"))
		},
		"clear file": func(c *club) []byte {
			return multipart("mixed", "\nx\n", file(words+".txt", "text/plain", "-----BEGIN KERYX ORDERS-----\n"))
		},
		"signed by me": func(c *club) []byte { return letter(northAt, sign(c.t, people()["mallory"].ssh, words, c.now)) },
	} {
		t.Run(name, func(t *testing.T) {
			c.now = c.now.Add(25 * time.Hour)
			c.sent()
			c.receive([]byte(strings.Replace(string(raw(c)), "Subject: Orders", "Subject: "+words, 1)))
			got := c.sent()
			if len(got) != 1 {
				t.Fatalf("answers %q", kinds(got))
			}
			for _, m := range got {
				if said := strings.ToLower(text(t, m)); strings.Contains(said, "evil.example") || strings.Contains(said, "pay at") || strings.Contains(strings.ToLower(string(m.Raw)), "evil.example") {
					t.Errorf("the answer repeats the mail:\n%s", said)
				}
			}
		})
	}
}

// TestCopyRepeatsNothing sends around what a player has signed before, and around files
// that are answered in other ways, the words of somebody else. The answers, which we
// sign and which go to the player, hold none of them.
func TestCopyRepeatsNothing(t *testing.T) {
	const words = "Pay at evil.example.com"
	c := newClub(t)
	played := c.signed("north", c.orders("north", "phase D/loot 1"))
	c.wantState(letter(northAt, played), store.Accepted)
	expired := newSigner("north-old", mail.SSH)
	_, err := c.Keys.AddKey(t.Context(), northAt, "", []byte(expired.Public().Text))
	check(t, err)
	_, err = c.Keys.ChangeKey(t.Context(), expired.Public().Fingerprint, store.KeyRetired, "old")
	check(t, err)
	for name, signed := range map[string]string{
		"played before": played,
		"faulty":        c.signed("north", c.orders("north", "frobnicate")),
		"stale":         c.signed("north", orderFile(c.game, "north", "AAAA-AAAA", "bid 1")),
		"foreign":       c.signed("north", orderFile(c.game, "south", "AAAA-AAAA", "bid 1")),
		"no such game":  c.signed("north", orderFile("ford-99", "north", "AAAA-AAAA", "bid 1")),
		"a request":     c.signed("north", "status\n"),
		"a closed key":  sign(t, expired, c.orders("north", "bid 1"), c.now),
		"good":          c.signed("north", c.orders("north", "bid 2")),
	} {
		for kind, raw := range map[string][]byte{
			"lines": letter(`"`+words+`" <`+northAt+`>`, words+"\n"+signed+words+"\n", "Comments: "+words, "User-Agent: "+words, "In-Reply-To: <"+words+">",
				"X-Mailer: "+words, "Organization: "+words),
			"an order": letter(northAt, words+"\nbid 1 # "+words+"\n"+signed),
			"files": multipart("mixed; evil=\""+words+"\"", "Content-Type: text/plain\n\n"+signed, file(words+".txt", "text/plain", words),
				file(words+".pdf", "application/evil.example.com", words), "Content-Type: text/html\nContent-Description: "+words+"\n\n"+words),
			"frame": letter(northAt, words+"\n--x\n\n"+signed+"\n--x--\n"+words+"\n", "Content-Type: multipart/mixed; boundary=x"),
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				c.now = c.now.Add(25 * time.Hour)
				c.sent()
				c.receive([]byte(strings.Replace(string(raw), "Subject: Orders", "Subject: "+words, 1)))
				got := c.sent()
				if len(got) == 0 {
					t.Fatalf("no answer to %s (%s)", c.lastReceived().State, c.lastReceived().Reason)
				}
				for _, m := range got {
					said := strings.ToLower(text(t, m) + string(m.Raw))
					if strings.Contains(said, "evil.example") || strings.Contains(said, "pay at") || strings.Contains(said, "evil.exa=") {
						t.Errorf("the answer repeats the words:\n%s", text(t, m))
					}
				}
			})
		}
	}
}
