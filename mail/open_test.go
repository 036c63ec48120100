package mail

import (
	"bytes"
	"errors"
	"testing"
)

// TestOpen decrypts a saved report, as its owner alone can.
func TestOpen(t *testing.T) {
	raw := secretly(t, red().pgp.Public())
	for name, saved := range map[string][]byte{"as sent": raw, "saved with LF": bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))} {
		t.Run(name, func(t *testing.T) {
			open := val(red().pgp.Open(saved))(t)
			if at, err := CheckSeal(open, red().pgp.Public()); err != nil || !at.Equal(then) {
				t.Errorf("the seal inside: %v, %v", at, err)
			}
			r, err := ReadReport(open)
			if err != nil || r.Text != report().Text || r.Subject == "" || r.To != report().To.Addr {
				t.Errorf("inside: %v, %+v", err, r)
			}
		})
	}
	if _, err := mallory().pgp.Open(raw); !errors.Is(err, ErrSealedUp) {
		t.Errorf("another key: %v", err)
	}
	if _, err := red().ssh.Open(raw); !errors.Is(err, ErrSealedUp) {
		t.Errorf("an SSH key: %v", err)
	}
	broken := bytes.Replace(raw, []byte("-----BEGIN PGP MESSAGE-----\r\n\r\n"), []byte("-----BEGIN PGP MESSAGE-----\r\n\r\nAAAA"), 1)
	if _, err := red().pgp.Open(broken); !errors.Is(err, ErrSealedUp) {
		t.Errorf("a message that was tampered with: %v", err)
	}
	for name, plain := range map[string][]byte{"a report in the clear": val(Compose(report()))(t), "no mail": []byte("hello")} {
		if open, err := red().pgp.Open(plain); err != nil || !bytes.Equal(open, plain) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
