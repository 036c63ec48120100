package wire

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/emersion/go-smtp"

	"keryx/mail"
)

// The kinds of a *SendError, for errors.Is. The fourth is ErrAuth.
var (
	// ErrTemporary: not sent; the same bytes may be tried again later.
	ErrTemporary = errors.New("mail: not sent for now")
	// ErrPermanent: refused for good. SendError.About says what is: the letter, which it is
	// pointless to try again, or us.
	ErrPermanent = errors.New("mail: refused for good")
	// ErrUncertain: the reply to the final dot was lost, so that the mail may
	// have been delivered or not. Sending the same bytes with the same
	// Message-ID again risks nothing but a recognisable double.
	ErrUncertain = errors.New("mail: sent or not, the server did not say")
)

// The stages of a delivery, as named in SendError.Stage.
const (
	StageCheck   = "check" // nothing was sent
	StageConnect = "connect"
	StageAuth    = "auth"
	StageMail    = "mail from"
	StageRcpt    = "rcpt to"
	StageData    = "data"
	StageFinal   = "end of data"
)

// SendError tells why a mail was not, or perhaps not, delivered.
type SendError struct {
	Kind     error  // ErrTemporary, ErrPermanent, ErrUncertain or ErrAuth
	About    About  // of ErrPermanent: what the refusal is about
	Stage    string // one of the Stage constants
	Code     int    // SMTP reply code; 0 if there was no reply
	Enhanced string // enhanced status code (RFC 3463) such as "5.1.1"; may be empty
	Err      error
}

// Error names the stage, the kind and the reason.
func (e *SendError) Error() string {
	return fmt.Sprintf("%s: %s: %v", e.Kind, e.Stage, e.Err)
}

// longestReply bounds what is told of a server's words, in characters.
const longestReply = 300

// Reply is what the server answered, "550 5.1.1 No such user here", on one line and fit to be shown; nothing if it
// answered nothing. The words are its own, in whatever language it speaks.
func (e *SendError) Reply() string {
	var reply *smtp.SMTPError
	if !errors.As(e.Err, &reply) {
		return ""
	}
	return mail.Display(strings.Join([]string{strconv.Itoa(e.Code), e.Enhanced, reply.Message}, " "), longestReply)
}

// Unwrap makes errors.Is see the kind as well as the cause.
func (e *SendError) Unwrap() []error { return []error{e.Kind, e.Err} }

// sendError classifies err. A reply decides by its code and the stage; without
// a reply the stage alone decides.
func sendError(ctx context.Context, stage string, err error) *SendError {
	e := &SendError{Stage: stage, Kind: ErrTemporary}
	var reply *smtp.SMTPError
	switch {
	case errors.As(err, &reply):
		e.Kind, e.Code = replyKind(stage, reply), reply.Code
		if reply.EnhancedCode[0] > 0 {
			e.Enhanced = fmt.Sprintf("%d.%d.%d", reply.EnhancedCode[0], reply.EnhancedCode[1], reply.EnhancedCode[2])
		}
		if e.Kind == ErrPermanent {
			e.About = aboutWhat(stage, reply.Code, e.Enhanced, reply.Message)
		}
	case errors.Is(err, ErrAuth), errors.Is(err, ErrInsecure):
		e.Kind = ErrAuth
	case stage == StageFinal:
		e.Kind = ErrUncertain
	}
	e.Err = withCause(ctx, err)
	return e
}

// replyKind reads a reply code (RFC 5321 section 4.2.1). A 5xx is final for the
// mail only once the mail is the subject: a greeting or EHLO refused with 554
// says nothing about this letter, and must not kill a whole outbox.
func replyKind(stage string, reply *smtp.SMTPError) error {
	permanent := reply.Code >= 500 && reply.Code <= 599
	switch {
	case stage == StageAuth && permanent,
		reply.Code == 530, reply.Code == 534, reply.Code == 535: // RFC 4954 section 6
		return ErrAuth
	case stage == StageConnect || !permanent:
		return ErrTemporary
	default:
		return ErrPermanent
	}
}

// Reason is the failure in one line for a person: the reply of the server
// without control characters, of bounded length.
func (e *SendError) Reason() string {
	text := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, e.Err.Error())
	if runes := []rune(text); len(runes) > 200 {
		text = string(runes[:200]) + "..."
	}
	return text
}
