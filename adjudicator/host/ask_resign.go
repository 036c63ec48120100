package host

// proofOfMail is the evidence of a signed mail of requests.
func (a *asking) proofOfMail() evidence {
	return evidence{a.key.Fingerprint, string(a.message.Signed.Scheme), a.row.Raw}
}
