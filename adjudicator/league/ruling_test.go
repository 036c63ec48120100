package league

import (
	"errors"
	"testing"
	"time"

	"keryx/adjudicator/dice"
)

// A ruling stands in the ledger with what it does and why, or not at all; its digest changes with the
// key, the text and the salt.
func TestRulingEntry(t *testing.T) {
	signed := SignedRuling{Key: "SHA256:abc", Text: "league spring\nruling\nannul 1-1-1-1\n", Salt: dice.Head{1}}
	for _, other := range []SignedRuling{{signed.Key + "d", signed.Text, signed.Salt}, {signed.Key, signed.Text + " ", signed.Salt}, {signed.Key, signed.Text, dice.Head{2}}} {
		if other.Digest() == signed.Digest() {
			t.Errorf("%+v has the same digest", other)
		}
	}
	for _, tt := range []struct {
		body Ruling
		want error
	}{
		{Ruling{Act: "annul", Reason: "Both were ill.", Digest: signed.Digest()}, nil},
		{Ruling{Act: "annul", Digest: signed.Digest()}, ErrOrder},
		{Ruling{Reason: "Both were ill.", Digest: signed.Digest()}, ErrOrder},
	} {
		s := &State{Entrants: map[string]*Entrant{}}
		e, err := NewEntry("spring", Entry{}, Ruled, time.Now(), tt.body)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(e); !errors.Is(err, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.body, err, tt.want)
		}
	}
}
