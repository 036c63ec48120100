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
//	circumstance = "at sea" | "on land" | "in the strait" | "in the open sea"
//	             | ( "in" | "at" | "from" ) , zones
//	             | ( "by" | "with" | "against" ) , leaders
//	             | "at" , ( odds | number , "dice" ) , ( "or more" | "or less" )
//	             | ( "at least" | "at most" ) , ( odds | number , "dice" )
//	             | "in" , ( months | "winter" | "summer" ) ;
//
// Names of a list are separated by commas or "or". Odds are the column of the
// combat table with every shift but those of stratagems: 2:1, 2/1 or 2 to 1. Dice are
// those of a siege, but for what is played or discarded there. Leaders
// behind "by" attack, besiege or enter; behind "with" and "against" they are there on
// either side. Winter is November to March. A circumstance that is left out is no
// matter; one that a rule cannot be narrowed down by is refused.
//
// What to do when the enemy, or the dice, do something:
//
//	when attacked at sea: evade to M5, evade to port, else stand
//	when attacked in T17: stand; play S8 from T18
//	when attacked in M5 at 2:1 or more: evade to Sestos, else stand
//	when attacked in the open sea with Mindarus: evade anywhere, else stand
//	when attacked by Alcibiades in September or October: play S15 on Alcibiades, else pass
//	when attacking in M8: play S1, else play S10, else pass
//	when victorious: play S7
//	when besieged in Sestos: discard S4, else pass
//	when besieged by Mindarus: discard any
//	when besieged at 3 dice or more: discard any
//	when besieging: play S9, else discard S3
//	when entered: stand
//	when entered in T29 by Alcibiades: withdraw to T28, else anywhere
//
// Circumstances narrow down all of them, but for odds in sieges, which have dice, and
// where cavalry is entered. Of several targets that a stratagem could have, and of which none is named,
// the strongest unit is struck, the leader of most swords, or the zone of most help
// called on.
//
// Dice that the Advantage may have thrown again (8). A rule whose outcome has not
// come lets the throw stand, unless a later one fits it:
//
//	when result is E or A: use advantage to reroll
//	when result is 3/4 in M5: use advantage to reroll
//	when defeated at sea: use advantage to reroll
//	when evasion fails: use advantage to reroll
//	when siege fails or weakens in Abydos: use advantage to reroll
//	when siege succeeds: use advantage to reroll
//	when attrition is all: use advantage to reroll
//	when enemy attrition is none: accept
//	when storm hits: use advantage to reroll
//	when discord succeeds against Theramenes: use advantage to reroll
//	when initiative is lost: use advantage to initiative
//
// A siege that fails is the besieger's to throw again, one that succeeds the
// besieged's. Of several zones in attrition or a storm it is that of the most force
// points. "initiative" is for the dice of B.1, "to points" for two action points more.
//
// Who is lost, and where one goes:
//
//	losses: fresh first, smallest first
//	losses at sea: weakened first, largest first
//	losses in Sestos: ships first, hoplites last, T2 first
//	retreat: Sestos, port, M5, anywhere
//	retreat from M5 or M6: Sestos
//	when defeated in T22: retreat to T23, else T26
//	cavalry: withdraw to T28, else stand
//	displaced: to T28, else T4
//	refuge: Sestos, port, B3
//	refuge for Mindarus: Abydos
//
// "losses" chooses in combats, sieges and attrition, and when a stack is too high or
// ships are overloaded. "displaced" is for units that make room for reinforcements
// (B.2), "refuge" for a sick leader (S20). These are narrowed down by zones and
// months.
//
// What one does, or does not, in one's own turn and between the enemy's movements:
//
//	stratagems: none
//	stratagems B.1, movements, D: none
//	stratagems movements: play S6 at T22, else none
//	stratagems B.2 in October: play S17
//	stratagems B.2: play S13, else play S14 at B3, else none
//	stratagems D.3: play S12, else play S11
//	stratagems except combats: none
//	advantage: keep
//	advantage except combats: keep
//	departures: none
//	combats: M5, T17
//	evasion: none
//	sieges: none
//	sieges: Cyzicus, Abydos
//	sieges at 3 dice or more: all
//	advance: smallest
//	keep: S14, S9, S1
//	redeploy: none
//	recover: ships first, largest first
//
// "stratagems" and "advantage" take the phases B.1, B.2, B.3, C, D, D.3, D.4 and D.5,
// and the words movements, combats and sieges. A question about stratagems and the
// Advantage at once is passed over when both are covered. "sieges" is none, all, or the
// ports to besiege, and no others; "advance" none, all or smallest; "combats" the order
// in which combats are resolved, or any.
package hellespont
