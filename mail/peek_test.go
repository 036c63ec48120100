package mail

import (
	"strings"
	"testing"
	"time"
)

// Peek reads the signed text of a mail whatever signs it, and none of a mail that has none.
func TestPeek(t *testing.T) {
	private, _, err := GenerateKey(SSH, "peek", nil, time.Unix(1.8e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ParseSigner(private, nil)
	if err != nil {
		t.Fatal(err)
	}
	block, err := signer.Sign("status\n", time.Unix(1.8e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	letter := func(body string) []byte {
		return []byte(strings.ReplaceAll("From: a@example.org\nSubject: x\nMIME-Version: 1.0\n\n"+body, "\n", "\r\n"))
	}
	if text, err := Peek(letter("Hello,\n\n" + string(block))); err != nil || strings.TrimSpace(text) != "status" {
		t.Errorf("the text is %q: %v", text, err)
	}
	if text, err := Peek(letter("status\n")); err == nil {
		t.Errorf("of an unsigned mail %q is read", text)
	}
}
