package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"keryx/mail"
)

// TestGameCommands makes a game as people do it: with a referee who is not registered yet,
// a time in days, a player without a key; looks at it, and takes it back.
func TestGameCommands(t *testing.T) {
	c := newClinic(t, nil)
	_, public, err := mail.GenerateKey(mail.SSH, "Anna", nil, time.Now())
	noErr(t, err)
	writeFiles(t, c.dir, "keryx.toml", c.file, "anna.pub", string(public.Text))
	says := func(status int, args []string, want ...string) {
		t.Helper()
		said := c.keryx(t.Context(), status, args...)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("keryx %q says nothing of %q:\n%s", args, w, said)
			}
		}
	}
	words := strings.Fields
	says(0, []string{"player", "add", "anna@club.example", "Anna"})
	says(0, []string{"player", "add", "bruno@club.example", "Bruno"})
	says(0, []string{"key", "add", "anna@club.example", filepath.Join(c.dir, "anna.pub")}, "registered for anna@club.example")
	says(1, []string{"key", "add", "anna@club.example", filepath.Join(c.dir, "anna.pub")}, "later edition")
	create := words("game new hellespont athens=anna@club.example sparta=bruno@club.example --contract default --answer-time 3d --referee ref@club.example")
	says(1, create, "referee", "keryx player add ref@club.example")
	says(0, words("player add ref@club.example Ref"))
	said := c.keryx(t.Context(), 0, create...)
	if !strings.Contains(said, "bruno@club.example, who plays sparta, has no key") || strings.Contains(said, "anna@club.example, who") {
		t.Errorf("of keys it says:\n%s", said)
	}
	says(0, words("game show hel-1"), "referee", "ref@club.example", "3 days", "default: ")
	says(2, words("game new hellespont athens=anna@club.example sparta=bruno@club.example --answer-time soon"), "3d")
	says(1, words("game new hellespont athens=anna@club.example spatra=bruno@club.example"), `"spatra"`, "athens, sparta")
	says(0, words("game cancel hel-1"), "cancelled")
	says(0, words("game list"), "cancelled")
	says(0, words("game show hel-1"), "cancelled: made by mistake", "nobody", "turn         1\n")
	says(1, words("game cancel hel-1"), "over already")
	says(0, words("key list"), "does not expire")
	says(1, words("player add änna@club.example Änna"), "plain ASCII")
}

// TestNamesOfGames wants every command that takes the name of a game to take it in capitals as
// well, as subjects have it and people write it.
func TestNamesOfGames(t *testing.T) {
	found := 0
	var walk func(at reflect.Type, path string)
	walk = func(at reflect.Type, path string) {
		for i := range at.NumField() {
			f := at.Field(i)
			if f.Type.Kind() == reflect.Struct {
				walk(f.Type, path+" "+strings.ToLower(f.Name))
				continue
			}
			switch path + "." + f.Name {
			case " demo.Game", " bench.Game", " league rule.Game": // a printed game, a game of a round
				continue
			}
			if f.Name != "Game" {
				continue
			}
			found++
			if f.Tag.Get("type") != "game" {
				t.Errorf("keryx%s takes the name of a game in small letters only", path)
			}
		}
	}
	walk(reflect.TypeFor[commands](), "")
	if found < 15 {
		t.Errorf("%d commands take the name of a game", found)
	}
}
