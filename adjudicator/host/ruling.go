package host

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A ruling is planned first, which changes nothing and says what both players would read,
// and then carried out: a ledger entry, what it does to the game, and a letter to each
// player, in one transaction.

// Why rulings are entered without a text.
const (
	viaMail  = "mail"
	viaShell = "shell"
	viaClock = "clock"
)

// decision is a ruling that can be carried out.
type decision struct {
	body    rulingBody
	changes [2][]adjudicator.Phrase                          // what each side reads of it
	secret  bool                                             // its text is not for both sides
	before  func(tx store.Tx, p *position, by arbiter) error // entries before it; may be nil
	apply   func(tx store.Tx, p *position, entry int) error
	letters func(tx store.Tx, p *position, entry int) error // in the place of the usual ones; nil for those
}

// Ruled is what became of a ruling.
type Ruled struct {
	Game, Ruleset string
	Preview       bool
	Entry         int // of the ledger; 0 of a preview
	Sides         [2]string
	Reason        string
	Changes       [2][]adjudicator.Phrase // what each side reads, with times as times
}

// RulingError tells why a ruling was not taken.
type RulingError struct{ Faults []*orders.Diagnostic }

// Error says what is wrong, and how to mend it.
func (e *RulingError) Error() string { return templates.For("en", "").Diagnostics(e.Faults) }

// Rule carries out a ruling that is given by a command on the server, in the name of a
// referee; an empty address stands for the one referee that the game has. The text is what
// he would have signed, without the line that names the game. A *[RulingError] or a
// *[SettingError] says what will not do.
func (h *Host) Rule(ctx context.Context, game, as, text string) (ruled Ruled, err error) {
	var faults []*orders.Diagnostic
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		row, err := gameNamed(tx, game)
		if err != nil {
			return err
		}
		by, err := arbiterNamed(tx, row, as)
		if err != nil {
			return err
		}
		r, ok := readRuling("game " + game + "\n" + text)
		if !ok {
			return fmt.Errorf("that is no ruling: %q", text)
		}
		ruled, faults, err = h.rule(tx, row, by, r)
		return err
	})
	if err == nil && len(faults) > 0 { // not in the transaction: that a fault was read stays on record
		err = &RulingError{faults}
	}
	return ruled, err
}

// arbiterNamed finds the referee of a game in whose name a command is given.
func arbiterNamed(tx store.ReadTx, game store.Game, as string) (by arbiter, err error) {
	own, others, err := arbitersOf(tx, game)
	if err != nil {
		return by, err
	}
	all := append(slices.Clone(own), others...)
	if as == "" {
		switch {
		case len(own) == 1:
			as = own[0].Address
		case len(all) == 1:
			as = all[0].Address
		}
	}
	i := slices.IndexFunc(all, func(p store.Player) bool { return p.Address == store.Address(as) })
	if i < 0 {
		return by, &SettingError{"--as", as, wantedArbiter(game, all)}
	}
	by = arbiter{player: all[i], shell: true}
	keys, err := tx.KeysOf(by.player.Address)
	for _, k := range keys {
		if k.State == store.KeyActive {
			by.key = k.Fingerprint
			break
		}
	}
	return by, err
}

// wantedArbiter says in whose name a command can rule in a game.
func wantedArbiter(game store.Game, all []store.Player) string {
	if len(all) == 0 {
		return "a referee, and nobody may rule in this game who has no part in it (keryx referee add ADDRESS --game " + game.ID + ")"
	}
	var addresses []string
	for _, player := range all {
		addresses = append(addresses, player.Address)
	}
	return "the address of a referee who may rule in this game: " + strings.Join(addresses, ", ")
}

// rule plans a ruling and, unless it is a preview, carries it out.
func (h *Host) rule(tx store.Tx, game store.Game, by arbiter, r ruling) (ruled Ruled, faults []*orders.Diagnostic, err error) {
	p, err := load(tx, game.ID)
	if err != nil {
		return ruled, nil, err
	}
	defer p.close()
	if gone, err := movedTo(tx, game.ID); err != nil || gone != nil && !r.reopens() {
		return ruled, []*orders.Diagnostic{request{words: []word{r.head}}.fault(orders.Illegal, "ruling-moved", r.head, "Game", game.ID)}, err
	}
	d, faults, err := h.plan(tx, p, by, r)
	if err != nil {
		return ruled, nil, err
	}
	// A preview and the answer to a ruling show what both sides read, and a fault may tell of
	// the true position: all are looks.
	if !by.shell || r.preview || len(faults) > 0 {
		if err := h.noteArbiterLooks(tx, game, by); err != nil {
			return ruled, nil, err
		}
	}
	if len(faults) > 0 {
		return ruled, named(faults, p.info.Name), nil
	}
	ruled = Ruled{Game: game.ID, Ruleset: game.Ruleset, Preview: r.preview, Sides: [2]string{p.info.Sides[0], p.info.Sides[1]}, Reason: r.reason, Changes: d.changes}
	if r.preview {
		return ruled, nil, nil
	}
	if fault, err := h.onlyOnce(tx, game, by, r); err != nil || fault != nil {
		return ruled, []*orders.Diagnostic{fault}, err
	}
	ruled.Entry, err = h.decide(tx, p, by, r, d)
	return ruled, nil, err
}

// plan finds out what a ruling does.
func (h *Host) plan(tx store.ReadTx, p *position, by arbiter, r ruling) (d decision, faults []*orders.Diagnostic, err error) {
	whole := request{words: []word{r.head}, line: r.head.line}
	switch {
	case len(r.acts) == 0:
		return d, []*orders.Diagnostic{whole.fault(orders.Unreadable, "ruling-nothing", r.head, "Rulings", rulingExamples(), "Corrections", correctionsOf(p))}, nil
	case len(r.acts) > 1 && !r.corrects():
		return d, []*orders.Diagnostic{r.acts[1].fault(orders.Unreadable, "ruling-two", r.acts[1].words[0], "Word", r.acts[1].words[0].text)}, nil
	case r.reason == "":
		faults = append(faults, whole.fault(orders.Unreadable, "ruling-reason", r.head))
	case len(r.reason) > maxReason:
		faults = append(faults, whole.fault(orders.Illegal, "ruling-reason-long", r.head, "Limit", maxReason))
	}
	act := r.acts[0]
	if len(r.acts) > maxRulingActs {
		return d, append(faults, act.fault(orders.Illegal, "ruling-lines", r.acts[maxRulingActs].words[0], "Limit", maxRulingActs)), nil
	}
	if r.appeal.text != "" {
		d, found, err := h.planOnAppeal(tx, p, by, r)
		return d, append(faults, found...), err
	}
	d, found, err := h.planAct(tx, p, by, r)
	return d, append(faults, found...), err
}

// planOnAppeal plans a ruling that takes the place of one that was appealed.
func (h *Host) planOnAppeal(tx store.ReadTx, p *position, by arbiter, r ruling) (d decision, faults []*orders.Diagnostic, err error) {
	act := r.acts[0]
	if act.verb == actUphold || act.verb == actDismiss {
		return d, []*orders.Diagnostic{act.fault(orders.Illegal, "ruling-appeal-alone", r.appeal, "N", r.appeal.text)}, nil
	}
	c, fault, err := h.appealOf(tx, p, by, act, r.appeal)
	if fault != nil || err != nil {
		return d, []*orders.Diagnostic{fault}, err
	}
	r.decides = c.N
	d, faults, err = h.planAct(tx, p, by, r)
	if err == nil && len(faults) == 0 {
		h.onAppeal(&d, p.game, c)
	}
	return d, faults, err
}

// planAct plans what the first line of a ruling begins.
func (h *Host) planAct(tx store.ReadTx, p *position, by arbiter, r ruling) (d decision, faults []*orders.Diagnostic, err error) {
	act := r.acts[0]
	if r.corrects() {
		if p.game.Status != store.Running {
			code := map[store.Status]string{store.Ended: "ruling-over", store.Paused: "ruling-paused"}[p.game.Status]
			return d, append(faults, act.fault(orders.Illegal, code, act.words[0], "Game", p.game.ID)), nil
		}
		d, found, err := h.planCorrect(tx, p, r)
		return d, append(faults, found...), err
	}
	planner := map[string]func(store.ReadTx, *position, arbiter, ruling, request) (decision, *orders.Diagnostic, error){
		actExtend: h.planExtend, actPause: h.planPause, actResume: h.planResume, actBack: h.planBack, actThrow: h.planThrow,
		actAdjudge: h.planAdjudge, actAnnul: h.planAnnul, actEnd: h.planEnd, actAnswer: h.planAnswer, actDismiss: h.planClaim, actUphold: h.planClaim, actReplace: h.planReplace, actReopen: h.planReopen,
	}[act.verb]
	if act.verb == actGo {
		planner = h.planGo
	}
	if planner == nil {
		return d, append(faults, act.fault(orders.Unknown, "ruling-unknown", act.words[0], "Word", act.words[0].text, "Rulings", rulingExamples(), "Corrections", correctionsOf(p))), nil
	}
	if p.game.Status == store.Ended && !slices.Contains([]string{actBack, actThrow, actUphold, actDismiss}, act.verb) {
		return d, append(faults, act.fault(orders.Illegal, "ruling-over", act.words[0], "Game", p.game.ID)), nil
	}
	d, fault, err := planner(tx, p, by, r, act)
	if fault != nil {
		faults = append(faults, fault)
	}
	d.body.Act = act.verb
	return d, faults, err
}

// onlyOnce remembers the text of a ruling for ever: whoever has seen the mail could send it
// again.
func (h *Host) onlyOnce(tx store.Tx, game store.Game, by arbiter, r ruling) (*orders.Diagnostic, error) {
	if by.shell {
		return nil, nil
	}
	id := sha256.Sum256(fmt.Appendf(nil, "keryx ruling 1\n%s\n%s", game.ID, mail.Canonical(r.text)))
	err := tx.RecordSubmission(store.Submission{Game: game.ID, ID: id, Received: h.Now()})
	if errors.As(err, new(*store.DuplicateError)) {
		return request{}.fault(orders.Illegal, "ruling-twice", r.head), nil
	}
	return nil, err
}

// decide carries a ruling out.
func (h *Host) decide(tx store.Tx, p *position, by arbiter, r ruling, d decision) (entry int, err error) {
	d.body.By, d.body.Reason, d.body.Via = by.key, r.reason, viaMail
	text := mail.Canonical(withoutLines(r.text, rulingAside(r.text)))
	switch {
	case by.shell:
		d.body.Via = viaShell
	case !d.secret:
		d.body.Signed = text
	}
	if d.before != nil {
		if err := d.before(tx, p, by); err != nil {
			return 0, err
		}
	}
	if d.secret && !by.shell { // both read the digest: without a key, a side could try texts on it
		key := p.secret().RulingKey(p.game.ID, p.last.Seq+1)
		sum := hmac.New(sha256.New, key[:])
		sum.Write([]byte(text))
		d.body.Digest = fmt.Sprintf("%x", sum.Sum(nil))
	}
	if entry, err = h.enter(tx, p, d.body, by.ev); err != nil {
		return 0, err
	}
	if by.key == "" {
		if err := noteRuled(tx, p.game.ID, entry, by); err != nil {
			return entry, err
		}
	}
	if err := d.apply(tx, p, entry); err != nil {
		return entry, err
	}
	if by.shell && (d.body.Act == actAdjudge || d.body.Act == actAnnul || d.body.Act == actEnd) { // no mail tells of it
		if err := h.leaveNote(tx, note{What: noteEnded, Game: p.game.ID, Via: d.body.Act}); err != nil {
			return entry, err
		}
	}
	h.Log.Info("a ruling", "game", p.game.ID, "act", d.body.Act, "entry", entry, "via", d.body.Via)
	if d.letters != nil {
		return entry, d.letters(tx, p, entry)
	}
	return entry, h.tellRuling(tx, p.game.ID, entry, r.reason, d.changes)
}

// enter writes a ruling into the ledger.
func (h *Host) enter(tx store.Tx, p *position, body rulingBody, ev evidence) (int, error) {
	err := h.enterFor(tx, p, "", body, ev)
	return p.last.Seq, err
}

// encodeRuling writes the body of a ruling: its two lines.
func (h *Host) encodeRuling(body rulingBody) ([]byte, error) {
	var blind [16]byte
	if _, err := io.ReadFull(h.Random, blind[:]); err != nil {
		return nil, fmt.Errorf("encoding a ruling: %w", err)
	}
	words := body.rulingWords
	words.Blind = hex.EncodeToString(blind[:])
	second, err := json.Marshal(words)
	if err != nil {
		return nil, fmt.Errorf("encoding a ruling: %w", err)
	}
	body.rulingWords = rulingWords{}
	first, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encoding a ruling: %w", err)
	}
	return slices.Concat(first, []byte("\n"), second), nil
}

// tellRuling sends both players the letter of a ruling that leaves the position, and what is
// asked, as they are.
func (h *Host) tellRuling(tx store.Tx, id string, entry int, reason string, changes [2][]adjudicator.Phrase) error {
	p, err := load(tx, id)
	if err != nil {
		return err
	}
	defer p.close()
	for i := range p.seats {
		if err := h.tellRulingTo(tx, p, adjudicator.Side(i), entry, reason, changes[i]); err != nil {
			return err
		}
	}
	return nil
}

// tellRulingTo is tellRuling to one side.
func (h *Host) tellRulingTo(tx store.Tx, p *position, side adjudicator.Side, entry int, reason string, changes []adjudicator.Phrase) error {
	seat := p.seats[side]
	if seat.Player == "" {
		return nil
	}
	if p.session == nil { // the game is over
		return h.tellRulingOver(tx, p, seat, entry, reason, changes)
	}
	r, err := h.draft(tx, p, seat, side, templates.Ruled)
	if err != nil {
		return err
	}
	if err := h.putRuling(tx, seat, &r, entry, reason, changes); err != nil {
		return err
	}
	if p.game.Status == store.Paused {
		r.Deadline, r.OtherAsked = time.Time{}, false
	}
	return h.post(tx, p.game, &seat, r, mailing{purpose: "ruling", seq: entry})
}

// tellRulingOver tells one side of a ruling that leaves a game over.
func (h *Host) tellRulingOver(tx store.Tx, p *position, seat store.Seat, entry int, reason string, changes []adjudicator.Phrase) error {
	player, err := tx.Player(seat.Player)
	if err != nil || player.Address == machineAddress {
		return err
	}
	return h.tellPlayer(tx, player, seat, "ruling-over", fmt.Sprint(entry), "Game", p.game.ID, "Entry", entry, "Reason", indented(reason), "Changes", timed(changes, player))
}

// putRuling puts a ruling into a letter, with times as its reader has them.
func (h *Host) putRuling(tx store.ReadTx, seat store.Seat, r *templates.Report, entry int, reason string, changes []adjudicator.Phrase) error {
	player, err := tx.Player(seat.Player)
	if err != nil {
		return fmt.Errorf("game %s: the player of %s: %w", seat.Game, seat.Side, err)
	}
	ruled := templates.Ruling{Entry: entry, Reason: reason, Changes: timed(changes, player)}
	if ruled.Appeal, err = h.appealUntil(tx, seat, entry); err != nil {
		return err
	}
	r.Rulings = append(r.Rulings, ruled)
	return nil
}

// timed puts times in phrases into the words of a reader.
func timed(phrases []adjudicator.Phrase, reader store.Player) []adjudicator.Phrase {
	p := templates.For(reader.Language, "")
	all := make([]adjudicator.Phrase, len(phrases))
	for i, ph := range phrases {
		all[i] = adjudicator.Phrase{Key: ph.Key, Args: slices.Clone(ph.Args)}
		for j, arg := range ph.Args {
			if at, ok := arg.(time.Time); ok {
				all[i].Args[j] = p.WhenIn(at, zoneOf(reader))
			}
		}
	}
	return all
}

// Reads says what a side reads of a ruling, in English and with times of UTC: a line each.
func (r Ruled) Reads(side int) (lines []string) {
	p := templates.For("en", r.Ruleset)
	lines = append(lines, strings.Split(r.Reason, "\n")...)
	for _, ph := range timed(r.Changes[side], store.Player{Language: "en"}) {
		lines = append(lines, "* "+p.Phrase(ph))
	}
	return lines
}
