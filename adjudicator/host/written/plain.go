package written

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// PlainAsked takes what people write around a request out of a text: the letter that they quote, the
// greeting above the first line that asks for something, and closing words below the last. Lines keep
// their numbers. A text that holds an order file, or means to, is left alone but for a greeting above
// the word that asks for a check.
func PlainAsked(text string) (plain string, aside []orders.Aside) {
	if len(text) > orders.MaxText {
		return text, nil
	}
	was := strings.SplitAfter(text, "\n")
	if MeansFile(was) {
		return aboveCheck(text, was)
	}
	p := orders.Unquote(text)
	lines := strings.SplitAfter(p.Text, "\n")
	first := firstAsked(lines)
	if first < 0 {
		return text, nil
	}
	last := lastAsked(lines, first)
	out := slices.Clone(lines)
	ended := false
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		if ended = ended || i >= first && orders.IsEnd(bare); ended {
			break // nothing of that is read
		}
		if bare == "" || i >= first && i < last || i < first && isBinding(line) {
			continue
		}
		p.Aside = addAside(p.Aside, i, line)
		out[i] = lineEnd(line)
	}
	slices.SortStableFunc(p.Aside, func(a, b orders.Aside) int { return a.Line - b.Line })
	return strings.Join(out, ""), p.Aside
}

// RulingAside is what is set aside of a ruling: what is quoted from another letter, and what stands
// below the line that ends it. Orders that are given for a side go on to the end.
func RulingAside(text string) (aside []orders.Aside) {
	p := orders.Unquote(text)
	aside = p.Aside
	ended := false
	n := 0
	for line := range strings.Lines(p.Text) {
		n++
		words := SplitWords(strings.TrimRight(line, " \t\r\n"), n)
		switch {
		case ended:
			if strings.TrimSpace(line) != "" {
				aside = addAside(aside, n-1, line)
			}
		case len(words) > 0 && rulingActs[strings.TrimRight(orders.Fold(words[0].Text), ":=")] == ActAnswer:
			return aside
		default:
			ended = orders.IsEnd(strings.TrimRight(line, " \t\r\n"))
		}
	}
	slices.SortStableFunc(aside, func(a, b orders.Aside) int { return a.Line - b.Line })
	return aside
}

// WithoutLines is a text without the lines that were set aside of it.
func WithoutLines(text string, aside []orders.Aside) string {
	if len(aside) == 0 {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for _, a := range aside {
		for i := range a.Lines {
			if at := a.Line + i - 1; at >= 0 && at < len(lines) {
				lines[at] = lineEnd(lines[at])
			}
		}
	}
	return strings.Join(lines, "")
}

// lineEnd is the end of a line of which nothing is left.
func lineEnd(line string) string {
	if strings.HasSuffix(line, "\n") {
		return "\n"
	}
	return ""
}

// addAside adds a line to what is set aside; comments go without a word.
func addAside(aside []orders.Aside, i int, line string) []orders.Aside {
	bare := strings.TrimRight(line, " \t\r\n")
	if strings.HasPrefix(strings.TrimSpace(bare), "#") {
		return aside
	}
	if n := len(aside) - 1; n >= 0 && !aside[n].Quoted && aside[n].Line+len(aside[n].Lines) == i+1 {
		aside[n].Lines = append(aside[n].Lines, bare)
		return aside
	}
	return append(aside, orders.Aside{Line: i + 1, Lines: []string{bare}})
}

// MeansFile reports whether any line that is not quoted belongs to an order file alone.
func MeansFile(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		if orders.IsHeading(strings.Trim(line, " \t\r\n\ufeff")) {
			return true
		}
		words := strings.Fields(orders.Fold(line))
		return len(words) == 2 && slices.Contains([]string{"answers", "answer", "repond", "reponse"}, strings.TrimRight(words[0], ":="))
	})
}

// aboveCheck sets aside what stands above the word that asks for a check of the file below it.
func aboveCheck(text string, lines []string) (string, []orders.Aside) {
	named := slices.IndexFunc(lines, func(line string) bool { return orders.GameNamed(line) != "" })
	for i := range max(named, 0) {
		words := SplitWords(strings.TrimRight(lines[i], " \t\r\n"), i+1)
		if len(words) != 1 || !slices.Contains(CheckWords, orders.Fold(words[0].Text)) {
			continue
		}
		var aside []orders.Aside
		out := slices.Clone(lines)
		for n, line := range lines[:i] {
			if strings.TrimSpace(line) != "" && !isBinding(line) && !strings.HasPrefix(orders.Fold(strings.TrimSpace(line)), "keryx ") {
				aside, out[n] = addAside(aside, n, line), lineEnd(line)
			}
		}
		return strings.Join(out, ""), aside
	}
	return text, nil
}

// isBinding reports whether a line says which server a text is for, or when it was written.
func isBinding(line string) bool {
	_, ok := orders.ReadBinding(line, true)
	return ok
}

// maxLead is above how many lines a request may be looked for.
const maxLead = 40

// firstAsked returns the index of the first line that asks for something; -1 if there is none.
func firstAsked(lines []string) int {
	if reads(strings.Join(lines, "")) {
		return 0
	}
	for i, line := range lines[:min(len(lines), maxLead)] {
		words := SplitWords(strings.TrimRight(line, " \t\r\n"), i+1)
		if len(words) == 0 || isBinding(line) {
			continue
		}
		if asks(words) && reads(strings.Repeat("\n", i)+strings.Join(lines[i:], "")) {
			return i
		}
	}
	return -1
}

// asks reports whether a line begins with a word that something is asked with, and is short enough
// to be no sentence.
func asks(words []Word) bool {
	first := strings.TrimRight(orders.Fold(words[0].Text), ":=")
	switch {
	case ClaimHeads[first], AppealHeads[first], first == "keryx":
		return true
	case RequestHeads[first] != "":
		return len(words) == 2 && (RequestHeads[first] != "game" || orders.GameNamed("game "+words[1].Text) != "")
	}
	_, said := orders.CutWords(words[0].Source)
	most := 6
	if RequestVerbs[first] == "odds" && slices.ContainsFunc(words, func(w Word) bool { return strings.ContainsAny(w.Text, "0123456789") }) {
		most = 20 // a roll is described at length, and with its numbers
	}
	return len(said) > 0 || (RequestVerbs[first] != "" || leagueWords[first] != "") && len(words) <= most
}

// reads reports whether a text is a claim, words to people or requests, from its first line on.
func reads(text string) bool {
	_, text = orders.CutBinding(text)
	if _, _, ok := ReadClaim(text); ok {
		return true
	}
	if _, ok := ReadWords(text); ok {
		return true
	}
	_, ok := ReadRequests(text)
	return ok
}

// lastAsked returns the index behind the last line that may ask for something: an empty line and
// words with which nothing is asked may follow. What is said to people goes on to the end.
func lastAsked(lines []string, first int) int {
	_, rest := orders.CutBinding(strings.Repeat("\n", first) + strings.Join(lines[first:], ""))
	if _, _, ok := ReadClaim(rest); ok {
		return len(lines)
	}
	if _, ok := ReadWords(rest); ok {
		return len(lines)
	}
	last := first
	for i := first; i < len(lines); i++ {
		bare := strings.TrimSpace(lines[i])
		if orders.IsEnd(bare) {
			break // the reading stops there
		}
		words := Unquoted(SplitWords(strings.TrimRight(lines[i], " \t\r\n"), i+1))
		if len(words) == 0 {
			continue
		}
		head := strings.TrimRight(orders.Fold(words[0].Text), ":=")
		if isBinding(lines[i]) || RequestHeads[head] != "" || head == "keryx" || NearestAsked(words[0].Text) != "" || LooksLikeOrder(bare) {
			last = i
		}
	}
	for last++; last < len(lines) && strings.TrimSpace(lines[last]) != ""; last++ {
	}
	return last
}

// LooksLikeOrder reports whether a line that stands outside the signed text of
// a mail would be an order of some game if it stood inside. Its author then
// believes that he has ordered more than he signed.
func LooksLikeOrder(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > 200 {
		return false
	}
	file, faults := orders.Parse("game x-1\nside x\nanswers AAAA-AAAA\norders\n" + line + "\n")
	if len(faults) > 0 || len(file.Groups) != 1 || len(file.Groups[0].Statements) != 1 {
		return false
	}
	statement := &file.Groups[0].Statements[0]
	for _, name := range adjudicator.Rulesets() {
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			continue
		}
		if _, _, faults := adjudicator.ReadOrder(rules, statement); len(faults) == 0 {
			return true
		}
	}
	return false
}
