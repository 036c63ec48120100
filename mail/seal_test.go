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
