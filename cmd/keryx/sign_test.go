package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestSignLeavesOutWhatStandsAround: of an order file the file alone is signed, since the text that is signed has no
// empty lines by which closing words could be told from orders; a check of a file stays a check.
func TestSignLeavesOutWhatStandsAround(t *testing.T) {
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	var said bytes.Buffer
	if status := run(t.Context(), []string{"keygen", "Bruno", "--out", key}, &said, &said); status != 0 {
		t.Fatal(said.String())
	}
	const file = "game hel-7\nside athens\nanswers K7Q2-9XWM\n\norders\n  pass\n"
	for text, want := range map[string]string{
		"Bonjour,\nTour 1 bien joué !\n\n" + file + "\nCordialement,\nStan\n\n> game hel-7\n": "",
		file:             "",
		"check\n" + file: "check",
	} {
		name := filepath.Join(dir, "orders.txt")
		writeFiles(t, dir, "orders.txt", text)
		var signed, told bytes.Buffer
		if status := run(t.Context(), []string{"sign", name, "--key", key}, &signed, &told); status != 0 {
			t.Fatal(told.String())
		}
		got, _, _ := strings.Cut(signed.String(), "-----BEGIN SSH SIGNATURE")
		for _, word := range []string{"Bonjour", "Cordialement", "Stan", "check"} {
			if strings.Contains(got, word) != (word == want) {
				t.Errorf("%q is among what is signed of\n%s\n%s", word, text, got)
			}
			if strings.Contains(text, word) && word != "check" && !strings.Contains(told.String(), word) {
				t.Errorf("it is not told that %q is left out: %s", word, told.String())
			}
		}
		if !strings.Contains(got, "pass\n") || !strings.Contains(got, "nonce ") {
			t.Errorf("signed:\n%s", got)
		}
	}
}
