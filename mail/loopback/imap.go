package loopback

import (
	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// imapSession is one IMAP connection. It is a session of the memory server but
// for IDLE: that one forgets what arrived between the last command and IDLE,
// whereas a client may rely on being told (RFC 2177).
type imapSession struct {
	*imapmemserver.UserSession // nil before login
	server                     *Server
}

// Login implements imapserver.Session.
func (c *imapSession) Login(username, password string) error {
	box := c.server.find(username)
	if !box.accepts(password) {
		return imapserver.ErrAuthFailed
	}
	c.UserSession = imapmemserver.NewUserSession(box.store)
	return nil
}

// Idle implements imapserver.Session.
func (c *imapSession) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		changed := c.server.awaitChange() // before looking, so that nothing falls between
		if err := c.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-stop:
			return nil
		}
	}
}

// Append implements imapserver.Session.
func (c *imapSession) Append(folder string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	defer c.server.notify()
	return c.UserSession.Append(folder, r, options)
}

// Copy implements imapserver.Session.
func (c *imapSession) Copy(set imap.NumSet, folder string) (*imap.CopyData, error) {
	defer c.server.notify()
	return c.UserSession.Copy(set, folder)
}

// Move implements imapserver.SessionMove.
func (c *imapSession) Move(w *imapserver.MoveWriter, set imap.NumSet, folder string) error {
	defer c.server.notify()
	if uids, ok := set.(imap.UIDSet); ok && c.server.OnMove != nil {
		if all, finite := uids.Nums(); finite {
			c.server.OnMove(folder, all)
		}
	}
	return c.UserSession.Move(w, set, folder)
}

// Expunge implements imapserver.Session.
func (c *imapSession) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	defer c.server.notify()
	return c.UserSession.Expunge(w, uids)
}

// awaitChange returns a channel that closes at the next change of any mailbox.
func (s *Server) awaitChange() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

func (s *Server) notify() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
}
