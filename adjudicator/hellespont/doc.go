// Package hellespont adjudicates Hellespont, 411-410 BC, a game by Frédéric Bey.
//
// The code stands in the order of the rulebook: [game.Turn] plays one month
// (rule 2) and calls one function for each phase, which cites its rule. What a
// player chooses is asked with a question whose form is the one definition of
// what is legal there.
//
// The printed components (map, counters, leaders, stratagems, scenarios) are in
// package data; the files of this package know them as small indices: a zone is
// a [board.Zone], a combat unit a [unit], a leader a [leader], a stratagem
// counter a [chit].
//
// # Standing orders
//
// A standing order answers a question whenever it is asked. The first rule that
// fits the question answers it. In EBNF, over the words of package orders:
//
//	rule         = ( "when" , situation , { circumstance } | subject ) , ":" , actions ;
//	actions      = alternatives , { ";" , alternatives } ;
//	alternatives = action , { [ "," ] , "else" , action } ;
//	circumstance = "at sea" | "on land" | ( "in" | "at" | "from" ) , zones
//	             | "by" , leaders | "at" , odds , ( "or more" | "or less" )
//	             | "in" , months ;
//
// Names of a list are separated by commas or "or". Odds are the column of the
// combat table with every shift but those of stratagems: 2:1 or 2/1. A
// circumstance that is left out is no matter.
//
// What to do when the enemy, or the dice, do something:
//
//	when attacked at sea: evade to M5, evade to port, else stand
//	when attacked in T17: stand; play S8 from T18
//	when attacked in M5 at 2:1 or more: evade to Sestos, else stand
//	when attacked by Alcibiades in September or October: play S15 on Alcibiades, else pass
//	when attacking in M8: play S1, else play S10, else pass
//	when victorious: play S7
//	when besieged in Sestos: discard S4, else pass
//	when besieging: play S9, else discard S3
//	when result is E or A: use advantage to reroll
//	when result is 3/4 in M5: use advantage to reroll
//	when evasion fails: use advantage to reroll
//	when entered: stand
//
// Circumstances narrow down "attacked", "attacking", "victorious", "result" and
// "evasion"; where and when, but neither leaders nor odds, "besieged", "besieging",
// "entered", "cavalry", "losses" and "retreat".
//
// Who is lost, and where one goes:
//
//	losses: fresh first, smallest first
//	losses at sea: weakened first, largest first
//	retreat: Sestos, port, M5, anywhere
//	retreat from M5 or M6: Sestos
//	cavalry: withdraw to T28, else stand
//	displaced: to T28, else T4
//	refuge: Sestos, port, B3
//
// "losses" chooses in combats, sieges and attrition, and when a stack is too high or
// ships are overloaded. "displaced" is for units that make room for reinforcements
// (B.2), "refuge" for a sick leader (S20).
//
// What one does, or does not, in one's own turn:
//
//	stratagems: none
//	stratagems B.1, movements, D: none
//	advantage: keep
//	departures: none
//	combats: M5, T17
//	sieges: none
//	sieges: Cyzicus, Abydos
//	advance: smallest
//	keep: S14, S9, S1
//	redeploy: none
//	recover: ships first, largest first
//
// "stratagems" takes the phases B.1, B.2, B.3, C, D, D.3, D.4 and D.5, and the words
// movements, combats and sieges. A question about stratagems and the Advantage at
// once is passed over when both are covered. "sieges" is none, all, or the ports to
// besiege, and no others; "advance" none, all or smallest; "combats" the order in
// which combats are resolved, or any.
package hellespont
