package orders

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTidy: the canonical form keeps the comments, the language of the file and what
// follows its end mark.
func TestTidy(t *testing.T) {
	got, faults := Tidy(`# de Paul
Camp: athens   # le mien
partie  hel-7
répond  K7Q2-9XWM

ordres
# d'abord les points
dépenser   3   # tous
 phase b.3 encore  # la seconde
  # puis la flotte
  déplacer 2 x T10, \   # deux
    T4 par M5
ordres permanents
 # en mer
quand attaqué en mer : évader vers port sinon tenir   # par prudence
# rien d'autre
--
Paul # son téléphone
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := `partie  hel-7
# de Paul
camp    athens  # le mien
répond  K7Q2-9XWM

ordres
  # d'abord les points
  dépenser 3  # tous
  phase B.3 encore  # la seconde
    # puis la flotte
    déplacer 2x T10, T4 par M5  # deux

consignes
  # en mer
  quand attaqué en mer: évader vers port, sinon tenir  # par prudence
  # rien d'autre
--
Paul # son téléphone
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again, _ := Tidy(got); again != got {
		t.Errorf("tidied again it is\n%s", again)
	}
	english, _ := Tidy("game hel-7\nside athens\nanswers K7Q2-9XWM\norders\nstanding\nwhen attaqué: tenir\n")
	if _, faults := Parse(english); len(faults) > 0 || !cmp.Equal(english[:4], "game") {
		t.Errorf("an English file becomes %q, %v", english, faults)
	}
	if _, faults := Tidy("game hel-7\norders\n!"); len(faults) == 0 {
		t.Error("a file with faults was tidied")
	}
}
