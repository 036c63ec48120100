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
// What letters, help and requests say of every game stands in the catalogues of this
// package, one folder per language (en/kit.toml, fr/kit.toml), under flat quoted keys. What
// a ruleset says stands beside it, and what its family says beside that: texts/en.toml,
// texts/fr.toml, in tables, without the owner's name before the keys ([adjudicator.Texts]).
// A text is written as a text/template, of which package say has what texts need; in it the arguments of an [adjudicator.Phrase] are fields:
//
//	[event]
//	moved = "{{.stack}} sailed to {{.zone}}."
//
// A key that begins with a ruleset, one of its families or the kit is looked for among the
// texts of the ruleset, then of its families, then of the kit, in the reader's language
// before [Fallback]. So "hellespont.event.moved" is found where the text has gone to a
// family. Every other text, such as "report.course" or "diagnostic.unknown-verb", a ruleset
// says in its own way under the same key behind its name.
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
// # What the texts of a ruleset hold
//
// Besides its own phrases:
//
//	RULESET.name               the game
//	RULESET.side.ID            the two seats
//	RULESET.scenario.ID
//	RULESET.phase.B.3          the phases of the sequence of play
//	RULESET.level.total        the levels of victory
//	RULESET.KIND.ID            every other [adjudicator.Term]
//	RULESET.KIND.ID.in         in or into it, where {{en .Zone}} would go wrong: "en Thrace"
//	RULESET.keyword.WORD       the words of its orders, as the language writes them
//	RULESET.option.ID.VALUE    the values of an option
//	RULESET.diagnostic.CODE[.mend]  its faults, without a full stop; and the way out
//	RULESET.period, .a-period  what a turn is: "month", "a month"
//	RULESET.example.WHAT       examples in help and in what is said of a fault: see
//	                           en/kit.toml. A text says one with {{.Ruleset.Say `example.odds`}}
//	KEY.brief, KEY.minor       an event in a few words, for the paragraph at the head of a
//	                           report; a minor one gives way where there is no room
//
// The layouts (layout/*.tmpl) are the same for all languages and hold no words.
package templates
