// Package wordtest looks in what people read, pages, letters and lines of the shell, for what only the program
// should see: values as Go prints them, and texts that were never filled in. The tests of all packages that write
// such texts use it on everything that they write.
package wordtest

import (
	"fmt"
	"strings"

	"keryx/orders/pattern"
)

// marks are what no text for people holds: a printed map or pointer, nothing as Go prints it, a verb of a format
// without its value or with one of a wrong type, a field of a template, and the key of a text that no catalogue has.
var marks = pattern.New(`map\[|<nil>|&lt;nil&gt;|%!|\{\{|&\{[^ ]|‹|<no value>|\(nil\)`)

// Find returns what a text holds of that, each with some words around it; none if it is fit to be read.
func Find(text string) (found []string) {
	for _, at := range marks.FindAllStringIndex(text, -1) {
		from, to := max(0, at[0]-60), min(len(text), at[1]+60)
		found = append(found, fmt.Sprintf("%q", strings.ToValidUTF8(text[from:to], "")))
	}
	return found
}

// Raw returns the text of a mail as it travels, with the lines of quoted-printable joined and the letters beyond
// ASCII that [Find] looks for put back. What is encrypted or in base64 stays as it is.
func Raw(mail []byte) string {
	return strings.NewReplacer("=\r\n", "", "=\n", "", "=E2=80=B9", "‹", "=7B", "{", "=3D", "=").Replace(string(mail))
}
