package storetest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"keryx/store"

	"github.com/google/go-cmp/cmp"
)

// crashEnv tells a child process where the store is that it shall write to until it is killed.
const crashEnv = "KERYX_STORETEST_CRASH"

// CrashChild reports whether this process is a child of [Crash], to which its parent says where the store is.
func CrashChild() bool { return os.Getenv(crashEnv) != "" }

// crashGame is the game the child plays.
const crashGame = "hel-1"

// Crash kills a process that writes, several times, and looks at what it leaves: what it knew to be committed is there,
// every ledger entry has its mail and its report, every mail its entry, and the daemon lock is free as soon as the store
// knows of the death: gone waits for that, and is nil for a store that knows at once.
//
// It must be called from a top-level test of its own, because the child is the test binary running that test. Place is where
// the store shall be; open opens it, and creates it the first time.
func Crash(t *testing.T, place string, open func(ctx context.Context, place string) (store.Store, error), gone func(ctx context.Context, s store.Store) error) {
	if child := os.Getenv(crashEnv); child != "" {
		writeUntilKilled(t, child, open)
		return
	}
	s, err := open(t.Context(), place)
	ok(t, err)
	table(t, s, crashGame)
	ok(t, s.Close())

	entries := 0
	for round, rows := range []int{1, 7, 20, 2, 33} {
		told := killAfter(t, place, rows, open)
		s, err := open(t.Context(), place)
		ok(t, err)
		if gone != nil {
			ok(t, gone(t.Context(), s))
		}
		release, err := s.AcquireLock(t.Context(), "survivor", noon)
		if err != nil {
			t.Fatalf("round %d: the lock of a killed process is held: %v", round, err)
		}
		ok(t, release())
		if entries, err = consistent(t.Context(), s, entries+told); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		ok(t, s.Close())
	}
}

// killAfter starts a child, kills it as soon as it has told of some commits, and returns how many it has told of. While it
// lives, its lock must hold.
func killAfter(t *testing.T, place string, rows int, open func(context.Context, string) (store.Store, error)) (told int) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), crashEnv+"="+place)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	ok(t, err)
	ok(t, child.Start())
	lines := bufio.NewScanner(out)
	for told < rows && lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "committed") {
			t.Errorf("child: %s", lines.Text())
			continue
		}
		if told == 0 {
			locked(t, place, open)
		}
		told++
	}
	ok(t, child.Process.Kill())
	for lines.Scan() { // told before it died
		if strings.HasPrefix(lines.Text(), "committed") {
			told++
		}
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
	return told
}

// locked wants the store locked by the child.
func locked(t *testing.T, place string, open func(context.Context, string) (store.Store, error)) {
	t.Helper()
	s, err := open(t.Context(), place)
	ok(t, err)
	defer s.Close()
	_, err = s.AcquireLock(t.Context(), "parent", noon)
	var held *store.LockedError
	if !errors.As(err, &held) || held.Holder != "child" {
		t.Errorf("lock while the child lives: got %v, want it held by the child", err)
	}
}

// consistent checks what a killed process or a power cut left, of which so many entries
// were known to be committed, and returns the number of entries.
func consistent(ctx context.Context, s store.Store, known int) (entries int, err error) {
	err = s.View(ctx, func(tx store.ReadTx) error {
		ledger, err := tx.Entries(crashGame, 0)
		if err != nil {
			return err
		}
		mails, err := tx.OutboxMails(store.OutboxFilter{Game: crashGame})
		if err != nil {
			return err
		}
		reports, err := tx.Reports(crashGame, "athens")
		if err != nil {
			return err
		}
		entries = len(ledger)
		if entries < known || len(mails) != entries || len(reports) != entries {
			return fmt.Errorf("%d entries were committed; there are %d with %d mails and %d reports", known, entries, len(mails), len(reports))
		}
		var head store.Head
		for _, e := range ledger {
			if diff := cmp.Diff(nextEntry(crashGame, head, string(e.Body)), e); diff != "" {
				return fmt.Errorf("entry %d (-want +got):\n%s", e.Seq, diff)
			}
			head = store.Head{Seq: e.Seq, Hash: e.Hash}
			mail, err := tx.OutboxByMessageID(crashMessageID(e.Seq))
			if err != nil {
				return fmt.Errorf("the mail of entry %d: %w", e.Seq, err)
			}
			if string(mail.Raw) != crashBody(e.Seq) {
				return fmt.Errorf("the mail of entry %d is another: %.40q", e.Seq, mail.Raw)
			}
		}
		return nil
	})
	return entries, err
}

func crashMessageID(seq int) string { return fmt.Sprintf("<%d@keryx>", seq) }

// crashBody is long enough to spread over several pages of a database.
func crashBody(seq int) string {
	body := strings.Repeat(fmt.Sprintf("mail %d\r\n", seq), 2000)
	if seq%5 == 0 {
		body += attached("map.png", picture(90, 60, seq))
	}
	return body
}

// writeUntilKilled is the child: it appends entries with their mails and tells of each commit.
func writeUntilKilled(t *testing.T, place string, open func(context.Context, string) (store.Store, error)) {
	// A parent that is killed itself must not leave a child behind that fills the disk.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := open(ctx, place)
	ok(t, err)
	release, err := s.AcquireLock(ctx, "child", noon)
	ok(t, err)
	defer release() // which keeps the lock from the garbage collector
	for {
		seq, err := crashStep(ctx, s)
		ok(t, err)
		fmt.Println("committed", seq)
	}
}

// crashStep commits one entry with its mail and its report, after it has sent an earlier mail and made another small.
func crashStep(ctx context.Context, s store.Store) (seq int, err error) {
	if err := settleMails(ctx, s); err != nil {
		return 0, err
	}
	err = s.Update(ctx, func(tx store.Tx) error {
		e, err := appendOne(tx, crashGame, "orders")
		if err != nil {
			return err
		}
		seq = e.Seq
		m := aMail(crashMessageID(e.Seq))
		m.Game, m.Raw = crashGame, []byte(crashBody(e.Seq))
		id, err := tx.Enqueue(m)
		if err != nil {
			return err
		}
		_, err = tx.AddReport(store.Report{Game: crashGame, Side: "athens", Seq: e.Seq, Kind: "turn", Outbox: id, Created: noon})
		return err
	})
	return seq, err
}
