package leagues_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/season"
	"keryx/mail"
	"keryx/store"
)

// climberKeys are made once.
var climberKeys = sync.OnceValue(func() (all []*mail.Signer) {
	for i := range 10 {
		all = append(all, hosttest.NewSigner(fmt.Sprint("climber", i), mail.SSH))
	}
	return all
})

// hill is a club with a ladder.
type hill struct {
	club  *hosttest.Club
	names []string
}

// newHill is a club of n members, all of them on its ladder in their order: Anna, Bert, and so on.
func newHill(t testing.TB, n int, change ...string) *hill {
	t.Helper()
	h := &hill{club: hosttest.OpenClub(t), names: []string{"Anna", "Bert", "Chloé", "Denis", "Elsa", "Franz", "Gilles", "Hanna", "Ines", "Jean"}[:n]}
	h.club.Random = rand.NewChaCha8([32]byte{byte(n)})
	file := strings.NewReplacer(change...).Replace(hosttest.ClimbLadder)
	f, err := season.Read(file)
	hosttest.Check(t, err)
	for i, name := range h.names {
		lang := "en"
		if i%2 == 1 {
			lang = "fr"
		}
		hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: h.at(name), Name: name, Language: lang, TimeZone: "Europe/Paris"}))
		_, err := h.club.Keys.AddKey(t.Context(), h.at(name), "", []byte(climberKeys()[i].Public().Text))
		hosttest.Check(t, err)
	}
	h.club.Rules.Calendar.Leave = 30
	hosttest.Check(t, h.club.Leagues.NewLeague(t.Context(), f))
	for _, name := range h.names {
		hosttest.Check(t, h.club.Leagues.EnterLeague(t.Context(), "climb", h.at(name), 0, 0))
	}
	_, err = h.club.Leagues.OpenLeague(t.Context(), "climb")
	hosttest.Check(t, err)
	h.club.Sent()
	return h
}

func (h *hill) at(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "é", "e")) + "@example.org"
}

// says sends requests of somebody and returns the mails that follow.
func (h *hill) mails(name, requests string) []store.OutboxMail {
	h.club.T.Helper()
	h.club.Sent()
	for i, n := range h.names {
		if n == name {
			body := hosttest.Sign(h.club.T, climberKeys()[i], h.club.Bound(strings.ReplaceAll(requests, "/", "\n")+"\n"), h.club.Time)
			h.club.Receive(hosttest.Letter(h.at(name), body, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
		}
	}
	return h.club.Sent()
}

// hears checks that each of some has a mail that says something: "Anna: words".
func (h *hill) hears(got []store.OutboxMail, want ...string) {
	h.club.T.Helper()
	for _, w := range want {
		name, words, _ := strings.Cut(w, ": ")
		found := false
		for _, m := range got {
			found = found || m.Recipient == h.at(name) && strings.Contains(plainly(hosttest.TextOf(h.club.T, m)), plainly(words))
		}
		if !found {
			h.club.T.Errorf("%s does not hear %q among\n%s", name, words, hosttest.Texts(h.club.T, got))
		}
	}
	if h.club.T.Failed() {
		h.club.T.FailNow()
	}
}

func plainly(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00a0", " ")), " "))
}

// pass lets time pass: the host is made anew and asked twice, as if it had been cut off.
func (h *hill) pass(to time.Time) []store.OutboxMail {
	h.club.T.Helper()
	h.club.Time = to
	h.club.Sent()
	for range 2 {
		h.club.Host = hosttest.NewHost(h.club.T, h.club.Store, func() time.Time { return h.club.Time })
		h.club.Log, h.club.Rules.Calendar.Leave = slogTo(h.club.T), 30
		hosttest.Check(h.club.T, h.club.Ladders.SweepLadders(context.Background(), h.club.Time))
		hosttest.Check(h.club.T, h.club.Leagues.TendLeagues(context.Background()))
	}
	return h.club.Sent()
}

func (h *hill) in(days int) []store.OutboxMail {
	h.club.T.Helper()
	return h.pass(h.club.Time.Add(time.Duration(days) * 24 * time.Hour))
}

// complaints has a test fail over what is logged as an error.
type complaints struct{ t testing.TB }

func (f complaints) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }
func (f complaints) WithAttrs([]slog.Attr) slog.Handler           { return f }
func (f complaints) WithGroup(string) slog.Handler                { return f }
func (f complaints) Handle(_ context.Context, r slog.Record) error {
	f.t.Helper()
	r.Attrs(func(a slog.Attr) bool { f.t.Errorf("%s: %v", r.Message, a); return true })
	return nil
}

func slogTo(t testing.TB) *slog.Logger { return slog.New(complaints{t}) }

// order is who stands where: "Anna Bert".
func (h *hill) order() string {
	h.club.T.Helper()
	s := hosttest.Season(h.club, "climb")
	var out []string
	for _, p := range s.State.Ladder.Players {
		out = append(out, h.nameOf(s.People[p.Name]))
	}
	return strings.Join(out, " ")
}

func (h *hill) nameOf(address string) string {
	for _, n := range h.names {
		if h.at(n) == address {
			return n
		}
	}
	return address
}

// play has somebody win the games that he plays: the other one resigns.
func (h *hill) play(winner string) {
	h.club.T.Helper()
	for _, g := range running(h.club) {
		var seats []store.Seat
		h.club.View(func(tx store.ReadTx) (err error) { seats, err = tx.SeatsOf(g.ID); return err })
		for i, s := range seats {
			if s.Player != h.at(winner) {
				continue
			}
			loser := seats[1-i]
			h.mails(h.nameOf(loser.Player), "resign "+g.ID+" "+loser.Answers)
		}
	}
}

// From mail to mail: a challenge, its answer, its game, the places.
func TestLadderByMail(t *testing.T) {
	h := newHill(t, 6)
	h.hears(h.mails("Elsa", "ladder climb"), "Elsa: place 5 of 6", "Elsa: Anna", "Elsa: Denis", "Elsa: Whom you may challenge")
	h.hears(h.mails("Franz", "échelle climb"), "Franz: La place 1 est trop haute", "Franz: vous êtes à la place 6 sur 6")
	h.hears(h.mails("Elsa", "challenge climb bert"), "Elsa: You have challenged Bert", "Bert: Elsa, à la place 5, vous défie", "Bert: « relever climb 1 »")
	got := h.mails("Bert", "relever climb 1")
	h.hears(got, "Bert: Vous relevez le défi d’Elsa", "Elsa: Bert has accepted your challenge")
	got = h.in(0)
	if len(running(h.club)) != 1 {
		t.Fatal("no game has begun")
	}
	h.hears(got, "Elsa: ford", "Bert: ford")
	h.play("Elsa")
	got = h.in(0)
	h.hears(got, "Elsa: You rise from place 5 to place 2", "Bert: Vous descendez de la place 2 à la place 3")
	if h.order() != "Anna Elsa Bert Chloé Denis Franz" {
		t.Fatalf("the order: %s", h.order())
	}
	h.hears(h.mails("Anna", "news climb / standings climb / rules climb / help ladder"), "Anna: Elsa wins", "Anna: Rank", "Anna: sides change", "Anna: The ladder by email")
	h.hears(h.mails("Bert", "nouvelles climb / formule climb / aide échelle"), "Bert: Elsa gagne", "Bert: a 7 jours pour répondre", "Bert: L’échelle par courriel")
}
