package mail

import (
	"regexp"
	"strings"
)

// Bounce is what a delivery status notification (RFC 3464) says of one mail
// of ours. It comes from a stranger: the host believes it only when MessageID
// or the address it was sent to carries a token that it handed out itself, and
// then does no more than mark the mail and tell the referee.
type Bounce struct {
	Action    string // "failed", "delayed", "delivered", "relayed", "expanded"
	Status    string // "5.1.1"
	MessageID string // of the mail that came back, from its returned header; may be empty
}

var (
	bounceAction = regexp.MustCompile(`^(failed|delayed|delivered|relayed|expanded)$`)
	bounceStatus = regexp.MustCompile(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}$`) // RFC 3463 section 2
)

// readBounce reads the two fields that matter and the returned Message-ID. The
// returned mail's body, which may hold secrets and signed orders, is never looked at.
// It returns nil when the mail is no delivery status notification or cannot be read.
func readBounce(octets []byte) *Bounce {
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return nil
	}
	var bounce *Bounce
	for _, leaf := range root.parts {
		switch leaf.media {
		case "message/delivery-status", "message/global-delivery-status":
			bounce = readStatus(leaf.body)
		case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers":
			if bounce == nil {
				continue
			}
			returned, _, err := readHeader(leaf.body)
			if id := returned.only("message-id"); err == nil && messageIDPattern.MatchString(id) {
				bounce.MessageID = id
			}
		}
	}
	return bounce
}

// readStatus reads the groups of fields of RFC 3464 section 2: one for the
// message, then one for each recipient; ours have a single one.
func readStatus(body []byte) *Bounce {
	for rest := body; len(rest) > 0; {
		fields, after, err := readHeader(rest)
		if err != nil {
			return nil
		}
		rest = after
		if action := strings.ToLower(fields.only("action")); bounceAction.MatchString(action) {
			bounce := &Bounce{Action: action}
			if status := fields.only("status"); bounceStatus.MatchString(status) {
				bounce.Status = status
			}
			return bounce
		}
	}
	return nil
}
