package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/screen"
)

// demoMails plays a short demo and returns its directory and its mails by file name.
func demoMails(t *testing.T) (dir string, mails map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "demo")
	if status, said := verifySays(t, "demo", "--months", "1", "--out", dir); status != 0 {
		t.Fatal(said)
	}
	mails = map[string]string{}
	paths, err := filepath.Glob(filepath.Join(dir, "mails", "*.eml"))
	noErr(t, err)
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		noErr(t, err)
		mails[filepath.Base(path)] = string(raw)
	}
	return dir, mails
}

// verifySays runs a command line and returns its exit status and all that it says.
func verifySays(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	status := run(t.Context(), args, &out, &out)
	return status, out.String()
}

// put writes a file and the folders that it lies in.
func put(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	noErr(t, os.MkdirAll(filepath.Dir(name), 0o700))
	noErr(t, os.WriteFile(name, []byte(text), 0o600))
}

// TestVerifyFolders finds the same proof in every form in which mail programs keep mail.
func TestVerifyFolders(t *testing.T) {
	dir, mails := demoMails(t)
	key := filepath.Join(dir, "server-key.asc") // the demo's own
	status, want := verifySays(t, "verify", filepath.Join(dir, "mails"), "--key", key)
	line := regexp.MustCompile(`hel-1: .*: all hold`)
	if status != 0 || !line.MatchString(want) || !strings.Contains(want, "every report that was counted is signed by") {
		t.Fatalf("as the demo writes them: %d %s", status, want)
	}
	for name, write := range map[string]func(root string){
		"an mbox among folders": func(root string) {
			var box strings.Builder
			for _, name := range screen.SortedKeys(mails) {
				fmt.Fprintf(&box, "From - Sat Nov 21 12:00:00 2026\nX-Mozilla-Status: 0001\n%s\n\n", strings.ReplaceAll(mails[name], "\r\n", "\n"))
			}
			put(t, box.String(), root, "Mail", "imap.example", "INBOX.sbd", "Keryx")
			put(t, "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n", root, "Mail", "imap.example", "INBOX.sbd", "Keryx.msf")
		},
		"an mbox that quotes": func(root string) {
			var box strings.Builder
			for _, name := range screen.SortedKeys(mails) {
				fmt.Fprintf(&box, "From x Sat\r\n%s\r\n\r\n", regexp.MustCompile(`(?m)^(>*From )`).ReplaceAllString(mails[name], ">$1"))
			}
			put(t, box.String(), root, "box")
		},
		"a Maildir": func(root string) {
			for i, name := range screen.SortedKeys(mails) {
				put(t, mails[name], root, "Maildir", ".Games.Keryx", []string{"cur", "new"}[i%2], fmt.Sprintf("17000000%02d.M1P2.host:2,S", i))
			}
		},
		"Apple Mail": func(root string) {
			for i, name := range screen.SortedKeys(mails) {
				put(t, fmt.Sprintf("%d      \n%s<?xml version=\"1.0\"?>\n<plist></plist>\n", len(mails[name]), mails[name]), root, "V10", "a.mbox", "Messages", fmt.Sprint(i, ".emlx"))
			}
		},
	} {
		root := t.TempDir()
		write(root)
		put(t, "\x89PNG\r\n", root, "map.png")
		status, said := verifySays(t, "verify", root, "--key", key)
		if status != 0 || line.FindString(said) != line.FindString(want) {
			t.Errorf("%s: %d %s\nwant %s", name, status, said, want)
		}
		if !strings.Contains(said, "files that hold no mail") {
			t.Errorf("%s: it does not say what it passed over: %s", name, said)
		}
	}
	one := filepath.Join(t.TempDir(), "one")
	first := slices.IndexFunc(screen.SortedKeys(mails), func(name string) bool { return strings.HasSuffix(name, "-orders-to-anna.eml") })
	put(t, mails[screen.SortedKeys(mails)[max(first, 0)]], one)
	if status, said := verifySays(t, "verify", one, "--key", key); status != 0 || !strings.Contains(said, "hel-1: 1 reports") {
		t.Errorf("a file: %d %s", status, said)
	}
}

// TestVerifyWithoutKey says loudly what is not proven then.
func TestVerifyWithoutKey(t *testing.T) {
	dir, _ := demoMails(t)
	status, said := verifySays(t, "verify", filepath.Join(dir, "mails"))
	if status != 0 || !strings.Contains(said, "NOT PROVEN: who wrote these reports") || !strings.Contains(said, "--key FILE") {
		t.Errorf("%d %s", status, said)
	}
	if _, said := verifySays(t, "verify", filepath.Join(dir, "mails"), "--key", filepath.Join(dir, "server-key.asc")); strings.Contains(said, "NOT PROVEN") {
		t.Errorf("with the key: %s", said)
	}
}

// proofFile is the attached proof of a mail, as it stands there.
var proofFile = regexp.MustCompile(`(?s)(filename="?[a-z0-9-]+-proof\.txt"?\r\n(?:[^\r\n]+\r\n)*\r\n)([A-Za-z0-9+/=\r\n]+?)(\r\n--)`)

// proofOf reads the attached proof of a mail; empty if it has none.
func proofOf(mail string) string {
	m := proofFile.FindStringSubmatch(mail)
	if m == nil {
		return ""
	}
	text, _ := base64.StdEncoding.DecodeString(strings.ReplaceAll(m[2], "\r\n", ""))
	return string(text)
}

// withProof is a mail with another proof in place of its own.
func withProof(mail, proof string) string {
	var lines []string
	for chunk := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString([]byte(proof))), 76) {
		lines = append(lines, string(chunk))
	}
	at := proofFile.FindStringSubmatchIndex(mail)
	return mail[:at[4]] + strings.Join(lines, "\r\n") + mail[at[5]:]
}

// TestVerifyProofMissing: a report whose proof was taken off is named, and not verified; it is no fault of
// those that are left, unless something of the ledger stands in it alone.
func TestVerifyProofMissing(t *testing.T) {
	dir, mails := demoMails(t)
	last := ""
	for _, name := range screen.SortedKeys(mails) {
		if proofOf(mails[name]) != "" {
			last = name
		}
	}
	at := proofFile.FindStringSubmatchIndex(mails[last])
	put(t, mails[last][:at[4]]+"YQ=="+mails[last][at[5]:], dir, "mails", last)
	status, said := verifySays(t, "verify", filepath.Join(dir, "mails"))
	if status != 0 || !strings.Contains(said, "1 reports whose proof is missing") || !strings.Contains(said, last) {
		t.Errorf("%d %s\nwant %s named", status, said, last)
	}
}

// TestVerifyCopies: a report that came as a copy counts as it was sent, signature and all.
func TestVerifyCopies(t *testing.T) {
	dir, mails := demoMails(t)
	key := filepath.Join(dir, "server-key.asc")
	_, want := verifySays(t, "verify", filepath.Join(dir, "mails"), "--key", key)
	for name, raw := range mails {
		if proofOf(raw) != "" {
			put(t, "From: orders@keryx.test\r\nTo: anna@players.test\r\nSubject: [copy]\r\nMessage-ID: <1@x>\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n"+
				"Content-Type: multipart/mixed; boundary=\"cut\"\r\n\r\n--cut\r\nContent-Type: text/plain\r\n\r\nA copy.\r\n--cut\r\n"+
				"Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=report.eml\r\n\r\n"+raw+"\r\n--cut--\r\n", dir, "mails", name)
		}
	}
	line := regexp.MustCompile(`hel-1: .*: all hold`)
	if status, said := verifySays(t, "verify", filepath.Join(dir, "mails"), "--key", key); status != 0 || line.FindString(said) != line.FindString(want) {
		t.Errorf("%d %s\nwant %s", status, said, want)
	}
}

// TestVerifyNamesTheMail: whatever does not hold, the mail is named.
func TestVerifyNamesTheMail(t *testing.T) {
	dir, mails := demoMails(t)
	key := filepath.Join(dir, "server-key.asc")
	die := regexp.MustCompile(`(?m)^(roll .* d6 )([1-6])`)
	bent := ""
	for _, name := range screen.SortedKeys(mails) {
		proof := proofOf(mails[name])
		if strings.Contains(name, "-to-orders") || !die.MatchString(proof) {
			continue
		}
		bent = name
		face := die.FindStringSubmatch(proof)[2]
		put(t, withProof(mails[name], die.ReplaceAllString(proof, "${1}"+string('1'+(face[0]-'0')%6))), dir, "mails", name)
		break
	}
	if bent == "" {
		t.Fatal("no report tells of dice")
	}
	for _, args := range [][]string{{}, {"--key", key}} {
		status, said := verifySays(t, append([]string{"verify", filepath.Join(dir, "mails")}, args...)...)
		if status == 0 || !strings.Contains(said, bent) || !strings.Contains(said, "[hel-1]") {
			t.Errorf("%v: %d %s\nwant %s named", args, status, said, bent)
		}
	}
	put(t, mails[bent], dir, "mails", bent)
	put(t, withProof(mails[bent], strings.Replace(proofOf(mails[bent]), "roll ", "rool ", 1)), dir, "mails", bent)
	if status, said := verifySays(t, "verify", filepath.Join(dir, "mails")); status == 0 || !strings.Contains(said, bent) {
		t.Errorf("a broken block: %d %s", status, said)
	}
	put(t, mails[bent], dir, "mails", bent)
	// What somebody else quotes is no report; what claims to come from the server is one.
	text := strings.ReplaceAll("keryx-proof-1 hel-1\nsecret "+strings.Repeat("0", 64)+"\nend hel-1\n", "\n", "\r\n")
	letter := func(from string) string {
		return "From: " + from + "\r\nTo: anna@players.test\r\nSubject: Look\r\nMessage-ID: <1@x>\r\nDate: " + time.Unix(1.7e9, 0).UTC().Format(time.RFC1123Z) + "\r\n\r\n" + text
	}
	put(t, letter("bruno@players.test"), dir, "mails", "z-quote.eml")
	if status, said := verifySays(t, "verify", filepath.Join(dir, "mails"), "--key", key); status != 0 || !strings.Contains(said, "z-quote.eml") {
		t.Errorf("a quote: %d %s", status, said)
	}
	put(t, letter("orders@keryx.test"), dir, "mails", "z-quote.eml")
	if status, said := verifySays(t, "verify", filepath.Join(dir, "mails"), "--key", key); status != 1 || !strings.Contains(said, "z-quote.eml") {
		t.Errorf("a forged report: %d %s", status, said)
	}
}
