//go:build !linux

package ramdisk

// roomy knows no place in memory here.
func roomy() (dir string, free uint64) { return "", 0 }

// lives is asked of nobody where nothing is left.
func lives(int) bool { return true }
