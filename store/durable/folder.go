// Package durable makes names in folders outlive a loss of power: that the bytes of a file are on the disk does not
// yet mean that its name is.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder for its owner alone, and those above it that are missing, and puts their names on the disk.
func MakeFolder(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	var above []string // folders that get a new name
	for at := path; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || !errors.Is(err, os.ErrNotExist) || filepath.Dir(at) == at {
			break
		}
		above = append(above, filepath.Dir(at))
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	for _, folder := range above {
		if err := Folder(folder); err != nil {
			return err
		}
	}
	return nil
}

// WriteFile writes a file for its owner alone, and its bytes to the disk. Its name is there once [Folder] has been
// called on its folder.
func WriteFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// PutFile writes a file for its owner alone that is there whole or not at all, whenever the process is killed or the power
// fails. What a broken attempt has left beside it, under the name with ".part" behind it, the next one overwrites.
func PutFile(path string, data []byte) error {
	part := path + ".part"
	if err := WriteFile(part, data); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, path); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return Folder(filepath.Dir(path))
}
