package dice

import (
	"crypto/sha256"
	"fmt"
)

// Chain is the chain over the signed orders of a game as far as they have been
// accepted: what its dice hang on. The zero Chain is that of a game in which nobody has
// written yet.
type Chain struct {
	Orders int  `json:"orders"` // how many texts are in it
	Head   Head `json:"head"`
}

// Add returns the chain with one more text: that of the given side, such as "athens",
// with the given digest, see [Secret.OrdersSalt].
func (c Chain) Add(side string, digest Head) Chain {
	return Chain{c.Orders + 1, sha256.Sum256(fmt.Appendf(nil, "keryx-chain-1\n%s\n%s\n%s\n", c.Head, side, digest))}
}
