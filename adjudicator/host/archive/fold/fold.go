// Package fold makes small letters without marks of a text, so that names of any alphabet are found as somebody types them
// who has not got their letters.
package fold

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A player is looked for as somebody types who has not got his letters: in any case, with or without
// accents. The index holds folded words, and the page folds what is typed by the same three steps:
// letters are taken apart from their marks (NFKD), made small and rid of the marks, and the few that
// have no marks to be rid of stand for others, which one file tells both sides.

// LettersFile is what stands for letters that have no marks to be rid of, as JSON; the page of the search reads it too.
//
//go:embed letters.json
var LettersFile []byte

// letters are those that are found by others: the Polish ł by an l, the final sigma by a sigma.
var letters = func() (plain map[rune]string) {
	var file map[string]string
	if err := json.Unmarshal(LettersFile, &file); err != nil {
		panic(fmt.Sprint("archive: letters.json: ", err)) // the program itself is broken
	}
	plain = map[rune]string{}
	for letter, as := range file {
		r, _ := utf8.DecodeRuneInString(letter)
		plain[r] = as
	}
	return plain
}()

// LettersName is the script that tells the page of the letters.
const LettersName = "search/letters.js"

// Fold is a text as it is looked for: in small letters without marks. The page's fold in search.js
// does the same.
func Fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		r = unicode.ToLower(r)
		if as, is := letters[r]; is {
			b.WriteString(as)
		} else if !unicode.Is(unicode.M, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Words are the words of a text as they are looked for: runs of letters and digits, of two
// characters at least.
func Words(text string) (all []string) {
	for _, word := range strings.FieldsFunc(Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if n := utf8.RuneCountInString(word); n >= 2 && n <= 40 {
			all = append(all, word)
		}
	}
	return all
}

// Piece is what the piece of the index for a letter is called. Not every web server, archive
// program and file system gives a name back that is not plain ASCII: such a letter is written as its number.
func Piece(letter string) string {
	r, _ := utf8.DecodeRuneInString(letter)
	if r < utf8.RuneSelf {
		return letter + ".js"
	}
	return fmt.Sprintf("u%x.js", r)
}
