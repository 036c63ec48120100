package templates

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/dice/seed"
)

func init() { seed.Properties() }

func fullProof() Proof {
	p := tinyProof()
	secret := hashOf(99)
	p.Opening = secret[:]
	p.Rolls = []ProofRoll{{3, 11, 0, 6, []int{4}}, {3, 12, 0, 6, []int{4, 6, 1}}, {3, 12, 3, 10, []int{10}}}
	p.Seals = []ProofSeal{{4, "K7Q2-9XWM", hashOf(4)}}
	p.Throws = []ProofThrow{{4, 1, 6, []int{1, 6}}, {4, 2, 10, []int{10}}}
	return p
}

// textsOf are the texts of a letter: its own, and those of the text files that go with it.
func textsOf(l Letter) []string {
	texts := []string{l.Text}
	for _, a := range l.Attachments {
		if a.Type == "text/plain" {
			texts = append(texts, string(a.Data))
		}
	}
	return texts
}

// TestFindProof: the proof goes with a letter as a file, and the letter names the ledger's head. A
// letter without the file has no proof, two proofs are a fault, and so is a head that is not
// the proof's; who quotes a letter has sent none.
func TestFindProof(t *testing.T) {
	r := tinyReport(t)
	l := render(t, r)
	block := r.Proof.String()
	if strings.Contains(l.Text, proofMark) || strings.Contains(l.HTML, proofMark) || !strings.Contains(l.Text, r.Proof.Head.Hash.String()) {
		t.Error("the letter holds the proof itself, or not the ledger's head")
	}
	texts := textsOf(l)
	if p, err := FindProof(texts...); err != nil || cmp.Diff(r.Proof, p) != "" {
		t.Errorf("%v: %s", err, cmp.Diff(r.Proof, p))
	}
	file := slices.Index(texts, block)
	if file < 1 {
		t.Fatalf("no file of the letter is the proof: %q", texts)
	}
	quoted := "> " + strings.ReplaceAll(l.Text, "\n", "\n> ")
	other := r.Proof
	other.Head.Hash[0] ^= 1
	for name, c := range map[string]struct {
		texts []string
		want  error
	}{
		"without the file":       {[]string{l.Text}, ErrProofMissing},
		"with another file":      {[]string{l.Text, "orders"}, ErrProofMissing},
		"quoted by somebody":     {[]string{quoted}, ErrNoProof},
		"a letter of no report":  {[]string{"Hello.", "file"}, ErrNoProof},
		"none at all":            {nil, ErrNoProof},
		"a file twice":           {[]string{l.Text, block, block}, ErrProof},
		"in the text and a file": {[]string{l.Text + "\n" + block, block}, ErrProof},
		"another head":           {[]string{l.Text, other.String()}, ErrProof},
		"two heads":              {[]string{l.Text + "\n" + r.Proof.ProofHead(), block}, ErrProof},
		"a head that is none":    {[]string{headMark + " tin-7 x y\n", block}, ErrProof},
		"an older letter":        {[]string{"Dear player,\n\n" + block}, nil},
	} {
		if _, err := FindProof(c.texts...); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestProofFromLetter reads the block back from a whole letter, as it is and as
// mail programs hand it on.
func TestProofFromLetter(t *testing.T) {
	r := tinyReport(t)
	want := r.Proof
	text := render(t, r).Text + "\n" + r.Proof.String() // as letters had it before it was a file
	for name, mangled := range map[string]string{
		"as sent":       text,
		"crlf":          strings.ReplaceAll(text, "\n", "\r\n"),
		"quoted":        "> " + strings.ReplaceAll(text, "\n", "\n> "),
		"quoted twice":  ">> " + strings.ReplaceAll(text, "\n", "\n>> "),
		"blanks lost":   strings.ReplaceAll(text, "\n    ", "\n"),
		"double spaced": strings.ReplaceAll(text, "\n", "\n\n"),
		"unwrapped":     strings.ReplaceAll(text, "\n    ", " "),
	} {
		got, err := ParseProof(mangled)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

func TestProofRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyProof(t)
		text := want.String()
		got, err := ParseProof(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		for _, line := range strings.Split(text, "\n") {
			if len(line) > columns {
				t.Fatalf("a line of %d columns: %s", len(line), line)
			}
		}
	})
}

func anyProof(t *rapid.T) Proof {
	head := rapid.Custom(func(t *rapid.T) dice.Head {
		return dice.Head(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
	})
	number := rapid.IntRange(1, 1<<30)
	turn := rapid.Custom(func(t *rapid.T) TurnHead { return TurnHead{number.Draw(t, "turn"), head.Draw(t, "value")} })
	entry := rapid.Custom(func(t *rapid.T) ProofEntry {
		e := ProofEntry{Seq: number.Draw(t, "seq"), Kind: adjudicator.Ordered, Side: rapid.SampledFrom([]string{"", "athens"}).Draw(t, "side"),
			Time:   time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "time")).UTC(),
			Digest: head.Draw(t, "digest"), Hash: head.Draw(t, "hash"), Open: rapid.Bool().Draw(t, "open")}
		if e.Open {
			e.Salt, e.Body = head.Draw(t, "salt"), rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "body")
		}
		return e
	})
	roll := rapid.Custom(func(t *rapid.T) ProofRoll {
		sides := rapid.IntRange(1, 256).Draw(t, "sides")
		return ProofRoll{number.Draw(t, "turn"), number.Draw(t, "entry"), rapid.IntRange(0, 1000).Draw(t, "index"), sides,
			rapid.SliceOfN(rapid.IntRange(1, sides), 1, 40).Draw(t, "faces")}
	})
	throw := rapid.Custom(func(t *rapid.T) ProofThrow {
		r := roll.Draw(t, "roll")
		return ProofThrow{r.Turn, number.Draw(t, "number"), r.Sides, r.Faces}
	})
	seal := rapid.Custom(func(t *rapid.T) ProofSeal {
		return ProofSeal{number.Draw(t, "turn"), rapid.StringMatching(`[A-Z2-9]{4}-[A-Z2-9]{4}`).Draw(t, "name"), head.Draw(t, "value")}
	})
	p := Proof{Game: "hel-7", Entries: someOf(t, entry), Commits: someOf(t, turn), Reveals: someOf(t, turn), Rolls: someOf(t, roll),
		Seals: someOf(t, seal), Throws: someOf(t, throw)}
	if rapid.Bool().Draw(t, "links") {
		p.Secret = hashOf(rapid.IntRange(1, 100).Draw(t, "secret"))
		p.After, p.Head = Link{number.Draw(t, "after"), head.Draw(t, "hash")}, Link{number.Draw(t, "head"), head.Draw(t, "hash")}
	}
	return p
}

func someOf[T any](t *rapid.T, g *rapid.Generator[T]) []T {
	all := rapid.SliceOfN(g, 0, 4).Draw(t, "list")
	if len(all) == 0 {
		return nil
	}
	return all
}

func TestParseProofRefuses(t *testing.T) {
	good := fullProof().String()
	if _, err := ParseProof(good); err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the block does not hold %q", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	for name, text := range map[string]string{
		"two blocks":       good + good,
		"no end":           change("end tin-7", ""),
		"another game":     change("end tin-7", "end tin-8"),
		"unknown record":   change("reveal 2", "unveil 2"),
		"short hash":       change("secret 1f", "secret "),
		"number":           change("head 12", "head twelve"),
		"zero":             change("head 12", "head 0"),
		"face":             change("d6 4 6 1", "d6 4 7 1"),
		"sides":            change("d6 4 6 1", "d0 4 6 1"),
		"place":            change("12/0", "12-0"),
		"time":             change("T18:04:05.000Z", " 18:04:05"),
		"salt elsewhere":   change("salt 11", "salt 12"),
		"body too long":    change("body 11 2", "body 11 200"),
		"body of billions": change("body 11 2", "body 11 999999999"),
		"not base64":       change("body 11 2 ey", "body 11 2 ..."),
		"sealed turn":      change("sealed 4", "sealed four"),
		"sealed by half":   change("sealed 4 K7Q2-9XWM", "sealed 4"),
		"thrown face":      change("d6 1 6", "d6 1 7"),
		"thrown sides":     change("d6 1 6", "6 1 6"),
		"thrown never":     change("throw 4 1", "throw 4 0"),
		"too large":        strings.Repeat(" ", MaxProof) + good,
	} {
		if _, err := ParseProof(text); !errors.Is(err, ErrProof) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"", "no block", "  " + proofMark + " indented", "| " + good} {
		if _, err := ParseProof(text); !errors.Is(err, ErrNoProof) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func FuzzParseProof(f *testing.F) {
	f.Add(fullProof().String())
	f.Add("> keryx-proof-1 a\n> body 1 9 x")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseProof(text)
		if err != nil && !errors.Is(err, ErrProof) && !errors.Is(err, ErrNoProof) {
			t.Fatalf("an error of no kind: %v", err)
		}
		if err != nil {
			return
		}
		again, err := ParseProof(p.String())
		if err != nil {
			t.Fatalf("what was read cannot be written and read: %v\n%s", err, p)
		}
		if again.String() != p.String() {
			t.Fatalf("read twice:\n%s\n%s", p, again)
		}
	})
}

// TestShowEntry keeps the salt and the body of a closed entry back.
func TestShowEntry(t *testing.T) {
	e := adjudicator.Entry{Game: "tin-7", Kind: adjudicator.Ordered, Side: "west", Time: noon, Body: []byte("secret orders"), Salt: [32]byte{1}}.Follow(adjudicator.Entry{})
	closed := ShowEntry(e, false)
	if closed.Open || closed.Salt != [32]byte{} || closed.Body != nil {
		t.Errorf("a closed entry shows %+v", closed)
	}
	open := ShowEntry(e, true)
	if !open.Open || open.Salt != e.Salt || string(open.Body) != "secret orders" || open.Digest != e.Digest() || open.Hash != e.Hash {
		t.Errorf("an open entry shows %+v", open)
	}
}
