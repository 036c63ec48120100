package main

import (
	"io"
	"testing"

	"github.com/alecthomas/kong"

	"keryx/cmd/keryx/screen"
)

// TestGameless: commands that know no game are run without reading any; the others are not. Those
// of one game read no other.
func TestGameless(t *testing.T) {
	for line, want := range map[string]bool{"sign": false, "keygen": true, "orders fmt": true, "orders check": false, "version": false, "game list": false} {
		args := map[string][]string{"sign": {"sign", "main.go", "--key", "main.go"}, "keygen": {"keygen", "Anna"}, "orders fmt": {"orders", "fmt", "main.go"},
			"orders check": {"orders", "check", "main.go"}, "version": {"version"}, "game list": {"game", "list"}}[line]
		var cli struct {
			screen.Globals
			commands
		}
		parser, err := kong.New(&cli, kong.Writers(io.Discard, io.Discard), kong.NamedMapper("game", kong.MapperFunc(decodeGame)))
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.Parse(args)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got := withoutGames(parsed); got != want {
			t.Errorf("%s: without games %v, want %v", line, got, want)
		}
		if got, want := is[oneGame](parsed), line == "version" || line == "orders check" || line == "sign"; got != want {
			t.Errorf("%s: of one game %v, want %v", line, got, want)
		}
	}
}

// TestGamesWait: the data of a game are read when somebody looks for it, and not by every command, as
// "keryx version" and "keryx sign" are; what is said of it before is what its data say.
func TestGamesWait(t *testing.T) {
	for _, o := range games {
		if o.Newest == nil {
			t.Errorf("%s is read by every command", o.Name)
			continue
		}
		if info := o.Newest().Info(); info.Version != o.Version || info.Prefix != o.Prefix {
			t.Errorf("%s says that it is %s %s before it is read, and is %s %s", o.Name, o.Prefix, o.Version, info.Prefix, info.Version)
		}
	}
}
