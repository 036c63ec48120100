package wire

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

// certificate makes TLS settings for a server on 127.0.0.1 and for a client that
// trusts it.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	must(t, err)
	parsed, err := x509.ParseCertificate(der)
	must(t, err)
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	server = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}, NextProtos: []string{"imap"}}
	return server, &tls.Config{RootCAs: pool}
}

func TestEndpointHidesSecrets(t *testing.T) {
	cfg := MailboxConfig{Endpoint: Endpoint{Address: "h:1", TLS: TLSImplicit, Username: "u", Password: "hunter2"}}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if out := fmt.Sprintf(format, cfg.Endpoint); strings.Contains(out, "hunter2") {
			t.Errorf("%s prints the password: %s", format, out)
		}
	}
}
