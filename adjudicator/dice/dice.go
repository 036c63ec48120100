// Package dice gives Keryx its dice: fair, fixed by a promise made before the
// orders, and checkable by anybody afterwards with nothing but SHA-256.
//
// # The scheme
//
// At creation a game draws a secret of 256 bits. Its [Secret.Commitment], the
// SHA-256 of the 32 bytes, stands in the first reports. All else follows from
// the secret, in plain ASCII, so that a shell can check it:
//
//	turn seed    HMAC-SHA256(secret, "GAME/TURN")                            e.g. "hel-7/3"
//	public roll  HMAC-SHA256(turn seed, "CHAIN/INDEX/BLOCK")                 e.g. "9f0c...e1/0/0"
//	hidden draw  HMAC-SHA256(secret, "GAME/TURN/hidden/CHAIN/INDEX/BLOCK")
//	salt         HMAC-SHA256(secret, "GAME/orders/K")                        e.g. "hel-7/orders/12"
//
// CHAIN is the end of a chain over the signed orders of both players, in lower-case
// hexadecimal. It begins with 64 zeros; the K-th order text that is accepted in the
// game, from 1, adds a link:
//
//	DIGEST  SHA-256 of the 32 bytes of the salt and the signed text
//	CHAIN   SHA-256 of four lines, each ended by a line feed:
//	        keryx-chain-1
//	        <CHAIN before it>
//	        <side, such as athens>
//	        <DIGEST, in hexadecimal>
//
// So dice and draws hang on the secret, which was promised first, and on what both
// players signed afterwards, and on nothing else: no time, no number or order of
// other ledger entries, nothing that the server could choose alone and choose again.
// INDEX of a roll counts the public dice from 0 since the last link, or since the turn
// began if that was later; INDEX of a draw counts the draws of the turn from 0. BLOCK
// is 0, and counts up only in the improbable case below.
//
// A result from 1 to n is read off the 32 bytes of the HMAC by rejection: let
// m be the greatest multiple of n not above 256; take the first byte b with
// b < m; the result is b mod n + 1. If no byte qualifies, take BLOCK+1. A
// hidden draw among n things is the same less one: 0 to n-1.
//
// The SHA-256 of the turn seed is a ledger entry before any order of the turn
// is taken; the seed is published when the turn ends; the secret when the game
// ends. What the scheme cannot show is that the server accepted the orders in the
// order in which they came, and that it told the secret to nobody: a player who knew
// it could try texts until the dice suit him.
//
// # After a restore
//
// A server that is put back to an older copy of its database gives up what was played
// since, and what was published of that must open nothing of what takes its place. A
// ledger entry reseed commits to another secret, of which all that follows in the ledger
// is made as above: the seed of the turn in play anew, and the salts and draws from then
// on. It publishes the seed that the turn had until then. Chain, INDEX of the rolls and
// INDEX of the draws go on.
//
// # After a ruling
//
// A referee may rule that the game goes back to an entry of its ledger, or that the last
// orders are thrown again. What follows in the ledger hangs on another secret, as after a
// restore; but that secret follows from the one before, so that neither the server nor the
// referee can choose the dice:
//
//	next secret  SHA-256 of two lines, each ended by a line feed:
//	             keryx-next-secret-1
//	             <the secret before, in hexadecimal>
//
// Its entry reseed says "ruling", and stands directly behind the ruling, whose entry it
// names. Only where the game was over, and its secret published, it says "reopened" and the
// secret is a fresh one.
//
// # Games begun before
//
// In older games ([ByEntry], which their created entry says by saying nothing) the
// dice hang on the ledger instead. HEAD is the hash of the ledger entry that caused the
// roll: the signed orders just accepted, the deadline that passed, or the commitment
// that opened the turn. INDEX counts the dice since that entry.
//
//	public roll  HMAC-SHA256(turn seed, "HEAD/INDEX/BLOCK")
//	hidden draw  HMAC-SHA256(secret, "GAME/TURN/hidden/INDEX/BLOCK")
//	salt         HMAC-SHA256(secret, "GAME/salt/SEQ"), SEQ the number of the ledger entry
//
// # Test vectors
//
// With the secret 000102...1f (32 bytes), game "hel-7", turn 3, and a chain of two
// links: "spend 3\n" of athens, then "pass\n" of sparta:
//
//	commitment  630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
//	turn seed   d33c14eb24a666869fcc97aee3d23d5da388a0c65f3efd6bbfe27b3ab5c3990c
//	CHAIN       2dfc37b44cd1ae94fca5cbafcb0ac03ecd9056504eda29ac639523ad22d8b9f8
//	d6 0 to 9   4 2 2 2 5 3 5 5 6 4
//	draws 0-9   3 1 5 0 17 20 3 8 14 18   (hidden, among 21)
//
// In an older game, HEAD made of 64 times the digit "a":
//
//	d6 0 to 9   2 2 1 2 1 2 6 1 2 5
//	draws 0-9   2 12 16 17 3 7 5 2 4 4   (hidden, among 21)
//
// The examples of this package compute them.
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

// Head is a hash that dice hang on: of a ledger entry, or the end of a [Chain].
type Head [sha256.Size]byte

// String returns the hash in lower-case hexadecimal, as it enters a roll.
func (h Head) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hash as [Head.String] does.
func (h Head) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what [Head.MarshalText] writes.
func (h *Head) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHead(string(text))
	return err
}

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

// Next is the secret that takes the place of this one where a referee's ruling gives up a
// part of a game: it follows from it, so that nobody can choose it.
func (s Secret) Next() Secret {
	return sha256.Sum256(fmt.Appendf(nil, "keryx-next-secret-1\n%x\n", s[:]))
}

// TurnSeed is the seed of the public rolls of one turn, published when the
// turn has ended. Turns count from 1.
func (s Secret) TurnSeed(game string, turn int) Seed {
	return Seed(mac(s[:], game+"/"+strconv.Itoa(turn)))
}

// Salt is what is mixed into the digest of ledger entry seq, so that a short
// secret text cannot be guessed from its digest. It is published with the
// secret. The salt of orders is [Secret.OrdersSalt], except in older games.
func (s Secret) Salt(game string, seq int) [32]byte {
	return mac(s[:], game+"/salt/"+strconv.Itoa(seq))
}

// OrdersSalt is what is mixed into the digest of the k-th orders of a game, from 1.
// It hangs on nothing but their number, so that the server cannot choose among digests.
func (s Secret) OrdersSalt(game string, k int) [32]byte {
	return mac(s[:], game+"/orders/"+strconv.Itoa(k))
}

// RulingKey is the key of the digest of what a referee has signed, where the text is not for
// both sides. Unlike [Secret.Salt] of the same entry, which whoever may read the entry is
// told, it is published with the secret only, so that nobody can try texts on the digest.
func (s Secret) RulingKey(game string, seq int) [32]byte {
	return mac(s[:], game+"/ruling/"+strconv.Itoa(seq))
}

// Draw is hidden draw number i of a turn, made when the chain of orders ended in the
// given head: one of n things, from 0 to n-1. It panics unless 1 <= n <= 256.
func (s Secret) Draw(game string, turn int, chain Head, i, n int) int {
	return uniform(s[:], game+"/"+strconv.Itoa(turn)+"/hidden/"+chain.String()+"/", i, n)
}

// DrawByEntry is [Secret.Draw] in an older game.
func (s Secret) DrawByEntry(game string, turn, i, n int) int {
	return uniform(s[:], game+"/"+strconv.Itoa(turn)+"/hidden/", i, n)
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

// Roll is public die number i after the given head, the end of the chain of orders or,
// in an older game, the hash of a ledger entry: a face from 1 to faces. It panics unless 1 <= faces <= 256.
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
