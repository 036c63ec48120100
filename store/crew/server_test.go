package crew

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// server is a PostgreSQL of these tests alone, reached by a socket in a folder of its own.
type server struct {
	folder string
	bin    string
	as     *syscall.Credential // initdb refuses root
}

var (
	theServer *server
	starting  sync.Once
	made      int
)

func TestMain(m *testing.M) {
	code := m.Run()
	if theServer != nil {
		theServer.run("pg_ctl", "stop", "-D", filepath.Join(theServer.folder, "data"), "-m", "immediate")
		os.RemoveAll(theServer.folder)
	}
	os.Exit(code)
}

func (s *server) run(name string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

func (s *server) start() error {
	return s.run("pg_ctl", "start", "-w", "-D", filepath.Join(s.folder, "data"), "-l", filepath.Join(s.folder, "log"),
		"-o", fmt.Sprintf("-c listen_addresses= -c unix_socket_directories=%s -c fsync=off -c max_connections=200", s.folder))
}

func (s *server) stop() error {
	return s.run("pg_ctl", "stop", "-D", filepath.Join(s.folder, "data"), "-m", "immediate")
}

func startServer() (*server, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return nil, fmt.Errorf("no PostgreSQL")
	}
	s := &server{bin: filepath.Dir(found[len(found)-1])}
	if s.folder, err = os.MkdirTemp("", "crew"); err != nil {
		return nil, err
	}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(s.folder, uid, gid); err != nil {
			return nil, err
		}
	}
	if err := s.run("initdb", "-D", filepath.Join(s.folder, "data"), "-U", "keryx", "-A", "trust", "-E", "UTF8", "--no-sync"); err != nil {
		return nil, err
	}
	return s, s.start()
}

// dsn is a new, empty database.
func dsn(t *testing.T) string {
	t.Helper()
	starting.Do(func() {
		s, err := startServer()
		if err != nil {
			t.Log(err)
			return
		}
		theServer = s
	})
	if theServer == nil {
		t.Skip("there is no PostgreSQL to test with")
	}
	at := func(name string) string {
		return fmt.Sprintf("host=%s user=keryx dbname=%s", theServer.folder, name)
	}
	conn, err := pgx.Connect(context.Background(), at("postgres"))
	noErr(t, err)
	made++
	name := fmt.Sprintf("crew_%d", made)
	_, err = conn.Exec(context.Background(), "CREATE DATABASE "+name)
	noErr(t, err)
	noErr(t, conn.Close(context.Background()))
	return at(name)
}

func aPool(t *testing.T, dsn string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(context.Background(), dsn)
	noErr(t, err)
	t.Cleanup(pool.Close)
	return pool
}

func noErr(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never comes to this: %s", what)
		}
	}
}
