package wire

import (
	"cmp"
	"context"
	"time"
)

// SubmissionHealth is what an SMTP server says before it is given a mail.
type SubmissionHealth struct {
	MaxSize int64 // bytes; 0 if the server does not tell, or has no limit
	Tried   []Envelope
}

// Envelope is a sender and a recipient that were tried.
type Envelope struct {
	From, To string // From may be empty: the null sender
	Err      error  // a *[SendError], or nil if both were accepted
}

// Examine connects, logs in and tries each envelope up to the point where the mail
// would follow (RFC 5321 section 4.1.1.5). Nothing is sent. The error is a
// *[SendError] when it does not come so far.
func (s *Sender) Examine(ctx context.Context, envelopes ...Envelope) (SubmissionHealth, error) {
	var h SubmissionHealth
	if err := s.check(); err != nil {
		return h, sendError(ctx, StageCheck, err)
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.TotalTimeout, 15*time.Minute))
	defer cancel()
	c, conn, err := s.connect(ctx)
	if err != nil {
		return h, err
	}
	defer watch(ctx, conn)()
	defer c.Close()
	if err := s.login(ctx, c); err != nil {
		return h, err
	}
	if limit, ok := c.MaxMessageSize(); ok {
		h.MaxSize = int64(limit)
	}
	for _, e := range envelopes {
		if err := c.Mail(e.From, nil); err != nil {
			e.Err = sendError(ctx, StageMail, err)
		} else if err := c.Rcpt(e.To, nil); err != nil {
			e.Err = sendError(ctx, StageRcpt, err)
		}
		h.Tried = append(h.Tried, e)
		if err := c.Reset(); err != nil {
			return h, sendError(ctx, StageMail, err)
		}
	}
	_ = c.Quit() // Everything has been said.
	return h, nil
}
