package store

import (
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
)

// A Digest is a SHA-256. What it was taken over is said where it is used.
type Digest [32]byte

// String returns the digest in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// IsZero reports whether no digest was set.
func (d Digest) IsZero() bool { return d == Digest{} }

// A Secret is 256 bits that may never appear in a log, a message or a dump: every way of printing it says only that it
// is there. Take its bytes by slicing.
type Secret [32]byte

const hidden = "[secret]"

// String hides the secret.
func (Secret) String() string { return hidden }

// Format hides the secret from every verb of package fmt; without it %d would print the bytes.
func (Secret) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// LogValue hides the secret from slog.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText hides the secret from encoders that would write it as text, JSON among them.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Time returns t as the store keeps it: in UTC, cut to the millisecond. A caller who compares a time with one that came
// from the store passes it through Time first.
func Time(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// Address returns a mail address as the store keeps it: without surrounding blanks and in lower case. RFC 5321 section
// 2.4 lets a host tell local parts apart by case; none does, and a player who writes his own with a capital is the same
// player.
func Address(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
