package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
	"keryx/templates"
)

type loopbackDelivery = loopback.Delivery

// figures are the lines of the table at the end of the demo.
func (d *demo) figures(ctx context.Context, mails []loopbackDelivery) ([][2]string, error) {
	in, out := 0, 0
	for _, m := range mails {
		if m.To == demoServer {
			in++
		} else {
			out++
		}
	}
	status, err := d.host.Status(ctx, d.game)
	if err != nil {
		return nil, err
	}
	rows := [][2]string{
		{"game", fmt.Sprintf("%s, turn %d, %s", d.game, status.Game.Turn, status.Game.Status)},
		{"mails to the server", fmt.Sprint(in)},
		{"mails to the players", fmt.Sprint(out)},
	}
	perTurn, err := d.perTurn(ctx, status.Game.Turn)
	if err != nil {
		return nil, err
	}
	if len(perTurn) > 0 {
		rows = append(rows, [2]string{"  to a player in " + d.period(), screen.Spread(perTurn)})
	}
	answers, err := d.answers(ctx)
	if err != nil {
		return nil, err
	}
	for _, state := range screen.SortedKeys(answers) {
		rows = append(rows, [2]string{"  answered as " + string(state), fmt.Sprint(answers[state])})
	}
	return append(rows,
		[2]string{"time", fmt.Sprintf("%.1f s", time.Since(d.begin).Seconds())},
		[2]string{"ledger", fmt.Sprintf("%d entries, head %s", status.Head.Seq, status.Head.Hash)}), nil
}

// letter shows the last letter in which something was asked of the first player, as its text was sent
// but for the proof at its end. Whoever plays has read it already.
func (d *demo) letter(ctx context.Context) error {
	if d.byHand {
		return nil
	}
	mails, err := d.post.Inbox(ctx, d.players[0].address)
	if err != nil {
		return err
	}
	for _, raw := range slices.Backward(mails) {
		report, err := mail.ReadReport(raw)
		if err != nil {
			return err
		}
		if _, asks := templates.OrderFile(report.Text); !asks {
			continue
		}
		text, _, _ := strings.Cut(report.Text, "keryx-proof-1")
		fmt.Fprintf(d.g.Out, "\nOne of the emails, as %s reads it:\n\nSubject: %s\n\n%s\n", d.players[0].name, report.Subject, strings.TrimSpace(text))
		return nil
	}
	return errors.New("fell short: no email asked anything")
}

// demoNext is what can be done after the demo, of which it names the game and a side.
const demoNext = `
Next (write "go run ./cmd/keryx" for "keryx" as long as you have not built it):
  %-30s play a side yourself
  keryx demo --out DIR           keep every email, to read in order in DIR/mails
  keryx help start               how a player answers; keryx help lists the other topics
  keryx init                     set up a club of your own
`

// next says what can be done after the demo.
func (d *demo) next() string {
	game, play := d.rules.Info(), "keryx demo"
	if game.Name != demoGame {
		play += " --game " + game.Name
	}
	if d.setup != "" {
		play += " --scenario " + d.setup
	}
	return fmt.Sprintf(demoNext, play+" --play "+game.Sides[0])
}

// period is what a turn of the game is: "a month".
func (d *demo) period() string {
	name := d.rules.Info().Name
	return templates.For("en", name).Say(name + ".a-period")
}

// perTurn counts the mails to each player in each turn before the one in play, of every
// kind. The letter that tells the end of a turn opens the next one, and counts there.
func (d *demo) perTurn(ctx context.Context, now int) (all []int, err error) {
	err = d.host.Store.View(ctx, func(tx store.ReadTx) error {
		mails, err := tx.OutboxMails(store.OutboxFilter{State: store.Sent})
		if err != nil {
			return err
		}
		slices.SortFunc(mails, func(a, b store.OutboxMail) int { return cmp.Compare(a.ID, b.ID) })
		for _, player := range d.players {
			reports, err := tx.Reports(d.game, player.side)
			if err != nil {
				return err
			}
			turns := map[int64]int{}
			for _, r := range reports {
				turns[r.Outbox] = r.Turn
			}
			counts, turn := make([]int, max(now, 1)), 1
			for _, m := range mails {
				if of, ok := turns[m.ID]; ok {
					turn = of
				}
				if m.Recipient == player.address && turn < now {
					counts[turn]++
				}
			}
			all = append(all, counts[1:]...)
		}
		return nil
	})
	return all, err
}

// answers counts the mails of people to the server by what became of them.
func (d *demo) answers(ctx context.Context) (map[store.InboxState]int, error) {
	counts := map[store.InboxState]int{}
	err := d.host.Store.View(ctx, func(tx store.ReadTx) error {
		mails, err := tx.InboxMessages(store.InboxFilter{})
		for _, m := range mails {
			if m.State == store.Command && m.Player == "" {
				continue // a note of the server to itself: the game was made
			}
			counts[m.State]++
		}
		return err
	})
	return counts, err
}

// unexpected is an error once a mail has been answered in a way that the demo
// did not ask for.
func (d *demo) unexpected(ctx context.Context) error {
	if d.byHand {
		return nil // whatever a person sends is answered, and that is all right
	}
	counts, err := d.answers(ctx)
	for state, n := range counts {
		allowed := state == store.Accepted || state == store.Received || state == store.Faulty && n <= 1
		if !allowed {
			err = errors.Join(err, fmt.Errorf("fell short: %d mails were answered as %s", n, state))
		}
	}
	return err
}

// proven reports whether the mails prove the dice of the game: a throw at least was computed again, or nobody has thrown
// any and the secret of a turn was published all the same. In a single turn there need be neither.
func proven(results []host.Verification, turns int) bool {
	if len(results) != 1 {
		return false
	}
	v := results[0]
	return v.Rolls > 0 || v.Pending == 0 && (v.Turns > 0 || turns == 1)
}

// shortfalls says what the demo should have shown and did not.
func (d *demo) shortfalls(ctx context.Context, results []host.Verification, turns int) error {
	var short error
	missing := func(ok bool, what string) {
		if !ok {
			short = errors.Join(short, errors.New("fell short: "+what))
		}
	}
	counts, err := d.answers(ctx)
	if err != nil {
		return err
	}
	missing(proven(results, turns), "no throw could be computed again from the mails")
	missing(counts[store.Accepted] > 0, "no order was accepted")
	missing(d.byHand || counts[store.Faulty] == 1, "the mistake made on purpose was not answered as faulty, once")
	for state, n := range counts {
		if d.byHand {
			break
		}
		known := state == store.Accepted || state == store.Faulty
		missing(known || n == 0, fmt.Sprintf("%d mails were answered as %s", n, state))
	}
	replayed, err := d.host.Replay(ctx, d.game)
	if err != nil {
		return errors.Join(short, err)
	}
	fmt.Fprintf(d.g.Out, "replayed from the ledger: %d turns, %d entries, the same to the byte\n", replayed.Turns, replayed.Entries)
	return short
}
