package hellenes

import (
	"fmt"
	"strconv"
	"strings"

	"keryx/adjudicator/cases"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

func (w words) putLeft() error {
	text, err := w.one()
	if err == nil {
		w.g.Left[w.side], err = strconv.Atoi(text)
	}
	return err
}

func (w words) leftOver() (string, error) { return strconv.Itoa(w.g.Left[w.side]), nil }

func (w words) putSeason() error {
	text, err := w.one()
	for i := range data.Seasons {
		if i.String() == text {
			w.g.Season = int(i)
			return err
		}
	}
	return fmt.Errorf("there is no season %q", text)
}

func (w words) season() (string, error) { return data.Season(w.g.Season).String(), nil }

// block is one that a line names with its steps, "14/3", or at full strength.
func (w words) block(text string) (p fog.Piece, vc int8, err error) {
	id, steps, parted := strings.Cut(text, "/")
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 || n > ground.Blocks {
		return 0, 0, fmt.Errorf("there is no block %q", text)
	}
	p = fog.Piece(n - 1)
	vc = int8(w.g.Block(w.side, p).VC)
	if parted {
		k, err := strconv.Atoi(steps)
		if err != nil || k < 1 || k > int(vc) {
			return 0, 0, fmt.Errorf("block %s has 1 to %d steps", id, vc)
		}
		vc = int8(k)
	}
	return p, vc, nil
}

// full are the blocks of a line with their steps written out.
func (w words) full() (all []string, err error) {
	for _, text := range w.values {
		p, vc, err := w.block(text)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%d/%d", p+1, vc))
	}
	return all, nil
}

func (w words) putStand() error {
	for _, text := range w.values {
		p, vc, err := w.block(text)
		if err != nil {
			return err
		}
		w.g.Where[w.side][p], w.g.VC[w.side][p] = w.zone, vc
	}
	if w.g.Rules.Sea(w.zone) {
		w.g.Embark(w.side, w.g.In(w.side, w.zone), nil)
	}
	return nil
}

func (w words) putInside() error {
	for _, text := range w.values {
		p, _, err := w.block(text)
		if err != nil {
			return err
		}
		w.g.Flat[w.side].Add(p)
	}
	return w.putStand()
}

func (w words) list(names fog.Set) string {
	var all []string
	for who := w.g.Pieces(w.side, names); who != 0; {
		p := who.Pop()
		all = append(all, fmt.Sprintf("%d/%d", p+1, w.g.VC[w.side][p]))
	}
	return strings.Join(all, " ")
}

func (w words) upright() (string, error) { return w.list(w.g.Upright(w.side, w.zone)), nil }

func (w words) besieged() (string, error) { return w.list(w.g.Inside(w.side, w.zone)), nil }

func (w words) putHolder() error {
	w.g.Towns[w.zone].Holder = w.side
	return nil
}

func (w words) holder() (string, error) {
	if is := w.g.Towns[w.zone].Holder; is != w.side {
		return "", fmt.Errorf("it is side %d", is)
	}
	return "", nil
}

func (w words) putGarrison() error {
	text, err := w.one()
	town := &w.g.Towns[w.zone]
	town.Garrison = text == "yes"
	town.Built = town.Garrison && w.g.Loyal(w.zone) != town.Holder
	return err
}

func (w words) garrison() (string, error) { return cases.YesNo(w.g.Towns[w.zone].Garrison), nil }

func (w words) putPillaged() error {
	text, err := w.one()
	w.g.Towns[w.zone].Pillaged = text == "yes"
	return err
}

func (w words) pillaged() (string, error) { return cases.YesNo(w.g.Towns[w.zone].Pillaged), nil }

func (w words) putStrife() error {
	text, err := w.one()
	w.g.Towns[w.zone].Strife = text == "yes"
	return err
}

func (w words) strife() (string, error) { return cases.YesNo(w.g.Towns[w.zone].Strife), nil }

func (w words) putLeader() error {
	text, err := w.one()
	if err != nil || text == "none" {
		w.g.Leaders[w.side] = 0
		return err
	}
	i := w.g.Rules.Data.Leader(text)
	if i == data.None {
		return fmt.Errorf("there is no leader %q", text)
	}
	w.g.Leaders[w.side] = w.g.Rules.Data.Leaders[i].Card + 1
	return nil
}

func (w words) leader() (string, error) {
	if card := w.g.Leaders[w.side]; card != 0 {
		return w.g.Rules.Leader(card).ID, nil
	}
	return "none", nil
}

// cards are those that a line names by their numbers.
func (w words) cards() (set draw.Set, err error) {
	for _, text := range w.values {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(w.g.Rules.Data.Cards) {
			return 0, fmt.Errorf("there is no card %q", text)
		}
		set.Add(ground.Lot(n))
	}
	return set, nil
}

func numbersOf(set draw.Set) string {
	var all []string
	for _, card := range ground.Sorted(set) {
		all = append(all, strconv.Itoa(card))
	}
	return strings.Join(all, " ")
}

func (w words) putInPlay() error {
	set, err := w.cards()
	w.g.InPlay |= set
	w.g.Cards.Cup &^= set
	return err
}

func (w words) inPlay() (string, error) { return numbersOf(w.g.InPlay), nil }

func (w words) putHand() error {
	set, err := w.cards()
	for set != 0 {
		w.g.Cards.Take(w.side, set.Pop())
	}
	return err
}

func (w words) hand() (string, error) { return numbersOf(w.g.Cards.Hand[w.side]), nil }

func (w words) putPlayed() error {
	if len(w.values) != 2 {
		return fmt.Errorf("%d words, want “card” or “event” and a number", len(w.values))
	}
	as := w.values[0]
	w.values = w.values[1:]
	set, err := w.cards()
	if err != nil {
		return err
	}
	w.g.Played[w.side], w.g.AsEvent[w.side], w.g.Shown = int(set.Nth(0))+1, as == "event", true
	w.g.Cards.Cup &^= set
	return nil
}

func (w words) played() (string, error) {
	as := "card"
	if w.g.AsEvent[w.side] {
		as = "event"
	}
	return fmt.Sprint(as, " ", w.g.Played[w.side]), nil
}

func (w words) putSacrifice() error         { return w.putGods(&w.g.Offered[w.side]) }
func (w words) sacrifices() (string, error) { return gods(w.g.Offered[w.side]), nil }
func (w words) putFresh() error             { return w.putGods(&w.g.Fresh[w.side]) }
func (w words) fresh() (string, error)      { return gods(w.g.Fresh[w.side]), nil }

// putGods adds the Olympians of a line to a set.
func (w words) putGods(set *uint8) error {
	for _, text := range w.values {
		found := false
		for d := ground.Zeus; d <= ground.Hera; d++ {
			if d.String() == text {
				*set |= d.Bit()
				found = true
			}
		}
		if !found {
			return fmt.Errorf("there is no Olympian %q", text)
		}
	}
	return nil
}

// gods are the Olympians of a set, in the order of the table of appeals.
func gods(set uint8) string {
	var all []string
	for d := ground.Zeus; d <= ground.Hera; d++ {
		if set&d.Bit() != 0 {
			all = append(all, d.String())
		}
	}
	return strings.Join(all, " ")
}

// deck is a card, and whether it is drawn or can be.
func (w words) deck() (string, error) {
	card, err := strconv.Atoi(w.values[0])
	if err != nil || card < 1 || card > len(w.g.Rules.Data.Cards) {
		return "", fmt.Errorf("there is no card %q", w.values[0])
	}
	c := &w.g.Cards
	return fmt.Sprint(card, " ", cases.YesNo((c.Cup | c.Hand[0] | c.Hand[1]).Has(ground.Lot(card)))), nil
}

func (w words) putRavaged() error {
	text, err := w.one()
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	w.g.Ravaged = w.g.Number - n
	return err
}

func (w words) ravaged() (string, error) {
	if w.g.Ravaged != 0 {
		return strconv.Itoa(w.g.Number - w.g.Ravaged), nil
	}
	return "none", nil
}

func (w words) putExpedited() error {
	text, err := w.one()
	w.g.Expedited = 0
	if text == "yes" {
		w.g.Expedited = w.g.Number - 1
	}
	return err
}

func (w words) expedited() (string, error) { return cases.YesNo(w.g.Expedited != 0), nil }

func (w words) begins() error {
	if is := w.g.Initiative(); is != w.side {
		return fmt.Errorf("%s begins", ground.Sides[is])
	}
	return nil
}

// lost are those of the blocks named that are not on the map.
func (w words) lost() (string, error) {
	var all []string
	for _, text := range w.values {
		p, _, err := w.block(text)
		if err != nil {
			return "", err
		}
		if w.g.At(w.side, p) >= ground.Zones {
			all = append(all, text)
		}
	}
	return strings.Join(all, " "), nil
}

// putAmong tells the enemy that the names of some blocks are theirs.
func (w words) putAmong() error {
	var set fog.Set
	for _, text := range w.values {
		p, _, err := w.block(text)
		if err != nil {
			return err
		}
		set.Add(p)
	}
	w.g.Veil[w.side].Among(set)
	return nil
}

// may is a name, and the blocks that it may be.
func (w words) may() (string, error) {
	p, _, err := w.block(w.values[0])
	if err != nil {
		return "", err
	}
	text := w.values[0]
	for rest := w.g.Veil[w.side].May[p]; rest != 0; {
		text += fmt.Sprint(" ", rest.Pop()+1)
	}
	return text, nil
}

// putMark shows a block with its steps.
func (w words) putMark() error {
	p, _, err := w.block(w.values[0])
	if err == nil {
		w.g.Veil[w.side].Show(p, w.g.VC[w.side][p])
	}
	return err
}

// mark is a name, and how strong its block is for all that the enemy knows.
func (w words) mark() (string, error) {
	p, _, err := w.block(w.values[0])
	return fmt.Sprint(w.values[0], " ", w.g.Veil[w.side].Mark[p]), err
}

// expedition is which one a line is about.
func (w *words) expedition() (*fog.Set, error) {
	n, err := strconv.Atoi(w.values[0])
	if err != nil || n < 1 || n > len(w.g.Sailing) {
		return nil, fmt.Errorf("there is no expedition %q", w.values[0])
	}
	w.values = w.values[1:]
	return &w.g.Sailing[n-1], nil
}

func (w words) putSails() error {
	set, err := w.expedition()
	for _, text := range w.values {
		if err != nil {
			return err
		}
		var p fog.Piece
		p, _, err = w.block(text)
		set.Add(w.g.NameOf(ground.Athens, p))
	}
	return err
}

func (w words) sails() (string, error) {
	n := w.values[0]
	set, err := w.expedition()
	if err != nil {
		return "", err
	}
	all := []string{n}
	for who := w.g.Pieces(ground.Athens, *set); who != 0; {
		all = append(all, fmt.Sprint(who.Pop()+1))
	}
	return strings.Join(all, " "), nil
}
