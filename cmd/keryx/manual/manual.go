// Package manual is the manual of Keryx: one Markdown file a topic, in English and French.
// "keryx help TOPIC" prints a page, the archive has all of them as HTML, and a forge shows the
// files as they are. The package knows the pages and no command.
//
// The page "index" of a language lists its pages in their order. A page that is about something
// to type shows it in a block or between backquotes; the tests of the program type all of it.
package manual

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"keryx/orders/pattern"
)

//go:embed en/*.md fr/*.md
var files embed.FS

// Index is the topic of the page that lists the pages.
const Index = "index"

// A Page is one topic of the manual in one language.
type Page struct {
	Lang  string // "en" or "fr"
	Topic string // "mail-trouble": the same in all languages
	Title string
	text  string // Markdown, its title among it
}

// Languages are the languages in which the manual is written.
func Languages() []string { return []string{"en", "fr"} }

// Find returns the page on a topic. It reports false if there is none.
func Find(lang, topic string) (Page, bool) {
	text, err := fs.ReadFile(files, path.Join(lang, topic+".md"))
	if err != nil {
		return Page{}, false
	}
	p := Page{Lang: lang, Topic: topic, text: string(text)}
	first, _, _ := strings.Cut(p.text, "\n")
	p.Title = strings.TrimPrefix(first, "# ")
	return p, true
}

// Topics lists the topics in the order of the index, the index itself left out.
func Topics() (topics []string) {
	index, _ := Find("en", Index)
	for _, link := range pageLink.FindAllStringSubmatch(index.text, -1) {
		if !slices.Contains(topics, link[2]) {
			topics = append(topics, link[2])
		}
	}
	return topics
}

// Pages returns the manual in a language: the index, then the topics in its order. A page that
// the index names and that does not exist is an error.
func Pages(lang string) (pages []Page, err error) {
	for _, topic := range append([]string{Index}, Topics()...) {
		p, ok := Find(lang, topic)
		if !ok {
			return nil, fmt.Errorf("manual: there is no page %s/%s.md", lang, topic)
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// pageLink is a link from one page to another: "[upkeep](upkeep.md)".
var pageLink = pattern.New(`\[([^\]]+)\]\(([a-z-]+)\.md(?:#[a-z-]*)?\)`)
