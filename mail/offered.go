package mail

import (
	"bytes"
	"strings"

	"golang.org/x/crypto/ssh"
)

// maxOffered is how many keys of one mail are looked at.
const maxOffered = 3

// OfferedKeys returns the public keys that a mail brings along: the one in its SSH
// signature, and OpenPGP keys that are attached. They are worth nothing by
// themselves; a signature made with one proves that the sender has its other half.
func OfferedKeys(raw []byte) (keys []PublicKey) {
	var broken error // a mail that cannot be read offers nothing
	defer rescue(&broken)
	octets, err := normalise(raw)
	if err != nil {
		return nil
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return nil
	}
	if f, err := find(root); err == nil && (f.scheme == SSHInline || f.scheme == SSHDetached) {
		if key, ok := sshKeyOf(f.proof); ok {
			keys = append(keys, key)
		}
	}
	for _, leaf := range root.leaves() {
		if len(keys) == maxOffered {
			break
		}
		if key, ok := leaf.pgpKey(); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// sshKeyOf returns the public key in an SSH signature.
func sshKeyOf(proof []byte) (PublicKey, bool) {
	sig, err := readSSHSignature(proof)
	if err != nil {
		return PublicKey{}, false
	}
	key, err := ParsePublicKey(ssh.MarshalAuthorizedKey(sig.PublicKey))
	return key, err == nil
}

// pgpKey reads a part that is an armoured OpenPGP public key.
func (p *part) pgpKey() (PublicKey, bool) {
	if p.isMultipart() || strings.HasPrefix(p.media, "message/") {
		return PublicKey{}, false
	}
	octets, err := p.decoded()
	if err != nil || !bytes.HasPrefix(bytes.TrimLeft(octets, " \t\r\n\ufeff"), []byte(beginPGPKey)) {
		return PublicKey{}, false
	}
	key, err := ParsePublicKey(octets)
	return key, err == nil
}
