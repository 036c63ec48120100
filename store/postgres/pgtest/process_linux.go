package pgtest

import (
	"os/exec"
	"runtime"
)

// launch starts a server that does not outlive the tests, however they end: Linux signals it when the thread ends that
// has started it, which therefore waits for it. Ended is closed when it has ended.
func launch(c *exec.Cmd, ended chan struct{}) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		c.SysProcAttr.Pdeathsig = atOnce
		err := c.Start()
		started <- err
		if err == nil {
			c.Wait()
			close(ended)
		}
	}()
	return <-started
}
