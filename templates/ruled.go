package templates

import (
	"slices"
	"time"

	"keryx/adjudicator"
)

// RulingGiven tells a referee what his ruling is to the players, or would be.
type RulingGiven struct {
	Game, Ruleset string
	Entry         int // of the ledger; 0 of a preview
	Sides         [2]adjudicator.Term
	Read          [2]Ruling // what each side reads
}

// ruled shows a ruling to the referee who gave it.
func (b *builder) ruled(r RulingGiven) section {
	own := builder{Printer: For(b.r.Lang, r.Ruleset)}
	s := section{ID: "ruled", Title: b.Say("reply.head.ruled", "Game", r.Game)}
	key := "reply.ruled"
	if r.Entry == 0 {
		key = "reply.previewed"
	}
	s.Blocks = append(s.Blocks, block{Para: b.Say(key, "Game", r.Game, "Entry", r.Entry)})
	for i, read := range r.Read {
		s.Blocks = append(s.Blocks, block{Head: b.Say("reply.ruled-side", "Side", own.Term(r.Sides[i]))})
		if verse := lines(read.Reason, 60); len(verse) > 0 {
			s.Blocks = append(s.Blocks, block{Verse: verse})
		}
		if items := own.items(read.Changes); items != nil {
			s.Blocks = append(s.Blocks, block{Items: items})
		}
	}
	return s
}

// Claim tells a player that his call for the referee has been taken.
type Claim struct {
	Game string
	N    int  // its number in the game
	Held bool // his deadline stands still meanwhile
	// The game is Paused, so that no time runs anyhow; or, if it is not Held, his deadline Runs on, since it was held before.
	Paused, Runs bool
	// Until is when it goes on in any case, if Held.
	Until time.Time

	Ruling int  // the ledger entry that an appeal is against; 0 of a claim
	Nobody bool // there is no second referee yet
}

// claim tells a player that his call for the referee, or his appeal, has been taken; nothing
// without one.
func (b *builder) claim(c *Claim, zone *time.Location) section {
	if c == nil {
		return section{}
	}
	id := "claim"
	if c.Ruling > 0 {
		id = "appeal"
	}
	s := section{ID: id, Title: b.Say("reply.head."+id, "Game", c.Game), Blocks: []block{{Para: b.Say("reply."+id, "N", c.N, "Game", c.Game, "Entry", c.Ruling, "Nobody", c.Nobody)}}}
	switch {
	case c.Held && c.Paused:
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.claim-paused", "Until", b.WhenIn(c.Until, zone))})
	case c.Held:
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.claim-held", "Until", b.WhenIn(c.Until, zone))})
	case c.Paused && c.Runs:
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.claim-paused-runs")})
	case c.Runs:
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.claim-runs")})
	}
	return s
}

// unsaid tells which words of a file that was not taken went to nobody.
func (b *builder) unsaid() section {
	if len(b.r.Unsaid) == 0 {
		return section{}
	}
	var blocks []block
	for i, kind := range b.r.Unsaid {
		if !slices.Contains(b.r.Unsaid[:i], kind) {
			blocks = append(blocks, block{Para: b.Say("report.unsaid." + kind)})
		}
	}
	return b.head("unsaid", blocks...)
}
