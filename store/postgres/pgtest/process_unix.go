//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// atOnce makes a server end without writing anything down.
const atOnce = syscall.SIGQUIT

// serverUser is who runs the server where the tests run as root, whom it refuses. Debian's package makes him.
const serverUser = "postgres"

// handOver gives a folder to who runs the server.
func handOver(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	uid, gid, err := serverIDs()
	if err != nil {
		return err
	}
	return os.Chown(dir, int(uid), int(gid))
}

func serverIDs() (uid, gid uint32, err error) {
	u, err := user.Lookup(serverUser)
	if err != nil {
		return 0, 0, fmt.Errorf("as root, a server of the tests needs a user to run as: %w", err)
	}
	id, err1 := strconv.ParseUint(u.Uid, 10, 32)
	group, err2 := strconv.ParseUint(u.Gid, 10, 32)
	if err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf("user %s has the ids %q and %q", serverUser, u.Uid, u.Gid)
	}
	return uint32(id), uint32(group), nil
}

// unprivileged has a program run as who may run a server.
func unprivileged(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{}
	if os.Geteuid() != 0 {
		return
	}
	if uid, gid, err := serverIDs(); err == nil { // otherwise handOver has said so
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
	}
}
