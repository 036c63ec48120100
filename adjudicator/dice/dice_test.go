package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

func vectorSecret() Secret {
	var s Secret
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

func vectorHead() Head {
	h, err := ParseHead(strings.Repeat("a", 64))
	if err != nil {
		panic(err)
	}
	return h
}

// vectorChain is the chain of the test vectors.
func vectorChain(secret Secret) (c Chain) {
	for _, o := range [][2]string{{"athens", "spend 3\n"}, {"sparta", "pass\n"}} {
		salt := secret.OrdersSalt("hel-7", c.Orders+1)
		c = c.Add(o[0], sha256.Sum256(append(salt[:], o[1]...)))
	}
	return c
}

// The vectors of the package comment, so that another language can check itself.
func Example() {
	secret := vectorSecret()
	seed, chain := secret.TurnSeed("hel-7", 3), vectorChain(secret)
	fmt.Println("commitment", secret.Commitment())
	fmt.Println("turn seed ", seed.Hex())
	fmt.Println("chain     ", chain.Head)
	for i := range 10 {
		fmt.Print(seed.Roll(chain.Head, i, 6), " ")
	}
	fmt.Println("rolls")
	for i := range 10 {
		fmt.Print(secret.Draw("hel-7", 3, chain.Head, i, 21), " ")
	}
	fmt.Println("draws of 21")
	// Output:
	// commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
	// turn seed  d33c14eb24a666869fcc97aee3d23d5da388a0c65f3efd6bbfe27b3ab5c3990c
	// chain      2dfc37b44cd1ae94fca5cbafcb0ac03ecd9056504eda29ac639523ad22d8b9f8
	// 4 2 2 2 5 3 5 5 6 4 rolls
	// 3 1 5 0 17 20 3 8 14 18 draws of 21
}

// The vectors of an older game.
func Example_byEntry() {
	secret := vectorSecret()
	source := NewTurn(ByEntry, secret, "hel-7", 3)
	for i := range 10 {
		fmt.Print(source.Roll(vectorHead(), i, 6), " ")
	}
	fmt.Println("rolls")
	for i := range 10 {
		fmt.Print(source.Draw(vectorHead(), i, 21), " ")
	}
	fmt.Println("draws of 21")
	// Output:
	// 2 2 1 2 1 2 6 1 2 5 rolls
	// 2 12 16 17 3 7 5 2 4 4 draws of 21
}

func TestCommitmentIsPlainSHA256(t *testing.T) {
	secret := vectorSecret()
	if got, want := secret.Commitment(), Head(sha256.Sum256(secret[:])); got != want {
		t.Errorf("commitment %v, want %v", got, want)
	}
	seed := secret.TurnSeed("hel-7", 3)
	if err := seed.Check(seed.Commitment()); err != nil {
		t.Error(err)
	}
	if err := seed.Check(secret.Commitment()); err == nil {
		t.Error("a seed passed for another commitment")
	}
}

// The documentation promises plain ASCII messages; this is the scheme once
// more, written from the documentation.
func TestRollIsTheDocumentedHMAC(t *testing.T) {
	seed := vectorSecret().TurnSeed("hel-7", 3)
	for i := range 200 {
		h := hmac.New(sha256.New, seed[:])
		fmt.Fprintf(h, "%s/%d/0", strings.Repeat("a", 64), i)
		want := 0
		for _, b := range h.Sum(nil) {
			if b < 252 {
				want = int(b)%6 + 1
				break
			}
		}
		if got := seed.Roll(vectorHead(), i, 6); got != want {
			t.Fatalf("die %d shows %d, want %d", i, got, want)
		}
	}
}

func TestFacesAreFair(t *testing.T) {
	seed := vectorSecret().TurnSeed("hel-7", 1)
	const throws = 60000
	var count [7]int
	for i := range throws {
		count[seed.Roll(Head{}, i, 6)]++
	}
	var chi float64
	for face := 1; face <= 6; face++ {
		d := float64(count[face]) - throws/6
		chi += d * d / (throws / 6)
	}
	if chi > 20.5 { // 5 degrees of freedom, p = 0.001; the stream is fixed
		t.Errorf("chi square %.1f, faces %v", chi, count[1:])
	}
}

func TestStreamsDiffer(t *testing.T) {
	secret := vectorSecret()
	if secret.TurnSeed("hel-7", 1) == secret.TurnSeed("hel-7", 2) || secret.TurnSeed("hel-7", 1) == secret.TurnSeed("hel-8", 1) {
		t.Error("two turns share a seed")
	}
	if secret.Salt("hel-7", 1) == secret.Salt("hel-7", 2) {
		t.Error("two entries share a salt")
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	secret := vectorSecret()
	seed := secret.TurnSeed("hel-7", 3)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		text := fmt.Sprintf(verb, secret) + fmt.Sprintf(verb, seed)
		if strings.Contains(text, hex.EncodeToString(secret[:4])) || strings.Contains(text, "1, 2, 3") {
			t.Errorf("%s prints a secret: %s", verb, text)
		}
	}
}

func TestRejectsImpossibleDice(t *testing.T) {
	for _, n := range []int{0, -1, 257} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d sides did not panic", n)
				}
			}()
			Seed{}.Roll(Head{}, 0, n)
		}()
	}
}

func BenchmarkRoll(b *testing.B) {
	seed := vectorSecret().TurnSeed("hel-7", 3)
	for i := 0; b.Loop(); i++ {
		seed.Roll(Head{}, i, 6)
	}
}
