package archive

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"html"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/reports"
)

var (
	streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`)
	escapes = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
)

// opened are files with what is packed in them: streams of PDFs, texts and comments of pictures, signs
// that scripts and tables write otherwise.
func opened(files map[string][]byte) map[string][]byte {
	all := maps.Clone(files)
	for name, data := range files {
		more := []byte(nil)
		switch path.Ext(name) {
		case ".pdf":
			more = bytes.ReplaceAll(data, []byte{0}, nil) // of texts with two bytes a sign
			for _, m := range streams.FindAllSubmatch(data, -1) {
				more = append(more, inflated(m[1])...)
			}
			for _, m := range regexp.MustCompile(`<([0-9A-Fa-f]{4,})>`).FindAllSubmatch(data, -1) {
				for i := 0; i+4 <= len(m[1]); i += 4 {
					n, _ := strconv.ParseUint(string(m[1][i:i+4]), 16, 32)
					more = append(more, string(rune(n))...)
				}
			}
		case ".png":
			for at := 8; at+12 <= len(data); {
				size := int(binary.BigEndian.Uint32(data[at:]))
				kind, body := string(data[at+4:at+8]), data[at+8:at+8+size]
				if _, text, ok := bytes.Cut(body, []byte{0}); ok && strings.HasSuffix(kind, "Xt") {
					more = append(append(more, text...), inflated(text[1:])...)
				}
				at += 12 + size
			}
		case ".js", ".json":
			more = escapes.ReplaceAllFunc(data, func(sign []byte) []byte {
				n, _ := strconv.ParseUint(string(sign[2:]), 16, 32)
				return []byte(string(rune(n)))
			})
		case ".csv", ".trf":
			more = bytes.ReplaceAll(data, []byte(`""`), []byte(`"`))
		}
		all[name] = slices.Concat(data, []byte("\n"), more)
	}
	return all
}

// inflated is what was packed, or nothing.
func inflated(data []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	text, _ := io.ReadAll(r) // as far as it can be read
	return text
}

// A club with maps is searched for secrets, in every kind of file: a game that is played, and one that is over
// and waits for it, with what packs of files hold and with what pictures show. One club is played for each 50 of
// the canary.
func TestCanaryPicturesOfAClub(t *testing.T) {
	clubs := 1
	if n, err := strconv.Atoi(os.Getenv(canaryEnv)); err == nil {
		clubs = max(1, n/50)
	}
	first := seed.First(t, 700)
	for n := range clubs {
		c := newClub(t, first+uint64(n))
		showing := &play.Showing{Delay: calendar.Span{Duration: 10 * time.Hour}, Opens: play.WithTwin}
		id, over := c.found("hellespont", showing), c.found("hellespont", showing)
		for range 1 + c.rnd.IntN(8) {
			c.move(over, "hellespont")
		}
		c.resign(over)
		c.playUntil(id, "hellespont", 1)
		c.now = c.now.Add(11 * time.Hour)
		for range c.rnd.IntN(6) {
			c.move(id, "hellespont")
		}
		s := c.site()
		c.write(s)
		files := published(t, s.Dir)
		hidden := slices.Concat(secrets(c, id), private(c, id), secrets(c, over), private(c, over))
		for _, leak := range leaks(opened(files), hidden) {
			t.Error(leak)
		}
		drawn := drawings{}
		for _, game := range []string{id, over} {
			shown, err := c.Host.Watchers.Recount(t.Context(), game, nil)
			c.check(err)
			if len(shown.Turns) != 1 || shown.Open {
				t.Fatalf("%d turns of %s are shown: nothing is tried", len(shown.Turns), game)
			}
			for _, leak := range early(t, drawn, files, shown) {
				t.Error(leak)
			}
		}
		told := private(c, id)
		if len(told) == 0 {
			t.Fatal("no side was told anything: nothing is tried")
		}
		c.leakInEachKind(s, id, told[len(told)-1])
		c.leakInPictures(t, s, drawn, id)
	}
}

// leakInEachKind puts a secret into a file of each kind, as such files hold texts, and has it found.
func (c *fixture) leakInEachKind(s *Site, id, secret string) {
	c.t.Helper()
	files := published(c.t, s.Dir)
	shown, err := c.Host.Watchers.Recount(c.t.Context(), id, nil)
	c.check(err)
	sheet, err := reports.PrintedMap(shown.Rules, "en", shown.Turns[0].View, shown.Turns[0].Events, secret)
	c.check(err)
	text, err := json.Marshal(secret)
	c.check(err)
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, err = io.WriteString(w, secret)
	c.check(err)
	c.check(w.Close())
	for _, leak := range []struct {
		name string
		data []byte
	}{
		{"en/games/" + id + "/turn-1.html", []byte("<p>" + html.EscapeString(secret) + "</p>")},
		{"fr/games/" + id + "/feed.atom", []byte("<title>" + html.EscapeString(secret) + "</title>")},
		{"en/games/" + id + "/leaf.js", fmt.Appendf(nil, "var keryxLeaf = %s;", text)},
		{"data/leagues/cup-1-en.json", text},
		{"data/leagues/cup-1-en.csv", []byte(`1,"` + strings.ReplaceAll(secret, `"`, `""`) + `"`)},
		{"data/leagues/cup-1-en.trf", []byte("001 " + secret)},
		{"en/players/0123.svg", []byte("<text>" + html.EscapeString(secret) + "</text>")},
		{"maps/" + id + "/1-en.pdf", sheet},
		{"maps/" + id + "/1-fr.pdf", slices.Concat([]byte("<< /Length 1 >>\nstream\n"), packed.Bytes(), []byte("\nendstream"))},
		{"maps/" + id + "/layer-1-en.png", withChunk(files["maps/"+id+"/layer-1-en.png"], "tEXt", []byte("Comment\x00"+secret))},
		{"maps/" + id + "/layer-1-fr.png", withChunk(files["maps/"+id+"/layer-1-fr.png"], "zTXt", append([]byte("Comment\x00\x00"), packed.Bytes()...))},
		{"maps/" + id + "/film-en.gif", slices.Concat([]byte("GIF89a\x21\xfe"), []byte{byte(min(len(secret), 255))}, []byte(secret), []byte("\x00;"))},
	} {
		if len(leaks(opened(map[string][]byte{leak.name: leak.data}), []string{secret})) == 0 {
			c.t.Errorf("%s holds %q, and that is not found", leak.name, secret)
		}
	}
	for name := range files {
		if !slices.Contains([]string{".html", ".atom", ".js", ".json", ".csv", ".trf", ".svg", ".pdf", ".png", ".gif", ".css", ""}, filepath.Ext(name)) {
			c.t.Errorf("a kind of file in which no leak is tried: %s", name)
		}
	}
}

// withChunk is a picture with a chunk more, behind its head.
func withChunk(picture []byte, kind string, body []byte) []byte {
	const head = 8 + 25
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, kind...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Concat(picture[:head], chunk, picture[head:])
}

// leakInPictures draws the maps of a game from what one side knows, and has that found.
func (c *fixture) leakInPictures(t *testing.T, s *Site, drawn drawings, id string) {
	c.t.Helper()
	shown, err := c.Host.Watchers.Recount(c.t.Context(), id, nil)
	c.check(err)
	leaky := shown
	leaky.Turns = slices.Clone(shown.Turns)
	view := &leaky.Turns[0].View
	view.Zones = view.Zones[:len(view.Zones)/2] // a side that sees another board than both do
	b, err := s.openBook(c.t.Context())
	c.check(err)
	_, err = s.writeGame(b, leaky, &memo{})
	c.check(err)
	found := strings.Join(early(t, drawn, published(t, s.Dir), shown), " ")
	for _, name := range []string{"1-en.svg", "1-fr.svg", "1-en.pdf", "1-fr.pdf"} {
		if !strings.Contains(found, "maps/"+id+"/"+name) {
			c.t.Errorf("the map of one side is in %s, and that is not found among %q", name, found)
		}
	}
}
