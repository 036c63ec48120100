//go:build unix && !linux

package pgtest

import "os/exec"

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
