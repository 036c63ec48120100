package main

import (
	"archive/tar"
	"bytes"
	"crypto/md5"
	"fmt"
	"path"
	"strings"
)

// deb is the package for Debian (deb(5)): an archive of ar with the version of its format, what dpkg has to know, and the
// files. The formats are of a few fixed fields, and the standard library has tar and gzip.
func (c cargo) deb() ([]byte, error) {
	size := int64(0)
	var sums strings.Builder
	for _, e := range c.entries {
		size += int64(len(e.data))
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(e.data), strings.TrimPrefix(e.to, "/"))
	}
	control := fmt.Sprintf("Package: keryx\nVersion: %s\nArchitecture: %s\nMaintainer: %s\nInstalled-Size: %d\nSection: games\nPriority: optional\nRecommends: ca-certificates\nDescription: %s\n %s\n",
		c.version, c.machine, maintainer, (size+1023)/1024, summary, description)
	known, err := c.tar([]entry{{"/control", 0o644, []byte(control)}, {"/md5sums", 0o644, []byte(sums.String())},
		{"/postinst", 0o755, c.installed}, {"/prerm", 0o755, c.removing}})
	if err != nil {
		return nil, err
	}
	data, err := c.tar(c.entries)
	if err != nil {
		return nil, err
	}
	out := bytes.NewBufferString("!<arch>\n")
	for _, part := range []struct {
		name string
		data []byte
	}{{"debian-binary", []byte("2.0\n")}, {"control.tar.gz", known}, {"data.tar.gz", data}} {
		fmt.Fprintf(out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", part.name, c.at.Unix(), 0, 0, "100644", len(part.data))
		out.Write(part.data)
		if len(part.data)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes(), nil
}

// tar is files with the folders that lead to them, in gzip.
func (c cargo) tar(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	made := map[string]bool{}
	put := func(h tar.Header, data []byte) error {
		h.ModTime, h.Format, h.Uname, h.Gname = c.at, tar.FormatGNU, "root", "root"
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		_, err := w.Write(data)
		return err
	}
	for _, e := range entries {
		var above []string
		for dir := path.Dir(e.to); !made[dir]; dir = path.Dir(dir) {
			made[dir] = true
			above = append([]string{dir}, above...)
			if dir == "/" {
				break
			}
		}
		for _, dir := range above {
			name := "." + strings.TrimSuffix(dir, "/") + "/"
			if err := put(tar.Header{Typeflag: tar.TypeDir, Name: name, Mode: 0o755}, nil); err != nil {
				return nil, err
			}
		}
		if err := put(tar.Header{Typeflag: tar.TypeReg, Name: "." + e.to, Mode: e.mode, Size: int64(len(e.data))}, e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return squeezed(out.Bytes())
}
