package demo

import (
	"bytes"
	"context"
	nonce "crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// demoPlayer is a player of the demo. To the server he is a mail program like
// any other: he reads his reports over IMAP, completes the order file that they
// hold, signs it, and sends it over SMTP.
type demoPlayer struct {
	demo    *demo
	side    string
	name    string
	address string
	kind    mail.KeyKind
	slips   bool // he makes a mistake once, to see what happens
	mind    adjudicator.Player
	bell    chan struct{} // rings when mail has come
	signer  *mail.Signer
	human   *human        // who plays in his place, or nil
	blank   string        // the last order file that the person was given
	asking  mail.Received // the letter that held it

	read      int    // mails read so far
	sent      int    // mails sent so far
	corrected string // the right file, while the wrong one is on its way
}

// enrol makes the player's key, keeps it, and registers him with it.
func (p *demoPlayer) enrol(ctx context.Context) error {
	private, public, err := mail.GenerateKey(p.kind, p.name+" <"+p.address+">", nil, time.Now())
	if err != nil {
		return err
	}
	file := filepath.Join(p.demo.dir, "keys", strings.ToLower(p.name))
	if err := os.WriteFile(file, private, 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(file+".pub", []byte(public.Text+"\n"), 0o600); err != nil {
		return err
	}
	if p.signer, err = mail.ParseSigner(private, nil); err != nil {
		return err
	}
	err = p.demo.host.Seats.AddPlayer(ctx, store.Player{Address: p.address, Name: p.name, Language: p.demo.lang, TimeZone: "Europe/Paris"})
	if err != nil {
		return err
	}
	_, err = p.demo.host.Keys.AddKey(ctx, p.address, "", []byte(public.Text))
	return err
}

// play answers every mail until enough turns are over.
func (p *demoPlayer) play(ctx context.Context, months int) error {
	return p.follow(ctx, 200*time.Millisecond, p.answer, func() (bool, error) { return p.demo.over(ctx, months) })
}

// follow answers every mail as it comes, until it is over. He looks each time when the bell rings, and now and then.
func (p *demoPlayer) follow(ctx context.Context, often time.Duration, answer func(context.Context, []byte) error, over func() (bool, error)) error {
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		mails, err := p.demo.post.Inbox(ctx, p.address)
		if err != nil {
			return fmt.Errorf("%s reads his mail: %w", p.name, err)
		}
		for ; p.read < len(mails); p.read++ {
			if end, err := over(); err != nil || end {
				return err
			}
			if err := answer(ctx, mails[p.read]); err != nil {
				return fmt.Errorf("%s answers mail %d: %w", p.name, p.read+1, err)
			}
		}
		if end, err := over(); err != nil || end {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-p.bell:
		case <-tick.C:
		}
	}
}

// answer reads one report and sends the orders that it asks for.
func (p *demoPlayer) answer(ctx context.Context, raw []byte) error {
	report, err := mail.ReadReport(raw)
	if err != nil {
		return err
	}
	if p.human != nil {
		return p.answerByHand(ctx, report)
	}
	p.demo.say("%-6s reads   %s", p.name, report.Subject)
	if err := p.demo.unexpected(ctx); err != nil {
		return err
	}
	if p.corrected != "" {
		file := p.corrected
		p.corrected = ""
		return p.send(ctx, report, file)
	}
	template, ok := templates.OrderFile(report.Text)
	if !ok {
		return nil
	}
	blank, _ := orders.Parse(template) // a template has no choice made yet, only its header counts
	file, first, err := p.complete(ctx, p.demo.game, template, blank.Header.Answers.Value, p.mind)
	if err != nil || file == "" {
		return err
	}
	if p.sent == 0 {
		file += p.standing()
	}
	if p.slips && p.sent == 1 && !p.demo.byHand {
		p.corrected = file
		file = misspell(file, first)
	}
	return p.send(ctx, report, file)
}

// complete is the order file of a letter with what a mind answers, and the first of its orders; empty where nothing is
// to be answered.
func (p *demoPlayer) complete(ctx context.Context, game, template, answers string, mind adjudicator.Player) (file, first string, err error) {
	plan, err := p.demo.host.Intake.PlanAnswer(ctx, game, p.side, answers, mind)
	if err != nil || len(plan) == 0 {
		return "", "", err
	}
	printer := templates.For(p.demo.lang, p.demo.rules.Info().Name)
	file = strings.TrimRight(template, "\n") + "\n"
	for _, words := range plan {
		file += "  " + printer.Words(words) + "\n"
	}
	return file, printer.Words(plan[0]), nil
}

// standing is the section of standing orders that the player's first file ends with, or
// nothing if the game proposes none.
func (p *demoPlayer) standing() string {
	if _, ok := p.demo.rules.(adjudicator.Guide); !ok {
		return ""
	}
	side, _ := p.demo.rules.Info().Seat(p.side)
	section := "\n" + p.demo.standingTitle() + "\n"
	for line := range strings.Lines(adjudicator.Starter(p.demo.rules, p.demo.setup, side, p.demo.lang)) {
		section += "  " + line
	}
	return section
}

// standingTitle is the line that standing orders stand below, in the language of the players.
func (d *demo) standingTitle() string {
	return orders.Heading("standing").In(orders.LanguageOf(d.lang))
}

// misspell makes the mistake that everybody makes sooner or later: two letters
// of an order change places.
func misspell(file, order string) string {
	verb, rest, _ := strings.Cut(order, " ")
	letters := []rune(verb)
	letters[1], letters[2] = letters[2], letters[1]
	wrong := string(letters)
	return strings.Replace(file, "  "+strings.TrimSpace(verb+" "+rest)+"\n", "  "+strings.TrimSpace(wrong+" "+rest)+"\n", 1)
}

// send signs a file and sends it as the answer to a report.
func (p *demoPlayer) send(ctx context.Context, report mail.Received, file string) error {
	p.demo.say("%-6s sends   %s", p.name, summarise(file, p.demo.standingTitle()))
	return p.mail(ctx, report, orders.WithNonce(file, nonce.Text()))
}

// mail signs a text and sends it as the answer to a letter.
func (p *demoPlayer) mail(ctx context.Context, letter mail.Received, text string) error {
	signed, err := p.signer.Sign(text, time.Now())
	if err != nil {
		return err
	}
	p.sent++
	raw, err := mail.Compose(mail.Letter{
		From: mail.Address{Name: p.name, Addr: p.address}, To: mail.Address{Addr: demoServer},
		Subject: "Re: " + letter.Subject, Date: time.Now(), InReplyTo: letter.MessageID, References: []string{letter.MessageID},
		MessageID:     mail.MessageID("players.test", p.address, fmt.Sprint(p.sent)),
		AutoSubmitted: mail.NotAutomatic, Text: string(signed),
	})
	if err != nil {
		return err
	}
	return p.demo.post.Submit(ctx, p.address, demoServer, raw)
}

// summarise names the verbs of a file: "3 orders: spend, activate, end". Standing orders, below
// that title, it only mentions.
func summarise(file, standing string) string {
	var verbs []string
	orders, more := 0, ""
	inside := false
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line == standing:
			inside, more = false, ", and standing orders"
		case line == "orders", line == "ordres":
			inside = true
		case inside:
			orders++
			if verb, _, _ := strings.Cut(line, " "); !slices.Contains(verbs, verb) {
				verbs = append(verbs, verb)
			}
		}
	}
	return fmt.Sprintf("%s: %s%s", screen.Count(orders, "order"), strings.Join(verbs, ", "), more)
}

// whose is the name of an address: what stands before the domain, and before the plus
// sign of a return path.
func whose(address string) string {
	local, _, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	return local
}

// saveMails keeps every mail, in the order in which they were delivered.
func (d *demo) saveMails(mails []loopbackDelivery) error {
	for i, m := range mails {
		name := fmt.Sprintf("%03d-%s-to-%s.eml", i+1, whose(m.From), whose(m.To))
		if err := os.WriteFile(filepath.Join(d.dir, "mails", name), bytes.TrimSpace(m.Raw), 0o600); err != nil {
			return err
		}
	}
	return nil
}
