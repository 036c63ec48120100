package mail

import "bytes"

// ReadSender returns who a mail says that it is from, and its subject, made fit to be
// shown to a person. Nothing of it is proven, and both are empty where the mail cannot be
// read.
func ReadSender(raw []byte) (from, subject string) {
	octets, err := normalise(bytes.TrimSuffix(raw[:min(len(raw), MaxHeader+2)], []byte("\r")))
	if err != nil {
		return "", ""
	}
	fields, _, _ := readHeader(octets) // what could be read of a broken header will do
	var m Message
	m.envelope(fields)
	return Display(m.From, 100), m.Subject
}
