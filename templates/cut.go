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
