package templates

import (
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
)

// maxBriefs is how many events the summary at the top tells in a few words each,
// besides what it always tells.
const maxBriefs = 8

// lead is the opening: what the letter is, what it answers, and the story in
// short where the story is long.
func (b *builder) lead() []string {
	var paras []string
	switch {
	case len(b.r.Void) > 0 && b.r.Kind == Watched:
		paras = append(paras, b.Say("report.void-watched", "Count", len(b.r.Void), "Turns", b.r.Void))
	case len(b.r.Void) > 0 && b.r.Kind != Stale:
		paras = append(paras, b.Say("report.void", "Codes", b.r.Void))
	}
	paras = append(paras, append(b.missed(), b.opening()...)...)
	if b.r.Kind == Welcome && b.r.Observing != "" {
		paras = append(paras, b.Say("report.observing."+b.r.Observing, "After", b.After(b.r.ObservedAfter)))
	}
	if !b.r.Stopped.IsZero() {
		paras = append(paras, b.Phrase(b.r.Stopped))
	}
	if q := b.r.Question; q != nil && b.allWait() {
		paras = append(paras, b.Say("report.waits-asked", "Verbs", adjudicator.Keywords(q.Verbs)))
	}
	if b.tellsEnd() {
		if text := b.outcome(); text != "" {
			paras = append(paras, text)
		}
	}
	if !b.r.Re.Received.IsZero() {
		paras = append(paras, b.Say("report.re", "Received", b.WhenIn(b.r.Re.Received, b.r.Zone)))
	}
	if !b.r.Last.IsZero() {
		paras = append(paras, b.Phrase(b.r.Last))
	}
	if b.r.Passed {
		paras = append(paras, b.Say("report.passed", "Opponent", b.r.Opponent))
	}
	if b.r.NewStanding {
		paras = append(paras, b.Say("report.standing-taken", "Count", rulesIn(b.r.Standing), "Any", strings.TrimSpace(b.r.Standing) != "", "File", b.files.Orders))
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

// tellsEnd reports whether the letter is one that tells how the game ended, if it has.
func (b *builder) tellsEnd() bool { return b.r.Kind == GameOver || b.r.Kind == Watched }

// After says how long after the end of a turn something comes.
func (p *Printer) After(d time.Duration) string {
	const day = 24 * time.Hour
	switch hours := int(d.Round(time.Hour) / time.Hour); {
	case hours == 0:
		return p.Say("report.after.now")
	case d%day == 0:
		return p.Say("report.after.days", "Count", int(d/day))
	default:
		return p.Say("report.after.hours", "Count", hours)
	}
}

// purpose says what the letter is.
func (b *builder) purpose() string {
	key := "report.lead." + string(b.r.Kind)
	switch {
	case b.r.Kind == Reminder && b.r.Overdue && b.r.LastReminder:
		key += ".again.last"
	case b.r.Kind == Reminder && b.r.Overdue:
		key += ".again"
	case b.r.Kind == Reminder && b.overdue() && !b.r.Until.IsZero():
		key += ".late.default"
	case b.r.Kind == Reminder && b.overdue():
		key += ".late"
	case b.r.Kind == Reminder && b.r.Deadline.Sub(b.r.Now) > 24*time.Hour:
		key += ".half"
	case b.r.Kind == Reminder:
		key += ".last"
	case b.allWait():
		key += ".waiting"
	case b.noneDone() && b.r.NewStanding:
		key += ".standing"
	case b.noneDone():
		key += ".none"
	case b.r.Kind == Stale && len(b.r.Void) > 0:
		key += ".void"
	case (b.r.Kind == Stale || b.r.Kind == Asked) && b.r.Question == nil:
		key += ".idle"
	case b.r.Status != "" && b.Has(key+"."+b.r.Status):
		key += "." + b.r.Status
	}
	args := b.args()
	if b.r.Kind == Reminder {
		args = append(args, "Count", b.overdueFor(), "Until", b.WhenIn(b.r.Until, b.r.Zone))
	}
	return b.Say(key, args...)
}

// allWait reports whether nothing of the file that a receipt is for was carried out yet: it
// holds orders for later, and every answer that was given came from elsewhere.
func (b *builder) allWait() bool { return len(b.r.Waiting) > 0 && b.noneDone() }

// noneDone reports whether no order of the file that a receipt is for was carried out.
func (b *builder) noneDone() bool {
	own := func(a adjudicator.Answered) bool { return a.From == adjudicator.FromOrders }
	return b.r.Kind == Receipt && !slices.ContainsFunc(b.r.Answered, own)
}

// missed says first of all that a deadline has passed and the server has answered: for
// the reader, and then for his opponent.
func (b *builder) missed() (paras []string) {
	if all := b.r.Missed; len(all) > 0 {
		paras = append(paras, b.Say("report.missed", "Count", len(all), "Deadline", b.WhenIn(all[len(all)-1], b.r.Zone)))
	}
	if all := b.r.OtherMissed; len(all) > 0 && b.r.Side >= 0 {
		who := b.r.Opponent
		if who == "" {
			who = b.sideName(b.r.Side.Other())
		}
		paras = append(paras, b.Say("report.missed-other", "Count", len(all), "Who", who, "Deadline", b.WhenIn(all[len(all)-1], b.r.Zone)))
	}
	return paras
}

// tallies tell the turns that have ended in figures.
func (b *builder) tallies() (paras []string) {
	news := b.tally(b.r.News)
	for _, c := range b.r.Story {
		if text := b.tally(c.Tally); text != "" && text != news {
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

// summary tells in a paragraph what has happened. First and always comes what the
// sides have lost and won, in figures, and what the catalogue has under "KEY.first";
// then what it has a few words on ("KEY.brief"), with the movements ("KEY.minor") if
// there is room for them; and where it has none of these, the heads of the stories. What tells nothing by
// itself ("KEY.below") stands below only.
func (b *builder) summary() string {
	var first, briefs, all, heads []string
	if text := b.tally(b.r.News); text != "" {
		first = append(first, b.Say("report.news", "Text", text))
	}
	add := func(list *[]string, text string) {
		if text != "" && !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for _, c := range b.r.Story {
		for _, e := range c.Events {
			ph, ok := e.For(b.r.Side)
			if !ok || b.isReason(ph) {
				continue
			}
			add(&first, b.short(ph, ".first"))
			add(&briefs, b.short(ph, ".brief"))
			add(&all, b.short(ph, ".brief"))
			add(&all, b.short(ph, ".minor"))
			if told := !strings.HasPrefix(ph.Key, "kit.") && !b.Has(ph.Key+".below"); told && (e.Depth == 0 || heads == nil) {
				add(&heads, b.Phrase(ph)) // what the kit tells is how orders were answered
			}
		}
	}
	rest := all
	switch {
	case len(all) > maxBriefs && len(briefs) > 0:
		rest = briefs
	case len(all) == 0 && len(first) == 0:
		rest = heads
	}
	told, more := rest, 0
	if len(rest) > maxBriefs {
		told, more = rest[:maxBriefs-1], len(rest)-maxBriefs+1
	}
	told = append(first, told...)
	if len(told) == 0 {
		return ""
	}
	text := strings.Join(told, " ")
	if more > 0 {
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
