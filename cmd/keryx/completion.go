package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"keryx/cmd/keryx/screen"
)

// completionCmd writes what a shell completes command lines by.
type completionCmd struct {
	Shell string `arg:"" help:"The shell: bash, zsh or fish." enum:"bash,zsh,fish"`
}

func (completionCmd) Gameless() {}

// Run writes it.
func (c completionCmd) Run(g *screen.Globals) error {
	model, err := wholeModel()
	if err != nil {
		return err
	}
	write := map[string]func(io.Writer, *kong.Application){"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[c.Shell]
	write(g.Out, model)
	return nil
}

// stepsOf are the cases of a shell's "case" that go from a command to those below it.
func stepsOf(model *kong.Application) string {
	var all []string
	for _, n := range everyCommand(model.Node)[1:] {
		all = append(all, `"`+pathOf(n)+`"`)
	}
	return strings.Join(all, "|")
}

// wordsAfter are the words that can follow a command: those below it, and its flags.
func wordsAfter(n *kong.Node) (all []string) {
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			all = append(all, child.Name)
		}
	}
	for _, f := range flagsOf(n) {
		all = append(all, "--"+f.Name)
	}
	return append(all, "--help")
}

// bashCompletion writes a function for bash. What is no command and no flag is a file.
func bashCompletion(w io.Writer, model *kong.Application) {
	fmt.Fprintf(w, "# bash completion of keryx: source it, or put it into /usr/share/bash-completion/completions/keryx.\n")
	completionFunction(w, model)
	fmt.Fprintln(w, "complete -o default -F _keryx keryx")
}

// completionFunction writes the function that bash and zsh share.
func completionFunction(w io.Writer, model *kong.Application) {
	fmt.Fprintf(w, "_keryx() {\n  local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" path=\"\" next=\"\" words=\"\" i\n")
	fmt.Fprintf(w, "  for ((i = 1; i < COMP_CWORD; i++)); do\n    next=\"${path:+$path }${COMP_WORDS[i]}\"\n    case \"$next\" in\n      %s) path=\"$next\" ;;\n    esac\n  done\n", stepsOf(model))
	fmt.Fprintf(w, "  case \"$path $prev\" in\n")
	for _, n := range everyCommand(model.Node)[1:] {
		for _, f := range n.Flags {
			if choices := choicesOf(f); choices != nil {
				fmt.Fprintf(w, "    %q) words=%q ;;\n", pathOf(n)+" --"+f.Name, strings.Join(choices, " "))
			}
		}
	}
	fmt.Fprintf(w, "    *) case \"$path\" in\n")
	for _, n := range everyCommand(model.Node) {
		fmt.Fprintf(w, "      %q) words=%q ;;\n", pathOf(n), strings.Join(wordsAfter(n), " "))
	}
	fmt.Fprintf(w, "    esac ;;\n  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\n")
}

// zshCompletion writes the same for zsh, which reads functions for bash.
func zshCompletion(w io.Writer, model *kong.Application) {
	fmt.Fprintf(w, "#compdef keryx\n# zsh completion of keryx: put it into a folder of $fpath under the name _keryx, or source it.\n")
	fmt.Fprintf(w, "autoload -U +X bashcompinit && bashcompinit\n")
	completionFunction(w, model)
	fmt.Fprintln(w, "complete -o default -F _keryx keryx")
}

// fishCompletion writes a completion for fish, with what each command does.
func fishCompletion(w io.Writer, model *kong.Application) {
	quote := func(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'" }
	fmt.Fprintln(w, "# fish completion of keryx: put it into ~/.config/fish/completions/keryx.fish.")
	fmt.Fprintf(w, "function __keryx_path\n  set -l path ''\n  for word in (commandline -opc)[2..]\n    set -l next (string trim \"$path $word\")\n    switch \"$next\"\n")
	for _, n := range everyCommand(model.Node)[1:] {
		fmt.Fprintf(w, "      case %s\n        set path \"$next\"\n", quote(pathOf(n)))
	}
	fmt.Fprintf(w, "    end\n  end\n  test \"$path\" = \"$argv\"\nend\n")
	for _, n := range everyCommand(model.Node) {
		on := "-n " + quote("__keryx_path "+pathOf(n))
		for _, child := range n.Children {
			if child.Type == kong.CommandNode && !child.Hidden {
				fmt.Fprintf(w, "complete -c keryx -f %s -a %s -d %s\n", on, child.Name, quote(child.Help))
			}
		}
		if n.Parent == nil {
			continue
		}
		for _, f := range n.Flags {
			values := ""
			if choices := choicesOf(f); choices != nil {
				values = " -x -a " + quote(strings.Join(choices, " "))
			} else if !f.IsBool() {
				values = " -r"
			}
			fmt.Fprintf(w, "complete -c keryx %s -l %s%s -d %s\n", on, f.Name, values, quote(f.Help))
		}
	}
	for _, f := range model.Flags {
		fmt.Fprintf(w, "complete -c keryx -l %s -d %s\n", f.Name, quote(f.Help))
	}
}
