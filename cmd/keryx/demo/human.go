package demo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"keryx/adjudicator/host/intake"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// human is the person at the terminal in the place of a simulated player: he
// reads his reports as text, and writes his order file in his editor.
type human struct {
	in     *bufio.Reader
	out    io.Writer
	dir    string // where his letters and his order file lie
	editor string // command; empty: he edits the file himself and presses Enter
	pager  string // command that shows his letters; empty: they are printed
}

// newHuman seats the person at the terminal.
func newHuman(g *screen.Globals, dir string) (*human, error) {
	h := &human{in: bufio.NewReader(os.Stdin), out: g.Out, dir: filepath.Join(dir, "desk"), editor: os.Getenv("VISUAL")}
	if h.editor == "" {
		h.editor = os.Getenv("EDITOR")
	}
	h.pager = screen.Pager()
	return h, os.MkdirAll(h.dir, 0o700)
}

// answerByHand shows a letter and, if something is asked, takes the person's orders.
func (p *demoPlayer) answerByHand(ctx context.Context, report mail.Received) error {
	h := p.human
	letter := filepath.Join(h.dir, fmt.Sprintf("letter-%03d.txt", p.read+1))
	if err := os.WriteFile(letter, []byte("Subject: "+report.Subject+"\n\n"+report.Text), 0o600); err != nil {
		return err
	}
	if err := h.show(ctx, report, p.demo.lang); err != nil {
		return err
	}
	if file, ok := templates.OrderFile(report.Text); ok {
		p.blank, p.asking = file, report
	}
	waits, err := p.awaited(ctx)
	if err != nil || !waits {
		fmt.Fprintf(h.out, "(kept as %s; nothing is asked of you now)\n", letter)
		return err
	}
	path, file := filepath.Join(h.dir, "orders.txt"), p.blank
	if sameReport(p.corrected, file) { // his file came back: he goes on from it
		file = p.corrected
	}
	for {
		written, err := h.write(path, file)
		if err != nil {
			return err
		}
		p.corrected = written
		err = p.send(ctx, p.asking, written)
		if !errors.As(err, new(*mail.Refusal)) {
			return err
		}
		fmt.Fprintln(h.out, offline.ExplainRefusal(err, p.demo.lang)) // it cannot be signed as it is
		file = written
	}
}

// awaited reports whether the last order file that the person was given is the one that
// his seat waits for. A letter without one, such as a page of help, leaves him where he was.
func (p *demoPlayer) awaited(ctx context.Context) (bool, error) {
	status, err := p.demo.host.Answers.Status(ctx, p.demo.game)
	if err != nil {
		return false, err
	}
	asked := slices.ContainsFunc(status.Seats, func(s intake.SeatStatus) bool { return s.Side == p.side && s.Asked != "" })
	if !asked || p.blank == "" {
		return false, nil
	}
	current := false
	err = p.demo.host.Store.View(ctx, func(tx store.ReadTx) error {
		seat, err := tx.Seat(p.demo.game, p.side)
		current = sameReport(p.blank, "answers "+seat.Answers+"\n")
		return err
	})
	return current, err
}

// show prints a letter, through the person's pager where there is one, and then what
// he must not miss: the faults of his file, what is asked of him, and by when.
func (h *human) show(ctx context.Context, report mail.Received, lang string) error {
	body := report.Text
	if h.pager == "" {
		fmt.Fprintf(h.out, "\n%s\n%s\n", strings.Repeat("#", 72), body)
	} else if err := screen.Paged(ctx, h.pager, "Subject: "+report.Subject+"\n\n"+body, h.out); err != nil {
		return err
	}
	printer := templates.For(lang, "")
	fmt.Fprintf(h.out, "\n%s\n", report.Subject)
	for _, head := range []string{"reply.head.faults", "report.head.faults", "report.head.asked"} {
		if section, ok := templates.Section(report.Text, printer.Say(head)); ok {
			fmt.Fprintf(h.out, "\n%s\n", section)
		}
	}
	return nil
}

// sameReport reports whether two order files answer the same report.
func sameReport(a, b string) bool {
	first, _ := orders.Parse(a)
	second, _ := orders.Parse(b)
	return first.Header.Answers.Value != "" && first.Header.Answers.Value == second.Header.Answers.Value
}

// write lets the person complete an order file until something stands in it.
func (h *human) write(path, file string) (string, error) {
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		return "", err
	}
	for {
		if err := h.edit(path); err != nil {
			return "", err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if strings.TrimSpace(string(text)) == "" {
			fmt.Fprintln(h.out, "The file is empty. Here it is again as it was.")
			if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
				return "", err
			}
			continue
		}
		parsed, faults := orders.Parse(string(text))
		if len(faults) > 0 || parsed.HasStanding || len(parsed.Groups) > 0 {
			return string(text), nil
		}
		fmt.Fprintln(h.out, "The file orders nothing yet: take the # off a line, or write one.")
	}
}

// edit opens the person's editor, or waits until he has edited the file himself.
func (h *human) edit(path string) error {
	ask := fmt.Sprintf("Press Enter to write your orders in %s, or q and Enter to leave the game. ", h.editor)
	if h.editor == "" {
		ask = fmt.Sprintf("Complete %s, then press Enter here, or q and Enter to leave the game (set EDITOR to have your editor opened). ", path)
	}
	fmt.Fprint(h.out, ask)
	line, err := h.in.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF): // the terminal was closed, or nobody sits there
		return errLeft
	case err != nil:
		return fmt.Errorf("waiting for your orders: %w", err)
	case strings.TrimSpace(line) == "q":
		return errLeft
	case h.editor == "":
		return nil
	}
	words := strings.Fields(h.editor)
	cmd := exec.Command(words[0], append(words[1:], path)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("editor %s: %w", h.editor, err)
	}
	return nil
}

// errLeft ends a game that the person at the terminal leaves.
var errLeft = errors.New("you left the game")
