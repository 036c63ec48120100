package mail

import "testing"

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
