package rulings

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
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/watch"
	"keryx/adjudicator/host/written"
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
	body    play.RulingBody
	changes [2][]adjudicator.Phrase                                      // what each side reads of it
	secret  bool                                                         // its text is not for both sides
	before  func(tx club.Tx, p *play.Position, by written.Arbiter) error // entries before it; may be nil
	apply   func(tx club.Tx, p *play.Position, entry int) error
	letters func(tx club.Tx, p *play.Position, entry int) error // in the place of the usual ones; nil for those
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
// *[club.SettingError] says what will not do.
func (ru *Rulings) Rule(ctx context.Context, game, as, text string) (ruled Ruled, err error) {
	var faults []*orders.Diagnostic
	err = ru.Write(ctx, func(tx club.Tx) error {
		row, err := play.GameNamed(tx, game)
		if err != nil {
			return err
		}
		by, err := arbiterNamed(tx, row, as)
		if err != nil {
			return err
		}
		r, ok := written.ReadRuling("game " + game + "\n" + text)
		if !ok {
			return fmt.Errorf("that is no ruling: %q", text)
		}
		ruled, faults, err = ru.rule(tx, row, by, r)
		return err
	})
	if err == nil && len(faults) > 0 { // not in the transaction: that a fault was read stays on record
		err = &RulingError{faults}
	}
	return ruled, err
}

// arbiterNamed finds the referee of a game in whose name a command is given.
func arbiterNamed(tx store.ReadTx, game store.Game, as string) (by written.Arbiter, err error) {
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
		return by, &club.SettingError{Setting: "--as", Value: as, Want: wantedArbiter(game, all)}
	}
	by = written.Arbiter{Player: all[i], Shell: true}
	keys, err := tx.KeysOf(by.Player.Address)
	for _, k := range keys {
		if k.State == store.KeyActive {
			by.Key = k.Fingerprint
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
func (ru *Rulings) rule(tx club.Tx, game store.Game, by written.Arbiter, r written.Ruling) (ruled Ruled, faults []*orders.Diagnostic, err error) {
	p, err := play.Load(tx, game.ID)
	if err != nil {
		return ruled, nil, err
	}
	defer p.Close()
	if gone, err := watch.MovedTo(tx, game.ID); err != nil || gone != nil && !r.Reopens() {
		return ruled, []*orders.Diagnostic{written.Request{Words: []written.Word{r.Head}}.Fault(orders.Illegal, "ruling-moved", r.Head, "Game", game.ID)}, err
	}
	d, faults, err := ru.plan(tx, p, by, r)
	if err != nil {
		return ruled, nil, err
	}
	// A preview and the answer to a ruling show what both sides read, and a fault may tell of
	// the true position: all are looks.
	if !by.Shell || r.Preview || len(faults) > 0 {
		if err := ru.Claims.noteArbiterLooks(tx, game, by); err != nil {
			return ruled, nil, err
		}
	}
	if len(faults) > 0 {
		return ruled, named(faults, p.Info.Name), nil
	}
	ruled = Ruled{Game: game.ID, Ruleset: game.Ruleset, Preview: r.Preview, Sides: [2]string{p.Info.Sides[0], p.Info.Sides[1]}, Reason: r.Reason, Changes: d.changes}
	if r.Preview {
		return ruled, nil, nil
	}
	if fault, err := ru.onlyOnce(tx, game, by, r); err != nil || fault != nil {
		return ruled, []*orders.Diagnostic{fault}, err
	}
	ruled.Entry, err = ru.decide(tx, p, by, r, d)
	return ruled, nil, err
}

// plan finds out what a ruling does.
func (ru *Rulings) plan(tx store.ReadTx, p *play.Position, by written.Arbiter, r written.Ruling) (d decision, faults []*orders.Diagnostic, err error) {
	whole := written.Request{Words: []written.Word{r.Head}, Line: r.Head.Line}
	switch {
	case len(r.Acts) == 0:
		return d, []*orders.Diagnostic{whole.Fault(orders.Unreadable, "ruling-nothing", r.Head, "Rulings", rulingExamples(), "Corrections", correctionsOf(p))}, nil
	case len(r.Acts) > 1 && !r.Corrects():
		return d, []*orders.Diagnostic{r.Acts[1].Fault(orders.Unreadable, "ruling-two", r.Acts[1].Words[0], "Word", r.Acts[1].Words[0].Text)}, nil
	case r.Reason == "":
		faults = append(faults, whole.Fault(orders.Unreadable, "ruling-reason", r.Head))
	case len(r.Reason) > written.MaxReason:
		faults = append(faults, whole.Fault(orders.Illegal, "ruling-reason-long", r.Head, "Limit", written.MaxReason))
	}
	act := r.Acts[0]
	if len(r.Acts) > written.MaxRulingActs {
		return d, append(faults, act.Fault(orders.Illegal, "ruling-lines", r.Acts[written.MaxRulingActs].Words[0], "Limit", written.MaxRulingActs)), nil
	}
	if r.Appeal.Text != "" {
		d, found, err := ru.planOnAppeal(tx, p, by, r)
		return d, append(faults, found...), err
	}
	d, found, err := ru.planAct(tx, p, by, r)
	return d, append(faults, found...), err
}

// planOnAppeal plans a ruling that takes the place of one that was appealed.
func (ru *Rulings) planOnAppeal(tx store.ReadTx, p *play.Position, by written.Arbiter, r written.Ruling) (d decision, faults []*orders.Diagnostic, err error) {
	act := r.Acts[0]
	if act.Verb == written.ActUphold || act.Verb == written.ActDismiss {
		return d, []*orders.Diagnostic{act.Fault(orders.Illegal, "ruling-appeal-alone", r.Appeal, "N", r.Appeal.Text)}, nil
	}
	c, fault, err := ru.Claims.appealOf(tx, p, by, act, r.Appeal)
	if fault != nil || err != nil {
		return d, []*orders.Diagnostic{fault}, err
	}
	r.Decides = c.N
	d, faults, err = ru.planAct(tx, p, by, r)
	if err == nil && len(faults) == 0 {
		ru.Claims.onAppeal(&d, p.Game, c)
	}
	return d, faults, err
}

// planAct plans what the first line of a ruling begins.
func (ru *Rulings) planAct(tx store.ReadTx, p *play.Position, by written.Arbiter, r written.Ruling) (d decision, faults []*orders.Diagnostic, err error) {
	act := r.Acts[0]
	if r.Corrects() {
		if p.Game.Status != store.Running {
			code := map[store.Status]string{store.Ended: "ruling-over", store.Paused: "ruling-paused"}[p.Game.Status]
			return d, append(faults, act.Fault(orders.Illegal, code, act.Words[0], "Game", p.Game.ID)), nil
		}
		d, found, err := ru.planCorrect(tx, p, r)
		return d, append(faults, found...), err
	}
	planner := map[string]func(store.ReadTx, *play.Position, written.Arbiter, written.Ruling, written.Request) (decision, *orders.Diagnostic, error){
		written.ActExtend: ru.planExtend, written.ActPause: ru.planPause, written.ActResume: ru.planResume, written.ActBack: ru.planBack, written.ActThrow: ru.planThrow,
		written.ActAdjudge: ru.planAdjudge, written.ActAnnul: ru.planAnnul, written.ActEnd: ru.planEnd, written.ActAnswer: ru.planAnswer, written.ActDismiss: ru.Claims.planClaim, written.ActUphold: ru.Claims.planClaim, written.ActReplace: ru.planReplace, written.ActReopen: ru.planReopen,
		written.ActGo: ru.planGo,
	}[act.Verb]
	if planner == nil {
		return d, append(faults, act.Fault(orders.Unknown, "ruling-unknown", act.Words[0], "Word", act.Words[0].Text, "Rulings", rulingExamples(), "Corrections", correctionsOf(p))), nil
	}
	if known, _ := written.ActNamed(act.Verb); p.Game.Status == store.Ended && !known.AfterEnd {
		return d, append(faults, act.Fault(orders.Illegal, "ruling-over", act.Words[0], "Game", p.Game.ID)), nil
	}
	d, fault, err := planner(tx, p, by, r, act)
	if fault != nil {
		faults = append(faults, fault)
	}
	d.body.Act = act.Verb
	return d, faults, err
}

// onlyOnce remembers the text of a ruling for ever: whoever has seen the mail could send it
// again.
func (ru *Rulings) onlyOnce(tx club.Tx, game store.Game, by written.Arbiter, r written.Ruling) (*orders.Diagnostic, error) {
	if by.Shell {
		return nil, nil
	}
	id := sha256.Sum256(fmt.Appendf(nil, "keryx ruling 1\n%s\n%s", game.ID, mail.Canonical(r.Text)))
	err := tx.RecordSubmission(store.Submission{Game: game.ID, ID: id, Received: ru.Now()})
	if errors.As(err, new(*store.DuplicateError)) {
		return written.Request{}.Fault(orders.Illegal, "ruling-twice", r.Head), nil
	}
	return nil, err
}

// decide carries a ruling out.
func (ru *Rulings) decide(tx club.Tx, p *play.Position, by written.Arbiter, r written.Ruling, d decision) (entry int, err error) {
	d.body.By, d.body.Reason, d.body.Via = by.Key, r.Reason, viaMail
	text := mail.Canonical(written.WithoutLines(r.Text, written.RulingAside(r.Text)))
	switch {
	case by.Shell:
		d.body.Via = viaShell
	case !d.secret:
		d.body.Signed = text
	}
	if d.before != nil {
		if err := d.before(tx, p, by); err != nil {
			return 0, err
		}
	}
	if d.secret && !by.Shell { // both read the digest: without a key, a side could try texts on it
		key := p.Secret().RulingKey(p.Game.ID, p.Last.Seq+1)
		sum := hmac.New(sha256.New, key[:])
		sum.Write([]byte(text))
		d.body.Digest = fmt.Sprintf("%x", sum.Sum(nil))
	}
	if entry, err = ru.enter(tx, p, d.body, by.Ev); err != nil {
		return 0, err
	}
	if by.Key == "" {
		if err := noteRuled(tx, p.Game.ID, entry, by); err != nil {
			return entry, err
		}
	}
	if err := d.apply(tx, p, entry); err != nil {
		return entry, err
	}
	if by.Shell && (d.body.Act == written.ActAdjudge || d.body.Act == written.ActAnnul || d.body.Act == written.ActEnd) { // no mail tells of it
		if err := ru.Outbox.LeaveNote(tx, post.Note{What: post.NoteEnded, Game: p.Game.ID, Via: d.body.Act}); err != nil {
			return entry, err
		}
	}
	ru.Log.Info("a ruling", "game", p.Game.ID, "act", d.body.Act, "entry", entry, "via", d.body.Via)
	if d.letters != nil {
		return entry, d.letters(tx, p, entry)
	}
	return entry, ru.tellRuling(tx, p.Game.ID, entry, r.Reason, d.changes)
}

// enter writes a ruling into the ledger.
func (ru *Rulings) enter(tx club.Tx, p *play.Position, body play.RulingBody, ev club.Evidence) (int, error) {
	err := ru.enterFor(tx, p, "", body, ev)
	return p.Last.Seq, err
}

// encodeRuling writes the body of a ruling: its two lines.
func (ru *Rulings) encodeRuling(body play.RulingBody) ([]byte, error) {
	var blind [16]byte
	if _, err := io.ReadFull(ru.Random, blind[:]); err != nil {
		return nil, fmt.Errorf("encoding a ruling: %w", err)
	}
	words := body.RulingWords
	words.Blind = hex.EncodeToString(blind[:])
	second, err := json.Marshal(words)
	if err != nil {
		return nil, fmt.Errorf("encoding a ruling: %w", err)
	}
	body.RulingWords = play.RulingWords{}
	first, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encoding a ruling: %w", err)
	}
	return slices.Concat(first, []byte("\n"), second), nil
}

// tellRuling sends both players the letter of a ruling that leaves the position, and what is
// asked, as they are.
func (ru *Rulings) tellRuling(tx club.Tx, id string, entry int, reason string, changes [2][]adjudicator.Phrase) error {
	p, err := play.Load(tx, id)
	if err != nil {
		return err
	}
	defer p.Close()
	for i := range p.Seats {
		if err := ru.tellRulingTo(tx, p, adjudicator.Side(i), entry, reason, changes[i]); err != nil {
			return err
		}
	}
	return nil
}

// tellRulingTo is tellRuling to one side.
func (ru *Rulings) tellRulingTo(tx club.Tx, p *play.Position, side adjudicator.Side, entry int, reason string, changes []adjudicator.Phrase) error {
	seat := p.Seats[side]
	if seat.Player == "" {
		return nil
	}
	if p.Session == nil { // the game is over
		return ru.tellRulingOver(tx, p, seat, entry, reason, changes)
	}
	r, err := ru.Reports.Draft(tx, p, seat, side, templates.Ruled)
	if err != nil {
		return err
	}
	if err := ru.putRuling(tx, seat, &r, entry, reason, changes); err != nil {
		return err
	}
	if p.Game.Status == store.Paused {
		r.Deadline, r.OtherAsked = time.Time{}, false
	}
	return ru.Letters.Dispatch(tx, p.Game, &seat, r, post.Mailing{Purpose: "ruling", Seq: entry})
}

// tellRulingOver tells one side of a ruling that leaves a game over.
func (ru *Rulings) tellRulingOver(tx club.Tx, p *play.Position, seat store.Seat, entry int, reason string, changes []adjudicator.Phrase) error {
	player, err := tx.Player(seat.Player)
	if err != nil || player.Address == post.MachineAddress {
		return err
	}
	return ru.Letters.TellPlayer(tx, player, seat, "ruling-over", fmt.Sprint(entry), "Game", p.Game.ID, "Entry", entry, "Reason", Indented(reason), "Changes", timed(changes, player))
}

// reportRuled mails a side a report of how things are after a ruling, with what else it shall say.
func (ru *Rulings) reportRuled(tx club.Tx, p *play.Position, to adjudicator.Side, ruled templates.Ruling, more func(*templates.Report)) error {
	return ru.reportAs(tx, p, to, reports.KindFor(p, to, templates.Ruled), ruled, more)
}

// nothingMore is said in a report beside a ruling.
func nothingMore(*templates.Report) {}

// reportAs is [Rulings.reportRuled] with a report of some kind.
func (ru *Rulings) reportAs(tx club.Tx, p *play.Position, to adjudicator.Side, kind templates.Kind, ruled templates.Ruling, more func(*templates.Report)) error {
	var put error
	err := ru.Reports.Report(tx, p, to, kind, "", func(r *templates.Report) {
		more(r)
		put = ru.putRuling(tx, p.Seats[to], r, ruled.Entry, ruled.Reason, ruled.Changes)
	})
	return firstOf(err, put)
}

// stray is the fault of words behind an act that is complete without them.
func stray(act written.Request) *orders.Diagnostic {
	if words := act.Terms(); len(words) > 0 {
		return act.Fault(orders.Unreadable, "ruling-left-over", words[0], "Words", act.Whole(1).Text)
	}
	return nil
}

// putRuling puts a ruling into a letter, with times as its reader has them.
func (ru *Rulings) putRuling(tx store.ReadTx, seat store.Seat, r *templates.Report, entry int, reason string, changes []adjudicator.Phrase) error {
	player, err := tx.Player(seat.Player)
	if err != nil {
		return fmt.Errorf("game %s: the player of %s: %w", seat.Game, seat.Side, err)
	}
	ruled := templates.Ruling{Entry: entry, Reason: reason, Changes: timed(changes, player)}
	if ruled.Appeal, err = ru.Claims.appealUntil(tx, seat, entry); err != nil {
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
				all[i].Args[j] = p.WhenIn(at, written.ZoneOf(reader))
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
