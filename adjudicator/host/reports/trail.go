package reports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/store"
	"keryx/templates"
)

// What is secret in a running game can be seen on the server by who looks after it, and he
// may be its referee and play himself. Every such look is on record before anything is
// shown: when, by which command, by whom. The game's referee is told, and both players
// when all secrets are open (result.go of the templates).

// noteLookAtNone puts on record a look that is of no game in particular: nobody is told.
func (rp *Reports) noteLookAtNone(tx club.Tx, l play.Look) error {
	_, err := tx.AddRead(store.Read{At: rp.Now(), Command: l.Command, What: l.What, User: rp.User, Told: true})
	if err != nil {
		return fmt.Errorf("putting a look on record: %w", err)
	}
	return nil
}

// Message returns one message that came in, with all its bytes. They may hold a side's
// secret orders, so that it was read is on record. The error wraps [store.ErrNotFound]
// when there is none.
func (rp *Reports) Message(ctx context.Context, id int64) (row store.InboxMessage, err error) {
	err = rp.Write(ctx, func(tx club.Tx) error {
		if row, err = tx.InboxMessage(id); err != nil {
			return err
		}
		games, err := gamesOfMessage(tx, row)
		if err != nil {
			return err
		}
		l := play.Look{Command: fmt.Sprintf("inbox show %d --body", id), What: play.ReadEmailIn}
		if len(games) == 0 {
			return rp.noteLookAtNone(tx, l)
		}
		return rp.Games.NoteLook(tx, l, games...)
	})
	if err != nil {
		return store.InboxMessage{}, err
	}
	rp.Log.Warn("audit: message body read", "message", id)
	return row, nil
}

// MessageHeader is [Reports.Message] with the header alone in the place of the bytes, and their
// number. A header travels open even where a mail is encrypted, and no order is read from
// it: that it was read is not on record.
func (rp *Reports) MessageHeader(ctx context.Context, id int64) (row store.InboxMessage, size int, err error) {
	err = rp.Store.View(ctx, func(tx store.ReadTx) (err error) {
		row, err = tx.InboxMessage(id)
		return err
	})
	size, row.Raw = len(row.Raw), onlyFields(row.Raw)
	return row, size, err
}

// gamesOfMessage lists the games that a message belongs to: where it is not known, those
// that its author has a part in, as far as it says who he is.
func gamesOfMessage(tx store.ReadTx, row store.InboxMessage) ([]store.Game, error) {
	if row.Game != "" {
		game, err := tx.Game(row.Game)
		if errors.Is(err, store.ErrNotFound) {
			return nil, nil
		}
		return []store.Game{game}, err
	}
	if row.Player == "" {
		return nil, nil
	}
	return gamesOf(tx, row.Player)
}

// onlyFields is the header of a mail: the lines up to the first that can be in none. What
// stands in a mail without a header is not shown as one.
func onlyFields(raw []byte) []byte {
	head := HeaderOf(raw)
	for at := 0; at < len(head); {
		end := len(head)
		if i := bytes.IndexByte(head[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := head[at:end]
		name, _, field := bytes.Cut(line, []byte(":"))
		folded := at > 0 && (line[0] == ' ' || line[0] == '\t')
		if !folded && (!field || len(name) == 0 || bytes.ContainsAny(name, " \t")) {
			return head[:at]
		}
		at = end
	}
	return head
}

// Outgoing returns one mail that goes out, with all its bytes. They may tell what only one
// side may know, so that it was read is on record. The error wraps [store.ErrNotFound] when
// there is none.
func (rp *Reports) Outgoing(ctx context.Context, id int64) (m store.OutboxMail, err error) {
	err = rp.Write(ctx, func(tx club.Tx) error {
		if m, err = tx.OutboxMail(id); err != nil {
			return err
		}
		l := play.Look{Command: fmt.Sprintf("outbox show %d --body", id), What: play.ReadEmailOut}
		if m.Game == "" {
			return rp.noteLookAtNone(tx, l)
		}
		game, err := tx.Game(m.Game)
		if err != nil {
			return err
		}
		return rp.Games.NoteLook(tx, l, game)
	})
	if err != nil {
		return store.OutboxMail{}, err
	}
	rp.Log.Warn("audit: outgoing message read", "mail", id)
	return m, nil
}

// OutgoingHeader is [Reports.Outgoing] with the header alone in the place of the bytes, and
// their number. The server writes nothing secret into one: that it was read is not on record.
func (rp *Reports) OutgoingHeader(ctx context.Context, id int64) (m store.OutboxMail, size int, err error) {
	err = rp.Store.View(ctx, func(tx store.ReadTx) (err error) {
		m, err = tx.OutboxMail(id)
		return err
	})
	size, m.Raw = len(m.Raw), onlyFields(m.Raw)
	return m, size, err
}

// Ledger returns a game's whole ledger, with the orders of both sides, and without what stood
// around them in the players' mails; that it was read is on record.
func (rp *Reports) Ledger(ctx context.Context, game string) ([]adjudicator.Entry, error) {
	return rp.ledger(ctx, game, false)
}

// LedgerAside is [Reports.Ledger] with all that the players have signed: in a dispute, who rules may
// have to see what stood around their orders.
func (rp *Reports) LedgerAside(ctx context.Context, game string) ([]adjudicator.Entry, error) {
	return rp.ledger(ctx, game, true)
}

func (rp *Reports) ledger(ctx context.Context, game string, aside bool) (all []adjudicator.Entry, err error) {
	err = rp.Write(ctx, func(tx club.Tx) error {
		row, err := play.GameNamed(tx, game)
		if err != nil {
			return err
		}
		entries, err := tx.Entries(game, 1)
		if err != nil {
			return err
		}
		command := "ledger " + game + " --bodies"
		if aside {
			command += " --aside"
		} else {
			rules, err := play.RulesOf(row)
			if err != nil {
				return err
			}
			for i, e := range entries {
				entries[i] = written.WithoutAside(rules, e)
			}
		}
		all = club.LedgerEntries(entries)
		return rp.Games.NoteLook(tx, play.Look{Command: command, What: play.ReadLedger}, row)
	})
	if err != nil {
		return nil, err
	}
	rp.Log.Warn("audit: ledger read", "game", game)
	return all, nil
}

// OpenLedger returns a game's ledger without what its entries record, but for those that are
// nobody's secret, and checks its chain. The error matches [adjudicator.ErrChain] if that
// does not hold; the entries come with it.
func (rp *Reports) OpenLedger(ctx context.Context, game string) (all []adjudicator.Entry, err error) {
	err = rp.Store.View(ctx, func(tx store.ReadTx) (err error) {
		all, err = LedgerOf(tx, game)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = adjudicator.VerifyChain(all)
	for i := range all {
		if !isPublic(all[i].Kind) && (all[i].Kind != adjudicator.Ruling || all[i].Side != "") {
			all[i].Body = nil
		}
	}
	return all, err
}

// isPublic reports whether the bodies of such entries are nobody's secret.
func isPublic(k adjudicator.EntryKind) bool {
	switch k {
	case adjudicator.Created, adjudicator.Commit, adjudicator.Reveal, adjudicator.Reseed, adjudicator.Deadline, adjudicator.Appealed, adjudicator.Ended:
		return true
	}
	return false
}

// LedgerOf reads the whole ledger of a game.
func LedgerOf(tx store.ReadTx, game string) (all []adjudicator.Entry, err error) {
	if _, err := play.GameNamed(tx, game); err != nil {
		return nil, err
	}
	entries, err := tx.Entries(game, 1)
	return club.LedgerEntries(entries), err
}

// Backup writes a copy of the database to path, which must not exist. Whoever has it can
// see whatever is secret, so that it was made is on record, in the copy as well; nobody is
// told, for backups are made every night.
func (rp *Reports) Backup(ctx context.Context, path string) error {
	if err := rp.Write(ctx, func(tx club.Tx) error {
		return rp.noteLookAtNone(tx, play.Look{Command: "backup", What: play.ReadCopy})
	}); err != nil {
		return err
	}
	return rp.Store.Backup(ctx, path)
}

// Reads lists the looks at what is secret in a game, oldest first, with those that were at
// no game in particular; of all games if it is empty. The error is an *[play.UnknownGameError]
// if there is no such game.
func (rp *Reports) Reads(ctx context.Context, game string) (reads []store.Read, err error) {
	err = rp.Store.View(ctx, func(tx store.ReadTx) error {
		if game != "" {
			if _, err := play.GameNamed(tx, game); err != nil {
				return err
			}
		}
		all, err := tx.Reads("")
		for _, r := range all {
			if game == "" || r.Game == "" || r.Game == game {
				reads = append(reads, r)
			}
		}
		return err
	})
	return reads, err
}

// readsToldSetting remembers on which day, in UTC, a game's referee was last told of looks.
func readsToldSetting(game string) string { return "reads-told/" + game }

// maxReadsTold bounds the looks that one notice lists: a text that is put into another is
// cut when it is long.
const maxReadsTold = 8

// TellReads tells the referees of looks at what is secret in their games: of all since the
// last time together, and once a day at most. It returns how many games it told of.
func (rp *Reports) TellReads(ctx context.Context) (n int, err error) {
	var waiting int
	err = rp.Store.View(ctx, func(tx store.ReadTx) error {
		untold, err := tx.UntoldReads()
		waiting = len(untold)
		return err
	})
	if err != nil || waiting == 0 {
		return 0, err
	}
	err = rp.Write(ctx, func(tx club.Tx) error {
		untold, err := tx.UntoldReads()
		if err != nil {
			return err
		}
		for len(untold) > 0 {
			k := 1
			for k < len(untold) && untold[k].Game == untold[0].Game {
				k++
			}
			told, err := rp.tellReadsOf(tx, untold[:k])
			if err != nil {
				return err
			}
			if told {
				n++
			}
			untold = untold[k:]
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("telling of looks at what is secret: %w", err)
	}
	return n, nil
}

// tellReadsOf tells a game's referee of looks at it, unless he has been told of some today.
// In a game without one the players hear of them at its end.
func (rp *Reports) tellReadsOf(tx club.Tx, reads []store.Read) (told bool, err error) {
	game, err := tx.Game(reads[0].Game)
	if err != nil {
		return false, err
	}
	last := reads[len(reads)-1].ID
	if game.Referee == "" {
		return false, tx.TellReads(game.ID, last)
	}
	today := rp.Now().UTC().Format(time.DateOnly)
	day, err := tx.Setting(readsToldSetting(game.ID))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return false, err
	}
	if string(day) == today {
		return false, nil
	}
	player, err := tx.Player(game.Referee)
	if errors.Is(err, store.ErrNotFound) {
		player, err = store.Player{Address: game.Referee, Language: "en"}, nil
	}
	if err != nil {
		return false, err
	}
	n := post.Notice{Key: "read", Once: fmt.Sprintf("%s/%d", game.ID, last), Args: []any{"Game", game.ID, "Looks", listReads(player, reads)}}
	if err := rp.Letters.TellReferee(tx, game, n); err != nil {
		return false, err
	}
	if err := tx.SetSetting(readsToldSetting(game.ID), []byte(today)); err != nil {
		return false, err
	}
	return true, tx.TellReads(game.ID, last)
}

// listReads is a list of looks in somebody's language, one a line.
func listReads(to store.Player, reads []store.Read) string {
	p := templates.For(to.Language, "")
	var lines []string
	for _, r := range reads[:min(len(reads), maxReadsTold)] {
		lines = append(lines, "    "+p.Say("read.line", "At", p.WhenIn(r.At, written.ZoneOf(to)), "What", p.Say("read.what."+r.What), "Command", r.Command, "User", r.User))
	}
	if more := len(reads) - maxReadsTold; more > 0 {
		lines = append(lines, "    "+p.Say("read.more", "Count", more))
	}
	return strings.Join(lines, "\n")
}

// HeaderOf cuts the beginning of a mail off after its header.
func HeaderOf(head []byte) []byte {
	for i := range head {
		rest := string(head[i:min(i+4, len(head))])
		if rest == "\r\n\r\n" || len(rest) >= 2 && rest[:2] == "\n\n" {
			return head[:i]
		}
	}
	return head
}
