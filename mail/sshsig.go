package mail

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// Namespace is the purpose that SSH signatures of orders state (OpenSSH
// PROTOCOL.sshsig): "ssh-keygen -Y sign -n keryx". Signatures made with the same key
// for other purposes, such as commits, do not count.
const Namespace = "keryx"

// verifySSH checks an SSH signature over the text as received, then with LF line
// ends, then over its canonical form, and nothing else. SSH signs exact
// octets, and mail changes line ends; the canonical form is what keryx sign signs.
func (in *Intake) verifySSH(ctx context.Context, f *found, signed *Signed) (err error) {
	defer rescue(&err)
	sig, err := readSSHSignature(f.proof)
	if err != nil {
		return err
	}
	fingerprint := ssh.FingerprintSHA256(sig.PublicKey)
	keys, err := in.Keys.ByFingerprint(ctx, fingerprint)
	if err != nil {
		return fmt.Errorf("look up SSH key %s: %w", fingerprint, err)
	}
	if len(keys) == 0 || keys[0].Kind != SSH {
		return refuse(UnknownKey, "Key", fingerprint)
	}
	key := keys[0]
	registered, _, _, _, err := ssh.ParseAuthorizedKey([]byte(key.Text))
	if err != nil || ssh.FingerprintSHA256(registered) != key.Fingerprint {
		return fmt.Errorf("registered SSH key %s cannot be used: %w", fingerprint, errors.Join(err, errCorruptKey))
	}
	if _, err := checkSSHKey(registered); err != nil {
		return err
	}

	lf := toLF(f.signed)
	variants := []string{string(f.signed), lf, Canonical(lf)}
	for i, text := range variants {
		if i > 0 && text == variants[i-1] {
			continue
		}
		err = sshsig.Verify(strings.NewReader(text), sig, registered, sig.HashAlgorithm, Namespace)
		if err == nil {
			signed.Text, signed.Octets = text, []byte(text)
			signed.Canonical = i == len(variants)-1
			break
		}
	}
	switch {
	case err != nil && f.flowed:
		return refuse(Flowed).because(err)
	case err != nil:
		return refuse(WrongSignature).because(err)
	case key.State == Revoked:
		return refuse(RevokedKey, "Key", fingerprint).by(fingerprint)
	case key.State == Retired:
		return refuse(RetiredKey, "Key", fingerprint).by(fingerprint)
	case key.ExpiredAt(in.Now()):
		return refuse(ExpiredKey, "Key", fingerprint, "Date", day(key.Expires)).by(fingerprint)
	}
	signed.Text = toLF([]byte(signed.Text))
	signed.Fingerprint = fingerprint
	return nil
}

// readSSHSignature reads an armoured SSH signature: the frame, base64, nothing
// else. The key in it is only a hint which registered key to use.
func readSSHSignature(armoured []byte) (*sshsig.Signature, error) {
	text := strings.TrimSpace(string(armoured))
	if strings.Count(text, "-----BEGIN ") > 1 {
		return nil, refuse(TwoSignatures)
	}
	body, begun := strings.CutPrefix(text, beginSSHSign)
	body, ended := strings.CutSuffix(body, endSSHSign)
	if !begun || !ended {
		return nil, refuse(BrokenSignature)
	}
	blob, err := base64.StdEncoding.Strict().DecodeString(strings.Join(strings.Fields(body), ""))
	if err != nil {
		return nil, refuse(BrokenSignature).because(err)
	}
	kind, err := sshKeyType(blob)
	if err != nil {
		return nil, refuse(BrokenSignature).because(err)
	}
	switch kind {
	case ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSA:
	default:
		return nil, refuse(UnsupportedKey, "Kind", Display(kind, 60))
	}
	sig, err := sshsig.ParseSignature(blob)
	if err != nil {
		return nil, refuse(BrokenSignature).because(err)
	}
	if sig.Namespace != Namespace {
		return nil, refuse(WrongNamespace, "Found", Display(sig.Namespace, 40), "Want", Namespace)
	}
	if len(sig.Signature.Rest) > 0 {
		return nil, refuse(BrokenSignature)
	}
	return sig, nil
}

// sshKeyType reads the type of the key in a signature (OpenSSH
// PROTOCOL.sshsig: magic, version, key), so that the kinds that are not
// supported are refused by name.
func sshKeyType(blob []byte) (string, error) {
	if !bytes.HasPrefix(blob, []byte("SSHSIG")) {
		return "", errors.New("not an SSH signature")
	}
	var outer struct {
		Magic   [6]byte
		Version uint32
		Key     string
		Rest    []byte `ssh:"rest"`
	}
	if err := ssh.Unmarshal(blob, &outer); err != nil {
		return "", err
	}
	var key struct {
		Type string
		Rest []byte `ssh:"rest"`
	}
	if err := ssh.Unmarshal([]byte(outer.Key), &key); err != nil {
		return "", err
	}
	return key.Type, nil
}
