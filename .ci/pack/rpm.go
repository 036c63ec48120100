package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/google/rpmpack"
)

// rpm is the package for Red Hat.
func (c cargo) rpm() ([]byte, error) {
	machine, ok := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[c.machine]
	if !ok {
		return nil, fmt.Errorf("%q is no machine that it has a name for", c.machine)
	}
	r, err := rpmpack.NewRPM(rpmpack.RPMMetaData{Name: "keryx", Summary: summary, Description: description, Version: c.version, Release: "1",
		Arch: machine, OS: "linux", Licence: "see /usr/share/doc/keryx/copyright", Group: "Games", BuildHost: "localhost", BuildTime: c.at, Compressor: "gzip:9"})
	if err != nil {
		return nil, err
	}
	for _, e := range c.entries {
		kind := rpmpack.GenericFile
		if strings.HasPrefix(e.to, "/usr/share/doc/") {
			kind = rpmpack.DocFile
		}
		r.AddFile(rpmpack.RPMFile{Name: e.to, Body: e.data, Mode: uint(0o100000 | e.mode), Owner: "root", Group: "root", MTime: uint32(c.at.Unix()), Type: kind})
	}
	r.AddPostin(script(c.installed))
	r.AddPreun(script(c.removing))
	var out bytes.Buffer
	if err := r.Write(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// script is a script without the line that names what runs it, which the package says in its own way.
func script(text []byte) string {
	_, rest, _ := strings.Cut(string(text), "\n")
	return rest
}
