package orders

// ParseStanding reads standing orders alone, as [FormatStanding] writes them:
// the lines of a "standing" section without its heading and without a header.
func ParseStanding(text string) ([]Rule, []*Diagnostic) {
	p := parser{file: &File{}, first: map[keyword]int{kwStanding: 1}, section: kwStanding}
	r := reader{faults: &p.faults}
	p.lines = r.lines(text)
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		p.at++
		p.line(line)
	}
	return p.file.Standing, p.faults.sorted()
}

// FormatStanding writes standing orders in canonical form, with English keywords.
func FormatStanding(rules []Rule) string { return FormatStandingIn(rules, English) }

// FormatStandingIn is [FormatStanding] with the keywords of a language.
func FormatStandingIn(rules []Rule, language Language) string {
	w := formatter{language: language}
	for i := range rules {
		w.wrap("", rules[i].pieces(language))
	}
	return w.String()
}
