//go:build !unix

package host_test

import "time"

var begun = time.Now()

// cpu stands for the processor time, which this system does not tell in the same
// way.
func cpu() time.Duration { return time.Since(begun) }
