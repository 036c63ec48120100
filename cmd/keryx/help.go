package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"keryx/cmd/keryx/manual"
	"keryx/cmd/keryx/screen"
)

// helpCmd shows the manual.
type helpCmd struct {
	Topic string `arg:"" optional:"" help:"What to read about, such as server; without it the commands and the topics are listed."`
	Lang  string `help:"Language of the page: en or fr; that of your terminal unless given." enum:"en,fr," default:""`
}

func (helpCmd) Gameless() {}

// Run shows a page, in the pager of a terminal, or else the commands and the topics.
func (c helpCmd) Run(g *screen.Globals) error {
	if c.Lang == "" {
		c.Lang = ownLanguage()
	}
	topic := strings.ToLower(c.Topic)
	if topic == "" { // who has not heard of the manual asks for the commands
		topic = manual.Index
		runShown(g.Ctx, []string{"--help"}, g.Exact, g.Out, g.Err)
		fmt.Fprintln(g.Out)
	}
	page, ok := manual.Find(c.Lang, topic)
	if !ok {
		return fmt.Errorf("the manual has no page on %q; it has %s", c.Topic, strings.Join(manual.Topics(), ", "))
	}
	if show := screen.Pager(); c.Topic != "" && show != "" && screen.IsTerminal(os.Stdout) {
		return screen.Paged(g.Ctx, show, page.Text(), g.Out)
	}
	fmt.Fprint(g.Out, page.Text())
	return nil
}

// ownLanguage is the language of the manual that the environment names, English unless it
// names another.
func ownLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if set := os.Getenv(name); set != "" {
			if tag, _, _ := strings.Cut(set, "_"); slices.Contains(manual.Languages(), tag) {
				return tag
			}
			break
		}
	}
	return "en"
}

// helpWanted reads "keryx help ...". With a topic of the manual, or with nothing, it is the command
// "help"; otherwise it asks how a command is given: "keryx help game new" is what people type first.
func helpWanted(model *kong.Application, args []string) []string {
	if len(args) < 2 || strings.HasPrefix(args[1], "-") {
		return args
	}
	_, topic := manual.Find("en", strings.ToLower(args[1]))
	command := slices.ContainsFunc(model.Children, func(n *kong.Node) bool { return n.Name == args[1] })
	if command && (!topic || len(args) > 2 && !strings.HasPrefix(args[2], "-")) {
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}
