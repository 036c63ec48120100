package mail

import (
	"strings"
	"testing"
)

// benchmarkRead measures the whole way from raw octets to signed text.
func benchmarkRead(b *testing.B, raw []byte) {
	in := desk()
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := in.Read(b.Context(), raw); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerifyClearsign(b *testing.B) { benchmarkRead(b, eml(signedBlock(b, red().pgp))) }

func BenchmarkVerifyPGPMIME(b *testing.B) {
	benchmarkRead(b, pgpMIME(b, red().pgp, plain(orderText)))
}

func BenchmarkVerifySSHSIG(b *testing.B) { benchmarkRead(b, eml(signedBlock(b, red().ssh))) }

// BenchmarkRefuseUnsigned is what a stranger's mail costs.
func BenchmarkRefuseUnsigned(b *testing.B) {
	in := desk()
	raw := eml(orderText)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := in.Read(b.Context(), raw); err == nil {
			b.Fatal("accepted")
		}
	}
}

// BenchmarkSeal is composing a report that the server signs.
func BenchmarkSeal(b *testing.B) {
	l := report()
	l.Wrap = red().pgp.Seal(then)
	for b.Loop() {
		if _, err := Compose(l); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncrypt is composing a report that is encrypted as well.
func BenchmarkEncrypt(b *testing.B) {
	encrypt, err := red().pgp.Public().Encrypter(then)
	if err != nil {
		b.Fatal(err)
	}
	l := report()
	l.Wrap = func(body Entity) (Entity, error) {
		body, err := red().pgp.Seal(then)(body)
		if err != nil {
			return body, err
		}
		return encrypt(body)
	}
	for b.Loop() {
		if _, err := Compose(l); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRefuseFolded is what a header costs that is folded as often as it may be.
func BenchmarkRefuseFolded(b *testing.B) {
	in := desk()
	raw := eml(orderText, "X-Long: x"+strings.Repeat("\n x", MaxHeader/5))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := in.Read(b.Context(), raw); err == nil {
			b.Fatal("accepted")
		}
	}
}
