// Package ruletest proves of any ruleset what the kit promises. A ruleset has one test
// for it:
//
//	func TestRules(t *testing.T) {
//		ruletest.Run(t, mygame.New(), ruletest.Options{Source: []string{"."}, Open: true})
//	}
//
// Each promise is a subtest: "go test -run TestRules/secrets" looks for one. What fails
// says what the promise is, shows a game and a question at which it does not hold, and
// where to look:
//
//	mygame does not keep that every choice that an order template offers is accepted as it stands.
//
//	game 3 (river), turn 2, after 17 answers: north is asked act: the choice "march 4" is offered (en), and refused: ...
//
//	To mend: Form.Choices, which offers it, or Form.Accept, which refuses it.
//
// The games are played at random, and the same ones each time, so that a failure comes
// again. The promises are proved in an order in which what the others build on comes
// first; without Info and games that play to their end nothing else is looked at.
//
// What only some rulesets have, such as hidden things, standing orders, cases or a
// player who thinks, is named in the [Options]. Nothing is passed over in silence: a game
// with nothing to hide has to say so.
package ruletest
