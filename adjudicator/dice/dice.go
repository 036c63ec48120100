// Package dice gives Keryx its dice: fair, fixed by a promise made before the
// orders, and checkable by anybody afterwards with nothing but SHA-256.
//
// # The scheme
//
// At creation a game draws a secret of 256 bits. Its [Secret.Commitment], the
// SHA-256 of the 32 bytes, stands in the first reports. All else follows from
// the secret, in plain ASCII, so that a shell can check it:
//
//	turn seed    HMAC-SHA256(secret, "GAME/TURN")               e.g. "hel-7/3"
//	public roll  HMAC-SHA256(turn seed, "HEAD/INDEX/BLOCK")     e.g. "9f0c...e1/0/0"
//	hidden draw  HMAC-SHA256(secret, "GAME/TURN/hidden/INDEX/BLOCK")
//
// HEAD is the hash of the ledger entry that caused the roll, in lower-case
// hexadecimal: the signed orders just accepted, or the commitment that opened
// the turn. INDEX counts the dice since that entry, from 0. BLOCK is 0, and
// counts up only in the improbable case below.
//
// A result from 1 to n is read off the 32 bytes of the HMAC by rejection: let
// m be the greatest multiple of n not above 256; take the first byte b with
// b < m; the result is b mod n + 1. If no byte qualifies, take BLOCK+1. A
// hidden draw among n things is the same less one: 0 to n-1.
//
// The SHA-256 of the turn seed is a ledger entry before any order of the turn
// is taken; the seed is published when the turn ends; the secret when the game
// ends. Nobody could know a roll before both sides' signed orders were in,
// because they are in HEAD. What the scheme cannot show is that the server
// accepted the orders in the order in which they came.
//
// # Test vectors
//
// With the secret 000102...1f (32 bytes), game "hel-7", turn 3, and HEAD made
// of 64 times the digit "a":
//
//	commitment  630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
//	turn seed   d33c14eb24a666869fcc97aee3d23d5da388a0c65f3efd6bbfe27b3ab5c3990c
//	d6 0 to 9   2 2 1 2 1 2 6 1 2 5
//	draws 0-9   2 12 16 17 3 7 5 2 4 4   (hidden, among 21)
//
// The example of this package computes them.
package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Head is the hash of a ledger entry.
type Head [sha256.Size]byte

// String returns the hash in lower-case hexadecimal, as it enters a roll.
func (h Head) String() string { return hex.EncodeToString(h[:]) }

// ParseHead reads what [Head.String] writes.
func ParseHead(s string) (Head, error) {
	var h Head
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		return h, fmt.Errorf("dice: %q is not a hash of 64 hexadecimal digits", s)
	}
	copy(h[:], b)
	return h, nil
}

// Secret is the secret of one game. It prints as "secret", so that no log
// can hold it by accident.
type Secret [32]byte

// NewSecret draws a secret from r, which should be crypto/rand.Reader.
func NewSecret(r io.Reader) (Secret, error) {
	var s Secret
	if _, err := io.ReadFull(r, s[:]); err != nil {
		return s, fmt.Errorf("dice: drawing a game secret: %w", err)
	}
	return s, nil
}

// String hides the secret.
func (Secret) String() string { return "secret" }

// GoString hides the secret.
func (Secret) GoString() string { return "secret" }

// Commitment is the SHA-256 of the secret, published when the game begins.
func (s Secret) Commitment() Head { return sha256.Sum256(s[:]) }

// TurnSeed is the seed of the public rolls of one turn, published when the
// turn has ended. Turns count from 1.
func (s Secret) TurnSeed(game string, turn int) Seed {
	return Seed(mac(s[:], game+"/"+strconv.Itoa(turn)))
}

// Salt is what is mixed into the digest of ledger entry seq, so that a short
// secret order cannot be guessed from its digest. It is published with the
// secret.
func (s Secret) Salt(game string, seq int) [32]byte {
	return mac(s[:], game+"/salt/"+strconv.Itoa(seq))
}

// Draw is hidden draw number i of a turn: one of n things, from 0 to n-1.
// It panics unless 1 <= n <= 256.
func (s Secret) Draw(game string, turn, i, n int) int {
	prefix := game + "/" + strconv.Itoa(turn) + "/hidden/"
	return uniform(s[:], prefix, i, n)
}

// Seed is the seed of one turn's public rolls.
type Seed [32]byte

// String hides the seed; print [Seed.Hex] where it is to be published.
func (Seed) String() string { return "seed" }

// GoString hides the seed.
func (Seed) GoString() string { return "seed" }

// Hex returns the seed in lower-case hexadecimal, for its publication.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// Commitment is the SHA-256 of the seed, published before the turn's orders.
func (s Seed) Commitment() Head { return sha256.Sum256(s[:]) }

// Roll is public die number i after the ledger entry with the given hash: a
// face from 1 to faces. It panics unless 1 <= faces <= 256.
func (s Seed) Roll(head Head, i, faces int) int {
	return uniform(s[:], head.String()+"/", i, faces) + 1
}

// uniform reads a number from 0 to n-1 off the blocks of the stream that key
// and prefix name, rejecting bytes that would favour small numbers.
func uniform(key []byte, prefix string, i, n int) int {
	if n < 1 || n > 256 {
		panic(fmt.Sprintf("dice: %d sides asked for, 1 to 256 possible", n))
	}
	limit := 256 - 256%n
	for block := 0; ; block++ {
		sum := mac(key, prefix+strconv.Itoa(i)+"/"+strconv.Itoa(block))
		for _, b := range sum {
			if int(b) < limit {
				return int(b) % n
			}
		}
	}
}

func mac(key []byte, message string) [32]byte {
	h := hmac.New(sha256.New, key)
	io.WriteString(h, message) // a hash never fails to write
	var out [32]byte
	h.Sum(out[:0])
	return out
}

// ErrBroken reports a published seed or secret that does not fit the
// commitment made before.
var ErrBroken = errors.New("does not fit its commitment")

// Check compares a published seed with the commitment made for it.
func (s Seed) Check(commitment Head) error {
	if s.Commitment() != commitment {
		return fmt.Errorf("dice: the published turn seed %w", ErrBroken)
	}
	return nil
}
