package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Listing is part of every command that lists.
type Listing struct {
	JSON bool `name:"json" help:"Print it as JSON, for programs."`
}

// Table is a list in the making: its first line are its headings, each line is of cells with tabs between
// them, and one without a first cell says more of the line before.
type Table struct {
	bytes.Buffer
	to   io.Writer
	json bool
}

// Say tells a person what was done, beside what is listed; a program reads the list alone.
func (l Listing) Say(g *Globals, format string, args ...any) {
	if !l.JSON {
		fmt.Fprintf(g.Out, format, args...)
	}
}

// Table begins a list.
func (l Listing) Table(to io.Writer) *Table { return &Table{to: to, json: l.JSON} }

// Flush prints the list.
func (t *Table) Flush() error {
	if !t.json {
		w := tabwriter.NewWriter(t.to, 0, 8, 2, ' ', 0)
		if _, err := w.Write(t.Bytes()); err != nil {
			return err
		}
		return w.Flush()
	}
	objects := []map[string]any{}
	var keys []string
	for line := range strings.Lines(t.String()) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case keys == nil:
			for _, head := range cells {
				keys = append(keys, keyOf(head))
			}
		case cells[0] == "" && len(objects) > 0:
			last := objects[len(objects)-1]
			more, _ := last["more"].([]string)
			last["more"] = append(more, strings.TrimSpace(strings.Join(cells, " ")))
		default:
			object := map[string]any{}
			for i, key := range keys {
				if i < len(cells) {
					object[key] = valueOf(cells[i])
				}
			}
			objects = append(objects, object)
		}
	}
	return PrintJSON(t.to, objects)
}

// Facts is one thing as it is shown: each line has what is told and what it is, with a tab between them, and one that
// begins with a tab says more of the line before.
type Facts struct {
	Table
	Texts map[string]string // of several lines, for programs alone
}

// Facts begins to show one thing.
func (l Listing) Facts(to io.Writer) *Facts {
	return &Facts{Table{to: to, json: l.JSON}, map[string]string{}}
}

// Flush prints what is shown.
func (f *Facts) Flush() error {
	if !f.json {
		return f.Table.Flush()
	}
	object, last := map[string]any{}, ""
	for line := range strings.Lines(f.String()) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if key == "" && last != "" {
			list, is := object[last].([]any)
			if !is {
				list = []any{object[last]}
			}
			object[last] = append(list, strings.TrimSpace(strings.ReplaceAll(value, "\t", " ")))
			continue
		}
		last = keyOf(key)
		object[last] = valueOf(value)
	}
	for key, text := range f.Texts {
		object[key] = text
	}
	return PrintJSON(f.to, object)
}

// keyOf is a heading as a key: "WAITING FOR" is "waiting_for".
func keyOf(heading string) string {
	if heading == "#" {
		return "place"
	}
	return strings.ReplaceAll(strings.ToLower(heading), " ", "_")
}

// valueOf is a cell as a value: a whole number, or a text.
func valueOf(cell string) any {
	if n, err := strconv.ParseInt(cell, 10, 64); err == nil && cell == strconv.FormatInt(n, 10) {
		return n
	}
	return cell
}

// PrintJSON prints a value for programs.
func PrintJSON(to io.Writer, value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, "%s\n", data)
	return err
}
