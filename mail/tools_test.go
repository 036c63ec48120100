package mail

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tool runs one of the players' own programs.
type tool struct {
	t    *testing.T
	path string
	env  []string
	dir  string
}

// newTool finds a program or skips the test.
func newTool(t *testing.T, name, debianPackage string) tool {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed: apt-get install %s", name, debianPackage)
	}
	return tool{t: t, path: path, env: os.Environ(), dir: t.TempDir()}
}

func (p tool) run(stdin string, args ...string) string {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), p.path, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.env, strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		p.t.Fatalf("%s %q: %v\n%s", filepath.Base(p.path), args, err, &errs)
	}
	return out.String()
}

func (p tool) write(name, text string) string {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

func (p tool) read(name string) string {
	p.t.Helper()
	return string(val(os.ReadFile(filepath.Join(p.dir, name)))(p.t))
}

// newGnuPG makes a key ring in a directory of its own, with one Ed25519 key.
func newGnuPG(t *testing.T) tool {
	p := newTool(t, "gpg", "gnupg")
	// The agent's socket needs a short path.
	home, err := os.MkdirTemp("", "gpg")
	if err != nil {
		t.Fatal(err)
	}
	p.env = append(p.env, "GNUPGHOME="+home, "LC_ALL=C")
	t.Cleanup(func() {
		if agent, err := exec.LookPath("gpgconf"); err == nil {
			stop := exec.Command(agent, "--kill", "all")
			stop.Env = p.env
			stop.Run()
		}
		os.RemoveAll(home)
	})
	p.run("", "--batch", "--passphrase", "", "--quick-generate-key", "Red <red@example.org>", "ed25519", "sign", "1y")
	return p
}

// TestGnuPG reads what GnuPG makes, and has GnuPG read what Signer makes.
func TestGnuPG(t *testing.T) {
	gpg := newGnuPG(t)
	public := val(ParsePublicKey([]byte(gpg.run("", "--armor", "--export"))))(t)
	signer := &Signer{public: public}
	in := desk()
	in.Now = time.Now // gpg signs at this time
	in.Keys = Keys{{PublicKey: public}}
	file := gpg.write("orders.txt", orderText)

	t.Run("clearsign", func(t *testing.T) {
		text := orderText + "- a line with a dash\nFrom the Athenians \t\n"
		m := wantSigned(t, in, eml(gpg.run(text, "--batch", "--clearsign")), signer, Clearsigned)
		if want := strings.Replace(text, " \t\n", "\n", 1); m.Signed.Text != want {
			t.Errorf("text %q, want %q", m.Signed.Text, want)
		}
	})
	t.Run("detached", func(t *testing.T) {
		for _, mode := range []string{"--textmode", "--no-textmode"} {
			proof := gpg.run("", "--batch", "--armor", mode, "--output", "-", "--detach-sign", file)
			field, body := multipartOf("mixed", "outer",
				attached("orders.txt", "text/plain", orderText), attached("orders.txt.asc", "application/pgp-signature", proof))
			wantSigned(t, in, eml(body, field), signer, PGPDetached)
		}
	})
	t.Run("PGP/MIME", func(t *testing.T) {
		part := plain(orderText)
		octets := gpg.write("part", strings.ReplaceAll(part, "\n", "\r\n"))
		wantSigned(t, in, pgpMIMEWith(part, gpg.run("", "--batch", "--armor", "--output", "-", "--detach-sign", octets)), signer, PGPMIME)
	})
	t.Run("SHA-1", func(t *testing.T) {
		wantRefusal(t, in, eml(gpg.run(orderText, "--batch", "--allow-weak-digest-algos", "--digest-algo", "SHA1", "--clearsign")), WeakHash)
	})
	t.Run("gpg --sign", func(t *testing.T) {
		wantRefusal(t, in, eml(gpg.run(orderText, "--batch", "--armor", "--sign")), Encrypted)
	})
	t.Run("not dash escaped", func(t *testing.T) {
		wantRefusal(t, in, eml(gpg.run(orderText, "--batch", "--not-dash-escaped", "--clearsign")), ArmorHeader)
	})
	t.Run("expiring signature", func(t *testing.T) {
		later := *in
		later.Now = func() time.Time { return time.Now().Add(48 * time.Hour) }
		wantRefusal(t, &later, eml(gpg.run(orderText, "--batch", "--default-sig-expire", "1d", "--clearsign")), ExpiredSign)
	})
	t.Run("expired key", func(t *testing.T) {
		later := *in
		later.Now = func() time.Time { return time.Now().AddDate(2, 0, 0) }
		refusal := wantRefusal(t, &later, eml(gpg.run(orderText, "--batch", "--clearsign")), ExpiredKey)
		if refusal.Data()["Date"] == "" {
			t.Errorf("%v: no date", refusal)
		}
	})
	t.Run("keys go both ways", func(t *testing.T) {
		private, public, err := GenerateKey(OpenPGP, "Blue Player", nil, time.Now().Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		mine := val(ParseSigner(private, nil))(t)
		gpg.run(string(private), "--batch", "--import")
		status := gpg.run(string(val(mine.Sign(orderText, time.Now()))(t)), "--batch", "--status-fd", "1", "--decrypt")
		if !strings.Contains(status, "VALIDSIG "+public.Fingerprint) {
			t.Errorf("gpg says %s", status)
		}
		proof := gpg.write("orders.asc", string(val(mine.SignFile(orderText, time.Now()))(t)))
		status = gpg.run("", "--batch", "--status-fd", "1", "--verify", proof, file)
		if !strings.Contains(status, "VALIDSIG "+public.Fingerprint) {
			t.Errorf("gpg says %s", status)
		}
		in := *in
		in.Keys = Keys{{PublicKey: public}}
		wantSigned(t, &in, eml(gpg.run(orderText, "--batch", "-u", public.Fingerprint, "--clearsign")), mine, Clearsigned)
		exported := gpg.run("", "--batch", "--passphrase", "", "--pinentry-mode", "loopback", "--armor", "--export-secret-keys", signer.public.Fingerprint)
		theirs := val(ParseSigner([]byte(exported), nil))(t)
		if theirs.Public().Fingerprint != signer.public.Fingerprint {
			t.Errorf("read back as %s", theirs.Public().Fingerprint)
		}
	})
}

// TestSSHKeygen reads what ssh-keygen makes, and has ssh-keygen read what
// Signer makes.
func TestSSHKeygen(t *testing.T) {
	keygen := newTool(t, "ssh-keygen", "openssh-client")
	for _, kind := range [][]string{{"ed25519"}, {"ecdsa", "-b", "384"}, {"rsa", "-b", "3072"}} {
		t.Run(kind[0], func(t *testing.T) {
			keygen := keygen
			keygen.t, keygen.dir = t, t.TempDir()
			keygen.run("", append([]string{"-q", "-N", "", "-C", "Red Player", "-f", filepath.Join(keygen.dir, "id"), "-t"}, kind...)...)
			public := val(ParsePublicKey([]byte(keygen.read("id.pub"))))(t)
			if public.Comment != "Red Player" {
				t.Errorf("comment %q", public.Comment)
			}
			signer := val(ParseSigner([]byte(keygen.read("id")), nil))(t)
			in := desk()
			in.Keys = Keys{{PublicKey: public}}

			keygen.write("orders.txt", orderText)
			keygen.run("", "-q", "-Y", "sign", "-n", Namespace, "-f", "id", "orders.txt")
			proof := keygen.read("orders.txt.sig")
			field, body := multipartOf("mixed", "outer",
				attached("orders.txt", "text/plain", orderText), attached("orders.txt.sig", "application/octet-stream", proof))
			wantSigned(t, in, eml(body, field), signer, SSHDetached)
			wantSigned(t, in, eml(beginOrders+"\n"+orderText+proof), signer, SSHInline)

			os.Remove(filepath.Join(keygen.dir, "orders.txt.sig"))
			keygen.run("", "-q", "-Y", "sign", "-n", "git", "-f", "id", "orders.txt")
			wantRefusal(t, in, eml(beginOrders+"\n"+orderText+keygen.read("orders.txt.sig")), WrongNamespace)

			// The other way: ssh-keygen verifies what we sign.
			keygen.write("mine.sig", string(val(signer.SignFile(orderText, now))(t)))
			keygen.write("allowed", "red "+public.Text)
			said := keygen.run(orderText, "-Y", "verify", "-n", Namespace, "-f", "allowed", "-I", "red", "-s", "mine.sig")
			if !strings.Contains(said, public.Fingerprint) {
				t.Errorf("ssh-keygen says %q", said)
			}
		})
	}
	t.Run("our keys", func(t *testing.T) {
		for _, passphrase := range []string{"", "thalatta"} {
			private, public, err := GenerateKey(SSH, "Red", []byte(passphrase), now)
			if err != nil {
				t.Fatal(err)
			}
			name := keygen.write("ours"+passphrase, string(private))
			said := keygen.run("", "-y", "-P", passphrase, "-f", name)
			if got := val(ParsePublicKey([]byte(said)))(t); got.Fingerprint != public.Fingerprint {
				t.Errorf("ssh-keygen reads %s, want %s", got.Fingerprint, public.Fingerprint)
			}
		}
	})
}
