package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stage fills a folder as a release does.
func stage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"keryx", "keryx.1", "README.md", "LICENSE", "config.example.toml", "completion/keryx.bash", "completion/keryx.zsh", "completion/keryx.fish"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The same files give the same packages, and dpkg finds in them what is to be installed.
func TestPackages(t *testing.T) {
	from := stage(t)
	var made [2]map[string][]byte
	for i := range made {
		out := t.TempDir()
		if err := pack(from, "v1.2.0", "amd64", "1700000000", out); err != nil {
			t.Fatal(err)
		}
		made[i] = map[string][]byte{}
		for _, name := range []string{"keryx-v1.2.0-linux-amd64.deb", "keryx-v1.2.0-linux-amd64.rpm"} {
			data, err := os.ReadFile(filepath.Join(out, name))
			if err != nil {
				t.Fatal(err)
			}
			if made[i][name] = data; i == 1 && !bytes.Equal(data, made[0][name]) {
				t.Errorf("%s is another the second time", name)
			}
		}
		if _, err := exec.LookPath("dpkg-deb"); err != nil || i == 0 {
			continue
		}
		deb := filepath.Join(out, "keryx-v1.2.0-linux-amd64.deb")
		info, err := exec.CommandContext(t.Context(), "dpkg-deb", "--info", deb).CombinedOutput()
		list, err2 := exec.CommandContext(t.Context(), "dpkg-deb", "--contents", deb).CombinedOutput()
		if err != nil || err2 != nil {
			t.Fatalf("%v, %v\n%s%s", err, err2, info, list)
		}
		for _, want := range []string{"Version: 1.2.0\n", "Architecture: amd64", "postinst", "prerm", "-rwxr-xr-x root/root         6 2023-11-14 22:13 ./usr/bin/keryx", "./usr/lib/systemd/system/keryx.service"} {
			if !strings.Contains(string(info)+string(list), want) {
				t.Errorf("dpkg-deb tells nothing of %q:\n%s%s", want, info, list)
			}
		}
	}
}

// A folder that lacks something gives no package.
func TestPackageOfTooLittle(t *testing.T) {
	from := stage(t)
	if err := os.Remove(filepath.Join(from, "keryx.1")); err != nil {
		t.Fatal(err)
	}
	if err := pack(from, "v1.2.0", "amd64", "1700000000", t.TempDir()); err == nil {
		t.Error("packed without the man page")
	}
}

// Versions of packages are in the order of the commits, and hold no dash, which parts a version for both kinds.
func TestVersionOf(t *testing.T) {
	at := time.Unix(1700000000, 0).UTC()
	for given, want := range map[string]string{
		"v1.2.0": "1.2.0", "1.2.0": "1.2.0", "v1.2.0-7-gabcdef0": "1.2.0+7.gabcdef0",
		"abcdef01": "0~20231114221320.abcdef01", "12345678": "0~20231114221320.12345678",
	} {
		if got := versionOf(given, at); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}

// The scripts can be read by the shell of every system.
func TestScripts(t *testing.T) {
	for _, name := range []string{"files/installed.sh", "files/removing.sh"} {
		if said, err := exec.CommandContext(t.Context(), "sh", "-n", name).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, said)
		}
	}
}
