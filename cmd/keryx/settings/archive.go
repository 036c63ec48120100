package settings

import (
	"net"
	"net/url"
	"strings"
)

// showing is the part of the configuration about the archive.
type showing struct {
	Dir     string `toml:"dir"`
	Listen  string `toml:"listen"`
	Address string `toml:"address"`
}

// check says which setting will not do.
func (s showing) check() error {
	if s.Dir == "" && (s.Listen != "" || s.Address != "") {
		return wrongSetting("archive.dir", "is missing, the directory that the archive is written to")
	}
	if s.Listen != "" {
		if _, _, err := net.SplitHostPort(s.Listen); err != nil {
			return wrongSetting("archive.listen", "is %q, want an address and a port such as 127.0.0.1:8080", s.Listen)
		}
	}
	if u, err := url.Parse(s.Address); s.Address != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return wrongSetting("archive.address", "is %q, want where the archive is served, such as https://club.example/games", s.Address)
	}
	return nil
}

// Feeds is the address below which players have feeds of their deadlines, or nothing: they
// need a daemon that answers, and an address at which calendar programs reach it.
func (s showing) Feeds() string {
	if s.Listen == "" {
		return ""
	}
	return strings.TrimRight(s.Address, "/")
}
