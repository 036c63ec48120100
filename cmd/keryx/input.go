package main

import (
	"fmt"
	"io"
	"os"
)

// maxInput bounds what a command reads from a file or from standard input.
const maxInput = 1 << 20

// readInput reads a file, or standard input for "-".
func readInput(path string) ([]byte, error) {
	in := io.Reader(os.Stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	if err == nil && len(text) > maxInput {
		err = fmt.Errorf("%s is larger than %d bytes", path, maxInput)
	}
	return text, err
}
