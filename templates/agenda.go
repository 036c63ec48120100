package templates

import (
	"time"

	"keryx/adjudicator"
)

// Calendar is how a player's games stand in time.
type Calendar struct {
	// Files tells that deadlines come to him as files for his calendar as well.
	Files bool
	// Feed is the private address that his calendar program may subscribe to.
	Feed  CalendarFeed
	Games []SeatTime
	// Challenges are those on ladders that wait for an answer, the most urgent first.
	Challenges []ChallengeTime
}

// FeedState is what is to be said of a private address of deadlines.
type FeedState string

// What is to be said of it; nothing if it is empty.
const (
	FeedMade FeedState = "made" // here it is
	FeedKept FeedState = "kept" // he was told it before
	FeedOff  FeedState = "off"  // he has none
	FeedNone FeedState = "none" // nobody can have one here
)

// CalendarFeed is a private address of a player's deadlines.
type CalendarFeed struct {
	State   FeedState
	Address string    // if it was made now
	Since   time.Time // if it was made before
}

// ChallengeTime is a challenge that waits for an answer.
type ChallengeTime struct {
	League, Rival string
	Until         time.Time
	Made          bool // by the reader: his rival has to answer
}

// SeatTime is how a seat stands in time, as its own player may know it.
type SeatTime struct {
	Game, Ruleset, Side string
	Paused              bool
	Until               time.Time // end of the pause; zero if none is set
	Club                string    // that the game was given to or came from, by its mail address; empty of a game that is simply here
	Gone                bool      // it does not go on here; if false, it does when that club has released it
	Deadline            time.Time // zero if nothing is asked
	Moved               Moved
	Reminders           []time.Time // that are still to come
	Answered            time.Time   // when the server answers for him if he is silent; zero if it does not, or if that is not known yet
	Overdue             bool
	Stands              time.Time // since when the clock stands still; zero if it runs
	HasBank             bool
	Bank                int // days left
	Tokens              int // extensions left
	HasTokens           bool
	Pledged             bool // an extension is to be used if the deadline passes
}

// calendar tells the reader how his games stand in time.
func (b *builder) calendar(c Calendar, zone *time.Location) []section {
	s := section{ID: "calendar", Title: b.Say("reply.head.calendar")}
	var items []item
	for _, g := range c.Games {
		items = append(items, b.seatTime(g, zone)...)
	}
	for _, c := range c.Challenges {
		key := "reply.calendar.challenge"
		if c.Made {
			key = "reply.calendar.challenge-made"
		}
		items = append(items, item{Text: b.Say(key, "League", clean(c.League), "Player", clean(c.Rival), "Until", b.WhenIn(c.Until, zone))})
	}
	if len(items) > 0 {
		s.Blocks = append(s.Blocks, block{Items: items})
	}
	key := "reply.calendar.files-off"
	if c.Files {
		key = "reply.calendar.files-on"
	}
	s.Blocks = append(s.Blocks, block{Para: b.Say(key)})
	if f := c.Feed; f.State != "" {
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.calendar.feed-"+string(f.State), "Since", b.WhenIn(f.Since, zone))})
		if f.State == FeedMade {
			s.Blocks = append(s.Blocks, block{Pre: f.Address}, block{Para: b.Say("reply.calendar.feed-secret")})
		}
	}
	return []section{s}
}

// pauseEnd writes when a pause ends; nothing if that is not set.
func (b *builder) pauseEnd(until time.Time, zone *time.Location) string {
	if until.IsZero() {
		return ""
	}
	return b.WhenIn(until, zone)
}

// seatTime tells of one seat: what is asked of it until when, and what it has beside that.
func (b *builder) seatTime(g SeatTime, zone *time.Location) []item {
	p := For(b.lang, g.Ruleset)
	args := []any{"Stands", b.WhenIn(g.Stands, zone), "Game", clean(g.Game), "Side", p.Term(adjudicator.Term{Kind: "side", ID: g.Side}), "Deadline", b.WhenIn(g.Deadline, zone), "Club", clean(g.Club), "Until", b.pauseEnd(g.Until, zone)}
	key := "reply.calendar.asked"
	switch {
	case g.Club != "" && g.Gone:
		key = "reply.calendar.gone"
	case g.Club != "":
		key = "reply.calendar.held"
	case g.Paused:
		key = "reply.calendar.paused"
	case g.Deadline.IsZero():
		key = "reply.calendar.free"
	case !g.Stands.IsZero():
		key = "reply.calendar.stands"
	case g.Overdue:
		key = "reply.calendar.overdue"
	}
	items := []item{{Text: b.Say(key, args...)}}
	under := func(key string, args ...any) {
		items = append(items, item{Depth: 1, Text: b.Say("reply.calendar."+key, args...)})
	}
	if len(g.Moved.Why) > 0 && !g.Paused {
		var why []string
		for _, key := range g.Moved.Why {
			why = append(why, b.Say("report.moved."+key))
		}
		items = append(items, item{Depth: 1, Text: b.Say("report.moved", "Was", b.WhenIn(g.Moved.Was, zone), "Why", b.join(why, "kit.and"))})
	}
	for _, at := range g.Reminders {
		under("reminder", "At", b.WhenIn(at, zone))
	}
	if !g.Answered.IsZero() {
		under("answered", "At", b.WhenIn(g.Answered, zone))
	}
	if g.HasBank {
		under("bank", "Count", g.Bank)
	}
	if g.HasTokens {
		under("tokens", "Count", g.Tokens)
	}
	if g.Pledged {
		under("pledged")
	}
	return items
}
