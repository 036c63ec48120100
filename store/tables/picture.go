package tables

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"keryx/store"
	"keryx/store/kept"
)

// An album takes the pictures of a mail.
type album struct {
	*tx
	game  string
	files map[store.Digest][]byte // those it has taken
	fresh []store.CompactPicture
	last  []stored // those of them that others can be told by
	err   error
}

// stored is a picture, and where in its line it stands.
type stored struct {
	digest store.Digest
	depth  int
	frame  kept.Frame
}

// take keeps a picture, if it would come out the same.
func (a *album) take(digest [sha256.Size]byte, file []byte) bool {
	if a.err != nil {
		return false
	}
	if a.files[digest] != nil {
		return true
	}
	n, err := one(a.tx, "picture", number, `SELECT count(*) FROM pictures WHERE digest = ?`, digest[:])
	if err != nil {
		a.err = err
		return false
	}
	if n == 0 {
		f, ok := kept.Open(file)
		if !ok || !a.tell(digest, file, f) {
			return false
		}
	}
	a.files[digest] = file
	return true
}

// tell works out how a picture is kept: by another of its game and width, as the first one like it in any game, or else
// as its file.
func (a *album) tell(digest store.Digest, file []byte, f kept.Frame) bool {
	p := store.CompactPicture{Digest: digest, Game: a.game, Width: f.Width, Height: f.Height, Body: file}
	base, err := a.baseOf(f)
	if err != nil {
		a.err = err
		return false
	}
	if base != nil {
		difference := kept.Difference(f, base.frame)
		if !kept.Tells(difference, base.frame, f) || !bytes.Equal(f.File(), file) {
			return false
		}
		if len(difference) < len(file) {
			p.Base, p.Depth, p.Body = base.digest, base.depth+1, difference
		}
	} else if !bytes.Equal(f.File(), file) {
		return false
	}
	a.fresh = append(a.fresh, p)
	a.last = append(a.last, stored{digest, p.Depth, f})
	lately.add(digest, f)
	return true
}

// baseOf chooses what a picture is told by; nil if there is nothing like it.
func (a *album) baseOf(f kept.Frame) (*stored, error) {
	for i := len(a.last) - 1; i >= 0; i-- {
		if p := &a.last[i]; p.frame.Width == f.Width && p.depth < maxPictures {
			return p, nil
		}
	}
	id, err := one(a.tx, "picture before", scanID, `SELECT id FROM pictures WHERE game = ? AND width = ? ORDER BY id DESC LIMIT 1`, a.game, f.Width)
	if errors.Is(err, store.ErrNotFound) {
		id, err = one(a.tx, "first picture", scanID, `SELECT id FROM pictures WHERE width = ? AND height = ? AND depth = 0 ORDER BY id LIMIT 1`, f.Width, f.Height)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	line, err := a.line(id)
	if err != nil {
		return nil, err
	}
	if len(line) > maxPictures {
		line = line[len(line)-1:] // back to the first
	}
	p, err := drawLately(line)
	if errors.Is(err, kept.ErrDamaged) {
		return nil, nil
	}
	return &p, err
}

// drawLately is draw, from the nearest in the line that was at hand lately.
func drawLately(line []layer) (p stored, err error) {
	for i, v := range line {
		if f, ok := lately.find(v.digest); ok {
			if p, err = drawOn(stored{v.digest, len(line) - 1 - i, f}, line[:i]); err == nil {
				lately.add(line[0].digest, p.frame)
			}
			return p, err
		}
	}
	if p, err = draw(line); err == nil {
		lately.add(line[0].digest, p.frame)
	}
	return p, err
}

// A layer is a picture as it is kept.
type layer struct {
	told
	digest store.Digest
}

func scanLayer(row scanner) (v layer, err error) {
	err = row.Scan(&v.id, intoOptional(&v.base), intoDigest(&v.digest), intoBytes(&v.body))
	return v, err
}

// line reads a picture and those that it is told by, the first last.
func (t *tx) line(id int64) (line []layer, err error) {
	for next := id; next != 0; {
		v, err := one(t, fmt.Sprintf("picture %d", next), scanLayer, `SELECT id, base, digest, body FROM pictures WHERE id = ?`, next)
		if err != nil {
			return nil, err
		}
		if v.base >= v.id {
			return nil, fmt.Errorf("picture %d: %w: its base", v.id, kept.ErrDamaged)
		}
		line, next = append(line, v), v.base
	}
	return line, nil
}

// draw makes the first picture of a line.
func draw(line []layer) (p stored, err error) { return drawOn(stored{depth: -1}, line) }

// drawOn makes the first picture of the rest of a line, of which p is what comes before.
func drawOn(p stored, line []layer) (_ stored, err error) {
	for i := len(line) - 1; i >= 0; i-- {
		p.digest, p.depth = line[i].digest, p.depth+1
		if line[i].base != 0 {
			p.frame, err = kept.Apply(line[i].body, p.frame)
		} else {
			var ok bool
			if p.frame, ok = kept.Open(line[i].body); !ok {
				err = kept.ErrDamaged
			}
		}
		if err != nil {
			return p, fmt.Errorf("picture %d: %w", line[i].id, err)
		}
	}
	return p, nil
}

// pictureOf returns the file of a picture.
func (t *tx) pictureOf(digest store.Digest) (file []byte, err error) {
	id, err := one(t, "picture "+digest.String(), scanID, `SELECT id FROM pictures WHERE digest = ?`, digest[:])
	if err != nil {
		return nil, err
	}
	line, err := t.line(id)
	if err != nil {
		return nil, err
	}
	if len(line) == 1 {
		return line[0].body, nil
	}
	p, err := draw(line)
	return p.frame.File(), err
}

// keepPicture keeps a picture, and returns how many bytes it takes; none if it is there already.
func (t *tx) keepPicture(p store.CompactPicture) (size int, err error) {
	var base int64
	if !p.Base.IsZero() {
		if base, err = one(t, "picture "+p.Base.String(), scanID, `SELECT id FROM pictures WHERE digest = ?`, p.Base[:]); err != nil {
			return 0, err
		}
	}
	n, err := t.change("picture", `INSERT INTO pictures (digest, game, width, height, base, depth, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING`,
		p.Digest[:], p.Game, p.Width, p.Height, orNull(base), p.Depth, blob(p.Body))
	if n == 0 {
		return 0, err
	}
	return len(p.Body), err
}
