package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"keryx/cmd/keryx/screen"
)

// manCmd writes the man page of the program.
type manCmd struct{}

func (manCmd) Gameless() {}

// Run writes it.
func (manCmd) Run(g *screen.Globals) error {
	model, err := wholeModel()
	if err != nil {
		return err
	}
	manPage(g.Out, model)
	return nil
}

// roff makes a text fit for a man page.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// manPage writes keryx(1): all commands in their groups, each with its arguments, its flags and an example.
func manPage(w io.Writer, model *kong.Application) {
	fmt.Fprintf(w, ".TH KERYX 1\n.SH NAME\nkeryx \\- host wargames by email\n.SH SYNOPSIS\n.B keryx\n.I command\n.RI [ arguments ]\n.RI [ flags ]\n")
	fmt.Fprintf(w, ".SH DESCRIPTION\n%s\n.SH FLAGS OF EVERY COMMAND\n", roff(aboutKeryx))
	manFlags(w, model.Flags)
	group := ""
	for _, n := range everyCommand(model.Node)[1:] {
		top := n
		for top.Parent.Parent != nil {
			top = top.Parent
		}
		if top.Group != nil && top.Group.Title != group {
			group = top.Group.Title
			fmt.Fprintf(w, ".SH %s\n", roff(strings.ToUpper(strings.TrimSuffix(group, ":"))))
		}
		if len(n.Children) > 0 {
			continue // those below it say it all
		}
		fmt.Fprintf(w, ".SS %s\n%s\n", roff(strings.TrimPrefix(n.Summary(), "keryx ")), roff(n.Help))
		for _, arg := range n.Positional {
			fmt.Fprintf(w, ".TP\n.I %s\n%s\n", roff(arg.Summary()), roff(arg.Help))
		}
		manFlags(w, n.Flags)
		if example := exampleOf(pathOf(n)); example != "" {
			fmt.Fprintf(w, ".PP\nExample:\n.B %s\n", roff(example))
		}
	}
	fmt.Fprintf(w, ".SH SEE ALSO\n%s\n", roff("keryx help, the manual that the program carries; ssh-keygen(1), gpg(1)."))
}

// manFlags writes flags.
func manFlags(w io.Writer, flags []*kong.Flag) {
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(f.String())), roff(f.Help))
	}
}
