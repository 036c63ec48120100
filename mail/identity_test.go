package mail

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha512"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// rawClear frames orderText with signature packets of the caller's making.
func rawClear(t testing.TB, hash string, packets ...[]byte) string {
	t.Helper()
	proof := val(armoured(openpgp.SignatureType, func(out *bytes.Buffer) error {
		for _, p := range packets {
			out.Write(p)
		}
		return nil
	}))(t)
	return beginClearsigned + "\n" + hash + "\n" + orderText + proof
}

// signPacket makes a signature packet over the clearsigned form of orderText, after
// change has had its way with it.
func signPacket(t testing.TB, key *packet.PrivateKey, change func(*packet.Signature)) []byte {
	t.Helper()
	return signPacketOver(t, key, strings.TrimSuffix(orderText, "\n"), change)
}

// signPacketOver makes a signature packet over a text with CRLF line ends.
func signPacketOver(t testing.TB, key *packet.PrivateKey, text string, change func(*packet.Signature)) []byte {
	t.Helper()
	sig := &packet.Signature{
		Version: 4, SigType: packet.SigTypeText, PubKeyAlgo: key.PubKeyAlgo, Hash: crypto.SHA512,
		CreationTime: then, IssuerKeyId: &key.KeyId, IssuerFingerprint: key.Fingerprint,
	}
	change(sig)
	sum := sig.Hash.New()
	sum.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
	if err := sig.Sign(sum, key, &packet.Config{Time: func() time.Time { return sig.CreationTime }}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := sig.Serialize(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// keysOf registers a key as its owner would send it, without the checks of
// registration.
func keysOf(t testing.TB, entity *openpgp.Entity) Keys {
	t.Helper()
	key := PublicKey{Kind: OpenPGP, Fingerprint: pgpFingerprint(entity), Text: string(export(t, entity)), KeyIDs: []uint64{entity.PrimaryKey.KeyId}}
	for _, sub := range entity.Subkeys {
		key.KeyIDs = append(key.KeyIDs, sub.PublicKey.KeyId)
	}
	return Keys{{PublicKey: key}}
}

func clearsignWith(t testing.TB, key *packet.PrivateKey, config *packet.Config) string {
	t.Helper()
	var out bytes.Buffer
	w := val(clearsign.Encode(&out, key, config))(t)
	w.Write([]byte(strings.TrimSuffix(orderText, "\n")))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String() + "\n"
}

// TestWhoSigned covers section A of the intake rules: whose mail is it?
func TestWhoSigned(t *testing.T) {
	redKey := red().pgp.pgp.PrivateKey

	t.Run("A1", func(t *testing.T) {
		refusal := wantRefusal(t, desk(), eml(orderText), NotSigned)
		if refusal.Fingerprint != "" {
			t.Error("an unsigned mail is attributed by its From")
		}
	})
	t.Run("A2", func(t *testing.T) {
		namesake := newSigner(t, OpenPGP, "red")
		refusal := wantRefusal(t, desk(), eml(signedBlock(t, namesake)), UnknownKey)
		if refusal.Fingerprint != "" || refusal.Data()["Key"] != namesake.Public().Fingerprint {
			t.Errorf("got %v, fingerprint %q", refusal, refusal.Fingerprint)
		}
		wantRefusal(t, desk(), eml(signedBlock(t, mallory().ssh)), UnknownKey)
	})
	t.Run("A3", func(t *testing.T) {
		wantSigned(t, desk(), eml(signedBlock(t, blue().pgp)), blue().pgp, Clearsigned)
	})
	t.Run("A4", func(t *testing.T) {
		// Blue's key is registered under the key id of red's, as a collision
		// would be.
		in := desk()
		liar := blue().pgp.Public()
		liar.KeyIDs = red().pgp.Public().KeyIDs
		in.Keys = Keys{{PublicKey: liar}, {PublicKey: red().pgp.Public()}}
		wantSigned(t, in, eml(signedBlock(t, red().pgp)), red().pgp, Clearsigned)
		in.Keys = Keys{{PublicKey: liar}}
		if refusal := wantRefusal(t, in, eml(signedBlock(t, red().pgp)), WrongSignature); refusal.Fingerprint != "" {
			t.Error("attributed to the key with the same id")
		}
		// Of several keys with the id, that which signed has the word, wherever it stands.
		for _, keys := range []Keys{{{PublicKey: red().pgp.Public(), State: Retired}, {PublicKey: liar}}, {{PublicKey: liar}, {PublicKey: red().pgp.Public(), State: Retired}}} {
			in.Keys = keys
			if refusal := wantRefusal(t, in, eml(signedBlock(t, red().pgp)), RetiredKey); refusal.Fingerprint != red().pgp.Public().Fingerprint {
				t.Errorf("attributed to %q", refusal.Fingerprint)
			}
		}
	})
	t.Run("A5", func(t *testing.T) {
		lifetime := uint32(367 * 24 * 3600) // of a key made 366 days ago
		entity := pgpEntity(t, &packet.Config{KeyLifetimeSecs: lifetime})
		in := desk()
		in.Keys = keysOf(t, entity)
		block := signedBlock(t, signerOf(entity))
		wantSigned(t, in, eml(block), signerOf(entity), Clearsigned)
		in.Now = func() time.Time { return now.AddDate(0, 0, 10) }
		in.Keys.(Keys)[0].Expires = now.AddDate(0, 0, 1)
		refusal := wantRefusal(t, in, eml(block), ExpiredKey)
		if refusal.Fingerprint != pgpFingerprint(entity) || refusal.Data()["Date"] != "2026-03-02 12:00 UTC" {
			t.Errorf("%v: the signature is good; the owner may be told that his key has expired, and when", refusal)
		}
		// So does a subkey that has expired under a primary key that has not.
		entity = pgpEntity(t, &packet.Config{})
		must(t, entity.AddSigningSubkey(&packet.Config{Algorithm: packet.PubKeyAlgoEdDSA, KeyLifetimeSecs: 40 * 24 * 3600, Time: func() time.Time { return then.AddDate(0, -1, 0) }}))
		block = signedBlock(t, signerOf(entity))
		in.Keys, in.Now = keysOf(t, entity), func() time.Time { return now }
		wantSigned(t, in, eml(block), signerOf(entity), Clearsigned)
		in.Now = func() time.Time { return now.AddDate(0, 0, 20) }
		if refusal := wantRefusal(t, in, eml(block), ExpiredKey); refusal.Fingerprint == "" {
			t.Error("the signature is good")
		}
	})
	t.Run("A6", func(t *testing.T) {
		for _, reason := range []packet.ReasonForRevocation{packet.KeyCompromised, packet.KeyRetired, packet.KeySuperseded} {
			entity := pgpEntity(t, &packet.Config{})
			block := signedBlock(t, signerOf(entity))
			if err := entity.Revoke(reason, "", &packet.Config{Time: func() time.Time { return now.Add(-time.Hour) }}); err != nil {
				t.Fatal(err)
			}
			in := desk()
			in.Keys = keysOf(t, entity)
			if refusal := wantRefusal(t, in, eml(block), RevokedKey); refusal.Fingerprint != pgpFingerprint(entity) {
				t.Error("the signature is good; the owner may be told that his key is revoked")
			}
		}
		// A revoked subkey signs no more; one that has been given up harms no other.
		entity := pgpEntity(t, &packet.Config{})
		add := &packet.Config{Algorithm: packet.PubKeyAlgoEdDSA, Time: func() time.Time { return then.AddDate(0, -1, 0) }}
		must(t, entity.AddSigningSubkey(add))
		old := signedBlock(t, signerOf(entity))
		must(t, entity.Subkeys[1].Revoke(packet.KeyCompromised, "", &packet.Config{Time: func() time.Time { return now.Add(-time.Hour) }}))
		add.Time = func() time.Time { return then.AddDate(0, 0, -1) }
		must(t, entity.AddSigningSubkey(add))
		in := desk()
		in.Keys = keysOf(t, entity)
		wantRefusal(t, in, eml(old), RevokedKey)
		wantSigned(t, in, eml(signedBlock(t, signerOf(entity))), signerOf(entity), Clearsigned)
	})
	t.Run("A7", func(t *testing.T) {
		day := uint32(3600)
		block := rawClear(t, "Hash: SHA512\n", signPacket(t, redKey, func(s *packet.Signature) { s.SigLifetimeSecs = &day }))
		in := desk()
		wantRefusal(t, in, eml(block), ExpiredSign)
		in.Now = func() time.Time { return then.Add(time.Minute) }
		wantSigned(t, in, eml(block), red().pgp, Clearsigned)
	})
	t.Run("A8", func(t *testing.T) {
		for ahead, accepted := range map[time.Duration]bool{5 * time.Minute: true, 11 * time.Minute: false, 73 * 365 * 24 * time.Hour: false} {
			block := string(val(red().pgp.Sign(orderText, now.Add(ahead)))(t))
			if accepted {
				wantSigned(t, desk(), eml(block), red().pgp, Clearsigned)
			} else {
				wantRefusal(t, desk(), eml(block), FutureSignature)
			}
		}
	})
	t.Run("A9", func(t *testing.T) {
		// The library does not make such signatures; TestRealTools has GnuPG
		// make one.
		good := signPacket(t, redKey, func(*packet.Signature) {})
		for id, name := range map[byte]string{1: "MD5", 2: "SHA1", 3: "RIPEMD160"} {
			weak := bytes.Clone(good)
			weak[hashOctet(t, weak)] = id
			refusal := wantRefusal(t, desk(), eml(rawClear(t, "Hash: "+name+"\n", weak)), WeakHash)
			if said := strings.ReplaceAll(refusal.Data()["Hash"].(string), "-", ""); said != name {
				t.Errorf("the hash is called %q, want %q", said, name)
			}
		}
		// SSH signatures by RSA keys name their hash on the inside: "ssh-rsa" is SHA-1.
		key := val(rsa.GenerateKey(rand.Reader, 2048))(t)
		signer := val(ssh.NewSignerFromKey(key))(t)
		in := desk()
		in.Keys = Keys{{PublicKey: val(ParsePublicKey(ssh.MarshalAuthorizedKey(signer.PublicKey())))(t)}}
		for format, want := range map[string]Code{ssh.KeyAlgoRSA: BrokenSignature, ssh.KeyAlgoRSASHA256: "", ssh.KeyAlgoRSASHA512: ""} {
			sig := val(signer.(ssh.AlgorithmSigner).SignWithAlgorithm(rand.Reader, sshSigned(orderText), format))(t)
			block := beginOrders + "\n" + orderText + armouredSSH(signer.PublicKey().Marshal(), ssh.Marshal(sig))
			if want == "" {
				wantSigned(t, in, eml(block), &Signer{public: in.Keys.(Keys)[0].PublicKey}, SSHInline)
			} else {
				wantRefusal(t, in, eml(block), want)
			}
		}
	})
	t.Run("A10", func(t *testing.T) {
		entity := pgpEntity(t, &packet.Config{})
		if err := entity.AddSigningSubkey(&packet.Config{Algorithm: packet.PubKeyAlgoEdDSA, Time: func() time.Time { return then.AddDate(0, -1, 0) }}); err != nil {
			t.Fatal(err)
		}
		sub := entity.Subkeys[1]
		block := signedBlock(t, signerOf(entity))
		in := desk()
		in.Keys = keysOf(t, entity)
		wantSigned(t, in, eml(block), signerOf(entity), Clearsigned)

		// A subkey bound without its own consent may be another person's.
		binding := sub.Bindings[0].Packet
		binding.EmbeddedSignature = nil
		if err := binding.SignKey(sub.PublicKey, entity.PrivateKey, &packet.Config{Time: func() time.Time { return then.AddDate(0, -1, 0) }}); err != nil {
			t.Fatal(err)
		}
		in.Keys = keysOf(t, entity)
		wantRefusal(t, in, eml(block), UnfitKey)

		// A key for encryption signs nothing.
		crypt := pgpEntity(t, &packet.Config{Algorithm: packet.PubKeyAlgoRSA, RSABits: 2048})
		in.Keys = keysOf(t, crypt)
		wantRefusal(t, in, eml(clearsignWith(t, crypt.Subkeys[0].PrivateKey, signConfig(then))), UnfitKey)
	})
	t.Run("A11", func(t *testing.T) {
		one := signPacket(t, redKey, func(*packet.Signature) {})
		for _, other := range []*Signer{blue().pgp, mallory().pgp, red().pgp} {
			two := signPacket(t, other.pgp.PrivateKey, func(*packet.Signature) {})
			wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", one, two)), TwoSignatures)
			wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", two, one)), TwoSignatures)
		}
		wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", append([]byte{0xca, 0x03, 'P', 'G', 'P'}, one...))), BrokenSignature)
	})
	t.Run("A12", func(t *testing.T) {
		field, body := multipartOf("mixed", "outer", plain(signedBlock(t, mallory().pgp)),
			attached("key.asc", "application/pgp-keys", mallory().pgp.Public().Text))
		raw := eml(body, field, "Autocrypt: addr=red@example.org; keydata="+base64.StdEncoding.EncodeToString([]byte("key")))
		wantRefusal(t, desk(), raw, UnknownKey)
	})
	t.Run("two SSH signatures in a file", func(t *testing.T) {
		one := string(val(red().ssh.SignFile(orderText, then))(t))
		two := string(val(blue().ssh.SignFile(orderText, then))(t))
		for _, proof := range []string{one + two, two + one, one + one} {
			field, body := multipartOf("mixed", "outer", attached("orders.txt", "text/plain", orderText), attached("orders.txt.sig", "application/octet-stream", proof))
			wantRefusal(t, desk(), eml(body, field), TwoSignatures)
		}
	})
	t.Run("A14", func(t *testing.T) {
		for _, namespace := range []string{"git", "file", "keryx ", "Keryx"} {
			sig := val(sshsig.Sign(strings.NewReader(orderText), red().ssh.ssh, sshsig.HashSHA512, namespace))(t)
			wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+string(sshsig.Armor(sig))), WrongNamespace)
		}
	})
	t.Run("A15", func(t *testing.T) {
		other := val(sshsig.Sign(strings.NewReader("another file\n"), red().ssh.ssh, sshsig.HashSHA256, Namespace))(t)
		wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+string(sshsig.Armor(other))), WrongSignature)
		//lint:ignore SA1019 the old kind is what is to be refused
		for _, kind := range []string{ssh.KeyAlgoSKED25519, ssh.CertAlgoED25519v01, ssh.InsecureKeyAlgoDSA} {
			blob := ssh.Marshal(struct {
				Magic   [6]byte
				Version uint32
				Key     string
			}{[6]byte([]byte("SSHSIG")), 1, string(ssh.Marshal(struct{ Type string }{kind}))})
			text := beginSSHSign + "\n" + base64.StdEncoding.EncodeToString(blob) + "\n" + endSSHSign + "\n"
			wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+text), UnsupportedKey)
		}
		// Octets that stand behind a signature, or behind the signature inside it.
		signer := red().ssh.ssh
		sig := ssh.Marshal(val(signer.Sign(rand.Reader, sshSigned(orderText)))(t))
		key := signer.PublicKey().Marshal()
		wantSigned(t, desk(), eml(beginOrders+"\n"+orderText+armouredSSH(key, sig)), red().ssh, SSHInline)
		for _, text := range []string{
			armouredSSH(key, append(bytes.Clone(sig), "spend 9"...)), armouredSSH(key, sig, "spend 9"), armouredSSH(append(bytes.Clone(key), "spend 9"...), sig),
			armouredSSH(key, sig[:len(sig)-1]), armouredSSH(key, nil), armouredSSH(nil, sig),
		} {
			wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+text), BrokenSignature)
		}
		// A signature that names the key of another is not his.
		theirs := blue().ssh.ssh.PublicKey()
		if refusal := wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+armouredSSH(theirs.Marshal(), sig)), WrongSignature); refusal.Fingerprint != "" {
			t.Error("attributed to him whose key it names")
		}
	})
	t.Run("A16", func(t *testing.T) {
		for _, kind := range []packet.SignatureType{packet.SigTypeBinary, packet.SigTypeGenericCert, 0x02, 0x40, packet.SigTypeDirectSignature} {
			// A signature of another type over the same octets, correct as such.
			odd := signPacket(t, redKey, func(s *packet.Signature) { s.SigType = kind })
			wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", odd)), WrongType)
		}
		// The same of a file and of a part, where text and binary both will do.
		part := plain(orderText)
		for kind, want := range map[packet.SignatureType]Code{
			packet.SigTypeBinary: "", packet.SigTypeText: "", 0x02: WrongType, packet.SigTypeGenericCert: WrongType, packet.SigTypePositiveCert: WrongType,
			packet.SigTypeSubkeyBinding: WrongType, packet.SigTypeDirectSignature: WrongType, 0x40: WrongType, 0x50: WrongType,
		} {
			file := eml(detachedWith(orderText, armourOf(t, signPacketOver(t, redKey, orderText, func(s *packet.Signature) { s.SigType = kind }))))
			file = bytes.Replace(file, []byte("MIME-Version"), []byte("Content-Type: multipart/mixed; boundary=\"outer\"\r\nMIME-Version"), 1)
			mime := pgpMIMEWith(part, armourOf(t, signPacketOver(t, redKey, part, func(s *packet.Signature) { s.SigType = kind })))
			if want == "" {
				wantSigned(t, desk(), file, red().pgp, PGPDetached)
				wantSigned(t, desk(), mime, red().pgp, PGPMIME)
				continue
			}
			wantRefusal(t, desk(), file, want)
			wantRefusal(t, desk(), mime, want)
		}
		// Versions and signers that no program writes any more.
		good := signPacketOf(t)
		old := bytes.Clone(good)
		old[hashOctet(t, old)-3] = 3
		wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", old)), BrokenSignature)
		anonymous := bytes.Clone(good) // its subpackets 16 and 33 made private ones (RFC 9580 section 5.2.3.7)
		for mark, length := range map[byte]byte{16: 9, 33: 22} {
			at := bytes.Index(anonymous, []byte{length, mark})
			if at < 0 {
				t.Fatalf("no subpacket %d in %x", mark, good)
			}
			anonymous[at+1] = 100
		}
		wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", anonymous)), BrokenSignature)
		wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", []byte{0xc2, 0x02, 0x04, 0x01})), BrokenSignature)
	})
	t.Run("text in the armour", func(t *testing.T) {
		block := signedBlock(t, red().pgp)
		lines := strings.Split(strings.TrimSpace(block), "\n")
		end := len(lines) - 1
		if !strings.HasPrefix(lines[end-1], "=") {
			t.Fatalf("no checksum in\n%s", block)
		}
		for _, extra := range []string{"spend 9", "pass", "=spen", "=AAAA", "Comment: spend 9"} {
			for _, at := range []int{end, end - 1} {
				odd := slices.Insert(slices.Clone(lines), at, extra)
				if extra == "=AAAA" && at == end-1 || extra == "=spen" && at == end-1 {
					continue // two checksums, the last of which fits
				}
				wantRefusal(t, desk(), eml(strings.Join(odd, "\n")+"\n"), BrokenSignature)
			}
		}
		for _, harmless := range []string{"Version: GnuPG v2\nComment:\nX-Y: z", "Comment: spend 9"} {
			odd := strings.Replace(block, beginPGPSign+"\n", beginPGPSign+"\n"+harmless+"\n", 1)
			wantSigned(t, desk(), eml(odd), red().pgp, Clearsigned)
		}
		wantSigned(t, desk(), eml(strings.Replace(block, lines[end-1]+"\n", "", 1)), red().pgp, Clearsigned) // RFC 9580 section 6.1: optional
	})
	t.Run("a text signature over a file with LF", func(t *testing.T) {
		// What gpg --textmode makes; the closed key is blamed by its own signature.
		proof := armourOf(t, signPacketOver(t, redKey, orderText, func(*packet.Signature) {}))
		file := "Content-Type: application/octet-stream; name=orders.txt\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(orderText)) + "\n"
		field, body := multipartOf("mixed", "outer", file, attached("orders.txt.asc", "application/pgp-signature", proof))
		wantSigned(t, desk(), eml(body, field), red().pgp, PGPDetached)
		in := desk()
		in.Keys = Keys{{PublicKey: red().pgp.Public(), State: Retired}}
		if refusal := wantRefusal(t, in, eml(body, field), RetiredKey); refusal.Fingerprint == "" {
			t.Error("the signature is good")
		}
	})
	t.Run("A17", func(t *testing.T) {
		// An inline-signed OpenPGP message carries its own text; it is no
		// accepted shape.
		var out bytes.Buffer
		w := val(armor.Encode(&out, openpgp.MessageType, nil))(t)
		in := val(openpgp.Sign(w, []*openpgp.Entity{red().pgp.pgp}, nil, signConfig(then)))(t)
		in.Write([]byte(orderText))
		in.Close()
		w.Close()
		wantRefusal(t, desk(), eml(out.String()+"\n"), Encrypted)
	})
	t.Run("A20", func(t *testing.T) {
		field, body := multipartOf("signed", "s", plain(orderText), "Content-Type: application/pkcs7-signature\n\nAAAA")
		wantRefusal(t, desk(), eml(body, field+`; protocol="application/pkcs7-signature"`), SMIME)
		wantRefusal(t, desk(), eml("AAAA\n", "Content-Type: application/pkcs7-mime; smime-type=signed-data"), SMIME)
		wantRefusal(t, desk(), eml("AAAA\n", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data"), Encrypted)
	})
	t.Run("weak registered key", func(t *testing.T) {
		entity := pgpEntity(t, &packet.Config{Algorithm: packet.PubKeyAlgoRSA, RSABits: 1024})
		in := desk()
		in.Keys = keysOf(t, entity)
		wantRefusal(t, in, eml(clearsignWith(t, entity.PrivateKey, &packet.Config{Time: func() time.Time { return then }})), WeakKey)
	})
	t.Run("version 6", func(t *testing.T) {
		entity := pgpEntity(t, &packet.Config{V6Keys: true, Algorithm: packet.PubKeyAlgoEd25519})
		in := desk()
		in.Keys = keysOf(t, entity)
		block := signedBlock(t, signerOf(entity))
		wantSigned(t, in, eml(block), signerOf(entity), Clearsigned)
		wantRefusal(t, in, eml(strings.Replace(block, beginClearsigned+"\n", beginClearsigned+"\nHash: SHA256\n", 1)), HashMismatch)
	})
}

// sshSigned is what an SSH signature over a text is made over (PROTOCOL.sshsig).
func sshSigned(text string) []byte {
	sum := sha512.Sum512([]byte(text))
	return append([]byte("SSHSIG"), ssh.Marshal(struct{ Namespace, Reserved, Hash, Sum string }{Namespace, "", "sha512", string(sum[:])})...)
}

// armouredSSH writes an SSH signature, and what is to stand behind it.
func armouredSSH(key, signature []byte, more ...string) string {
	blob := append([]byte("SSHSIG"), ssh.Marshal(struct {
		Version                             uint32
		Key                                 []byte
		Namespace, Reserved, Hash, Together string
	}{1, key, Namespace, "", "sha512", string(signature)})...)
	blob = append(blob, strings.Join(more, "")...)
	return beginSSHSign + "\n" + base64.StdEncoding.EncodeToString(blob) + "\n" + endSSHSign + "\n"
}

// detachedWith is the body of a mail with a file and its signature.
func detachedWith(file, proof string) string {
	_, body := multipartOf("mixed", "outer", attached("orders.txt", "text/plain", file), attached("orders.txt.asc", "application/pgp-signature", proof))
	return body
}

func armourOf(t testing.TB, octets []byte) string {
	t.Helper()
	return val(armoured(openpgp.SignatureType, func(out *bytes.Buffer) error { out.Write(octets); return nil }))(t)
}

// hashOctet finds the hash algorithm in a version 4 signature packet.
func hashOctet(t testing.TB, octets []byte) int {
	t.Helper()
	for i := 1; i < 4; i++ {
		if octets[i] == 4 && octets[i+1] == byte(packet.SigTypeText) {
			return i + 3
		}
	}
	t.Fatal("no version 4 signature")
	return 0
}

// signPacketOf makes red's signature packet over orderText.
func signPacketOf(t testing.TB) []byte {
	t.Helper()
	return signPacket(t, red().pgp.pgp.PrivateKey, func(*packet.Signature) {})
}
