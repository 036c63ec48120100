package orders

import "strings"

// Tidy writes the text of an order file in its canonical form, with the keywords of
// the language that most of its own are in, its comments kept, and what stands behind
// its end mark. A comment on a line of its own goes with what follows it. It returns
// the faults of a text that cannot be read, and then nothing else.
func Tidy(text string) (string, []*Diagnostic) {
	f, found := Parse(text)
	if len(found) > 0 {
		return "", found
	}
	r := reader{faults: new(faults)}
	t := tidier{file: f, language: English, comments: map[int]string{}, above: map[int][]string{}}
	rest, _ := CutWords(text)
	t.survey(r.lines(rest))
	t.write()
	return t.String(), nil
}

// tidier writes a file with its comments.
type tidier struct {
	strings.Builder
	file     *File
	language Language
	comments map[int]string   // behind what stands on a line, by its number
	above    map[int][]string // on lines of their own, by the line they go with
	headings map[keyword]int  // lines of the sections
	foot     []string         // comments behind everything
}

// survey finds the comments, the headings and the language of the keywords.
func (t *tidier) survey(lines []SourceLine) {
	t.headings = map[keyword]int{}
	tongue := tongueCount{}
	var pending []string
	for _, line := range lines {
		if t.file.End > 0 && line.Number >= t.file.End {
			break
		}
		code, comment := splitComment(line.Text)
		if code == "" {
			if comment != "" {
				pending = append(pending, comment)
			}
			continue
		}
		if comment != "" {
			t.comments[line.Number] = comment
		}
		if pending != nil {
			t.above[line.Number], pending = pending, nil
		}
		if k, _, _ := leadingKeyword(code); (k == kwOrders || k == kwStanding) && t.headings[k] == 0 {
			t.headings[k] = line.Number
		}
		tongue.count(code)
	}
	t.foot = pending
	t.language = tongue.most()
}

// count notes of the keywords of a line in which language each is alone.
func (c tongueCount) count(code string) {
	k, word, _ := leadingKeyword(code)
	c.add(k, Fold(word))
	for _, word := range strings.FieldsFunc(Fold(code), func(r rune) bool { return strings.ContainsRune(" \t,;:", r) }) {
		c.add(innerKeywords[word], word)
	}
}

// tongueCount is how many keywords a file has of each language alone.
type tongueCount map[Language]int

// add notes a keyword, unless another language spells it alike.
func (c tongueCount) add(k keyword, fold string) {
	var of []Language
	for language, owned := range tongues.owned {
		if k != noKeyword && owned[fold] == k {
			of = append(of, Language(language))
		}
	}
	if len(of) == 1 {
		c[of[0]]++
	}
}

// most is the language of most of them, the first of several.
func (c tongueCount) most() (best Language) {
	for language := range tongues.tags {
		if c[Language(language)] > c[best] {
			best = Language(language)
		}
	}
	return best
}

// splitComment parts a line into what is read and its comment, "#" included.
func splitComment(line string) (code, comment string) {
	quoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == '#' && !quoted && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return strings.Trim(line[:i], " \t"), strings.TrimRight(line[i:], " \t")
		}
	}
	return strings.Trim(line, " \t"), ""
}

// write writes everything in canonical order.
func (t *tidier) write() {
	f := t.file
	for name, field := range f.Header.fields(t.language) {
		t.put("", []int{field.Span.Line}, func(w *formatter) { w.field(name, field.Value) })
	}
	if f.HasOrders || len(f.Groups) > 0 {
		t.section(kwOrders)
		for i := range f.Groups {
			t.group(&f.Groups[i])
		}
	}
	if f.HasStanding || len(f.Standing) > 0 {
		t.section(kwStanding)
		for i := range f.Standing {
			r := &f.Standing[i]
			t.put("  ", numbers(r.Source, r.Line), func(w *formatter) { w.wrap("  ", r.pieces(t.language)) })
		}
	}
	for _, comment := range t.foot {
		t.WriteString("  " + comment + "\n")
	}
	for _, w := range f.Words {
		t.WriteString(w.written(t.language))
	}
	if f.End > 0 {
		t.WriteString("--\n")
		for _, line := range f.Trailer {
			t.WriteString(line.Text + "\n")
		}
	}
}

func (t *tidier) section(k keyword) {
	t.WriteByte('\n')
	t.put("", []int{t.headings[k]}, func(w *formatter) { w.line(k.in(t.language)) })
}

func (t *tidier) group(g *Group) {
	indent := "  "
	if g.Phase != "" {
		t.put(indent, []int{g.Span.Line}, func(w *formatter) { w.phase(g) })
		indent += "  "
	}
	for i := range g.Statements {
		s := &g.Statements[i]
		t.put(indent, numbers(s.Source, s.Line), func(w *formatter) { w.wrap(indent, s.pieces()) })
	}
}

// put writes what stands on some lines of the file, the comments above them first,
// those behind them at its end.
func (t *tidier) put(indent string, lines []int, write func(w *formatter)) {
	w := formatter{language: t.language}
	write(&w)
	text := strings.TrimRight(w.String(), "\n")
	for _, n := range lines {
		for _, comment := range t.above[n] {
			t.WriteString(indent + comment + "\n")
		}
		if comment := t.comments[n]; comment != "" {
			text += "  " + comment
		}
		delete(t.above, n)
		delete(t.comments, n)
	}
	t.WriteString(text + "\n")
}

// numbers lists the lines that something stands on.
func numbers(source []SourceLine, first int) []int {
	if len(source) == 0 {
		return []int{first}
	}
	all := make([]int, len(source))
	for i, line := range source {
		all[i] = line.Number
	}
	return all
}
