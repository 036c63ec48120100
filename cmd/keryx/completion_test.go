package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"keryx/cmd/keryx/screen"
)

// TestExamplesOfCommands: every command has an example of its own, which the command line takes.
func TestExamplesOfCommands(t *testing.T) {
	model, err := wholeModel()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, n := range everyCommand(model.Node)[1:] {
		if len(n.Children) > 0 {
			continue
		}
		example := exampleOf(pathOf(n))
		if example == "" {
			t.Errorf("%s has no example", pathOf(n))
			continue
		}
		args := wordsOfShell(example)[1:]
		for _, word := range args { // whatever is to be there already
			if strings.ContainsAny(word, "./") && !strings.Contains(word, ":") {
				if name := strings.TrimPrefix(word, "/"); strings.HasSuffix(word, "/") {
					_ = os.MkdirAll(name, 0o755)
				} else if !strings.HasPrefix(word, "/") {
					_ = os.WriteFile(name, nil, 0o600)
				}
			}
		}
		var cli struct {
			screen.Globals
			commands
		}
		parser, err := kong.New(&cli, kong.Name("keryx"), kong.NamedMapper("game", kong.MapperFunc(decodeGame)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(args); err != nil {
			t.Errorf("%s: %v", example, err)
		}
	}
}

// wordsOfShell are the words of a command line, with quotes.
func wordsOfShell(line string) (all []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
			continue
		}
		all = append(all, strings.Fields(part)...)
	}
	return all
}

// TestCompletion: bash completes commands, those below them, flags and their values; the scripts of the
// other shells name every command.
func TestCompletion(t *testing.T) {
	scripts := map[string]string{}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out strings.Builder
		if status := run(t.Context(), []string{"completion", shell}, &out, &out); status != 0 {
			t.Fatalf("%s: %s", shell, out.String())
		}
		scripts[shell] = out.String()
		for _, want := range []string{"observers", "--preview", "referee"} {
			if shell == "fish" {
				want = strings.TrimPrefix(want, "--")
			}
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s does not complete %s", shell, want)
			}
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash here")
	}
	file := filepath.Join(t.TempDir(), "keryx.bash")
	if err := os.WriteFile(file, []byte(scripts["bash"]), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"ga": "game", "game n": "new", "league close spring --pre": "--preview", "league table --format c": "csv cross", "completion ": "--config"} {
		words := strings.Split("keryx "+line, " ")
		quoted := ""
		for _, w := range words {
			quoted += " '" + w + "'"
		}
		script := "source '" + file + "'; COMP_WORDS=(" + quoted + "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _keryx; echo \"${COMPREPLY[*]}\""
		got, err := exec.Command(bash, "-c", script).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, got)
		}
		have := strings.Fields(string(got))
		for _, w := range strings.Fields(want) {
			if !slices.Contains(have, w) {
				t.Errorf("%q is completed by %q, want %s", line, have, w)
			}
		}
	}
}

// TestManPage: the page has every command with its flags and an example, and no line that roff takes for
// a request that it is not.
func TestManPage(t *testing.T) {
	var out strings.Builder
	if status := run(t.Context(), []string{"man"}, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	for _, want := range []string{".SH LEAGUES", ".SS league close", `\-\-preview`, `.B keryx game new hellespont`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the man page has no %s", want)
		}
	}
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !slices.Contains([]string{".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".RI"}, strings.Fields(line)[0]) {
			t.Errorf("roff takes it for a request: %s", line)
		}
	}
}
