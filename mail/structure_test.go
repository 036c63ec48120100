package mail

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStructure covers section C of the intake rules: MIME structure and wrapping.
func TestStructure(t *testing.T) {
	signedPart := func() string {
		raw := string(pgpMIME(t, red().pgp, plain(orderText)))
		head, body, _ := strings.Cut(strings.ReplaceAll(raw, "\r\n", "\n"), "\n\n")
		return head[strings.Index(head, "Content-Type: multipart/signed"):] + "\n\n" + body
	}
	proof := func(part string) string {
		octets := bytes.ReplaceAll([]byte(part), []byte("\n"), crlf)
		return string(val(red().pgp.SignOctets(octets, then))(t))
	}
	signature := "Content-Type: application/pgp-signature\n\n"

	t.Run("C1", func(t *testing.T) {
		field, body := multipartOf("mixed", "outer", plain("move T1 T2\n"), signedPart())
		wantRefusal(t, desk(), eml(body, field), NestedSigned)
		field, body = multipartOf("mixed", "outer", signedPart(), plain("list footer\n"))
		wantRefusal(t, desk(), eml(body, field), NestedSigned)
	})
	t.Run("C2", func(t *testing.T) {
		html := "Content-Type: text/html\n\n<p>move T1 T2</p>\n"
		field, body := multipartOf("alternative", "outer", signedPart(), html)
		wantRefusal(t, desk(), eml(body, field), NestedSigned)
		field, body = multipartOf("alternative", "outer", plain("orders\n"), "Content-Type: text/html\n\n"+signedBlock(t, red().pgp))
		wantRefusal(t, desk(), eml(body, field), NotSigned)
		// HTML beside a signed plain text is never read.
		field, body = multipartOf("alternative", "outer", plain(signedBlock(t, red().pgp)), html)
		if m := wantSigned(t, desk(), eml(body, field), red().pgp, Clearsigned); m.Signed.Text != orderText {
			t.Errorf("text %q", m.Signed.Text)
		}
	})
	t.Run("C3", func(t *testing.T) {
		field, body := multipartOf("related", "outer", "Content-Type: text/html\n\n<img src=cid:x>\n", signedPart())
		wantRefusal(t, desk(), eml(body, field), NestedSigned)
	})
	t.Run("C4", func(t *testing.T) {
		enclosed := "Content-Type: message/rfc822\n\n" + string(bytes.ReplaceAll(pgpMIME(t, red().pgp, plain(orderText)), crlf, []byte("\n")))
		field, body := multipartOf("mixed", "outer", plain("see below\n"), enclosed)
		wantRefusal(t, desk(), eml(body, field), Forwarded)
		wantRefusal(t, desk(), pgpMIME(t, blue().pgp, field+"\n\n"+body), Forwarded)
		field, body = multipartOf("digest", "outer", "\n"+orderText)
		wantRefusal(t, desk(), eml(body, field), Forwarded)
	})
	t.Run("C5", func(t *testing.T) {
		part := plain(orderText)
		protocol := `; protocol="application/pgp-signature"`
		good := signature + proof(part)
		for name, parts := range map[string][]string{"one": {part}, "three": {part, good, plain("x\n")}, "swapped": {good, part}} {
			field, body := multipartOf("signed", "s", parts...)
			t.Run(name, func(t *testing.T) { wantRefusal(t, desk(), eml(body, field+protocol), WrongPGPMIME) })
		}
		field, body := multipartOf("signed", "s", part, good)
		wantRefusal(t, desk(), eml(body, field), WrongPGPMIME)
		wantRefusal(t, desk(), eml(body, field+`; protocol="application/x-other"`), WrongPGPMIME)
		wantSigned(t, desk(), eml(body, field+protocol), red().pgp, PGPMIME)
		field, body = multipartOf("signed", "s", part, signature+"no armour\n")
		wantRefusal(t, desk(), eml(body, field+protocol), BrokenSignature)
		field, body = multipartOf("signed", "s", part, good+proof(part))
		wantRefusal(t, desk(), eml(body, field+protocol), TwoSignatures)
	})
	t.Run("C6", func(t *testing.T) {
		field, body := multipartOf("mixed", "inner", plain(orderText), plain("spend 9\n"))
		refusal := wantRefusal(t, desk(), pgpMIME(t, red().pgp, field+"\n\n"+body), TwoTexts)
		if refusal.Fingerprint == "" {
			t.Error("the signature is good")
		}
		field, body = multipartOf("mixed", "inner", plain("\n"), attached("orders.txt", "text/plain", orderText), "Content-Type: image/png\n\nx")
		m := wantSigned(t, desk(), pgpMIME(t, red().pgp, field+"\n\n"+body), red().pgp, PGPMIME)
		if diff := cmp.Diff([]string{"image/png"}, m.Attachments); diff != "" {
			t.Errorf("attachments (-want +got):\n%s", diff)
		}
		wantRefusal(t, desk(), pgpMIME(t, red().pgp, "Content-Type: text/html\n\n<p>spend 3</p>\n"), HTMLOnly)
		field, body = multipartOf("mixed", "inner", "Content-Type: multipart/related; boundary=r\n\n--r\nContent-Type: text/html\n\n<p>spend 3</p>\n--r--")
		wantRefusal(t, desk(), pgpMIME(t, red().pgp, field+"\n\n"+body), HTMLOnly)
		wantRefusal(t, desk(), pgpMIME(t, red().pgp, plain("\n")), EmptyText)
	})
	t.Run("C7", func(t *testing.T) {
		wantRefusal(t, desk(), pgpMIME(t, blue().pgp, signedPart()), NestedSigned)
		smime := "Content-Type: multipart/signed; protocol=\"application/x-pkcs7-signature\"; boundary=s\n\n--s\n" + plain(orderText) + "\n--s\nContent-Type: application/x-pkcs7-signature\n\nAAAA\n--s--\n"
		for inner, want := range map[string]Code{
			smime: SMIME,
			"Content-Type: application/pkcs7-mime\n\nAAAA":                                    SMIME,
			"Content-Type: application/x-pkcs7-mime; smime-type=enveloped-data\n\nAAAA":       Encrypted,
			"Content-Type: application/pgp-encrypted\n\nVersion: 1":                           Encrypted,
			"Content-Type: multipart/encrypted; boundary=e\n\n--e\n" + plain("x") + "\n--e--": Encrypted,
			"Content-Type: message/delivery-status\n\nAction: failed":                         AutoReply,
			"Content-Type: message/feedback-report\n\nFeedback-Type: abuse":                   AutoReply,
		} {
			field, body := multipartOf("mixed", "outer", plain(signedBlock(t, red().pgp)), inner)
			wantRefusal(t, desk(), eml(body, field), want)
			wantRefusal(t, desk(), pgpMIME(t, red().pgp, field+"\n\n"+body), want)
		}
		// A parameter of S/MIME alone makes nothing encrypted.
		field, body := multipartOf("mixed", "outer", plain(signedBlock(t, red().pgp)), "Content-Type: application/octet-stream; name=x.bin; smime-type=enveloped-data\n\nx")
		wantSigned(t, desk(), eml(body, field), red().pgp, Clearsigned)
	})
	t.Run("C8", func(t *testing.T) {
		block := signedBlock(t, red().pgp)
		for _, field := range []string{"Content-Type: text/plain", "Content-Transfer-Encoding: 7bit", "MIME-Version: 1.0"} {
			wantRefusal(t, desk(), eml(block, field, field), DoubleField)
		}
		wantRefusal(t, desk(), eml(block, "content-type: text/plain", "CONTENT-TYPE: text/html"), DoubleField)
		wantRefusal(t, desk(), eml(block, "Content-Type: text/plain; charset=utf-8; charset=us-ascii"), BadMediaType)
		wantRefusal(t, desk(), eml(block, "Content-Type: text/plain; charset*0=ut; charset*1=f-8"), BadMediaType)
		for _, parameter := range []string{"boundary*0=x", "protocol*=us-ascii''x", "micalg*0=pgp", "format*0=flowed", "delsp*=us-ascii''yes"} {
			wantRefusal(t, desk(), eml(block, "Content-Type: text/plain; "+parameter), BadMediaType)
		}
		wantRefusal(t, desk(), eml(block, "Content-Disposition: inline", "Content-Disposition: attachment"), DoubleField)
		wantRefusal(t, desk(), eml(block, "Auto-Submitted: no", "Auto-Submitted: auto-replied"), DoubleField)
		wantRefusal(t, desk(), eml(block, "Content-Type: text"), BadMediaType)
		wantRefusal(t, desk(), eml(block, "Content-Type:"), BadMediaType)
		field, body := multipartOf("mixed", "outer", "Content-Type: text/plain\nContent-Type: text/html\n\n"+block)
		wantRefusal(t, desk(), eml(body, field), DoubleField)
	})
	t.Run("C9", func(t *testing.T) {
		block := signedBlock(t, red().pgp)
		field, body := multipartOf("mixed", "outer", plain(block))
		for name, bad := range map[string][2]string{
			"prefix of a line": {field, strings.Replace(body, "--outer--", "--outerX\n--outer--", 1)},
			"never closed":     {field, strings.Replace(body, "--outer--\n", "", 1)},
			"closed at once":   {field, "--outer--\n"},
			"no parts":         {field, block},
			"empty boundary":   {`Content-Type: multipart/mixed; boundary=""`, body},
			"no boundary":      {`Content-Type: multipart/mixed`, body},
		} {
			t.Run(name, func(t *testing.T) { wantRefusal(t, desk(), eml(bad[1], bad[0]), BadBoundary) })
		}
		for mark, good := range map[string]bool{
			"outer ": false, "ou<er": false, "o\u00e9": false, "o*": false, "o[1]": false, "o`": false, "o{": false, "o@": false, strings.Repeat("b", 71): false,
			strings.Repeat("b", 70): true, "09azAZ'()+_,-./:=? x": true,
		} {
			field, body := multipartOf("mixed", mark, plain(block))
			if good {
				wantSigned(t, desk(), eml(body, field, "Content-Transfer-Encoding: 8bit"), red().pgp, Clearsigned)
				wantSigned(t, desk(), eml(body, field, "Content-Transfer-Encoding: binary"), red().pgp, Clearsigned)
				continue
			}
			wantRefusal(t, desk(), eml(body, field), BadBoundary)
		}
		wantRefusal(t, desk(), eml(body, field, "Content-Transfer-Encoding: base64"), BadEncoding)
		wantSigned(t, desk(), eml(strings.ReplaceAll(body, "--outer", "--outer \t")[:0]+strings.Replace(body, "--outer\n", "--outer \t\n", 1), field), red().pgp, Clearsigned)
		wantSigned(t, desk(), eml(body+"\nepilogue\n--outer\nmore\n", field), red().pgp, Clearsigned)

		// The line end before a delimiter is not part of what is signed,
		// whatever it looks like.
		mime := pgpMIME(t, red().pgp, plain(orderText+"\n\n"))
		wantSigned(t, desk(), mime, red().pgp, PGPMIME)
	})
	t.Run("C10", func(t *testing.T) {
		text := "game hel-7\norders\nmove T10 T4 Périclès\n"
		quoted := "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n" +
			"game hel-7\norders\nmove T10=20T4 P=C3=A9ricl=\n=C3=A8s\n"
		encoded := "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" +
			base64.StdEncoding.EncodeToString([]byte(text)) + "\n"
		for name, part := range map[string]string{"quoted-printable": quoted, "base64": encoded} {
			m := wantSigned(t, desk(), pgpMIME(t, red().pgp, part), red().pgp, PGPMIME)
			if m.Signed.Text != text {
				t.Errorf("%s: text %q", name, m.Signed.Text)
			}
		}
	})
	t.Run("C11", func(t *testing.T) {
		raw := strings.Replace(string(pgpMIME(t, red().pgp, plain(orderText))), "spend 3\r\n", "spend =33\r\n", 1)
		wantRefusal(t, desk(), []byte(raw), Reencoded)
		// A part is signed with CRLF line ends (RFC 3156 section 5), and with no others.
		bare := string(val(red().pgp.SignOctets([]byte(plain(orderText)), then))(t))
		wantRefusal(t, desk(), pgpMIMEWith(plain(orderText), bare), Reencoded)
	})
	t.Run("C12", func(t *testing.T) {
		sig := string(val(red().pgp.SignFile(orderText, then))(t))
		one := attached("orders.txt", "text/plain", orderText)
		two := attached("orders.txt", "text/plain", "spend 9\n")
		asc := attached("orders.txt.asc", "application/pgp-signature", sig)
		for name, test := range map[string]struct {
			parts []string
			want  Code
		}{
			"two files":         {[]string{one, two, asc}, TwoFiles},
			"two signatures":    {[]string{one, asc, asc}, TwoSignatures},
			"no file":           {[]string{plain("see attachment\n"), asc}, NoOrderFile},
			"empty file":        {[]string{attached("orders.txt", "text/plain", "\n"), asc}, EmptyText},
			"block and file":    {[]string{plain(signedBlock(t, red().pgp)), one, asc}, TwoSignatures},
			"another file":      {[]string{two, asc}, WrongSignature},
			"not signed":        {[]string{one}, NotSigned},
			"binary signature":  {[]string{one, attached("orders.txt.sig", "application/octet-stream", "\x88\x75\x04")}, BinarySignature},
			"clearsigned file":  {[]string{plain("hello\n"), attached("orders.txt.asc", "text/plain", signedBlock(t, red().pgp))}, AttachedBlock},
			"keryx block file":  {[]string{plain("hello\n"), attached("orders.txt", "text/plain", signedBlock(t, red().ssh))}, AttachedBlock},
			"packed file":       {[]string{plain("hello\n"), attached("orders.txt.asc", "text/plain", beginPGPMessage+"\n")}, Encrypted},
			"long signature":    {[]string{one, attached("x.asc", "text/plain", beginPGPSign+strings.Repeat("\n", MaxSignature))}, TextTooLarge},
			"order in the text": {[]string{plain("spend 7\n"), one, asc}, TextOutside},
			"text behind it":    {[]string{one, attached("x.asc", "text/plain", sig+"spend 9\n")}, BrokenSignature},
			"block with a name": {[]string{plain("hello\n"), "Content-Type: text/plain; name=x.txt\n\n" + signedBlock(t, red().pgp)}, AttachedBlock},
			"block as a file":   {[]string{plain("hello\n"), "Content-Type: text/plain\nContent-Disposition: attachment\n\n" + signedBlock(t, red().pgp)}, AttachedBlock},
			"binary file":       {[]string{attached("orders.txt", "application/octet-stream", "\xff\xfeg"), asc}, BadUTF8},
			"picture":           {[]string{attached("orders.png", "image/png", orderText), asc}, NoOrderFile},
		} {
			t.Run(name, func(t *testing.T) {
				field, body := multipartOf("mixed", "outer", test.parts...)
				wantRefusal(t, desk(), eml(body, field), test.want)
			})
		}
		field, body := multipartOf("mixed", "outer", plain(""), one, asc, attached("key.asc", "application/pgp-keys", red().pgp.Public().Text))
		wantSigned(t, desk(), eml(body, field), red().pgp, PGPDetached)
		// What is neither a file of orders nor a signature stands by.
		for _, other := range []string{attached("key.txt", "text/plain", mallory().pgp.Public().Text), attached("notes.asc", "text/plain", "spend 9\n")} {
			field, body := multipartOf("mixed", "outer", one, asc, other)
			if m := wantSigned(t, desk(), eml(body, field), red().pgp, PGPDetached); len(m.Attachments) != 1 {
				t.Errorf("attachments %q", m.Attachments)
			}
		}
		// How programs name and label the two.
		for _, names := range [][4]string{
			{"orders.ord", "application/octet-stream", "orders.ord.sig", "application/octet-stream"}, {"a.orders", "text/plain", "a.pgp", "text/plain"},
			{"orders", "text/plain", "x.gpg", "application/octet-stream"}, {"orders", "application/octet-stream", "signature", "application/pgp-signature"},
			{"ORDERS.TXT", "text/plain", "ORDERS.ASC", "text/plain"}, {"orders.2026", "text/plain", "a.b.asc", "application/pgp-signature"},
		} {
			field, body := multipartOf("mixed", "outer", attached(names[0], names[1], orderText), attached(names[2], names[3], sig))
			wantSigned(t, desk(), eml(body, field), red().pgp, PGPDetached)
		}
	})
	t.Run("C13", func(t *testing.T) {
		sig := string(val(red().ssh.SignFile(orderText, then))(t))
		for _, disposition := range []string{
			`attachment; filename="../../etc/orders.txt"`,
			`attachment; filename*0="ord"; filename*1="ers.txt"`,
			`attachment; filename*=utf-8''ord%65rs.txt`,
			`attachment; filename="=?utf-8?q?orders.txt?="`,
			"attachment; filename=\"ord\u202etxt.ers.txt\"",
			`attachment; filename="orders.txt"; x-other=1`,
		} {
			field, body := multipartOf("mixed", "outer",
				"Content-Type: application/octet-stream; name=orders.png\nContent-Disposition: "+disposition+"\n\n"+orderText, // the file's name counts before the type's
				attached("a.sig", "application/octet-stream", sig))
			m := wantSigned(t, desk(), eml(body, field), red().ssh, SSHDetached)
			for _, name := range m.Attachments {
				if name != Display(name, 100) {
					t.Errorf("name %q is shown as it came", name)
				}
			}
		}
	})
	t.Run("C14", func(t *testing.T) {
		wantRefusal(t, desk(), eml(signedBlock(t, red().pgp), `Content-Type: message/partial; id=x; number=1`), PartialMail)
		field, body := multipartOf("mixed", "outer", plain("x\n"), "Content-Type: message/external-body; access-type=url\n\n")
		wantRefusal(t, desk(), eml(body, field), PartialMail)
	})
	t.Run("C15", func(t *testing.T) {
		wantRefusal(t, desk(), eml("begin 644 orders.txt\nM...\nend\n"), OddBody)
		wantRefusal(t, desk(), eml("=ybegin line=128 size=5 name=orders.txt\n"), OddBody)
		for _, media := range []string{"application/ms-tnef; name=winmail.dat", "text/calendar; method=REQUEST", "text/rtf", "application/rtf", "text/enriched"} {
			field, body := multipartOf("mixed", "outer", plain("x\n"), "Content-Type: "+media+"\n\nx")
			wantRefusal(t, desk(), eml(body, field), OddBody)
		}
	})
	t.Run("C16", func(t *testing.T) {
		legacy := "Content-Type: text/plain; charset=utf-8; hp-legacy-display=\"1\"\n\nSubject: orders\nTo: keryx@club.example\n\n" + orderText
		if m := wantSigned(t, desk(), pgpMIME(t, red().pgp, legacy), red().pgp, PGPMIME); m.Signed != nil && strings.TrimSpace(m.Signed.Text) != strings.TrimSpace(orderText) {
			t.Errorf("the header that is shown to old programs is taken for text: %q", m.Signed.Text)
		}
		part := "Content-Type: text/plain; charset=utf-8; protected-headers=\"v1\"\nSubject: game other-9\n\n" + orderText
		m := wantSigned(t, desk(), pgpMIME(t, red().pgp, part), red().pgp, PGPMIME)
		if m.Subject != "Orders" || m.Signed.Text != orderText {
			t.Errorf("subject %q, text %q", m.Subject, m.Signed.Text)
		}
	})
	t.Run("C17", func(t *testing.T) {
		field, body := multipartOf("encrypted", "e", "Content-Type: application/pgp-encrypted\n\nVersion: 1\n", "Content-Type: application/octet-stream\n\nx")
		wantRefusal(t, desk(), eml(body, field+`; protocol="application/pgp-encrypted"`), Encrypted)
		inner := field + "\n\n" + body
		field, body = multipartOf("mixed", "outer", "Content-Type: text/html\n\n<img src=\"http://x/", inner, "Content-Type: text/html\n\n\">")
		wantRefusal(t, desk(), eml(body, field), Encrypted)
	})
	t.Run("a private key", func(t *testing.T) {
		for _, kind := range []KeyKind{SSH, OpenPGP} {
			private, _, err := GenerateKey(kind, "Red", nil, then)
			must(t, err)
			wantRefusal(t, desk(), eml("Here is my key.\n"+string(private)), PrivateKey)
			wantRefusal(t, desk(), eml(signedBlock(t, red().pgp)+string(private)), PrivateKey)
			field, body := multipartOf("mixed", "outer", plain("hello\n"), attached("id_ed25519", "application/octet-stream", string(private)))
			wantRefusal(t, desk(), eml(body, field), PrivateKey)
		}
		wantRefusal(t, desk(), eml("-----BEGIN PRIVATE KEY-----\n"), PrivateKey)
		wantRefusal(t, desk(), eml("-----BEGIN RSA PRIVATE KEY-----  \n"), PrivateKey)
		wantRefusal(t, desk(), eml("> -----BEGIN PRIVATE KEY-----\n"), NotSigned)
	})
	t.Run("nothing to read", func(t *testing.T) {
		wantRefusal(t, desk(), eml(""), NoText)
		wantRefusal(t, desk(), eml("AAAA", "Content-Type: image/png"), NoText)
		wantRefusal(t, desk(), eml("<p>hello</p>", "Content-Type: text/html"), HTMLOnly)
	})
}

// TestLimits covers section F: what a mail may cost.
func TestLimits(t *testing.T) {
	block := signedBlock(t, red().pgp)
	t.Run("F1", func(t *testing.T) {
		raw := eml(strings.Repeat("x\n", MaxMail))
		m, err := desk().Read(t.Context(), raw)
		wantRefusal(t, desk(), raw, MailTooLarge)
		if err == nil || m.From != "red@example.org" {
			t.Errorf("from %q: the header tells whom to answer", m.From)
		}
		wantRefusal(t, desk(), eml(strings.Repeat("x\n", MaxMail), "Auto-Submitted: auto-replied"), AutoReply)

		// The limit itself is within, if what fills the mail is not read.
		field, body := multipartOf("mixed", "outer", plain(block), "Content-Type: image/png\n\n%")
		whole := eml(body, field)
		whole = bytes.Replace(whole, []byte("%"), bytes.Repeat([]byte("x"), MaxMail-len(whole)+1), 1)
		if len(whole) != MaxMail {
			t.Fatalf("%d octets", len(whole))
		}
		wantSigned(t, desk(), whole, red().pgp, Clearsigned)
		wantRefusal(t, desk(), append(whole, '\n'), MailTooLarge)
	})
	nest := func(depth int) (field, body string) {
		part := plain(block)
		for i := range depth {
			field, body = multipartOf("mixed", fmt.Sprintf("level%dx", i), part)
			part = field + "\n\n" + body
		}
		return field, body
	}
	t.Run("F3", func(t *testing.T) {
		field, body := nest(MaxDepth)
		wantSigned(t, desk(), eml(body, field), red().pgp, Clearsigned)
		field, body = nest(MaxDepth + 1)
		wantRefusal(t, desk(), eml(body, field), TooDeep)
		field, body = nest(500)
		wantRefusal(t, desk(), eml(body, field), TooDeep)
	})
	t.Run("F4", func(t *testing.T) {
		parts := []string{plain(block)}
		for range MaxParts - 2 { // the root is a part, too
			parts = append(parts, plain("x\n"))
		}
		field, body := multipartOf("mixed", "outer", parts...)
		wantSigned(t, desk(), eml(body, field), red().pgp, Clearsigned)
		field, body = multipartOf("mixed", "outer", append(parts, plain("x\n"))...)
		wantRefusal(t, desk(), eml(body, field), TooManyParts)
		field, body = multipartOf("mixed", "outer", make([]string, 20_000)...)
		wantRefusal(t, desk(), eml(body, field), TooManyParts)
	})
	t.Run("F5", func(t *testing.T) {
		fields := make([]string, MaxFields-6) // eml writes six
		for i := range fields {
			fields[i] = fmt.Sprintf("X-%d: x", i)
		}
		wantSigned(t, desk(), eml(block, fields...), red().pgp, Clearsigned)
		wantRefusal(t, desk(), eml(block, append(fields, "X-One: more")...), HeaderTooLarge)
		wantRefusal(t, desk(), eml(block, "X-Long: "+strings.Repeat("x", MaxHeader)), HeaderTooLarge)
		wantRefusal(t, desk(), eml(block, "Content-Type: text/plain; x="+strings.Repeat("x", MaxField)), HeaderTooLarge)
		wantSigned(t, desk(), eml(block, "X-Long: "+strings.Repeat("x", MaxHeader/2)), red().pgp, Clearsigned)
		wantSigned(t, desk(), eml(block, "X-Long: x"+strings.Repeat("\n x", MaxHeader/5)), red().pgp, Clearsigned)
	})
	t.Run("F6", func(t *testing.T) {
		raw := bytes.Replace(eml(block), []byte("Red Player"), bytes.Repeat([]byte("(a "), 1000), 1)
		if m := wantSigned(t, desk(), raw, red().pgp, Clearsigned); m.From != "" {
			t.Errorf("from %q", m.From)
		}
	})
	t.Run("F8", func(t *testing.T) {
		field, body := multipartOf("mixed", "outer", plain(block), attached("orders.zip", "application/zip", "PK\x03\x04"))
		m := wantSigned(t, desk(), eml(body, field), red().pgp, Clearsigned)
		if diff := cmp.Diff([]string{"orders.zip"}, m.Attachments); diff != "" {
			t.Errorf("attachments (-want +got):\n%s", diff)
		}
	})
	t.Run("F9", func(t *testing.T) {
		for _, packet := range []string{"\xc8\x02\x01\x00", "\xc3\x04\x04\x09\x03\x08", "\xc2\xff\xff\xff\xff\xff\x04\x01", "\xc2\xfe\x04"} {
			wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", []byte(packet))), BrokenSignature)
		}
	})
	t.Run("F10", func(t *testing.T) {
		one := signPacketOf(t)
		wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", bytes.Repeat(one, 1000))), TextTooLarge)
		many := bytes.Repeat(one, MaxSignature/len(one))
		wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", many)), TextTooLarge)
		wantRefusal(t, desk(), pgpMIMEWith(plain(orderText), armourOf(t, many)), TextTooLarge)
		long := strings.Replace(signedBlock(t, red().ssh), "\n"+endSSHSign, strings.Repeat("\nAAAA", MaxSignature/5)+"\n"+endSSHSign, 1)
		wantRefusal(t, desk(), eml(long), TextTooLarge)
	})
	t.Run("text", func(t *testing.T) {
		wantRefusal(t, desk(), eml(strings.Repeat("x\n", MaxText/3+1)), TextTooLarge)
		wantRefusal(t, desk(), eml(strings.Repeat("x", MaxText+1)), TextTooLarge)
		wantRefusal(t, desk(), eml(strings.Repeat("x", MaxText)), NotSigned)
	})
	t.Run("F12", func(t *testing.T) {
		in := desk()
		in.LooksLikeOrder = func(string) bool { panic("poison") }
		wantRefusal(t, in, eml(block+"\nhello\n"), Poison)
	})
}
