package tables

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"keryx/store"
	"keryx/store/kept"
)

// How many others must be read at most before one is: each costs time, and each step away from the first saves less.
const (
	maxTexts    = 8
	maxPictures = 2
)

func (t *tx) WholeMails(after int64, limit int) ([]int64, error) {
	return all(t, "whole mails", scanID, `SELECT id FROM outbox INDEXED BY outbox_whole
		WHERE state IN ('sent', 'cancelled') AND length(raw) > 0 AND id > ? ORDER BY id LIMIT ?`, after, limit)
}

func (t *tx) CompactMail(id int64) (c store.CompactMail, ok bool, err error) {
	m, err := t.OutboxMail(id)
	if err != nil || m.Damaged || len(m.Raw) == 0 || m.State != store.Sent && m.State != store.Cancelled {
		return c, false, err
	}
	c.Mail, c.Digest = id, sha256.Sum256(m.Raw)
	if c.Mentions, ok = kept.Mentions(m.Raw); !ok {
		return c, false, nil
	}
	a := album{tx: t, game: m.Game, files: map[store.Digest][]byte{}}
	text := kept.Fold(m.Raw, a.take)
	if a.err != nil {
		return c, false, a.err
	}
	c.Pictures = a.fresh
	var like []byte
	if c.Base, like, err = t.textBefore(m); err != nil {
		return c, false, err
	}
	if c.Body, err = kept.Press(text, like); err != nil {
		return c, false, fmt.Errorf("mail %d: %w", id, err)
	}
	again, err := kept.Expand(c.Body, like)
	if err == nil {
		again, err = kept.Unfold(again, func(d [sha256.Size]byte) ([]byte, error) { return a.files[d], nil })
	}
	return c, err == nil && bytes.Equal(again, m.Raw), nil
}

// textBefore chooses an earlier mail to the same reader in the same game, that its text is pressed against.
func (t *tx) textBefore(m store.OutboxMail) (base int64, text []byte, err error) {
	if m.Game == "" {
		return 0, nil, nil
	}
	base, err = one(t, "mail before", scanID, `SELECT c.mail FROM outbox o JOIN compact_mails c ON c.mail = o.id
		WHERE o.game = ? AND o.side = ? AND o.recipient = ? AND o.id < ? ORDER BY o.id DESC LIMIT 1`, m.Game, m.Side, m.Recipient, m.ID)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, err
	}
	line, err := t.texts(base)
	if err != nil {
		return 0, nil, err
	}
	if len(line) > maxTexts {
		line = line[len(line)-1:] // back to the first
	}
	text, err = expand(line)
	if errors.Is(err, kept.ErrDamaged) {
		return 0, nil, nil // whatever is wrong there is not handed on
	}
	return line[0].id, text, err
}

// A told is one of a line in which each is told by the next.
type told struct {
	id, base int64
	body     []byte
}

func scanTold(row scanner) (v told, err error) {
	err = row.Scan(&v.id, intoOptional(&v.base), intoBytes(&v.body))
	return v, err
}

// texts reads the text of a mail and those that it rests on, the first last.
func (t *tx) texts(mail int64) (line []told, err error) {
	for next := mail; next != 0; {
		v, err := one(t, fmt.Sprintf("compact mail %d", next), scanTold, `SELECT mail, base, body FROM compact_mails WHERE mail = ?`, next)
		if err != nil {
			return nil, err
		}
		if v.base >= v.id {
			return nil, fmt.Errorf("compact mail %d: %w: its base", v.id, kept.ErrDamaged)
		}
		line, next = append(line, v), v.base
	}
	return line, nil
}

// expand reads the first text of a line.
func expand(line []told) (text []byte, err error) {
	for i := len(line) - 1; i >= 0; i-- {
		if text, err = kept.Expand(line[i].body, text); err != nil {
			return nil, fmt.Errorf("compact mail %d: %w", line[i].id, err)
		}
	}
	return text, nil
}

// whole returns the bytes of a mail that is kept in few; none if it is not.
func (t *tx) whole(mail int64) ([]byte, error) {
	line, err := t.texts(mail)
	if len(line) == 0 {
		if errors.Is(err, store.ErrNotFound) {
			return nil, nil
		}
		return nil, err
	}
	text, err := expand(line)
	if err != nil {
		return nil, err
	}
	return kept.Unfold(text, func(d [sha256.Size]byte) ([]byte, error) {
		return t.pictureOf(d)
	})
}

// wholeOrNone is whole, for readers to whom a mail that cannot be put together again is one without bytes.
func (t *tx) wholeOrNone(mail int64) ([]byte, error) {
	raw, err := t.whole(mail)
	if errors.Is(err, kept.ErrDamaged) || errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return raw, err
}

func (t *tx) KeepCompact(c store.CompactMail) (saved int, err error) {
	what := fmt.Sprintf("mail %d", c.Mail)
	if erase := t.r.Dialect().Erase; erase != "" {
		// Whoever is forgotten later must not be found where it was.
		if _, err := t.change(what, erase); err != nil {
			return 0, err
		}
	}
	size, err := one(t, what, number, `SELECT length(raw) FROM outbox WHERE id = ? AND state IN ('sent', 'cancelled')`, c.Mail)
	if errors.Is(err, store.ErrNotFound) || err == nil && size == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	saved = size
	for _, p := range c.Pictures {
		n, err := t.keepPicture(p)
		if err != nil {
			return 0, err
		}
		saved -= n
	}
	n, err := t.change(what, `INSERT INTO compact_mails (mail, base, mentions, body) VALUES (?, ?, ?, ?) ON CONFLICT (mail) DO NOTHING`,
		c.Mail, orNull(c.Base), blob(c.Mentions), blob(c.Body))
	if err != nil {
		return 0, err
	}
	if n == 1 {
		saved -= len(c.Mentions) + len(c.Body)
	}
	_, err = t.change(what, `UPDATE outbox SET raw = x'', digest = ? WHERE id = ?`, c.Digest[:], c.Mail)
	return saved, err
}

// stretch gives a mail all its bytes back, in place of those in few. What rests on it still finds them.
func (t *tx) stretch(mail int64) error {
	raw, err := t.wholeOrNone(mail)
	if err != nil || len(raw) == 0 {
		return err
	}
	_, err = t.change(fmt.Sprintf("mail %d", mail), `UPDATE outbox SET raw = ? WHERE id = ? AND length(raw) = 0`, blob(raw), mail)
	return err
}

// forgetCompact takes away the mails to an address, and those that mention it, as far as they are kept in few bytes.
// Others that rest on them get all theirs back first.
func (t *tx) forgetCompact(what, address string) error {
	gone := `SELECT c.mail FROM compact_mails c JOIN outbox o ON o.id = c.mail
		WHERE o.recipient = ?1 OR ` + t.r.Dialect().Mentions("c.mentions", "?1") + ` AND o.state IN ('sent', 'cancelled')`
	left, err := all(t, what, scanID, `WITH RECURSIVE gone (mail) AS (`+gone+`), resting (mail) AS (SELECT mail FROM gone
			UNION SELECT c.mail FROM compact_mails c JOIN resting r ON c.base = r.mail)
		SELECT mail FROM resting WHERE mail NOT IN (SELECT mail FROM gone) ORDER BY mail DESC`, address)
	if err != nil {
		return err
	}
	for _, mail := range left {
		if err := t.stretch(mail); err != nil {
			return err
		}
	}
	lost, err := all(t, what, scanID, gone+` ORDER BY c.mail DESC`, address)
	if err != nil {
		return err
	}
	for _, mail := range append(left, lost...) {
		if _, err := t.change(what, `UPDATE compact_mails SET base = NULL WHERE base = ?`, mail); err != nil {
			return err
		}
		if _, err := t.change(what, `DELETE FROM compact_mails WHERE mail = ?`, mail); err != nil {
			return err
		}
	}
	return nil
}
