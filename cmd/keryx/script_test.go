package main

import (
	"os"
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

// needRulesets makes the printed games known to a test that uses the parts without
// running a command. It is not an init function: the scripts run this binary as
// the command itself.
func needRulesets(t testing.TB) {
	t.Helper()
	if err := registerGames(""); err != nil {
		t.Fatal(err)
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"waitfile": waitFile,
	}})
}
