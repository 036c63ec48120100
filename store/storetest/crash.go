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
)

// crashEnv tells a child process where the store is that it shall write to until it is killed.
const crashEnv = "KERYX_STORETEST_CRASH"

// crashGame is the game the child plays.
const crashGame = "hel-1"

// Crash kills a process that writes, several times, and looks at what it leaves: what it knew to be committed is there,
// every ledger entry has its mail and its report, every mail its entry, and the daemon lock is free at once.
//
// It must be called from a top-level test of its own, because the child is the test binary running that test. Place is where
// the store shall be; open opens it, and creates it the first time.
func Crash(t *testing.T, place string, open func(ctx context.Context, place string) (store.Store, error)) {
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
		release, err := s.AcquireLock(t.Context(), "survivor", noon)
		if err != nil {
			t.Fatalf("round %d: the lock of a killed process is held: %v", round, err)
		}
		ok(t, release())
		entries = consistent(t, s, entries+told)
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

// consistent checks what a killed process left and returns the number of entries.
func consistent(t *testing.T, s store.Store, known int) (entries int) {
	t.Helper()
	view(t, s, func(tx store.ReadTx) {
		ledger := get[[]store.Entry](t)(tx.Entries(crashGame, 0))
		mails := get[[]store.OutboxMail](t)(tx.OutboxMails(store.OutboxFilter{Game: crashGame}))
		reports := get[[]store.Report](t)(tx.Reports(crashGame, "athens"))
		if len(ledger) < known {
			t.Errorf("%d entries were committed, %d are there", known, len(ledger))
		}
		same(t, "mails for entries", len(mails), len(ledger))
		same(t, "reports for entries", len(reports), len(ledger))
		var head store.Head
		for _, e := range ledger {
			same(t, "entry", e, nextEntry(crashGame, head, string(e.Body)))
			head = store.Head{Seq: e.Seq, Hash: e.Hash}
			mail := get[store.OutboxMail](t)(tx.OutboxByMessageID(crashMessageID(e.Seq)))
			same(t, "mail", string(mail.Raw), crashBody(e.Seq))
		}
		entries = len(ledger)
	})
	return entries
}

func crashMessageID(seq int) string { return fmt.Sprintf("<%d@keryx>", seq) }

// crashBody is long enough to spread over several pages of a database.
func crashBody(seq int) string { return strings.Repeat(fmt.Sprintf("mail %d\r\n", seq), 2000) }

// writeUntilKilled is the child: it appends entries with their mails and tells of each commit.
func writeUntilKilled(t *testing.T, place string, open func(context.Context, string) (store.Store, error)) {
	// A parent that is killed itself must not leave a child behind that fills the disk.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := open(ctx, place)
	ok(t, err)
	_, err = s.AcquireLock(ctx, "child", noon)
	ok(t, err)
	for {
		var seq int
		err := s.Update(ctx, func(tx store.Tx) error {
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
		ok(t, err)
		fmt.Println("committed", seq)
	}
}
