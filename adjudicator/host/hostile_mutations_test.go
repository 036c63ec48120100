package host_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"regexp"
	"strings"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/orders"
)

type newGame = post.NewGame

// mutation changes a mail. Line ends are LF while mutations are at work; the
// mail gets CRLF at the end, unless one of them has a say in that.
type mutation struct {
	name  string
	apply func(f *forger, s specimen, raw string) string
}

// mutations are the ways to tamper with a mail.
var mutations = []mutation{
	{"bits flipped", func(f *forger, _ specimen, raw string) string {
		b := []byte(raw)
		for range 1 + f.r.IntN(8) {
			b[f.r.IntN(len(b))] ^= 1 << f.r.IntN(8)
		}
		return string(b)
	}},
	{"a character replaced", func(f *forger, _ specimen, raw string) string {
		at := f.r.IntN(len(raw))
		return raw[:at] + pick(f, "\x00", "\r", "\n", "\x1b", "\x80", " ", "-", "=", ".", "\t", "\f", "\u00a0", "é", "--", "\n\n", "> ") + raw[at+1:]
	}},
	{"a stretch deleted", func(f *forger, _ specimen, raw string) string {
		from, to := f.stretch(raw)
		return raw[:from] + raw[to:]
	}},
	{"a stretch doubled", func(f *forger, _ specimen, raw string) string {
		from, to := f.stretch(raw)
		return raw[:to] + raw[from:to] + raw[to:]
	}},
	{"a stretch moved", func(f *forger, _ specimen, raw string) string {
		from, to := f.stretch(raw)
		rest := raw[:from] + raw[to:]
		at := f.r.IntN(len(rest) + 1)
		return rest[:at] + raw[from:to] + rest[at:]
	}},
	{"two lines exchanged", func(f *forger, _ specimen, raw string) string {
		lines := strings.Split(raw, "\n")
		i, j := f.r.IntN(len(lines)), f.r.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		return strings.Join(lines, "\n")
	}},
	{"a line doubled", func(f *forger, _ specimen, raw string) string {
		lines := strings.Split(raw, "\n")
		i := f.r.IntN(len(lines))
		lines[i] += "\n" + lines[i]
		return strings.Join(lines, "\n")
	}},
	{"cut off", func(f *forger, _ specimen, raw string) string { return raw[:f.r.IntN(len(raw))] }},
	{"a field doubled", func(f *forger, _ specimen, raw string) string {
		head, body := cutHead(raw)
		lines := strings.Split(head, "\n")
		return lines[f.r.IntN(len(lines))] + "\n" + head + "\n\n" + body
	}},
	{"a field added", func(f *forger, _ specimen, raw string) string {
		return pick(f, "Content-Type: text/plain; charset=utf-7", "Content-Type: text/html", "Content-Type: message/rfc822",
			"Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable", "MIME-Version: 1.0",
			"Auto-Submitted: auto-replied", "Precedence: bulk", "Return-Path: <>", "List-Id: <x.y>", "Reply-To: mallory@example.org",
			"From: mallory@example.org", "Sender: "+hosttest.SouthAt, "X-Loop: "+hosttest.ServerAddress, "Content-Disposition: attachment; filename=orders.txt",
			"Content-Type: text/plain; format=flowed; delsp=yes", "Subject: =?utf-8?q?=0D=0ABcc:_mallory?=", "Content-Type:", " folded") + "\n" + raw
	}},
	{"a charset changed", func(f *forger, _ specimen, raw string) string {
		return strings.ReplaceAll(raw, "charset=utf-8", "charset="+pick(f, "utf-7", "utf-16", "us-ascii", "iso-8859-1", "windows-1252",
			"iso-2022-jp", "cp037", "x-unknown", `"utf-8"`, "utf-8; charset=utf-7", "UTF8", "utf-8; format=flowed", `""`))
	}},
	{"a boundary changed", func(f *forger, _ specimen, raw string) string {
		return pick(f, strings.Replace(raw, `boundary="frame"`, `boundary="fram"`, 1), strings.Replace(raw, `"frame"`, `"frame "`, 1),
			strings.Replace(raw, "--frame\n", "--frame--\n", 1), strings.Replace(raw, "\n--frame--", "", 1), strings.Replace(raw, "--frame", "--framed", 1),
			strings.Replace(raw, `"frame"`, `"other"; boundary="frame"`, 1), strings.ReplaceAll(raw, "frame", ""), strings.ReplaceAll(raw, "--frame", "--frame \t"),
			strings.Replace(raw, "--frame\n", "--frame\n\n--frame\n", 1), strings.Replace(raw, `"frame"`, `frame; boundary*0=fra`, 1))
	}},
	{"a transfer encoding claimed", func(f *forger, _ specimen, raw string) string {
		encoding := pick(f, "base64", "quoted-printable", "8bit", "binary", "7bit", "x-uuencode", "BASE64 ", "quoted-printable; x=y")
		return strings.Replace(raw, hosttest.UTF8Plain, hosttest.UTF8Plain+"\nContent-Transfer-Encoding: "+encoding, 1+f.r.IntN(2))
	}},
	{"the body encoded", encodeBody},
	{"a signature spliced in", func(f *forger, _ specimen, raw string) string {
		return exchange(raw, f.other(), [][2]string{{"-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"}, {"-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"}})
	}},
	{"a text spliced in", func(f *forger, _ specimen, raw string) string {
		return exchange(raw, f.other(), [][2]string{{"game ford-", "# P"}, {"orders\n", "# P"}, {"answers ", "\n"}})
	}},
	{"a block spliced in", func(f *forger, _ specimen, raw string) string {
		return exchange(raw, f.other(), [][2]string{{"-----BEGIN KERYX ORDERS-----", "-----END SSH SIGNATURE-----"}, {"-----BEGIN PGP SIGNED MESSAGE-----", "-----END PGP SIGNATURE-----"}})
	}},
	{"another envelope", func(f *forger, _ specimen, raw string) string {
		hosttest.Envelopes++
		return fmt.Sprintf("Received: from mx%d\n", hosttest.Envelopes) + strings.Replace(raw, "Message-ID: <", fmt.Sprintf("Message-ID: <%d.", hosttest.Envelopes), 1)
	}},
	{"the head of another mail", func(f *forger, _ specimen, raw string) string {
		head, _ := cutHead(f.other())
		_, body := cutHead(raw)
		return head + "\n\n" + body
	}},
	{"another mail behind", func(f *forger, _ specimen, raw string) string {
		_, body := cutHead(f.other())
		return raw + pick(f, "", "\n", "\n\n") + body
	}},
	{"text before", func(f *forger, _ specimen, raw string) string {
		head, body := cutHead(raw)
		return head + "\n\n" + pick(f, stray...) + "\n" + body
	}},
	{"text behind", func(f *forger, _ specimen, raw string) string {
		return raw + pick(f, "", "\n") + pick(f, stray...) + "\n"
	}},
	{"text inside", func(f *forger, _ specimen, raw string) string {
		return insertLine(f, raw, pick(f, stray...))
	}},
	{"quoted", func(f *forger, _ specimen, raw string) string {
		head, body := cutHead(raw)
		mark := pick(f, "> ", "| ", " ", "\t", ">", "- ")
		return head + "\n\n" + mark + strings.ReplaceAll(body, "\n", "\n"+mark)
	}},
	{"an order rewritten", rewriteOrder},
	{"another order rewritten", rewriteOrder},
	{"an order taken from the orders", func(f *forger, _ specimen, raw string) string {
		return f.changeOrder(raw, func(string) string { return "" })
	}},
	{"an order put to the orders", func(f *forger, _ specimen, raw string) string {
		return f.changeOrder(raw, func(line string) string { return line + "\n" + pick(f, "bid 1", "march 1", "loot 1", "pass", line) })
	}},
	{"a header rewritten", func(f *forger, _ specimen, raw string) string {
		w := [][2]string{{"side north", "side south"}, {"side south", "side north"}, {"game ford-1", "game ford-2"}, {"game ford-2", "game ford-3"},
			{"game ford-3", "game ford-1"}, {"answers ", "answers  "}, {"orders", "standing"}}[f.r.IntN(7)]
		return strings.ReplaceAll(raw, w[0], w[1])
	}},
	{"letters that look alike", func(f *forger, _ specimen, raw string) string {
		w := [][2]string{{"o", "\u043e"}, {" ", "\u00a0"}, {"-", "\u2013"}, {"e", "e\u200b"}, {"i", "\u202ei"}, {"'", "\u2019"}, {"\n", "\u2028"}, {"é", "e\u0301"}, {"k", "\u212a"}}[f.r.IntN(9)]
		head, body := cutHead(raw)
		return head + "\n\n" + strings.Replace(body, w[0], w[1], 1+f.r.IntN(20))
	}},
	{"blanks at line ends", func(f *forger, _ specimen, raw string) string {
		head, body := cutHead(raw)
		return head + "\n\n" + strings.ReplaceAll(body, "\n", pick(f, " ", "\t", "  ", "\u00a0", "\f")+"\n")
	}},
	{"rewrapped", func(f *forger, _ specimen, raw string) string {
		head, body := cutHead(raw)
		lines := strings.Split(body, "\n")
		for i := 0; i+1 < len(lines); i++ {
			if f.r.IntN(6) == 0 {
				lines[i] += pick(f, " ", "") + lines[i+1]
				lines = append(lines[:i+1], lines[i+2:]...)
			}
		}
		return head + "\n\n" + strings.Join(lines, "\n")
	}},
	{"enclosed", enclose},
	{"turned into another type", func(f *forger, _ specimen, raw string) string {
		return strings.Replace(raw, "multipart/"+pick(f, "signed", "mixed"), pick(f, "multipart/alternative", "multipart/related", "multipart/digest", "multipart/signed",
			"multipart/mixed", "multipart/encrypted", "multipart/report", "text/plain", "message/rfc822", "multipart/x"), 1)
	}},
	{"parts exchanged", func(f *forger, _ specimen, raw string) string {
		parts := strings.Split(raw, "--frame")
		if len(parts) < 4 {
			return raw
		}
		i, j := 1+f.r.IntN(len(parts)-2), 1+f.r.IntN(len(parts)-2)
		if f.r.IntN(3) == 0 {
			parts[i] += "--frame" + parts[j]
		}
		parts[i], parts[j] = parts[j], parts[i]
		return strings.Join(parts, "--frame")
	}},
	{"the armour dressed up", func(f *forger, _ specimen, raw string) string {
		line := pick(f, "Hash: SHA256", "Hash: MD5", "NotDashEscaped: You need GnuPG to verify this message", "Comment: orders", "Version: GnuPG v2", "Charset: utf-7", "Hash: SHA512")
		begin := pick(f, "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----", "-----BEGIN SSH SIGNATURE-----", "-----BEGIN KERYX ORDERS-----")
		return strings.Replace(raw, begin, begin+"\n"+line, 1)
	}},
	{"an attack on the keys", attackKeys},
	{"signed by somebody else", func(f *forger, s specimen, raw string) string { return f.resign(s, raw) }},
	{"other line ends", func(f *forger, _ specimen, raw string) string {
		return keepLF + strings.ReplaceAll(raw, "\n", pick(f, "\n", "\r", "\r\r\n", "\n\r", "\r\n\r"))
	}},
}

// keepLF at the beginning of a mutated mail means that its line ends are meant.
const keepLF = "\x00as it is\x00"

// stray are lines that may stand around what is signed.
var stray = []string{"bid 3", "march 2", "orders\nbid 3", "Best wishes", "-- \nNorth", "> bid 3", "game ford-1\nside north\norders\npass", "-----BEGIN KERYX ORDERS-----",
	"-----END SSH SIGNATURE-----", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n", "- bid 3", "begin 644 orders.txt", "{{.Secret}} %s %n", "From north", ".", "\x1b[2J", "On Sunday Keryx wrote:\n> pass"}

// mutate tampers with a mail, more or less, and tells how.
func (f *forger) mutate(s specimen) (raw []byte, how []string) {
	text := strings.ReplaceAll(string(s.raw), "\r\n", "\n")
	for n := []int{0, 1, 1, 1, 2, 2, 3, 5}[f.r.IntN(8)]; n > 0 && text != "" && !strings.HasPrefix(text, keepLF); n-- {
		m := mutations[f.r.IntN(len(mutations))]
		text = m.apply(f, s, text)
		how = append(how, m.name)
	}
	if bare, ok := strings.CutPrefix(text, keepLF); ok {
		return []byte(bare), how
	}
	return []byte(strings.ReplaceAll(text, "\n", "\r\n")), how
}

// pick chooses one of several texts.
func pick(f *forger, from ...string) string { return from[f.r.IntN(len(from))] }

// stretch chooses a part of a mail.
func (f *forger) stretch(raw string) (from, to int) {
	from = f.r.IntN(len(raw) + 1)
	return from, from + f.r.IntN(min(len(raw)-from, 400)+1)
}

// other is some mail that was sent before.
func (f *forger) other() string {
	return strings.ReplaceAll(string(f.pool[f.r.IntN(len(f.pool))].raw), "\r\n", "\n")
}

// cutHead parts the header from the body.
func cutHead(raw string) (head, body string) {
	head, body, _ = strings.Cut(raw, "\n\n")
	return head, body
}

// orderLine is an order of the test game.
var orderLine = regexp.MustCompile(`(?m)^(bid|march|loot|hold|pass)( \d)?$`)

// changeOrder changes one order line, wherever it stands in a mail.
func (f *forger) changeOrder(raw string, change func(string) string) string {
	all := orderLine.FindAllStringIndex(raw, -1)
	if len(all) == 0 {
		return raw
	}
	at := all[f.r.IntN(len(all))]
	return raw[:at[0]] + change(raw[at[0]:at[1]]) + raw[at[1]:]
}

// rewriteOrder makes another order of one that may well be legal.
func rewriteOrder(f *forger, _ specimen, raw string) string {
	return f.changeOrder(raw, func(line string) string {
		verb, number, _ := strings.Cut(line, " ")
		switch {
		case number != "":
			return verb + " " + pick(f, "0", "1", "2", "3")
		case verb == "pass":
			return "march 1"
		}
		return "pass"
	})
}

// insertLine puts a line somewhere into the body.
func insertLine(f *forger, raw, line string) string {
	head, body := cutHead(raw)
	lines := strings.Split(body, "\n")
	at := f.r.IntN(len(lines) + 1)
	lines = append(lines[:at:at], append([]string{line}, lines[at:]...)...)
	return head + "\n\n" + strings.Join(lines, "\n")
}

// exchange puts into one mail what stands between the same marks in another.
func exchange(raw, other string, marks [][2]string) string {
	for _, m := range marks {
		from, to, ok := span(raw, m)
		otherFrom, otherTo, found := span(other, m)
		if ok && found {
			return raw[:from] + other[otherFrom:otherTo] + raw[to:]
		}
	}
	return raw
}

func span(text string, marks [2]string) (from, to int, ok bool) {
	from = strings.Index(text, marks[0])
	if from < 0 {
		return 0, 0, false
	}
	length := strings.Index(text[from+1:], marks[1])
	if length < 0 {
		return 0, 0, false
	}
	return from, from + 1 + length + len(marks[1]), true
}

// encodeBody encodes what an honest gateway would, or claims to.
func encodeBody(f *forger, _ specimen, raw string) string {
	head, body := cutHead(raw)
	body = strings.ReplaceAll(body, "\n", "\r\n")
	if f.r.IntN(2) == 0 {
		return head + "\nContent-Transfer-Encoding: base64\n\n" + wrapped(base64.StdEncoding.EncodeToString([]byte(body))) + pick(f, "", "", "footer\n", "=\n")
	}
	var out bytes.Buffer
	w := quotedprintable.NewWriter(&out)
	_, _ = w.Write([]byte(body)) // a bytes.Buffer takes everything
	_ = w.Close()
	return head + "\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// enclose wraps a mail into another.
func enclose(f *forger, _ specimen, raw string) string {
	head, body := cutHead(raw)
	fields := "From: mallory@example.org\nMIME-Version: 1.0\n"
	kind := pick(f, "message/rfc822", "mixed", "alternative", "related", "digest", "signed", "encrypted", "part")
	switch kind {
	case "message/rfc822":
		return fields + "Content-Type: message/rfc822\n\n" + raw
	case "part":
		_, content, _ := strings.Cut(head, "Content-Type: ")
		return fields + "Content-Type: multipart/mixed; boundary=outer\n\n--outer\nContent-Type: " + content + "\n\n" + body + "\n--outer\n" + hosttest.UTF8Plain + "\n\n" +
			pick(f, stray...) + "\n--outer--\n"
	}
	return fields + fmt.Sprintf("Content-Type: multipart/%s; boundary=outer\n\n--outer\n%s\n\n%s\n--outer\nContent-Type: message/rfc822\n\n%s\n--outer--\n",
		kind, hosttest.UTF8Plain, pick(f, stray...), raw)
}

// attackKeys has a stranger, or another player, register a key for somebody, or
// replace or revoke somebody's.
func attackKeys(f *forger, s specimen, _ string) string {
	victim, thief := hosttest.People()[s.signer], hosttest.People()["mallory"]
	if f.r.IntN(3) == 0 && s.signer != "third" {
		thief = hosttest.People()["third"]
	}
	order := pick(f, "keryx register 1\naddress "+victim.Address+"\n", "keryx confirm 1\ncode ABCD-EFGH-JKLM\n",
		"keryx rotate 1\nto "+thief.SSH.Public().Fingerprint+"\nat "+hosttest.ServerAddress+"\n", "keryx revoke 1\nkey "+victim.SSH.Public().Fingerprint+"\nat "+hosttest.ServerAddress+"\n",
		"keryx revoke 1\nkey "+victim.PGP.Public().Fingerprint+"\nat "+hosttest.ServerAddress+"\n")
	block, err := thief.SSH.Sign(order, f.club.Time)
	hosttest.Check(f.club.T, err)
	body := string(block)
	if f.r.IntN(2) == 0 {
		body += "\n" + thief.SSH.Public().Text + "\n"
	}
	return strings.ReplaceAll(string(hosttest.Letter(victim.Address, body, hosttest.UTF8Plain)), "\r\n", "\n")
}

// resign replaces a mail by one with the same text, or a better one, under the
// key of somebody who does not hold the seat.
func (f *forger) resign(s specimen, raw string) string {
	from, to, ok := span(raw, [2]string{"game ford-", "# P"})
	if !ok {
		return raw
	}
	text := raw[from:to]
	if f.r.IntN(2) == 0 {
		text = strings.NewReplacer("bid 0", "bid 3", "side north", "side south", "pass", "march 1").Replace(text)
	}
	thief := pick(f, "mallory", "third", "north", "south")
	// The words are read as the host reads them: whoever holds the seat may sign.
	file, _ := orders.Parse(mail.Canonical(text))
	if f.holder(orders.Fold(file.Header.Game.Value), orders.Fold(file.Header.Side.Value)) == hosttest.People()[thief].Address {
		thief = "mallory"
	}
	key := hosttest.People()[thief].SSH
	if f.r.IntN(2) == 0 {
		key = hosttest.People()[thief].PGP
	}
	block, err := key.Sign(text, f.club.Time)
	if err != nil {
		return raw // other mutations have made it unfit to be signed
	}
	return strings.ReplaceAll(string(hosttest.Letter(hosttest.People()[s.signer].Address, string(block), hosttest.UTF8Plain)), "\r\n", "\n")
}

// holder is the address of a seat's player.
func (f *forger) holder(game, side string) string {
	for _, seat := range f.ledgers()[game].Seats {
		if seat.Side == side {
			return seat.Player
		}
	}
	return ""
}
