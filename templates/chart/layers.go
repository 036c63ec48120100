package chart

import (
	"image"
	"slices"

	"keryx/adjudicator"
)

// Paint draws the picture of [Theatre.Draw] as pixels, and the ground that it is drawn upon: what is the same in all turns
// and languages. Both are as large and have the same colours. The errors are those of Draw.
func (t *Theatre) Paint(v adjudicator.View, marks []adjudicator.Mark, o Options) (ground, whole *image.Paletted, err error) {
	sc, o, err := t.scene(v, marks, o)
	if err != nil {
		return nil, nil, err
	}
	if ground, err = t.pixels(scene{names: sc.names, bare: true}, o); err != nil {
		return nil, nil, err
	}
	whole, err = t.pixels(sc, o)
	return ground, whole, err
}

// pixels draws a scene, and returns it apart from the canvas, which is drawn on again.
func (t *Theatre) pixels(sc scene, o Options) (*image.Paletted, error) {
	s, err := t.draw(sc, o)
	if err != nil {
		return nil, err
	}
	defer s.release()
	img := *s.img
	img.Pix = slices.Clone(img.Pix)
	return &img, nil
}
