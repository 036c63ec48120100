package host_test

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/store"
	"keryx/store/sqlite"
	"keryx/templates"
)

// BenchmarkTwoReports is one signed order mail after which both sides get a full report
// with pictures, from the mailbox to the committed letters: verify, play, view, draw,
// render, compose, store. Sensible players write the orders of whole games, one game after
// the other and always the same; cpu-ns/mail is the processor time of those mails alone,
// bytes/mail what the two letters come to. The rest of the games is not counted. In a
// profile the mails that are counted, and those that make fewer letters, have the label
// "mail".
func BenchmarkTwoReports(b *testing.B) {
	for _, game := range []struct {
		rules, scenario string
		mind            func(*rand.Rand) adjudicator.Player
	}{
		{"hellespont", "", hellespont.Default().(adjudicator.Bot).Player},
		{"amphipolis", "", amphipolis.Default().(adjudicator.Bot).Player},
	} {
		for _, lang := range []string{"en", "fr"} {
			// Both read English, or the second reads French: then no picture is the other's.
			b.Run(game.rules+"/en-"+lang, func(b *testing.B) {
				l := &letterBench{langs: [2]string{"en", lang}, rules: game.rules, scenario: game.scenario}
				l.found(b)
				l.mind = game.mind(rand.New(rand.NewPCG(4, 11)))
				var spent time.Duration
				var size int
				n := 0
				b.ResetTimer()
				b.StopTimer()
				for range b.N {
					for pair := false; !pair; {
						took, mails := l.move(b)
						if pair = len(mails) == 2 && illustrated(mails[0]) && illustrated(mails[1]); pair {
							spent += took
							size += len(mails[0].Raw) + len(mails[1].Raw)
							n++
						}
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(spent)/float64(n), "cpu-ns/mail")
				b.ReportMetric(float64(size)/float64(n), "bytes/mail")
			})
		}
	}
}

// illustrated reports whether a letter has a map.
func illustrated(m store.OutboxMail) bool { return bytes.Contains(m.Raw, []byte("image/png")) }

// letterBench is a club whose games are played for the letters that they make.
type letterBench struct {
	club            *hosttest.Club
	langs           [2]string
	rules, scenario string
	mind            adjudicator.Player
}

func (l *letterBench) found(b *testing.B) {
	l.club = &hosttest.Club{T: b, Time: hosttest.Noon, Path: filepath.Join(b.TempDir(), "club.db")}
	db, err := sqlite.Open(b.Context(), l.club.Path)
	hosttest.Check(b, err)
	b.Cleanup(func() { hosttest.Check(b, db.Close()) })
	l.club.Host = host.New(host.Club{Store: db, Now: func() time.Time { return l.club.Time }, Random: rand.NewChaCha8([32]byte{4, 11}),
		Log: slog.New(slog.DiscardHandler), Rules: hosttest.PromptRules(), Post: host.Post{Address: hosttest.ServerAddress, Name: "Keryx", Domain: hosttest.ServerDomain}})
	for i, p := range goldenPlayers {
		hosttest.Check(b, l.club.Seats.AddPlayer(b.Context(), store.Player{Address: p.address(), Name: p.name, Language: l.langs[i], TimeZone: "Europe/Paris"}))
		_, err := l.club.Keys.AddKey(b.Context(), p.address(), "", []byte(p.signer(b).Public().Text))
		hosttest.Check(b, err)
	}
	l.begin(b)
}

// begin lets a new game begin.
func (l *letterBench) begin(b *testing.B) {
	id, err := l.club.Upkeep.Create(b.Context(), post.NewGame{Ruleset: l.rules, Scenario: l.scenario, AnswerTime: hosttest.AnswerTime, Language: "en",
		Seats: map[string]string{"athens": "athens@example.org", "sparta": "sparta@example.org"}})
	hosttest.Check(b, err)
	l.club.Game = id
	l.club.Sent()
}

// move sends the orders of a side that is asked, and returns the processor time that the
// mail took and the letters that it made.
func (l *letterBench) move(b *testing.B) (took time.Duration, mails []store.OutboxMail) {
	for i, p := range goldenPlayers {
		plan, err := l.club.Intake.Plan(b.Context(), l.club.Game, p.side, l.mind)
		hosttest.Check(b, err)
		if len(plan) == 0 {
			continue
		}
		printer := templates.For(l.langs[i], l.rules)
		var lines []string
		for _, words := range plan {
			lines = append(lines, printer.Words(words))
		}
		l.club.Time = l.club.Time.Add(5 * time.Hour)
		text := l.club.Orders(p.side, strings.Join(lines, "/"))
		f := l.club.Fetched(hosttest.Letter(p.address(), hosttest.Sign(b, p.signer(b), text, l.club.Time),
			"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		began := cpu()
		b.StartTimer()
		pprof.Do(b.Context(), pprof.Labels("mail", l.rules), func(ctx context.Context) { _, err = l.club.Intake.Receive(ctx, f) })
		b.StopTimer()
		took = cpu() - began
		hosttest.Check(b, err)
		if row := l.club.LastReceived(); row.State != store.Accepted {
			b.Fatalf("%s: %s: %s", p.side, row.State, row.Reason)
		}
		return took, l.club.Sent()
	}
	l.begin(b) // the last game is over
	return 0, nil
}
