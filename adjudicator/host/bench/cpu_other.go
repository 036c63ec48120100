//go:build !unix

package bench

import "time"

var begun = time.Now()

// cpu is the time that has gone by: this system does not tell the processor's.
func cpu() time.Duration { return time.Since(begun) }
