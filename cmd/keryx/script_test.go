package main

import (
	"context"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"keryx/adjudicator/ferry"
)

// The scripts run the program as a person would, in a directory of their own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"keryx": main,
		// The program with one game more: what the page "Write a game" comes to.
		"keryx-ferry": func() {
			games = append(games, ferry.Opener)
			main()
		},
	})
}

// waitFile waits until a file has something in it: "waitfile NAME".
func waitFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfile NAME")
	}
	for range 12000 { // two minutes, for a slow machine
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear", args[0])
}

// odds is "keryx odds ARGS..." in the process of the tests: a program that starts needs many times as long
// to read its games as to answer.
func odds(ts *testscript.TestScript, neg bool, args []string) {
	args = append([]string{"odds"}, args...)
	for i, arg := range args[1:] {
		if args[i] == "--situation" {
			args[i+1] = ts.MkAbs(arg)
		}
	}
	want := 0
	if neg {
		want = 1
	}
	if status := run(context.Background(), args, ts.Stdout(), ts.Stderr()); status != want {
		ts.Fatalf("keryx %q ends with %d, want %d", args, status, want)
	}
}

// numberOf is the number that a variable of the environment sets, or the usual one.
func numberOf(t *testing.T, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	noErr(t, err)
	return n
}

// needRulesets makes the printed games known to a test that uses the parts without
// running a command. It is not an init function: the scripts run this binary as
// the command itself.
func needRulesets(t testing.TB) {
	t.Helper()
	if err := gamesKnown(); err != nil {
		t.Fatal(err)
	}
}

// gamesKnown registers them once, for tests that run at the same time.
var gamesKnown = sync.OnceValue(func() error { return registerGames("") })

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"waitfile": waitFile,
		"odds":     odds,
	}})
}
