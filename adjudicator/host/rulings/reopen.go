package rulings

import (
	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// planReopen opens a game again that was given to another club, as long as that club has not
// said that it has it.
func (ru *Rulings) planReopen(tx store.ReadTx, p *play.Position, _ written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	if fault := stray(act); fault != nil {
		return d, fault, nil
	}
	t, err := play.TransferOf(tx, p.Game.ID)
	if err != nil {
		return d, nil, err
	}
	switch {
	case t == nil || t.State == play.StateHere:
		return d, act.Fault(orders.Illegal, "ruling-reopen-here", act.Words[0], "Game", p.Game.ID), nil
	case t.State != play.StateGiven && t.State != play.StateKept:
		return d, act.Fault(orders.Illegal, "ruling-reopen-gone", act.Words[0], "Game", p.Game.ID, "Club", t.Other(ru.Post.Address)), nil
	}
	d.changes = both(adjudicator.Say("ruling.taken-back", "Club", t.To))
	d.apply = func(tx club.Tx, p *play.Position, entry int) error { return ru.reopen(tx, p, *t, entry) }
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		return ru.reportReopened(tx, p.Game.ID, entry, d)
	}
	return d, nil, nil
}

// reopen goes on with a game that was given away: with other dice, since the bundle tells what
// the old ones will be.
func (ru *Rulings) reopen(tx club.Tx, p *play.Position, t play.Transfer, entry int) error {
	game, err := tx.Game(p.Game.ID)
	if err != nil {
		return err
	}
	game.Status = store.Running
	if err := tx.UpdateGame(game); err != nil {
		return err
	}
	secret, err := dice.NewSecret(ru.Random)
	if err != nil {
		return err
	}
	if _, err := ru.Games.ReseedTo(tx, game, secret, play.ReseedBody{Why: play.WhyVoid, From: entry, Turn: game.Turn}); err != nil {
		return err
	}
	if err := tx.SetSetting(play.MovedSetting(game.ID), nil); err != nil {
		return err
	}
	n := post.Note{What: post.NoteHome, Game: game.ID, Entry: t.Entry, Hash: t.Hash, Via: written.ActReopen}
	return ru.Outbox.LeaveNote(tx, n, t.Word(game.ID, SaysVoid, t.To))
}

// reportReopened asks both sides anew.
func (ru *Rulings) reportReopened(tx club.Tx, id string, entry int, d decision) error {
	p, err := play.Load(tx, id)
	if err != nil {
		return err
	}
	defer p.Close()
	body, err := rulingAt(tx, id, entry)
	if err != nil {
		return err
	}
	for i := range p.Seats {
		side := adjudicator.Side(i)
		if p.Seats[side].Player == "" {
			continue
		}
		if err := ru.reportRuled(tx, p, side, templates.Ruling{Entry: entry, Reason: body.Reason, Changes: d.changes[side]}, nothingMore); err != nil {
			return err
		}
	}
	return nil
}

// What one server says to the other.
const (
	SaysReceipt = "receipt" // the bundle is loaded; the game waits for the release
	SaysRelease = "release" // the game is given up here for good
	SaysVoid    = "void"    // the game was opened again here; the bundle counts for nothing
)
