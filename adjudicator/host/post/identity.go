package post

import (
	"crypto/sha256"
	"fmt"
	"time"

	"keryx/mail"
)

// identify gives a letter the Message-ID that belongs to its bytes, and returns what it
// bore until then: the name of its occasion, by which the same is told only once. Mail
// programs hide a second mail of one Message-ID, so that one which tells otherwise needs
// another id, whatever became of the database in between: a copy of it that was put back
// makes letters of the same occasions again, and knows nothing of those that went out.
func (ls *Letters) identify(l mail.Letter) (identified mail.Letter, occasion string) {
	sum := sha256.New()
	part := func(name string, data []byte) {
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data) // not through the buffer of a format: a map is large
		sum.Write([]byte{'\n'})
	}
	part("to", []byte(l.To.Addr))
	part("date", []byte(l.Date.UTC().Format(time.RFC3339Nano)))
	part("subject", []byte(l.Subject))
	part("text", []byte(l.Text))
	part("html", []byte(l.HTML))
	for _, a := range append(append([]mail.Attachment{}, l.Inline...), l.Attachments...) {
		part(a.Name, a.Data)
	}
	occasion = l.MessageID
	l.MessageID = mail.MessageID(ls.Post.Domain, occasion, string(sum.Sum(nil)))
	return l, occasion
}
