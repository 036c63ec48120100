package post_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/sqlite"
)

// submission is the submission server of the environment; see TestSubmissionServer of
// package wire. Without one it is a server of ours.
func submission(b *testing.B) (wire.Endpoint, string) {
	address := os.Getenv("KERYX_TEST_SMTP")
	if address == "" {
		post := loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "secret"})
		hosttest.Check(b, post.Start(b.Context()))
		b.Cleanup(func() { hosttest.Check(b, post.Close()) })
		return wire.Endpoint{Address: post.SMTPAddr(), TLS: wire.TLSNone, Username: hosttest.ServerAddress, Password: "secret"}, hosttest.ServerAddress
	}
	pem, err := os.ReadFile(os.Getenv("KERYX_TEST_SMTP_CA"))
	hosttest.Check(b, err)
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(pem) {
		b.Fatal("no certificate in KERYX_TEST_SMTP_CA")
	}
	user := os.Getenv("KERYX_TEST_SMTP_USER")
	return wire.Endpoint{Address: address, TLS: wire.TLSMode(os.Getenv("KERYX_TEST_SMTP_TLS")), Username: user,
		Password: os.Getenv("KERYX_TEST_SMTP_PASSWORD"), TLSConfig: &tls.Config{RootCAs: authorities}}, user
}

// telling tells of every mail that was taken.
type telling struct {
	post.Carrier
	taken chan error
}

func (t telling) Send(ctx context.Context, from, to string, raw []byte) error {
	err := t.Carrier.Send(ctx, from, to, raw)
	t.taken <- err
	return err
}

// BenchmarkReports is 500 reports of 40 kB on their way from the outbox to the submission
// server of the environment, each with a connection of its own and over kept ones.
func BenchmarkReports(b *testing.B) {
	const reports, size = 500, 40_000
	endpoint, to := submission(b)
	local, domain, _ := strings.Cut(to, "@")
	for name, keep := range map[string]int{"own connections": 0, "kept connections": 8} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				db, err := sqlite.Open(b.Context(), b.TempDir()+"/club.db")
				hosttest.Check(b, err)
				h := hosttest.NewHost(b, db, time.Now)
				body := strings.Repeat(strings.Repeat("x", 76)+"\r\n", size/78)
				hosttest.Check(b, db.Update(b.Context(), func(tx store.Tx) error {
					for n := range reports {
						id := fmt.Sprintf("<%d.%d@club.example>", n, time.Now().UnixNano())
						rcpt := fmt.Sprintf("%s+p%d@%s", local, n, domain)
						if to == hosttest.ServerAddress {
							rcpt = to
						}
						raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: %s\r\nSubject: report\r\n\r\n%s", to, rcpt, id, body)
						if _, err := tx.Enqueue(store.OutboxMail{MessageID: id, Kind: "report", Recipient: rcpt, EnvelopeFrom: to, Raw: []byte(raw), Created: time.Now()}); err != nil {
							return err
						}
					}
					return nil
				}))
				post := loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "secret"})
				hosttest.Check(b, post.Start(b.Context()))
				box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: wire.Endpoint{Address: post.IMAPAddr(), TLS: wire.TLSNone, Username: hosttest.ServerAddress, Password: "secret"}, Log: h.Log})
				hosttest.Check(b, err)
				out := &wire.Sender{Endpoint: endpoint, LoggedIn: h.Outbox.LoggedIn, Keep: keep}
				carrier := telling{out, make(chan error, reports)}
				d := &host.Daemon{Host: h, Crew: host.Alone(h), Mailbox: box, Carrier: carrier, Every: time.Minute, After: time.After}
				ctx, stop := context.WithCancel(b.Context())
				ended := make(chan error, 1)
				b.StartTimer()
				go func() { ended <- d.Run(ctx) }()
				for range reports {
					hosttest.Check(b, <-carrier.taken)
				}
				b.StopTimer()
				stop()
				hosttest.Check(b, <-ended)
				hosttest.Check(b, out.Close())
				hosttest.Check(b, post.Close())
				hosttest.Check(b, db.Close())
				b.StartTimer()
			}
			b.ReportMetric(reports*float64(b.N)/b.Elapsed().Seconds(), "reports/s")
		})
	}
}
