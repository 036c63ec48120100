package hosttest

import (
	"path/filepath"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/upkeep"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
)

// WithKey gives a club a server key and an address of its own.
func (c *Club) WithKey(name string) *Club {
	c.Signer = NewSigner(name, mail.OpenPGP)
	c.Post.Address = name + "@example.net"
	return c
}

// LoadBundle loads a bundle into the club.
func LoadBundle(c *Club, file []byte) (upkeep.Imported, error) {
	c.T.Helper()
	scratch, err := engine.Open(c.T.Context(), filepath.Join(c.T.TempDir(), "scratch.db"))
	Check(c.T, err)
	defer func() { Check(c.T, scratch.Close()) }()
	return c.Transfers.Import(c.T.Context(), scratch, file, nil)
}

// ExportBundle exports the club's game, with a mail server that takes everything.
func ExportBundle(c *Club, to *play.Receiver) ([]byte, error) {
	c.T.Helper()
	return ExportBy(c, &Carrier{}, to)
}

// ExportBy exports the club's game with a mail server.
func ExportBy(c *Club, k post.Carrier, to *play.Receiver) ([]byte, error) {
	c.T.Helper()
	scratch, err := engine.Open(c.T.Context(), filepath.Join(c.T.TempDir(), "scratch.db"))
	Check(c.T, err)
	defer func() { Check(c.T, scratch.Close()) }()
	return c.Transfers.Export(c.T.Context(), c.Game, upkeep.Exporting{To: to, Scratch: scratch, Carrier: k})
}

// Receiver is the club as another exports to it.
func Receiver(c *Club) *play.Receiver {
	return &play.Receiver{Address: c.Post.Address, Key: c.Signer.Public()}
}

// AllMails lists every mail of the club's outbox.
func (c *Club) AllMails() []store.OutboxMail {
	c.Known = 0
	return c.Sent()
}

// Runs reports whether the club runs the game.
func Runs(c *Club) (runs bool) {
	c.View(func(tx store.ReadTx) error {
		g, err := tx.Game(c.Game)
		runs = err == nil && g.Status == store.Running
		return nil
	})
	return runs
}
