package main

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"keryx/cmd/keryx/screen"
)

//go:embed examples.txt
var examplesFile string

// exampleOf is an example of a command line for a command, or for the first of a group; empty if there
// is none.
func exampleOf(path string) string {
	for line := range strings.Lines(examplesFile) {
		if line = strings.TrimSpace(line); line == path || strings.HasPrefix(line, path+" ") {
			return "keryx " + line
		}
	}
	return ""
}

// pathOf is a command without the name of the program: "game new".
func pathOf(n *kong.Node) string {
	var words []string
	for ; n.Parent != nil; n = n.Parent {
		words = append(words, n.Name)
	}
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// everyCommand lists a command and those below it, in their order.
func everyCommand(n *kong.Node) (all []*kong.Node) {
	all = append(all, n)
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			all = append(all, everyCommand(child)...)
		}
	}
	return all
}

// withExamples has the help of each command end with an example.
func withExamples(model *kong.Application) {
	for _, n := range everyCommand(model.Node) {
		if example := exampleOf(pathOf(n)); n.Parent != nil && example != "" {
			n.Detail = strings.TrimSpace(n.Detail + "\n\nExample:\n  " + example)
		}
	}
}

// wholeModel is the command line with all of its commands.
func wholeModel() (*kong.Application, error) {
	var cli struct {
		screen.Globals
		commands
	}
	parser, err := kong.New(&cli, kong.Name("keryx"), kong.NamedMapper("game", kong.MapperFunc(decodeGame)), kong.Description(aboutKeryx))
	if err != nil {
		return nil, err
	}
	return parser.Model, nil
}

// aboutKeryx is what the program is, above the list of its commands.
const aboutKeryx = "Keryx hosts wargames by email. keryx help lists the topics of its manual."

// flagsOf are the flags that a command can have, those of all commands included.
func flagsOf(n *kong.Node) (all []*kong.Flag) {
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			if f.Name != "help" {
				all = append(all, f)
			}
		}
	}
	return all
}

// choicesOf are the words that a flag can have, if there are few.
func choicesOf(f *kong.Flag) (all []string) {
	for _, word := range strings.Split(f.Enum, ",") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}
