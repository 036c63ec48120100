package host_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	mimeparts "mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// What is made of the game's secret and of the number of an entry or a mail, or of the
// nonce that twins write into their files: nobody who lacks the secret can tell one from
// another. In twins of which an enemy has written and the other has not they differ, and
// only they may. None differs in length.
var opaque = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"seal", regexp.MustCompile(`sealed \d+ [A-Z2-9]{4}-[A-Z2-9]{4}\s+[0-9a-f]{64}`)},
	{"code", regexp.MustCompile(`\b[A-Z2-9]{4}-[A-Z2-9]{4}\b`)},
	{"mark", regexp.MustCompile(`\b[a-z2-7]{16}\.[a-z2-7]{26}`)},
	{"id", regexp.MustCompile(`<[a-z2-7]{32}@`)},
	{"boundary", regexp.MustCompile(`boundary="?[^"\s;]+"?`)},
	{"nonce", regexp.MustCompile(`# nonce \d+`)},
}

// veiled is a mail with what is opaque in it replaced by the order in which it first
// comes, so that what agrees and what does not can still be seen, and its length.
type veiled struct {
	seen map[string]string
	bare bool // of no game: its Message-ID is made without a secret, and must agree
	text strings.Builder
}

func (v *veiled) add(text string) {
	for _, o := range opaque {
		if v.bare && o.what == "id" {
			continue
		}
		text = o.pattern.ReplaceAllStringFunc(text, func(s string) string {
			if v.seen[s] == "" {
				v.seen[s] = fmt.Sprintf("(%s %d)", o.what, len(v.seen))
			}
			return v.seen[s]
		})
	}
	v.text.WriteString(text + "\n")
}

// veil reads a mail: its length, its header, and each part decoded.
func veil(m store.OutboxMail) (string, error) {
	v := veiled{seen: map[string]string{}, bare: m.Game == ""}
	v.add(fmt.Sprintf("%s, %d bytes, return path of %d", m.Kind, len(m.Raw), len(m.EnvelopeFrom)))
	err := v.message(m.Raw)
	return v.text.String(), err
}

// message adds a mail, or one that lies in another.
func (v *veiled) message(raw []byte) error {
	read, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	head, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	text, err := new(mime.WordDecoder).DecodeHeader(string(head))
	if err != nil {
		return err
	}
	v.add(text)
	return v.part(read.Header.Get("Content-Type"), read.Header.Get("Content-Transfer-Encoding"), read.Body)
}

// part adds a part of a mail, and those within it.
func (v *veiled) part(kind, encoding string, body io.Reader) error {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return err
	}
	if strings.HasPrefix(media, "multipart/") {
		parts := mimeparts.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			v.add(fmt.Sprint(p.Header))
			if err := v.part(p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"), p); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(encoding) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err == nil && media == "message/rfc822" {
		return v.message(text)
	}
	v.add(string(text))
	return err
}

// progress is what has happened in a game that both sides know of.
type progress struct {
	turn, rolls int
	told        int  // events that everybody is told of
	secret      bool // what is asked is asked of both in secret
	asks        [2]int
	asked       [2]bool
}

// progress tells how far a club's game is.
func (tw *twins) progress(c *hosttest.Club) (p progress) {
	tw.t.Helper()
	_, now, err := warmAndCold(tw.t.Context(), c.Host, c.Game)
	hosttest.Check(tw.t, err)
	p.turn, p.asks, p.secret = now.Turn, now.Asks, now.Sealed
	for side, q := range now.Asked {
		p.asked[side] = q != ""
	}
	for _, e := range now.Events {
		p.rolls += len(e.Rolls)
		if !e.Public.IsZero() {
			p.told++
		}
	}
	return p
}

// own is what the blind side holds. When draws from cups that differ have come out
// otherwise, it can tell the games apart, and may.
func (tw *twins) own(c *hosttest.Club) string {
	tw.t.Helper()
	view, err := viewOf(tw.t.Context(), c.Host, c.Game, tw.blind)
	hosttest.Check(tw.t, err)
	text, err := json.Marshal(tw.game.own(view))
	hosttest.Check(tw.t, err)
	return string(text)
}

// compare looks at what the blind side was mailed since it was last called, and at what
// an observer sees.
func (tw *twins) compare(what string) error {
	tw.t.Helper()
	var mails [2][]store.OutboxMail
	for i, c := range tw.clubs {
		_, err := c.Watchers.TellObservers(tw.t.Context(), tw.now)
		hosttest.Check(tw.t, err)
		for _, m := range c.Sent() {
			switch m.Recipient {
			case hosttest.People()[seats[tw.blind]].Address, tw.players[tw.blind].Address, watcherAt:
				mails[i] = append(mails[i], m)
			}
		}
	}
	if len(mails[0]) != len(mails[1]) {
		return fmt.Errorf("after %s\n%d mails to the blind side, and %d", what, len(mails[0]), len(mails[1]))
	}
	for i, m := range mails[0] {
		tw.pairs++
		tw.kinds[m.Kind]++
		who := "the blind side"
		if m.Recipient == watcherAt {
			who = "who watches"
		}
		a, b := string(m.Raw), string(mails[1][i].Raw)
		if tw.apart {
			var errs [2]error
			a, errs[0] = veil(m)
			b, errs[1] = veil(mails[1][i])
			for _, err := range errs {
				hosttest.Check(tw.t, err)
			}
		}
		if a != b {
			return fmt.Errorf("after %s\nthe %s to %s differs:\n%s", what, m.Kind, who, firstDifference(a, b))
		}
	}
	if tw.mails++; tw.mails%3 != 0 { // pictures take time
		return nil
	}
	if err := tw.think(what); err != nil {
		return err
	}
	return tw.observe(what)
}

// think compares what the machine would order in the place of the blind side.
func (tw *twins) think(what string) error {
	var plans [2]string
	for i, c := range tw.clubs {
		plan, err := thoughtsOf(tw.t.Context(), c.Host, c.Game, tw.blind)
		hosttest.Check(tw.t, err)
		plans[i] = fmt.Sprintln(plan)
		if len(plan) > 0 {
			tw.hid["thought over"]++
		}
	}
	if plans[0] != plans[1] {
		return fmt.Errorf("after %s\nthe machine would play otherwise for the blind side:\n%s", what, firstDifference(plans[0], plans[1]))
	}
	return nil
}

// observe compares what one sees who plays on neither side.
func (tw *twins) observe(what string) error {
	if tw.unseen {
		return nil
	}
	var seen [2]string
	for i, c := range tw.clubs {
		letter, err := observerLetter(tw.t.Context(), c.Host, c.Game)
		hosttest.Check(tw.t, err)
		seen[i] = fmt.Sprintf("%s\n%s\n%s", letter.Subject, letter.Text, letter.HTML)
		for _, a := range letter.Attachments {
			seen[i] += fmt.Sprintf("\n%s %s %x", a.Name, a.Type, a.Data)
		}
	}
	if tw.observed++; seen[0] != seen[1] {
		return fmt.Errorf("after %s\nwhat an observer sees differs:\n%s", what, firstDifference(seen[0], seen[1]))
	}
	return nil
}

// firstDifference shows where two mails part: in their first lines that differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var shown strings.Builder
	for i, most := 0, 3; i < min(len(x), len(y)) && most > 0; i++ {
		if x[i] != y[i] {
			fmt.Fprintf(&shown, "line %d\n< %s\n> %s\n", i+1, x[i], y[i])
			most--
		}
	}
	if shown.Len() > 0 {
		return shown.String()
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}
