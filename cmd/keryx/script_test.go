package main

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts run the program as a person would, in a directory of their own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"keryx": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// needRulesets makes the printed games known to a test that uses the parts without
// running a command. It is not an init function: the scripts run this binary as
// the command itself.
func needRulesets(t testing.TB) {
	t.Helper()
	if err := registerRulesets(""); err != nil {
		t.Fatal(err)
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata"})
}
