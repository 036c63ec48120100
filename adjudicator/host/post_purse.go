package host

import (
	"crypto/sha256"
	"fmt"

	"keryx/mail"
)

// signedDigest tells mails apart by what their signatures cover, or by their octets if that was not read.
func (in incoming) signedDigest() string {
	covered := in.row.Raw
	if in.message != nil && in.message.Signed != nil {
		covered = []byte(mail.Canonical(in.message.Signed.Text))
	} else if text, err := mail.Peek(in.row.Raw); err == nil {
		covered = []byte(mail.Canonical(text))
	}
	return fmt.Sprintf("%x", sha256.Sum256(covered))
}
