package orders

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// keyword is a word of the language itself.
type keyword uint8

const (
	noKeyword keyword = iota
	kwGame
	kwSide
	kwTurn
	kwAnswers
	kwNonce
	kwOrders
	kwStanding
	kwPhase
	kwAgain
	kwWhen
	kwElse
	kwEnd
)

// keywordNames are what the files of words call the keywords.
var keywordNames = map[string]keyword{"game": kwGame, "side": kwSide, "turn": kwTurn, "answers": kwAnswers, "nonce": kwNonce, "orders": kwOrders,
	"standing": kwStanding, "phase": kwPhase, "again": kwAgain, "when": kwWhen, "else": kwElse, "end": kwEnd}

//go:embed words/*.toml
var wordFiles embed.FS

// wordFile is a file of words of one language.
type wordFile struct {
	Keyword, Heading map[string][]string
	Suggested        struct{ Words []string }
	Usual            struct{ Words, Names []string }
}

// tongues are the languages that have a file of words, by [Language].
var tongues = sync.OnceValue(func() *dictionary {
	d, err := readWords(wordFiles)
	if err != nil {
		panic(err) // a matter of the build
	}
	return d
})()

// dictionary is what the files of words of all languages hold.
type dictionary struct {
	tags    []string             // of the languages: "en", "fr"
	written []map[keyword]string // by language: how a keyword is written
	owned   []map[string]keyword // by language: its spellings, folded
	line    map[string]keyword   // spellings that give a line its meaning when they begin it
	inner   map[string]keyword   // those of the keywords inside a line
	titles  map[string]keyword   // the whole headings of the sections, folded
	usual   map[string]bool      // words of greetings and closings that are a letter away from a verb, folded
	given   map[string]bool      // names of people that are a letter away from a verb, folded
	heads   []string             // what may begin a line before the first section, for suggestions
}

// readWords reads the files words/en.toml, words/fr.toml and those of any other language,
// which come behind these two. A spelling that means two things is an error.
func readWords(files fs.FS) (*dictionary, error) {
	names, err := fs.Glob(files, "words/*.toml")
	if err != nil {
		return nil, fmt.Errorf("words of the order language: %w", err)
	}
	tags := []string{"en", "fr"}
	for _, name := range names {
		if tag := strings.TrimSuffix(path.Base(name), ".toml"); !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	d := &dictionary{line: map[string]keyword{}, inner: map[string]keyword{}, titles: map[string]keyword{}, usual: map[string]bool{}, given: map[string]bool{}}
	for _, tag := range tags {
		var file wordFile
		name := "words/" + tag + ".toml"
		meta, err := toml.DecodeFS(files, name, &file)
		if err == nil && len(meta.Undecoded()) > 0 {
			err = fmt.Errorf("unknown field %s", meta.Undecoded()[0])
		}
		if err == nil {
			err = d.add(tag, &file)
		}
		if err != nil {
			return nil, fmt.Errorf("words of the order language, %s: %w", name, err)
		}
	}
	return d, nil
}

// add adds the words of a language.
func (d *dictionary) add(tag string, file *wordFile) error {
	written, owned := map[keyword]string{}, map[string]keyword{}
	enter := func(to map[string]keyword, name, word string) error {
		k := keywordNames[name]
		if had, ok := to[Fold(word)]; k == noKeyword || ok && had != k {
			return fmt.Errorf("%q cannot mean %q", word, name)
		}
		to[Fold(word)] = k
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(file.Keyword)) {
		to := d.line
		if k := keywordNames[name]; k == kwAgain || k == kwWhen || k == kwElse {
			to = d.inner
		}
		for i, word := range file.Keyword[name] {
			if err := enter(to, name, word); err != nil {
				return err
			}
			if owned[Fold(word)] = keywordNames[name]; i == 0 {
				written[keywordNames[name]] = word
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(file.Heading)) {
		for _, title := range file.Heading[name] {
			if err := enter(d.titles, name, title); err != nil {
				return err
			}
		}
	}
	for _, word := range file.Suggested.Words {
		d.heads = append(d.heads, Fold(word))
	}
	for _, word := range file.Usual.Words {
		d.usual[Fold(word)] = true
	}
	for _, name := range file.Usual.Names {
		d.given[Fold(name)] = true
	}
	d.tags, d.written, d.owned = append(d.tags, tag), append(d.written, written), append(d.owned, owned)
	return nil
}

// lineKeywords are the words that give a line its meaning when they begin it; no verb and
// no subject of a standing order may be one of them. sectionTitles are the whole headings
// of the two sections.
var (
	lineKeywords, innerKeywords = tongues.line, tongues.inner
	sectionTitles               = tongues.titles
	headWords                   = tongues.heads
	usualWords                  = tongues.usual
	givenNames                  = tongues.given
)

// Heading is a keyword that begins a line of its own, "turn" or "standing", as
// diagnostics name it: by its English spelling. [Heading.In] writes it for a reader.
type Heading string

// In writes the keyword in a language, with its accents.
func (h Heading) In(language Language) string {
	if k := lineKeywords[string(h)]; k != noKeyword {
		return k.in(language)
	}
	return string(h)
}

// name returns the keyword as diagnostics carry it.
func (k keyword) name() Heading { return Heading(Fold(k.in(English))) }

// in writes the keyword in a language, or in English if that has no word for it.
func (k keyword) in(language Language) string {
	if int(language) < len(tongues.written) {
		if word, ok := tongues.written[language][k]; ok {
			return word
		}
	}
	return tongues.written[English][k]
}

// Language is a language in which keywords can be written: one that has a file of words.
type Language uint8

// The languages of the keywords that every program has. All are read, whatever the file's
// other words are in.
const (
	English Language = iota
	French
)

// LanguageOf returns the language of a tag, "fr"; English where there are no words of it.
func LanguageOf(tag string) Language {
	return Language(max(0, slices.Index(tongues.tags, tag)))
}

// leadingKeyword returns the keyword that begins a line and what follows it
// on the line, comment included.
func leadingKeyword(line string) (k keyword, word, rest string) {
	line = strings.TrimLeft(line, " \t")
	end := strings.IndexAny(line, " \t:=,;#\"\\")
	if end < 0 {
		end = len(line)
	}
	word = line[:end]
	return lineKeywords[Fold(word)], word, line[end:]
}

// isWord reports whether t is the given keyword inside a line.
func (t Token) isWord(k keyword) bool {
	return t.Kind == Word && innerKeywords[t.Fold] == k
}

// MaxHeading is how many bytes a line has at most that opens a section of words.
const MaxHeading = maxWord

// Spellings returns, for programs in other languages that must read a file as far as its
// outline, what a line can begin with, the whole headings of the two sections, and those of
// the sections of words: by each spelling, folded, the keyword's English name or the kind.
func Spellings() (keywords, headings, words map[string]string) {
	keywords, headings = map[string]string{}, map[string]string{}
	names := map[keyword]string{}
	for name, k := range keywordNames {
		names[k] = name
	}
	for spelling, k := range lineKeywords {
		keywords[spelling] = names[k]
	}
	for title, k := range sectionTitles {
		headings[title] = names[k]
	}
	return keywords, headings, maps.Clone(wordHeadings)
}

// NoSlips returns, for such programs, the words of greetings and the names of people that are no slips
// for orders where they stand alone on a line: the first in any way of writing, the second with a capital.
func NoSlips() (usual, names []string) {
	return slices.Sorted(maps.Keys(usualWords)), slices.Sorted(maps.Keys(givenNames))
}
