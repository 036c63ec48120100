// Package orders reads and writes the order language: the plain text in which
// players tell a game what to do. It knows the form of an order, not its
// meaning: a statement is a verb and words, and a ruleset gives both their
// sense through a [Lexicon] and a [Cursor].
//
// [Parse] finds every fault of a file at once and never guesses; [Format]
// writes a file canonically. What a fault says to a player stands in the
// message catalogues; here it is a [Diagnostic] with a code.
//
// # A file
//
//	game    hel-7
//	side    athens
//	turn    september -411
//	answers K7Q2-9XWM          # copied from the report
//
//	orders
//	  phase B.2
//	    place T10 at Sestos
//	  phase B.3
//	    spend 3
//	    activate Sestos
//	    move 2xT10 Alcibiade by M5 M6 M7 \
//	      then M8
//	    fight M3 first
//	  phase B.3 again
//	    activate M4
//
//	standing
//	  when attacked at sea: evade to port, else stand
//	  when attacked in T17: stand; play S8 from T18
//	  losses: weakened first, smallest first
//
// The same with French keywords, which are synonyms and may be mixed with the
// English ones (verbs and names are the ruleset's, in as many languages as its
// lexicon has):
//
//	partie  hel-7
//	camp    athens
//	tour    septembre -411
//	répond  K7Q2-9XWM          # copié du rapport
//
//	ordres
//	  phase B.3
//	    dépenser 3
//	    activer Sestos
//	  phase B.3 encore
//	    activer M4
//
//	permanents
//	  quand attaqué en mer : esquiver au port, sinon tenir
//	  pertes : affaiblis d'abord
//
// # Grammar
//
// In EBNF; a keyword stands for all its spellings. Blanks (space, tab) separate
// tokens and mean nothing else, nor do indentation, blank lines, case and
// accents.
//
//	file       = { header } , { section } , { said } , [ end , { any line } ] ;
//	header     = ( "game" | "side" | "turn" | "answers" | "nonce" | "at" | "chez" ) , [ ":" | "=" ] , value , newline ;
//	section    = orders | standing ;                    (* each at most once, one at least *)
//	orders     = "orders" , [ ":" ] , newline , { phase | statement } ;
//	phase      = "phase" , ( word | number ) , [ "again" ] , [ ":" ] , newline ;
//	statement  = verb , { argument } , newline
//	           | verb , words , ":" , words , { ";" , words } , newline ;   (* in parts: verbs that take them *)
//	verb       = word ;                                 (* begins with a letter *)
//	argument   = word | number | quantity , [ label ] | quoted | "," ;
//	standing   = ( "standing" | "standing orders" ) , [ ":" ] , newline , { rule } ;
//	rule       = ( "when" , words | words ) , ":" , action , { ";" , action } , newline ;
//	action     = words , { [ "," ] , "else" , words } ;
//	words      = argument , { argument } ;
//	said       = ( "press" | "claim" | "appeal" ) , [ ":" ] , newline , { any line } ; (* words to people, never read as orders *)
//	end        = ( "--" | "finis" ) , newline ;
//
//	word       = ( letter | digit | sign , ( letter | digit ) ) , { letter | digit | joint } ;
//	joint      = "+" | "-" | "'" | "." | "/" | "*" ;    (* not "-", "'", ".", "/" at the end *)
//	           | ":" between two digits ;               (* 18:00, 3:1 *)
//	sign       = "+" | "-" ;
//	label      = digit , { digit } , ( letter | "*" ) , { letter | digit | joint } ;
//	             (* a word; directly behind a quantity, 5x4A, it is not "x" nor a number's notation: 2x3, 2x1e9 are faults *)
//	number     = "0" | nonzero , { digit } ;            (* at most 1000000 *)
//	quantity   = number , ( "x" | "×" ) ;               (* 2xT10, 2x T10, 2 x T10; not 0 *)
//	quoted     = '"' , { any visible character but '"' } , '"' ;
//	comment    = "#" , { any visible character } ;      (* not inside a word *)
//
// The header needs game, side and answers, each once; turn, nonce and at may be left out.
// "at keryx@club.example" says which server the file is for.
// Commas stand between words only. A value is one word, that of turn several.
//
// What a word means is the ruleset's to say. Where it takes a list of names,
// "14-16" and "b14-16" stand for the names of all numbers from the first to the
// last, and "b14", "b-14" and "block 14" are one name if the game has one of
// them. A phase is named by its number, "B.3", or by a word that the ruleset
// has for it in any language: "phase first", "phase premier".
//
// An order in parts is one order: "move Sparta: 1 3 to Corinth; 5 to Messenia".
// A verb that takes no parts refuses its colon and semicolons.
//
// The keywords' spellings, which stand in words/en.toml and words/fr.toml; one more
// language is one more file there:
//
//	game, partie          orders, ordres                    again, encore
//	side, camp            standing, standing orders,        when, if, quand, si, lorsque
//	turn, tour            permanents, ordres permanents,    else, otherwise, sinon
//	answers, answer,      consignes, consignes permanentes
//	répond, réponse       phase
//	nonce
//
// Those of the first two columns and "finis" give a line its meaning when they
// begin it, so no verb and no subject of a standing order can be one of them.
//
// # Long orders
//
// A line that ends in a backslash goes on in the next, whatever that begins
// with; so does one that ends in a comma or a semicolon, unless the next line
// begins with a keyword. Blank lines and comments between the two do not
// matter. [Format] keeps lines below the width at which mail programs wrap.
//
// # The end mark
//
// A line of hyphens or dashes alone, which mail programs put before a signature, or
// "finis" ends the file. What follows is not read but kept as [File.Trailer]. A section
// heading there is a fault. Lines that begin with ">" are a fault everywhere before.
//
// # Around a file
//
// [Part] takes the file out of what its author has signed with it: it begins at the
// first "game ID", and what stands above, below an empty line or an end mark, or is
// quoted from another mail, is set aside if no line of it is like an order. Such a line
// outside the file is a fault, and so is an old letter that is not quoted.
//
// # Folding
//
// The verified text is read as it is but for what mail programs and word
// processors do to plain text; [File.Folded] lists it:
//
//   - typographic quotes (‘ ’ “ ” « »), dashes (‐ – — −) and spaces (no-break,
//     thin) become ' " - and blanks;
//   - a letter followed by combining accents becomes the accented letter;
//   - a byte order mark at the start, CR before LF and trailing blanks go.
//
// Letters are A to Z and the accented Latin letters of French and of
// transliterated Greek (à ç ē œ ...). Any other character is a fault with its
// place and escape, even one that looks or folds like a letter: Cyrillic Т,
// the Kelvin sign, fullwidth digits. Within quotes and comments every script
// may be used, but nothing that is invisible or changes the direction of text.
//
// Names and keywords are compared by [Fold], which is blind to case and
// accents and to nothing else.
//
// # Limits
//
// A file has at most [MaxText] bytes, [MaxLines] lines and [MaxLine] bytes a
// line; a word has at most 100 bytes, a text in quotes 500. An answer lists at
// most 200 faults.
//
// # Standing orders
//
// A rule is tried when its condition, or the matter its subject names, comes
// up. Its actions apply together; the alternatives of an action are tried in
// turn, each when the ones before it cannot be done. An empty section withdraws
// all standing orders, a file without the section leaves them as they are.
package orders
