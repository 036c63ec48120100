package seating

import (
	"context"
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
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A seat goes from one holder to another: to a substitute, back, by a ruling, or to the
// machine. Whoever takes it over is sent one mail with all that the seat was ever told, what
// it ordered and what is asked of it now, and nothing else; the one before him is sent nothing
// more of the game, can ask for nothing, and knows no code that still counts.

// The reasons.
const (
	BySubstitute reports.Handover = "substitute" // a volunteer has come forward
	ByMachine    reports.Handover = "machine"    // nobody has
	ByReturn     reports.Handover = "return"     // its first holder is back
	ByRuling     reports.Handover = "ruling"     // the referee has replaced him
)

// Holdings tells who has held the seat of a side, first one first, as the ledger has it; who was
// forgotten is left out. League points and ratings go by it.
func Holdings(tx store.ReadTx, game, side string) (all []reports.Holding, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", game, err)
	}
	for _, e := range entries {
		seats, err := reports.HeldIn(e)
		if err != nil {
			return nil, err
		}
		if held, ok := seats[side]; ok {
			held.Entry, held.Turn = e.Seq, max(held.Turn, 1)
			all = append(all, held)
		}
	}
	return all, nil
}

// TakeOver gives the seat of a side to somebody: the address of a registered player, or
// [Machine]. A *[club.SettingError] says what will not do.
func (st *Seats) TakeOver(ctx context.Context, game, side, by string, how reports.Handover) error {
	return st.Write(ctx, func(tx club.Tx) error { return st.TakeOverSeat(tx, game, side, by, how) })
}

// TakeOverSeat is [Seats.TakeOver] in a transaction.
func (st *Seats) TakeOverSeat(tx club.Tx, id, side, by string, how reports.Handover) error {
	p, err := play.Load(tx, id)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := StaysHere(tx, id); err != nil {
		return err
	}
	n, ok := p.Info.Seat(side)
	if !ok {
		return &club.SettingError{Setting: "seat", Value: side, Want: "one of " + strings.Join(p.Info.Sides, ", ")}
	}
	if p.Game.Status == store.Ended {
		return &club.SettingError{Setting: "game", Value: id, Want: "one that is not over"}
	}
	if strings.EqualFold(by, Machine) || by == post.MachineAddress {
		by = post.MachineAddress
		if err := st.Engage(tx); err != nil {
			return fmt.Errorf("seating the machine: %w", err)
		}
	}
	by = store.Address(by)
	if err := MayTake(tx, p, n, by); err != nil {
		return err
	}
	was := p.Seats[n]
	if err := st.SeatAnew(tx, p, n, by, how); err != nil {
		return err
	}
	if err := st.sendPack(tx, p, n); err != nil {
		return err
	}
	return st.tellHandover(tx, p, was, p.Seats[n], how)
}

// SeatAnew gives a seat to another holder, and writes that into the ledger; the letters are the
// caller's.
func (st *Seats) SeatAnew(tx club.Tx, p *play.Position, n adjudicator.Side, by string, how reports.Handover) error {
	was := p.Seats[n]
	if err := vacate(tx, was); err != nil {
		return err
	}
	if err := st.Clocks.PassAccount(tx, p.Game, was); err != nil {
		return err
	}
	if _, err := post.ForgetObserver(tx, p.Game.ID, by); err != nil { // he is told more from now on
		return err
	}
	seat := was
	seat.Player, seat.Deadline, seat.Reminded, seat.Bounces, seat.Unreachable, seat.Thread = by, nil, nil, 0, false, ""
	seat.Substitutes = slices.DeleteFunc(slices.Clone(was.Substitutes), func(a string) bool { return a == by || a == was.Player })
	if err := tx.UpdateSeat(seat); err != nil {
		return err
	}
	if err := st.enterHolder(tx, p, seat, how); err != nil {
		return err
	}
	if err := p.LoadSeats(tx); err != nil {
		return err
	}
	return CloseCall(tx, seat)
}

// MayTake says why somebody cannot have a seat.
func MayTake(tx store.ReadTx, p *play.Position, side adjudicator.Side, by string) error {
	player, err := tx.Player(by)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return &club.SettingError{Setting: "player", Value: by, Want: "the address of a registered player, or " + Machine}
	case err != nil:
		return err
	case p.Seats[side].Player == by:
		return &club.SettingError{Setting: "player", Value: by, Want: "somebody else than who holds the seat"}
	case p.Seats[side.Other()].Player == by || slices.Contains(p.Seats[side.Other()].Substitutes, by):
		return &club.SettingError{Setting: "player", Value: by, Want: "somebody who has nothing to do with the other side"}
	case p.Game.Referee == by:
		return &club.SettingError{Setting: "player", Value: by, Want: "somebody who is not the game's referee"}
	}
	if day, err := HasLooked(p.Game.ID, player); err != nil {
		return err
	} else if day != "" {
		return &club.SettingError{Setting: "player", Value: by, Want: "somebody who has not looked at the game as its referee"}
	}
	twins, err := TwinsOf(tx, p.Game)
	if err != nil {
		return err
	}
	for _, twin := range twins {
		if day, err := HasLooked(twin.ID, player); err != nil {
			return err
		} else if day != "" {
			return &club.SettingError{Setting: "player", Value: by, Want: "somebody who has not looked as a referee at " + twin.ID + ", which the same players play"}
		}
	}
	own, err := Holdings(tx, p.Game.ID, p.Info.Sides[side])
	if err != nil {
		return err
	}
	past, err := Holdings(tx, p.Game.ID, p.Info.Sides[side.Other()])
	if err != nil {
		return err
	}
	is, err := IsReferee(p.Game, player)
	if err != nil {
		return err
	}
	if is && !slices.ContainsFunc(own, func(held reports.Holding) bool { return held.Player == by }) { // who has held it may be back
		return &club.SettingError{Setting: "player", Value: by, Want: "somebody who may not rule in the game"}
	}
	if slices.ContainsFunc(past, func(held reports.Holding) bool { return held.Player == by && by != post.MachineAddress }) {
		return &club.SettingError{Setting: "player", Value: by, Want: "somebody who has never held the other side"}
	}
	return nil
}

// vacate takes from the holder of a seat what he would still get and could still do.
func vacate(tx club.Tx, seat store.Seat) error {
	if err := tx.SetSetting(post.MemoryName(seat), nil); err != nil {
		return err
	}
	if err := tx.SetSetting(post.InCharge(seat), nil); err != nil {
		return err
	}
	waiting, err := tx.OutboxMails(store.OutboxFilter{Game: seat.Game})
	if err != nil {
		return err
	}
	for _, m := range waiting {
		if m.Side != seat.Side || m.Recipient != seat.Player || m.State != store.Queued && m.State != store.Failed {
			continue
		}
		if err := tx.CancelOutbox(m.ID, "the seat has gone to somebody else"); err != nil {
			return err
		}
	}
	return nil
}

// enterHolder writes into the ledger who holds a seat now, from which turn on, and why.
func (st *Seats) enterHolder(tx club.Tx, p *play.Position, seat store.Seat, how reports.Handover) error {
	keys, err := Fingerprints(tx, seat)
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]reports.Holding{seat.Side: {Player: seat.Player, Keys: keys, Turn: p.Game.Turn, How: how}})
	if err != nil {
		return err
	}
	return p.Append(tx, st.Games.Next(p, adjudicator.Seats, "", body), club.Evidence{})
}

// sendPack mails the new holder of a seat all that it was told, its orders, and the position
// with what is asked: a first letter with the seat's past as attachments.
func (st *Seats) sendPack(tx club.Tx, p *play.Position, side adjudicator.Side) error {
	seat := p.Seats[side]
	signs, err := st.Reports.CanSign(tx, seat)
	if err != nil {
		return err
	}
	var attached []templates.Attachment
	if seat.Player != post.MachineAddress {
		if attached, err = Pack(tx, p, side); err != nil {
			return err
		}
	}
	return st.Reports.Report(tx, p, side, templates.Welcome, "", func(r *templates.Report) {
		st.Reports.FillWelcome(p, side, r, signs)
		r.Status, r.Enclosed = "took", attached
	})
}

// Pack is the past of a seat as two files: the reports to it, and the orders from it. Press is
// between the two who wrote it, and is left out; so is what stood around the orders.
func Pack(tx store.ReadTx, p *play.Position, side adjudicator.Side) ([]templates.Attachment, error) {
	id := p.Info.Sides[side]
	reports, err := tx.Reports(p.Game.ID, id)
	if err != nil {
		return nil, fmt.Errorf("game %s: the reports of %s: %w", p.Game.ID, id, err)
	}
	var told, ordered strings.Builder
	for _, r := range reports {
		text, err := reportText(tx, r)
		if errors.Is(err, post.ErrUnsound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&told, "=== %d, %s\n\n%s\n\n", r.Turn, r.Created.UTC().Format(time.RFC3339), strings.TrimSpace(text))
	}
	entries, err := tx.Entries(p.Game.ID, 1)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", p.Game.ID, err)
	}
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered && e.Side == id {
			rest, _ := orders.CutWords(adjudicator.Part(p.Rules, string(e.Body)).Text)
			fmt.Fprintf(&ordered, "=== %s\n\n%s\n\n", e.Time.UTC().Format(time.RFC3339), strings.TrimSpace(rest))
		}
	}
	var files []templates.Attachment
	for _, f := range []struct {
		name string
		text *strings.Builder
	}{{"reports", &told}, {"orders", &ordered}} {
		if f.text.Len() > 0 {
			files = append(files, templates.Attachment{Name: p.Game.ID + "-" + id + "-" + f.name + ".txt", Type: "text/plain", Data: []byte(shorten(f.text.String(), maxPack))})
		}
	}
	return files, nil
}

// maxPack is the most bytes of each file of a pack: what is older is asked for with "report".
const maxPack = 4 << 20

// shorten cuts the beginning off a text that is longer than a number of bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-most:], "")
}

// tellHandover tells the other side, and the referee, that somebody else plays from now on, and
// the one before that he does not any more. Neither letter tells anything of the game.
func (st *Seats) tellHandover(tx club.Tx, p *play.Position, was, seat store.Seat, how reports.Handover) error {
	once := fmt.Sprint(seat.Side, p.Last.Seq)
	player, err := tx.Player(seat.Player)
	if err != nil {
		return err
	}
	args := []any{"Game", p.Game.ID, "Side", play.SideTerm(p.Game, seat.Side), "Player", player.Name, "Machine", seat.Player == post.MachineAddress, "Turn", p.Game.Turn}
	other, err := OtherSeat(tx, seat)
	if err != nil {
		return err
	}
	if err := st.Letters.TellSeat(tx, p.Game, other, post.WordTo{Key: "seat-taken", Once: once, Args: args}); err != nil {
		return err
	}
	if err := st.Letters.TellReferee(tx, p.Game, post.Notice{Key: "seat-taken", Once: once, Args: args}); err != nil {
		return err
	}
	if was.Player == "" || was.Player == post.MachineAddress {
		return nil
	}
	before, err := tx.Player(was.Player)
	if err != nil {
		return err
	}
	return st.Letters.TellOne(tx, p.Game, was, before, post.WordTo{Key: "seat-left", Once: once, Args: append(args, "Back", how == BySubstitute || how == ByMachine)})
}

// Fingerprints lists the active keys that may sign for a seat.
func Fingerprints(tx store.ReadTx, seat store.Seat) ([]string, error) {
	keys, err := tx.KeysOf(seat.Player)
	if err != nil {
		return nil, err
	}
	all := []string{}
	for _, k := range keys {
		if k.State == store.KeyActive && (k.Game == "" || k.Game == seat.Game) {
			all = append(all, k.Fingerprint)
		}
	}
	return all, nil
}

// Machine stands for the machine where the player of a seat is named.
const Machine = "machine"

// Engage makes the machine a player of the club, with a key of its own, if it is none yet.
func (st *Seats) Engage(tx club.Tx) error {
	if _, err := tx.Player(post.MachineAddress); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	private, public, err := mail.GenerateKey(mail.SSH, "Keryx <"+post.MachineAddress+">", nil, st.Now())
	if err != nil {
		return err
	}
	now := st.Now()
	player := store.Player{Address: post.MachineAddress, Name: "Keryx (machine)", Language: "en", TimeZone: "UTC", Added: now}
	if err := tx.AddPlayer(player); err != nil {
		return err
	}
	key := store.Key{Fingerprint: public.Fingerprint, Player: post.MachineAddress, Scheme: string(public.Kind), Material: []byte(public.Text),
		State: store.KeyActive, Added: now, Changed: now}
	if err := tx.AddKey(key); err != nil {
		return err
	}
	return tx.SetSetting(post.MachineKey, private)
}

// OtherSeat is the seat of the enemy.
func OtherSeat(tx store.ReadTx, seat store.Seat) (store.Seat, error) {
	seats, err := tx.SeatsOf(seat.Game)
	if err != nil {
		return store.Seat{}, err
	}
	for _, other := range seats {
		if other.Side != seat.Side {
			return other, nil
		}
	}
	return store.Seat{}, fmt.Errorf("game %s has one seat", seat.Game)
}

// StaysHere refuses a game whose ledger is closed here.
func StaysHere(tx store.ReadTx, game string) error {
	t, err := play.TransferOf(tx, game)
	switch {
	case err != nil || t == nil || t.State == play.StateHere:
		return err
	case t.State == play.StateHeld:
		return &club.SettingError{Setting: "game", Value: game, Want: "one that " + t.From + " has released"}
	}
	return &play.MovedError{Game: game, To: t.To, Key: t.Key}
}
