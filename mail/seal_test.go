package mail

import (
	"bytes"
	"errors"
	"testing"
)

// A sealed letter, pictures and files and all, is checked against the key of its
// sender, and no changed or foreign one passes.
func TestSeal(t *testing.T) {
	l := report()
	l.Wrap = red().pgp.Seal(then)
	raw := val(Compose(l))(t)
	at, err := CheckSeal(raw, red().pgp.Public())
	if err != nil || !at.Equal(then) {
		t.Fatalf("%v, %v", at, err)
	}
	if _, err := ReadReport(raw); err != nil {
		t.Errorf("a program cannot read it: %v", err)
	}
	for name, changed := range map[string][]byte{
		"a letter": bytes.Replace(raw, []byte("Content-Type: text/plain"), []byte("Content-Type: text/plaim"), 1),
		"unsigned": val(Compose(report()))(t),
		"cut off":  raw[:len(raw)*2/3],
		"empty":    nil,
	} {
		if bytes.Equal(changed, raw) {
			t.Fatalf("%s: nothing changed", name)
		}
		if _, err := CheckSeal(changed, red().pgp.Public()); !errors.Is(err, ErrNotSealed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := CheckSeal(raw, mallory().pgp.Public()); !errors.Is(err, ErrNotSealed) {
		t.Errorf("another key: %v", err)
	}
}

// What we may send may be larger than what a stranger may, and it is checked all the same.
func TestSealOfALargeLetter(t *testing.T) {
	l := report()
	l.Attachments = append(l.Attachments, Attachment{Name: "large.txt", Type: "text/plain", Data: bytes.Repeat([]byte("large\n"), MaxMail/4)})
	l.Wrap = red().pgp.Seal(then)
	raw := val(Compose(l))(t)
	if len(raw) <= MaxMail {
		t.Fatalf("%d bytes are not large", len(raw))
	}
	if _, err := CheckSeal(raw, red().pgp.Public()); err != nil {
		t.Error(err)
	}
	if _, err := CheckSeal(make([]byte, maxSaved+1), red().pgp.Public()); !errors.Is(err, ErrSavedTooLarge) {
		t.Errorf("larger than any: %v", err)
	}
}
