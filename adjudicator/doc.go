// Package adjudicator is the kit that every ruleset of Keryx is written on.
//
// # How a ruleset is written
//
// A ruleset is written in the order of its rulebook, as ordinary functions and
// loops. Where the rules say "the player chooses", the code asks and goes on
// with the answer:
//
//	func (g *game) Turn(t *adjudicator.Table) (over bool) {
//		for side := range g.points {
//			bid := t.Ask(side, g.bidQuestion(side)).(bid)
//			...
//		}
//		if t.Die() >= 4 { ... }
//		t.Tell(adjudicator.Event{Rule: "2.1", Public: adjudicator.Say("ferry.event.crossed", "Side", ...)})
//		return g.points[0] >= 3
//	}
//
// [Table.Ask] suspends the game until the side has answered. The game is a
// coroutine and is never stored while suspended: what is stored is a
// [Snapshot] at each turn boundary and the ledger of inputs since. To go on, a
// [Session] takes the snapshot and plays the inputs again. The same inputs give
// the same game, byte for byte, as long as a ruleset uses no clock, no order of
// a map's keys, no goroutine and no randomness but the table's.
//
// A newcomer writes these, in this order:
//
//  1. The state of the game, a struct, with [Game.State] and [Ruleset.Load].
//  2. [Game.Turn], the sequence of play.
//  3. For each choice a [Question] with its [Form]: what is legal, a random
//     legal answer, the least committal one, and the list for the player. This
//     is the only place that says what is legal.
//  4. [Ruleset.ReadOrder], which turns the words of an order into the ruleset's
//     own value, and the [orders.Lexicon] of names.
//  5. [Game.View], what each side may know, as a new value.
//  6. The texts of its phrases, in files beside it: see [Texted].
//
// Package ferry is a whole game of that kind. WRITE-A-GAME.md, beside this file, walks from
// an empty folder to a game played by mail, and lists what is optional. What is written here of a
// ruleset is proved of it by one call: see package ruletest. Positions with orders, dice and
// what comes of them prove its rules: see package cases.
//
// # Texts
//
// What a ruleset says stands in its folder, a file for each language: texts/en.toml,
// texts/fr.toml, which it embeds and returns from Texts. Tables are put together with the
// keys below them, and the ruleset's name goes before, so that Say("ferry.event.crossed",
// "Side", ...) is the text
//
//	[event]
//	crossed = "{{.Side}} has crossed."
//
// The words of its orders stand there too, so that a language more is a file more: lists
// under [verb] for its orders and under [word] for what stands between the names, which
// [ReadVocabulary] reads for the [orders.Lexicon], and a [orders.Cursor] takes with
// TakeWord; how they are written is the text [keyword] WORD.
//
// What a fault says is the text [diagnostic] CODE, and its way out "CODE.mend"; codes are
// the ruleset's own, whatever other games use them for. What several games of a family
// have in common stands in texts of the family, which each of them returns behind its own:
// a ruleset says one of those, or a text of letters, in its own way by having the same
// key. Package templates tells what else may stand there, and package ruletest finds a text
// that is missing, doubled, unused, or lacks an argument in one language.
//
// # What is told, and to whom
//
// An [Event] has a public phrase and, per side, a private one. Whether a
// question is asked must depend on what both sides know: a side is asked about
// a hidden card whenever it could hold one that fits, whether it does or not.
//
// # Orders
//
// An order file is a queue. Each question takes the next order of its side's
// file; an order under a phase heading waits for that phase. What the file does
// not answer is looked for in the side's standing orders, and else the question
// waits for the player.
//
// A file is judged before it is played, by [Session.Rehearse]: on a copy with nothing
// hidden in it, where the enemy does nothing that he need not do ([Question.Free]) and
// no dice are thrown. One that is wrong there is refused as a whole, with all its
// faults; so is one with an order that can never be asked for ([Closing]). What only
// dice or the enemy make impossible afterwards stops the file: what was done stands and
// the rest is dropped. A ruleset whose hidden state can be exchanged in the middle of a
// turn is a [Redealer]; so nothing hidden is kept in variables of Turn, nor in a [Form],
// which looks at the game anew each time that it is called.
//
// # Games imagined
//
// A session can be gone on with many times from where it stands, by players who think
// ahead and by pages that show what an order would lead to. It tapes its dice and every
// answer, whether an order gave it, a standing order or a default, so that a copy need
// only play the turn again from its beginning without reading anything. [Session.Copy] is
// exact: it comes to the same as the game itself with the same dice and answers.
// [Session.Fork] is what one side may imagine: what is hidden from it is something else
// ([Redealer]), the dice to come are others, and the enemy's orders, standing orders and
// sealed answer are gone. A ruleset has this without any more code, and quickly if its game
// is a [Cloner]. If its answers point into their game, say to name what stands there, the
// game is a [Binder] too. [Imagine] opens a turn in its middle on what a side was told of
// it and nothing else; what it opens can be forked as well.
//
// What a game has come to is its [Value]: a [Valuer] says what it is worth at any moment,
// by default it is worth nothing before it has a result.
//
// What a side could do is a [Plan]: an intent with which a fork is played on, since what a
// first step is worth shows only with those that follow. [Plans] are those of a [Proposer],
// else single answers with the ruleset's own player behind them. With a fork, a value and
// plans a player who thinks ahead names no game: the test of this package that a search
// beats random play has one.
// A plan is carried out by a [Follower], who tells what is left of it and whether something has come
// between ([Follow]). A search that looks farther than a turn goes on with [Session.Onward]; it gives
// all the plans that it compares the same [dice.Common], which fall alike in the same phase and place;
// and it tries standing orders out with [StandingPlans] and [Session.Instruct].
//
// # Dice
//
// Public dice ([Table.Roll]) and hidden draws ([Table.Draw]) come from a
// [dice.Source]. They hang on what both players have signed until then, and anybody
// can compute the public ones again once the turn's seed is published: see package
// dice. A game should therefore ask both sides something before it first throws or
// draws: what comes before hangs on the server's secret alone, and whoever draws a
// secret can draw another. No throw or draw is made of less than both sides' texts from
// then on.
//
// # The ledger
//
// Every input is an [Entry] of a hash-chained ledger. [Entry.Sum] tells how the
// hash is made, [VerifyChain] checks a whole ledger.
package adjudicator
