// Package templates turns views, events, questions and diagnostics into what a
// person reads: mails in plain text and HTML, order file templates, and the
// block of figures from which anybody can check the dice.
//
// A letter is one text twice: plain, at most 72 columns wide, with the map in letters;
// and HTML for phones, desktops and A4, with the pictures. situation.md describes the
// file for programs that goes with it.
//
// It knows nothing of the state of any game. What it is not given it cannot
// tell, so what a side may know is decided before anything arrives here.
//
// # Languages
//
// Every sentence stands in the catalogues, one folder per language
// (en/kit.toml, fr/kit.toml), under flat quoted keys. A text is a text/template
// in which the arguments of an [adjudicator.Phrase] are fields:
//
//	"hellespont.event.moved" = "{{.stack}} sailed to {{.zone}}."
//
// A text that depends on a number is a table with the plural forms of the
// language (one, other, ...). The form is chosen by the argument named Count or,
// without one, by the first whole number among the arguments:
//
//	"report.more" = { one = "One more event.", other = "{{.Count}} more events." }
//
// A list among the arguments (terms, keywords, strings) is told as "A, B and C", and
// under its name with "Or" behind as "A, B or C".
//
// The functions of the texts are: cap (first letter in upper case), signed
// ("+2"), and for French de and a ("du Pirée", "d’Athènes", "au Pirée").
//
// # What a ruleset's catalogue holds
//
// Besides its own phrases, under "RULESET." or, if it has none of its own, under
// "kit.":
//
//	RULESET.name               the game
//	RULESET.side.ID            the two seats
//	RULESET.scenario.ID
//	RULESET.phase.B.3          the phases of the sequence of play
//	RULESET.level.total        the levels of victory
//	RULESET.KIND.ID            every other [adjudicator.Term]
//	RULESET.keyword.WORD       the words of its orders, as the language writes them
//	RULESET.option.ID.VALUE    the values of an option
//	diagnostic.CODE[.mend]     its faults, without a full stop; and the way out
//	KEY.brief, KEY.minor       an event in a few words, for the paragraph at the head of a
//	                           report; a minor one gives way where there is no room
//
// The layouts (layout/*.tmpl) are the same for all languages and hold no words.
package templates
