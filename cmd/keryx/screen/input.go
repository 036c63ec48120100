package screen

import (
	"context"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// maxInput bounds what a command reads from a file or from standard input.
const maxInput = 1 << 20

// ReadInput reads a file, or standard input for "-".
func ReadInput(ctx context.Context, path string) ([]byte, error) {
	in := io.Reader(os.Stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := UnlessInterrupted(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(in, maxInput+1)) })
	if err == nil && len(text) > maxInput {
		err = fmt.Errorf("%s is larger than %d bytes", path, maxInput)
	}
	return text, err
}

// ReadHidden reads a line from the terminal fd without showing it. Whoever breaks it off
// gets a terminal back that shows what he types.
func ReadHidden(ctx context.Context, fd int) ([]byte, error) {
	before, err := term.GetState(fd)
	if err != nil {
		return nil, err
	}
	text, err := UnlessInterrupted(ctx, func() ([]byte, error) { return term.ReadPassword(fd) })
	if ctx.Err() != nil {
		_ = term.Restore(fd, before) // what counts is that the command ends
	}
	return text, err
}

// UnlessInterrupted has something read that a person types, and does not wait for it any more
// once ctx is done: an interrupt ends no read from a terminal by itself.
func UnlessInterrupted[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type answer struct {
		text T
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := read()
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		return a.text, a.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
