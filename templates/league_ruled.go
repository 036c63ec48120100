package templates

import "time"

// LeagueRuling tells a referee what his ruling in a league is to those whom it concerns, or would be.
type LeagueRuling struct {
	League, Name string
	Reason       string
	Preview      bool
	Entry        int // of the ledger; of a preview, the one that it would be
	Letters      []LeagueRead
}

// LeagueRead is a letter that somebody is sent by a ruling in a league.
type LeagueRead struct {
	Reader   string // name
	Occasion string
	Args     []any
	Part     LeaguePart
}

// mostRead is how many of the letters that follow from a ruling its referee reads.
const mostRead = 4

// leagueRuled shows a ruling in a league to the referee who gave it: each letter, the tables in the first
// alone.
func (b *builder) leagueRuled(r LeagueRuling, zone *time.Location) (out []section) {
	s := section{ID: "ruled", Title: b.Say("reply.head.ruled", "Game", r.League)}
	key := "reply.league-ruled"
	if r.Preview {
		key = "reply.league-previewed"
	}
	s.Blocks = append(s.Blocks, block{Para: b.Say(key, "League", r.League, "Entry", r.Entry, "Count", len(r.Letters))})
	if verse := lines(r.Reason, 60); len(verse) > 0 {
		s.Blocks = append(s.Blocks, block{Verse: verse})
	}
	out = append(out, s)
	for i, read := range r.Letters {
		if i == mostRead {
			more := section{ID: "ruled-more", Title: b.Say("reply.head.league-more")}
			more.Blocks = []block{{Para: b.Say("reply.league-more", "Count", len(r.Letters)-mostRead)}}
			return append(out, more)
		}
		part := read.Part
		if i > 0 {
			part.Tables, part.Fixtures, part.Rules = nil, nil, nil
		}
		args := append([]any{"League", part.ID, "Name", part.Name, "Mailbox", b.r.Mailbox, "Player", read.Reader}, read.Args...)
		one := section{ID: "ruled-read", Title: b.Say("reply.league-read", "Player", read.Reader)}
		one.Blocks = append(one.Blocks, block{Para: b.Say("league.lead."+read.Occasion, b.moments(args, zone)...)})
		for _, inner := range b.league(part, zone) {
			one.Blocks = append(one.Blocks, block{Head: inner.Title})
			one.Blocks = append(one.Blocks, inner.Blocks...)
		}
		out = append(out, one)
	}
	return out
}

// moments has the moments among arguments written for a reader.
func (b *builder) moments(args []any, zone *time.Location) []any {
	for i, arg := range args {
		if at, ok := arg.(time.Time); ok {
			args[i] = ""
			if !at.IsZero() {
				args[i] = b.WhenIn(at, zone)
			}
		}
	}
	return args
}
