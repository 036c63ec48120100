package host_test

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/mail"
	"keryx/store"
)

// mimePart is a PGP/MIME mail whose signed part has that header and body.
func mimePart(c *hosttest.Club, head, body string) []byte {
	c.T.Helper()
	part := strings.TrimLeft(head+"\n\n"+body, "\n")
	if head == "" {
		part = "\n" + body
	}
	proof, err := hosttest.People()["north"].PGP.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), c.Time)
	hosttest.Check(c.T, err)
	return hosttest.Letter(hosttest.NorthAt, "--frame\n"+part+"\n--frame\nContent-Type: application/pgp-signature\n\n"+string(proof)+"\n--frame--\n",
		`Content-Type: multipart/signed; boundary="frame"; protocol="application/pgp-signature"`)
}

// proof is an attached signature by north over octets.
func proof(c *hosttest.Club, octets string) string {
	c.T.Helper()
	sig, err := hosttest.People()["north"].SSH.SignOctets([]byte(octets), c.Time)
	hosttest.Check(c.T, err)
	return hosttest.AttachedFile("orders.txt.sig", "application/octet-stream", string(sig))
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
	mail   func(c *hosttest.Club, bid, block, clear string) []byte
	state  store.InboxState
	reason string // begins so
	says   string // in the answer; none if empty
}{
	"folded type of the signed part": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain;\n\tcharset=\"utf-8\";\n \n format=flowed", bid)
	}, store.Accepted, "", "bid 1"},
	"signed part without a header": {func(c *hosttest.Club, bid, _, _ string) []byte { return mimePart(c, "", bid) }, store.Accepted, "", "bid 1"},
	"signed part in capitals, with a parameter nobody knows": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "CONTENT-TYPE: TEXT/PLAIN; CHARSET=UTF-8; reply-type=original;", bid)
	}, store.Accepted, "", "bid 1"},
	"signed part that is an attachment, its name in pieces": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8\nContent-Disposition: attachment; filename*0*=utf-8''%6frders; filename*1=.txt", bid)
	}, store.Accepted, "", "bid 1"},
	"signed part with two types": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain\nContent-Type: text/html", bid)
	}, store.Unsigned, "double-field", "content-type twice"},
	"signed part with two character sets": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8; charset*=utf-7''utf-7", bid)
	}, store.Unsigned, "bad-media-type", "not say clearly"},
	"signed part in UTF-7": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-7", strings.Replace(bid, "bid 1", "+AGIAaQBk- 1", 1))
	}, store.Unsigned, "bad-charset", "utf-7"},
	"flowed with DelSp": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes", strings.Replace(bid, "bid 1", "bid  \n1", 1))
	}, store.Accepted, "", "bid 1"},
	"soft break before the boundary": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable", strings.TrimSpace(bid)+"=")
	}, store.Accepted, "", "bid 1"},
	"base64 of LF lines": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64", base64.StdEncoding.EncodeToString([]byte(bid))+"\n")
	}, store.Accepted, "", "bid 1"},
	"base64 of CR lines": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64",
			base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(bid, "\n", "\r")))+"\n")
	}, store.Unsigned, "control-character", "U+000D"},
	"byte order mark in the signed part": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8", "\ufeff"+bid)
	}, store.Accepted, "", "bid 1"},
	"advertisement of a telephone in what is signed": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8", bid+"\nSent from my iPhone\n")
	}, store.Accepted, "", "Sent from my iPhone"},
	"an order under the signature mark": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: text/plain; charset=utf-8", bid+"-- \nNorth\nmarch 1\n")
	}, store.Faulty, "line 8", "march 1"},
	"with HTML and a key, all signed": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return mimePart(c, "Content-Type: multipart/mixed; boundary=m; protected-headers=\"v1\"",
			"--m\nContent-Type: text/rfc822-headers; protected-headers=\"v1\"\n\nSubject: help\n--m\nContent-Type: multipart/alternative; boundary=a\n\n"+
				"--a\nContent-Type: text/plain; charset=utf-8\n\n"+bid+"\n--a\nContent-Type: text/html\n\n<p>march 1</p>\n--a--\n--m\n"+
				hosttest.AttachedFile("OpenPGP_0x0.asc", "application/pgp-keys", hosttest.People()["mallory"].PGP.Public().Text)+"\n--m--\n")
	}, store.Accepted, "", "bid 1"},

	"attached file with a byte order mark and CRLF": {func(c *hosttest.Club, bid, _, _ string) []byte {
		octets := "\ufeff" + strings.ReplaceAll(bid, "\n", "\r\n")
		return hosttest.Multipart("mixed", "\nhello\n", hosttest.AttachedFile("orders.txt", "text/plain", octets), proof(c, octets))
	}, store.Accepted, "", "bid 1"},
	"attached file in UTF-16": {func(c *hosttest.Club, bid, _, _ string) []byte {
		octets := utf16le(bid)
		return hosttest.Multipart("mixed", hosttest.AttachedFile("orders.txt", "text/plain", octets), proof(c, octets))
	}, store.Unsigned, "bad-utf8", "Save the order file as UTF-8"},
	"attached file of a word processor": {func(c *hosttest.Club, bid, _, _ string) []byte {
		octets := "PK\x03\x04"
		return hosttest.Multipart("mixed", "\nhello\n", hosttest.AttachedFile("orders.docx", "application/msword", octets), proof(c, octets))
	}, store.Unsigned, "no-order-file", "name that ends in .txt"},
	"attached signature without a name": {func(c *hosttest.Club, bid, _, _ string) []byte {
		sig := strings.ReplaceAll(proof(c, bid), "; name=\"orders.txt.sig\"", "")
		return hosttest.Multipart("mixed", hosttest.AttachedFile("orders.txt", "text/plain", bid), strings.ReplaceAll(sig, "; filename=\"orders.txt.sig\"", ""))
	}, store.Accepted, "", "bid 1"},
	"file names in raw Latin-1, without quotes": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return hosttest.Multipart("mixed", "Content-Type: text/plain\nContent-Disposition: attachment; filename=ordres d'\xe9t\xe9.txt\n\n"+bid, proof(c, strings.ReplaceAll(bid, "\n", "\r\n")))
	}, store.Accepted, "", "bid 1"},
	"a footer that a server attached": {func(c *hosttest.Club, bid, _, _ string) []byte {
		return hosttest.Multipart("mixed", "\nhello\n", hosttest.AttachedFile("orders.txt", "text/plain", bid), proof(c, bid), hosttest.AttachedFile("ATT00001.txt", "text/plain", "___\nfooter\n"))
	}, store.Unsigned, "two-files", "2 files"},
	"orders pasted and attached": {func(c *hosttest.Club, bid, block, _ string) []byte {
		return hosttest.Multipart("mixed", "\n"+block, hosttest.AttachedFile("orders.txt", "text/plain", bid))
	}, store.Unsigned, "text-outside", "Line 5 of the text outside the signed part (5 characters"},
	"block and attached signature": {func(c *hosttest.Club, bid, block, _ string) []byte {
		return hosttest.Multipart("mixed", "\n"+block, hosttest.AttachedFile("orders.txt", "text/plain", bid), proof(c, bid))
	}, store.Unsigned, "two-signatures", "more than one signature"},

	"S/MIME around a clearsigned block": {func(c *hosttest.Club, _, _, clear string) []byte {
		raw := string(hosttest.Multipart("signed", "\n"+clear, "Content-Type: application/pkcs7-signature\n\nAAAA"))
		return []byte(strings.Replace(raw, "boundary=out", `boundary=out; protocol="application/pkcs7-signature"`, 1))
	}, store.Unsigned, "smime", "S/MIME"},
	"winmail.dat beside a block": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Multipart("mixed", "\n"+block, hosttest.AttachedFile("winmail.dat", "application/ms-tnef", "x\x9f>\""))
	}, store.Accepted, "", "that does not count: 1 attachment."},
	"winmail.dat alone": {func(c *hosttest.Club, _, _, _ string) []byte {
		return hosttest.Multipart("mixed", "\nsee the attachment\n", hosttest.AttachedFile("winmail.dat", "application/ms-tnef", "x\x9f>\""))
	}, store.Unsigned, "odd-body", "winmail.dat"},
	"Gmail in confidence": {func(c *hosttest.Club, _, _, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, "North has sent you an email via Gmail confidential mode:\n\nhttps://confidential-mail.google.com/msg/AAAA\n")
	}, store.Unsigned, "unsigned", "not signed"},
	"a reaction by a picture": {func(c *hosttest.Club, _, _, _ string) []byte {
		return hosttest.Multipart("alternative", "\nNorth reacted via Gmail\n", "Content-Type: text/vnd.google.email-reaction+json\n\n{\"version\":1}\n")
	}, store.Unsigned, "unsigned", "not signed"},
	"blank lines doubled": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(block, "\n", "\n\n"))
	}, store.Accepted, "", "bid 1"},
	"blank lines doubled, clearsigned": {func(c *hosttest.Club, _, _, clear string) []byte {
		return hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(clear, "\n", "\n\n"))
	}, store.BadSignature, "hash-mismatch", "exactly as the signing program wrote it"},
	"dashes made typographic": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(block, "-----", "\u2014\u2014-"), hosttest.UTF8Plain)
	}, store.Unsigned, "wrong-shape-block", "“-----BEGIN KERYX ORDERS-----”"},
	"dashes lost, clearsigned": {func(c *hosttest.Club, _, _, clear string) []byte {
		return hosttest.Letter(hosttest.NorthAt, strings.ReplaceAll(clear, "-----", "----"), hosttest.UTF8Plain)
	}, store.Unsigned, "wrong-shape-block", "not whole"},
	"block in bold": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, "*"+strings.TrimSpace(block)+"*\n")
	}, store.Unsigned, "no-marker", "no line that says where"},
	"accents without a label around a block": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, "Voil\u00e0 mes ordres\n"+block)
	}, store.Unsigned, "not-ascii", "UTF-8"},

	"raw Latin-1 in From and Subject": {func(c *hosttest.Club, _, block, _ string) []byte {
		raw := strings.Replace(string(hosttest.Letter("P\xe9ricl\xe8s <"+hosttest.NorthAt+">", block)), "Subject: Orders", "Subject: \xe9t\xe9", 1)
		return []byte(raw)
	}, store.Accepted, "", "bid 1"},
	"from nobody, signed": {func(c *hosttest.Club, _, block, _ string) []byte { return hosttest.Letter("<>", block) }, store.Accepted, "", "bid 1"},
	"from nobody":         {func(c *hosttest.Club, _, _, _ string) []byte { return hosttest.Letter("<>", "hello") }, store.Unsigned, "unsigned", ""},
	"no octets":           {func(c *hosttest.Club, _, _, _ string) []byte { return []byte{} }, store.Unsigned, "no-text", ""},
	"empty lines":         {func(c *hosttest.Club, _, _, _ string) []byte { return []byte("\r\n\r\n") }, store.Unsigned, "no-text", ""},
	"line of a mailbox file": {func(c *hosttest.Club, _, block, _ string) []byte {
		return append([]byte("From north@example.org Sat Nov 21 11:00:00 2026\r\n"), hosttest.Letter(hosttest.NorthAt, block)...)
	}, store.Accepted, "", "bid 1"},
	"line of a mailbox file, quoted": {func(c *hosttest.Club, _, block, _ string) []byte {
		return append([]byte(">From north@example.org Sat Nov 21 11:00:00 2026\n"), hosttest.Letter(hosttest.NorthAt, block)...)
	}, store.Accepted, "", "bid 1"},
	"header with a line that is none": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "This is no field")
	}, store.Unsigned, "bad-header", "a line that cannot be read"},
	"header with two types": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "Content-Type: text/plain", "Content-Type: text/plain")
	}, store.Unsigned, "double-field", "content-type twice"},
	"header with a type that is none": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "Content-Type: plain text")
	}, store.Unsigned, "bad-media-type", "not say clearly what it holds"},
	"a carriage return in the text": {func(c *hosttest.Club, _, block, _ string) []byte {
		return []byte(strings.Replace(string(hosttest.Letter(hosttest.NorthAt, block)), "bid 1", "bid 1\r", 1) + "\r")
	}, store.Unsigned, "bare-cr", "carriage return without a line feed"},
	"a carriage return in the header": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "X-Note: a\rb")
	}, store.Unsigned, "bare-cr", "carriage return without a line feed"},
	"lines of an old Macintosh": {func(c *hosttest.Club, _, block, _ string) []byte {
		return []byte(strings.ReplaceAll(string(hosttest.Letter(hosttest.NorthAt, block)), "\r\n", "\r"))
	}, store.Unsigned, "bare-cr", "carriage return without a line feed"},
	"a broken header of a program": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "Auto-Submitted: auto-replied", "This is no field")
	}, store.Automatic, "auto-reply", ""},
	"a carriage return in a bounce": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block+"\rx", "Return-Path: <>")
	}, store.Automatic, "auto-reply", ""},
	"two broken senders": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "From: south@example.org", "This is no field")
	}, store.Unsigned, "bad-header", ""},
	"endless thread": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "References: "+strings.Repeat("<abc@example.org>\n ", 2500)+"<x@y>")
	}, store.Accepted, "", "bid 1"},
	"dated in 2199": {func(c *hosttest.Club, _, block, _ string) []byte {
		return []byte(strings.Replace(string(hosttest.Letter(hosttest.NorthAt, block)), "Nov 2026", "Nov 2199", 1))
	}, store.Accepted, "", "bid 1"},
	"21 servers": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, strings.Split(strings.Repeat("Received: from a\n", 20)+"Received: from b", "\n")...)
	}, store.Automatic, "own-mail", ""},
	"with the null return path": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter(hosttest.NorthAt, block, "Return-Path: <>")
	}, store.Automatic, "auto-reply", ""},
	"a list that puts its own address into From": {func(c *hosttest.Club, _, block, _ string) []byte {
		return hosttest.Letter("North via players <players@lists.example.org>", block+"\n____\nplayers mailing list\n", "Sender: players-bounces@lists.example.org", "Reply-To: "+hosttest.SouthAt)
	}, store.Accepted, "", "2 lines of text outside of it (24 characters)"},
	"a bounce in the wrapping of a gateway": {func(c *hosttest.Club, _, _, _ string) []byte {
		return hosttest.Multipart("mixed", "Content-Type: multipart/report; report-type=delivery-status; boundary=r\n\n--r\n\nIt failed.\n--r\n"+
			"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; south@example.org\nAction: failed\nStatus: 5.1.1\n--r--\n", "\ndisclaimer\n")
	}, store.Automatic, "a delivery status of no mail of ours", ""},
	"a receipt in the wrapping of a gateway": {func(c *hosttest.Club, _, _, _ string) []byte {
		return hosttest.Multipart("mixed", "Content-Type: message/disposition-notification\n\nDisposition: automatic-action/MDN-sent-automatically; displayed\n", "\ndisclaimer\n")
	}, store.Automatic, "auto-reply", ""},
}

// TestAwkwardMails sends what the world sends. Nothing but good orders moves the game;
// who can be answered is told why, at his registered address and nowhere else.
func TestAwkwardMails(t *testing.T) {
	still := hosttest.NewClub(t) // for what moves nothing
	for name, tt := range awkward {
		t.Run(name, func(t *testing.T) {
			c := still
			c.Time = c.Time.Add(25 * time.Hour) // who proves nothing is answered once a day
			if tt.state == store.Accepted {
				c = hosttest.NewClub(t)
			}
			c.Sent()
			bid := c.Orders("north", "bid 1")
			raw := tt.mail(c, bid, c.Signed("north", bid), hosttest.Sign(t, hosttest.People()["north"].PGP, bid, c.Time))
			row := c.WantState(raw, tt.state)
			if !strings.HasPrefix(row.Reason, tt.reason) {
				t.Errorf("the reason is %q, want %q", row.Reason, tt.reason)
			}
			got := c.Sent()
			if tt.says == "" {
				if len(got) != 0 {
					t.Errorf("answered by %q", hosttest.KindsOf(got))
				}
				return
			}
			if len(got) != 1 || got[0].Recipient != hosttest.NorthAt {
				t.Fatalf("answered by %q", hosttest.KindsOf(got))
			}
			if !hosttest.Says(t, got[0], tt.says) {
				t.Errorf("the answer does not say %q:\n%s", tt.says, hosttest.TextOf(t, got[0]))
			}
			if tt.state == store.Accepted {
				entries, err := c.Reports.Ledger(t.Context(), c.Game)
				hosttest.Check(t, err)
				if last := string(entries[len(entries)-1].Body); !strings.Contains(last, "\nbid") || strings.Contains(last, "march") {
					t.Errorf("carried out:\n%s", last)
				}
			}
		})
	}
}

// A bounce that a gateway has wrapped marks the seat like any other.
func TestWrappedBounce(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	m := c.Queued(1)
	c.Sent()
	inner := string(hosttest.Dsn(m.EnvelopeFrom, "failed", "5.1.1", m.MessageID))
	head, body, _ := strings.Cut(inner, "\r\n\r\n")
	report := regexp.MustCompile(`Content-Type: multipart/report.*`).FindString(head)
	raw := strings.Replace(head, report, "Content-Type: multipart/mixed; boundary=wrap", 1)
	raw = regexp.MustCompile(`(?m)^(Return-Path|Auto-Submitted): .*\r\n`).ReplaceAllString(raw, "")
	c.Receive([]byte(raw + "\r\n\r\n--wrap\r\n" + report + "\r\n\r\n" + body + "\r\n--wrap\r\n\r\ndisclaimer\r\n--wrap--\r\n"))
	if row := c.LastReceived(); row.State != store.Automatic || !c.Seat("north").Unreachable {
		t.Errorf("state %s (%s), unreachable: %t", row.State, row.Reason, c.Seat("north").Unreachable)
	}
	if d := cmp.Diff([]string{"notice " + hosttest.ThirdAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// Anybody can send a copy of a mail that he has seen. It makes nobody reachable who is
// not, and puts no substitute in charge.
func TestCopyIsNoSignOfLife(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Substitute("north", "third")
	byThird := c.Signed("third", c.Orders("north", "phase D/loot 0"))
	c.WantState(hosttest.Letter("third@example.org", byThird), store.Accepted)
	byNorth := c.Signed("north", c.Orders("north", "phase D/loot 1"))
	c.WantState(hosttest.Letter(hosttest.NorthAt, byNorth), store.Accepted)
	c.Sent()

	c.WantState(hosttest.Letter("mallory@example.net", byThird), store.Duplicate)
	if d := cmp.Diff([]string{"duplicate " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("a copy of the substitute's orders (-want +got):\n%s", d)
	}
	c.Order("south", "bid 0")
	for _, m := range c.Sent() {
		if m.Recipient == "third@example.org" {
			t.Errorf("a %s goes to a substitute who is not in charge", m.Kind)
		}
	}

	last := c.Queued(c.Known)
	for last.Recipient != hosttest.NorthAt || last.Side != "north" {
		last = c.Queued(last.ID - 1)
	}
	c.Receive(hosttest.Dsn(last.EnvelopeFrom, "failed", "5.1.1", last.MessageID))
	if !c.Seat("north").Unreachable {
		t.Fatal("the bounce was not counted")
	}
	c.WantState(hosttest.Letter("mallory@example.net", byNorth), store.Duplicate)
	c.WantState(hosttest.Letter(hosttest.NorthAt, strings.Replace(c.Signed("north", c.Orders("north", "bid 2")), "bid 2", "bid 3", 1)), store.BadSignature)
	if !c.Seat("north").Unreachable {
		t.Error("a copy of an old mail makes its author reachable")
	}
	c.Order("north", "bid 1")
	if seat := c.Seat("north"); seat.Unreachable || seat.Bounces != 0 {
		t.Error("good orders leave the mark")
	}
}

// A mail that proves nothing of its sender is answered without a word of it: somebody
// else may have put the player's name there, to have us write to him.
func TestStrangersWordsAreNotRepeated(t *testing.T) {
	const words = "Pay at evil.example.com"
	c := hosttest.NewClub(t)
	for name, raw := range map[string]func(c *hosttest.Club) []byte{
		"subject": func(c *hosttest.Club) []byte { return hosttest.Letter(hosttest.NorthAt, words, "Comments: "+words) },
		"block": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "-----BEGIN KERYX ORDERS-----\n-----"+words+"\n")
		},
		"bent block": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "--BEGIN KERYX ORDERS "+words+"\n")
		},
		"armour": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "-----BEGIN PGP SIGNED MESSAGE-----\n"+words+"\n\nx\n")
		},
		"dash": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "-----BEGIN PGP SIGNED MESSAGE-----\n\n-"+words+"\n-----BEGIN PGP SIGNATURE-----\n")
		},
		"header":     func(c *hosttest.Club) []byte { return hosttest.Letter(hosttest.NorthAt, "x", words) },
		"media type": func(c *hosttest.Club) []byte { return hosttest.Letter(hosttest.NorthAt, "x", "Content-Type: "+words) },
		"charset": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "x", `Content-Type: text/plain; charset="`+words+`"`)
		},
		"encoding": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "x", "Content-Transfer-Encoding: "+words)
		},
		"boundary": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "x", `Content-Type: multipart/mixed; boundary="`+words+`"`)
		},
		"protocol": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "--x\n\nx\n--x--\n", `Content-Type: multipart/signed; boundary=x; protocol="`+words+`"`)
		},
		"file name": func(c *hosttest.Club) []byte {
			return hosttest.Multipart("mixed", "\nx\n", hosttest.AttachedFile(words+".asc", "application/pgp-signature", "\xff"))
		},
		"clear file": func(c *hosttest.Club) []byte {
			return hosttest.Multipart("mixed", "\nx\n", hosttest.AttachedFile(words+".txt", "text/plain", "-----BEGIN KERYX ORDERS-----\n"))
		},
		"signed by me": func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, hosttest.Sign(c.T, hosttest.People()["mallory"].SSH, words, c.Time))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.Time = c.Time.Add(25 * time.Hour)
			c.Sent()
			c.Receive([]byte(strings.Replace(string(raw(c)), "Subject: Orders", "Subject: "+words, 1)))
			got := c.Sent()
			if len(got) != 1 {
				t.Fatalf("answers %q", hosttest.KindsOf(got))
			}
			for _, m := range got {
				if said := strings.ToLower(hosttest.TextOf(t, m)); strings.Contains(said, "evil.example") || strings.Contains(said, "pay at") || strings.Contains(strings.ToLower(string(m.Raw)), "evil.example") {
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
	c := hosttest.NewClub(t)
	played := c.Signed("north", c.Orders("north", "phase D/loot 1"))
	c.WantState(hosttest.Letter(hosttest.NorthAt, played), store.Accepted)
	expired := hosttest.NewSigner("north-old", mail.SSH)
	_, err := c.Keys.AddKey(t.Context(), hosttest.NorthAt, "", []byte(expired.Public().Text))
	hosttest.Check(t, err)
	_, err = c.Keys.ChangeKey(t.Context(), expired.Public().Fingerprint, store.KeyRetired, "old")
	hosttest.Check(t, err)
	for name, signed := range map[string]string{
		"played before": played,
		"faulty":        c.Signed("north", c.Orders("north", "frobnicate")),
		"stale":         c.Signed("north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "bid 1")),
		"foreign":       c.Signed("north", hosttest.OrderFile(c.Game, "south", "AAAA-AAAA", "bid 1")),
		"no such game":  c.Signed("north", hosttest.OrderFile("ford-99", "north", "AAAA-AAAA", "bid 1")),
		"a request":     c.Signed("north", "status\n"),
		"a closed key":  hosttest.Sign(t, expired, c.Orders("north", "bid 1"), c.Time),
		"good":          c.Signed("north", c.Orders("north", "bid 2")),
	} {
		for kind, raw := range map[string][]byte{
			"lines": hosttest.Letter(`"`+words+`" <`+hosttest.NorthAt+`>`, words+"\n"+signed+words+"\n", "Comments: "+words, "User-Agent: "+words, "In-Reply-To: <"+words+">",
				"X-Mailer: "+words, "Organization: "+words),
			"an order": hosttest.Letter(hosttest.NorthAt, words+"\nbid 1 # "+words+"\n"+signed),
			"files": hosttest.Multipart("mixed; evil=\""+words+"\"", "Content-Type: text/plain\n\n"+signed, hosttest.AttachedFile(words+".txt", "text/plain", words),
				hosttest.AttachedFile(words+".pdf", "application/evil.example.com", words), "Content-Type: text/html\nContent-Description: "+words+"\n\n"+words),
			"frame": hosttest.Letter(hosttest.NorthAt, words+"\n--x\n\n"+signed+"\n--x--\n"+words+"\n", "Content-Type: multipart/mixed; boundary=x"),
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				c.Time = c.Time.Add(25 * time.Hour)
				c.Sent()
				c.Receive([]byte(strings.Replace(string(raw), "Subject: Orders", "Subject: "+words, 1)))
				got := c.Sent()
				if len(got) == 0 {
					t.Fatalf("no answer to %s (%s)", c.LastReceived().State, c.LastReceived().Reason)
				}
				for _, m := range got {
					said := strings.ToLower(hosttest.TextOf(t, m) + string(m.Raw))
					if strings.Contains(said, "evil.example") || strings.Contains(said, "pay at") || strings.Contains(said, "evil.exa=") {
						t.Errorf("the answer repeats the words:\n%s", hosttest.TextOf(t, m))
					}
				}
			})
		}
	}
}
