package post

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// What one person may cause the server to send to others is limited, whatever it is: a mail of his
// is dealt with in a transaction that knows whose it is, and each letter that is queued in it to
// somebody else counts. What goes beyond the limit is not lost: it is joined into one letter a day.

// A CausedKind is a kind of letter that somebody can cause to somebody else, and how many of them
// in a day; what is beyond that is joined.
type CausedKind struct {
	Kind  string   // as an operator reads it
	Keys  []string // of the catalogues, without "notice."; one that ends with * is the beginning of several
	Day   int      // from one person to another; 0: as many as there are
	Means string   // what else bounds them, or why they are not bounded here
}

// CausedKinds lists them. What is not listed counts as "else".
var CausedKinds = []CausedKind{
	{Kind: "absence", Keys: []string{"away", "not-away"}, Day: 3, Means: "one letter for all games of the two"},
	{Kind: "press", Keys: []string{"press", "press-anonymous"}, Means: "so many in a turn and in a day; more are refused"},
	{Kind: "offer", Keys: []string{"offer-*"}, Day: 6, Means: "one of a kind in so many turns"},
	{Kind: "claim", Keys: []string{"claim"}, Day: 4, Means: "so many may wait in a game; more are refused"},
	{Kind: "appeal", Keys: []string{"appeal", "appeal-*"}, Day: 4, Means: "one for each ruling"},
	{Kind: "seat", Keys: []string{"seat-*", "substitute-*", "volunteer*"}, Day: 6},
	{Kind: "watch", Keys: []string{"watched", "watch*"}, Day: 6, Means: "one for each person and game, for ever"},
	{Kind: "keys", Keys: []string{"keys.*", "enrol*"}, Day: 6, Means: "so many mails about keys are answered in a day"},
	{Kind: "reading", Keys: []string{"in-vain", "broken", "withheld*", "set-aside"}, Day: 3, Means: "one a day and question, or fault"},
	{Kind: "again", Keys: []string{"again-in-vain"}, Day: AgainAnswers, Means: "one an hour, and only to who is awaited"},
	{Kind: "delivery", Keys: []string{"undeliverable", "bounced", "unreachable"}, Day: 3},
	{Kind: "league", Keys: []string{"league.*"}, Day: 12, Means: "a challenge, a result or a bid each name their own limits"},
	{Kind: "ruling", Keys: []string{"ruling*", "replaced", "league.ruling*"}, Means: "only who may rule causes them"},
	{Kind: "else", Keys: []string{"*"}, Day: 6},
}

// causedKind finds the kind of a letter: the one that names its key the most exactly.
func causedKind(key string) (kind CausedKind) {
	best := -1
	for _, k := range CausedKinds {
		for _, named := range k.Keys {
			begin, several := strings.CutSuffix(named, "*")
			if n := len(named); n > best && (named == key || several && strings.HasPrefix(key, begin)) {
				best, kind = n, k
			}
		}
	}
	return kind
}

// CausedBy makes a transaction one that deals with a mail.
func (ls *Letters) CausedBy(tx club.Tx, in Received) (club.Tx, error) {
	player, proven, err := ls.Author(tx, in)
	if err != nil {
		return tx, err
	}
	if player.Address == MachineAddress {
		return tx, nil
	}
	tx.Cause = player.Address
	if !proven {
		tx.Cause = "?" + tx.Cause // whoever bears another's name uses up none of his
	}
	return tx, nil
}

// errJoined tells that a letter will come joined with others. To who has queued it, that is as if
// it had been queued before.
var errJoined = fmt.Errorf("joined with other letters of the day: %w", store.ErrDuplicate)

// Count counts a letter that has just been queued against what its cause may send to its reader, and
// puts it off if that is used up.
func (ls *Letters) Count(tx club.Tx, key, subject, text, to string, id int64) error {
	by := tx.Cause
	if by == "" || by == to || to == MachineAddress {
		return nil
	}
	kind := causedKind(key)
	if kind.Day == 0 {
		return nil
	}
	ok, err := tx.SpendAnswer("caused/"+kind.Kind+":"+by+" "+to, ls.Now(), kind.Day)
	if err != nil || ok {
		return err
	}
	if err := tx.CancelOutbox(id, errJoined.Error()); err != nil {
		return err
	}
	if err := ls.join(tx, to, joined{By: by, Key: key, Subject: subject, Text: text}); err != nil {
		return err
	}
	return errJoined
}

// joined is a letter that waits to be joined with others.
type joined struct {
	By      string `json:"by"`
	Key     string `json:"key"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// joinedList is what waits for one reader. The last of them count: they tell how things stand.
type joinedList struct {
	Letters []joined  `json:"letters"`
	Due     time.Time `json:"due"`
	Left    int       `json:"left,omitempty"` // how many are not among them
}

// maxJoined bounds the letters that are joined into one.
const maxJoined = 20

// joinedPrefix and the address of a reader name the setting that holds what waits for him.
const joinedPrefix = "joined/"

// join puts a letter off until the day is over that began with the first one that was put off.
func (ls *Letters) join(tx club.Tx, to string, one joined) error {
	var list joinedList
	if err := written.ReadSetting(tx, joinedPrefix+to, &list); err != nil {
		return err
	}
	if list.Due.IsZero() {
		list.Due = store.Time(ls.Now().Add(24 * time.Hour))
	}
	list.Letters = slices.DeleteFunc(list.Letters, func(was joined) bool { return was == one })
	list.Letters = append(list.Letters, one)
	if n := len(list.Letters) - maxJoined; n > 0 {
		list.Letters, list.Left = list.Letters[n:], list.Left+n
	}
	return play.WriteSettingDue(tx, joinedPrefix+to, list, list.Due)
}

// SendJoined sends the letters that join what was put off until a moment, and returns how many.
func (ls *Letters) SendJoined(ctx context.Context, until time.Time) (sent int, err error) {
	var due []string
	err = ls.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(joinedPrefix, until)
		due = slices.Sorted(maps.Keys(all))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for letters that were put off: %w", err)
	}
	for _, name := range due {
		if err := ls.Write(ctx, func(tx club.Tx) error { return ls.sendJoined(tx, strings.TrimPrefix(name, joinedPrefix)) }); err != nil {
			return sent, fmt.Errorf("joining letters: %w", err)
		}
		sent++
	}
	return sent, nil
}

func (ls *Letters) sendJoined(tx club.Tx, to string) error {
	var list joinedList
	if err := written.ReadSetting(tx, joinedPrefix+to, &list); err != nil {
		return err
	}
	if err := tx.SetSetting(joinedPrefix+to, nil); err != nil || len(list.Letters) == 0 || IsRemoved(to) {
		return err
	}
	var text strings.Builder
	for _, one := range list.Letters {
		fmt.Fprintf(&text, "\n* %s\n\n%s\n", one.Subject, strings.TrimSpace(one.Text))
	}
	n := Notice{Key: "joined", Once: to + list.Due.UTC().Format(time.RFC3339), Args: []any{
		"Count", len(list.Letters) + list.Left, "Left", list.Left, "Text", strings.TrimPrefix(text.String(), "\n")}}
	return ls.SendNotice(tx, to, "", ls.Post.Address, n)
}

// MoveJoined takes what waits for a reader along to his new address; without one it is dropped.
func MoveJoined(tx club.Tx, was, is string) error {
	var list joinedList
	if err := written.ReadSetting(tx, joinedPrefix+was, &list); err != nil || len(list.Letters) == 0 {
		return err
	}
	if err := tx.SetSetting(joinedPrefix+was, nil); err != nil || is == "" {
		return err
	}
	return play.WriteSettingDue(tx, joinedPrefix+is, list, list.Due)
}

// The most lines in a day, one an hour, that answer further mail in the name of a player who
// is awaited, and which proves nothing: whose address it bears may be anybody's choice.
const AgainAnswers = 8

// RemovedDomain ends the addresses that stand for players who were forgotten.
const RemovedDomain = "@removed.invalid"

// IsRemoved reports whether an address stands for a player who was forgotten.
func IsRemoved(address string) bool { return strings.HasSuffix(address, RemovedDomain) }

const (
	// MachineAddress holds the machine's seats. Nobody can have it (RFC 2606).
	MachineAddress = "machine@keryx.invalid"
	// MachineKey is the setting that keeps the private key which it signs with.
	MachineKey = "machine/key"
	// MachineFolder is where its mails are said to lie. There is no such folder in the mailbox.
	MachineFolder = "Keryx/Machine"
)
