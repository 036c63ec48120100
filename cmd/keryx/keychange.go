package main

import (
	"fmt"

	"keryx/adjudicator/host"
	"keryx/store"
)

// keyConfirmCmd lets a pending key count.
type keyConfirmCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
}

// Run confirms the key.
func (c keyConfirmCmd) Run(g *globals) error {
	return changeKey(g, c.Fingerprint, store.KeyActive, "")
}

// keyRetireCmd retires a key.
type keyRetireCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
	Reason      string `help:"Why, for the record." default:"retired by the referee"`
}

// Run retires the key.
func (c keyRetireCmd) Run(g *globals) error {
	return changeKey(g, c.Fingerprint, store.KeyRetired, c.Reason)
}

// keyRevokeCmd revokes a key.
type keyRevokeCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
	Reason      string `help:"Why, for the record." default:"revoked by the referee"`
}

// Run revokes the key.
func (c keyRevokeCmd) Run(g *globals) error {
	return changeKey(g, c.Fingerprint, store.KeyRevoked, c.Reason)
}

// changeKey changes the state of a key. The daemon mails those whom it concerns.
func changeKey(g *globals, fingerprint string, state store.KeyState, reason string) error {
	return g.withHost(func(h *host.Host) error {
		key, err := h.ChangeKey(g.Ctx, fingerprint, state, reason)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "key %s of %s is %s\n", key.Fingerprint, key.Player, key.State)
		return nil
	})
}
