package durable

import "os"

// Folder does no more than look whether there is such a folder: Windows writes names to the disk by itself, and has no
// call to do so sooner.
func Folder(path string) error {
	_, err := os.Stat(path)
	return err
}
