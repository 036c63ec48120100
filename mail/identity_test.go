package mail

import (
	"bytes"
	"crypto"
	"encoding/base64"
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
	sig := &packet.Signature{
		Version: 4, SigType: packet.SigTypeText, PubKeyAlgo: key.PubKeyAlgo, Hash: crypto.SHA512,
		CreationTime: then, IssuerKeyId: &key.KeyId, IssuerFingerprint: key.Fingerprint,
	}
	change(sig)
	sum := sig.Hash.New()
	sum.Write([]byte(strings.ReplaceAll(strings.TrimSuffix(orderText, "\n"), "\n", "\r\n")))
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
	})
	t.Run("A5", func(t *testing.T) {
		lifetime := uint32(367 * 24 * 3600) // of a key made 366 days ago
		entity := pgpEntity(t, &packet.Config{KeyLifetimeSecs: lifetime})
		in := desk()
		in.Keys = keysOf(t, entity)
		block := signedBlock(t, signerOf(entity))
		wantSigned(t, in, eml(block), signerOf(entity), Clearsigned)
		in.Now = func() time.Time { return now.AddDate(0, 0, 10) }
		refusal := wantRefusal(t, in, eml(block), ExpiredKey)
		if refusal.Fingerprint != pgpFingerprint(entity) {
			t.Error("the signature is good; the owner may be told that his key has expired")
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
			wantRefusal(t, in, eml(block), RevokedKey)
		}
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
			wantRefusal(t, desk(), eml(rawClear(t, "Hash: "+name+"\n", weak)), WeakHash)
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
	t.Run("A14", func(t *testing.T) {
		for _, namespace := range []string{"git", "file", "keryx ", "Keryx"} {
			sig := val(sshsig.Sign(strings.NewReader(orderText), red().ssh.ssh, sshsig.HashSHA512, namespace))(t)
			wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+string(sshsig.Armor(sig))), WrongNamespace)
		}
	})
	t.Run("A15", func(t *testing.T) {
		other := val(sshsig.Sign(strings.NewReader("another file\n"), red().ssh.ssh, sshsig.HashSHA256, Namespace))(t)
		wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+string(sshsig.Armor(other))), WrongSignature)
		for _, kind := range []string{ssh.KeyAlgoSKED25519, ssh.CertAlgoED25519v01, ssh.InsecureKeyAlgoDSA} {
			blob := ssh.Marshal(struct {
				Magic   [6]byte
				Version uint32
				Key     string
			}{[6]byte([]byte("SSHSIG")), 1, string(ssh.Marshal(struct{ Type string }{kind}))})
			text := beginSSHSign + "\n" + base64.StdEncoding.EncodeToString(blob) + "\n" + endSSHSign + "\n"
			wantRefusal(t, desk(), eml(beginOrders+"\n"+orderText+text), UnsupportedKey)
		}
	})
	t.Run("A16", func(t *testing.T) {
		for _, kind := range []packet.SignatureType{packet.SigTypeBinary, packet.SigTypeGenericCert, 0x02, 0x40, packet.SigTypeDirectSignature} {
			// A signature of another type over the same octets, correct as such.
			odd := signPacket(t, redKey, func(s *packet.Signature) { s.SigType = kind })
			wantRefusal(t, desk(), eml(rawClear(t, "Hash: SHA512\n", odd)), WrongType)
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
		wantSigned(t, in, eml(signedBlock(t, signerOf(entity))), signerOf(entity), Clearsigned)
	})
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
