package tables

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"

	"keryx/store"
)

// TimeLayout is how times are written: with a fixed width, so that they sort as text.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// A stamp is a time as it is written.
type stamp time.Time

// Value implements [driver.Valuer].
func (s stamp) Value() (driver.Value, error) {
	return store.Time(time.Time(s)).Format(TimeLayout), nil
}

// Scan implements [database/sql.Scanner].
func (s *stamp) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("a time is text, not %T", value)
	}
	t, err := time.Parse(TimeLayout, text)
	*s = stamp(t)
	return err
}

// A maybeStamp is a time that may be missing.
type maybeStamp struct{ t **time.Time }

// when gives a time that may be missing as an argument.
func when(t *time.Time) any {
	if t == nil {
		return nil
	}
	return stamp(*t)
}

// Scan implements [database/sql.Scanner].
func (m maybeStamp) Scan(value any) error {
	*m.t = nil
	if value == nil {
		return nil
	}
	var s stamp
	if err := s.Scan(value); err != nil {
		return err
	}
	*m.t = (*time.Time)(&s)
	return nil
}

// Scan targets for the fields of records. Their counterparts as arguments are stamp, when, bits, blob and orNull.
func intoTime(t *time.Time) *stamp                { return (*stamp)(t) }
func intoMaybe(t **time.Time) maybeStamp          { return maybeStamp{t} }
func intoDigest(d *store.Digest) *bits            { return (*bits)(d) }
func intoSecret(s *store.Secret) *bits            { return (*bits)(s) }
func intoBytes(b *[]byte) *blob                   { return (*blob)(b) }
func intoOptional[T comparable](v *T) optional[T] { return optional[T]{v} }

// bits are the 32 bytes of a digest or a secret.
type bits [32]byte

// Value implements [driver.Valuer].
func (b bits) Value() (driver.Value, error) { return b[:], nil }

// Scan implements [database/sql.Scanner].
func (b *bits) Scan(value any) error {
	raw, ok := value.([]byte)
	if !ok || len(raw) != len(b) {
		return fmt.Errorf("want %d bytes", len(b))
	}
	copy(b[:], raw)
	return nil
}

// A blob is bytes that are never NULL: no bytes and nil are the same.
type blob []byte

// Value implements [driver.Valuer].
func (b blob) Value() (driver.Value, error) {
	if b == nil {
		return []byte{}, nil
	}
	return []byte(b), nil
}

// Scan implements [database/sql.Scanner].
func (b *blob) Scan(value any) error {
	*b = nil
	raw, ok := value.([]byte)
	if !ok && value != nil {
		return fmt.Errorf("bytes expected, not %T", value)
	}
	if len(raw) > 0 {
		*b = append(*b, raw...)
	}
	return nil
}

// orNull gives the zero value of a reference as NULL.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// An optional is a reference that is NULL when it is zero.
type optional[T comparable] struct{ v *T }

// Scan implements [database/sql.Scanner].
func (o optional[T]) Scan(value any) error {
	var n sql.Null[T]
	err := n.Scan(value)
	*o.v = n.V
	return err
}

// A flag is a truth, which both engines keep as 0 or 1.
type flag bool

// Value implements [driver.Valuer].
func (f flag) Value() (driver.Value, error) {
	if f {
		return int64(1), nil
	}
	return int64(0), nil
}

func intoFlag(b *bool) *flag { return (*flag)(b) }

// Scan implements [database/sql.Scanner]. A column is a number, a condition may be a truth.
func (f *flag) Scan(value any) error {
	switch v := value.(type) {
	case int64:
		*f = v != 0
	case bool:
		*f = flag(v)
	default:
		return fmt.Errorf("a truth is 0 or 1, not %T", value)
	}
	return nil
}
