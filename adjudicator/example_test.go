package adjudicator_test

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ferry"
	"keryx/orders"
)

// A game is played by opening a session on a snapshot and giving it the order
// files as they come.
func Example() {
	rules := ferry.New()
	snap, _ := adjudicator.Begin(rules, adjudicator.Setup{Scenario: "river"})
	source := dice.NewTurn(dice.ByOrders, dice.Secret{7}, "fer-1", snap.Turn)
	session, _ := adjudicator.Open(rules, snap, source, 1, dice.Head{})
	defer session.Close()

	take := func(entry int, side adjudicator.Side, order string) {
		file, _ := orders.Parse("game fer-1\nside x\nanswers AAAA-AAAA\norders\n" + order)
		out, _ := session.Take(adjudicator.Input{Entry: entry, Head: dice.Head{byte(entry)}, Side: side, File: file})
		for _, d := range out.Faults {
			fmt.Println(order, "is refused:", d.Code)
		}
		for _, a := range out.Answers {
			fmt.Println("side", a.Side, "answers", a.Words)
		}
	}
	take(2, 0, "stake 2")
	take(3, 1, "miser 1")
	fmt.Println("turn ended:", session.Ended())
	for _, e := range session.Events() {
		fmt.Println(e.Public.Key, e.Rolls[0].Faces)
	}
	// Output:
	// side 0 answers [stake 2]
	// side 1 answers [stake 1]
	// turn ended: true
	// ferry.event.sank [2]
}
