package requests

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// FeedWish is what a mail of requests asks about the feed of its author.
type FeedWish int

// Mail is a signed mail of requests on its way to its answers. Nothing of it
// changes a game: each answer goes to its author's registered address, and tells him
// what his own last report could have told him.
type Mail struct {
	post.Received
	Key    store.Key
	Player store.Player

	Plain   string          // the text without what stands around it
	Left    []orders.Aside  // that
	Binding orders.Binding  // which server the text is for, and when it was written
	Before  *Heard          // what became of it when it came before; nil if it did not
	done    bool            // something was done at its word
	Copies  int             // requests that may be copies of an old mail, which anybody can send
	readied written.Request // the last that was added to what is shown ready to be signed

	Reply templates.Reply // what goes into one letter
	Feed  FeedWish        // settled with the letter, that no address is made that nobody is told
	Sent  int             // letters queued
	Purse Purse           // what the answers are taken from
	Again bool            // it asks in the words of a mail that was answered before

	Last adjudicator.Phrase // tells that an answer is the last of the day
}

// RefusedAs is the state of a mail of which nothing was granted.
func (a *Mail) RefusedAs() store.InboxState {
	if a.Copies > 0 && len(a.Reply.Faults) == 1 && a.Reply.Faults[0].Code == "request-heard" {
		return store.Duplicate
	}
	return store.Faulty
}

// PostReply queues a reply.
func (d *Desk) PostReply(tx club.Tx, r templates.Reply, player store.Player, in post.Received, kind templates.Kind) error {
	var err error
	if r.Example, err = playedBy(tx, player.Address); err != nil {
		return err
	}
	rendered, err := templates.RenderReply(r)
	if err != nil {
		return fmt.Errorf("rendering the reply to %s: %w", player.Address, err)
	}
	l := d.Letters.Letter(rendered, templates.Report{Kind: kind, Player: r.Player, Re: in.Re()}, player.Address)
	l.MessageID = in.AnswerID(d.Post.Domain, player.Address, string(kind))
	l.InReplyTo = in.Message.ID
	became := post.Taken
	switch good := len(r.Notes)+len(r.Pages)+len(r.Reckoned)+len(r.Checked)+len(r.Leagues) > 0; {
	case len(r.Faults) > 0 && good:
		became = post.Partly
	case len(r.Faults) > 0:
		became = post.Refused
	}
	_, _, err = d.Letters.EnqueueAs(tx, l, store.OutboxMail{Kind: string(kind)}, became)
	return err
}

// playedBy names the ruleset of all the games that somebody plays, or none.
func playedBy(tx store.ReadTx, address string) (ruleset string, err error) {
	seats, err := tx.SeatsOfPlayer(address)
	if err != nil {
		return "", err
	}
	for i, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", err
		}
		if i > 0 && game.Ruleset != ruleset {
			return "", nil
		}
		ruleset = game.Ruleset
	}
	return ruleset, nil
}

// OfOwnGames leaves on a page only what the games say that its reader plays; if he plays
// none, or none that says anything on the matter, it stays as it is. What he asks of a game by its name is answered whatever he plays.
func OfOwnGames(tx store.ReadTx, player store.Player, page *templates.Page) error {
	if len(page.Rulesets) < 2 {
		return nil
	}
	p := templates.For(player.Language, "")
	seats, err := tx.SeatsOfPlayer(player.Address)
	if err != nil {
		return err
	}
	var own []string
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if slices.Contains(page.Rulesets, game.Ruleset) && !slices.Contains(own, game.Ruleset) && p.TellsOf(*page, game.Ruleset) {
			own = append(own, game.Ruleset)
		}
	}
	if own != nil {
		slices.Sort(own)
		page.Rulesets = own
	}
	return nil
}

// pleaForHelp finds the topic that an unsigned mail asks help on, in its subject or
// its first lines. It may ask for nothing else.
func pleaForHelp(m *mail.Message) (topic string, ok bool) {
	for _, line := range append([]string{m.Subject}, m.Opening...) {
		words := strings.Fields(orders.Fold(strings.TrimRight(line, " .!?")))
		for len(words) > 0 && strings.HasSuffix(words[0], ":") { // "Re:"
			words = words[1:]
		}
		if len(words) == 0 || len(words) > 2 || words[0] != "help" && words[0] != "aide" {
			continue
		}
		return strings.Join(words[1:], ""), true
	}
	return "", false
}

// answerPlea answers an unsigned request for help at the address of a registered
// player, within the budget of mail that proves nothing of its sender.
func (d *Desk) answerPlea(tx club.Tx, in post.Received, topic string) (answered bool, err error) {
	player, err := d.Letters.Claimed(tx, in.Message)
	if err != nil || player.Address == "" {
		return false, err
	}
	// Each page is sent once a day: who has had the list may ask for one that it names.
	page, found := d.Reports.HelpPage(player.Language, topic)
	if !found {
		page, _ = d.Reports.HelpPage(player.Language, "")
	}
	kind := page.Key
	if len(page.Rulesets) == 1 {
		kind += "." + page.Rulesets[0]
	}
	if ok, err := d.SpendStranger(tx, player.Address, kind); err != nil || !ok {
		return false, err
	}
	if err := OfOwnGames(tx, player, &page); err != nil {
		return false, err
	}
	// Neither his name nor his mail is quoted: the sender may be anybody.
	r := templates.Reply{Lang: player.Language, Mailbox: d.Post.Address, Pages: []templates.Page{page}}
	return true, d.PostReply(tx, r, player, in, templates.Help)
}
