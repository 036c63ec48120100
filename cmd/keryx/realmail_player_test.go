//go:build linux

package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/rand/v2"
	"net"
	netmail "net/mail"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"keryx/adjudicator"
)

// realPlayer is a player with the programs that players have. Nothing of Keryx's
// own mail code helps him to write.
type realPlayer struct {
	t       *testing.T
	office  *realOffice
	name    string
	address string
	side    string
	box     *realBox
	mind    adjudicator.Player
	keys    ownKeys
	shapes  []shape // of his mails, in turn

	read  imap.UID // the last mail read
	sent  int
	files []string // the order files sent, as text with LF
}

// ownKeys is a player's signing program with his key in it.
type ownKeys struct {
	t    *testing.T
	home string
	env  []string
}

func newKeyring(t *testing.T) ownKeys {
	t.Helper()
	// The agent's socket needs a short path.
	home, err := os.MkdirTemp("", "keys")
	if err != nil {
		t.Fatal(err)
	}
	k := ownKeys{t, home, append(os.Environ(), "GNUPGHOME="+home, "LC_ALL=C")}
	t.Cleanup(func() {
		k.run("", "gpgconf", "--kill", "all")
		os.RemoveAll(home)
	})
	return k
}

// run gives a program its input and returns what it prints.
func (k ownKeys) run(stdin, program string, args ...string) string {
	k.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = k.home, k.env, strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		k.t.Fatalf("%s %q: %v\n%s", program, args, err, &errs)
	}
	return out.String()
}

// makeGPG makes an OpenPGP key and returns the file of its public half.
func (k ownKeys) makeGPG(user string) string {
	k.t.Helper()
	k.run("", "gpg", "--batch", "--passphrase", "", "--quick-generate-key", user, "ed25519", "sign", "1y")
	return k.file("public.asc", k.run("", "gpg", "--armor", "--export"))
}

// makeSSH makes an SSH key and returns the file of its public half.
func (k ownKeys) makeSSH() string {
	k.t.Helper()
	k.run("", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "bruno", "-f", "id")
	return filepath.Join(k.home, "id.pub")
}

func (k ownKeys) file(name, text string) string {
	k.t.Helper()
	path := filepath.Join(k.home, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		k.t.Fatal(err)
	}
	return path
}

// newRealPlayer opens a player's mailbox.
func newRealPlayer(t *testing.T, o *realOffice, name, side string, seed uint64, shapes ...shape) *realPlayer {
	t.Helper()
	address := strings.ToLower(name) + "@players.test"
	return &realPlayer{t: t, office: o, name: name, address: address, side: side, box: o.open(address), keys: newKeyring(t), shapes: shapes,
		mind: adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 1))}}
}

// draft is a mail before it has been given a shape.
type draft struct {
	from, name    string
	id, inReplyTo string
	subject, file string
	keys          ownKeys
}

// letterTo begins an answer to a mail.
func (p *realPlayer) draft(inReplyTo, subject, file string) draft {
	p.sent++
	return draft{from: p.address, name: p.name, id: fmt.Sprintf("<%s.%d.%d@players.test>", strings.ToLower(p.name), p.sent, time.Now().UnixNano()),
		inReplyTo: inReplyTo, subject: subject, file: file, keys: p.keys}
}

// send shapes a draft and submits it.
func (p *realPlayer) send(d draft, s shape) {
	p.t.Helper()
	p.submit(s(d))
}

// submit hands a mail to Postfix: STARTTLS, log in, one recipient.
func (p *realPlayer) submit(raw []byte) {
	p.t.Helper()
	raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	if err := p.office.submit(p.address, "orders@club.test", raw); err != nil {
		p.t.Fatalf("%s cannot send: %v", p.name, err)
	}
}

func (o *realOffice) trust() *tls.Config {
	o.t.Helper()
	text, err := os.ReadFile(filepath.Join(o.Dir, "cert.pem"))
	o.ok(err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return &tls.Config{RootCAs: pool, ServerName: "localhost"}
}

func (o *realOffice) submit(from, to string, raw []byte) error {
	c, err := smtp.Dial(fmt.Sprintf("127.0.0.1:%d", o.Submission))
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.StartTLS(o.trust()); err != nil {
		return err
	}
	if err := c.Auth(smtp.PlainAuth("", from, o.password(from), "127.0.0.1")); err != nil {
		return err
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(raw); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

// realBox is a mailbox on Dovecot, seen by a mail program.
type realBox struct {
	t      *testing.T
	client *imapclient.Client
}

// realLetter is a mail in a folder.
type realLetter struct {
	UID   imap.UID
	Flags []imap.Flag
	Raw   []byte
}

// open logs in over TLS.
func (o *realOffice) open(address string) *realBox {
	o.t.Helper()
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: 10 * time.Second}, "tcp", fmt.Sprintf("127.0.0.1:%d", o.IMAPS), o.trust())
	o.ok(err)
	client := imapclient.New(conn, nil)
	o.t.Cleanup(func() { client.Close() })
	o.ok(client.Login(address, o.password(address)).Wait())
	return &realBox{o.t, client}
}

// letters returns the mails of a folder with a UID above that.
func (b *realBox) letters(folder string, above imap.UID) []realLetter {
	b.t.Helper()
	if _, err := b.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		b.t.Fatalf("folder %s: %v", folder, err)
	}
	var all, fresh imap.UIDSet
	all.AddRange(above+1, 0)
	listed, err := b.client.Fetch(all, &imap.FetchOptions{UID: true}).Collect()
	if err != nil {
		b.t.Fatalf("folder %s: %v", folder, err)
	}
	for _, m := range listed {
		if m.UID > above { // "9:*" gives the last mail even if it is 8
			fresh.AddNum(m.UID)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	found, err := b.client.Fetch(fresh, &imap.FetchOptions{UID: true, Flags: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	if err != nil {
		b.t.Fatalf("folder %s: %v", folder, err)
	}
	var letters []realLetter
	for _, m := range found {
		if len(m.BodySection) == 1 {
			letters = append(letters, realLetter{m.UID, m.Flags, m.BodySection[0].Bytes})
		}
	}
	slices.SortFunc(letters, func(a, b realLetter) int { return int(a.UID) - int(b.UID) })
	return letters
}

// put appends a mail to a folder, as a filter or a person does.
func (b *realBox) put(folder string, raw []byte, flags ...imap.Flag) {
	b.t.Helper()
	cmd := b.client.Append(folder, int64(len(raw)), &imap.AppendOptions{Flags: flags})
	if _, err := cmd.Write(raw); err != nil {
		b.t.Fatal(err)
	}
	if err := cmd.Close(); err != nil {
		b.t.Fatal(err)
	}
	if _, err := cmd.Wait(); err != nil {
		b.t.Fatal(err)
	}
}

// header reads one field of a mail.
func header(t *testing.T, raw []byte, name string) string {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%v in %.200q", err, raw)
	}
	return m.Header.Get(name)
}
