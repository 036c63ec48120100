package mail

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// GnuPG's own way of prolonging a key and of giving it a subkey ends in editions that are
// taken over, in either order, and add nothing twice.
func TestRenewWithGnuPG(t *testing.T) {
	gpg := newGnuPG(t)
	export := func() PublicKey { return val(ParsePublicKey([]byte(gpg.run("", "--armor", "--export"))))(t) }
	first := export()
	gpg.run("", "--batch", "--pinentry-mode", "loopback", "--passphrase", "", "--quick-set-expire", first.Fingerprint, "3y")
	longer := export()
	gpg.run("", "--batch", "--pinentry-mode", "loopback", "--passphrase", "", "--quick-add-key", first.Fingerprint, "ed25519", "sign", "2y")
	latest := export()
	if !first.Expires.Before(longer.Expires) || len(first.KeyIDs) != 1 || len(latest.KeyIDs) != 2 {
		t.Fatalf("first %v %X, longer %v, latest %X", first.Expires, first.KeyIDs, longer.Expires, latest.KeyIDs)
	}
	for name, editions := range map[string][]PublicKey{"old to new": {first, longer, latest}, "new to old": {latest, longer, first}, "a step left out": {first, latest}} {
		key := editions[0]
		for _, edition := range editions[1:] {
			renewed, _, err := key.Renew(edition)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if again, changed, err := renewed.Renew(edition); changed || err != nil || again.Text != renewed.Text {
				t.Errorf("%s: the same edition changes it again: %v", name, err)
			}
			key = renewed
		}
		if !key.Expires.Equal(latest.Expires) || len(key.KeyIDs) != 2 {
			t.Errorf("%s: expires %v with ids %X", name, key.Expires, key.KeyIDs)
		}
	}
	home := ""
	for _, v := range gpg.env {
		if dir, ok := strings.CutPrefix(v, "GNUPGHOME="); ok {
			home = dir
		}
	}
	revocation := string(val(os.ReadFile(filepath.Join(home, "openpgp-revocs.d", first.Fingerprint+".rev")))(t))
	_, revocation, _ = strings.Cut(revocation, ":-----BEGIN")
	gpg.run("-----BEGIN"+revocation, "--batch", "--import")
	struckOff := export()
	renewed, changed, err := first.Renew(struckOff)
	if err != nil || !changed || !renewed.Revoked {
		t.Errorf("the owner's revocation: %v, revoked %t", err, renewed.Revoked)
	}
}

// Only what the primary key has signed counts: neither another's subkey nor another's
// signatures under the name of the key come in.
func TestRenewTakesNothingForeign(t *testing.T) {
	config := &packet.Config{Time: func() time.Time { return now.Add(-time.Hour) }, Algorithm: packet.PubKeyAlgoEdDSA, Curve: packet.Curve25519}
	mine := val(openpgp.NewEntity("Red", "", "red@example.org", config))(t)
	theirs := val(openpgp.NewEntity("Mallory", "", "mallory@example.org", config))(t)
	if err := theirs.AddSigningSubkey(config); err != nil {
		t.Fatal(err)
	}
	key := val(publicPGPKey(mine))(t)
	forged := val(readPGPKey([]byte(key.Text)))(t)
	forged.Subkeys = append(forged.Subkeys, theirs.Subkeys...)
	for name, identity := range theirs.Identities {
		forged.Identities[name] = identity
	}
	forged.DirectSignatures = append(forged.DirectSignatures, theirs.DirectSignatures...)
	for _, identity := range theirs.Identities {
		for _, own := range forged.Identities {
			own.SelfCertifications = append(own.SelfCertifications, identity.SelfCertifications...)
		}
	}
	edition := PublicKey{Kind: OpenPGP, Fingerprint: key.Fingerprint, Text: val(armoured(openpgp.PublicKeyType, func(out *bytes.Buffer) error { return forged.Serialize(out) }))(t)}
	if renewed, changed, err := key.Renew(edition); changed || err != nil || renewed.Text != key.Text {
		t.Errorf("something foreign came in: changed %t, %v", changed, err)
	}
	if _, _, err := key.Renew(val(publicPGPKey(theirs))(t)); err == nil {
		t.Error("another key is taken for an edition")
	}
}

// A key whose subkeys sign lasts as long as they do, and no longer than its primary key.
func TestSignsUntil(t *testing.T) {
	made := now.Add(-time.Hour)
	config := func(days int) *packet.Config {
		return &packet.Config{Time: func() time.Time { return made }, Algorithm: packet.PubKeyAlgoEdDSA, Curve: packet.Curve25519,
			KeyLifetimeSecs: uint32(days * 24 * 3600)}
	}
	for name, tt := range map[string]struct{ primary, sub, want int }{
		"never": {0, -1, 0}, "the primary": {30, -1, 30}, "a subkey that lives on": {30, 90, 30}, "a primary without end": {0, 90, 0},
	} {
		entity := val(openpgp.NewEntity("Red", "", "red@example.org", config(tt.primary)))(t)
		if tt.sub >= 0 {
			if err := entity.AddSigningSubkey(config(tt.sub)); err != nil {
				t.Fatal(err)
			}
		}
		var want time.Time
		if tt.want > 0 {
			want = made.AddDate(0, 0, tt.want)
		}
		if got := val(publicPGPKey(entity))(t).SignsUntil; !got.Equal(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	// A primary that only certifies, as many keep it, and a subkey for the daily use.
	entity := val(openpgp.NewEntity("Red", "", "red@example.org", config(0)))(t)
	for _, identity := range entity.Identities {
		for _, sig := range identity.SelfCertifications {
			sig.Packet.FlagSign = false
		}
		if err := identity.ReSign(config(0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := entity.AddSigningSubkey(config(90)); err != nil {
		t.Fatal(err)
	}
	key := val(publicPGPKey(entity))(t)
	if want := made.AddDate(0, 0, 90); !key.SignsUntil.Equal(want) || !key.Expires.IsZero() || !key.EncryptsUntil.IsZero() {
		t.Errorf("signs until %v, encrypts until %v, want %v and never", key.SignsUntil, key.EncryptsUntil, want)
	}
}
