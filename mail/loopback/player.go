package loopback

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Submit sends a mail as a user's mail program does: over SMTP, logged in, with
// the user's address as envelope sender.
func (s *Server) Submit(ctx context.Context, user, to string, raw []byte) error {
	return s.dial(ctx, s.SMTPAddr(), user, func(conn net.Conn, box *mailbox) error {
		c, err := s.smtpClient(conn)
		if err != nil {
			return err
		}
		if err := c.Auth(sasl.NewPlainClient("", box.Address, box.Password)); err != nil {
			return err
		}
		if err := c.SendMail(box.Address, []string{to}, bytes.NewReader(raw)); err != nil {
			return err
		}
		return c.Quit()
	})
}

func (s *Server) smtpClient(conn net.Conn) (*smtp.Client, error) {
	if s.startTLS() != nil {
		return smtp.NewClientStartTLS(conn, s.clientTLS())
	}
	return smtp.NewClient(conn), nil
}

// Inbox returns every mail in a user's INBOX, oldest first, over IMAP and
// without marking any as read.
func (s *Server) Inbox(ctx context.Context, user string) ([][]byte, error) {
	return s.Folder(ctx, user, "INBOX")
}

// Folder is Inbox for any folder; one that does not exist is empty.
func (s *Server) Folder(ctx context.Context, user, folder string) ([][]byte, error) {
	var mails [][]byte
	err := s.dial(ctx, s.IMAPAddr(), user, func(conn net.Conn, box *mailbox) error {
		c, err := s.imapClient(conn)
		if err != nil {
			return err
		}
		if err := c.Login(box.Address, box.Password).Wait(); err != nil {
			return err
		}
		if mails, err = readFolder(c, folder); err != nil {
			return err
		}
		return c.Logout().Wait()
	})
	return mails, err
}

func (s *Server) imapClient(conn net.Conn) (*imapclient.Client, error) {
	if s.startTLS() != nil {
		return imapclient.NewStartTLS(conn, &imapclient.Options{TLSConfig: s.clientTLS()})
	}
	return imapclient.New(conn, nil), nil
}

func readFolder(c *imapclient.Client, folder string) (mails [][]byte, err error) {
	found, err := c.List("", folder, nil).Collect()
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if _, err := c.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		return nil, err
	}
	var all imap.UIDSet
	all.AddRange(1, 0)
	messages, err := c.Fetch(all, &imap.FetchOptions{
		UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}},
	}).Collect()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(messages, func(a, b *imapclient.FetchMessageBuffer) int { return int(int64(a.UID) - int64(b.UID)) })
	for _, m := range messages {
		if len(m.BodySection) > 0 {
			mails = append(mails, m.BodySection[0].Bytes)
		}
	}
	return mails, nil
}

// dial runs talk on a connection that closes when ctx ends.
func (s *Server) dial(ctx context.Context, address, user string, talk func(net.Conn, *mailbox) error) error {
	box := s.find(user)
	if box == nil {
		return fmt.Errorf("loopback: no user %s", user)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if s.ImplicitTLS {
		conn = s.tlsClient(conn)
	}
	if err := talk(conn, box); err != nil {
		return fmt.Errorf("loopback: %s at %s: %w", user, address, err)
	}
	return nil
}

func (s *Server) tlsClient(conn net.Conn) net.Conn { return tls.Client(conn, s.clientTLS()) }

// clientTLS trusts whatever certificate the server has: both ends are this
// process.
func (s *Server) clientTLS() *tls.Config {
	return &tls.Config{InsecureSkipVerify: true, ServerName: "127.0.0.1"}
}
