package mail

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// Renew returns the key together with what another edition of it says beyond that: later
// self-signatures (a longer life, another name), new subkeys and revocations, and reports
// whether there was anything. Only what the primary key itself has signed is taken, so
// that it does not matter who sends the edition; and nothing is lost by an older one.
//
// The error is a *[Refusal] if the editions are not of one OpenPGP key, or if they make one
// together that will not do.
func (k PublicKey) Renew(edition PublicKey) (renewed PublicKey, changed bool, err error) {
	defer rescue(&err)
	if k.Kind != OpenPGP || edition.Kind != OpenPGP || k.Fingerprint != edition.Fingerprint {
		return k, false, refuse(SeveralKeys)
	}
	entity, err := readPGPKey([]byte(k.Text))
	if err != nil {
		return k, false, err
	}
	other, err := readPGPKey([]byte(edition.Text))
	if err != nil {
		return k, false, err
	}
	if changed = merge(entity, other); !changed {
		return k, false, nil
	}
	if renewed, err = publicPGPKey(entity); err != nil {
		return k, false, err
	}
	if len(renewed.Text) > MaxKey {
		return k, false, refuse(KeyTooLarge, "Limit", MaxKey)
	}
	return renewed, true, nil
}

// merge adds to a key what another edition of it has signed, and reports whether that was
// anything new.
func merge(key, other *openpgp.Entity) (changed bool) {
	primary := key.PrimaryKey
	add := func(to *[]*packet.VerifiableSignature, from []*packet.VerifiableSignature, verify func(*packet.Signature) error) {
		for _, sig := range from {
			if holdsSignature(*to, sig.Packet) || verify(sig.Packet) != nil {
				continue
			}
			*to = append(*to, packet.NewVerifiableSig(sig.Packet))
			changed = true
		}
	}
	add(&key.Revocations, other.Revocations, primary.VerifyRevocationSignature)
	add(&key.DirectSignatures, other.DirectSignatures, primary.VerifyDirectKeySignature)
	for _, name := range slices.Sorted(maps.Keys(other.Identities)) {
		theirs := other.Identities[name]
		mine, known := key.Identities[name]
		if !known {
			mine = &openpgp.Identity{Primary: key, Name: name, UserId: theirs.UserId}
		}
		byPrimary := func(sig *packet.Signature) error { return primary.VerifyUserIdSignature(name, primary, sig) }
		add(&mine.SelfCertifications, theirs.SelfCertifications, byPrimary)
		add(&mine.Revocations, theirs.Revocations, byPrimary)
		if len(mine.SelfCertifications)+len(mine.Revocations) > 0 {
			key.Identities[name] = mine
		}
	}
	for _, theirs := range other.Subkeys {
		i := slices.IndexFunc(key.Subkeys, func(s openpgp.Subkey) bool {
			return bytes.Equal(s.PublicKey.Fingerprint, theirs.PublicKey.Fingerprint)
		})
		mine := openpgp.Subkey{Primary: key, PublicKey: theirs.PublicKey}
		if i >= 0 {
			mine = key.Subkeys[i]
		}
		add(&mine.Bindings, theirs.Bindings, func(sig *packet.Signature) error { return primary.VerifyKeySignature(mine.PublicKey, sig) })
		add(&mine.Revocations, theirs.Revocations, func(sig *packet.Signature) error {
			return primary.VerifySubkeyRevocationSignature(sig, mine.PublicKey)
		})
		switch {
		case i >= 0:
			key.Subkeys[i] = mine
		case len(mine.Bindings) > 0:
			key.Subkeys = append(key.Subkeys, mine)
		}
	}
	return changed
}

// holdsSignature reports whether a signature is there already. What is not signed in it
// (the unhashed part, the form of the numbers) anybody can change, and does not make it
// another one.
func holdsSignature(have []*packet.VerifiableSignature, sig *packet.Signature) bool {
	return slices.ContainsFunc(have, func(h *packet.VerifiableSignature) bool {
		return bytes.Equal(h.Packet.HashSuffix, sig.HashSuffix)
	})
}

// usableUntil computes from when on no part of a key may sign any more, or be encrypted to;
// zero stands for never. A key that may not at all has the time of its making.
func usableUntil(entity *openpgp.Entity, fits func(*packet.Signature) bool) time.Time {
	config := pgpConfig(time.Time{})
	self, err := entity.PrimarySelfSignature(time.Time{}, config)
	if err != nil {
		return entity.PrimaryKey.CreationTime
	}
	primary := lifeEnd(entity.PrimaryKey, self)
	if direct, err := entity.LatestValidDirectSignature(time.Time{}, config); err == nil {
		primary = earlier(primary, lifeEnd(entity.PrimaryKey, direct))
	}
	latest := entity.PrimaryKey.CreationTime
	if fits(self) {
		latest = primary
	}
	for _, sub := range entity.Subkeys {
		binding, err := sub.Verify(time.Time{}, config)
		if err != nil || !fits(binding) {
			continue
		}
		end := earlier(primary, lifeEnd(sub.PublicKey, binding))
		if end.IsZero() || !latest.IsZero() && end.After(latest) {
			latest = end
		}
	}
	return latest
}

// maySign and mayEncrypt read what a self-signature allows a key to do (RFC 9580 section
// 5.2.3.29).
func maySign(sig *packet.Signature) bool { return sig.FlagsValid && sig.FlagSign }

func mayEncrypt(sig *packet.Signature) bool {
	return sig.FlagsValid && (sig.FlagEncryptCommunications || sig.FlagEncryptStorage)
}

// lifeEnd is when a key expires by a self-signature; zero if never.
func lifeEnd(key *packet.PublicKey, sig *packet.Signature) time.Time {
	var end time.Time
	if sig.KeyLifetimeSecs != nil && *sig.KeyLifetimeSecs > 0 {
		end = key.CreationTime.Add(time.Duration(*sig.KeyLifetimeSecs) * time.Second).UTC()
	}
	if sig.SigLifetimeSecs != nil && *sig.SigLifetimeSecs > 0 {
		end = earlier(end, sig.CreationTime.Add(time.Duration(*sig.SigLifetimeSecs)*time.Second).UTC())
	}
	return end
}

// earlier is the earlier of two ends, of which a zero one is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
