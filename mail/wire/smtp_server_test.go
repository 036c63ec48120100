package wire

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"strings"
	"testing"

	"keryx/mail"
)

// TestSubmissionServer sends through a real submission server: address in
// KERYX_TEST_SMTP, "starttls" or "implicit" in KERYX_TEST_SMTP_TLS, the PEM file
// of its authority in KERYX_TEST_SMTP_CA, account in KERYX_TEST_SMTP_USER and
// KERYX_TEST_SMTP_PASSWORD. The account gets a mail.
func TestSubmissionServer(t *testing.T) {
	address := os.Getenv("KERYX_TEST_SMTP")
	if address == "" {
		t.Skip("set KERYX_TEST_SMTP, and _TLS, _CA, _USER, _PASSWORD with the same prefix, to send through a real server")
	}
	user := os.Getenv("KERYX_TEST_SMTP_USER")
	pem, err := os.ReadFile(os.Getenv("KERYX_TEST_SMTP_CA"))
	must(t, err)
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(pem) {
		t.Fatal("no certificate in KERYX_TEST_SMTP_CA")
	}
	out := Sender{Endpoint: Endpoint{
		Address: address, TLS: TLSMode(os.Getenv("KERYX_TEST_SMTP_TLS")),
		Username: user, Password: os.Getenv("KERYX_TEST_SMTP_PASSWORD"),
		TLSConfig: &tls.Config{RootCAs: authorities},
	}}
	raw := val(mail.Compose(mail.Letter{
		From: mail.Address{Name: "Keryx", Addr: user}, To: mail.Address{Name: "Aurélie Démosthène", Addr: user},
		Subject: "hel-7: Athènes, vos ordres sont attendus", Date: now, MessageID: mail.MessageID("club.test", "hel-7"),
		Text:        "Été\n" + strings.Repeat("a long line ", 20) + "\n.\n",
		Attachments: []mail.Attachment{{Name: "orders.txt", Type: "text/plain", Data: []byte("game hel-7\n")}},
	}))(t)
	must(t, out.Send(t.Context(), user, user, raw))
	must(t, out.Send(t.Context(), "", user, raw))

	_, domain, _ := strings.Cut(user, "@")
	wantSend(t, out.Send(t.Context(), user, "nobody-by-this-name@"+domain, raw), ErrPermanent, StageRcpt, 550)

	out.Password += "x"
	wantSend(t, out.Send(t.Context(), user, user, raw), ErrAuth, StageAuth, 535)
	out.Password, out.TLSConfig = "", &tls.Config{}
	wantSend(t, out.Send(t.Context(), user, user, raw), ErrTemporary, StageConnect, 0)
}
