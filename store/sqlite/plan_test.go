package sqlite

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/store"
)

// What a daemon asks in each round, at its start and for each mail is found by an index, and
// not by looking at every game, seat, key or mail.
func TestNothingIsScanned(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "keryx.db"))
	fill(t, s, "hel-1")
	asked := func(tx store.ReadTx) error {
		errs := []error{}
		note := func(_ any, err error) {
			if !errors.Is(err, store.ErrNotFound) {
				errs = append(errs, err)
			}
		}
		note(tx.Game("hel-1"))
		note(tx.UnendedGames("", 9))
		note(tx.RefereedGames())
		note(tx.SeatsOf("hel-1"))
		note(tx.SeatsOfPlayer("red@x"))
		note(tx.SeatsConcerning("red@x"))
		note(tx.UnreachableSeats())
		note(tx.SeatsToLookAt(noon, 9))
		note(tx.SeatsWaiting(noon, "", "", 9))
		note(tx.SeatsDue(noon))
		note(tx.PlayersAfter("", 9))
		note(tx.KeyByFingerprint("AA"))
		note(tx.KeysOf("red@x"))
		note(tx.KeysBySuffix("0123456789ABCDEF"))
		note(tx.KeysHolding("0123456789ABCDEF"))
		note(tx.UnlistedKeys(9))
		note(tx.KeysDue(noon))
		note(tx.SettingsDue("watch-due/", noon))
		note(tx.InboxByContent(store.Digest{}))
		note(tx.InboxAt(store.Digest{}, store.Place{Folder: "INBOX"}))
		note(tx.Pending(9))
		note(tx.InboxDue(noon))
		note(tx.Unfiled(9))
		note(tx.CountInbox("hel-1", "athens", noon))
		for _, f := range []store.InboxFilter{{State: store.Poison}, {State: store.Unsigned, Since: noon}, {Game: "hel-1", State: store.Poison},
			{Game: "hel-1"}, {Player: "red@x", Since: noon, Limit: 9}} {
			note(tx.InboxMessages(f))
		}
		note(tx.OutboxByMessageID("<x>"))
		for _, f := range []store.OutboxFilter{{State: store.Failed}, {State: store.Queued}, {State: store.Sending}, {Game: "hel-1", Side: "athens"}} {
			note(tx.OutboxMails(f))
		}
		note(tx.FailedTo("red@x"))
		note(tx.NextSend())
		note(tx.WholeMails(0, 9))
		_, _, err := tx.CompactMail(1)
		note(nil, err)
		note(tx.ReportByCode("hel-1", "AAAA-BBBB"))
		note(tx.SettingsUnder("broken/"))
		note(tx.UntoldReads())
		note(tx.Newest())
		return errors.Join(errs...)
	}
	if err := s.View(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	err := s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.NextGameID("hel")
		_, _, claim := tx.ClaimOutbox(noon, time.Hour, time.Hour, "x.example")
		_, release := tx.ReleaseOutbox(noon)
		return errors.Join(err, claim, release, tx.LookAgain("hel-1", "athens", noon))
	})
	if err != nil {
		t.Fatal(err)
	}
	// A small table, of what waits or was given up, may be looked through by its index.
	whole := regexp.MustCompile(`SCAN (\w+)( USING (COVERING )?INDEX (\w+))?`)
	allowed := []string{"outbox_waiting", "outbox_failed", "outbox_sending", "seats_unreachable", "keys_unlisted", "reads_untold", "inbox_copies_unfiled", "inbox_pending", "games_refereed", "outbox_whole"}
	sortsMany := regexp.MustCompile(`(?s)FROM (games|seats|players|keys|settings)\b.* LIMIT`)
	seen := 0
	for _, p := range []*prepared{s.reads, s.writes} {
		for query := range p.known {
			seen++
			for _, step := range planOf(t, s, query) {
				// Whoever wants the first of many does not sort all of them.
				if strings.Contains(step, "TEMP B-TREE FOR ORDER BY") && sortsMany.MatchString(query) {
					t.Errorf("%s\n\t%s", step, query)
				}
				// Nor does who asks what is due look at all that is called so.
				if strings.Contains(query, "FROM settings WHERE due") && !strings.Contains(step, "settings_due") {
					t.Errorf("%s\n\t%s", step, query)
				}
				m := whole.FindStringSubmatch(step)
				if m == nil || !slices.Contains([]string{"games", "seats", "players", "keys", "key_ids", "inbox", "inbox_notes", "n", "i", "c", "outbox", "o", "pictures", "compact_mails", "reports", "entries", "settings", "reads"}, m[1]) {
					continue
				}
				if !slices.Contains(allowed, m[4]) && !regexp.MustCompile(`ORDER BY id DESC LIMIT 20`).MatchString(query) {
					t.Errorf("%s\n\t%s", step, query)
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d queries were looked at", seen)
	}
}

// planOf is how SQLite runs a query.
func planOf(t *testing.T, s *Store, query string) (steps []string) {
	t.Helper()
	rows, err := s.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, make([]any, countMarks(query))...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	return steps
}

// countMarks is how many arguments a query takes.
func countMarks(query string) int {
	numbered := regexp.MustCompile(`\?[0-9]+`).FindAllString(query, -1)
	slices.Sort(numbered)
	return len(slices.Compact(numbered)) + len(regexp.MustCompile(`\?([^0-9]|$)`).FindAllString(query, -1))
}
