package dice

// Seal binds what was told during a turn to the ledger as it stood then, without
// showing it: who has written, and when, is known to both players only when the turn is
// over. The name is of the letter that bears the seal, the head is the hash of the last
// ledger entry. It is HMAC-SHA256(turn seed, "sealed/NAME/HEAD"), and can be computed
// again once the seed is published.
func (s Seed) Seal(name string, head Head) Head { return mac(s[:], "sealed/"+name+"/"+head.String()) }
