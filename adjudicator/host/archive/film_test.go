package archive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
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
	"keryx/adjudicator/host/archive/picture"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
	"keryx/store"
	"keryx/templates"
)

// frames are the pictures of a film as they are seen one after the other.
func frames(t *testing.T, file []byte) (all []*image.RGBA) {
	t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if film.LoopCount != 0 {
		t.Errorf("a film is shown %d times, want again and again", film.LoopCount)
	}
	seen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for i, part := range film.Image {
		draw.Draw(seen, part.Rect, part, part.Rect.Min, draw.Over)
		copied := *seen
		copied.Pix = slices.Clone(seen.Pix)
		all = append(all, &copied)
		if want := map[bool]int{false: picture.FrameTime, true: picture.PauseTime}[i == len(film.Image)-1]; film.Delay[i] != want {
			t.Errorf("frame %d of %d stays for %d hundredths of a second, want %d", i+1, len(film.Image), film.Delay[i], want)
		}
	}
	return all
}

// playUntil plays a game until so many turns have ended.
func (c *fixture) playUntil(id, ruleset string, turns int) {
	c.t.Helper()
	for range 1000 {
		var game store.Game
		c.check(c.Host.Store.View(c.t.Context(), func(tx store.ReadTx) (err error) { game, err = tx.Game(id); return err }))
		if game.Turn > turns {
			return
		}
		if !c.move(id, ruleset) {
			break
		}
	}
	c.t.Fatalf("game %s does not come to the end of turn %d", id, turns)
}

// drawings are the maps that a test has drawn by now: each is held against many files.
type drawings map[string][]byte

// of is a drawing of what stands on a map, made once.
func (d drawings) of(t *testing.T, how, lang string, turn watch.ChronicleTurn, draw func() ([]byte, error)) []byte {
	t.Helper()
	what, err := json.Marshal([]any{how, lang, turn.View, turn.Events})
	if err != nil {
		t.Fatal(err)
	}
	key := sha256Hex(string(what))
	if d[key] == nil {
		if d[key], err = draw(); err != nil {
			t.Fatal(err)
		}
	}
	return d[key]
}

// film is the pixels of a map as a film shows it.
func (d drawings) film(t *testing.T, c watch.Chronicle, lang string, turn watch.ChronicleTurn) []byte {
	t.Helper()
	return d.of(t, "film", lang, turn, func() ([]byte, error) {
		p, err := reports.DrawMap(c.Rules, lang, turn.View, turn.Events, filmWidth)
		if err != nil {
			return nil, err
		}
		return pixels(p.PNG)
	})
}

// jsonFor is a value as a script has it.
func jsonFor(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// early lists what the pictures of a game show that may not be shown yet: each frame of a film is
// held against the map of a turn that is shown, as somebody sees it who knows what both
// sides know, and files against the turns.
func early(t *testing.T, drawn drawings, files map[string][]byte, shown watch.Chronicle) (all []string) {
	t.Helper()
	folder := "maps/" + shown.ID + "/"
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if number, lang, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(name, "data/"+shown.ID+"/replay-"), ".js"), "-"); ok && strings.HasPrefix(name, "data/"+shown.ID+"/replay-") {
			at := slices.IndexFunc(shown.Turns, func(turn watch.ChronicleTurn) bool { return strconv.Itoa(turn.Number) == number })
			if at < 0 || !bytes.Contains(files[name], jsonFor(t, replayOf(templates.For(lang, shown.Ruleset), shown, shown.Turns[at]))) {
				all = append(all, name+" replays something else")
			}
			continue
		}
		if !strings.HasPrefix(name, folder) {
			continue
		}
		if lang, ok := strings.CutPrefix(strings.TrimSuffix(name, ".gif"), folder+"film-"); ok {
			for i, frame := range frames(t, files[name]) {
				if i >= len(shown.Turns) || !bytes.Equal(frame.Pix, drawn.film(t, shown, lang, shown.Turns[i])) {
					all = append(all, fmt.Sprintf("%s: frame %d", name, i+1))
				}
			}
			continue
		}
		if lang, ok := strings.CutPrefix(strings.TrimSuffix(name, ".png"), folder+"small-"); ok {
			last := shown.Turns[len(shown.Turns)-1]
			want := drawn.of(t, "small", lang, last, func() ([]byte, error) {
				p, err := reports.DrawMap(shown.Rules, lang, last.View, last.Events, smallWidth)
				return p.PNG, err
			})
			if !bytes.Equal(files[name], want) {
				all = append(all, name+" is another map")
			}
			continue
		}
		if layer := strings.TrimPrefix(name, folder+"layer-"); layer != name {
			if whole := folder + strings.TrimSuffix(layer, ".png") + ".svg"; len(files[whole]) == 0 {
				all = append(all, name+" is a layer of nothing")
			}
			continue
		}
		number, lang, _ := strings.Cut(strings.TrimPrefix(name, folder), "-")
		lang, kind, _ := strings.Cut(lang, ".")
		at := slices.IndexFunc(shown.Turns, func(turn watch.ChronicleTurn) bool { return strconv.Itoa(turn.Number) == number })
		if at < 0 {
			all = append(all, name)
			continue
		}
		turn := shown.Turns[at]
		want := drawn.of(t, kind+" "+shown.ID, lang, turn, func() ([]byte, error) {
			if kind == "svg" {
				p, err := reports.DrawMap(shown.Rules, lang, turn.View, turn.Events, mapWidth)
				if err != nil {
					return nil, err
				}
				return pixels(p.PNG)
			}
			return reports.PrintedMap(shown.Rules, lang, turn.View, turn.Events, shown.ID)
		})
		found := files[name]
		if kind == "svg" {
			found = stacked(t, files, name)
		}
		if !bytes.Equal(found, want) {
			all = append(all, name+" is another map")
		}
	}
	return all
}

// pixels are those of a picture.
func pixels(file []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, image.Point{}, draw.Src)
	return out.Pix, nil
}

var layer = regexp.MustCompile(`<image href="([^"]+)"`)

// stacked are the pixels of a map whose layers lie upon each other.
func stacked(t *testing.T, files map[string][]byte, name string) []byte {
	t.Helper()
	var out *image.RGBA
	for _, m := range layer.FindAllSubmatch(files[name], -1) {
		img, err := png.Decode(bytes.NewReader(files[path.Join(path.Dir(name), string(m[1]))]))
		if err != nil {
			t.Errorf("layer %s of %s: %v", m[1], name, err)
			return nil
		}
		if out == nil {
			out = image.NewRGBA(img.Bounds())
		}
		draw.Draw(out, out.Rect, img, image.Point{}, draw.Over)
	}
	if out == nil {
		t.Errorf("%s shows nothing", name)
		return nil
	}
	return out.Pix
}

// The pictures of a running game show the turns that may be shown and no more, at each moment
// of the game: a turn that has ended and whose delay is not over is in no file, and neither is what
// one side alone knows. One game is played for each 50 of the canary. A chronicle that was not cut
// down makes pictures that do not pass.
func TestCanaryPictures(t *testing.T) {
	games := 1
	if n, err := strconv.Atoi(os.Getenv(canaryEnv)); err == nil {
		games = max(1, n/50)
	}
	first := seed.First(t, 500)
	for n := range games {
		drawn := drawings{}
		c := newClub(t, first+uint64(n))
		id := c.found("hellespont", &play.Showing{Delay: calendar.Span{Duration: 10 * time.Hour}, Opens: play.AtEnd})
		s := c.site()
		shownThen := 0
		for turn := range 2 + n%3 {
			c.playUntil(id, "hellespont", turn+1)
			c.now = c.now.Add(time.Duration(c.rnd.IntN(12)) * time.Hour)
			c.write(s)
			shown, err := c.Host.Watchers.Recount(t.Context(), id, nil)
			c.check(err)
			shownThen = len(shown.Turns)
			for _, leak := range early(t, drawn, published(t, s.Dir), shown) {
				t.Errorf("game %d, after turn %d: %s", first+uint64(n), turn+1, leak)
			}
		}
		c.now = c.now.Add(20 * time.Hour)
		c.playUntil(id, "hellespont", 3+n%3)
		c.write(s)
		shown, err := c.Host.Watchers.Recount(t.Context(), id, nil)
		c.check(err)
		whole, err := c.Host.Watchers.Whole(t.Context(), id)
		c.check(err)
		if len(shown.Turns) < max(2, shownThen) || len(whole.Turns) == len(shown.Turns) {
			t.Fatalf("%d turns of %d are shown: nothing is tried", len(shown.Turns), len(whole.Turns))
		}
		if leaks := early(t, drawn, published(t, s.Dir), shown); len(leaks) > 0 {
			t.Error(leaks)
		}
		leaky := shown
		leaky.Turns = slices.Clone(whole.Turns)
		for i := range leaky.Turns {
			leaky.Turns[i].Whole = nil
		}
		b, err := s.openBook(t.Context())
		c.check(err)
		_, err = s.writeGame(b, leaky, &memo{})
		c.check(err)
		leaks := strings.Join(early(t, drawn, published(t, s.Dir), shown), " ")
		for _, kind := range []string{"film-en.gif: frame", "film-fr.gif: frame", "svg", "pdf"} {
			if !strings.Contains(leaks, kind) {
				t.Errorf("a turn that may not be shown yet is in the pictures, and %s is not found among %q", kind, leaks)
			}
		}
	}
}

// A turn that is taken back and played again is another frame, and a film that was lost is made
// anew.
func TestFilmFollows(t *testing.T) {
	drawn := drawings{}
	c := newClub(t, 12)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 3)
	s := c.site()
	c.write(s)
	shown, err := c.Host.Watchers.Recount(t.Context(), id, nil)
	c.check(err)
	b, err := s.openBook(t.Context())
	c.check(err)
	m, err := s.recallGame(b, shown)
	c.check(err)
	if m.from != 3 {
		t.Errorf("with all turns there, they are written from turn %d on, want the last", m.from)
	}
	other := shown
	other.Turns = slices.Clone(shown.Turns)
	other.Turns[1].View, other.Turns[1].Ended = shown.Turns[0].View, shown.Turns[1].Ended.Add(time.Minute)
	if m, err = s.recallGame(b, other); err != nil || m.from != 1 {
		t.Errorf("with the second turn another, they are written from turn %d on: %v", m.from, err)
	}
	_, err = s.writeGame(b, other, &m)
	c.check(err)
	if leaks := early(t, drawn, published(t, s.Dir), other); len(leaks) > 0 {
		t.Error(leaks)
	}
	name := picture.FilmName(id, "fr")
	c.check(s.tree.remove(name))
	if m, err = s.recallGame(b, other); err != nil || m.from != 0 {
		t.Errorf("without a film the turns are written from turn %d on: %v", m.from, err)
	}
	_, err = s.writeGame(b, other, &m)
	c.check(err)
	if leaks := early(t, drawn, published(t, s.Dir), other); len(leaks) > 0 || !s.tree.has(name) {
		t.Error(leaks)
	}
}

// A film of which an early frame is drawn otherwise now, or that is damaged, is made anew when the
// next turn ends, and keeps no game from being written.
func TestFilmMended(t *testing.T) {
	c := newClub(t, 13)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	s := c.site()
	c.playUntil(id, "hellespont", 2)
	c.write(s)
	var m memo
	_, err := s.tree.recall(memoName(id), &m)
	c.check(err)
	m.Films["fr"].Of[0] = "another map"
	c.check(s.tree.note(memoName(id), m))
	c.check(os.Truncate(filepath.Join(s.Dir, picture.FilmName(id, "en")), 100))
	c.playUntil(id, "hellespont", 3)
	c.write(s)
	shown, err := c.Host.Watchers.Recount(t.Context(), id, nil)
	c.check(err)
	if leaks := early(t, drawings{}, published(t, s.Dir), shown); len(leaks) > 0 {
		t.Error(leaks)
	}
	asWritten(t, c, s)
}

// Whole pictures of an older edition stay as the game goes on: others may have led to them.
func TestOlderPicturesStay(t *testing.T) {
	c := newClub(t, 14)
	id := c.found("hellespont", &play.Showing{Opens: play.AtEnd})
	c.playUntil(id, "hellespont", 2)
	s := c.site()
	c.write(s)
	before := "maps/" + id + "/1-en.png"
	c.check(os.WriteFile(filepath.Join(s.Dir, before), []byte("of an older edition"), 0o600))
	c.playUntil(id, "hellespont", 4)
	c.write(s)
	if turn := "maps/" + id + "/4-en.svg"; !s.tree.has(turn) || !s.tree.has(before) {
		t.Errorf("turn 4 is shown: %v, the older picture of turn 1 is there: %v", s.tree.has(turn), s.tree.has(before))
	}
}
