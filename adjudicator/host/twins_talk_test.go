package host_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// talk lets something happen around the game: a referee rules, the enemy calls him or has
// somebody else play, somebody offers a draw. The blind side may be told of that, but not of
// what lies in it, which differs between the clubs: the words to the referee, what he gives
// the enemy or answers for him, who signs for the substitute and what he is sent, and what
// the enemy still has beside his time.
func (tw *twins) talk() error {
	tw.t.Helper()
	if tw.own(tw.clubs[0]) != tw.own(tw.clubs[1]) {
		return errOver // it can tell the games apart, by what it has drawn
	}
	things := []struct {
		name string
		do   func() error
	}{
		{"claim", tw.claim}, {"corrected", tw.correct}, {"answered", tw.answer}, {"substitute", tw.replace},
		{"relieved", tw.relieve}, {"back", tw.back}, {"clock", tw.extend}, {"offer", tw.offer}, {"reserve", tw.reserve},
	}
	for _, n := range tw.rnd.Perm(len(things)) {
		err := things[n].do()
		if errors.Is(err, errNothing) {
			continue
		}
		if err == nil {
			tw.hid[things[n].name]++
		}
		return err
	}
	return nil
}

// errNothing reports that something cannot be done now.
var errNothing = errors.New("not now")

// quietly does something in both clubs that the blind side must see no trace of, or the same.
func (tw *twins) quietly(what string, do func(i int, c *hosttest.Club) store.InboxState) error {
	tw.t.Helper()
	tw.now, tw.apart = tw.now.Add(time.Hour), true
	tw.envelope++
	var states [2]store.InboxState
	for i, c := range tw.clubs {
		hosttest.Envelopes = tw.envelope
		states[i] = do(i, c)
	}
	if states[0] != states[1] {
		return errOver // who is told why knows what is hidden
	}
	if tw.own(tw.clubs[0]) != tw.own(tw.clubs[1]) {
		return fmt.Errorf("after %s\nwhat the blind side holds differs", what)
	}
	return tw.compare(what)
}

// rule has the referee rule in both clubs.
func (tw *twins) rule(lines [2]string) error {
	tw.t.Helper()
	return tw.quietly(strings.Join(lines[:], "\nand\n"), func(i int, c *hosttest.Club) store.InboxState {
		text := "game " + c.Game + "\nruling\nreason By hand, at " + tw.now.String() + ".\n" + lines[i] + "\n"
		return tw.receive(c, hosttest.Letter(hosttest.ThirdAt, hosttest.Sign(tw.t, hosttest.People()["third"].SSH, text, tw.now))).State
	})
}

// may reports whether the referee could rule something.
func (tw *twins) may(c *hosttest.Club, lines string) bool {
	_, err := c.Rulings.Rule(tw.t.Context(), c.Game, hosttest.ThirdAt, "preview\nreason x\n"+lines)
	if err != nil && !errors.As(err, new(*rulings.RulingError)) {
		tw.t.Fatal(err)
	}
	return err == nil
}

// claim is a call of the enemy for the referee, in other words; or the end of one.
func (tw *twins) claim() error {
	if tw.may(tw.clubs[0], "dismiss 1") && tw.may(tw.clubs[1], "dismiss 1") {
		return tw.rule([2]string{"dismiss 1", "dismiss 1"})
	}
	enemy := tw.info.Sides[tw.blind.Other()]
	return tw.quietly("a claim", func(i int, c *hosttest.Club) store.InboxState {
		said := fmt.Sprintf("referee: what he holds is %s\n", []string{"S4 and no more", "wrong; I have counted it twice,\nand it is S5"}[i])
		return tw.receive(c, hosttest.Letter(tw.players[tw.blind.Other()].Address, hosttest.Sign(tw.t, tw.key(c, tw.blind.Other()), "game "+c.Game+"\nside "+enemy+"\n"+said, tw.now))).State
	})
}

// correct has the referee give the enemy something, or take it from him, that only the enemy
// may know.
func (tw *twins) correct() error {
	var lines [2]string
	if len(tw.game.corrects) == 0 {
		return errNothing
	}
	enemy := tw.info.Sides[tw.blind.Other()]
	verb := tw.game.corrects[tw.rnd.IntN(len(tw.game.corrects))]
	for i, c := range tw.clubs {
		var could []string
		for n := range 24 {
			line := strings.NewReplacer("%s", enemy, "%d", fmt.Sprint(n)).Replace(verb)
			if tw.may(c, line) && line != lines[0] {
				could = append(could, line)
			}
		}
		if len(could) == 0 {
			return errNothing
		}
		lines[i] = could[tw.rnd.IntN(len(could))]
	}
	return tw.rule(lines)
}

// answer has the referee answer for the enemy what both are asked in secret.
func (tw *twins) answer() error {
	enemy := tw.blind.Other()
	var lines [2]string
	for i, c := range tw.clubs {
		at := tw.progress(c)
		if !at.asked[0] || !at.asked[1] {
			return errNothing
		}
		plan := tw.whole(c, enemy)
		if len(plan) == 0 {
			return errNothing
		}
		lines[i] = "answer " + tw.info.Sides[enemy] + "\n" + plan[0]
		if !tw.may(c, lines[i]) {
			return errNothing
		}
	}
	if err := tw.rule(lines); err != nil {
		return err
	}
	for i, c := range tw.clubs {
		at := tw.progress(c)
		tw.sealed[i] = at.secret
	}
	if tw.sealed[0] != tw.sealed[1] {
		return errOver
	}
	return nil
}

// replace has somebody else play the enemy's side, who signs with a key of another kind.
func (tw *twins) replace() error {
	enemy := tw.blind.Other()
	mallory := hosttest.People()["mallory"]
	if tw.players[enemy].Address == mallory.Address {
		return errNothing
	}
	err := tw.quietly("a substitute", func(i int, c *hosttest.Club) store.InboxState {
		hosttest.Check(tw.t, c.Seats.AddPlayer(tw.t.Context(), store.Player{Address: mallory.Address, Name: "Mallory", Language: "en", TimeZone: "UTC"}))
		_, err := c.Keys.AddKey(tw.t.Context(), mallory.Address, "", []byte(kindOf(i, mallory).Public().Text))
		hosttest.Check(tw.t, err)
		hosttest.Check(tw.t, c.Seats.TakeOver(tw.t.Context(), c.Game, tw.info.Sides[enemy], mallory.Address, seating.BySubstitute))
		return ""
	})
	tw.players[enemy] = mallory
	return err
}

// relieve has somebody else play the blind side. He gets its past in one mail, in which the clubs
// must not differ, and the one before him nothing of the game any more.
func (tw *twins) relieve() error {
	relief := hosttest.People()["relief"]
	if tw.players[tw.blind].Address == relief.Address {
		return errNothing
	}
	before := tw.players[tw.blind]
	tw.players[tw.blind] = relief
	err := tw.quietly("the blind side relieved", func(i int, c *hosttest.Club) store.InboxState {
		hosttest.Check(tw.t, c.Seats.AddPlayer(tw.t.Context(), store.Player{Address: relief.Address, Name: "Relief", Language: "fr", TimeZone: "UTC"}))
		_, err := c.Keys.AddKey(tw.t.Context(), relief.Address, "", []byte(relief.SSH.Public().Text))
		hosttest.Check(tw.t, err)
		hosttest.Check(tw.t, c.Seats.TakeOver(tw.t.Context(), c.Game, tw.info.Sides[tw.blind], relief.Address, seating.BySubstitute))
		for _, m := range tw.sentTo(c, before.Address) {
			if m.Kind != "notice" {
				tw.t.Errorf("who has left is sent a %s", m.Kind)
			}
		}
		return ""
	})
	if err != nil {
		return err
	}
	return tw.packs("the blind side relieved")
}

// sentTo lists what waits to be sent to somebody and was not compared yet.
func (tw *twins) sentTo(c *hosttest.Club, address string) (mails []store.OutboxMail) {
	known := c.Known
	for _, m := range c.Sent() {
		if m.Recipient == address {
			mails = append(mails, m)
		}
	}
	c.Known = known
	return mails
}

// packs compares what a substitute of the blind side is sent of its past: all that it was told
// and has ordered, and nothing else.
func (tw *twins) packs(what string) error {
	var texts [2]string
	for i, c := range tw.clubs {
		files, err := packOf(tw.t.Context(), c.Host, c.Game, tw.blind)
		hosttest.Check(tw.t, err)
		if tw.leakyPack {
			others, err := packOf(tw.t.Context(), c.Host, c.Game, tw.blind.Other())
			hosttest.Check(tw.t, err)
			files = append(files, others...)
		}
		v := veiled{seen: map[string]string{}}
		for _, f := range files {
			v.add(f.Name + "\n" + string(f.Data))
		}
		texts[i] = v.text.String()
	}
	tw.hid["pack"]++
	if texts[0] != texts[1] {
		return fmt.Errorf("after %s\nthe packs differ:\n%s", what, firstDifference(texts[0], texts[1]))
	}
	return nil
}

// kindOf is a person's key of the kind that he uses in one of the clubs.
func kindOf(i int, p hosttest.Person) *mail.Signer {
	if i == 0 {
		return p.SSH
	}
	return p.PGP
}

// key is what signs for a side in a club.
func (tw *twins) key(c *hosttest.Club, side adjudicator.Side) *mail.Signer {
	if p := tw.players[side]; p.Address == hosttest.People()["mallory"].Address {
		return kindOf(slices.Index(tw.clubs[:], c), p)
	}
	return tw.players[side].SSH
}

// back has the referee give up what follows an order of the blind side in the turn in play.
// What stands may have another number in each ledger.
func (tw *twins) back() error {
	var could [2][]int
	for i, c := range tw.clubs {
		for _, e := range c.Ledger() {
			if e.Kind == string(adjudicator.Ordered) && e.Side == tw.info.Sides[tw.blind] && tw.may(c, fmt.Sprintf("back %d", e.Seq)) {
				could[i] = append(could[i], e.Seq)
			}
		}
		slices.Reverse(could[i])
	}
	n := min(len(could[0]), len(could[1]))
	if n == 0 {
		return errNothing
	}
	n = tw.rnd.IntN(n)
	err := tw.rule([2]string{fmt.Sprintf("back %d", could[0][n]), fmt.Sprintf("back %d", could[1][n])})
	for i, c := range tw.clubs {
		at := tw.progress(c)
		tw.sealed[i] = at.secret && tw.sealed[i]
	}
	return err
}

// extend has the referee set the deadline of a side that is asked in both clubs.
func (tw *twins) extend() error {
	side := adjudicator.Side(tw.rnd.IntN(2))
	if !tw.progress(tw.clubs[0]).asked[side] || !tw.progress(tw.clubs[1]).asked[side] {
		return errNothing
	}
	line := fmt.Sprintf("extend %s until %s", tw.info.Sides[side], tw.now.AddDate(0, 0, 9).Format(time.DateOnly))
	return tw.rule([2]string{line, line})
}

// offer is a draw that one side offers.
func (tw *twins) offer() error {
	side := adjudicator.Side(tw.rnd.IntN(2))
	return tw.quietly("an offer of "+tw.info.Sides[side], func(i int, c *hosttest.Club) store.InboxState {
		text := "game " + c.Game + "\nside " + tw.info.Sides[side] + "\noffer draw\n"
		return tw.receive(c, hosttest.Letter(tw.players[side].Address, hosttest.Sign(tw.t, tw.key(c, side), text, tw.now))).State
	})
}

// reserve gives the enemy another time bank and has him ask, in one club, for an extension
// that he may use up later. What he has is seen when he uses it, and the comparison ends then.
func (tw *twins) reserve() error {
	if !tw.short {
		return errNothing
	}
	enemy := tw.info.Sides[tw.blind.Other()]
	return tw.quietly("what the enemy has beside his time", func(i int, c *hosttest.Club) store.InboxState {
		body, err := json.Marshal(map[string]any{"spent": i, "pledged": i == 0})
		hosttest.Check(tw.t, err)
		c.Change(func(tx store.Tx) error { return tx.SetSetting("reserve/"+c.Game+"/"+enemy, body) })
		return ""
	})
}

// tapped reports whether the enemy is using up what he has beside his time.
func (tw *twins) tapped(c *hosttest.Club) bool {
	tw.t.Helper()
	var r struct {
		Opened time.Duration
		Tokens int
	}
	c.View(func(tx store.ReadTx) error {
		text, err := tx.Setting("reserve/" + c.Game + "/" + tw.info.Sides[tw.blind.Other()])
		if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
			return nil
		}
		hosttest.Check(tw.t, err)
		return json.Unmarshal(text, &r)
	})
	return r.Opened > 0 || r.Tokens > 0
}

// beside is what the players of a game with deadlines have beside their answer time.
func beside(n *post.NewGame) {
	r := calendar.Usual()
	r.Bank, r.Tokens = calendar.Bank{Days: 4}, 3
	n.Calendar = &r
}
