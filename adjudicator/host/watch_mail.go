package host

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// TellObservers sends those who watch games what may be shown of them by a moment. Where nothing
// is due it only looks. A game that cannot be told of holds up no other.
func (h *Host) TellObservers(ctx context.Context, until time.Time) (letters int, err error) {
	var due []string
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(watchDuePrefix, until)
		for name := range all {
			due = append(due, strings.TrimPrefix(name, watchDuePrefix))
		}
		return err
	})
	slices.Sort(due)
	for _, id := range due {
		n := 0
		told := h.update(ctx, func(tx store.Tx) (err error) {
			n, err = h.tellObservers(tx, id, until)
			return err
		}, nil)
		if ctx.Err() != nil || errors.Is(told, store.ErrUnavailable) {
			return letters, told
		}
		if told == nil {
			letters += n
			continue
		}
		h.Log.Error("observers cannot be told of a game", "game", id, "error", told)
		h.reportBroken(ctx, id, told)
		err = errors.Join(err, h.Store.Update(ctx, func(tx store.Tx) error {
			return writeSettingDue(tx, watchDuePrefix+id, until.Add(brokenPause), until.Add(brokenPause))
		}))
	}
	return letters, err
}

// tellObservers is TellObservers for one game.
func (h *Host) tellObservers(tx store.Tx, id string, until time.Time) (letters int, err error) {
	game, err := gameNamed(tx, id)
	if err != nil {
		return 0, err
	}
	w, err := watchedBy(tx, id)
	if err != nil {
		return 0, err
	}
	gone, err := leftThisClub(tx, id)
	if err != nil {
		return 0, err
	}
	if w, err = h.thinOut(tx, game, w, gone); err != nil {
		return 0, err
	}
	if len(w.Observers) == 0 {
		return 0, errors.Join(w.save(tx, id), tx.SetSetting(watchDuePrefix+id, nil))
	}
	l, err := lookOn(tx, id, until, w)
	if err != nil {
		return 0, err
	}
	for i := range w.Observers {
		sent, err := h.tellObserverOf(tx, l, &w.Observers[i])
		if err != nil {
			return letters, err
		}
		if sent {
			letters++
		}
	}
	if err := w.save(tx, id); err != nil {
		return letters, err
	}
	if l.Next.IsZero() {
		return letters, tx.SetSetting(watchDuePrefix+id, nil)
	}
	return letters, writeSettingDue(tx, watchDuePrefix+id, l.Next, l.Next)
}

// thinOut ends the watching of those who have a part in a game by now, and of all if it has left
// the club.
func (h *Host) thinOut(tx store.Tx, game store.Game, w watched, gone bool) (left watched, err error) {
	if left.Invited = w.Invited; gone {
		left.Invited = nil
	}
	for _, o := range w.Observers {
		player, err := tx.Player(o.Address)
		if err != nil {
			return w, fmt.Errorf("game %s: an observer: %w", game.ID, err)
		}
		part, key := false, "watch-gone"
		if !gone {
			key = "watch-part"
			if part, err = partIn(tx, game, player); err != nil {
				return w, err
			}
		}
		if !gone && !part {
			left.Observers = append(left.Observers, o)
			continue
		}
		if err := h.tellObserver(tx, game, player, key, o.Since.UTC().Format(time.RFC3339), "Game", game.ID); err != nil {
			return w, err
		}
	}
	return left, nil
}

// lookout is what may be shown of a game, to those who watch it.
type lookout struct {
	Chronicle
	p    *position
	void map[int]bool // entries that were given up
	end  int          // the entry at which the game ended
	cut  bool         // that was before its rules end it
	made map[string]templates.Report
}

// lookOn reads what may be shown of a game by a moment, as far as somebody is to be told it.
func lookOn(tx store.ReadTx, id string, until time.Time, w watched) (l lookout, err error) {
	l.made = map[string]templates.Report{}
	var entries []store.Entry
	if l.p, entries, l.Chronicle, err = outline(tx, id, until, nil); err != nil {
		return l, err
	}
	l.Open = false // who watches is told what both sides know, whatever the archive shows
	l.void = givenUp(entries)
	var ended endedBody
	if end, ok := endOf(entries); ok && json.Unmarshal(end.Body, &ended) == nil {
		l.end, l.cut = end.Seq, ended.How != ""
	}
	n := len(l.Turns)
	first := max(n-1, 0)
	for _, o := range w.Observers {
		first = min(first, l.from(o))
	}
	l.Turns = l.Turns[first:]
	l.Chronicle, err = recountGame(l.p, tx, l.Chronicle, entries, 0)
	return l, err
}

// from is the place of the first of the turns that an observer was not told of: of one who was
// told of none, the last; of one to whom nothing that he was told still holds, the first that was
// played since.
func (l *lookout) from(o watcher) int {
	told := slices.DeleteFunc(slices.Clone(o.Told), func(t toldTurn) bool { return l.void[t.Entry] })
	if len(told) == 0 && len(o.Told) == 0 {
		return max(len(l.Turns)-1, 0)
	}
	last, entry := 0, 0
	for _, t := range told {
		last = max(last, t.Turn)
	}
	if len(told) == 0 {
		entry = o.Told[0].Entry
	}
	i := slices.IndexFunc(l.Turns, func(t ChronicleTurn) bool { return t.Number > last && t.Entry > entry })
	if i < 0 {
		return len(l.Turns)
	}
	return i
}

// tellObserverOf sends an observer what is new to him, and reports whether anything is.
func (h *Host) tellObserverOf(tx store.Tx, l lookout, o *watcher) (sent bool, err error) {
	from := l.from(*o)
	over := l.Status == store.Ended && o.Over != l.end
	if len(l.Turns) == 0 || from == len(l.Turns) && !over {
		return false, nil
	}
	player, err := tx.Player(o.Address)
	if err != nil {
		return false, fmt.Errorf("game %s: an observer: %w", l.ID, err)
	}
	r, err := h.observerReport(l, from, player.Language)
	if err != nil {
		return false, err
	}
	r.Player, r.Zone = player.Name, zoneOf(player)
	switch {
	case over:
		r.Status, r.View.Result, r.Cut = "over", l.Result, l.cut
	case len(o.Told) == 0:
		r.Status = "first"
	}
	p := templates.For(player.Language, l.Ruleset)
	o.Told = slices.DeleteFunc(o.Told, func(t toldTurn) bool {
		if l.void[t.Entry] {
			r.Void = append(r.Void, p.Phrase(l.nameOf(t)))
		}
		return l.void[t.Entry]
	})
	if err := h.postWatched(tx, l, o, player, r); err != nil {
		return false, err
	}
	for _, t := range l.Turns[from:] {
		o.Told = append(o.Told, toldTurn{t.Number, t.Entry})
	}
	if over {
		o.Over = l.end
	}
	return true, nil
}

// nameOf names a turn that was told.
func (l *lookout) nameOf(t toldTurn) adjudicator.Phrase {
	for _, turn := range l.Turns {
		if turn.Number == t.Turn {
			return turn.Name
		}
	}
	return adjudicator.Say("report.turn-number", "Number", t.Turn)
}

// observerReport makes what an observer is told from a turn on, but for what is his own. It is
// made once for all who are told the same in the same language.
func (h *Host) observerReport(l lookout, from int, lang string) (templates.Report, error) {
	key := fmt.Sprint(lang, from)
	if r, ok := l.made[key]; ok {
		return r, nil
	}
	last := l.Turns[len(l.Turns)-1]
	r := templates.Report{Kind: templates.Watched, Lang: lang, Mailbox: h.Post.Address, Game: l.ID, Ruleset: l.Ruleset, Scenario: l.Scenario,
		Options: l.Options, Sides: [2]string{l.p.info.Sides[0], l.p.info.Sides[1]}, Side: adjudicator.Observer, View: last.View, Now: h.Now()}
	for i, seat := range l.Seats {
		r.Players[i] = seat.Name
		if seat.Machine {
			r.Players[i] = templates.For(lang, "").Say("player.machine")
		}
	}
	for _, t := range l.Turns[from:] {
		r.Story = append(r.Story, templates.Chapter{Number: t.Number, Turn: t.Name, Events: t.Events, Tally: t.Tally})
	}
	lighter, err := draw(l.p, adjudicator.Observer, &r)
	if err != nil {
		return r, err
	}
	if _, err = renderLight(&r, lighter); err != nil {
		return r, fmt.Errorf("game %s: rendering the turn for observers: %w", l.ID, err)
	}
	l.made[key] = r
	return r, nil
}

// postWatched queues a letter to an observer. One that has been queued before stays at that.
func (h *Host) postWatched(tx store.Tx, l lookout, o *watcher, to store.Player, r templates.Report) error {
	rendered, err := templates.Render(r)
	if err != nil {
		return fmt.Errorf("game %s: rendering the turn for an observer: %w", l.ID, err)
	}
	letter := h.letter(rendered, r, to.Address)
	last := l.Turns[len(l.Turns)-1]
	letter.MessageID = mail.MessageID(h.Post.Domain, hex.EncodeToString(l.p.game.Secret[:]), "watched", to.Address, o.Since.UTC().Format(time.RFC3339), fmt.Sprint(last.Entry), r.Status)
	letter.ListID = l.ID + "." + h.Post.Domain
	if o.Thread != "" {
		letter.InReplyTo, letter.References = o.Thread, []string{o.Thread}
	}
	_, sent, err := h.enqueue(tx, letter, store.OutboxMail{Game: l.ID, Kind: string(templates.Watched)})
	if errors.Is(err, store.ErrDuplicate) {
		return nil
	}
	if o.Thread == "" {
		o.Thread = sent.MessageID
	}
	return err
}

// The pauses between two looks at a seat that calls in vain: because its game is broken,
// its asking mail was refused for good, or that waits for another attempt. What ends such
// a state calls for a look by itself; the pause is for what nobody has thought of.
const (
	brokenPause  = time.Hour
	refusedPause = 24 * time.Hour
	waitingPause = 10 * time.Minute
)
