package data

import (
	"testing"
)

func TestEmbeddedDataLoad(t *testing.T) {
	g, err := Load(embedded)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(g.Provinces); n != 68 {
		t.Errorf("%d provinces, want 68", n)
	}
	for i := range g.Scenarios {
		s := &g.Scenarios[i]
		t.Log(s.ID, s.Years(), s.Deck.Len(), s.Blocks[0].Len(), s.Blocks[1].Len(), s.Pool[0].Len(), s.Pool[1].Len(), s.Neutral.Len())
	}
}
