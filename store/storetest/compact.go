package storetest

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zlib"

	"keryx/store"
)

// picture draws a paletted PNG file as letters have it: bands, and a counter that stands somewhere.
func picture(width, height, at int) []byte {
	var data bytes.Buffer
	z, err := zlib.NewWriterLevel(&data, 6)
	if err != nil {
		panic(err)
	}
	for y := range height {
		row := make([]byte, width+1)
		for x := range width {
			row[x+1] = byte(y / 9 % 5)
			if x >= at%width && x < at%width+20 && y >= at%height && y < at%height+14 {
				row[x+1] = byte(7 + (x*y+at)%3)
			}
		}
		z.Write(row)
	}
	z.Close()
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)), uint32(height))
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, c := range []struct {
		kind string
		data []byte
	}{{"IHDR", append(head, 8, 3, 0, 0, 0)}, {"PLTE", []byte("abcdefghijklmnopqrstuvwxyz0123")}, {"IDAT", data.Bytes()}, {"IEND", nil}} {
		file = binary.BigEndian.AppendUint32(file, uint32(len(c.data)))
		named := append([]byte(c.kind), c.data...)
		file = binary.BigEndian.AppendUint32(append(file, named...), crc32.ChecksumIEEE(named))
	}
	return file
}

// attached writes a file as it stands in a mail.
func attached(name string, file []byte) string {
	text := base64.StdEncoding.EncodeToString(file)
	var b strings.Builder
	fmt.Fprintf(&b, "--=_part\r\nContent-Type: image/png; name=%q\r\nContent-Transfer-Encoding: base64\r\n\r\n", name)
	for ; len(text) > 76; text = text[76:] {
		b.WriteString(text[:76] + "\r\n")
	}
	return b.String() + text + "\r\n"
}

// lettered is a mail with a text and pictures.
func lettered(n int, to, says string, files ...[]byte) store.OutboxMail {
	m := aMail(fmt.Sprintf("<%d@keryx>", n))
	m.Recipient = to
	body := fmt.Sprintf("To: %s\r\nSubject: report %d\r\n\r\n%s\r\n", to, n, says)
	for line := range 60 {
		body += fmt.Sprintf("Zone %d holds %d points of force.\r\n", line, (line*n+3)%17)
	}
	for i, f := range files {
		body += attached(fmt.Sprintf("map-%d.png", i), f)
	}
	m.Raw = []byte(body + "--=_part--\r\n")
	return m
}

// post queues a mail, and marks it as sent.
func post(t *testing.T, s store.Store, m store.OutboxMail) (id int64) {
	t.Helper()
	id = enqueue(t, s, m)
	c := claim(t, s, noon)
	update(t, s, func(tx store.Tx) { ok(t, tx.MarkSent(c.ID, c.Token, noon)) })
	same(t, "sent", c.ID, id)
	return id
}

// press makes a mail small, and returns what that saved.
func press(ctx context.Context, s store.Store, id int64) (saved int, err error) {
	var c store.CompactMail
	var can bool
	err = s.View(ctx, func(tx store.ReadTx) (err error) {
		c, can, err = tx.CompactMail(id)
		return err
	})
	if err != nil || !can {
		return 0, err
	}
	err = s.Update(ctx, func(tx store.Tx) (err error) {
		saved, err = tx.KeepCompact(c)
		return err
	})
	return saved, err
}

// wholeMails lists the mails that can be made small.
func wholeMails(t *testing.T, s store.Store) (ids []int64) {
	t.Helper()
	view(t, s, func(tx store.ReadTx) { ids = get[[]int64](t)(tx.WholeMails(0, 100)) })
	return ids
}

// reads wants a mail to have the bytes that were queued.
func reads(t *testing.T, s store.Store, id int64, want []byte) {
	t.Helper()
	view(t, s, func(tx store.ReadTx) {
		m := get[store.OutboxMail](t)(tx.OutboxMail(id))
		if !bytes.Equal(m.Raw, want) || m.Damaged {
			t.Fatalf("mail %d: %d bytes, damaged %t; queued were %d", id, len(m.Raw), m.Damaged, len(want))
		}
		same(t, "by Message-ID", get[store.OutboxMail](t)(tx.OutboxByMessageID(m.MessageID)), m)
	})
}

// oddMails are mails that do not look as letters do.
func oddMails() map[string][]byte {
	file := picture(120, 90, 5)
	inMail := attached("x", file)
	stored := bytes.Replace(file, []byte("IDAT"), []byte("iDAT"), 1)
	deep := append([]byte{}, file...)
	deep[24] = 16
	return map[string][]byte{
		"no line ends":              []byte("nothing"),
		"one byte":                  {0},
		"a picture that is cut off": []byte(inMail[:len(inMail)/2]),
		"without a line end":        []byte(strings.TrimRight(inMail, "\r\n")),
		"with bare line feeds":      []byte(strings.ReplaceAll(inMail, "\r\n", "\n")),
		"other lines":               []byte(strings.Replace(inMail, "\r\n\r\n", "\r\n\r\niVBORw0KGgo\r\n", 1)),
		"a picture twice":           []byte(inMail + inMail),
		"no picture":                []byte(attached("x", []byte("\x89PNG\r\n\x1a\nnot at all"))),
		"an odd chunk":              []byte(attached("x", stored)),
		"another depth":             []byte(attached("x", deep)),
		"more behind its end":       []byte(attached("x", append(bytes.Clone(file), "and a comment"...))),
		"pressed by another":        []byte(attached("x", bytes.Replace(file, []byte{0x78, 0x9c}, []byte{0x78, 0xda}, 1))),
		"4 MiB":                     []byte(inMail + strings.Repeat("0123456789abcdef\x00\xff\r\n", 4<<20/20) + inMail),
		"4 MiB in one line":         bytes.Repeat([]byte("a@b"), 4<<20/3),
	}
}

func compactMails(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	queued := map[int64][]byte{}
	var ids []int64
	for n := range 12 {
		to, files := []string{"red@x", "blue@x"}[n%2], [][]byte{picture(400, 300, 11*n), picture(200, 100+n%3, 5*n)}
		if n%3 == 0 {
			files = append(files, files[0])
		}
		m := lettered(n+1, to, "How things stand.", files...)
		ids = append(ids, post(t, s, m))
		queued[ids[n]] = m.Raw
	}
	waiting := lettered(50, "red@x", "This one waits.", picture(400, 300, 1))
	waits := enqueue(t, s, waiting)
	same(t, "mails that can be made small", wholeMails(t, s), ids)
	saved, size := 0, 0
	for _, id := range ids {
		n, err := press(t.Context(), s, id)
		ok(t, err)
		saved, size = saved+n, size+len(queued[id])
	}
	if saved < size*4/5 {
		t.Errorf("%d of %d bytes are saved", saved, size)
	}
	same(t, "what is left", wholeMails(t, s), []int64(nil))
	for _, id := range append([]int64{waits}, ids...) {
		n, err := press(t.Context(), s, id) // a second time, or before it was sent
		ok(t, err)
		same(t, "saved once more", n, 0)
	}
	for id, raw := range queued {
		reads(t, s, id, raw)
	}
	reads(t, s, waits, waiting.Raw)
	c := claim(t, s, noon)
	same(t, "the mail to be sent", c.Raw, waiting.Raw)
}

// compactOdd makes small what does not look like a letter: it reads as it was, or stays as it is.
func compactOdd(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	post(t, s, lettered(1, "red@x", "The first.", picture(120, 90, 0)))
	for what, raw := range oddMails() {
		m := aMail("<" + strings.ReplaceAll(what, " ", "-") + "@keryx>")
		m.Raw = raw
		id := post(t, s, m)
		_, err := press(t.Context(), s, id)
		ok(t, err)
		reads(t, s, id, raw)
		if large := what == "4 MiB in one line"; large != (len(wholeMails(t, s)) == 2) {
			t.Errorf("%s: mails that are whole: %v", what, wholeMails(t, s))
		}
		if what == "4 MiB in one line" {
			update(t, s, func(tx store.Tx) { ok(t, tx.MarkReturned(id, "too large")) })
		}
	}
}

// compactAllOrNothing breaks off behind the step, and takes up what was worked out before it was done.
func compactAllOrNothing(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	m := lettered(1, "red@x", "The first.", picture(120, 90, 0))
	id := post(t, s, m)
	var c store.CompactMail
	view(t, s, func(tx store.ReadTx) {
		var can bool
		var err error
		c, can, err = tx.CompactMail(id)
		ok(t, err)
		same(t, "it can be made small", can, true)
	})
	broken := errors.New("broken off")
	err := s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.KeepCompact(c)
		return errors.Join(err, broken)
	})
	refused(t, "broken off", err, broken)
	same(t, "what is left", wholeMails(t, s), []int64{id})
	reads(t, s, id, m.Raw)
	for range 2 {
		update(t, s, func(tx store.Tx) { get[int](t)(tx.KeepCompact(c)) })
		reads(t, s, id, m.Raw)
		same(t, "what is left", wholeMails(t, s), []int64(nil))
	}
	update(t, s, func(tx store.Tx) {
		_, _, err := tx.CompactMail(99)
		refused(t, "no mail", err, store.ErrNotFound)
		c.Mail = 99
		same(t, "saved by no mail", get[int](t)(tx.KeepCompact(c)), 0)
	})
}

// compactReturned sends a mail again that was small: it waits with all its bytes, and what rests on it can be read.
func compactReturned(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	var mails []store.OutboxMail
	for n := range 3 {
		m := lettered(n+1, "red@x", "How things stand.", picture(120, 90, n))
		m.ID = post(t, s, m)
		get[int](t)(press(t.Context(), s, m.ID))
		mails = append(mails, m)
	}
	update(t, s, func(tx store.Tx) {
		ok(t, tx.MarkReturned(mails[0].ID, "550 nobody"))
		ok(t, tx.RequeueOutbox(mails[0].ID, noon))
	})
	same(t, "small mails that have come back", wholeMails(t, s), []int64(nil))
	c := claim(t, s, noon)
	same(t, "the bytes that go out", string(c.Raw), string(mails[0].Raw))
	update(t, s, func(tx store.Tx) { ok(t, tx.MarkSent(c.ID, c.Token, noon)) })
	same(t, "whole again", wholeMails(t, s), []int64{mails[0].ID})
	get[int](t)(press(t.Context(), s, mails[0].ID))
	same(t, "small again", wholeMails(t, s), []int64(nil))
	for _, m := range mails {
		reads(t, s, m.ID, m.Raw)
	}
}

// compactForgotten forgets a player: his small mails are gone, and those of others that speak of him; what rests on them
// stays.
func compactForgotten(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	gone, stays := map[int64]bool{}, map[int64][]byte{}
	send := func(n int, to, says string, forgotten bool) {
		m := lettered(n, to, says, picture(120, 90, n))
		id := post(t, s, m)
		get[int](t)(press(t.Context(), s, id))
		if gone[id] = forgotten; !forgotten {
			stays[id] = m.Raw
		}
	}
	send(1, "blue@x", "The first.", false)
	send(2, "red@x", "To him.", true)
	send(3, "blue@x", "Write to <Red@X>, he knows.", true)
	send(4, "blue@x", "It rests on the one before.", false)
	send(5, "blue@x", "And this on that.", false)
	send(6, "blue@x", "Nobody is called infrared@xanthos here, or is he?", true) // it may be part of a Message-ID
	update(t, s, func(tx store.Tx) { ok(t, tx.ForgetPlayer("red@x", "gone@x", "gone")) })
	for id, raw := range stays {
		reads(t, s, id, raw)
	}
	for range 2 {
		for id, forgotten := range gone {
			view(t, s, func(tx store.ReadTx) {
				if m := get[store.OutboxMail](t)(tx.OutboxMail(id)); forgotten != (len(m.Raw) == 0) {
					t.Errorf("mail %d has %d bytes", id, len(m.Raw))
				}
			})
		}
		for _, id := range wholeMails(t, s) { // those that rested on what has gone
			get[int](t)(press(t.Context(), s, id))
		}
		same(t, "what is left", wholeMails(t, s), []int64(nil))
	}
}

// settleMails marks all queued mails of the crashing process as sent, and makes those small that were before.
func settleMails(ctx context.Context, s store.Store) error {
	var ids []int64
	err := s.View(ctx, func(tx store.ReadTx) (err error) {
		ids, err = tx.WholeMails(0, 2)
		return err
	})
	for _, id := range ids {
		if _, pressed := press(ctx, s, id); pressed != nil {
			err = errors.Join(err, pressed)
		}
	}
	if err != nil {
		return err
	}
	return s.Update(ctx, func(tx store.Tx) error {
		c, found, err := tx.ClaimOutbox(noon, time.Minute, time.Minute)
		if err != nil || !found {
			return err
		}
		return tx.MarkSent(c.ID, c.Token, noon)
	})
}
