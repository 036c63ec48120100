package templates

import (
	"bytes"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"strings"
	"sync"
	"text/template"

	"keryx/orders/pattern"
)

//go:embed layout/*.tmpl
var layouts embed.FS

// The layouts of letters are read when the first letter is written: most commands write none.
var (
	textLayout = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("letter.txt.tmpl").Funcs(template.FuncMap{
			"paragraph": func(s string) string { return hang("", "", s) },
			"banner":    banner,
			"section":   func(s string) string { return underline(strings.ToUpper(s), "=") },
			"heading":   func(s string) string { return hang("", "", s) },
			"facts":     textFacts,
			"bullet":    bullet,
			"table":     textTable,
			"chapter":   func(s string) string { return underline(s, "~") },
			"fault":     (*fault).text,
			"bar":       bar,
			"cut":       cutLine,
		}).ParseFS(layouts, "layout/letter.txt.tmpl"))
	})
	htmlLayout = sync.OnceValue(func() *htmltemplate.Template {
		return htmltemplate.Must(htmltemplate.New("letter.html.tmpl").Funcs(htmltemplate.FuncMap{
			"indent": func(depth int) int { return 16 * depth },
			"soft":   soft,
		}).ParseFS(layouts, "layout/letter.html.tmpl"))
	})
)

// maxName is the most characters of a player's name that are shown.
const maxName = 60

// mapCID is the Content-ID of the map in the HTML.
const (
	mapCID     = "map@keryx"
	closeUpCID = "closeup@keryx"
)

// serverKeyFile is the name under which the server's public key is attached.
const serverKeyFile = "server-key.asc"

// signPageFile is the name under which the page that signs is attached.
const signPageFile = "sign.html"

// letterFiles are the names of the files that go with a letter.
type letterFiles struct{ Map, CloseUp, Orders, Situation, Proof string }

var plainGame = pattern.New(`^[a-z0-9][a-z0-9-]{0,39}$`)

func filesOf(game string) letterFiles {
	prefix := ""
	if plainGame.MatchString(game) {
		prefix = game + "-"
	}
	return letterFiles{Map: prefix + "map.png", CloseUp: prefix + "close-up.png", Orders: prefix + "orders.txt", Situation: prefix + "situation.json", Proof: prefix + "proof.txt"}
}

// Render makes the letter of a report, in the language and for the side that it
// names. It returns an error only if the view's data cannot be encoded or a
// layout fails.
func Render(r Report) (Letter, error) { return Known().Render(r) }

// Render is the function [Render] with the texts of c.
func (c *Catalog) Render(r Report) (Letter, error) {
	if r.Kind.ContentFree() {
		r = Report{Kind: r.Kind, Lang: r.Lang, Mailbox: r.Mailbox, Refusal: r.Refusal, About: r.About, Seats: r.Seats, Zone: r.Zone}
	}
	r.Player, r.Opponent = shorten(clean(r.Player), maxName), shorten(clean(r.Opponent), maxName)
	if r.Question != nil {
		r.View.Result = nil // it may still change with what is asked
	}
	b := builder{Printer: c.For(r.Lang, r.Ruleset), r: r, proof: r.Proof, files: filesOf(r.Game)}
	if b.proof.Game == "" {
		b.proof.Game = r.Game
	}
	d := b.build()
	letter := Letter{Subject: b.subject()}
	var text, html bytes.Buffer
	if err := textLayout().Execute(&text, d); err != nil {
		return Letter{}, fmt.Errorf("laying out the text of a %s letter: %w", r.Kind, err)
	}
	if err := htmlLayout().Execute(&html, d); err != nil {
		return Letter{}, fmt.Errorf("laying out the HTML of a %s letter: %w", r.Kind, err)
	}
	letter.Text, letter.HTML = text.String(), html.String()
	var err error
	letter.Attachments, err = b.attachments()
	return letter, err
}

// attachments are the map, the close-up, the order file, the situation for programs, and the proof.
func (b *builder) attachments() ([]Attachment, error) {
	var all []Attachment
	if len(b.r.Map.PNG) > 0 {
		all = append(all, Attachment{Name: b.files.Map, Type: "image/png", CID: mapCID, Data: b.r.Map.PNG})
	}
	if len(b.r.CloseUp.PNG) > 0 {
		all = append(all, Attachment{Name: b.files.CloseUp, Type: "image/png", CID: closeUpCID, Data: b.r.CloseUp.PNG})
	}
	if b.takesOrders() {
		all = append(all, Attachment{Name: b.files.Orders, Type: "text/plain", Data: []byte(b.OrderTemplate(b.template()))})
	}
	if b.r.ServerKey.Text != "" {
		all = append(all, Attachment{Name: serverKeyFile, Type: "application/pgp-keys", Data: []byte(b.r.ServerKey.Text)})
	}
	if b.r.NoKey && len(b.r.SignPage.Data) > 0 {
		all = append(all, Attachment{Name: signPageFile, Type: "text/html", Data: b.r.SignPage.Data})
	}
	if b.r.Guide.Key != "" {
		guide, err := b.guide()
		if err != nil {
			return nil, err
		}
		all = append(all, guide)
	}
	if b.r.View.Data != nil {
		data, err := b.situation()
		if err != nil {
			return nil, err
		}
		all = append(all, Attachment{Name: b.files.Situation, Type: "application/json", Data: data})
	}
	if b.proves() {
		all = append(all, Attachment{Name: b.files.Proof, Type: "text/plain", Data: []byte(b.proof.String())})
	}
	return all, nil
}

// guide is the player's guide as a text of its own.
func (b *builder) guide() (Attachment, error) {
	about := b.r.Guide
	about.Args = append([]any{"Address", clean(b.r.Address)}, about.Args...)
	d := document{Lang: b.lang, Sections: b.page(b.lang, about, clean(b.r.Mailbox))}
	if len(d.Sections) > 0 { // the title of the page is that of the file
		d.Title, d.Sections[0].Title = d.Sections[0].Title, ""
	}
	var text bytes.Buffer
	if err := textLayout().Execute(&text, d); err != nil {
		return Attachment{}, fmt.Errorf("laying out the player's guide: %w", err)
	}
	return Attachment{Name: b.Say("report.guide.file"), Type: "text/plain", Data: text.Bytes()}, nil
}

// soft lets a text of a table break behind a slash, so that "Chios/Samos" fits on a phone.
func soft(text string) htmltemplate.HTML {
	return htmltemplate.HTML(strings.ReplaceAll(htmltemplate.HTMLEscapeString(text), "/", "/<wbr>"))
}

// banner is the head of a letter.
func banner(title, subtitle string) string {
	line := strings.Repeat("=", columns)
	text := line + "\n" + hang("", "", title) + "\n"
	if subtitle != "" {
		text += hang("", "", subtitle) + "\n"
	}
	return text + line
}

// textFacts aligns the facts at the top of a letter.
func textFacts(facts []fact) string {
	label := 0
	for _, f := range facts {
		label = max(label, width(f.Label))
	}
	lines := make([]string, len(facts))
	for i, f := range facts {
		first := "  " + pad(f.Label, label, false) + "  "
		lines[i] = hang(first, strings.Repeat(" ", width(first)), f.Value)
	}
	return strings.Join(lines, "\n")
}

// joined stands for a blank at which no line is broken, until all are: a character that is no text,
// and as wide as a blank. The no-break spaces of the text itself stay.
const joined = "\ue000"

// bullet lays an item of a list out. The note is kept together as well as it can be.
func bullet(i item) string {
	indent := strings.Repeat("  ", i.Depth)
	mark := "* "
	if i.Depth > 0 {
		mark = "- "
	}
	note := strings.ReplaceAll(i.Note(), " ", joined)
	note = strings.Replace(note, joined+"[", " [", 1)
	note = strings.ReplaceAll(note, ";"+joined, "; ")
	text := hang("  "+indent+mark, "  "+indent+"  ", i.Text+note)
	return strings.ReplaceAll(text, joined, " ")
}

// bar sets somebody's own words apart, so that they cannot pass for a part of
// the letter.
func bar(verse []string) string {
	var all []string
	for _, line := range verse {
		if line == "" {
			all = append(all, "  |")
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		indent = indent[:min(len(indent), 24)]
		all = append(all, hang("  | "+indent, "  | "+indent, line))
	}
	return strings.Join(all, "\n")
}
