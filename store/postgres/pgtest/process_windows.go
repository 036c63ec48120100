package pgtest

import (
	"os"
	"os/exec"
)

// atOnce ends a server.
var atOnce = os.Kill

func handOver(string) error { return nil }

func unprivileged(*exec.Cmd) {}

// launch starts a server. Ended is closed when it has ended.
func launch(c *exec.Cmd, ended chan struct{}) error {
	if err := c.Start(); err != nil {
		return err
	}
	go func() {
		c.Wait()
		close(ended)
	}()
	return nil
}
