package data

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
)

type blocksFile struct {
	Block []blockEntry `toml:"block"`
}

type blockEntry struct {
	Side      string       `toml:"side"`
	First     int          `toml:"first"`
	Type      string       `toml:"type"`
	Home      string       `toml:"home"`
	Class     string       `toml:"class"`
	Ashore    string       `toml:"ashore"`
	VC        []int        `toml:"vc"`
	Move      int          `toml:"move"`
	Elite     bool         `toml:"elite"`
	Barbarian bool         `toml:"barbarian"`
	Rebel     bool         `toml:"rebel"`
	Only      string       `toml:"only"`
	Source    board.Source `toml:"source"`
	VCSource  board.Source `toml:"vc_source"`
}

// loadBlocks reads the blocks, which stand in the order of their numbers.
func loadBlocks(fsys fs.FS, g *Game) error {
	var f blocksFile
	if err := board.ReadTOML(fsys, blocksName, &f); err != nil {
		return err
	}
	r := g.reading(blocksName)
	for _, e := range f.Block {
		key := fmt.Sprintf("block %s %d", e.Side, e.First)
		side := r.Side(key, e.Side)
		if e.First != len(g.Blocks[side])+1 {
			r.Fail(key+".first", board.ErrInvalid, fmt.Sprintf("%d comes next", len(g.Blocks[side])+1))
		}
		b := g.block(&r, key, side, e)
		for _, vc := range e.VC {
			if vc < 1 || vc > 4 {
				r.Fail(key+".vc", board.ErrInvalid, "a unit has 1 to 4 steps")
			}
			b.Number, b.VC = len(g.Blocks[side])+1, vc
			g.Blocks[side] = append(g.Blocks[side], b)
		}
		if len(g.Blocks[side]) > draw.Most {
			r.Fail(key, board.ErrInvalid, fmt.Sprintf("more than %d blocks", draw.Most))
		}
	}
	return r.Err
}

// block is what the units of an entry have in common.
func (g *Game) block(r *field.Reading, key string, side Side, e blockEntry) Block {
	r.Source(key, e.Source, e.VCSource)
	b := Block{Side: side, Home: g.Nation(e.Home), Move: e.Move, Elite: e.Elite, Barbarian: e.Barbarian, Rebel: e.Rebel,
		Source: e.Source, VCSource: e.VCSource}
	b.Arm = Arm(max(0, slices.Index(armIDs[:], e.Type)))
	r.Among(key+".type", []string{e.Type}, armIDs[:]...)
	b.Only = Only(max(0, slices.Index(onlyIDs, e.Only)))
	r.Among(key+".only", []string{e.Only}, onlyIDs...)
	b.Class = class(r, key+".class", e.Class)
	if b.Ashore = b.Class; (b.Arm == Fleet) != (e.Ashore != "") {
		r.Fail(key+".ashore", board.ErrInvalid, "of fleets, and of no others")
	} else if b.Arm == Fleet {
		b.Ashore = class(r, key+".ashore", e.Ashore)
	}
	if b.Move < 1 {
		r.Fail(key+".move", board.ErrInvalid, "a unit moves 1 zone or more")
	}
	if b.Home == None {
		r.Fail(key+".home", board.ErrUnknown, strconv.Quote(e.Home))
		return b
	}
	n := &g.Nations[b.Home]
	if b.Homes = n.Cities; b.Barbarian {
		b.Homes = n.Towns
	}
	if b.Homes.Empty() {
		r.Fail(key+".home", board.ErrInvalid, e.Home+" has no city, or no town, to raise it in")
	}
	b.Sicilian = b.Homes.Within(g.Map.Tagged(Sicily.String()))
	return b
}

// class reads "B1".
func class(r *field.Reading, key, s string) Class {
	if len(s) != 2 || s[0] < 'A' || s[0] > 'F' || s[1] < '1' || s[1] > '3' {
		r.Fail(key, board.ErrInvalid, strconv.Quote(s)+`, want a letter A to F and a power 1 to 3`)
		return Class{'A', 1}
	}
	return Class{s[0], int8(s[1] - '0')}
}

type cardsFile struct {
	Event []struct {
		ID         string       `toml:"id"`
		EN         string       `toml:"en"`
		FR         string       `toml:"fr"`
		Side       string       `toml:"side"`
		Lasting    bool         `toml:"lasting"`
		NewYear    *bool        `toml:"new_year"`
		Source     board.Source `toml:"source"`
		SideSource board.Source `toml:"side_source"`
	} `toml:"event"`
	Leader []struct {
		ID     string       `toml:"id"`
		EN     string       `toml:"en"`
		FR     string       `toml:"fr"`
		Side   string       `toml:"side"`
		Bonus  int          `toml:"bonus"`
		Source board.Source `toml:"source"`
	} `toml:"leader"`
	Card []cardEntry `toml:"card"`
}

type cardEntry struct {
	Number      int          `toml:"number"`
	Event       string       `toml:"event"`
	Leader      string       `toml:"leader"`
	Region      string       `toml:"region"`
	Extension   bool         `toml:"extension"`
	Coins       int          `toml:"coins"`
	Source      board.Source `toml:"source"`
	CoinsSource board.Source `toml:"coins_source"`
}

func loadCards(fsys fs.FS, g *Game) error {
	var f cardsFile
	if err := board.ReadTOML(fsys, cardsName, &f); err != nil {
		return err
	}
	r := g.reading(cardsName)
	var found []string
	g.Events = make([]EventFacts, events)
	for _, e := range f.Event {
		key := "event " + e.ID
		found = append(found, e.ID)
		r.Source(key, e.Source, e.SideSource)
		if i := slices.Index(eventIDs[:], e.ID); i >= 0 {
			g.Events[i] = EventFacts{e.ID, r.Names(key, e.EN, e.FR), maybeSide(&r, key, e.Side), e.Lasting,
				e.NewYear == nil || *e.NewYear, e.Source, e.SideSource}
		}
	}
	exactly(&r, "event", slices.Sorted(slices.Values(found)), slices.Sorted(slices.Values(eventIDs[:])))
	for _, e := range f.Leader {
		key := "leader " + e.ID
		if g.Leader(e.ID) != None {
			r.Fail(key, board.ErrDuplicate, "")
		}
		if e.Bonus < 0 || e.Bonus > 1 {
			r.Fail(key+".bonus", board.ErrInvalid, "0 or 1")
		}
		r.Source(key, e.Source)
		g.Leaders = append(g.Leaders, Leader{e.ID, r.Names(key, e.EN, e.FR), r.Side(key, e.Side), e.Bonus, None, e.Source})
	}
	for _, e := range f.Card {
		g.Cards = append(g.Cards, g.card(&r, e))
	}
	for _, l := range g.Leaders {
		if l.Card == None {
			r.Fail("leader "+l.ID, board.ErrMissing, "no card brings him")
		}
	}
	return r.Err
}

func (g *Game) card(r *field.Reading, e cardEntry) Card {
	key := fmt.Sprintf("card %d", e.Number)
	r.Source(key, e.Source, e.CoinsSource)
	if e.Number != len(g.Cards)+1 {
		r.Fail(key+".number", board.ErrInvalid, fmt.Sprintf("%d comes next", len(g.Cards)+1))
	}
	if e.Coins < 1 || e.Coins > 3 {
		r.Fail(key+".coins", board.ErrInvalid, "1 to 3")
	}
	r.Among(key+".event", []string{e.Event}, eventIDs[:]...)
	c := Card{Number: e.Number, Border: border(e.Number), Event: Event(max(0, slices.Index(eventIDs[:], e.Event))),
		Leader: None, Region: None, Extension: e.Extension, Coins: e.Coins, Source: e.Source, CoinsSource: e.CoinsSource}
	if (c.Event == NewLeader) != (e.Leader != "") {
		r.Fail(key+".leader", board.ErrInvalid, "of a leader's card, and of no other")
	} else if c.Event == NewLeader {
		c.Leader = g.leader(r, key+".leader", e.Leader)
		if g.Leaders[c.Leader].Card != None {
			r.Fail(key+".leader", board.ErrDuplicate, e.Leader)
		}
		g.Leaders[c.Leader].Card = len(g.Cards)
	}
	if e.Region != "" {
		if c.Region = g.Region(e.Region); c.Region == None {
			r.Fail(key+".region", board.ErrUnknown, strconv.Quote(e.Region))
		}
	}
	if revolt := c.Event == Revolt; revolt != (c.Extension || c.Region != None) {
		r.Fail(key+".region", board.ErrInvalid, "a revolt has a region or an extension, nothing else has")
	}
	return c
}

// leader is the index of a leader who is named; that of the first one if there is none such.
func (g *Game) leader(r *field.Reading, key, id string) int {
	i := g.Leader(id)
	if i == None {
		r.Fail(key, board.ErrUnknown, strconv.Quote(id))
		return 0
	}
	return i
}

// border is that of a card by its number (rule 3.0).
func border(number int) Border {
	switch {
	case number <= 11:
		return Gold
	case number <= 44:
		return Silver
	}
	return Bronze
}
