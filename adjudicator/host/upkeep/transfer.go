package upkeep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/written"
	"keryx/store"
	"keryx/templates"
)

// A running game goes from one club to another in three steps, and at each the club that it
// leaves decides alone, once and for good, who runs it:
//
//	given      its ledger is closed here and a bundle is handed out: it runs nowhere
//	released   the other club has loaded the bundle, and its receipt came: it runs there
//	reopened   no receipt had come, and a referee opened it again: it runs here
//
// The other club holds what it has loaded, and runs it when the release comes, not before.
// Every mail between the two can be lost, come twice, or late: a receipt that comes again is
// answered again, with what was decided.

// maxClubAnswers bounds the answers to another server about one game in a day.
const maxClubAnswers = 10

// JudgeClub deals with what another server says. What is not signed by the one that a game was
// given to, or came from, says nothing.
func (tr *Transfers) JudgeClub(tx club.Tx, m post.ClubMail) (post.Verdict, error) {
	v := post.Verdict{State: store.Ignored, Reason: "a " + m.Says + " for " + m.Game + " of a club that it is nothing to"}
	if m.To != store.Address(tr.Post.Address) {
		return v, nil
	}
	done := post.Verdict{State: store.Command, Reason: "the " + m.Says + " of " + m.From + " for " + m.Game}
	t, err := play.TransferOf(tx, m.Game)
	if err != nil {
		return v, err
	}
	switch m.Says {
	case rulings.SaysReceipt:
		known, err := tr.receiptCame(tx, m, t)
		if known {
			v = done
		}
		return v, err
	case rulings.SaysRelease:
		if t == nil || t.By != m.By || t.Hash != m.Hash || t.State != play.StateHeld && t.State != play.StateBack {
			return v, nil
		}
		return done, tr.takeUp(tx, m.Game, *t)
	case rulings.SaysVoid:
		return tr.voidCame(tx, m, t, done)
	}
	return v, nil
}

// receiptCame answers the receipt of the club that a game was given to.
func (tr *Transfers) receiptCame(tx club.Tx, m post.ClubMail, t *play.Transfer) (known bool, err error) {
	switch {
	case t != nil && t.Hash == m.Hash && t.Key == m.By && (t.State == play.StateGiven || t.State == play.StateReleased || t.State == play.StateKept):
	default:
		return tr.reopenedBefore(tx, m)
	}
	if ok, err := tx.SpendAnswer("club:"+m.Game, tr.Now(), maxClubAnswers); err != nil || !ok {
		return true, err
	}
	switch t.State {
	case play.StateReleased:
		return true, tr.Letters.SendClub(tx, t.Word(m.Game, rulings.SaysRelease, m.From), "again")
	case play.StateKept:
		return true, tr.Letters.SendClub(tx, t.Word(m.Game, rulings.SaysVoid, m.From), "again")
	}
	t.State = play.StateReleased
	if err := t.Save(tx, m.Game, tr.Now()); err != nil {
		return true, err
	}
	tr.Log.Warn("a game was released to another club", "game", m.Game, "club", t.To)
	// The other club must not hear of it before a restore of this database would.
	return true, tr.Outbox.LeaveNote(tx, post.Note{What: post.NoteReleased, Game: m.Game, Entry: t.Entry, Hash: t.Hash, Club: t.To, Key: t.Key}, t.Word(m.Game, rulings.SaysRelease, m.From))
}

// reopenedBefore answers the receipt of a bundle that counts for nothing, or whose game has gone
// further: the ledger tells which, and who signed it is the club that it names.
func (tr *Transfers) reopenedBefore(tx club.Tx, m post.ClubMail) (known bool, err error) {
	entries, err := tx.Entries(m.Game, max(m.Entry, 1))
	if err != nil || len(entries) < 2 || entries[0].Kind != string(adjudicator.Moved) || dice.Head(entries[0].Hash) != m.Hash {
		return false, err
	}
	var body play.MovedBody
	if err := json.Unmarshal(entries[0].Body, &body); err != nil || body.Key != m.By {
		return false, nil
	}
	if ok, err := tx.SpendAnswer("club:"+m.Game, tr.Now(), maxClubAnswers); err != nil || !ok {
		return true, err
	}
	says := rulings.SaysRelease // it went there, and came home since
	if ruled, ok := play.ReadRulingBody(club.LedgerEntry(entries[1])); ok && ruled.Act == written.ActReopen {
		says = rulings.SaysVoid
	}
	return true, tr.Letters.SendClub(tx, play.ClubWord{Says: says, Game: m.Game, Entry: m.Entry, Hash: m.Hash, To: m.From}, "late")
}

// voidSetting remembers that a bundle counts for nothing, by its closing entry and who signed it.
func voidSetting(hash dice.Head, by string) string { return voidPrefix + hash.String() + "/" + by }

const voidPrefix = "void/"

// maxVoids bounds what is remembered of bundles that never came.
const maxVoids = 200

// voidCame takes note that a bundle counts for nothing, be it loaded or not.
func (tr *Transfers) voidCame(tx club.Tx, m post.ClubMail, t *play.Transfer, done post.Verdict) (post.Verdict, error) {
	if t != nil && t.By == m.By && t.Hash == m.Hash {
		if t.State != play.StateHeld && t.State != play.StateBack {
			return done, nil
		}
		t.State = play.StateVoid
		if err := t.Save(tx, m.Game, tr.Now()); err != nil {
			return done, err
		}
		return done, tr.tellTransfer(tx, m.Game, "import-void", t)
	}
	all, err := tx.SettingsUnder(voidPrefix)
	if err != nil || len(all) >= maxVoids {
		done.State = store.Ignored
		return done, err
	}
	return done, tx.SetSetting(voidSetting(m.Hash, m.By), []byte(m.Game))
}

// tellTransfer tells the players of a game, and who looks after it, what has become of it.
func (tr *Transfers) tellTransfer(tx club.Tx, id, key string, t *play.Transfer) error {
	game, err := tx.Game(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	args := []any{"Game", id, "Club", t.Other(tr.Post.Address), "Since", t.Since}
	if err := tr.Letters.TellSeats(tx, game, "", key, t.Hash.String(), args...); err != nil {
		return err
	}
	return tr.Letters.TellReferee(tx, game, post.Notice{Key: key, Once: t.Hash.String(), Args: args})
}

// TendTransfers does what time brings to games on their way between clubs: it sends a receipt
// again, withdraws what was not released in a week, and tells the players of a game of which
// nothing was heard for as long. It returns how many were looked at.
func (tr *Transfers) TendTransfers(ctx context.Context, until time.Time) (n int, err error) {
	var due []string
	err = tr.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(play.MovedSetting(""), until)
		for name := range all {
			due = append(due, strings.TrimPrefix(name, play.MovedSetting("")))
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for games on their way between clubs: %w", err)
	}
	for _, id := range due {
		if err := tr.Write(ctx, func(tx club.Tx) error { return tr.tendTransfer(tx, id, until) }); err != nil {
			return n, fmt.Errorf("game %s on its way between clubs: %w", id, err)
		}
		n++
	}
	return n, nil
}

// tendTransfer does what time brings to one game.
func (tr *Transfers) tendTransfer(tx club.Tx, id string, until time.Time) error {
	t, err := play.TransferOf(tx, id)
	if err != nil || t == nil {
		return err
	}
	over := !until.Before(t.Since.Add(play.TransferWait))
	switch {
	case t.State == play.StateHeld && over:
		t.State = play.StateBack
		if err := t.Save(tx, id, tr.Now()); err != nil {
			return err
		}
		return tr.tellTransfer(tx, id, "import-withdrawn", t)
	case t.State == play.StateHeld:
		if err := tr.Letters.SendClub(tx, t.Word(id, rulings.SaysReceipt, t.From), "again"); err != nil {
			return err
		}
		return t.Save(tx, id, tr.Now())
	case t.State == play.StateGiven && over && !t.Silent:
		t.Silent = true
		if err := t.Save(tx, id, tr.Now()); err != nil {
			return err
		}
		return tr.tellTransfer(tx, id, "export-silent", t)
	}
	return nil
}

// takeUp goes on with a game that was loaded and is released: with dice of this server's own,
// and both sides asked anew.
func (tr *Transfers) takeUp(tx club.Tx, id string, t play.Transfer) error {
	game, err := tx.Game(id)
	if err != nil {
		return err
	}
	game.Status = store.Running
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	head, err := tx.Head(id)
	if err != nil {
		return err
	}
	if _, err := tr.Games.Reseed(tx, game, play.WhyMoved, head.Seq); err != nil {
		return err
	}
	t.State = play.StateHere
	if err := t.Save(tx, id, tr.Now()); err != nil {
		return err
	}
	tr.Log.Warn("a game goes on here, released by another club", "game", id, "club", t.From)
	if err := tr.Outbox.LeaveNote(tx, post.Note{What: post.NoteHome, Game: id, Entry: t.Entry, Hash: t.Hash, Via: rulings.SaysRelease}); err != nil {
		return err
	}
	p, err := play.Load(tx, id)
	if err != nil {
		return err
	}
	defer p.Close()
	for i := range p.Seats {
		if p.Session.Asked(adjudicator.Side(i)) == nil {
			continue
		}
		if err := tr.Reports.Report(tx, p, adjudicator.Side(i), templates.Asked, "", nil); err != nil {
			return err
		}
	}
	return nil
}
