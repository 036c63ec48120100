package templates

import (
	"strings"
	"time"
)

// Moved tells why a deadline is later than the answer time of its game makes it.
type Moved struct {
	Was time.Time // what it would be if every moment were allowed
	Why []string  // keys of the catalogues behind "report.moved."
}

// moved says why the deadline has moved, and that it will move until the letter leaves; nothing if
// neither is so.
func (b *builder) moved() string {
	said := b.movedForward()
	if b.r.Away {
		said = strings.TrimSpace(said + " " + b.Say("report.away"))
	}
	return said
}

func (b *builder) movedForward() string {
	if len(b.r.Moved.Why) == 0 {
		return ""
	}
	var why []string
	for _, key := range b.r.Moved.Why {
		why = append(why, b.Say("report.moved."+key))
	}
	return b.Say("report.moved", "Was", b.WhenIn(b.r.Moved.Was, b.r.Zone), "Why", b.join(why, "kit.and"))
}

// OtherGame is one of the other games that wait for a reader.
type OtherGame struct {
	Game, Ruleset string
	Deadline      time.Time
}

// maxOthers is how many other games are listed.
const maxOthers = 30

// others lists the reader's other games that wait for him.
func (b *builder) others() section {
	if len(b.r.Others) == 0 {
		return section{}
	}
	var items []item
	for _, o := range b.r.Others[:min(len(b.r.Others), maxOthers)] {
		key := "report.other.until"
		if !b.r.Now.IsZero() && !b.r.Now.Before(o.Deadline) {
			key = "report.other.late"
		}
		items = append(items, item{Text: b.Say(key, "Game", clean(o.Game), "Name", For(b.r.Lang, o.Ruleset).Say(o.Ruleset+".name"), "Deadline", b.WhenIn(o.Deadline, b.r.Zone))})
	}
	return b.head("others", block{Items: items})
}

// overdueFor is how many whole days ago the deadline passed.
func (b *builder) overdueFor() int { return int(b.r.Now.Sub(b.r.Deadline) / (24 * time.Hour)) }
