package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/cmd/keryx/screen"
)

// versionCmd tells what this program is.
type versionCmd struct{ screen.Listing }

func (versionCmd) OneGame() {}

// Run prints the commit that the program was built from, and which versions of the
// printed games it plays.
func (c versionCmd) Run(g *screen.Globals) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	if c.JSON {
		return c.print(g, info)
	}
	fmt.Fprintf(g.Out, "keryx %s, %s, %s/%s\n", builtFrom(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, name := range adjudicator.Rulesets() {
		version, err := adjudicator.VersionOf(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s version %s\n", name, version)
	}
	fmt.Fprintf(g.Out, "dice scheme %d\n", dice.ByOrders)
	return nil
}

// versionJSON is what this program is, as programs read it.
type versionJSON struct {
	Version string            `json:"version"`
	Go      string            `json:"go"`
	System  string            `json:"system"`
	Games   map[string]string `json:"games"` // by ruleset, their versions
	Dice    int               `json:"dice"`
}

// print prints it for programs.
func (versionCmd) print(g *screen.Globals, info *debug.BuildInfo) error {
	v := versionJSON{builtFrom(info), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, map[string]string{}, int(dice.ByOrders)}
	for _, name := range adjudicator.Rulesets() {
		version, err := adjudicator.VersionOf(name)
		if err != nil {
			return err
		}
		v.Games[name] = version
	}
	return screen.PrintJSON(g.Out, v)
}

// builtFrom names the release, or else the commit, that a program was built from.
func builtFrom(info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "of no release"
	}
	if commit := set["vcs.revision"]; commit != "" {
		version += fmt.Sprintf(" (commit %.12s of %s", commit, set["vcs.time"])
		if set["vcs.modified"] == "true" {
			version += ", with changes"
		}
		version += ")"
	}
	return version
}
