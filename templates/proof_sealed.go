package templates

import (
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator/dice"
)

// ProofSeal binds a letter that was sent during a turn to the ledger as it stood then:
// see [dice.Seed.Seal].
type ProofSeal struct {
	Turn  int
	Name  string // the letter's report code
	Value dice.Head
}

// ProofThrow is a throw of the turn in play, by its place among the turn's throws. Which
// ledger entry it hangs on is told when the turn is over.
type ProofThrow struct {
	Turn, Number, Sides int // Number counts from 1
	Faces               []int
}

// sealed writes the records of a turn that is not over.
func (p Proof) sealed(record func(words ...any)) {
	for _, s := range p.Seals {
		record("sealed", s.Turn, s.Name, s.Value)
	}
	for _, t := range p.Throws {
		record(append([]any{"throw", t.Turn, t.Number, fmt.Sprintf("d%d", t.Sides)}, anyOf(t.Faces)...)...)
	}
}

func anyOf(faces []int) []any {
	words := make([]any, len(faces))
	for i, f := range faces {
		words[i] = f
	}
	return words
}

func (r *proofReader) seal() {
	r.proof.Seals = append(r.proof.Seals, ProofSeal{r.number(1), r.next(), r.hash()})
}

func (r *proofReader) throw() {
	t := ProofThrow{Turn: r.number(1), Number: r.number(1)}
	t.Sides = r.sides()
	t.Faces = r.faces(t.Sides)
	r.proof.Throws = append(r.proof.Throws, t)
}

// sides reads a kind of dice, such as "d6".
func (r *proofReader) sides() int {
	word := r.next()
	kind, d := strings.CutPrefix(word, "d")
	n, err := strconv.Atoi(kind)
	if r.err == nil && (err != nil || !d || n < 1 || n > 256) {
		r.fail("dice %.20q", word)
	}
	return n
}

// faces reads all numbers that follow.
func (r *proofReader) faces(sides int) (faces []int) {
	for len(r.words) > 0 {
		n, err := strconv.Atoi(r.words[0])
		if err != nil {
			break
		}
		if n < 1 || n > sides {
			r.fail("a face %d of a die with %d", n, sides)
			return nil
		}
		faces = append(faces, n)
		r.words = r.words[1:]
	}
	return faces
}
