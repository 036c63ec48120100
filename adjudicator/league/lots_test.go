package league

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator/dice"
)

// drawn plays a short season whose lots come from a secret, a bid for a bid equal.
func drawn(t *testing.T) *player {
	t.Helper()
	secret := dice.Secret{1, 2, 3}
	source := LotsOf(secret, "spring")
	rules := swissRules(2, 0)
	rules.Twice, rules.Format = false, RoundRobin
	p := &player{t: t, rnd: rand.New(rand.NewPCG(3, 3)), state: &State{}}
	p.write(Opened, Opening{Rules: rules, Commitment: secret.Commitment()})
	for range 4 {
		p.join(0)
	}
	lots, err := p.state.DrawLots(source)
	if err != nil {
		t.Fatal(err)
	}
	p.write(Drawn, lots)
	for range 3 {
		pairs, _, err := p.state.Pair(0)
		if err != nil {
			t.Fatal(err)
		}
		p.write(Paired, pairs)
		for _, f := range pairs.Fixtures {
			o := Siding{Fixture: f.ID}
			for i, name := range []string{f.Home, f.Away} {
				b := SealedBid{Bid: Bid{Side: "athens", Price: 2}, Salt: dice.Head{byte(i)}}
				p.write(Sealed, Seal{f.ID, name, b.Digest()})
				o.Bids[i] = &b
			}
			if o.Sides, err = rules.Assign([2]Bid{o.Bids[0].Bid, o.Bids[1].Bid}, EvenLot(source, p.state.Head)); err != nil {
				t.Fatal(err)
			}
			p.write(Sided, o)
		}
	}
	p.results(1)
	closing, err := p.state.Close()
	if err != nil {
		t.Fatal(err)
	}
	closing.Secret = dice.Head(secret).String()
	p.write(Closed, closing)
	return p
}

// rawBody is a body as it stands in a ledger.
type rawBody []byte

func (b rawBody) MarshalJSON() ([]byte, error) { return b, nil }

func read[T any](t *testing.T, e Entry) (body T) {
	t.Helper()
	if err := json.Unmarshal(e.Body, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

// Anybody can draw all lots again from what is published, and read a ledger that was handed on.
func TestVerifyLots(t *testing.T) {
	p := drawn(t)
	text, err := MarshalLedger(p.ledger)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := ReadLedger(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Verify(entries)
	if err != nil || !a.Closed || a.Lots != 7 || a.Entries != len(p.ledger) {
		t.Errorf("%+v %v", a, err)
	}
	if a, err := Verify(entries[:len(entries)-1]); err != nil || a.Closed || a.Lots != 0 {
		t.Errorf("not closed: %+v %v", a, err)
	}
	for _, wrong := range []string{"", "{}", "not a ledger", string(text[:len(text)-20]), `{"league":"x","extra":1}`} {
		if got, err := ReadLedger([]byte(wrong)); err == nil {
			if _, err = Verify(got); err == nil {
				t.Errorf("%q is a ledger", wrong)
			}
		}
	}
}

// A server that draws otherwise than it committed itself to is found out, however well its chain
// is made.
func TestVerifyFindsOtherLots(t *testing.T) {
	for name, other := range map[string]func(e Entry) any{
		"another secret at the end": func(e Entry) any {
			if e.Kind != Closed {
				return nil
			}
			c := read[Closing](t, e)
			c.Secret = dice.Head{9}.String()
			return c
		},
		"other start numbers": func(e Entry) any {
			if e.Kind != Drawn {
				return nil
			}
			l := read[Lots](t, e)
			for name, place := range l.Lots {
				l.Lots[name] = 5 - place
			}
			return l
		},
	} {
		p, forged := drawn(t), &player{t: t, state: &State{}}
		var err error
		for _, e := range p.ledger {
			var body any = rawBody(e.Body)
			if changed := other(e); changed != nil {
				body = changed
			}
			if err = forged.try(e.Kind, body); err != nil {
				break
			}
		}
		if err == nil {
			_, err = Verify(forged.ledger)
		}
		if !errors.Is(err, ErrLots) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Verdicts that do not make the result, or are not three, are no part of one.
func TestVerdictsMakeTheResult(t *testing.T) {
	p := begun(t, swissRules(2, 0), 4)
	pairs, _, err := p.state.Pair(0)
	if err != nil {
		t.Fatal(err)
	}
	p.write(Paired, pairs)
	g := p.state.Open()[0]
	say := func(n, winner, level string) Verdict {
		return Verdict{Member: n, Winner: winner, Level: level, Why: "so"}
	}
	three := []Verdict{say("1", g.First, "total"), say("2", "", Draw), say("3", g.Second, "tactical")}
	res := Result{Game: g.ID, How: ByAdjudication, Winner: g.First, Level: "total", Verdicts: three}
	if err := p.try(Ended, res); !errors.Is(err, ErrResult) {
		t.Errorf("not the middle one: %v", err)
	}
	res.Winner, res.Level = "", Draw
	res.Verdicts = three[:2]
	if err := p.try(Ended, res); !errors.Is(err, ErrResult) {
		t.Errorf("two: %v", err)
	}
	res.Verdicts = slices.Clone(three)
	p.write(Ended, res)
}
