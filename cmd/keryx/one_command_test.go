package main

import (
	"reflect"
	"strings"
	"testing"
)

// TestOneCommandIsBuiltAlone: of a command line that begins with a command no other is built, and it is
// what it is among all of them: its help says the same.
func TestOneCommandIsBuiltAlone(t *testing.T) {
	kinds := reflect.TypeFor[commands]()
	for i := range kinds.NumField() {
		name := strings.ToLower(kinds.Field(i).Name)
		if name == "help" {
			continue
		}
		if _, ok := oneCommand(&commands{}, []string{name, "--help"}); !ok {
			t.Errorf("%s is built with all others", name)
		}
		var alone, among strings.Builder
		if status := run(t.Context(), []string{name, "--help"}, &alone, &alone); status != 0 {
			t.Errorf("the help of %s ends with %d", name, status)
		}
		run(t.Context(), []string{"--log", "info", name, "--help"}, &among, &among)
		if alone.String() != among.String() {
			t.Errorf("the help of %s says\n%s\nand among all commands\n%s", name, alone.String(), among.String())
		}
	}
	for _, args := range [][]string{nil, {"help"}, {"--help"}, {"nonesuch"}} {
		if _, ok := oneCommand(&commands{}, args); ok {
			t.Errorf("%q begins with a command", args)
		}
	}
}
