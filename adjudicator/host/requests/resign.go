package requests

import (
	"keryx/adjudicator/host/club"
)

// ProofOfMail is the evidence of a signed mail of requests.
func (a *Mail) ProofOfMail() club.Evidence {
	return club.Evidence{Fingerprint: a.Key.Fingerprint, Scheme: string(a.Message.Signed.Scheme), Raw: a.Row.Raw}
}
