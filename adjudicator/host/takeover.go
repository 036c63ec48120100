package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
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
	BySubstitute Handover = "substitute" // a volunteer has come forward
	ByMachine    Handover = "machine"    // nobody has
	ByReturn     Handover = "return"     // its first holder is back
	ByRuling     Handover = "ruling"     // the referee has replaced him
)

// Holdings tells who has held the seat of a side, first one first, as the ledger has it; who was
// forgotten is left out. League points and ratings go by it.
func Holdings(tx store.ReadTx, game, side string) (all []Holding, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", game, err)
	}
	for _, e := range entries {
		seats, err := heldIn(e)
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
// [Machine]. A *[SettingError] says what will not do.
func (h *Host) TakeOver(ctx context.Context, game, side, by string, how Handover) error {
	return h.Store.Update(ctx, func(tx store.Tx) error { return h.takeOver(tx, game, side, by, how) })
}

// takeOver is [Host.TakeOver] in a transaction.
func (h *Host) takeOver(tx store.Tx, id, side, by string, how Handover) error {
	p, err := load(tx, id)
	if err != nil {
		return err
	}
	defer p.close()
	if err := staysHere(tx, id); err != nil {
		return err
	}
	n, ok := p.info.Seat(side)
	if !ok {
		return &SettingError{"seat", side, "one of " + strings.Join(p.info.Sides, ", ")}
	}
	if p.game.Status == store.Ended {
		return &SettingError{"game", id, "one that is not over"}
	}
	if strings.EqualFold(by, Machine) || by == machineAddress {
		by = machineAddress
		if err := h.engage(tx); err != nil {
			return fmt.Errorf("seating the machine: %w", err)
		}
	}
	by = store.Address(by)
	if err := mayTake(tx, p, n, by); err != nil {
		return err
	}
	was := p.seats[n]
	if err := h.seatAnew(tx, p, n, by, how); err != nil {
		return err
	}
	if err := h.sendPack(tx, p, n); err != nil {
		return err
	}
	return h.tellHandover(tx, p, was, p.seats[n], how)
}

// seatAnew gives a seat to another holder, and writes that into the ledger; the letters are the
// caller's.
func (h *Host) seatAnew(tx store.Tx, p *position, n adjudicator.Side, by string, how Handover) error {
	was := p.seats[n]
	if err := vacate(tx, was); err != nil {
		return err
	}
	if err := h.passAccount(tx, p.game, was); err != nil {
		return err
	}
	if _, err := forgetObserver(tx, p.game.ID, by); err != nil { // he is told more from now on
		return err
	}
	seat := was
	seat.Player, seat.Deadline, seat.Reminded, seat.Bounces, seat.Unreachable, seat.Thread = by, nil, nil, 0, false, ""
	seat.Substitutes = slices.DeleteFunc(slices.Clone(was.Substitutes), func(a string) bool { return a == by || a == was.Player })
	if err := tx.UpdateSeat(seat); err != nil {
		return err
	}
	if err := h.enterHolder(tx, p, seat, how); err != nil {
		return err
	}
	if err := p.loadSeats(tx); err != nil {
		return err
	}
	return closeCall(tx, seat)
}

// mayTake says why somebody cannot have a seat.
func mayTake(tx store.ReadTx, p *position, side adjudicator.Side, by string) error {
	player, err := tx.Player(by)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return &SettingError{"player", by, "the address of a registered player, or " + Machine}
	case err != nil:
		return err
	case p.seats[side].Player == by:
		return &SettingError{"player", by, "somebody else than who holds the seat"}
	case p.seats[side.Other()].Player == by || slices.Contains(p.seats[side.Other()].Substitutes, by):
		return &SettingError{"player", by, "somebody who has nothing to do with the other side"}
	case p.game.Referee == by:
		return &SettingError{"player", by, "somebody who is not the game's referee"}
	}
	if day, err := hasLooked(p.game.ID, player); err != nil {
		return err
	} else if day != "" {
		return &SettingError{"player", by, "somebody who has not looked at the game as its referee"}
	}
	twins, err := twinsOf(tx, p.game)
	if err != nil {
		return err
	}
	for _, twin := range twins {
		if day, err := hasLooked(twin.ID, player); err != nil {
			return err
		} else if day != "" {
			return &SettingError{"player", by, "somebody who has not looked as a referee at " + twin.ID + ", which the same players play"}
		}
	}
	own, err := Holdings(tx, p.game.ID, p.info.Sides[side])
	if err != nil {
		return err
	}
	past, err := Holdings(tx, p.game.ID, p.info.Sides[side.Other()])
	if err != nil {
		return err
	}
	is, err := isReferee(p.game, player)
	if err != nil {
		return err
	}
	if is && !slices.ContainsFunc(own, func(held Holding) bool { return held.Player == by }) { // who has held it may be back
		return &SettingError{"player", by, "somebody who may not rule in the game"}
	}
	if slices.ContainsFunc(past, func(held Holding) bool { return held.Player == by && by != machineAddress }) {
		return &SettingError{"player", by, "somebody who has never held the other side"}
	}
	return nil
}

// vacate takes from the holder of a seat what he would still get and could still do.
func vacate(tx store.Tx, seat store.Seat) error {
	if err := tx.SetSetting(notedName(seat), nil); err != nil {
		return err
	}
	if err := tx.SetSetting(inCharge(seat), nil); err != nil {
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
func (h *Host) enterHolder(tx store.Tx, p *position, seat store.Seat, how Handover) error {
	keys, err := fingerprints(tx, seat)
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]Holding{seat.Side: {Player: seat.Player, Keys: keys, Turn: p.game.Turn, How: how}})
	if err != nil {
		return err
	}
	return p.append(tx, h.next(p, adjudicator.Seats, "", body), evidence{})
}

// sendPack mails the new holder of a seat all that it was told, its orders, and the position
// with what is asked: a first letter with the seat's past as attachments.
func (h *Host) sendPack(tx store.Tx, p *position, side adjudicator.Side) error {
	seat := p.seats[side]
	signs, err := h.canSign(tx, seat)
	if err != nil {
		return err
	}
	var attached []templates.Attachment
	if seat.Player != machineAddress {
		if attached, err = pack(tx, p, side); err != nil {
			return err
		}
	}
	return h.report(tx, p, side, templates.Welcome, "", func(r *templates.Report) {
		h.fillWelcome(p, side, r, signs)
		r.Status, r.Enclosed = "took", attached
	})
}

// pack is the past of a seat as two files: the reports to it, and the orders from it. Press is
// between the two who wrote it, and is left out; so is what stood around the orders.
func pack(tx store.ReadTx, p *position, side adjudicator.Side) ([]templates.Attachment, error) {
	id := p.info.Sides[side]
	reports, err := tx.Reports(p.game.ID, id)
	if err != nil {
		return nil, fmt.Errorf("game %s: the reports of %s: %w", p.game.ID, id, err)
	}
	var told, ordered strings.Builder
	for _, r := range reports {
		text, err := reportText(tx, r)
		if errors.Is(err, ErrUnsound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&told, "=== %d, %s\n\n%s\n\n", r.Turn, r.Created.UTC().Format(time.RFC3339), strings.TrimSpace(text))
	}
	entries, err := tx.Entries(p.game.ID, 1)
	if err != nil {
		return nil, fmt.Errorf("game %s: its ledger: %w", p.game.ID, err)
	}
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) == adjudicator.Ordered && e.Side == id {
			rest, _ := orders.CutWords(adjudicator.Part(p.rules, string(e.Body)).Text)
			fmt.Fprintf(&ordered, "=== %s\n\n%s\n\n", e.Time.UTC().Format(time.RFC3339), strings.TrimSpace(rest))
		}
	}
	var files []templates.Attachment
	for _, f := range []struct {
		name string
		text *strings.Builder
	}{{"reports", &told}, {"orders", &ordered}} {
		if f.text.Len() > 0 {
			files = append(files, templates.Attachment{Name: p.game.ID + "-" + id + "-" + f.name + ".txt", Type: "text/plain", Data: []byte(shorten(f.text.String(), maxPack))})
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
func (h *Host) tellHandover(tx store.Tx, p *position, was, seat store.Seat, how Handover) error {
	once := fmt.Sprint(seat.Side, p.last.Seq)
	player, err := tx.Player(seat.Player)
	if err != nil {
		return err
	}
	args := []any{"Game", p.game.ID, "Side", sideTerm(p.game, seat.Side), "Player", player.Name, "Machine", seat.Player == machineAddress, "Turn", p.game.Turn}
	other, err := otherSeat(tx, seat)
	if err != nil {
		return err
	}
	if err := h.tellSeat(tx, p.game, other, wordTo{key: "seat-taken", once: once, args: args}); err != nil {
		return err
	}
	if err := h.tellReferee(tx, p.game, notice{key: "seat-taken", once: once, args: args}); err != nil {
		return err
	}
	if was.Player == "" || was.Player == machineAddress {
		return nil
	}
	before, err := tx.Player(was.Player)
	if err != nil {
		return err
	}
	return h.tellOne(tx, p.game, was, before, wordTo{key: "seat-left", once: once, args: append(args, "Back", how == BySubstitute || how == ByMachine)})
}

// fingerprints lists the active keys that may sign for a seat.
func fingerprints(tx store.ReadTx, seat store.Seat) ([]string, error) {
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

// engage makes the machine a player of the club, with a key of its own, if it is none yet.
func (h *Host) engage(tx store.Tx) error {
	if _, err := tx.Player(machineAddress); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	private, public, err := mail.GenerateKey(mail.SSH, "Keryx <"+machineAddress+">", nil, h.Now())
	if err != nil {
		return err
	}
	now := h.Now()
	player := store.Player{Address: machineAddress, Name: "Keryx (machine)", Language: "en", TimeZone: "UTC", Added: now}
	if err := tx.AddPlayer(player); err != nil {
		return err
	}
	key := store.Key{Fingerprint: public.Fingerprint, Player: machineAddress, Scheme: string(public.Kind), Material: []byte(public.Text),
		State: store.KeyActive, Added: now, Changed: now}
	if err := tx.AddKey(key); err != nil {
		return err
	}
	return tx.SetSetting(machineKey, private)
}

// otherSeat is the seat of the enemy.
func otherSeat(tx store.ReadTx, seat store.Seat) (store.Seat, error) {
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

// staysHere refuses a game whose ledger is closed here.
func staysHere(tx store.ReadTx, game string) error {
	t, err := transferOf(tx, game)
	switch {
	case err != nil || t == nil || t.State == stateHere:
		return err
	case t.State == stateHeld:
		return &SettingError{"game", game, "one that " + t.From + " has released"}
	}
	return &MovedError{game, t.To, t.Key}
}
