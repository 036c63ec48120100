package templates

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// ErrNoProof reports a text without a block of proof.
var ErrNoProof = errors.New("the text holds no block that begins with a line \"" + proofMark + " GAME\"")

// ErrProof reports a block of proof that cannot be read.
var ErrProof = errors.New("the proof cannot be read")

// ErrProofMissing reports a letter that says that its proof goes with it as a file, and
// comes without that file.
var ErrProofMissing = errors.New("proof missing: the letter came without the attached file that holds it")

// MaxProof is the largest text, in bytes, that [ParseProof] looks at.
const MaxProof = 4 << 20

// ParseProof finds the block of proof in the plain text of a letter and reads
// it. The lines may have been wrapped anew, indented or quoted with ">" on the way. It
// returns [ErrNoProof] if there is none, and [ErrProof] if it is broken or
// there are two of them.
func ParseProof(text string) (Proof, error) {
	if len(text) > MaxProof {
		return Proof{}, fmt.Errorf("%w: more than %d bytes", ErrProof, MaxProof)
	}
	words, err := proofWords(text)
	if err != nil {
		return Proof{}, err
	}
	r := proofReader{words: words}
	r.read()
	if r.err != nil {
		return Proof{}, fmt.Errorf("%w: %w", ErrProof, r.err)
	}
	return r.proof, nil
}

// FindProof finds the proof of one letter among its texts: the letter itself, and after it
// the text files that came with it. The block stands in one of them. It returns [ErrNoProof] if
// the letter is none that has one, [ErrProofMissing] if the file was taken off on the way, and
// [ErrProof] if the block is broken, if there are two, or if the letter names another
// head of the ledger than the block.
func FindProof(texts ...string) (Proof, error) {
	var found []Proof
	for _, text := range texts {
		switch p, err := ParseProof(text); {
		case errors.Is(err, ErrNoProof):
		case err != nil:
			return Proof{}, err
		default:
			found = append(found, p)
		}
	}
	var named *Proof
	if len(texts) > 0 {
		var err error
		if named, err = parseHead(texts[0]); err != nil {
			return Proof{}, err
		}
	}
	switch {
	case len(found) > 1:
		return Proof{}, fmt.Errorf("%w: two blocks", ErrProof)
	case len(found) == 0 && named != nil:
		return Proof{}, fmt.Errorf("%w (%s)", ErrProofMissing, filesOf(named.Game).Proof)
	case len(found) == 0:
		return Proof{}, ErrNoProof
	case named != nil && (named.Game != found[0].Game || named.Head != found[0].Head):
		return Proof{}, fmt.Errorf("%w: the letter names entry %d of %s as the last, and the attached proof entry %d of %s, or another hash of it",
			ErrProof, named.Head.Seq, named.Game, found[0].Head.Seq, found[0].Game)
	}
	return found[0], nil
}

// parseHead reads the record of the ledger's head in the text of a letter; nil if there is
// none. One that is quoted is none: who answers a letter quotes it, and sends no file.
func parseHead(text string) (*Proof, error) {
	at := strings.Index("\n"+text, "\n"+headMark+" ")
	if at < 0 {
		return nil, nil
	}
	rest := text[at:]
	if strings.Contains(rest[1:], "\n"+headMark+" ") {
		return nil, fmt.Errorf("%w: the letter names two heads of the ledger", ErrProof)
	}
	record, _, _ := strings.Cut(rest, "\n\n")
	r := proofReader{words: strings.Fields(record)}
	r.next() // the mark
	named := Proof{Game: r.next()}
	if len(r.words) > 0 {
		named.Head = Link{r.number(1), r.hash()}
	}
	if r.err != nil {
		return nil, fmt.Errorf("%w: the head that the letter names: %w", ErrProof, r.err)
	}
	return &named, nil
}

// proofWords returns the words from the mark on, without quote marks. Only a
// line that begins with the mark counts: whatever a player or a referee wrote stands
// indented or behind a bar in a letter.
func proofWords(text string) ([]string, error) {
	var words []string
	for line := range strings.Lines(text) {
		for strings.HasPrefix(line, ">") {
			line = strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
		}
		if strings.HasPrefix(line, proofMark+" ") {
			if words != nil {
				return nil, fmt.Errorf("%w: two blocks", ErrProof)
			}
			words = []string{}
		}
		if words != nil {
			words = append(words, strings.Fields(line)...)
		}
	}
	if words == nil {
		return nil, ErrNoProof
	}
	return words, nil
}

// proofReader takes the words one by one and keeps the first error.
type proofReader struct {
	words []string
	proof Proof
	err   error
}

func (r *proofReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.words = nil
}

func (r *proofReader) next() string {
	if len(r.words) == 0 {
		r.fail("it ends in the middle")
		return ""
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

func (r *proofReader) number(least int) int {
	w := r.next()
	n, err := strconv.Atoi(w)
	if r.err == nil && (err != nil || n < least || n > 1<<30) {
		r.fail("%q is not a number that can stand there", w)
	}
	return n
}

func (r *proofReader) hash() dice.Head {
	h, err := dice.ParseHead(r.next())
	if r.err == nil && err != nil {
		r.fail("%v", err)
	}
	return h
}

// read reads the records to the end mark.
func (r *proofReader) read() {
	r.next() // the mark
	r.proof.Game = r.next()
	for r.err == nil {
		p := &r.proof
		switch keyword := r.next(); keyword {
		case "secret":
			p.Secret = r.hash()
		case "opening":
			h := r.hash()
			p.Opening = append(p.Opening, h[:]...)
		case "after":
			p.After = Link{r.number(1), r.hash()}
		case "head":
			p.Head = Link{r.number(1), r.hash()}
		case "entry":
			r.entry()
		case "salt", "body":
			r.open(keyword)
		case "commit":
			p.Commits = append(p.Commits, TurnHead{r.number(1), r.hash()})
		case "fork":
			p.Forks = append(p.Forks, ProofFork{r.number(1), r.hash(), r.hash(), r.hash()})
		case "reveal":
			p.Reveals = append(p.Reveals, TurnHead{r.number(1), r.hash()})
		case "roll":
			r.roll()
		case "sealed":
			r.seal()
		case "throw":
			r.throw()
		case proofEnd:
			if game := r.next(); r.err == nil && game != p.Game {
				r.fail("it begins for %s and ends for %s", p.Game, game)
			}
			return
		default:
			r.fail("%.40q is not a record", keyword)
		}
	}
}

func (r *proofReader) entry() {
	e := ProofEntry{Seq: r.number(1), Kind: adjudicator.EntryKind(r.next()), Side: r.next()}
	if e.Side == "-" {
		e.Side = ""
	}
	at, err := time.Parse(proofTime, r.next())
	if err != nil && r.err == nil {
		r.fail("the time of entry %d: %v", e.Seq, err)
	}
	e.Time, e.Digest, e.Hash = at.UTC(), r.hash(), r.hash()
	r.proof.Entries = append(r.proof.Entries, e)
}

// open reads the salt or the body of the entry before it.
func (r *proofReader) open(keyword string) {
	seq, n := r.number(1), len(r.proof.Entries)
	if r.err == nil && (n == 0 || r.proof.Entries[n-1].Seq != seq) {
		r.fail("the %s of entry %d does not follow it", keyword, seq)
	}
	if r.err != nil {
		return
	}
	e := &r.proof.Entries[n-1]
	e.Open = true
	if keyword == "salt" {
		e.Salt = r.hash()
		return
	}
	var coded strings.Builder
	for range min(r.number(0), len(r.words)+1) {
		coded.WriteString(r.next())
	}
	body, err := base64.StdEncoding.Strict().DecodeString(coded.String())
	if err != nil {
		r.fail("the body of entry %d: %v", seq, err)
	}
	e.Body = body
}

func (r *proofReader) roll() {
	roll := ProofRoll{Turn: r.number(1)}
	place := r.next()
	entry, index, _ := strings.Cut(place, "/")
	var errs [2]error
	roll.Entry, errs[0] = strconv.Atoi(entry)
	roll.Index, errs[1] = strconv.Atoi(index)
	if err := errors.Join(errs[:]...); err != nil || roll.Entry < 1 || roll.Index < 0 {
		r.fail("a roll at %.20q", place)
		return
	}
	roll.Sides = r.sides()
	roll.Faces = r.faces(roll.Sides)
	r.proof.Rolls = append(r.proof.Rolls, roll)
}
