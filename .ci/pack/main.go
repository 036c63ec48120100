// Command pack makes packages for Debian and for Red Hat, and the systems that came of them, of a folder as .ci/release
// fills it. What is installed: the program, its man page and completions, the sample configuration, a unit of systemd,
// the user that the daemon runs as, and the folder of the club, /var/lib/keryx. Nothing is started before there is a
// configuration, and nothing of a club is ever removed.
//
//	go run -C .ci/pack . FOLDER VERSION MACHINE SECONDS OUT
//
// FOLDER holds keryx, keryx.1, completion/, README.md, LICENSE and config.example.toml; VERSION is as git describe says
// it, MACHINE amd64 or arm64, SECONDS when the commit was made. The same arguments give the same bytes.
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed files
var files embed.FS

// entry is a file of a package.
type entry struct {
	to   string // with a leading slash
	mode int64
	data []byte
}

// cargo is what a package holds.
type cargo struct {
	version, machine string
	at               time.Time
	entries          []entry // in the order of their names
	installed        []byte  // the scripts
	removing         []byte
}

// What people read of the package before they install it.
const (
	summary     = "wargames by email"
	description = "Keryx hosts wargames by email: players send signed order files, a daemon resolves them with dice that anybody can check, and mails each player what their side may know."
	maintainer  = "Keryx <keryx@localhost>"
)

func main() {
	if len(os.Args) != 6 {
		fmt.Fprintln(os.Stderr, "pack FOLDER VERSION MACHINE SECONDS OUT")
		os.Exit(2)
	}
	if err := pack(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// pack writes both packages.
func pack(folder, version, machine, seconds, out string) error {
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no number of seconds", seconds)
	}
	c, err := load(folder)
	if err != nil {
		return err
	}
	c.at, c.machine = time.Unix(at, 0).UTC(), machine
	c.version = versionOf(version, c.at)
	deb, err := c.deb()
	if err != nil {
		return fmt.Errorf("the package for Debian: %w", err)
	}
	rpm, err := c.rpm()
	if err != nil {
		return fmt.Errorf("the package for Red Hat: %w", err)
	}
	for name, data := range map[string][]byte{".deb": deb, ".rpm": rpm} {
		if err := os.WriteFile(filepath.Join(out, "keryx-"+version+"-linux-"+machine+name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// described is a version as git describes it: a tag, and how many commits came after it.
var described = regexp.MustCompile(`^v?([0-9][0-9A-Za-z.~]*)(?:-([0-9]+)-(g[0-9a-f]+))?$`)

// versionOf is a version as both kinds of packages order them. A commit below no tag comes before all versions, by its
// time. A commit of digits alone is none of a tag: a tag has a dot.
func versionOf(version string, at time.Time) string {
	m := described.FindStringSubmatch(version)
	switch {
	case m == nil || !strings.Contains(m[1], "."):
		return "0~" + at.Format("20060102150405") + "." + strings.Map(plain, version)
	case m[2] != "":
		return m[1] + "+" + m[2] + "." + m[3]
	}
	return m[1]
}

// plain leaves out what no version of a package may have.
func plain(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return -1
}

// load reads what is packed, and gives each file its place.
func load(folder string) (c cargo, err error) {
	read := func(name string) []byte {
		data, fault := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			err = fault
		}
		return data
	}
	own := func(name string) []byte {
		data, fault := files.ReadFile(path.Join("files", name))
		if err == nil {
			err = fault
		}
		return data
	}
	man, fault := squeezed(read("keryx.1"))
	if fault != nil {
		return c, fault
	}
	c.entries = []entry{
		{"/usr/bin/keryx", 0o755, read("keryx")},
		{"/usr/lib/systemd/system/keryx.service", 0o644, own("keryx.service")},
		{"/usr/lib/sysusers.d/keryx.conf", 0o644, own("sysusers.conf")},
		{"/usr/lib/tmpfiles.d/keryx.conf", 0o644, own("tmpfiles.conf")},
		{"/usr/share/bash-completion/completions/keryx", 0o644, read("completion/keryx.bash")},
		{"/usr/share/doc/keryx/README.md", 0o644, read("README.md")},
		{"/usr/share/doc/keryx/config.example.toml", 0o644, read("config.example.toml")},
		{"/usr/share/doc/keryx/copyright", 0o644, read("LICENSE")},
		{"/usr/share/fish/vendor_completions.d/keryx.fish", 0o644, read("completion/keryx.fish")},
		{"/usr/share/man/man1/keryx.1.gz", 0o644, man},
		{"/usr/share/zsh/site-functions/_keryx", 0o644, read("completion/keryx.zsh")},
	}
	c.installed, c.removing = own("installed.sh"), own("removing.sh")
	slices.SortFunc(c.entries, func(a, b entry) int { return strings.Compare(a.to, b.to) })
	return c, err
}

// squeezed is a file in gzip, which says nothing of where and when it was made.
func squeezed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
