//go:build unix

package powercut

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite reaches its files through a VFS, a table of functions. Ours stands in front of
// the one for Unix: it opens files by it, and puts in front of the functions of an open
// file (its methods) those that write something down. All else is left as it is, locks
// and shared memory too. The tables lie outside of Go's memory, where SQLite wants them.

// The functions that are put in front of others.
type (
	openFunc     = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32
	deleteFunc   = func(tls *libc.TLS, vfs, name uintptr, sync int32) int32
	closeFunc    = func(tls *libc.TLS, file uintptr) int32
	writeFunc    = func(tls *libc.TLS, file, data uintptr, n int32, at int64) int32
	truncateFunc = func(tls *libc.TLS, file uintptr, size int64) int32
	syncFunc     = func(tls *libc.TLS, file uintptr, flags int32) int32
	// folderFunc opens the folder of a file, which SQLite does to sync it.
	folderFunc = func(tls *libc.TLS, name, descriptor uintptr) int32
	setFunc    = func(tls *libc.TLS, vfs, name, function uintptr) int32
	getFunc    = func(tls *libc.TLS, vfs, name uintptr) uintptr
)

// hook is the state of the VFS, of which a process has one.
var hook struct {
	once sync.Once
	err  error
	unix uintptr // the VFS behind ours
	real folderFunc

	mu      sync.Mutex
	disks   []*Disk
	open    map[uintptr]recorded // by SQLite's file
	methods map[uintptr]uintptr  // ours by those of the file as it was opened
	behind  map[uintptr]uintptr  // and the other way round
}

// recorded is an open file that a disk records.
type recorded struct {
	disk *Disk
	file *file
}

// watch has a disk told of what is done from now on.
func watch(d *Disk) (stop func(), err error) {
	hook.once.Do(func() { hook.err = register() })
	if hook.err != nil {
		return nil, hook.err
	}
	hook.mu.Lock()
	defer hook.mu.Unlock()
	hook.disks = append(hook.disks, d)
	return func() {
		hook.mu.Lock()
		defer hook.mu.Unlock()
		hook.disks = slices.DeleteFunc(hook.disks, func(other *Disk) bool { return other == d })
	}, nil
}

// register makes our VFS the one that SQLite opens files by. It lives as long as the process.
func register() error {
	hook.open, hook.methods, hook.behind = map[uintptr]recorded{}, map[uintptr]uintptr{}, map[uintptr]uintptr{}
	tls := libc.NewTLS()
	defer tls.Close()
	if hook.unix = sqlite3.Xsqlite3_vfs_find(tls, 0); hook.unix == 0 {
		return errors.New("SQLite has no VFS")
	}
	unix := at[sqlite3.Tsqlite3_vfs](hook.unix)
	name, err := libc.CString("openDirectory")
	if err != nil {
		return err
	}
	defer libc.Xfree(tls, name)
	folder := function[getFunc](unix.FxGetSystemCall)(tls, hook.unix, name)
	if folder == 0 {
		return errors.New("SQLite's VFS opens no folder")
	}
	hook.real = function[folderFunc](folder)
	if rc := function[setFunc](unix.FxSetSystemCall)(tls, hook.unix, name, pointer(openFolder)); rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("SQLite's VFS refuses another way to open a folder: %d", rc)
	}
	own, err := clone(tls, unix)
	if err != nil {
		return err
	}
	ours := at[sqlite3.Tsqlite3_vfs](own)
	if ours.FzName, err = libc.CString("powercut"); err != nil {
		return err
	}
	ours.FpNext, ours.FxOpen, ours.FxDelete = 0, pointer(open), pointer(remove)
	if rc := sqlite3.Xsqlite3_vfs_register(tls, own, 1); rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("SQLite refuses the VFS: %d", rc)
	}
	return nil
}

// at is what lies at an address outside of Go's memory.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// function is the Go function that SQLite's translated code calls by a pointer.
func function[F any](pointer uintptr) F { return *(*F)(unsafe.Pointer(&struct{ uintptr }{pointer})) }

// pointer is what the translated code calls a function by. The function must be declared
// in the package: such a one does not move.
func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// clone copies a table to where SQLite may keep it.
func clone[T any](tls *libc.TLS, table *T) (uintptr, error) {
	p := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(*table)))
	if p == 0 {
		return 0, errors.New("no memory")
	}
	*at[T](p) = *table
	return p, nil
}

// diskOf returns the disk that records a path, nil for none.
func diskOf(path uintptr) (d *Disk, name string) {
	if path == 0 {
		return nil, ""
	}
	hook.mu.Lock()
	defer hook.mu.Unlock()
	for _, d := range hook.disks {
		if name, ok := d.holds(libc.GoString(path)); ok {
			return d, name
		}
	}
	return nil, ""
}

// openFolder notes that the names in a folder are being synced.
func openFolder(tls *libc.TLS, name, descriptor uintptr) int32 {
	rc := hook.real(tls, name, descriptor)
	if d, _ := diskOf(name); d != nil && rc == sqlite3.SQLITE_OK {
		d.note(act{kind: namesSynced})
	}
	return rc
}

func open(tls *libc.TLS, _, name, id uintptr, flags int32, out uintptr) int32 {
	rc := function[openFunc](at[sqlite3.Tsqlite3_vfs](hook.unix).FxOpen)(tls, hook.unix, name, id, flags, out)
	d, short := diskOf(name)
	if rc != sqlite3.SQLITE_OK || d == nil {
		return rc
	}
	f := d.opened(short)
	hook.mu.Lock()
	defer hook.mu.Unlock()
	hook.open[id] = recorded{d, f}
	opened := at[sqlite3.Tsqlite3_file](id)
	ours, ok := hook.methods[opened.FpMethods]
	if !ok {
		var err error
		if ours, err = clone(tls, at[sqlite3.Tsqlite3_io_methods](opened.FpMethods)); err != nil {
			panic(err)
		}
		m := at[sqlite3.Tsqlite3_io_methods](ours)
		m.FxClose, m.FxWrite, m.FxTruncate, m.FxSync = pointer(closeFile), pointer(write), pointer(truncate), pointer(syncFile)
		hook.methods[opened.FpMethods], hook.behind[ours] = ours, opened.FpMethods
	}
	opened.FpMethods = ours
	return rc
}

// behind returns the methods of an open file that ours stand in front of, and who records it.
func behind(id uintptr) (*sqlite3.Tsqlite3_io_methods, recorded) {
	hook.mu.Lock()
	defer hook.mu.Unlock()
	return at[sqlite3.Tsqlite3_io_methods](hook.behind[at[sqlite3.Tsqlite3_file](id).FpMethods]), hook.open[id]
}

func remove(tls *libc.TLS, _, name uintptr, sync int32) int32 {
	d, short := diskOf(name)
	if d != nil {
		d.removed(short) // before its folder is synced
	}
	return function[deleteFunc](at[sqlite3.Tsqlite3_vfs](hook.unix).FxDelete)(tls, hook.unix, name, sync)
}

func closeFile(tls *libc.TLS, id uintptr) int32 {
	m, _ := behind(id)
	hook.mu.Lock()
	delete(hook.open, id)
	hook.mu.Unlock()
	return function[closeFunc](m.FxClose)(tls, id)
}

func write(tls *libc.TLS, id, data uintptr, n int32, to int64) int32 {
	m, r := behind(id)
	rc := function[writeFunc](m.FxWrite)(tls, id, data, n, to)
	if rc == sqlite3.SQLITE_OK {
		text := make([]byte, n)
		copy(text, unsafe.Slice(at[byte](data), n))
		r.disk.note(act{kind: written, file: r.file, at: to, data: text})
	}
	return rc
}

func truncate(tls *libc.TLS, id uintptr, size int64) int32 {
	m, r := behind(id)
	rc := function[truncateFunc](m.FxTruncate)(tls, id, size)
	if rc == sqlite3.SQLITE_OK {
		r.disk.note(act{kind: truncated, file: r.file, at: size})
	}
	return rc
}

// syncFile notes a sync when it has been done, before SQLite goes on to the folder.
func syncFile(tls *libc.TLS, id uintptr, flags int32) int32 {
	m, r := behind(id)
	now := r.disk.Now()
	rc := function[syncFunc](m.FxSync)(tls, id, flags)
	if rc == sqlite3.SQLITE_OK {
		r.disk.sync(now, r.file)
	}
	return rc
}
