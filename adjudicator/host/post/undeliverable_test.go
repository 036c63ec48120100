package post_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"github.com/emersion/go-smtp"

	"keryx/adjudicator/host/seating"
	"keryx/mail/wire"
)

// What a mail server answered is shown to the referee as its words, on a line of their own, whatever language he reads
// the rest in; and so is what ended a mail that no server answered for.
func TestWordsOfTheMailServer(t *testing.T) {
	answered := &wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageRcpt, Code: 550, Enhanced: "5.1.1",
		Err: &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such\nuser\u202e here"}}
	silent := fmt.Errorf("%w: lost", wire.ErrPermanent)
	for _, tt := range []struct {
		language string
		why      error
		want     string
	}{
		{"en", answered, "The mail server answered:\n“550 5.1.1 No such user here”\nIt is kept"},
		{"fr", answered, "Le serveur de courriel a répondu :\n« 550 5.1.1 No such user here »\nIl est conservé"},
		{"fr", silent, "Le dernier s’est terminé ainsi :\n« mail: refused for good: lost »\nIl est conservé"},
	} {
		c := hosttest.NewClub(t, hosttest.Refereed)
		_, err := c.Seats.ChangePlayer(t.Context(), hosttest.ThirdAt, seating.PlayerChange{Language: &tt.language})
		hosttest.Check(t, err)
		c.Flush(&hosttest.Carrier{Fail: func(_ int, to string) error {
			if to == hosttest.NorthAt {
				return tt.why
			}
			return nil
		}})
		told := hosttest.MailsTo(c.Sent(), hosttest.ThirdAt)
		if len(told) == 0 {
			t.Fatal("the referee is told nothing")
		}
		text := strings.ReplaceAll(hosttest.TextOf(t, told[len(told)-1]), "\u00a0", " ")
		if !strings.Contains(text, tt.want) {
			t.Errorf("want %q in:\n%s", tt.want, text)
		}
		if errors.Is(tt.why, answered) && strings.Contains(text, "rcpt to") {
			t.Errorf("words of ours stand among those of the server:\n%s", text)
		}
	}
}
