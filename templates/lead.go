package templates

import (
	"slices"
	"strings"

	"keryx/adjudicator"
)

// maxHeadlines is how many events the summary at the top tells, maxBriefs how many if
// a few words do for each.
const (
	maxHeadlines = 4
	maxBriefs    = 8
)

// lead is the opening: what the letter is, what it answers, and the story in
// short where the story is long.
func (b *builder) lead() []string {
	paras := b.opening()
	if !b.r.Re.Received.IsZero() {
		paras = append(paras, b.Say("report.re", "Received", b.WhenIn(b.r.Re.Received, b.r.Zone)))
	}
	if !b.r.Refusal.IsZero() {
		paras = append(paras, b.Phrase(b.r.Refusal))
		if mend := (adjudicator.Phrase{Key: b.r.Refusal.Key + ".mend", Args: b.r.Refusal.Args}); b.Has(mend.Key) {
			paras = append(paras, b.Phrase(mend))
		}
		if hint := b.hint(); hint != "" {
			paras = append(paras, hint)
		}
	}
	if summary := b.summary(); summary != "" {
		paras = append(paras, summary)
	}
	return append(paras, b.tallies()...)
}

// tallies tell the turns that have ended in figures.
func (b *builder) tallies() (paras []string) {
	for _, c := range b.r.Story {
		if text := b.tally(c.Tally); text != "" {
			paras = append(paras, b.Say("report.tally", "Turn", c.Turn, "Text", text))
		}
	}
	return paras
}

// tally makes one sentence of the parts of both sides, without its full stop.
func (b *builder) tally(parts []adjudicator.Phrase) string {
	return strings.Join(texts(parts, b.Phrase), b.Say("report.tally-and"))
}

// hint tells how to send it from the program that the mail came from, where that
// makes a difference: the refusal names the text by its argument "Hint".
func (b *builder) hint() string {
	args := b.r.Refusal.Args
	for i := 0; i+1 < len(args); i += 2 {
		if topic, ok := args[i+1].(string); ok && args[i] == "Hint" && b.Has("hint."+topic) {
			return b.Say("hint." + topic)
		}
	}
	return ""
}

// summary tells a report in a paragraph: what its events come to, for those that the
// catalogue has a word on ("KEY.brief"), with the movements ("KEY.minor") if there is
// room for them; or else the heads of its stories.
func (b *builder) summary() string {
	var heads, briefs, all []string
	told := 0
	for _, c := range b.r.Story {
		for _, e := range c.Events {
			ph, ok := e.For(b.r.Side)
			if !ok {
				continue
			}
			told++
			if e.Depth == 0 {
				heads = append(heads, b.Phrase(ph))
			}
			if text := b.short(ph, ".brief"); text != "" && !slices.Contains(briefs, text) {
				briefs, all = append(briefs, text), append(all, text)
			}
			if text := b.short(ph, ".minor"); text != "" && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	most := maxHeadlines
	switch {
	case told <= maxHeadlines:
		return ""
	case len(briefs) > 0 && len(all) > maxBriefs:
		heads, most = briefs, maxBriefs
	case len(all) > 0:
		heads, most = all, maxBriefs
	case len(b.tallies()) > 0 || len(heads) == 0 || len(heads) == told:
		return ""
	}
	text := strings.Join(heads[:min(len(heads), most)], " ")
	if more := len(heads) - most; more > 0 {
		text += " " + b.Say("report.more", "Count", more)
	}
	return b.Say("report.summary", "Text", text)
}

// short is a phrase in a few words, if the catalogue has them.
func (b *builder) short(ph adjudicator.Phrase, suffix string) string {
	if !b.Has(ph.Key + suffix) {
		return ""
	}
	return b.Phrase(adjudicator.Phrase{Key: ph.Key + suffix, Args: ph.Args})
}
