package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"keryx/orders/pattern"
)

// tree is the files of a site.
type tree struct {
	dir     string
	files   int // that were written
	bytes   int64
	read    int64 // bytes
	removed int
	sizes   map[string]int64 // of files that were written, or are there as they were to be written
}

// put writes a file, unless it is there with the same bytes. Whoever reads it meanwhile
// gets the old one or the new one, whole.
func (t *tree) put(name string, data []byte) error {
	if t.sizes == nil {
		t.sizes = map[string]int64{}
	}
	if old, err := t.open(name); err == nil && bytes.Equal(old, data) {
		t.sizes[name] = int64(len(data))
		return nil
	}
	file := t.path(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	fresh := file + ".new"
	if err := os.WriteFile(fresh, data, 0o644); err != nil {
		return errors.Join(err, os.Remove(fresh)) // half a file is of no use, where there is no room for a whole one
	}
	if err := os.Rename(fresh, file); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	t.files++
	t.bytes += int64(len(data))
	t.sizes[name] = int64(len(data))
	return nil
}

// path is where a file lies.
func (t *tree) path(name string) string { return filepath.Join(t.dir, filepath.FromSlash(name)) }

// open reads a file.
func (t *tree) open(name string) ([]byte, error) {
	data, err := os.ReadFile(t.path(name))
	t.read += int64(len(data))
	return data, err
}

// has reports whether a file is there.
func (t *tree) has(name string) bool {
	_, err := os.Stat(t.path(name))
	return err == nil
}

// content reads a file; one that is not there is empty.
func (t *tree) content(name string) ([]byte, error) {
	data, err := t.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// prune removes those files of a folder that are not among some. What is not called as a
// file of a site is somebody else's, and stays.
func (t *tree) prune(folder string, keep map[string]bool) error {
	list, err := os.ReadDir(t.path(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range list {
		if name := path.Join(folder, e.Name()); e.Type().IsRegular() && !keep[name] && changing.MatchString(name) {
			if err := t.remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// changing are the files of a site that come and go with what there is to show, and those that
// a writing left which was broken off.
var changing = pattern.New(`^(?:[a-z]{2}/games/[^/]+/(?:index\.html|read\.html|turn-\d+\.html|replay\.html|replay\.js|leaf\.js|feed\.atom)` +
	`|data/[^/]+/(?:proof|replay-\d+-[a-z]{2})\.js|data/ratings/[^/]+-[a-z]{2}\.(?:csv|json|svg)` +
	`|maps/[^/]+/(?:(?:layer-)?\d+(?:-[^/]+)?-[a-z]{2}\.(?:png|pdf|svg)|small-[a-z]{2}\.png|film-[a-z]{2}\.gif)|search/\d+-\d+/[^/]+\.js)(?:\.new)?$`)

// noteSizes notes how large the files of a game are to be.
func (t *tree) noteSizes(id string, files map[string]bool) error {
	old, sizes := map[string]int64{}, map[string]int64{}
	if _, err := t.recall(sizesName(id), &old); err != nil {
		return err
	}
	for name := range files {
		size, known := t.sizes[name]
		if !known { // it was not written this time
			if size, known = old[name]; !known {
				size = t.size(name)
			}
		}
		sizes[name] = size
	}
	return t.note(sizesName(id), sizes)
}

// sizesName is the note of how large the files of a game are to be.
func sizesName(id string) string { return "files-" + id }

// sound reports whether the files of a game are there, as large as they were written.
func (t *tree) sound(id string) (bool, error) {
	sizes := map[string]int64{}
	if _, err := t.recall(sizesName(id), &sizes); err != nil {
		return false, err
	}
	for name, size := range sizes {
		if t.size(name) != size {
			return false, nil
		}
	}
	return true, nil
}

// size is how large a file is, -1 if it is not there.
func (t *tree) size(name string) int64 {
	info, err := os.Stat(t.path(name))
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// remove removes a file, if it is there.
func (t *tree) remove(name string) error {
	err := os.Remove(t.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		t.removed++
	}
	return err
}

// note keeps a value for the next writing.
func (t *tree) note(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return t.put(memory+name+".json", data)
}

// recall reads a value of an earlier writing, and reports whether there was one.
func (t *tree) recall(name string, value any) (bool, error) {
	data, err := t.open(memory + name + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return false, fmt.Errorf("%s%s.json: %w: remove the folder %s of the archive, and all of it is written anew", memory, name, err, strings.TrimSuffix(memory, "/"))
	}
	return true, nil
}

// memory is the folder of what the next writing needs to know.
const memory = ".keryx/"

// up is the way from a page to the top of the site: "../../".
func up(page string) string { return strings.Repeat("../", strings.Count(page, "/")) }
