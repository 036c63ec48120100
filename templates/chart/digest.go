package chart

import (
	"encoding/hex"

	"keryx/adjudicator"
)

// Edition changes whenever the same scene is drawn otherwise, so that pictures that are kept
// are drawn again.
const Edition = "3"

// Digest tells what [Theatre.Draw] would draw from what it would draw otherwise, without
// drawing: two pictures of one board with the same digest are the same. The errors are those of Draw.
func (t *Theatre) Digest(v adjudicator.View, marks []adjudicator.Mark, o Options) (string, error) {
	sc, o, err := t.scene(v, marks, o)
	if err != nil {
		return "", err
	}
	sum := t.madeOf(sc, o)
	return Edition + "-" + hex.EncodeToString(sum[:12]), nil
}
