package rulings

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// What hangs on entries that a ruling gives up goes with them: the offers that were made there
// are void, and may be made again at once; deadlines that were missed there are forgotten, and the
// extensions and days of the bank that were used up come back; and the claims that were made
// there are closed.

// gone is the first entry that a fork gives up.
func (f fork) gone() int {
	if f.throws {
		return f.named
	}
	return f.named + 1
}

// throwing has a fork give up an entry of orders that are played again: what its author had used
// up by then stays so, and that he has answered still counts.
func (f *fork) throwing(entries []store.Entry, n int) {
	f.named, f.throws, f.upto, f.at = n, true, n, entries[n-1].Time
	for _, e := range entries[n:] {
		if e.Kind != string(adjudicator.Reveal) && e.Kind != string(adjudicator.Commit) {
			break
		}
		f.upto = e.Seq
	}
}

// tellGone adds to what both players read what else a fork makes void.
func (d *decision) tellGone(tx store.ReadTx, game store.Game, f fork) error {
	said, err := voidOffers(tx, game, f)
	if err != nil {
		return err
	}
	c, err := post.ClaimsOf(tx, game.ID)
	if err != nil {
		return err
	}
	for _, one := range c.Open {
		switch {
		case !f.closes(one):
		case one.Ruling > 0:
			said = append(said, adjudicator.Say("ruling.appeal-closed", "N", one.N, "Side", play.SideTerm(game, one.Side)))
		default:
			said = append(said, adjudicator.Say("ruling.claim-closed", "N", one.N, "Side", play.SideTerm(game, one.Side)))
		}
	}
	for i := range d.changes {
		d.changes[i] = append(d.changes[i], said...)
	}
	return nil
}

// closes reports whether a claim goes with what a fork gives up: it was made about that. An appeal
// goes with the ruling that it is against, unless the fork is what is ruled on it.
func (f fork) closes(one post.Claim) bool {
	if one.Ruling > 0 {
		return one.Ruling >= f.gone() && one.N != f.decides
	}
	return one.At.After(f.at)
}

// dropClaims closes the claims that were made about what a fork gives up. Those of before wait
// on, and hold no deadline: the question that they held one of is void.
func dropClaims(tx club.Tx, game string, f fork) error {
	c, err := post.ClaimsOf(tx, game)
	if err != nil || len(c.Open) == 0 {
		return err
	}
	c.Open = slices.DeleteFunc(c.Open, f.closes)
	for i := range c.Open {
		c.Open[i].Release()
	}
	return c.Save(tx, game)
}

// voidOffers tells both players which open offers a fork gives up.
func voidOffers(tx store.ReadTx, game store.Game, f fork) (said []adjudicator.Phrase, err error) {
	all, err := offers.OffersIn(tx, game.ID)
	for _, o := range all {
		if o.Entry >= f.gone() {
			said = append(said, adjudicator.Say("ruling.offer-void", "Side", play.SideTerm(game, o.Side), "Terms", o.Terms(game)))
		}
	}
	return said, err
}

// dropOffers closes the offers that a fork gives up, and counts the turns until the next from
// the offers that stand.
func dropOffers(tx club.Tx, game store.Game, f fork) error {
	open, err := offers.OffersIn(tx, game.ID)
	if err != nil {
		return err
	}
	for _, o := range open {
		if o.Entry < f.gone() {
			continue
		}
		if err := tx.SetSetting(offers.OpenOffer(game.ID, o.Side, o.Kind), nil); err != nil {
			return err
		}
	}
	entries, err := tx.Entries(game.ID, 1)
	if err != nil {
		return err
	}
	void, last := play.GivenUp(entries), map[string]int{}
	for _, e := range entries {
		o, made := offers.OfferMade(e)
		if !made {
			continue
		}
		name := offers.LastOffer(game.ID, o.Side, o.Kind)
		if void[e.Seq] || e.Seq >= f.gone() {
			last[name] = max(last[name], 0) // to be forgotten, unless one of before stands
			continue
		}
		if last[name], err = turnOf(tx, game, e.Seq); err != nil {
			return err
		}
	}
	for name, turn := range last {
		var err error
		if turn == 0 {
			err = tx.SetSetting(name, nil)
		} else {
			err = written.WriteSetting(tx, name, turn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// turnOf is the turn that an entry stands in, of those that are in play or before.
func turnOf(tx store.ReadTx, game store.Game, seq int) (int, error) {
	for turn := game.Turn; turn > 1; turn-- {
		snap, err := tx.Snapshot(game.ID, turn)
		if err != nil {
			return 0, fmt.Errorf("game %s: the snapshot of turn %d: %w", game.ID, turn, err)
		}
		if snap.Seq <= seq {
			return turn, nil
		}
	}
	return 1, nil
}
