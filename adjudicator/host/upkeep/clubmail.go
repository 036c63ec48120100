package upkeep

import (
	"bytes"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/mail"
)

// Two servers agree by mail on which of them runs a game that goes from one club to the other.
// Each of their mails holds one signed file, which names the ledger entry that closed the game
// by its hash: no other transfer has the same. A file that comes again, or late, does nothing
// that it has not done before.

// maxClubFile bounds the file of another server, in bytes.
const maxClubFile = 64 << 10

// ReadClubMail reads a mail from another server. It reports false if the mail is something else,
// or not signed as it says: then it is nobody's.
func ReadClubMail(raw []byte, now time.Time) (m post.ClubMail, ok bool) {
	if !bytes.Contains(raw, []byte(post.ClubFile)) {
		return m, false
	}
	file := mail.Attached(raw, post.ClubFile)
	if len(file) == 0 || len(file) > maxClubFile {
		return m, false
	}
	by, err := post.ReadSignedFile(file, now, &m.ClubWord)
	if err != nil || m.Format != 1 || written.BundleID.FindStringSubmatch(m.Game) == nil {
		return m, false
	}
	m.By = by.Fingerprint
	return m, true
}
