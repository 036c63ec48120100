package health_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/health"
	"keryx/store"
	"keryx/store/sqlite"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// patient is a daemon whose clock is the test's.
type patient struct {
	*health.Health
	host *host.Host
	now  time.Time
	seen time.Time
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"))
	if err != nil {
		t.Fatal(err)
	}
	p := &patient{now: noon}
	p.host = host.New(host.Club{Store: db, Now: func() time.Time { return p.now }, Rules: club.Usual()})
	p.Health = health.New(p.host, "v1.2.3", time.Minute)
	p.Look, p.Poll = func() time.Time { return p.seen }, 2*time.Minute
	t.Cleanup(func() { db.Close() })
	return p
}

func (p *patient) get(t *testing.T, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	p.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(body)
}

func (p *patient) awake(t *testing.T) {
	t.Helper()
	if _, err := p.host.Recovery.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A daemon is well while it notes that it is awake and sees the mailbox; each silence is
// named, and none before there was time to speak.
func TestHealthz(t *testing.T) {
	p := newPatient(t)
	want := func(what string, faults ...string) {
		t.Helper()
		code, body := p.get(t, "/healthz")
		if len(faults) == 0 {
			if code != http.StatusOK || body != "ok\n" {
				t.Errorf("%s: %d %q", what, code, body)
			}
			return
		}
		if lines := strings.Split(strings.TrimSpace(body), "\n"); code != http.StatusServiceUnavailable || len(lines) != len(faults) {
			t.Fatalf("%s: %d %q", what, code, body)
		} else {
			for i, fault := range faults {
				if !strings.Contains(lines[i], fault) {
					t.Errorf("%s: %q, want %q", what, lines[i], fault)
				}
			}
		}
	}
	want("at the beginning")
	p.now = noon.Add(4 * time.Minute)
	want("before the first look is over")
	p.now = noon.Add(7 * time.Minute)
	want("silent from the beginning", "kept the deadlines since it began", "mailbox has not been seen since it began")
	p.awake(t)
	want("deaf", "mailbox has not been seen since it began")
	p.seen = p.now
	want("well")
	p.now = p.now.Add(7 * time.Minute)
	p.awake(t)
	want("deaf again", "mailbox has not been seen since 2026-03-01T12:07:00Z")
	p.Look = nil
	want("one of many, without the mailbox")
	p.now = p.now.Add(7 * time.Minute)
	want("hung", "kept the deadlines since 2026-03-01T12:14:00Z")
	if err := p.Store.Close(); err != nil {
		t.Fatal(err)
	}
	want("without a database", "database does not answer")
	if _, body := p.get(t, "/metrics"); !strings.Contains(body, "keryx_up 0\n") || strings.Contains(body, "keryx_games") {
		t.Errorf("metrics without a database:\n%s", body)
	}
}

// Metrics tell in numbers what waits, and no name of a game, a player or an address.
func TestMetrics(t *testing.T) {
	p := newPatient(t)
	p.awake(t)
	err := p.Store.Update(t.Context(), func(tx store.Tx) error {
		if err := tx.AddPlayer(store.Player{Address: "anna@x.example", Name: "Anna", Language: "en", TimeZone: "UTC", Added: noon}); err != nil {
			return err
		}
		if err := tx.CreateGame(store.Game{ID: "hel-1", Ruleset: "hellespont", RulesetVersion: "1", Scenario: "10.1", Language: "en", Status: store.Running,
			AnswerTime: time.Hour, Contract: "wait", Created: noon, Secret: store.Secret{1}}); err != nil {
			return err
		}
		late := noon.Add(-time.Hour)
		if err := tx.AddSeat(store.Seat{Game: "hel-1", Side: "athens", Player: "anna@x.example", Deadline: &late}); err != nil {
			return err
		}
		_, _, err := tx.AddInbox(store.InboxMessage{ContentHash: store.Digest{1}, Place: store.Place{Folder: "INBOX", UIDValidity: 1, UID: 1},
			InternalDate: noon, FirstSeen: noon, Receipt: noon, Raw: []byte("x")})
		if err != nil {
			return err
		}
		_, err = tx.Enqueue(store.OutboxMail{MessageID: "<1@x>", Kind: "report", Recipient: "anna@x.example", Raw: []byte("x"), Created: noon})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p.host.Trace(club.StepSent)
	p.now = noon.Add(90 * time.Second)
	code, body := p.get(t, "/metrics")
	if code != http.StatusOK {
		t.Fatalf("%d %s", code, body)
	}
	for _, want := range []string{`keryx_games{status="running"} 1`, `keryx_games{status="ended"} 0`, `keryx_inbox_messages{state="received"} 1`,
		"keryx_inbox_oldest_seconds 90\n", `keryx_outbox_mails{state="queued"} 1`, "keryx_outbox_lag_seconds 90\n", "keryx_overdue_seats 1\n",
		"keryx_broken_games 0\n", "keryx_awake_timestamp_seconds 1.7723664e+09\n", "keryx_mailbox_seen_timestamp_seconds 0\n",
		`keryx_steps_total{step="sent"} 1`, `keryx_steps_total{step="read"} 0`, `keryx_build_info{version="v1.2.3"} 1`} {
		if !strings.Contains(body, want) {
			t.Errorf("missing: %s", want)
		}
	}
	for _, secret := range []string{"hel-1", "hellespont", "anna", "athens"} {
		if strings.Contains(body, secret) {
			t.Errorf("the metrics name %q", secret)
		}
	}
	if t.Failed() {
		t.Log(body)
	}
}

// It listens on the machine itself and nowhere else.
func TestCheckAddress(t *testing.T) {
	for address, good := range map[string]bool{"127.0.0.1:9464": true, "[::1]:9464": true, "localhost:9464": true, "127.8.0.1:0": true,
		":9464": false, "0.0.0.0:9464": false, "[::]:9464": false, "192.168.1.5:9464": false, "club.example:9464": false,
		"localhost.club.example:1": false, "127.0.0.1": false, "": false} {
		if err := health.CheckAddress(address); (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
	}
}
