package main

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/store/postgres/pgtest"
)

// The doctor, and whoever asks how the server stands, only look: daemons whose sessions the database server has ended, and
// which have not yet come back, are told of and not shut out.
func TestDoctorAfterACut(t *testing.T) {
	c := newClinic(t, nil)
	address := pgtest.Database(t)
	c.file = fmt.Sprintf("database = %q\n", address) + c.file
	writeFiles(t, c.dir, "keryx.toml", c.file)
	config, err := settings.Load(filepath.Join(c.dir, "keryx.toml"))
	noErr(t, err)
	h, err := settings.OpenHost(t.Context(), config, slog.New(slog.DiscardHandler))
	noErr(t, err)
	defer h.Store.Close()
	leave, err := together(t.Context(), &host.Daemon{Host: h})
	noErr(t, err)
	defer func() { noErr(t, leave()) }()
	if status, said := c.examine(); status != 0 || !strings.Contains(said, "ok       daemon: serving") {
		t.Errorf("status %d\n%s", status, said)
	}
	pgtest.Exec(t, address, `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`)
	status, said := c.examine()
	if status != 0 || strings.Contains(said, "none serves") || !strings.Contains(said, "last sign of life") {
		t.Errorf("status %d\n%s", status, said)
	}
	if !strings.Contains(said, "none has come back yet") && !strings.Contains(said, "daemon: serving") { // it may be back
		t.Errorf("what has become of the daemon is not said:\n%s", said)
	}
	var out strings.Builder
	run(t.Context(), []string{"status", "--config", filepath.Join(c.dir, "keryx.toml")}, &out, &out)
	if err := h.Store.Update(t.Context(), func(tx store.Tx) error { return tx.SetSetting("after", nil) }); err != nil {
		t.Errorf("a daemon that was looked at writes no more: %v", err)
	}
}
