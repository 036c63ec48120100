package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// roomForGarbage is how large the heap of a daemon may grow before its memory is swept, whatever
// of it is in use. What is in use is mostly a third of that, and letters leave much behind: where
// the heap might only double, every other mail would wait for a sweep.
const roomForGarbage = 64 << 20

// sweepSeldom lets the heap of this process grow to roomForGarbage, and to twice what is in use
// where that is more. It is asked anew after every sweep, for what is in use changes. Whoever
// has said something of this by GOGC has his will.
func sweepSeldom() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(percentFor(inUse()))
	again := new([16]byte)
	runtime.SetFinalizer(again, func(*[16]byte) { sweepSeldom() })
}

// inUse is how much of the heap the last sweep found in use, in bytes.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// percentFor is by how many percent a heap may grow of which so many bytes are in use.
func percentFor(used uint64) int {
	used = max(used, roomForGarbage/16)
	if 2*used >= roomForGarbage {
		return 100
	}
	return int(100 * (roomForGarbage - used) / used)
}
