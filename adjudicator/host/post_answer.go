package host

import (
	"unicode/utf8"

	"keryx/adjudicator"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// re identifies the mail that is answered.
func (in incoming) re() templates.Mail {
	return templates.Mail{Received: in.row.Receipt}
}

// aside measures what stood in a mail beside its signed text. Its words may be anybody's
// and are not repeated.
func (in incoming) aside() templates.Aside {
	a := templates.Aside{Lines: len(in.message.Ignored), Files: len(in.message.Attachments)}
	for _, line := range in.message.Ignored {
		a.Characters += utf8.RuneCountInString(line)
	}
	return a
}

// answerID is the Message-ID of an answer to a mail. It is made of nothing that the
// mail's author does not know: from the number of the mail in our inbox he could tell,
// by trying, whether his enemy has written meanwhile.
func (in incoming) answerID(domain string, parts ...string) string {
	return mail.MessageID(domain, append(parts, in.row.ContentHash.String())...)
}

// refused is a content-free answer: why the mail gave no orders, and how to send
// them instead.
func (in incoming) refused(player store.Player, kind templates.Kind, mailbox string) templates.Report {
	return templates.Report{Kind: kind, Lang: player.Language, Mailbox: mailbox, Re: in.re(),
		Refusal: adjudicator.Say("refusal."+string(in.refusal.Code), in.refusal.PublicArgs()...)}
}
