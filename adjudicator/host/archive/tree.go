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
)

// tree is the files of a site.
type tree struct {
	dir     string
	files   int // that were written
	bytes   int64
	removed int
}

// put writes a file, unless it is there with the same bytes. Whoever reads it meanwhile
// gets the old one or the new one, whole.
func (t *tree) put(name string, data []byte) error {
	file := filepath.Join(t.dir, filepath.FromSlash(name))
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	fresh := file + ".new"
	if err := os.WriteFile(fresh, data, 0o644); err != nil {
		return err
	}
	if err := os.Rename(fresh, file); err != nil {
		return err
	}
	t.files++
	t.bytes += int64(len(data))
	return nil
}

// prune removes those files of a folder that are not among some.
func (t *tree) prune(folder string, keep map[string]bool) error {
	list, err := os.ReadDir(filepath.Join(t.dir, filepath.FromSlash(folder)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range list {
		if name := path.Join(folder, e.Name()); !e.IsDir() && !keep[name] {
			if err := t.remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove removes a file, if it is there.
func (t *tree) remove(name string) error {
	err := os.Remove(filepath.Join(t.dir, filepath.FromSlash(name)))
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
	data, err := os.ReadFile(filepath.Join(t.dir, filepath.FromSlash(memory+name+".json")))
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
