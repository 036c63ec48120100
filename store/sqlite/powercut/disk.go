//go:build unix

// Package powercut shows what a power cut leaves of a database: it writes down what
// SQLite writes, syncs and deletes, in order, and makes the files that a disk may hold
// if the power fails after any of these acts. It is for tests alone.
//
// A disk may forget whatever was not synced, may keep any part of it, in units of a
// sector, and in any order. It keeps names (that a file was made or deleted) in their
// order, and surely once their directory was synced.
package powercut

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// sector is the number of bytes that a disk writes whole or not at all.
const sector = 512

// A Disk records what SQLite does to the files of one folder.
type Disk struct {
	// Deaf makes the record leave out every sync, as a disk does that only says that it
	// has written, and as SQLite does with synchronous=OFF. Set it before the first file is opened.
	Deaf bool

	dir   string
	mu    sync.Mutex
	acts  []act
	files map[string]*file // by name, as they are now
	first map[string]*file // that were there before the record began
}

// file is what a name stands for: deleted and made again, it is another one.
type file struct{ before []byte }

// act is one thing that was done to the folder.
type act struct {
	kind kind
	name string // for made and deleted
	file *file  // but for namesSynced
	at   int64  // the place of a write, the length after a truncation, or when a sync began
	data []byte // of a write
}

type kind int

const (
	made kind = iota
	deleted
	namesSynced
	written
	truncated
	synced
)

// Record begins to record what SQLite does to the files of a folder, in this process,
// until the function it returns is called.
func Record(dir string) (*Disk, func(), error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("record a folder: %w", err)
	}
	d := &Disk{dir: dir, files: map[string]*file{}, first: map[string]*file{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("record a folder: %w", err)
	}
	for _, e := range entries {
		before, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, nil, fmt.Errorf("record a folder: %w", err)
		}
		f := &file{before}
		d.files[e.Name()], d.first[e.Name()] = f, f
	}
	stop, err := watch(d)
	if err != nil {
		return nil, nil, fmt.Errorf("record a folder: %w", err)
	}
	return d, stop, nil
}

// holds returns the name in the folder of a path, if it is there.
func (d *Disk) holds(path string) (name string, ok bool) {
	return filepath.Base(path), filepath.Dir(path) == d.dir
}

// Now is the number of acts so far: the moment for [Disk.Cut].
func (d *Disk) Now() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.acts)
}

// Syncs returns the moments just before each sync of a file.
func (d *Disk) Syncs() (moments []int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, a := range d.acts {
		if a.kind == synced {
			moments = append(moments, i)
		}
	}
	return moments
}

// opened returns the file that a name stands for, after SQLite has opened it.
func (d *Disk) opened(name string) *file {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.files[name]; f != nil {
		return f
	}
	f := &file{}
	d.files[name] = f
	d.acts = append(d.acts, act{kind: made, name: name, file: f})
	return f
}

func (d *Disk) removed(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.files[name]; f != nil {
		delete(d.files, name)
		d.acts = append(d.acts, act{kind: deleted, name: name, file: f})
	}
}

func (d *Disk) note(a act) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.Deaf && (a.kind == synced || a.kind == namesSynced) {
		return
	}
	d.acts = append(d.acts, a)
}

// sync notes that a file was synced by an act that began at a moment.
func (d *Disk) sync(began int, f *file) {
	d.note(act{kind: synced, file: f, at: int64(began)})
}

// A Loss says what becomes of that which was not synced when the power failed.
type Loss int

// The losses. Some is any part, by the luck of the cut.
const (
	All Loss = iota
	None
	Some
)

// Losses lists them.
var Losses = []Loss{All, None, Some}

// String names a loss.
func (l Loss) String() string {
	return [...]string{"all", "nothing", "a part"}[l]
}

// Cut makes a folder with the files as the disk may hold them when the power fails at
// a moment, that is after so many acts. r is the luck of the cut.
func (d *Disk) Cut(moment int, loss Loss, r *rand.Rand, folder string) error {
	d.mu.Lock()
	acts := d.acts[:moment]
	d.mu.Unlock()
	names, sure := d.names(acts, loss, r)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("cut the power: %w", err)
	}
	for _, name := range names {
		text := contents(sure[name], acts, loss, r)
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return fmt.Errorf("cut the power: %w", err)
		}
	}
	return nil
}

// names returns the names that the folder holds, sorted, and what they stand for. What SQLite keeps
// in shared memory is not among them: the power has taken it.
func (d *Disk) names(acts []act, loss Loss, r *rand.Rand) (names []string, held map[string]*file) {
	held = map[string]*file{}
	for name, f := range d.first {
		held[name] = f
	}
	var waiting []act
	settle := func(n int) {
		for _, a := range waiting[:n] {
			if a.kind == made {
				held[a.name] = a.file
			} else {
				delete(held, a.name)
			}
		}
		waiting = nil
	}
	for _, a := range acts {
		switch a.kind {
		case made, deleted:
			waiting = append(waiting, a)
		case namesSynced:
			settle(len(waiting))
		}
	}
	switch loss {
	case All:
		settle(0)
	case None:
		settle(len(waiting))
	case Some:
		settle(r.IntN(len(waiting) + 1))
	}
	for name := range held {
		if !strings.HasSuffix(name, "-shm") && !strings.HasSuffix(name, ".lock") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, held
}

// contents is what a file holds after the cut.
func contents(f *file, acts []act, loss Loss, r *rand.Rand) []byte {
	var waiting []act
	var when []int
	size := len(f.before)
	for _, a := range acts {
		if a.file == f {
			size = max(size, int(a.at)+len(a.data)) // of a sync this is a moment, and room that is not needed
		}
	}
	text := append(make([]byte, 0, size), f.before...)
	for i, a := range acts {
		if a.file != f {
			continue
		}
		switch a.kind {
		case written, truncated:
			waiting, when = append(waiting, a), append(when, i)
		case synced:
			// What was written while it was under way may have come too late for it.
			for len(waiting) > 0 && when[0] < int(a.at) {
				text = waiting[0].apply(text)
				waiting, when = waiting[1:], when[1:]
			}
		}
	}
	for _, w := range waiting {
		switch loss {
		case None:
			text = w.apply(text)
		case Some:
			text = w.applySome(text, r)
		}
	}
	return text
}

// apply does the whole act to a text.
func (a act) apply(text []byte) []byte {
	if a.kind == truncated {
		if int(a.at) <= len(text) {
			return text[:a.at]
		}
		return append(text, make([]byte, int(a.at)-len(text))...)
	}
	return place(text, int(a.at), a.data, nil)
}

// applySome does any part of the act.
func (a act) applySome(text []byte, r *rand.Rand) []byte {
	if a.kind == truncated {
		if r.IntN(2) == 0 {
			return a.apply(text)
		}
		return text
	}
	for begin := 0; begin < len(a.data); {
		// The sectors are those of the file, not of the write.
		end := min(len(a.data), begin+sector-(int(a.at)+begin)%sector)
		if r.IntN(2) == 0 {
			text = place(text, int(a.at)+begin, a.data[begin:end], r)
		}
		begin = end
	}
	return text
}

// place writes data at a place of a text. What lies between the end of the text and the
// place is whatever the disk held there before.
func place(text []byte, at int, data []byte, r *rand.Rand) []byte {
	if r == nil && len(text) < at {
		text = append(text, make([]byte, at-len(text))...)
	}
	for len(text) < at {
		text = append(text, byte(r.Uint32()))
	}
	n := copy(text[at:], data)
	return append(text, data[n:]...)
}

// Check compares the record with the files as they are, which nobody may be writing: a
// write that the record has missed would make every cut a lie.
func (d *Disk) Check() error {
	now := d.Now()
	names, held := d.names(d.acts[:now], None, nil)
	for _, name := range names {
		got, err := os.ReadFile(filepath.Join(d.dir, name))
		if err != nil {
			return fmt.Errorf("the record holds a file that is not there: %w", err)
		}
		if want := contents(held[name], d.acts[:now], None, nil); string(got) != string(want) {
			return fmt.Errorf("the record of %s has %d bytes and is not the file, which has %d", name, len(want), len(got))
		}
	}
	for name := range d.files {
		if _, err := os.Stat(filepath.Join(d.dir, name)); errors.Is(err, fs.ErrNotExist) && slices.Contains(names, name) {
			return fmt.Errorf("%s was deleted and the record does not say so", name)
		}
	}
	return nil
}
