package intake

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A seat may be held by the machine: the sensible player of the ruleset, or one who does anything
// legal where there is none. It is written to and signs orders like anybody, so that its moves are
// checked, kept and proven as a person's are. Its letters are read in this process instead of being
// sent: what answers one is a mail in the inbox whose bytes follow from the letter alone, so that a
// letter which is read twice is answered once.
//
// What it knows is what it is told. It plans in a world that its side cannot tell from the true one,
// made anew for each letter; see [adjudicator.Session.Conceal].

// AnswerAsMachine reads a letter to the machine, and puts its orders into the inbox if the letter
// asks for any, as a mail that came in at some time.
func (mc *Machine) AnswerAsMachine(ctx context.Context, m store.OutboxMail, at time.Time) error {
	letter, err := mail.ReadReport(m.Raw)
	if err != nil {
		return fmt.Errorf("the machine reads mail %d: %w", m.ID, err)
	}
	template, ok := templates.OrderFile(letter.Text)
	if !ok || m.Game == "" {
		return nil
	}
	blank, _ := orders.Parse(template) // nothing is chosen in it yet: only its header counts
	code := requests.CodeOf(blank.Header.Answers.Value)
	file, err := mc.machineFile(ctx, m, template, code)
	if err != nil || file == "" {
		return err
	}
	raw, err := mc.machineMail(ctx, m, letter, file)
	if err != nil {
		return fmt.Errorf("the machine answers mail %d: %w", m.ID, err)
	}
	row, err := mc.keepOwn(ctx, m, raw, at)
	if err != nil {
		return err
	}
	if row.State.Final() {
		mc.noticeRefused(row)
		return nil
	}
	if mc.ByJobs {
		return nil
	}
	if row.State, err = mc.Intake.Work(ctx, row); err != nil {
		return fmt.Errorf("the machine's orders of message %d: %w", row.ID, err)
	}
	mc.noticeRefused(row)
	return nil
}

// readAsMachine has the machine answer the letters to it that wait to be sent, and those that
// follow from its answers, as if it did so at some time. They stay in the outbox: who reads one
// once more finds it answered.
func (mc *Machine) readAsMachine(ctx context.Context, at time.Time) error {
	read := map[int64]bool{}
	for {
		var letters []store.OutboxMail
		err := mc.Store.View(ctx, func(tx store.ReadTx) error {
			letters = nil
			rows, err := tx.OutboxMails(store.OutboxFilter{State: store.Queued})
			if err != nil {
				return err
			}
			for _, row := range slices.Backward(rows) { // the oldest first
				if row.Recipient != post.MachineAddress || read[row.ID] {
					continue
				}
				m, err := tx.OutboxMail(row.ID)
				if err != nil {
					return err
				}
				letters = append(letters, m)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("looking for letters to the machine: %w", err)
		}
		if len(letters) == 0 {
			return nil
		}
		for _, m := range letters {
			read[m.ID] = true
			if err := mc.AnswerAsMachine(ctx, m, at); err != nil {
				return err
			}
		}
	}
}

// keepOwn stores a mail of the machine in the inbox, or finds it there. It lies in no mailbox, so
// that there is nothing to file.
func (mc *Machine) keepOwn(ctx context.Context, m store.OutboxMail, raw []byte, came time.Time) (row store.InboxMessage, err error) {
	now := mc.Now()
	at := store.Place{Folder: post.MachineFolder, UIDValidity: 1, UID: uint32(m.ID)}
	err = mc.Write(ctx, func(tx club.Tx) error {
		row, _, err = tx.AddInbox(store.InboxMessage{ContentHash: sha256.Sum256(raw), Place: at, InternalDate: came, FirstSeen: now, Receipt: came,
			Raw: raw, State: store.Received})
		if err != nil {
			return err
		}
		return tx.MarkFiled(row.ID, at)
	})
	if err != nil {
		return row, fmt.Errorf("storing the machine's answer to mail %d: %w", m.ID, err)
	}
	mc.Did(club.StepFetched)
	return row, nil
}

// noticeRefused tells the log of orders of the machine that were refused: the ruleset's player has
// chosen what its rules do not allow. The game then goes on as with a player who does not answer.
func (mc *Machine) noticeRefused(row store.InboxMessage) {
	if row.State == store.Faulty {
		mc.Log.Error("computer player's orders rejected", "message", row.ID, "game", row.Game)
	}
}

// machineFile is the order file that the machine answers a letter with; empty if nothing is asked
// of it any more.
func (mc *Machine) machineFile(ctx context.Context, m store.OutboxMail, template, code string) (string, error) {
	var rules adjudicator.Ruleset
	var plan []adjudicator.Words
	var first string // the standing orders to begin with
	err := mc.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := play.Load(tx, m.Game)
		if err != nil {
			return err
		}
		defer p.Close()
		rules = p.Rules
		side, ok := p.Info.Seat(m.Side)
		if !ok || p.Session == nil || code != requests.CodeOf(p.Seats[side].Answers) {
			return nil
		}
		if strings.TrimSpace(p.Session.Standing(side, templates.For("en", "").Language())) == "" {
			first = adjudicator.Starter(p.Rules, p.Game.Scenario, side, "en")
		}
		plan, err = Think(p, side, MachineMind(code))
		return err
	})
	if err != nil || len(plan) == 0 {
		return "", err
	}
	printer := templates.For("en", rules.Info().Name)
	file := strings.TrimRight(template, "\n") + "\n"
	for _, words := range plan {
		file += "  " + printer.Words(words) + "\n"
	}
	if first != "" {
		file += "\nstanding\n"
		for line := range strings.Lines(first) {
			file += "  " + line
		}
	}
	return orders.WithNonce(file, machineNonce(code)), nil
}

// MachineMind is the randomness that the machine thinks over one letter with.
func MachineMind(code string) *rand.Rand {
	seed := sha256.Sum256([]byte("keryx machine mind " + code))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(seed[:]), binary.BigEndian.Uint64(seed[8:])))
}

// machineNonce is the nonce of the machine's answer to the letter of a code. Anybody who has the code
// can compute it, so that the server cannot look for one that gives better dice.
func machineNonce(code string) string {
	sum := sha256.Sum256([]byte("keryx machine nonce " + code))
	return base32.StdEncoding.EncodeToString(sum[:16])[:26]
}

// Think has the ruleset's own player decide what he is asked, in a world that his side cannot tell
// from the true one.
func Think(p *play.Position, side adjudicator.Side, r *rand.Rand) ([]adjudicator.Words, error) {
	kind := adjudicator.RandomPlayer
	if _, ok := p.Rules.(adjudicator.Bot); ok {
		kind = adjudicator.SensiblePlayer
	}
	player, err := adjudicator.NewPlayer(p.Rules, kind, r)
	if err != nil {
		return nil, err
	}
	p.Session.Conceal(side, r)
	return PlanFor(p, side, player)
}

// machineMail is the mail with the machine's signed orders. Its bytes follow from the letter that it
// answers, and from the file.
func (mc *Machine) machineMail(ctx context.Context, m store.OutboxMail, letter mail.Received, file string) ([]byte, error) {
	var private []byte
	err := mc.Store.View(ctx, func(tx store.ReadTx) (err error) {
		private, err = tx.Setting(post.MachineKey)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("its key: %w", err)
	}
	signer, err := mail.ParseSigner(private, nil)
	if err != nil {
		return nil, err
	}
	signed, err := signer.Sign(file, m.Created)
	if err != nil {
		return nil, err
	}
	return mail.Compose(mail.Letter{From: mail.Address{Addr: post.MachineAddress}, To: mail.Address{Addr: mc.Post.Address},
		Subject: "Re: " + letter.Subject, Date: m.Created, InReplyTo: letter.MessageID, References: []string{letter.MessageID},
		MessageID: mail.MessageID("keryx.invalid", "machine", letter.MessageID), AutoSubmitted: mail.NotAutomatic, Text: string(signed)})
}
