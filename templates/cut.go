package templates

import "strings"

// The order file of a letter stands between two lines that begin and end so. They are
// comments of the order language: whoever copies them along does no harm.
const (
	cutBefore = "# 8< ---"
	cutBehind = "--- >8 #"
)

// cutLine is the mark above and below the order file.
func cutLine(words string) string {
	fill := strings.Repeat("-", max(0, (columns-len(cutBefore)-len(cutBehind)-2-width(words))/2))
	return cutBefore + fill + " " + words + " " + fill + cutBehind
}

func isCutLine(line string) bool {
	return strings.HasPrefix(line, cutBefore) && strings.HasSuffix(line, cutBehind)
}

// OrderFile cuts the order file out of the plain text of a letter: what stands
// between the two marks. It reports false if there is none.
func OrderFile(text string) (string, bool) {
	var file []string
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case isCutLine(line) && inside:
			return strings.Join(file, "\n") + "\n", true
		case isCutLine(line):
			inside = true
		case inside:
			file = append(file, line)
		}
	}
	return "", false
}

// Section cuts a section out of the plain text of a letter: its heading, whose title is
// given in either case, and what follows up to the next heading. It reports false if
// the letter has none of that title.
func Section(text, title string) (string, bool) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	var section []string
	for i, line := range lines {
		if i+1 < len(lines) && isUnderline(lines[i+1], line) {
			if section != nil {
				break
			}
			if strings.EqualFold(strings.TrimSpace(line), title) {
				section = []string{}
			}
		}
		if section != nil {
			section = append(section, line)
		}
	}
	return strings.TrimSpace(strings.Join(section, "\n")), section != nil
}

// isUnderline reports whether a line is the mark under a heading; see [underline].
func isUnderline(line, title string) bool {
	return title != "" && line != "" && strings.Trim(line, "=") == "" && width(line) == width(title)
}
