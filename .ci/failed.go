// Command failed reads what go test -json wrote, and prints the tests that failed with the end
// of what each said, so that they stand together where a long output ends.
//
//	go run .ci/failed.go FILE
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// lines is how much is shown of a test: a message of a failure, and what stands before it.
const lines = 30

func main() {
	if err := show(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func show(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	said := map[string][]string{}
	var failed []string
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil {
			fmt.Println(in.Text()) // of the go command itself
			continue
		}
		place := strings.TrimSpace(e.Package + e.ImportPath + " " + e.Test)
		switch e.Action {
		case "output", "build-output":
			if strings.HasPrefix(e.Output, "=== ") {
				continue
			}
			said[place] = append(said[place], e.Output)
			if n := len(said[place]); n > lines {
				said[place] = said[place][n-lines:]
			}
		case "fail", "build-fail":
			failed = append(failed, place)
		case "pass", "skip":
			delete(said, place)
		}
	}
	for _, place := range failed {
		// A test says why it failed, or one within it does.
		if within := func(p string) bool { return strings.HasPrefix(p, place+"/") || strings.HasPrefix(p, place+" ") }; slices.ContainsFunc(failed, within) && len(said[place]) < 4 {
			continue
		}
		fmt.Printf("\nFAILED: %s\n%s", place, strings.Join(said[place], ""))
	}
	return in.Err()
}
