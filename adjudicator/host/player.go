package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"keryx/adjudicator/host/season"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// AddPlayer registers a player. A *[SettingError] says what will not do.
func (h *Host) AddPlayer(ctx context.Context, p store.Player) error {
	p.Address, p.Added = store.Address(p.Address), h.Now()
	if err := h.checkPlayer(p); err != nil {
		return err
	}
	err := h.Store.Update(ctx, func(tx store.Tx) error { return tx.AddPlayer(p) })
	if errors.Is(err, store.ErrDuplicate) {
		return &SettingError{"address", p.Address, "one that is not registered yet"}
	}
	if err != nil {
		return fmt.Errorf("registering %s: %w", p.Address, err)
	}
	return nil
}

// checkPlayer looks at what a person has chosen about a player.
func (h *Host) checkPlayer(p store.Player) error {
	if err := h.checkAddress("address", p.Address); err != nil {
		return err
	}
	if err := checkLanguage("language", p.Language); err != nil {
		return err
	}
	if err := checkName("name", p.Name); err != nil {
		return err
	}
	return checkZone(p.TimeZone)
}

// checkZone looks at the name of a time zone.
func checkZone(name string) error {
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		return &SettingError{"time zone", name, "a name such as Europe/Paris"}
	}
	return nil
}

// checkAddress refuses an address that no mail could be sent to, and the server's own:
// what it wrote there would come back to it, and nobody would read it.
func (h *Host) checkAddress(setting, address string) error {
	if address == machineAddress {
		return &SettingError{setting, address, "the address of a person; the machine is a player of every club"}
	}
	if h.isOwn(address) {
		return &SettingError{setting, address, "another address than the server's own, " + h.Post.Address}
	}
	err := mail.CheckAddress(address)
	if err == nil {
		return nil
	}
	want := "an email address such as anna@club.example"
	if strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII }) {
		want = "an address in plain ASCII letters: others do not get through everywhere (a domain with accents has a form that begins with xn--)"
	}
	return &SettingError{setting, address, want}
}

// isOwn reports whether mail to an address comes to the server's mailbox, also with
// something behind a plus sign.
func (h *Host) isOwn(address string) bool {
	local, domain, _ := strings.Cut(store.Address(h.Post.Address), "@")
	to, at, _ := strings.Cut(store.Address(address), "@")
	return at == domain && (to == local || strings.HasPrefix(to, local+"+"))
}

// PlayerChange is what is to be different about a player. What is nil stays.
type PlayerChange struct {
	Address  *string // his mail, keys and seats follow him there
	Name     *string
	Language *string // of his mails: "en", "fr"
	TimeZone *string // an IANA name
	Encrypt  *bool   // all mail to him, with his OpenPGP key
	Calendar *bool   // deadlines come as files for his calendar as well
}

// ChangePlayer changes how a player is written to. With a new address he gets his last
// report of every running game there, mails that still wait for the old one are
// cancelled, and both addresses and the referees are told. It returns the player as he
// is now. A *[SettingError] says what will not do, such as encryption for a player
// without a key for it; nothing is changed then.
func (h *Host) ChangePlayer(ctx context.Context, address string, c PlayerChange) (player store.Player, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		was, err := tx.Player(address)
		if errors.Is(err, store.ErrNotFound) || store.Address(address) == machineAddress {
			return &SettingError{"player", address, "a registered player"}
		}
		if err != nil {
			return err
		}
		if player, err = c.apply(was); err != nil {
			return err
		}
		if err := h.checkPlayer(player); err != nil {
			return err
		}
		return h.change(tx, was, player, c)
	})
	return player, err
}

// apply returns the player with the changes.
func (c PlayerChange) apply(player store.Player) (store.Player, error) {
	for _, change := range []struct{ field, to *string }{{&player.Address, c.Address}, {&player.Name, c.Name},
		{&player.Language, c.Language}, {&player.TimeZone, c.TimeZone}} {
		if change.to != nil {
			*change.field = *change.to
		}
	}
	player.Address = store.Address(player.Address)
	if c.Encrypt != nil {
		if err := setEncryption(&player, *c.Encrypt); err != nil {
			return player, err
		}
	}
	if c.Calendar != nil {
		if err := setPref(&player, prefCalendar, *c.Calendar); err != nil {
			return player, err
		}
	}
	return player, nil
}

// change stores what is different about a player, and does what follows from it.
func (h *Host) change(tx store.Tx, was, player store.Player, c PlayerChange) error {
	moved := player.Address != was.Address
	if moved || player.Name != was.Name {
		if err := h.noteNames(tx); err != nil {
			return err
		}
	}
	var seats []store.Seat
	if moved {
		var err error
		if seats, err = h.move(tx, was.Address, player.Address); err != nil {
			return err
		}
	}
	if err := tx.UpdatePlayer(player); err != nil {
		return fmt.Errorf("player %s: %w", player.Address, err)
	}
	if c.Encrypt != nil && *c.Encrypt {
		if s, err := h.secrecyOf(tx, player.Address); err != nil {
			return err
		} else if s.lost() {
			return &SettingError{"encryption for", player.Address, "a player with an OpenPGP key in use that can be encrypted to; see keryx key list"}
		}
	}
	if !moved {
		return nil
	}
	if err := h.tellMove(tx, was.Address, player, seats); err != nil {
		return err
	}
	for _, seat := range seats {
		if err := h.followUp(tx, player, seat); err != nil {
			return fmt.Errorf("game %s, %s: %w", seat.Game, seat.Side, err)
		}
	}
	_, err := h.heardFrom(tx, player.Address, "")
	return err
}

// move gives a player another address, and returns the seats that he holds.
func (h *Host) move(tx store.Tx, was, now string) ([]store.Seat, error) {
	seats, err := tx.SeatsOfPlayer(was)
	if err != nil {
		return nil, err
	}
	stopped := map[int]time.Time{}
	for i, seat := range seats {
		if since, err := h.stoppedSince(tx, seat); err != nil {
			return nil, err
		} else if since != nil {
			stopped[i] = *since
		}
	}
	if err := moveCharge(tx, was, now); err != nil {
		return nil, err
	}
	err = tx.ChangeAddress(was, now)
	if errors.Is(err, store.ErrDuplicate) {
		return nil, &SettingError{"address", now, "one that nobody else is registered with"}
	}
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", was, err)
	}
	if err := errors.Join(h.moveInLeagues(tx, was, now), moveWatching(tx, was, now), moveFeeds(tx, was, now), moveJoined(tx, was, now), moveWaiting(tx, was, now), moveOwned(tx, was, now), moveInvited(tx, seats, was, now)); err != nil {
		return nil, err
	}
	waiting, err := tx.OutboxMails(store.OutboxFilter{State: store.Queued})
	if err != nil {
		return nil, err
	}
	failed, err := tx.FailedTo(was)
	if err != nil {
		return nil, err
	}
	for _, m := range append(waiting, failed...) {
		if m.Recipient != was {
			continue
		}
		if err := tx.CancelOutbox(m.ID, "the player has moved to another address"); err != nil {
			return nil, err
		}
	}
	for i, since := range stopped { // what asks them goes to the new address
		seat, err := tx.Seat(seats[i].Game, seats[i].Side)
		if err != nil {
			return nil, err
		}
		if err := h.startClock(tx, &seat, since); err != nil {
			return nil, err
		}
	}
	return seats, nil
}

// moveCharge lets a substitute who is in charge of seats stay so.
func moveCharge(tx store.Tx, was, now string) error {
	seats, err := tx.SeatsConcerning(was)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		in, err := substituteInCharge(tx, seat)
		if err != nil {
			return err
		}
		if in != was {
			continue
		}
		if err := tx.SetSetting(inCharge(seat), []byte(now)); err != nil {
			return err
		}
	}
	return nil
}

// tellMove tells of a new address: there, at the old one, and the referees.
func (h *Host) tellMove(tx store.Tx, was string, player store.Player, seats []store.Seat) error {
	once := was + " " + player.Address + " " + h.Now().UTC().Format(time.RFC3339)
	args := []any{"Player", player.Name, "Was", was, "Now", player.Address}
	for to, key := range map[string]string{player.Address: "moved-here", was: "moved-away"} {
		p := player
		p.Address = to
		if err := h.sendNoticeTo(tx, p, "", h.Post.Address, notice{key: key, once: once, args: args}); err != nil {
			return err
		}
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return err
		}
		if game.Status == store.Ended {
			continue
		}
		if err := h.tellReferee(tx, game, notice{key: "moved", once: once, args: append([]any{"Game", game.ID}, args...)}); err != nil {
			return err
		}
	}
	return nil
}

// followUp sends a player who has moved the last report of a running game again.
func (h *Host) followUp(tx store.Tx, player store.Player, seat store.Seat) error {
	game, err := tx.Game(seat.Game)
	if err != nil || game.Status == store.Ended {
		return err
	}
	all, err := tx.Reports(seat.Game, seat.Side)
	if err != nil {
		return err
	}
	for _, report := range slices.Backward(all) {
		if report.Outbox != 0 {
			err := h.repeat(tx, repeated{player: player, seat: seat, report: report, once: []string{"moved", player.Address}})
			if errors.Is(err, ErrUnsound) {
				continue // the one before it will do
			}
			return err
		}
	}
	return nil
}

// MaxName is how long the name of a player may be, in characters.
const MaxName = 120

// checkName refuses a name that would not be one line of text wherever it is shown.
func checkName(setting, name string) error {
	if name == tidyName(name) {
		return nil
	}
	return &SettingError{setting, name, fmt.Sprintf("one line of %d characters at the most that can all be seen", MaxName)}
}

// tidyName is a name as it may be: without characters that cannot be seen or turn the order of
// others round, and cut to its length.
func tidyName(name string) string {
	name = strings.ToValidUTF8(name, "\ufffd")
	clean := strings.Map(func(r rune) rune {
		if r != ' ' && unicode.In(r, unicode.Zl, unicode.Zp, unicode.C) && r != '\u200c' && r != '\u200d' {
			return -1
		}
		return r
	}, name)
	if utf8.RuneCountInString(clean) > MaxName {
		clean = string([]rune(clean)[:MaxName])
	}
	return clean
}

// checkLanguage looks at the name of a language.
func checkLanguage(setting, name string) error {
	if all := templates.Known().Languages(); !slices.Contains(all, name) {
		return &SettingError{setting, name, fmt.Sprintf("one of %v", all)}
	}
	return nil
}

// moveInLeagues has a player known by another address in all leagues. Their ledgers name
// nobody, and stay as they are.
func (h *Host) moveInLeagues(tx store.Tx, was, now string) error {
	seasons, err := season.All(tx)
	if err != nil {
		return err
	}
	for _, s := range seasons {
		if !s.Rename(was, now) {
			continue
		}
		if err := s.Save(tx, h.Now()); err != nil {
			return err
		}
	}
	return nil
}
