// Package pgtest gives tests a real PostgreSQL server: one that lives in a temporary folder, is reached by a socket in it
// alone, and ends with the tests.
package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Server is a PostgreSQL server of the tests.
type Server struct {
	bin, dir string
	run      *exec.Cmd
	ended    chan struct{}
	log      bytes.Buffer
}

var shared struct {
	sync.Mutex
	server *Server
	err    error
}

// databases numbers them; the name holds the process too, for a child may use the server of its parent.
var databases atomic.Int64

// Main runs the tests of a package and ends the server that they shared. It is the whole of a TestMain.
func Main(m *testing.M) int {
	defer func() {
		if shared.server != nil {
			shared.server.Stop()
			os.RemoveAll(shared.server.dir)
		}
	}()
	return m.Run()
}

// Database returns the address of a new, empty database on the server that the tests of a process share, which [Main]
// ends. The test is skipped where PostgreSQL is not installed.
func Database(t testing.TB) (address string) {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		bin := find(t)
		if shared.server, shared.err = start(bin); shared.err != nil {
			shared.server = nil
		}
	}
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server.Database(t)
}

// Start starts a server for one test, which may stop and start it. The test is skipped where PostgreSQL is not installed.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := start(find(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Stop()
		os.RemoveAll(s.dir)
	})
	return s
}

// find returns the folder of the newest PostgreSQL, or skips the test.
func find(t testing.TB) string {
	t.Helper()
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // where Debian puts it
	if err != nil || len(found) == 0 {
		t.Skip("needs PostgreSQL 13 or later: apt install postgresql (its server need not run), or initdb and postgres in the PATH")
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return len(a) - len(b) })
	for _, path := range found {
		if len(path) == len(newest) {
			newest = max(newest, path)
		}
	}
	return filepath.Dir(newest)
}

// start makes a data folder and starts a server on it.
func start(bin string) (s *Server, err error) {
	dir, err := os.MkdirTemp("", "keryx-postgres-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	if err := handOver(dir); err != nil {
		return nil, err
	}
	s = &Server{bin: bin, dir: dir}
	init := exec.Command(filepath.Join(bin, "initdb"), "-D", s.data(), "-U", "keryx", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
	init.Dir = dir
	unprivileged(init)
	if out, err := init.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s, s.Start()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// patience is how long a server may take to start.
const patience = time.Minute

// Start starts a server that was stopped, and waits until it answers.
func (s *Server) Start() error {
	s.run = exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "max_connections=200",
		"-c", "dynamic_shared_memory_type=mmap") // in the data folder, which is deleted
	s.run.Dir, s.run.Stdout, s.run.Stderr = s.dir, &s.log, &s.log
	unprivileged(s.run)
	s.ended = make(chan struct{})
	if err := launch(s.run, s.ended); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.address("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.ended:
			return fmt.Errorf("the server has ended: %s", s.log.String())
		case <-ctx.Done():
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop ends the server at once, as a crash would: what it had not committed is gone.
func (s *Server) Stop() {
	s.run.Process.Signal(atOnce)
	<-s.ended
}

// address is that of a database on the server.
func (s *Server) address(name string) string {
	u := url.URL{Scheme: "postgres", User: url.User("keryx"), Path: "/" + name, RawQuery: url.Values{"host": {s.dir}}.Encode()}
	return u.String()
}

// Database returns the address of a new, empty database.
func (s *Server) Database(t testing.TB) (address string) {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	Exec(t, s.address("postgres"), `CREATE DATABASE `+name)
	t.Cleanup(func() {
		if conn, err := pgx.Connect(context.Background(), s.address("postgres")); err == nil { // unless the test has stopped it
			defer conn.Close(context.Background())
			conn.Exec(context.Background(), `DROP DATABASE `+name+` WITH (FORCE)`)
		}
	})
	return s.address(name)
}

// Exec runs SQL on a database behind the back of the store.
func Exec(t testing.TB, address, statement string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), statement); err != nil {
		t.Fatal(err)
	}
}
