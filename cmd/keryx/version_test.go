package main

import (
	"bytes"
	"regexp"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"version"}, &out, &errs); status != 0 {
		t.Fatalf("%d: %s", status, errs.String())
	}
	want := regexp.MustCompile(`\Akeryx [^\n]+, go1[^\n]*, \w+/\w+\n(?:[a-z]+ version [0-9][^\n]*\n)+dice scheme 2\n\z`)
	if !want.Match(out.Bytes()) {
		t.Errorf("%s", out.String())
	}
	for want, info := range map[string]debug.BuildInfo{
		"of no release": {},
		"v1.2.0":        {Main: debug.Module{Version: "v1.2.0"}},
		"of no release (commit 0123456789ab of 2026-11-21T12:00:00Z, with changes)": {Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-21T12:00:00Z"}, {Key: "vcs.modified", Value: "true"}}},
	} {
		if got := builtFrom(&info); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
