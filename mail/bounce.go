package mail

import (
	"bytes"
	"slices"
	"strings"

	"keryx/orders/pattern"
)

// Bounce is what a delivery status notification (RFC 3464) says of one mail
// of ours. It comes from a stranger: the host believes it only when MessageID
// or one of SentTo carries a token that it handed out itself, and then does no
// more than mark the seat and tell the referee.
type Bounce struct {
	Action    string // "failed", "delayed", "delivered", "relayed", "expanded"
	Status    string // "5.1.1", of RFC 3463; may be empty
	MessageID string // of the mail that came back, from its returned header; may be empty
	// SentTo are the addresses that the notification itself was sent to. Our return
	// path is among them, for that is where notifications go (RFC 3464 section 2).
	SentTo []string
}

// Permanent reports whether the mail will not be delivered any more. A
// notification of failure whose status begins with 4 gives up on what was a
// passing trouble: the mail is lost all the same.
func (b *Bounce) Permanent() bool { return b.Action == "failed" }

var (
	bounceAction = pattern.New(`^(failed|delayed|delivered|relayed|expanded)$`)
	bounceStatus = pattern.New(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}$`) // RFC 3463 section 2
)

// maxSentTo is the most addresses of a notification that are looked at.
const maxSentTo = 8

// readBounce reads the two fields that matter, where the notification was sent,
// and the returned Message-ID. The returned mail's body, which may hold secrets and
// signed orders, is never looked at. It returns nil when the mail is no delivery
// status notification or cannot be read.
func readBounce(octets []byte) *Bounce {
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		// A mail that came back whole may be cut off by a limit; what counts
		// stands before it.
		if root, err = new(splitter).split(closeReport(octets), 0); err != nil {
			return nil
		}
	}
	var bounce *Bounce
	for _, leaf := range root.leaves() {
		switch leaf.media {
		case "message/delivery-status", "message/global-delivery-status":
			if bounce == nil {
				bounce = readStatus(leaf)
			}
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
	if bounce != nil {
		bounce.SentTo = root.header.sentTo()
	}
	return bounce
}

// closeReport ends a multipart that was cut off before its last, incomplete part.
func closeReport(octets []byte) []byte {
	fields, _, err := readHeader(octets)
	if err != nil {
		return nil
	}
	_, params, err := fields.mediaType()
	if err != nil || params["boundary"] == "" {
		return nil
	}
	delimiter := []byte("\r\n--" + params["boundary"])
	last := bytes.LastIndex(octets, append(delimiter, crlf...))
	if last < 0 {
		return nil
	}
	return slices.Concat(octets[:last], delimiter, []byte("--\r\n"))
}

// readStatus reads the groups of fields of RFC 3464 section 2: one for the
// message, then one for each recipient. Ours have a single one; of several, one
// that failed decides.
func readStatus(leaf *part) *Bounce {
	body, err := leaf.decoded()
	if err != nil {
		return nil
	}
	if body, err = normalise(body); err != nil {
		return nil
	}
	var found *Bounce
	for rest := body; len(rest) > 0; {
		fields, after, err := readHeader(rest)
		if err != nil {
			return found
		}
		rest = after
		action := strings.ToLower(withoutComment(fields.only("action")))
		if !bounceAction.MatchString(action) || found != nil && action != "failed" {
			continue
		}
		found = &Bounce{Action: action}
		if status := withoutComment(fields.only("status")); bounceStatus.MatchString(status) {
			found.Status = status
		}
		if found.Permanent() {
			return found
		}
	}
	return found
}

// withoutComment drops the comment that may stand behind a value (RFC 3464
// section 2.1.2): "5.1.1 (no such user)".
func withoutComment(value string) string {
	value, _, _ = strings.Cut(value, "(")
	return strings.TrimSpace(value)
}

// sentTo lists the addresses of the fields that servers note an envelope's
// recipient in.
func (h header) sentTo() []string {
	var all []string
	for _, f := range h {
		switch f.name {
		case "to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to":
		default:
			continue
		}
		address := fromAddress(f.value)
		if address != "" && !slices.Contains(all, address) && len(all) < maxSentTo {
			all = append(all, address)
		}
	}
	return all
}
