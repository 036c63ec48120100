package screen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Pager is the command that shows long texts: PAGER, or less on a terminal that has it.
// PAGER set to nothing means none.
func Pager() string {
	if command, set := os.LookupEnv("PAGER"); set {
		return command
	}
	if _, err := exec.LookPath("less"); err == nil && IsTerminal(os.Stdout) {
		return "less"
	}
	return ""
}

// lessOptions have less leave at once what fits on the screen, show colours, and let the text stand when it ends.
const lessOptions = "LESS=FRX"

// Paged shows a text in a pager, which is a command: on the terminal itself where there is one, since a pager that
// writes elsewhere does not stop at a full screen.
func Paged(ctx context.Context, pager, text string, out io.Writer) error {
	words := strings.Fields(pager)
	if len(words) == 0 {
		_, err := io.WriteString(out, text)
		return err
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), out, os.Stderr
	if IsTerminal(os.Stdout) {
		cmd.Stdin, cmd.Stdout = strings.NewReader(shown(text)), os.Stdout
	}
	if _, set := os.LookupEnv("LESS"); !set {
		cmd.Env = append(os.Environ(), lessOptions)
	}
	if err := cmd.Start(); err != nil { // it has shown nothing: the text is printed as it is
		_, printed := io.WriteString(out, text)
		fmt.Fprintf(os.Stderr, "keryx: the pager %s cannot be started: %v\n", Visible(pager), err)
		return printed
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("pager %s: %w", pager, err)
	}
	return nil
}

// Paged runs a command that prints a long text, and shows what it prints in the pager of a terminal.
func (g *Globals) Paged(print func() error) error {
	command := Pager()
	if command == "" || !IsTerminal(os.Stdout) {
		return print()
	}
	var text bytes.Buffer
	out := g.Out
	g.Out = &text
	err := print()
	g.Out = out
	if text.Len() == 0 {
		return err
	}
	return errors.Join(Paged(g.Ctx, command, text.String(), out), err)
}
