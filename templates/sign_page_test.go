package templates

import (
	"fmt"
	"strings"
	"testing"
)

// TestSignPageGoesAlong attaches the page that signs to the first letter of a player who has
// no key, tells its digest, and leads a phone to where the club serves it.
func TestSignPageGoesAlong(t *testing.T) {
	const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of "abc", FIPS 180-4
	const link = "https://sign.club.example/sign.html#at=keryx%40club.example&from=anna%40club.example&lang="
	for _, lang := range []string{"en", "fr"} {
		for _, noKey := range []bool{true, false} {
			r := Report{Kind: Welcome, Lang: lang, Game: "hel-1", Mailbox: "keryx@club.example", NoKey: noKey, Address: "anna@club.example",
				SignPage: SignPage{Data: []byte("abc"), Address: "https://sign.club.example/sign.html"}}
			letter, err := Render(r)
			if err != nil {
				t.Fatal(err)
			}
			attached := false
			for _, a := range letter.Attachments {
				attached = attached || a.Name == "sign.html" && string(a.Data) == "abc"
			}
			told := strings.Contains(letter.Text, digest) && strings.Contains(letter.Text, link+lang)
			if attached != noKey || told != noKey {
				t.Errorf("%s, without a key: %v: attached %v, told %v\n%s", lang, noKey, attached, told, letter.Text)
			}
			if r.SignPage.Address = ""; noKey {
				if letter, err = Render(r); err != nil || strings.Contains(letter.Text, "sign.html#") || !strings.Contains(letter.Text, digest) {
					t.Errorf("%s: a club that serves no page: %v\n%s", lang, err, fmt.Sprint(letter.Text))
				}
			}
		}
	}
}
