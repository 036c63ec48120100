package mail

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"strings"
)

// Own recognises the mails that we sent, by what nobody else can make. Addresses and
// domains will not do: players may share a domain with the server, their programs make
// Message-IDs in it, and a server that passes mail on to our mailbox may put our own
// address into X-Loop. The zero value recognises no mail.
type Own struct {
	// Secret is what our marks are made with, see [Mark]; empty if none was ever made.
	Secret []byte
	// Sent reports whether a mail of that Message-ID, with its angle brackets, went out
	// from here. It finds mails that bear no mark, or have lost it. nil finds none.
	Sent func(ctx context.Context, messageID string) (bool, error)
}

// The lengths of the two halves of a mark, in characters of five bits.
const (
	markID    = 16
	markProof = 26
)

// Mark is the mark of a mail of ours, for its X-Loop field: a part of its Message-ID,
// and a proof that who made it knows the secret. It stands for itself, so that it is
// known when a program on the way has given the mail another Message-ID, or has copied
// nothing but the field into an automatic answer, as formail does.
func Mark(secret []byte, messageID string) string {
	sum := sha256.Sum256([]byte(messageID))
	id := lowerBase32(sum[:])[:markID]
	return id + "." + markOf(secret, id)
}

func markOf(secret []byte, id string) string {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("keryx mark 1\n" + id))
	return lowerBase32(m.Sum(nil))[:markProof]
}

// recognises reports whether a mail is our own.
func (o Own) recognises(ctx context.Context, h header, messageID string) (bool, error) {
	for _, f := range h {
		if f.name == "x-loop" && len(f.value) <= MaxField && o.marked(f.value) {
			return true, nil
		}
	}
	if o.Sent == nil || messageID == "" {
		return false, nil
	}
	return o.Sent(ctx, messageID)
}

// marked looks for a mark of ours among the words of a field.
func (o Own) marked(value string) bool {
	if len(o.Secret) == 0 {
		return false
	}
	for word := range strings.FieldsSeq(value) {
		id, proof, ok := strings.Cut(word, ".")
		if ok && len(id) == markID && hmac.Equal([]byte(proof), []byte(markOf(o.Secret, id))) {
			return true
		}
	}
	return false
}
