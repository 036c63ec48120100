package mail

import "fmt"

// Peek returns the text that the signature of a mail claims to cover, without looking whether it
// does: for who kept a mail that was read before, and wants to know what its text holds. The error
// reports a mail of which no such text can be read; one that is encrypted is such a mail.
func Peek(raw []byte) (text string, err error) {
	defer rescue(&err)
	raw = withoutEnvelopeLine(raw)
	if len(raw) > MaxMail {
		return "", fmt.Errorf("a mail of %d bytes is not read", len(raw))
	}
	octets, err := normalise(raw)
	if err != nil {
		return "", err
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return "", err
	}
	f, err := find(root)
	if err != nil {
		return "", err
	}
	switch f.scheme {
	case PGPMIME:
		text, _, err = f.part.signedText()
		return text, err
	case Clearsigned:
		return f.text, nil
	}
	return toLF(f.signed), nil
}
