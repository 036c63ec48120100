package mail

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// SavedKind is a form in which mail programs keep mail.
type SavedKind string

// The forms that [ReadSaved] knows.
const (
	SavedMail SavedKind = "mail" // one mail: .eml, a file of a Maildir or of MH
	SavedMbox SavedKind = "mbox" // many in one file: mbox, the folders of Thunderbird
	SavedEmlx SavedKind = "emlx" // one mail of Apple Mail
)

// ErrNoMail reports a file that holds no mail in a form that [ReadSaved] knows.
var ErrNoMail = errors.New("mail: no mail in it")

// ErrSavedTooLarge reports a saved mail that is larger than any that Keryx sends.
var ErrSavedTooLarge = errors.New("mail: larger than any that Keryx sends")

// maxSaved is the size in bytes of the largest saved mail that is read.
const maxSaved = 16 * MaxMail

// ReadSaved reads a file of saved mail, whatever its name, and gives each mail to the
// function with its number from 1. A mail that is too large to be one of ours comes as
// nil bytes. The function's error ends the reading and is returned; [ErrNoMail] comes
// back if the file holds none.
//
// In an mbox a line that begins with "From " behind a blank line begins a mail. Programs
// that write one put ">" in front of such lines of a mail, and not all of them the same:
// where a mail holds ">From ", the function is also given the other reading, with the
// same number, unless it has returned true for the first.
func ReadSaved(r io.Reader, each func(n int, raw []byte) (taken bool, err error)) (SavedKind, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	start, err := in.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return "", err
	}
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	first, _, _ := bytes.Cut(start, []byte("\n"))
	switch line := strings.TrimRight(string(first), " \t\r"); {
	case strings.HasPrefix(line, "From "):
		return SavedMbox, readMbox(in, each)
	case line != "" && len(line) < 12 && strings.Trim(line, "0123456789") == "":
		return SavedEmlx, readEmlx(in, each)
	case isField(line):
		raw, err := io.ReadAll(io.LimitReader(in, maxSaved+1))
		if err != nil {
			return SavedMail, err
		}
		if len(raw) > maxSaved {
			raw = nil
		}
		_, err = each(1, raw)
		return SavedMail, err
	}
	return "", ErrNoMail
}

// isField reports whether a line is the first of a mail's header.
func isField(line string) bool {
	name, _, found := strings.Cut(line, ":")
	if !found || name == "" {
		return false
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// readEmlx reads a mail with its length in the line above it, and a list of properties
// behind it.
func readEmlx(in *bufio.Reader, each func(int, []byte) (bool, error)) error {
	line, err := in.ReadString('\n')
	if err != nil {
		return ErrNoMail
	}
	size, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || size == 0 {
		return ErrNoMail
	}
	if size > maxSaved {
		_, err := each(1, nil)
		return err
	}
	raw := make([]byte, size)
	if _, err := io.ReadFull(in, raw); err != nil {
		return fmt.Errorf("the mail is cut short: %w", err)
	}
	_, err = each(1, raw)
	return err
}

// readMbox reads one mail after the other.
func readMbox(in *bufio.Reader, each func(int, []byte) (bool, error)) error {
	b := mbox{each: each}
	blank := true
	for {
		line, err := in.ReadSlice('\n')
		whole := err == nil
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if blank && bytes.HasPrefix(line, []byte("From ")) {
			if err := b.give(); err != nil {
				return err
			}
			b.begin()
			for !whole && errors.Is(err, bufio.ErrBufferFull) { // the rest of a long one
				_, err = in.ReadSlice('\n')
				whole = err == nil
			}
		} else {
			b.add(line)
		}
		blank = whole && len(bytes.TrimRight(line, "\r\n")) == 0
		if errors.Is(err, io.EOF) {
			return b.give()
		}
	}
}

// mbox gathers one mail of an mbox.
type mbox struct {
	each   func(int, []byte) (bool, error)
	n      int
	raw    []byte
	large  bool
	quoted bool // a line begins with ">From "
}

func (b *mbox) begin() {
	b.n++
	b.raw, b.large, b.quoted = nil, false, false
}

func (b *mbox) add(line []byte) {
	if len(b.raw)+len(line) > maxSaved {
		b.large = true
	}
	if b.large {
		return
	}
	b.quoted = b.quoted || bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) && line[0] == '>'
	b.raw = append(b.raw, line...)
}

// give hands out the mail that has been gathered.
func (b *mbox) give() error {
	if b.n == 0 {
		return nil
	}
	if b.large {
		_, err := b.each(b.n, nil)
		return err
	}
	raw := b.raw
	for _, end := range []string{"\r\n\r\n", "\n\n"} { // the blank line between two mails
		if bytes.HasSuffix(raw, []byte(end)) {
			raw = raw[:len(raw)-len(end)/2]
			break
		}
	}
	taken, err := b.each(b.n, raw)
	if err != nil || taken || !b.quoted {
		return err
	}
	lines := bytes.SplitAfter(raw, []byte("\n"))
	for i, line := range lines {
		if bytes.HasPrefix(line, []byte(">")) && bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			lines[i] = line[1:]
		}
	}
	_, err = b.each(b.n, bytes.Join(lines, nil))
	return err
}
