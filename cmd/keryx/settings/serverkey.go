package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"keryx/mail"
)

// ServerKey reads the server's own OpenPGP key, which signs every mail that goes out.
// The first time it makes one, for the owner's eyes only. Whoever restores a server
// from a backup needs this file as much as the database.
//
// The server's address stands in the key, or else mail programs would not take it for the
// server's. Where it does not, it is added, unless the address is empty.
func ServerKey(path, name, address string) (*mail.Signer, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeServerKey(path, keyOwner(name, address)); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		text, err = os.ReadFile(path) // another process may have been faster
	}
	if err != nil {
		return nil, fmt.Errorf("the server's key: %w", err)
	}
	signer, err := mail.ParseSigner(text, nil)
	if err != nil {
		return nil, fmt.Errorf("the server's key %s: %w", path, err)
	}
	if signer.Public().Kind != mail.OpenPGP {
		return nil, fmt.Errorf("the server's key %s is no OpenPGP key: mail programs check no other", path)
	}
	if address == "" || signer.HasAddress(address) {
		return signer, nil
	}
	text, with, err := signer.AddAddress(keyOwner(name, address), time.Now())
	if err != nil {
		return nil, fmt.Errorf("the server's key %s: %w", path, err)
	}
	if err := replaceFile(path, text); err != nil {
		// The key does its work all the same; the next start tries again.
		slog.Warn("the server's address cannot be added to its key", "file", path, "error", err)
	}
	return with, nil
}

// keyOwner is the name in the server's key.
func keyOwner(name, address string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune("()<>", r) {
			return -1
		}
		return r
	}, name))
	if address == "" {
		return name
	}
	return name + " <" + address + ">"
}

// replaceFile writes a file anew, all of it or nothing, for its owner's eyes only.
func replaceFile(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".server-key-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	if err := errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

// makeServerKey writes a new key, all of it or nothing.
func makeServerKey(path, owner string) error {
	// Clocks differ: a key from the future signs nothing.
	private, _, err := mail.GenerateKey(mail.OpenPGP, owner, nil, time.Now().Add(-time.Hour))
	if err != nil {
		return fmt.Errorf("making the server's key: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".server-key-*") // mode 0600
	if err != nil {
		return fmt.Errorf("making the server's key: %w", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(private)
	if err := errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return fmt.Errorf("making the server's key: %w", err)
	}
	if err := os.Link(temporary.Name(), path); err != nil { // fails if somebody else has made one
		return fmt.Errorf("making the server's key: %w", err)
	}
	return nil
}
