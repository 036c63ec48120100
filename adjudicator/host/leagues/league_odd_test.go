package leagues_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// Whoever has an open challenge on a ladder that is about to end is told at once that it is void, and
// again when it ends; nobody can answer it, and nobody loses a place by it.
func TestLadderEndsWithOpenChallenges(t *testing.T) {
	h := newHill(t, 6, `grace = "3d"`, "")
	h.mails("Chloé", "challenge climb Bert")
	h.mails("Bert", "relever climb 1")
	h.in(0)
	h.mails("Franz", "défier climb Denis")
	_, err := h.club.Ladders.EndLadder(t.Context(), "climb")
	hosttest.Check(t, err)
	got := h.club.Sent()
	h.hears(got, "Franz: Votre défi à Denis est resté sans réponse", "Denis: Le défi de Franz est annulé")
	if len(got) != 2 {
		t.Errorf("told are %s", hosttest.Texts(t, got))
	}
	h.hears(h.mails("Denis", "décliner climb 2"), "Denis: n’accepte plus de défi")
	h.hears(h.mails("Franz", "annuler climb 2"), "Franz: n’accepte plus de défi")
	h.hears(h.mails("Denis", "relever climb 2"), "Denis: n’accepte plus de défi")
	if got := h.mails("Denis", "calendrier"); hosttest.Says(t, got[0], "Franz") {
		t.Errorf("he is to answer yet: %s", hosttest.Texts(t, got))
	}
	if due, err := h.club.Clocks.AnswersDue(t.Context()); err != nil || len(due) != 0 {
		t.Errorf("answers are due: %+v, %v", due, err)
	}
	if got := h.in(100); h.order() != "Anna Bert Chloé Denis Elsa Franz" || len(got) != 0 {
		t.Errorf("the order is %s: %s", h.order(), hosttest.Texts(t, got))
	}
	h.play("Chloé")
	h.hears(h.in(0), "Franz: Votre défi à Denis est resté sans réponse", "Anna: Hill climb is over")
	if s := hosttest.Season(h.club, "climb"); s.State.Closed == nil {
		t.Error("it is not over")
	}
}

// A ladder that is closed at once tells them too.
func TestLadderClosedWithOpenChallenges(t *testing.T) {
	h := newHill(t, 4)
	h.mails("Chloé", "challenge climb Bert")
	hosttest.Check(t, h.club.Results.CloseLeague(t.Context(), "climb"))
	got := h.club.Sent()
	h.hears(got, "Chloé: Your challenge to Bert has not been answered, and is void", "Bert: Le défi de Chloé est annulé")
	for _, m := range got {
		if m.Recipient == h.at("Anna") && hosttest.Says(t, m, "challenge") {
			t.Errorf("Anna hears of it: %s", hosttest.TextOf(t, m))
		}
	}
}

// A ladder that ends on a day tells them on that day, while its last games go on.
func TestLadderEndsOnItsDay(t *testing.T) {
	h := newHill(t, 5, `grace = "3d"`, `ends = "2027-01-10"`)
	h.mails("Chloé", "challenge climb Bert")
	h.mails("Bert", "relever climb 1")
	h.in(0)
	h.club.Time = time.Date(2027, 1, 9, 12, 0, 0, 0, time.UTC)
	h.mails("Elsa", "challenge climb Denis")
	got := h.pass(time.Date(2027, 1, 10, 9, 0, 0, 0, time.UTC))
	h.hears(got, "Elsa: Your challenge to Denis has not been answered", "Denis: Le défi d’Elsa est annulé")
	if got := h.in(9); h.order() != "Anna Bert Chloé Denis Elsa" {
		t.Errorf("the order is %s: %s", h.order(), hosttest.Texts(t, got))
	}
}

// A league that fails is told of once and then left alone for a while, whatever happens to the others,
// and is tended again when it is stored anew.
func TestFailingLeague(t *testing.T) {
	c := hosttest.LeagueClub(t, hosttest.SpringLeague)
	other := strings.NewReplacer(`"spring"`, `"autumn"`).Replace(hosttest.SpringLeague)
	f, err := season.Read(other)
	hosttest.Check(t, err)
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	var sound []byte
	c.Change(func(tx store.Tx) error {
		row, err := tx.League("autumn")
		hosttest.Check(t, err)
		sound = row.Body
		row.Body, row.Changed = []byte(strings.Replace(string(sound), `"seq":1`, `"seq":2`, 1)), c.Time
		if strings.EqualFold(string(row.Body), string(sound)) {
			row.Body = []byte(strings.Replace(string(sound), `"Seq":1`, `"Seq":2`, 1))
		}
		return tx.PutLeague(row)
	})
	counts := &hosttest.Questions{Store: c.Store}
	c.Host = hosttest.NewHost(t, counts, func() time.Time { return c.Time })
	log := &grumbles{}
	c.Log = slog.New(log)
	sweep := func() (asked int) {
		c.Time = c.Time.Add(time.Second)
		*counts = hosttest.Questions{Store: counts.Store}
		hosttest.Check(t, c.Leagues.TendLeagues(t.Context()))
		return counts.Others + counts.Updates
	}
	for range 3 {
		sweep()
	}
	for range 5 {
		if n := sweep(); n != 0 {
			t.Errorf("%d questions, though it has failed and nothing was done", n)
		}
	}
	if log.errors != 1 {
		t.Errorf("it is logged %d times", log.errors)
	}
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", hosttest.NorthAt, 0, 0)) // the others go on
	if n := sweep(); n != 2 {                                                               // the list, and the one that is sound
		t.Errorf("%d questions after another has changed", n)
	}
	c.Time = c.Time.Add(16 * time.Minute)
	if n := sweep(); n == 0 || log.errors != 1 {
		t.Errorf("%d questions when it may have passed by itself, logged %d times", n, log.errors)
	}
	hosttest.Check(t, c.Store.Update(t.Context(), func(tx store.Tx) error {
		row, err := tx.League("autumn")
		hosttest.Check(t, err)
		row.Body, row.Changed = sound, c.Time
		hosttest.Check(t, tx.PutLeague(row))
		return season.Touch(tx)
	}))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "autumn", hosttest.NorthAt, 0, 0))
	hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "autumn", hosttest.SouthAt, 0, 0))
	c.Time = time.Date(2026, 12, 14, 9, 0, 0, 0, time.UTC)
	sweep()
	if s := hosttest.Season(c, "autumn"); log.errors != 1 || len(s.Asked) == 0 {
		t.Errorf("it is not tended again: %d errors, %q", log.errors, s.Asked)
	}
}

// grumbles counts what is logged as an error.
type grumbles struct{ errors int }

func (c *grumbles) Enabled(_ context.Context, l slog.Level) bool  { return l >= slog.LevelError }
func (c *grumbles) WithAttrs([]slog.Attr) slog.Handler            { return c }
func (c *grumbles) WithGroup(string) slog.Handler                 { return c }
func (c *grumbles) Handle(_ context.Context, r slog.Record) error { c.errors++; return nil }

// Who has accepted the very same data in an earlier season is not asked again, also where he was
// entered by hand; who has not is.
func TestLeagueConsentCarried(t *testing.T) {
	file := strings.NewReplacer(`"ford"`, `"amphipolis"`, `muster = "7d"`, "both_accept = true", "[points]\ntotal = \"3-0\"\ndraw = \"1-1\"\n", "").Replace(hosttest.SpringLeague)
	c := hosttest.LeagueClub(t, file)
	_, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	c.Ask("south", "join spring accept data")
	f, err := season.Read(strings.NewReplacer(`"spring"`, `"autumn"`).Replace(file))
	hosttest.Check(t, err)
	f.Divisions[0].Entrants = []string{hosttest.NorthAt, hosttest.SouthAt}
	hosttest.Check(t, c.Leagues.NewLeague(t.Context(), f))
	c.Sent()
	hosttest.TendLeagues(c)
	got := c.Sent()
	if len(got) != 1 || got[0].Recipient != hosttest.NorthAt || !hosttest.Says(t, got[0], "join autumn accept data") {
		t.Errorf("asked are %s", hosttest.Texts(t, got))
	}
	s := hosttest.Season(c, "autumn")
	if !s.State.Consented(s.Entrant(hosttest.SouthAt)) || s.State.Consented(s.Entrant(hosttest.NorthAt)) {
		t.Error("a consent was not carried over, or one that was never given")
	}
	if _, err := league.Verify(s.Entries); err != nil {
		t.Error(err)
	}
}

// Whom a file invites and nobody knows is told to who opens the league.
func TestLeagueUninvited(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.Replace(hosttest.SpringLeague, `["all"]`, `["`+hosttest.NorthAt+`", "nobody@example.org"]`, 1))
	invited, err := c.Leagues.OpenLeague(t.Context(), "spring")
	hosttest.Check(t, err)
	if invited.Sent != 1 || len(invited.Unknown) != 1 || invited.Unknown[0] != "nobody@example.org" {
		t.Errorf("%+v", invited)
	}
	hosttest.AddMembers(c, "nobody")
	if invited, err = c.Leagues.OpenLeague(t.Context(), "spring"); err != nil || len(invited.Unknown) != 0 {
		t.Errorf("once he is registered: %+v, %v", invited, err)
	}
	c.Sent()
}
