package seating

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/season"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// AddPlayer registers a player. A *[club.SettingError] says what will not do.
func (st *Seats) AddPlayer(ctx context.Context, p store.Player) error {
	p.Address, p.Added = store.Address(p.Address), st.Now()
	if err := st.CheckPlayer(p); err != nil {
		return err
	}
	err := st.Write(ctx, func(tx club.Tx) error { return tx.AddPlayer(p) })
	if errors.Is(err, store.ErrDuplicate) {
		return &club.SettingError{Setting: "address", Value: p.Address, Want: "one that is not registered yet"}
	}
	if err != nil {
		return fmt.Errorf("registering %s: %w", p.Address, err)
	}
	return nil
}

// CheckPlayer looks at what a person has chosen about a player.
func (st *Seats) CheckPlayer(p store.Player) error {
	if err := st.CheckAddress("address", p.Address); err != nil {
		return err
	}
	if err := CheckLanguage("language", p.Language); err != nil {
		return err
	}
	if strings.TrimSpace(p.Name) == "" {
		return &club.SettingError{Setting: "name", Value: p.Name, Want: "a name, as the other players are to read it"}
	}
	if err := CheckName("name", p.Name); err != nil {
		return err
	}
	return CheckZone(p.TimeZone)
}

// CheckZone looks at the name of a time zone.
func CheckZone(name string) error {
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		return &club.SettingError{Setting: "time zone", Value: name, Want: "a name such as Europe/Paris"}
	}
	return nil
}

// CheckAddress refuses an address that no mail could be sent to, and the server's own:
// what it wrote there would come back to it, and nobody would read it.
func (st *Seats) CheckAddress(setting, address string) error {
	if address == post.MachineAddress {
		return &club.SettingError{Setting: setting, Value: address, Want: "the address of a person; the machine is a player of every club"}
	}
	if st.isOwn(address) {
		return &club.SettingError{Setting: setting, Value: address, Want: "another address than the server's own, " + st.Post.Address}
	}
	err := mail.CheckAddress(address)
	if err == nil {
		return nil
	}
	want := "an email address such as anna@club.example"
	if strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII }) {
		want = "an address in plain ASCII letters: others do not get through everywhere (a domain with accents has a form that begins with xn--)"
	}
	return &club.SettingError{Setting: setting, Value: address, Want: want}
}

// isOwn reports whether mail to an address comes to the server's mailbox, also with
// something behind a plus sign.
func (st *Seats) isOwn(address string) bool {
	local, domain, _ := strings.Cut(store.Address(st.Post.Address), "@")
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
// is now. A *[club.SettingError] says what will not do, such as encryption for a player
// without a key for it; nothing is changed then.
func (st *Seats) ChangePlayer(ctx context.Context, address string, c PlayerChange) (player store.Player, err error) {
	err = st.Write(ctx, func(tx club.Tx) error {
		was, err := tx.Player(address)
		if errors.Is(err, store.ErrNotFound) || store.Address(address) == post.MachineAddress {
			return &club.SettingError{Setting: "player", Value: address, Want: "a registered player"}
		}
		if err != nil {
			return err
		}
		if player, err = c.apply(was); err != nil {
			return err
		}
		if err := st.CheckPlayer(player); err != nil {
			return err
		}
		return st.change(tx, was, player, c)
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
		if err := post.SetEncryption(&player, *c.Encrypt); err != nil {
			return player, err
		}
	}
	if c.Calendar != nil {
		if err := post.SetPref(&player, post.PrefCalendar, *c.Calendar); err != nil {
			return player, err
		}
	}
	return player, nil
}

// change stores what is different about a player, and does what follows from it.
func (st *Seats) change(tx club.Tx, was, player store.Player, c PlayerChange) error {
	moved := player.Address != was.Address
	if moved || player.Name != was.Name {
		if err := st.Reports.NoteNames(tx); err != nil {
			return err
		}
	}
	var seats []store.Seat
	if moved {
		var err error
		if seats, err = st.move(tx, was.Address, player.Address); err != nil {
			return err
		}
	}
	if err := tx.UpdatePlayer(player); err != nil {
		return fmt.Errorf("player %s: %w", player.Address, err)
	}
	if c.Encrypt != nil && *c.Encrypt {
		if s, err := st.Letters.SecrecyOf(tx, player.Address); err != nil {
			return err
		} else if s.Lost() {
			return &club.SettingError{Setting: "encryption for", Value: player.Address, Want: "a player with an OpenPGP key in use that can be encrypted to; see keryx key list"}
		}
	}
	if !moved {
		return nil
	}
	if err := st.tellMove(tx, was.Address, player, seats); err != nil {
		return err
	}
	for _, seat := range seats {
		if err := st.followUp(tx, player, seat); err != nil {
			return fmt.Errorf("game %s, %s: %w", seat.Game, seat.Side, err)
		}
	}
	_, err := st.Letters.HeardFrom(tx, player.Address, "")
	return err
}

// move gives a player another address, and returns the seats that he holds.
func (st *Seats) move(tx club.Tx, was, now string) ([]store.Seat, error) {
	seats, err := tx.SeatsOfPlayer(was)
	if err != nil {
		return nil, err
	}
	stopped := map[int]time.Time{}
	for i, seat := range seats {
		if since, err := st.Terms.StoppedSince(tx, seat); err != nil {
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
		return nil, &club.SettingError{Setting: "address", Value: now, Want: "one that nobody else is registered with"}
	}
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", was, err)
	}
	if err := errors.Join(st.MoveInLeagues(tx, was, now), MoveWatching(tx, was, now), clock.MoveFeeds(tx, was, now), post.MoveJoined(tx, was, now), requests.MoveWaiting(tx, was, now), MoveOwned(tx, was, now), clock.MoveInvited(tx, seats, was, now)); err != nil {
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
		if err := st.Clocks.StartClock(tx, &seat, since); err != nil {
			return nil, err
		}
	}
	return seats, nil
}

// moveCharge lets a substitute who is in charge of seats stay so.
func moveCharge(tx club.Tx, was, now string) error {
	seats, err := tx.SeatsConcerning(was)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		in, err := post.SubstituteInCharge(tx, seat)
		if err != nil {
			return err
		}
		if in != was {
			continue
		}
		if err := tx.SetSetting(post.InCharge(seat), []byte(now)); err != nil {
			return err
		}
	}
	return nil
}

// tellMove tells of a new address: there, at the old one, and the referees.
func (st *Seats) tellMove(tx club.Tx, was string, player store.Player, seats []store.Seat) error {
	once := was + " " + player.Address + " " + st.Now().UTC().Format(time.RFC3339)
	args := []any{"Player", player.Name, "Was", was, "Now", player.Address}
	for to, key := range map[string]string{player.Address: "moved-here", was: "moved-away"} {
		p := player
		p.Address = to
		if err := st.Letters.SendNoticeTo(tx, p, "", st.Post.Address, post.Notice{Key: key, Once: once, Args: args}); err != nil {
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
		if err := st.Letters.TellReferee(tx, game, post.Notice{Key: "moved", Once: once, Args: append([]any{"Game", game.ID}, args...)}); err != nil {
			return err
		}
	}
	return nil
}

// followUp sends a player who has moved the last report of a running game again.
func (st *Seats) followUp(tx club.Tx, player store.Player, seat store.Seat) error {
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
			err := st.Outbox.Repeat(tx, post.Repeated{Player: player, Seat: seat, Report: report, Once: []string{"moved", player.Address}})
			if errors.Is(err, post.ErrUnsound) {
				continue // the one before it will do
			}
			return err
		}
	}
	return nil
}

// MaxName is how long the name of a player may be, in characters.
const MaxName = 120

// CheckName refuses a name that would not be one line of text wherever it is shown.
func CheckName(setting, name string) error {
	if name == TidyName(name) {
		return nil
	}
	return &club.SettingError{Setting: setting, Value: name, Want: fmt.Sprintf("one line of %d characters at the most that can all be seen", MaxName)}
}

// TidyName is a name as it may be: without characters that cannot be seen or turn the order of
// others round, and cut to its length.
func TidyName(name string) string {
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

// CheckLanguage looks at the name of a language.
func CheckLanguage(setting, name string) error {
	if all := templates.Known().Languages(); !slices.Contains(all, name) {
		return &club.SettingError{Setting: setting, Value: name, Want: fmt.Sprintf("one of %v", all)}
	}
	return nil
}

// MoveInLeagues has a player known by another address in all leagues. Their ledgers name
// nobody, and stay as they are.
func (st *Seats) MoveInLeagues(tx club.Tx, was, now string) error {
	seasons, err := season.All(tx)
	if err != nil {
		return err
	}
	for _, s := range seasons {
		if !s.Rename(was, now) {
			continue
		}
		if err := s.Save(tx, st.Now()); err != nil {
			return err
		}
	}
	return nil
}
