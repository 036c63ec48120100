package wire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// An oddServer is an IMAP server with three messages, which answers some commands as a file of
// testdata/imap says. "C:" is a command without its tag, the "S:" below it the answer; TAG stands
// for its tag and MESSAGE for the literal of the message that is asked for. A connection ends after
// an answer that has no tag.
type oddServer struct {
	t       *testing.T
	address string

	mu          sync.Mutex
	answers     [][2]string // a command and what is answered
	there       []int       // the UIDs of the messages
	keeps       bool        // messages that are filed stay
	idle        chan struct{}
	connections int
	moved       []string // "2 on connection 1"
}

func newOddServer(t *testing.T, file string) *oddServer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "imap", file))
	must(t, err)
	s := &oddServer{t: t, there: []int{1, 2, 3}, idle: make(chan struct{}, 100)}
	for line := range strings.SplitSeq(string(text), "\n") {
		if command, ok := strings.CutPrefix(line, "C: "); ok {
			s.answers = append(s.answers, [2]string{command, ""})
		} else if answer, ok := strings.CutPrefix(line, "S:"); ok {
			s.answers[len(s.answers)-1][1] += strings.TrimPrefix(answer, " ") + "\r\n"
		}
	}
	if file == "empty-no.txt" {
		s.there = nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	s.address = l.Addr().String()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			go s.serve(conn)
		}
	}()
	return s
}

func (s *oddServer) serve(conn net.Conn) {
	defer conn.Close()
	s.mu.Lock()
	s.connections++
	number := s.connections
	s.mu.Unlock()
	io.WriteString(conn, "* OK [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] hello\r\n")
	for in := bufio.NewScanner(conn); in.Scan(); {
		tag, command, _ := strings.Cut(in.Text(), " ")
		if command == "" { // DONE
			command, tag = tag, "T"
		}
		answer := s.answer(command, number)
		if _, err := io.WriteString(conn, strings.ReplaceAll(answer, "TAG", tag)); err != nil || !strings.Contains(answer, "TAG") && answer[0] != '+' {
			return
		}
		if command == "IDLE" {
			in.Scan() // DONE
			fmt.Fprintf(conn, "%s OK done\r\n", tag)
		}
	}
}

// inAnyOrder is a command with its words sorted: the library asks for items in an order that changes.
func inAnyOrder(command string) string {
	words := strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" ()", r) })
	slices.Sort(words)
	return strings.Join(words, " ")
}

func (s *oddServer) answer(command string, connection int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var uid int
	fmt.Sscanf(strings.TrimPrefix(strings.TrimPrefix(command, "UID FETCH "), "UID MOVE "), "%d", &uid)
	raw := letter(fmt.Sprint(uid))
	message := fmt.Sprintf("{%d}\r\n%s", len(raw), raw)
	for _, a := range s.answers {
		if inAnyOrder(a[0]) == inAnyOrder(command) {
			return strings.ReplaceAll(a[1], "MESSAGE", message)
		}
	}
	var said strings.Builder
	switch {
	case command == "CAPABILITY":
		said.WriteString("* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n")
	case strings.HasPrefix(command, "LIST"):
		said.WriteString("* LIST () \"/\" x\r\n")
	case strings.HasPrefix(command, "SELECT"):
		fmt.Fprintf(&said, "* FLAGS (\\Seen \\Deleted)\r\n* %d EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n", len(s.there))
	case strings.HasPrefix(command, "UID FETCH 1:*"):
		for i, n := range s.there {
			fmt.Fprintf(&said, "* %d FETCH (UID %d RFC822.SIZE 60 INTERNALDATE \"27-Nov-2026 10:00:00 +0000\")\r\n", i+1, n)
		}
	case strings.Contains(command, "BODY.PEEK"):
		fmt.Fprintf(&said, "* %d FETCH (UID %d BODY[] %s)\r\n", uid, uid, message)
	case strings.Contains(command, "FLAGS"):
		fmt.Fprintf(&said, "* %d FETCH (UID %d FLAGS ())\r\n", uid, uid)
	case strings.HasPrefix(command, "UID MOVE"):
		s.there = slices.DeleteFunc(s.there, func(n int) bool { return n == uid && !s.keeps })
		s.moved = append(s.moved, fmt.Sprintf("%d on connection %d", uid, connection))
	case command == "IDLE":
		s.idle <- struct{}{}
		return "+ idling\r\n"
	}
	return said.String() + "TAG OK done\r\n"
}

// mend lets the server answer as others do from now on.
func (s *oddServer) mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = nil
}

// A wound clock goes ahead by every pause that somebody waits for, once the test lets it.
type woundClock struct {
	mu     sync.Mutex
	at     time.Time
	pauses chan time.Duration // each has to be taken
}

func (c *woundClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *woundClock) after(d time.Duration) <-chan time.Time {
	over := make(chan time.Time, 1)
	go func() {
		c.pauses <- d
		c.mu.Lock()
		c.at = c.at.Add(d)
		c.mu.Unlock()
		over <- time.Time{}
	}()
	return over
}

// visit watches an odd server with a clock that the test winds, and returns what is handled and
// what the operator is told.
func (s *oddServer) visit(clock *woundClock) (m *Mailbox, got <-chan string, alarms <-chan error) {
	handled, told := make(chan string, 100), make(chan error, 100)
	m = watching(s.t, MailboxConfig{
		Endpoint: Endpoint{Address: s.address, TLS: TLSNone, Username: "u", Password: "p"},
		Now:      clock.now, After: clock.after, Alarm: func(err error) { told <- err },
	}, func(_ context.Context, f Fetched) (Disposition, error) {
		if want := letter(subject(f.Raw)); string(want) != string(f.Raw) {
			s.t.Errorf("handled %q, want %q", f.Raw, want)
		}
		handled <- subject(f.Raw)
		return Disposition{Folder: FolderDone}, nil
	})
	return m, handled, told
}

// What a server says of flags, and other things that nobody needs, stops no mail: all of it is
// handled and filed over one connection.
func TestOddServers(t *testing.T) {
	for _, file := range []string{
		"gmail-flags.txt", "blank-flags.txt", "message-flags.txt", "blank-after-literal.txt", "uid-behind.txt", "unknown-lines.txt", "odd-date.txt",
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			s := newOddServer(t, file)
			m, got, _ := s.visit(&woundClock{at: now, pauses: make(chan time.Duration)})
			for _, want := range []string{"1", "2", "3"} {
				wantNext(t, got, want)
			}
			must(t, m.Sync(t.Context()))
			<-s.idle
			s.mu.Lock()
			defer s.mu.Unlock()
			if want := []string{"1 on connection 1", "2 on connection 1", "3 on connection 1"}; !slices.Equal(s.moved, want) {
				t.Errorf("filed %q, want %q", s.moved, want)
			}
		})
	}
}

// A message that the server does not hand out is passed over, so that those behind it are handled,
// over the same connection where that lives on. It is tried again with growing pauses, the operator
// is told once, and it is handled when it can be had.
func TestMessageThatCannotBeFetched(t *testing.T) {
	for file, on := range map[string]int{"fetch-no.txt": 1, "fetch-bad.txt": 1, "fetch-empty.txt": 1, "fetch-bye.txt": 2, "list-no.txt": 1, "list-bye.txt": 6} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			s := newOddServer(t, file)
			clock := &woundClock{at: now, pauses: make(chan time.Duration)}
			m, got, alarms := s.visit(clock)
			for clock.now().Sub(now) < 20*time.Hour {
				<-clock.pauses
			}
			var told *MessageError
			if err := <-alarms; !errors.As(err, &told) || told.UID != 1 {
				t.Errorf("the operator is told %v", err)
			}
			if len(alarms) > 0 {
				t.Errorf("he is told again: %v", <-alarms)
			}
			wantNext(t, got, "2")
			wantNext(t, got, "3")
			s.mu.Lock()
			if want := []string{fmt.Sprintf("2 on connection %d", on), fmt.Sprintf("3 on connection %d", on)}; !slices.Equal(s.moved, want) {
				t.Errorf("filed %q, want %q", s.moved, want)
			}
			s.mu.Unlock()
			if seen := clock.now().Sub(m.LastScan()); seen > 2*pollNever {
				t.Errorf("the mailbox was last seen in full %s ago", seen)
			}
			s.mend()
			for {
				select {
				case <-clock.pauses:
					continue
				case name := <-got:
					if name != "1" {
						t.Errorf("handled %s again", name)
					}
				}
				break
			}
		})
	}
}

// A server that hangs up over the list, and over nothing else, is asked for each message by itself: all
// of them are handled, and the operator is told once.
func TestListThatCannotBeHad(t *testing.T) {
	s := newOddServer(t, "list-bye-alone.txt")
	s.keeps = true
	clock := &woundClock{at: now, pauses: make(chan time.Duration)}
	m, got, alarms := s.visit(clock)
	for clock.now().Sub(now) < 20*time.Hour {
		<-clock.pauses
	}
	var told *ListError
	if err := <-alarms; !errors.As(err, &told) || told.Folder != folderInbox {
		t.Errorf("the operator is told %v", err)
	}
	if len(alarms) > 0 {
		t.Errorf("he is told again: %v", <-alarms)
	}
	for _, want := range []string{"1", "2", "3"} {
		wantNext(t, got, want)
	}
	if seen := clock.now().Sub(m.LastScan()); seen > 2*pollNever {
		t.Errorf("the mailbox was last seen in full %s ago", seen)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connections > 20 {
		t.Errorf("%d connections in a day", s.connections)
	}
}

// A deadline waits some minutes for a message that may have been in time, and no longer.
func TestSyncWaitsForAMessageAWhile(t *testing.T) {
	s := newOddServer(t, "fetch-no.txt")
	clock := &woundClock{at: now, pauses: make(chan time.Duration)}
	m, got, _ := s.visit(clock)
	synced := make(chan error, 1)
	go func() { synced <- m.Sync(t.Context()) }()
	wantNext(t, got, "2")
	wantNext(t, got, "3")
	for waited := false; !waited; {
		select {
		case err := <-synced:
			must(t, err)
			waited = true
		case <-clock.pauses:
		}
	}
	if waited := clock.now().Sub(now); waited < time.Minute || waited > 30*time.Minute {
		t.Errorf("it waits for %s", waited)
	}
}

// An empty folder is an empty list, whatever the server says when it is asked about its messages.
func TestEmptyFolderOfARefusingServer(t *testing.T) {
	s := newOddServer(t, "empty-no.txt")
	m, got, _ := s.visit(&woundClock{at: now, pauses: make(chan time.Duration)})
	must(t, m.Sync(t.Context()))
	<-s.idle
	if len(got) > 0 || m.LastScan().IsZero() {
		t.Errorf("%d handled, last seen %v", len(got), m.LastScan())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connections != 1 {
		t.Errorf("%d connections", s.connections)
	}
}
