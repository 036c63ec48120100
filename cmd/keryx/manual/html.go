package manual

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown reads a page. HTML within it is left out, so that a page can be put into any site.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(links{}, 100))))

// HTML is the page as HTML, from its title to its end, without the frame of a site. A link to
// another page leads to TOPIC.html beside it.
func (p Page) HTML() ([]byte, error) {
	var body bytes.Buffer
	if err := markdown.Convert([]byte(p.text), &body); err != nil {
		return nil, fmt.Errorf("manual: %s/%s.md: %w", p.Lang, p.Topic, err)
	}
	return body.Bytes(), nil
}

// links has links to pages lead to their HTML. What a link within the source of the program
// leads to is nowhere else: its words stay, and the link goes.
type links struct{}

// Transform implements [parser.ASTTransformer].
func (links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var all []*ast.Link
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // its function returns no error
		if link, ok := n.(*ast.Link); ok && entering {
			all = append(all, link)
		}
		return ast.WalkContinue, nil
	})
	for _, link := range all {
		to, anchor, _ := strings.Cut(string(link.Destination), "#")
		switch page, isPage := strings.CutSuffix(to, ".md"); {
		case strings.Contains(to, "://"):
		case to == "":
		case isPage && !strings.Contains(page, "/"):
			if link.Destination = []byte(page + ".html"); anchor != "" {
				link.Destination = append(link.Destination, "#"+anchor...)
			}
		default:
			unlink(link)
		}
	}
}

// unlink puts the words of a link in its place.
func unlink(link *ast.Link) {
	parent := link.Parent()
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		parent.InsertBefore(parent, link, child)
	}
	parent.RemoveChild(parent, link)
}
