package keyring

import (
	"context"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
)

// serverKeyFile is the name under which letters bring the server's key.
const serverKeyFile = "server-key.asc"

// ReplaceServerKey notes that the server signs with another key from now on, and tells all players so, in a letter that brings
// it: once for each key. It returns how many are told; none where the key is the one of before, or the first.
func (ks *Keys) ReplaceServerKey(ctx context.Context) (told int, err error) {
	err = ks.Write(ctx, func(tx club.Tx) error {
		told = 0
		key := ks.Signer.Public()
		before, err := club.NoteServerKey(tx, key, ks.Now())
		if err != nil || before == nil {
			return err
		}
		n := post.Notice{Key: "keys.server", Once: key.Fingerprint + " after " + before.Fingerprint + before.Since.Format(time.RFC3339), Args: []any{"Fingerprint", key.Fingerprint, "Before", before.Fingerprint, "File", serverKeyFile},
			File: post.File{Name: serverKeyFile, Type: "application/pgp-keys", Data: []byte(key.Text)}}
		for last := ""; ; {
			players, err := tx.PlayersAfter(last, warnedAtOnce)
			if err != nil || len(players) == 0 {
				return err
			}
			for _, p := range players {
				if last = p.Address; post.IsGuest(p.Address) || post.IsRemoved(p.Address) {
					continue
				}
				if err := ks.Letters.SendNoticeTo(tx, p, "", n.Once, n); err != nil {
					return err
				}
				told++
			}
		}
	})
	return told, err
}
