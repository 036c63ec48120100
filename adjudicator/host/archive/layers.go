package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
)

// seenAs is the map that another one is laid upon: a view of the same turn in a language, and the layers that show it. With
// no language it is the bare ground.
type seenAs struct {
	view   adjudicator.View
	lang   string
	layers []string
}

// drawing is how a map is called, what it is for those who do not see it, and what it is laid upon.
type drawing struct {
	name, alt string
	under     seenAs
}

// groundName is the picture of a ground, and layerName what a map of a game shows upon what lies below, from the top of the site.
func groundName(file []byte) string {
	sum := sha256.Sum256(file)
	return "maps/ground/" + hex.EncodeToString(sum[:8]) + ".png"
}

func layerName(id, name, lang string) string {
	return fmt.Sprintf("maps/%s/layer-%s-%s.png", id, name, lang)
}

// putLayers draws a map upon the one under it, and writes the layers that are not there yet and the file that shows them together.
func (s *Site) putLayers(l language, c watch.Chronicle, t watch.ChronicleTurn, v adjudicator.View, d drawing, m *mapFile) error {
	ground, whole, err := reports.PaintMap(c.Rules, l.tag, v, t.Events, mapWidth)
	if err != nil {
		return err
	}
	below := ground
	if m.Layers = d.under.layers; d.under.lang == "" {
		file, err := pictureFile(ground)
		if err != nil {
			return err
		}
		m.Layers = []string{groundName(file)}
		if err := s.tree.put(m.Layers[0], file); err != nil {
			return err
		}
	} else if _, below, err = reports.PaintMap(c.Rules, d.under.lang, d.under.view, t.Events, mapWidth); err != nil {
		return err
	}
	top, err := upon(below, whole)
	if err != nil {
		return fmt.Errorf("the map of turn %d of %s: %w", t.Number, c.ID, err)
	}
	file, err := pictureFile(top)
	if err != nil {
		return err
	}
	layer := layerName(c.ID, d.name, l.tag)
	m.Layers = append(slices.Clip(m.Layers), layer)
	m.Width, m.Height = shown, whole.Rect.Dy()*shown/whole.Rect.Dx()
	if err := s.tree.put(layer, file); err != nil {
		return err
	}
	return s.tree.put(m.Map, together(*m, l, whole.Rect.Size()))
}

// errApart reports a map that is not as large as the one that it is laid upon.
var errApart = errors.New("two layers of a map differ in size or colours")

// upon leaves of a picture what is not as in the one below it.
func upon(below, whole *image.Paletted) (*image.Paletted, error) {
	if below.Rect != whole.Rect || len(below.Palette) != len(whole.Palette) || len(whole.Palette) > 255 {
		return nil, errApart
	}
	top := image.NewPaletted(whole.Rect, append(slices.Clip(whole.Palette), color.RGBA{}))
	through := uint8(len(whole.Palette))
	for y := range whole.Rect.Dy() {
		a, b, to := below.Pix[y*below.Stride:], whole.Pix[y*whole.Stride:], top.Pix[y*top.Stride:][:whole.Rect.Dx()]
		for x := range to {
			if to[x] = b[x]; a[x] == b[x] {
				to[x] = through
			}
		}
	}
	return top, nil
}

// pictureFile is a picture as a PNG file.
func pictureFile(img *image.Paletted) ([]byte, error) {
	var file bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, img)
	return file.Bytes(), err
}

// together is the file that shows the layers of a map upon each other, for whoever opens it by itself.
func together(m mapFile, l language, size image.Point) []byte {
	var file strings.Builder
	fmt.Fprintf(&file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" lang=\"%s\">\n<title>%s</title>\n",
		size.X, size.Y, size.X, size.Y, l.tag, html.EscapeString(m.Alt))
	for _, name := range m.Layers {
		fmt.Fprintf(&file, "<image href=\"%s%s\" width=\"%d\" height=\"%d\"/>\n", up(m.Map), name, size.X, size.Y)
	}
	file.WriteString("</svg>\n")
	return []byte(file.String())
}

// ground is the lowest layer, which tells nothing of a game; empty if there is no map.
func (m mapFile) ground() string {
	if len(m.Layers) == 0 {
		return ""
	}
	return m.Layers[0]
}

// Picture is the map itself, for a page.
func (m mapFile) Picture() mapFile { return m }
