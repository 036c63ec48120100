package mail

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOfferedKeys lists the keys that a mail brings along to be registered: the one in
// its own SSH signature and those attached, at most three, and none of enclosed mails.
func TestOfferedKeys(t *testing.T) {
	block := func(s *Signer) string { return plain(signedBlock(t, s)) }
	key := func(s *Signer) string { return attached("key.asc", "application/pgp-keys", s.Public().Text) }
	mixed := func(parts ...string) []byte {
		field, body := multipartOf("mixed", "outer", parts...)
		return eml(body, field)
	}
	enclosed := "Content-Type: message/rfc822\n\nContent-Type: application/pgp-keys\n\n" + mallory().pgp.Public().Text
	detached := []string{attached("orders.txt", "text/plain", orderText), attached("a.sig", "text/plain", string(val(red().ssh.SignFile(orderText, then))(t)))}

	for name, tt := range map[string]struct {
		raw  []byte
		want []*Signer
	}{
		"nothing":                       {eml("hello\n"), nil},
		"SSH signature":                 {eml(signedBlock(t, mallory().ssh)), []*Signer{mallory().ssh}},
		"SSH signature of a file":       {mixed(detached...), []*Signer{red().ssh}},
		"OpenPGP signature":             {eml(signedBlock(t, mallory().pgp)), nil},
		"OpenPGP signature and key":     {mixed(block(mallory().pgp), key(mallory().pgp)), []*Signer{mallory().pgp}},
		"key behind blank lines":        {mixed(block(mallory().pgp), attached("key.txt", "text/plain", "\n\n \ufeff"+mallory().pgp.Public().Text)), []*Signer{mallory().pgp}},
		"text before the key":           {mixed(block(mallory().pgp), attached("key.txt", "text/plain", "my key\n"+mallory().pgp.Public().Text)), []*Signer{mallory().pgp}},
		"pasted under the signed text":  {eml(signedBlock(t, mallory().pgp) + "\n" + mallory().pgp.Public().Text + "\nRed\n"), []*Signer{mallory().pgp}},
		"pasted into the signed text":   {eml(strings.Replace(signedBlock(t, mallory().pgp), "-----BEGIN PGP SIGNATURE", "- "+strings.ReplaceAll(strings.TrimSpace(mallory().pgp.Public().Text), "\n-----END", "\n- -----END")+"\n-----BEGIN PGP SIGNATURE", 1)), []*Signer{mallory().pgp}},
		"quoted":                        {eml(signedBlock(t, mallory().pgp) + "\n> " + strings.ReplaceAll(mallory().pgp.Public().Text, "\n", "\n> ")), nil},
		"key without an end":            {mixed(block(mallory().pgp), attached("key.txt", "text/plain", strings.Replace(mallory().pgp.Public().Text, endPGPKey, "", 1))), nil},
		"both":                          {mixed(block(mallory().ssh), key(mallory().pgp)), []*Signer{mallory().ssh, mallory().pgp}},
		"too many":                      {mixed(block(mallory().ssh), key(mallory().pgp), key(red().pgp), key(blue().pgp)), []*Signer{mallory().ssh, mallory().pgp, red().pgp}},
		"in a mail that is enclosed":    {mixed(block(mallory().pgp), enclosed), nil},
		"two signatures":                {mixed(block(mallory().ssh), block(red().ssh)), nil},
		"broken signature":              {eml(strings.Replace(signedBlock(t, mallory().ssh), "U1NIU0lH", "U1NIU0lI", 1)), nil},
		"broken key":                    {mixed(block(mallory().pgp), attached("key.asc", "application/pgp-keys", beginPGPKey+"\n\nAAAA\n"+endPGPKey+"\n")), nil},
		"private key":                   {mixed(block(mallory().pgp), attached("key.asc", "application/pgp-keys", strings.ReplaceAll(mallory().pgp.Public().Text, "PUBLIC KEY", "PRIVATE KEY"))), nil},
		"key that cannot be decoded":    {mixed(block(mallory().pgp), "Content-Type: application/pgp-keys\nContent-Transfer-Encoding: base64\n\n*\n"), nil},
		"a mail that is none":           {[]byte("Subject: x\ry\r\n\r\n"), nil},
		"a mail whose end is missing":   {[]byte(strings.TrimSuffix(string(mixed(key(mallory().pgp))), "--outer--\r\n")), nil},
		"a block that is quoted":        {eml("> " + strings.ReplaceAll(signedBlock(t, mallory().ssh), "\n", "\n> ")), nil},
		"a mail of the size of a flood": {eml(strings.Repeat("x\n", MaxMail)), nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got, want []string
			for _, key := range OfferedKeys(tt.raw) {
				got = append(got, key.Fingerprint)
			}
			for _, signer := range tt.want {
				want = append(want, signer.Public().Fingerprint)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRefusePending: the refusal of a key that waits names it, and is of those that say that a
// signature does not count.
func TestRefusePending(t *testing.T) {
	if r := RefusePending("F00D"); r.Code != PendingKey || r.Class != BadSignature || len(r.Args) != 2 || r.Args[1] != "F00D" {
		t.Errorf("%+v", r)
	}
}
