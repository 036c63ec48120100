package watch

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
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// TellObservers sends those who watch games what may be shown of them by a moment. Where nothing
// is due it only looks. A game that cannot be told of holds up no other.
func (ws *Watchers) TellObservers(ctx context.Context, until time.Time) (letters int, err error) {
	var due []string
	err = ws.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(play.WatchDuePrefix, until)
		for name := range all {
			due = append(due, strings.TrimPrefix(name, play.WatchDuePrefix))
		}
		return err
	})
	slices.Sort(due)
	for _, id := range due {
		n := 0
		told := ws.Update(ctx, func(tx club.Tx) (err error) {
			n, err = ws.tellObservers(tx, id, until)
			return err
		}, nil)
		if ctx.Err() != nil || errors.Is(told, store.ErrUnavailable) {
			return letters, told
		}
		if told == nil {
			letters += n
			continue
		}
		ws.Log.Error("observers cannot be told of a game", "game", id, "error", told)
		ws.Letters.ReportBroken(ctx, id, told)
		err = errors.Join(err, ws.Write(ctx, func(tx club.Tx) error {
			return play.WriteSettingDue(tx, play.WatchDuePrefix+id, until.Add(BrokenPause), until.Add(BrokenPause))
		}))
	}
	return letters, err
}

// tellObservers is TellObservers for one game.
func (ws *Watchers) tellObservers(tx club.Tx, id string, until time.Time) (letters int, err error) {
	game, err := play.GameNamed(tx, id)
	if err != nil {
		return 0, err
	}
	w, err := play.WatchedBy(tx, id)
	if err != nil {
		return 0, err
	}
	gone, err := leftThisClub(tx, id)
	if err != nil {
		return 0, err
	}
	if w, err = ws.thinOut(tx, game, w, gone); err != nil {
		return 0, err
	}
	if len(w.Observers) == 0 {
		return 0, errors.Join(w.Save(tx, id), tx.SetSetting(play.WatchDuePrefix+id, nil))
	}
	l, err := lookOn(tx, id, until, w)
	if err != nil {
		return 0, err
	}
	for i := range w.Observers {
		sent, err := ws.tellObserverOf(tx, l, &w.Observers[i])
		if err != nil {
			return letters, err
		}
		if sent {
			letters++
		}
	}
	if err := w.Save(tx, id); err != nil {
		return letters, err
	}
	if l.Next.IsZero() {
		return letters, tx.SetSetting(play.WatchDuePrefix+id, nil)
	}
	return letters, play.WriteSettingDue(tx, play.WatchDuePrefix+id, l.Next, l.Next)
}

// thinOut ends the watching of those who have a part in a game by now, and of all if it has left
// the club.
func (ws *Watchers) thinOut(tx club.Tx, game store.Game, w play.Watched, gone bool) (left play.Watched, err error) {
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
		if err := ws.tellObserver(tx, game, player, key, o.Since.UTC().Format(time.RFC3339), "Game", game.ID); err != nil {
			return w, err
		}
	}
	return left, nil
}

// lookout is what may be shown of a game, to those who watch it.
type lookout struct {
	Chronicle
	p    *play.Position
	void map[int]bool // entries that were given up
	end  int          // the entry at which the game ended
	cut  bool         // that was before its rules end it
	made map[string]templates.Report
}

// lookOn reads what may be shown of a game by a moment, as far as somebody is to be told it.
func lookOn(tx store.ReadTx, id string, until time.Time, w play.Watched) (l lookout, err error) {
	l.made = map[string]templates.Report{}
	var entries []store.Entry
	if l.p, entries, l.Chronicle, err = outline(tx, id, until, nil); err != nil {
		return l, err
	}
	l.Open = false // who watches is told what both sides know, whatever the archive shows
	l.void = play.GivenUp(entries)
	var ended play.EndedBody
	if end, ok := seating.EndOf(entries); ok && json.Unmarshal(end.Body, &ended) == nil {
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
func (l *lookout) from(o play.Watcher) int {
	told := slices.DeleteFunc(slices.Clone(o.Told), func(t play.ToldTurn) bool { return l.void[t.Entry] })
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
func (ws *Watchers) tellObserverOf(tx club.Tx, l lookout, o *play.Watcher) (sent bool, err error) {
	from := l.from(*o)
	over := l.Status == store.Ended && o.Over != l.end
	if len(l.Turns) == 0 || from == len(l.Turns) && !over {
		return false, nil
	}
	player, err := tx.Player(o.Address)
	if err != nil {
		return false, fmt.Errorf("game %s: an observer: %w", l.ID, err)
	}
	r, err := ws.observerReport(l, from, player.Language)
	if err != nil {
		return false, err
	}
	r.Player, r.Zone = player.Name, written.ZoneOf(player)
	switch {
	case over:
		r.Status, r.View.Result, r.Cut = "over", l.Result, l.cut
	case len(o.Told) == 0:
		r.Status = "first"
	}
	p := templates.For(player.Language, l.Ruleset)
	o.Told = slices.DeleteFunc(o.Told, func(t play.ToldTurn) bool {
		if l.void[t.Entry] {
			r.Void = append(r.Void, p.Phrase(l.nameOf(t)))
		}
		return l.void[t.Entry]
	})
	if err := ws.postWatched(tx, l, o, player, r); err != nil {
		return false, err
	}
	for _, t := range l.Turns[from:] {
		o.Told = append(o.Told, play.ToldTurn{Turn: t.Number, Entry: t.Entry})
	}
	if over {
		o.Over = l.end
	}
	return true, nil
}

// nameOf names a turn that was told.
func (l *lookout) nameOf(t play.ToldTurn) adjudicator.Phrase {
	for _, turn := range l.Turns {
		if turn.Number == t.Turn {
			return turn.Name
		}
	}
	return adjudicator.Say("report.turn-number", "Number", t.Turn)
}

// observerReport makes what an observer is told from a turn on, but for what is his own. It is
// made once for all who are told the same in the same language.
func (ws *Watchers) observerReport(l lookout, from int, lang string) (templates.Report, error) {
	key := fmt.Sprint(lang, from)
	if r, ok := l.made[key]; ok {
		return r, nil
	}
	last := l.Turns[len(l.Turns)-1]
	r := templates.Report{Kind: templates.Watched, Lang: lang, Mailbox: ws.Post.Address, Game: l.ID, Ruleset: l.Ruleset, Scenario: l.Scenario,
		Options: l.Options, Sides: [2]string{l.p.Info.Sides[0], l.p.Info.Sides[1]}, Side: adjudicator.Observer, View: last.View, Now: ws.Now()}
	for i, seat := range l.Seats {
		r.Players[i] = seat.Name
		if seat.Machine {
			r.Players[i] = templates.For(lang, "").Say("player.machine")
		}
	}
	for _, t := range l.Turns[from:] {
		r.Story = append(r.Story, templates.Chapter{Number: t.Number, Turn: t.Name, Events: t.Events, Tally: t.Tally})
	}
	lighter, err := reports.Draw(l.p, adjudicator.Observer, &r)
	if err != nil {
		return r, err
	}
	if _, err = post.RenderLight(&r, lighter); err != nil {
		return r, fmt.Errorf("game %s: rendering the turn for observers: %w", l.ID, err)
	}
	l.made[key] = r
	return r, nil
}

// postWatched queues a letter to an observer. One that has been queued before stays at that.
func (ws *Watchers) postWatched(tx club.Tx, l lookout, o *play.Watcher, to store.Player, r templates.Report) error {
	rendered, err := templates.Render(r)
	if err != nil {
		return fmt.Errorf("game %s: rendering the turn for an observer: %w", l.ID, err)
	}
	letter := ws.Letters.Letter(rendered, r, to.Address)
	last := l.Turns[len(l.Turns)-1]
	letter.MessageID = mail.MessageID(ws.Post.Domain, hex.EncodeToString(l.p.Game.Secret[:]), "watched", to.Address, o.Since.UTC().Format(time.RFC3339), fmt.Sprint(last.Entry), r.Status)
	letter.ListID = l.ID + "." + ws.Post.Domain
	if o.Thread != "" {
		letter.InReplyTo, letter.References = o.Thread, []string{o.Thread}
	}
	_, sent, err := ws.Letters.Enqueue(tx, letter, store.OutboxMail{Game: l.ID, Kind: string(templates.Watched)})
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
	BrokenPause  = time.Hour
	RefusedPause = 24 * time.Hour
	WaitingPause = 10 * time.Minute
)
