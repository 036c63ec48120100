package chart

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"unicode/utf16"
)

// Measures of paper in points, of which an inch has 72.
const (
	a4Short   = 595.28
	a4Long    = 841.89
	pdfMargin = 28.35 // one centimetre
)

// pdfPage is a page to be written as a PDF (ISO 32000) of its own. It has no fonts, pictures
// or links, and the file no date, so that equal pages are equal bytes: nothing is left
// for a library to do but to number five objects.
type pdfPage struct {
	width, height float64 // points
	title, lang   string
	content       []byte
}

// file writes the PDF.
func (p pdfPage) file() ([]byte, error) {
	var pressed bytes.Buffer
	z, err := zlib.NewWriterLevel(&pressed, zlib.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("chart: sheet: %w", err)
	}
	if _, err := z.Write(p.content); err != nil {
		return nil, fmt.Errorf("chart: sheet: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("chart: sheet: %w", err)
	}
	var title []byte
	for _, unit := range append([]uint16{0xfeff}, utf16.Encode([]rune(p.title))...) {
		title = fmt.Appendf(title, "%04X", unit)
	}
	var f bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, f.Len())
		fmt.Fprintf(&f, "%d 0 obj\n", len(at))
		fmt.Fprintf(&f, format, args...)
		f.WriteString("\nendobj\n")
	}
	f.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	object("<</Type/Catalog/Pages 2 0 R/Lang(%s)/ViewerPreferences<</DisplayDocTitle true>>>>", p.lang)
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.2f %.2f]/Resources<<>>/Contents 4 0 R>>", p.width, p.height)
	object("<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream", pressed.Len(), pressed.Bytes())
	object("<</Title<%s>/Producer(Keryx)>>", title)
	start := f.Len()
	fmt.Fprintf(&f, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&f, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&f, "trailer\n<</Size %d/Root 1 0 R/Info 5 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return f.Bytes(), nil
}
