package templates

import (
	"slices"
	"strings"
)

// Notice lays the text of a notice out for a mail: prose in lines of [columns], and below it which game
// it is about, if any, and where orders go. Lines that are indented or stand alone already, such as a text that is to be
// signed, stay as they are, and so do those with a word that fits into no line: an address is copied whole.
func (p *Printer) Notice(text, game, mailbox string) string {
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if width(line) > columns && !strings.HasPrefix(line, " ") && !slices.ContainsFunc(strings.Fields(line), func(w string) bool { return width(w) > columns }) {
			line = strings.Join(wrap(line, columns), "\n")
		}
		out.WriteString(line + "\n")
	}
	if game != "" && mailbox != "" {
		foot := p.Say("report.footer", "Game", game, "Mailbox", mailbox)
		out.WriteString("\n" + strings.Join(wrap(foot, columns), "\n") + "\n")
	}
	return out.String()
}
