package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"keryx/adjudicator/ferry"
	"keryx/adjudicator/host/club"
	"keryx/cmd/keryx/settings"
	"keryx/store/storetest/ramdisk"
	"keryx/templates/wordtest"
)

// dieEnv names the step after which keryx-mortal dies.
const dieEnv = "KERYX_TEST_DIES_AFTER"

// The scripts run the program as a person would, in a directory of their own.
func TestMain(m *testing.M) {
	testscript.Main(inMemory{m}, map[string]func(){
		"keryx": inWords,
		// The program, which dies after a step of its work.
		"keryx-mortal": func() {
			settings.Traced = func(s club.Step) {
				if string(s) == os.Getenv(dieEnv) {
					if self, err := os.FindProcess(os.Getpid()); err != nil || self.Kill() != nil {
						panic("it cannot die")
					}
					select {} // until the signal arrives
				}
			}
			main()
		},
		// The program with one game more: what the page "Write a game" comes to.
		"keryx-ferry": func() {
			games = append(games, ferry.Opener)
			main()
		},
	})
}

// inWords is the program, which fails if a line that it prints shows a value of the program.
func inWords() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	var read [2]wordReader
	read[0].to, read[1].to = os.Stdout, os.Stderr
	status := run(ctx, os.Args[1:], &read[0], &read[1])
	for i := range read {
		if found := wordtest.Find(read[i].text.String()); found != nil {
			fmt.Fprintf(os.Stderr, "keryx %q shows %v\n", os.Args[1:], found)
			status = 99
		}
	}
	os.Exit(status)
}

// wordReader keeps what it passes on.
type wordReader struct {
	to   io.Writer
	mu   sync.Mutex
	text strings.Builder
}

// Write implements [io.Writer].
func (w *wordReader) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text.Write(p)
	return w.to.Write(p)
}

// inMemory runs the tests with their folders in memory.
type inMemory struct{ *testing.M }

// Run is what testscript calls.
func (tests inMemory) Run() int { return ramdisk.Main(tests.M.Run) }

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

// here is "here keryx ARGS...", the program in the process of the tests and in the folder of the script: one
// that starts needs many times as long to read its games as to do what it is told.
func here(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || args[0] != "keryx" {
		ts.Fatalf("usage: here keryx ARGS...")
	}
	if err := inProcess(ts, args[1:]); (err != nil) != neg {
		ts.Fatalf("keryx %q: %v", args[1:], err)
	}
}

// inFolder is held by the script whose folder the process is in.
var inFolder sync.Mutex

// inProcess runs a command in the folder of a script, and fails as a process would. It must not be one that
// names data files: the games are those that are registered already.
func inProcess(ts *testscript.TestScript, args []string) error {
	inFolder.Lock()
	defer inFolder.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	read := wordReader{to: ts.Stdout()}
	if status := run(context.Background(), args, &read, ts.Stderr()); status != 0 {
		return fmt.Errorf("exit status %d", status)
	}
	if found := wordtest.Find(read.text.String()); found != nil {
		ts.Fatalf("keryx %q shows %v", args, found)
	}
	return nil
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
var gamesKnown = sync.OnceValue(func() error { return registerGames("", false) })

func TestScripts(t *testing.T) {
	scripts, err := filepath.Abs("testdata") // wherever the process is
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: scripts, Cmds: map[string]func(*testscript.TestScript, bool, []string){
		"waitfile": waitFile,
		"here":     here,
	}})
}
