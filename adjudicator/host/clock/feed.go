package clock

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// Where the site is served, a player may have a private address of his deadlines that his
// calendar program subscribes to. It holds what the files of his letters say: an entry for each
// question that waits for him, under the same UID, as things stand when it is read. The address
// ends in a token that only the letter tells. The store knows its digest: neither a copy of the
// database nor the time that a look at it takes helps anybody to find one.

// feedPrefix begins the names of the settings that hold feeds, by the digest of the token.
const feedPrefix = "feed/"

// feedToken writes tokens, in letters that no program changes.
var feedToken = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// feedBytes is how much of a token is random.
const feedBytes = 32

// feed is a private address of somebody's deadlines.
type feed struct {
	Player string    `json:"player"` // his address
	Since  time.Time `json:"since"`
}

const (
	feedUnasked requests.FeedWish = iota
	feedWanted                    // one, if he has none
	feedFresh                     // another
	feedEnded
)

func feedName(token string) string {
	return fmt.Sprintf("%s%x", feedPrefix, sha256.Sum256([]byte(token)))
}

func readFeed(text []byte) (f feed, err error) {
	if err := json.Unmarshal(text, &f); err != nil {
		return f, fmt.Errorf("an address of deadlines: %w", err)
	}
	return f, nil
}

// feedsOf are the feeds of a player by the names of their settings.
func feedsOf(tx store.ReadTx, address string) (map[string]feed, error) {
	all, err := tx.SettingsUnder(feedPrefix)
	if err != nil {
		return nil, err
	}
	his := map[string]feed{}
	for name, text := range all {
		f, err := readFeed(text)
		if err != nil {
			return nil, err
		}
		if f.Player == address {
			his[name] = f
		}
	}
	return his, nil
}

// MoveFeeds lets a player who has moved keep his feed, or ends it if there is nowhere to move to.
func MoveFeeds(tx club.Tx, was, now string) error {
	his, err := feedsOf(tx, was)
	if err != nil {
		return err
	}
	for name, f := range his {
		var text []byte
		if now != "" {
			f.Player = now
			if text, err = json.Marshal(f); err != nil {
				return err
			}
		}
		if err := tx.SetSetting(name, text); err != nil {
			return err
		}
	}
	return nil
}

// askFeed notes what a player asks about his feed: "calendar feed", "calendar feed new",
// "calendar feed off". An end is an end at once.
func askFeed(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	wish := feedWanted
	if len(r.Words) > 2 {
		word := orders.Fold(r.Words[2].Text)
		on, known := Switches[word]
		switch {
		case len(r.Words) > 3 || !known && !written.FreshWords[word]:
			return r.Fault(orders.Unreadable, "request-calendar", r.Whole(1), "Words", r.Whole(1).Text), nil
		case written.FreshWords[word]:
			wish = feedFresh
		case !on:
			wish = feedEnded
		}
	}
	if a.Key.Game != "" {
		return r.Fault(orders.Illegal, "request-calendar-feed-key", r.Whole(1)), nil
	}
	if wish == feedEnded {
		if err := MoveFeeds(tx, a.Player.Address, ""); err != nil {
			return nil, err
		}
	}
	if a.Feed != feedFresh || wish == feedEnded { // who asked for another gets it
		a.Feed = wish
	}
	return nil, nil
}

// feedShown is what a reply says of its reader's feed before it is settled: nothing unless he has
// one, or has ended it.
func (ck *Clocks) feedShown(tx store.ReadTx, a *requests.Mail) (f templates.CalendarFeed, err error) {
	if a.Feed == feedEnded {
		f.State = templates.FeedOff
		return f, nil
	}
	if ck.FeedAddress == "" || a.Key.Game != "" {
		return f, nil
	}
	his, err := feedsOf(tx, a.Player.Address)
	for _, held := range his {
		f.State, f.Since = templates.FeedKept, held.Since
	}
	return f, err
}

// SettleFeed makes the feed that a mail asked for and writes it into the reply, which is sure to
// be sent.
func (ck *Clocks) SettleFeed(tx club.Tx, a *requests.Mail) error {
	c := a.Reply.Calendar
	switch {
	case a.Feed != feedWanted && a.Feed != feedFresh || c == nil:
		return nil
	case ck.FeedAddress == "":
		c.Feed = templates.CalendarFeed{State: templates.FeedNone}
		return nil
	case a.Feed == feedWanted && c.Feed.State == templates.FeedKept:
		return nil
	}
	if err := MoveFeeds(tx, a.Player.Address, ""); err != nil {
		return err
	}
	var random [feedBytes]byte
	if _, err := io.ReadFull(ck.Random, random[:]); err != nil {
		return fmt.Errorf("an address of deadlines: %w", err)
	}
	token := feedToken.EncodeToString(random[:])
	text, err := json.Marshal(feed{Player: a.Player.Address, Since: ck.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	c.Feed = templates.CalendarFeed{State: templates.FeedMade, Address: ck.FeedAddress + "/calendar/" + token + ".ics"}
	return tx.SetSetting(feedName(token), text)
}

// Feed is the calendar that a token stands for, as a program subscribes to it. The error is
// [store.ErrNotFound] for a token that stands for none.
func (ck *Clocks) Feed(ctx context.Context, token string) (file []byte, err error) {
	if len(token) != feedToken.EncodedLen(feedBytes) {
		return nil, store.ErrNotFound
	}
	name := feedName(token)
	err = ck.Store.View(ctx, func(tx store.ReadTx) error {
		text, err := tx.Setting(name)
		if err == nil && len(text) == 0 {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		f, err := readFeed(text)
		if err != nil {
			return err
		}
		player, err := tx.Player(f.Player)
		if err != nil {
			return err
		}
		p := templates.For(player.Language, "")
		all, err := ck.waitingFor(tx, player.Address)
		if err != nil {
			return fmt.Errorf("the deadlines of %s: %w", player.Address, err)
		}
		for i := range all {
			all[i].Title = p.Say("calendar.title", "Game", all[i].Title)
		}
		file, err = calendar.Publish(p.Say("calendar.feed"), all)
		return err
	})
	return file, err
}

// waitingFor are the entries of all that a player is asked.
func (ck *Clocks) waitingFor(tx store.ReadTx, address string) (all []calendar.Invite, err error) {
	seats, err := tx.SeatsOfPlayer(address)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		if seat.Deadline == nil || seat.Player != address {
			continue
		}
		game, err := tx.Game(seat.Game)
		if err != nil {
			return nil, err
		}
		if game.Status != store.Running {
			continue
		}
		i, err := post.InvitationOf(tx, seat)
		if err != nil {
			return nil, err
		}
		s, _ := i.Entry(seat)
		all = append(all, ck.Terms.InviteTo(game, seat, s))
	}
	return all, nil
}
