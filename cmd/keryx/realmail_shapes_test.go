//go:build linux

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"time"
	"unicode/utf8"
)

// A shape makes a mail of an order file in the way of one mail program. Lines
// end in LF until the mail is submitted.
type shape func(draft) []byte

const (
	thunderbirdOuter = "------------0rdersOuter000000000000"
	thunderbirdInner = "------------0rdersInner000000000000"
	outlookOuter     = "_004_AM0PR01MB0000ordersclubtest_"
	outlookInner     = "_000_AM0PR01MB0000ordersclubtest_"
)

func (d draft) date() string { return time.Now().Format(time.RFC1123Z) }

// thunderbird signs with OpenPGP/MIME. It wraps long lines and stuffs indented
// ones (RFC 3676), protects the header, and attaches the signature.
func thunderbird(d draft) []byte {
	part := "Content-Type: multipart/mixed; boundary=\"" + thunderbirdInner + "\";\n protected-headers=\"v1\"\n" +
		"From: " + d.name + " <" + d.from + ">\nTo: orders@club.test\nMessage-ID: " + d.id + "\nSubject: " + d.subject + "\n" +
		"References: " + d.inReplyTo + "\nIn-Reply-To: " + d.inReplyTo + "\n\n" +
		"--" + thunderbirdInner + "\n" +
		"Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\n" +
		quoted(flow(d.file)) + "\n--" + thunderbirdInner + "--\n"
	octets := d.keys.file("part", strings.ReplaceAll(part, "\n", "\r\n"))
	signature := d.keys.run("", "gpg", "--batch", "--armor", "--output", "-", "--detach-sign", octets)
	return []byte("Message-ID: " + d.id + "\nDate: " + d.date() + "\nMIME-Version: 1.0\nUser-Agent: Mozilla Thunderbird\n" +
		"Subject: " + d.subject + "\nContent-Language: en-GB\nTo: orders@club.test\n" +
		"References: " + d.inReplyTo + "\nFrom: " + d.name + " <" + d.from + ">\n" +
		"Autocrypt: addr=" + d.from + "; keydata=\n xjMEZQAAABYJKwYBBAHaRw8BAQdAAAAA\nIn-Reply-To: " + d.inReplyTo + "\n" +
		"Content-Type: multipart/signed; micalg=pgp-sha512;\n protocol=\"application/pgp-signature\";\n boundary=\"" + thunderbirdOuter + "\"\n\n" +
		"This is an OpenPGP/MIME signed message (RFC 4880 and 3156)\n" +
		"--" + thunderbirdOuter + "\n" + part + "\n--" + thunderbirdOuter + "\n" +
		"Content-Type: application/pgp-signature; name=\"OpenPGP_signature.asc\"\nContent-Description: OpenPGP digital signature\n" +
		"Content-Disposition: attachment; filename=\"OpenPGP_signature.asc\"\n\n" + signature + "\n--" + thunderbirdOuter + "--\n")
}

// flow writes a text as format=flowed: lines above 72 characters are broken after
// a blank, and lines that begin with one get another.
func flow(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		for first := true; first || line != ""; first = false {
			cut := len(line)
			if i := strings.LastIndex(line[:min(72, len(line))], " "); len(line) > 72 && i > 20 {
				cut = i + 1
			}
			if strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
				out.WriteByte(' ')
			}
			out.WriteString(line[:cut] + "\n")
			line = line[cut:]
		}
	}
	return out.String()
}

// quoted encodes a text in quoted-printable.
func quoted(text string) string {
	var out bytes.Buffer
	w := quotedprintable.NewWriter(&out)
	_, _ = w.Write([]byte(text)) // into memory
	_ = w.Close()
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// mutt signs inline ("pgp_autoinline"), as 7bit where the text allows it.
func mutt(d draft) []byte {
	signed := d.keys.run(d.file, "gpg", "--batch", "--clearsign")
	return muttMail(d, signed)
}

func muttMail(d draft, text string) []byte {
	charset, encoding := "us-ascii", ""
	if len(text) != utf8.RuneCountInString(text) {
		charset, encoding, text = "utf-8", "Content-Transfer-Encoding: quoted-printable\n", quoted(text)
	}
	return []byte("Date: " + d.date() + "\nFrom: " + d.name + " <" + d.from + ">\nTo: Keryx <orders@club.test>\nSubject: " + d.subject + "\n" +
		"Message-ID: " + d.id + "\nReferences: " + d.inReplyTo + "\nMIME-Version: 1.0\n" +
		"Content-Type: text/plain; charset=" + charset + "; x-action=pgp-signed\nContent-Disposition: inline\n" + encoding +
		"In-Reply-To: " + d.inReplyTo + "\nUser-Agent: Mutt/2.2.9 (2022-11-12)\n\n" + text)
}

// outlook sends plain text and HTML, and attaches the order file, whose lines
// end as on Windows, with the signature that ssh-keygen wrote beside it.
func outlook(d draft) []byte {
	file := strings.ReplaceAll(d.file, "\n", "\r\n")
	return outlookMail(d, file, d.sshSignature(file))
}

// sshSignature signs a file of these bytes.
func (d draft) sshSignature(file string) string {
	return d.keys.run(file, "ssh-keygen", "-q", "-Y", "sign", "-n", "keryx", "-f", "id")
}

func outlookMail(d draft, file, signature string) []byte {
	attached := func(media, name, text string) string {
		return "--" + outlookOuter + "\nContent-Type: " + media + "; name=\"" + name + "\"\nContent-Description: " + name + "\n" +
			fmt.Sprintf("Content-Disposition: attachment; filename=\"%s\"; size=%d;\n\tcreation-date=\"Sat, 01 Mar 2025 10:00:00 GMT\"\n", name, len(text)) +
			"Content-Transfer-Encoding: base64\n\n" + folded(text) + "\n"
	}
	return []byte("From: " + d.name + " <" + d.from + ">\nTo: Keryx <orders@club.test>\nSubject: " + d.subject + "\n" +
		"Thread-Topic: orders\nThread-Index: AQHYorders==\nDate: " + d.date() + "\nMessage-ID: " + d.id + "\n" +
		"References: " + d.inReplyTo + "\nIn-Reply-To: " + d.inReplyTo + "\n" +
		"Accept-Language: en-GB, fr-FR\nContent-Language: en-GB\nX-MS-Has-Attach: yes\nX-MS-TNEF-Correlator:\n" +
		"Content-Type: multipart/mixed;\n\tboundary=\"" + outlookOuter + "\"\nMIME-Version: 1.0\n\n" +
		"--" + outlookOuter + "\nContent-Type: multipart/alternative;\n\tboundary=\"" + outlookInner + "\"\n\n" +
		"--" + outlookInner + "\nContent-Type: text/plain; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\n" +
		"Good evening,=20\n\nattached. Salut =E0 tous.\n\nBruno\n\n" +
		"--" + outlookInner + "\nContent-Type: text/html; charset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\n" +
		"<html><body lang=3D\"EN-GB\"><p>Good evening,</p><p>attached.</p></body></html>\n\n--" + outlookInner + "--\n\n" +
		attached("text/plain", "orders.txt", file) + attached("application/octet-stream", "orders.txt.sig", signature) +
		"--" + outlookOuter + "--\n")
}

// folded is base64 in lines of 76.
func folded(text string) string {
	encoded := base64.StdEncoding.EncodeToString([]byte(text))
	var out strings.Builder
	for len(encoded) > 76 {
		out.WriteString(encoded[:76] + "\n")
		encoded = encoded[76:]
	}
	return out.String() + encoded + "\n"
}
