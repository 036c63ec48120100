package mail

import (
	"strings"

	"golang.org/x/crypto/ssh"
)

// maxOffered is how many keys of one mail are looked at.
const maxOffered = 3

// OfferedKeys returns the public keys that a mail brings along: the one in its SSH
// signature, and OpenPGP keys that are attached or stand in its text. They are worth nothing by
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
	return root.offered()
}

// OfferedKeys is [OfferedKeys] of a mail that may have come encrypted to us: then the keys
// are those inside.
func (in *Intake) OfferedKeys(raw []byte) (keys []PublicKey) {
	var broken error
	defer rescue(&broken)
	octets, err := normalise(raw)
	if err != nil {
		return nil
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return nil
	}
	if in.Opener == nil || in.Opener.pgp == nil || !isSealed(root) {
		return root.offered()
	}
	inside, err := in.Opener.open(root)
	if err != nil {
		return nil
	}
	if octets, err = normalise(inside.octets); err != nil {
		return nil
	}
	if root, err = new(splitter).split(octets, 0); err != nil {
		return nil
	}
	return root.offered()
}

// offered lists the keys in a mail.
func (root *part) offered() (keys []PublicKey) {
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

// pgpKey reads the first armoured OpenPGP public key of a part.
func (p *part) pgpKey() (PublicKey, bool) {
	if p.isMultipart() || strings.HasPrefix(p.media, "message/") {
		return PublicKey{}, false
	}
	octets, err := p.decoded()
	if err != nil {
		return PublicKey{}, false
	}
	lines := strings.Split(strings.TrimLeft(toLF(octets), " \t\n\ufeff"), "\n")
	begin := indexLine(lines, beginPGPKey)
	if escaped := indexLine(lines, "- "+beginPGPKey); begin < 0 && escaped >= 0 {
		// Pasted into a text that was clearsigned afterwards.
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], "- ")
		}
		begin = escaped
	}
	if begin < 0 {
		return PublicKey{}, false
	}
	end := indexLine(lines[begin:], endPGPKey)
	if end < 0 {
		return PublicKey{}, false
	}
	key, err := ParsePublicKey([]byte(strings.Join(lines[begin:begin+end+1], "\n") + "\n"))
	return key, err == nil
}
