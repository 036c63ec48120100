package main

import (
	"fmt"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/keyring"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// keyConfirmCmd lets a pending key count.
type keyConfirmCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
}

// Run confirms the key.
func (c keyConfirmCmd) Run(g *screen.Globals) error {
	return changeKey(g, settings.Trying{}, c.Fingerprint, store.KeyActive, "")
}

// keyRetireCmd retires a key.
type keyRetireCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
	Reason      string `help:"Why, for the record." default:"retired by the referee"`
}

// Run retires the key.
func (c keyRetireCmd) Run(g *screen.Globals) error {
	return changeKey(g, settings.Trying{}, c.Fingerprint, store.KeyRetired, c.Reason)
}

// keyExpireCmd sets when a key ends.
type keyExpireCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
	Until       string `arg:"" optional:"" help:"The last day, as in 2027-12-31 (UTC); left out: as long as the key itself says."`
}

// Run sets it.
func (c keyExpireCmd) Run(g *screen.Globals) error {
	end, err := afterDay(c.Until)
	if err != nil {
		return err
	}
	return settings.WithHost(g, func(h *host.Host) error {
		key, err := h.Keys.ExpireKey(g.Ctx, c.Fingerprint, end)
		if err != nil {
			return err
		}
		last, err := keyring.KeyEnd(key)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "key %s of %s %s\n", key.Fingerprint, key.Player, lasts(last, h.Now()))
		return nil
	})
}

// afterDay is the first moment after a day, or zero if none is given.
func afterDay(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, fmt.Errorf("%q is no day: want one such as 2027-12-31", text)
	}
	return day.AddDate(0, 0, 1), nil
}

// lasts tells how long a key signs; a zero end is none.
func lasts(end, now time.Time) string {
	switch {
	case end.IsZero():
		return "does not expire"
	case !now.Before(end):
		return "expired on " + moment(end)
	}
	return "expires on " + moment(end)
}

// keyRevokeCmd revokes a key.
type keyRevokeCmd struct {
	settings.Trying
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
	Reason      string `help:"Why, for the record." default:"revoked by the referee"`
}

// Run revokes the key.
func (c keyRevokeCmd) Run(g *screen.Globals) error {
	return changeKey(g, c.Trying, c.Fingerprint, store.KeyRevoked, c.Reason)
}

// keyStopCmd lets what waits about a key not happen.
type keyStopCmd struct {
	Fingerprint string `arg:"" help:"The key, as keryx key list shows it."`
}

// Run stops it.
func (c keyStopCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		key, err := h.Keys.StopKey(g.Ctx, c.Fingerprint)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "key %s of %s is %s\n", key.Fingerprint, key.Player, key.State)
		return nil
	})
}

// standing tells the state of a key, and what waits about it.
func standing(key store.Key) string {
	switch {
	case key.Due == nil:
		return string(key.State)
	case key.State == store.KeyPending:
		return "pending, counts from " + moment(*key.Due)
	}
	return string(key.State) + ", revoked on " + moment(*key.Due)
}

// moment writes a time for a person who looks after a server.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// changeKey changes the state of a key. The daemon mails those whom it concerns.
func changeKey(g *screen.Globals, try settings.Trying, fingerprint string, state store.KeyState, reason string) error {
	return try.WithHost(g, func(h *host.Host) error {
		key, err := h.Keys.ChangeKey(g.Ctx, fingerprint, state, reason)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "key %s of %s is %s\n", key.Fingerprint, key.Player, key.State)
		return nil
	})
}
