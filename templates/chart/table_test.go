package chart

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"

	"keryx/adjudicator"
)

func TestText(t *testing.T) {
	got, err := theatre().Text(stand(t, opening+"M8 athens T10 T10 T4w Alcibiade\nT22 sparta C5+w\n"), Options{Lang: "en", Names: nameIn("en")})
	if err != nil {
		t.Fatal(err)
	}
	want := `Ports
  Sestos                athens    T10, T4, 2×T2, H3, P2
  Abydos                sparta    T10, T4, T2, H3, P2
  Cardia                athens    P2
  Cyzicus               sparta    P4
Open sea
  M8 Mouth of the Prop… athens    2×T10, T2 (weakened), Alcibiades++
Land
  T22 Country of Abydos sparta    C3+ (weakened)
Bases
  B1 Byzantium          sparta    2×T4
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if empty, err := theatre().Text(adjudicator.View{}, Options{Lang: "fr"}); err != nil || empty != "Aucune force.\n" {
		t.Errorf("%q, %v", empty, err)
	}
	if _, err := theatre().Text(adjudicator.View{Zones: []adjudicator.ZoneView{{Zone: adjudicator.Term{ID: "T99"}}}}, Options{}); !errors.Is(err, ErrUnknownZone) {
		t.Errorf("unknown zone: %v", err)
	}
}

func TestTextIsNarrow(t *testing.T) {
	for _, names := range []func(adjudicator.Term) string{nameIn("fr"), func(adjudicator.Term) string { return strings.Repeat("Χερσόνησος ", 9) }} {
		text, err := theatre().Text(stand(t, midgame), Options{Lang: "fr", Names: names})
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.Lines(text) {
			if n := runewidth.StringWidth(strings.TrimSuffix(row, "\n")); n > textColumns {
				t.Errorf("%d columns: %s", n, row)
			}
		}
	}
}
