// Package picture makes the pictures of an archive: layers that lie upon each other, and films.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
)

// ErrApart reports a map that is not as large as the one that it is laid upon.
var ErrApart = errors.New("two layers of a map differ in size or colours")

// Upon leaves of a picture what is not as in the one below it.
func Upon(below, whole *image.Paletted) (*image.Paletted, error) {
	if below.Rect != whole.Rect || len(below.Palette) != len(whole.Palette) || len(whole.Palette) > 255 {
		return nil, ErrApart
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

// File is a picture as a PNG file.
func File(img *image.Paletted) ([]byte, error) {
	var file bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, img)
	return file.Bytes(), err
}

// Together is the file (SVG) that shows layers upon each other, the lowest first, for whoever opens it by itself.
func Together(layers []string, title, lang string, size image.Point) []byte {
	var file strings.Builder
	fmt.Fprintf(&file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" lang=\"%s\">\n<title>%s</title>\n",
		size.X, size.Y, size.X, size.Y, lang, html.EscapeString(title))
	for _, name := range layers {
		fmt.Fprintf(&file, "<image href=\"%s\" width=\"%d\" height=\"%d\"/>\n", html.EscapeString(name), size.X, size.Y)
	}
	file.WriteString("</svg>\n")
	return []byte(file.String())
}
