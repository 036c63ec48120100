package leagues_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// Whatever is asked of a ladder in vain is answered with the way out, and changes nothing.
func TestLadderWrongInput(t *testing.T) {
	h := newHill(t, 6)
	hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: "zoe@example.org", Name: "Zoé", Language: "en", TimeZone: "UTC"}))
	h.mails("Elsa", "challenge climb Denis")
	before := len(hosttest.Season(h.club, "climb").Entries)
	for _, c := range []struct{ who, ask, want string }{
		{"Anna", "challenge climb Bert", "that place is below yours"},
		{"Anna", "challenge climb Anna", "that is yourself"},
		{"Franz", "défier climb Anna", "sa place est trop haute pour vous"},
		{"Elsa", "challenge climb Denis", "there is a challenge or a game between you"},
		{"Elsa", "challenge climb Zoé", "is nobody on climb"},
		{"Elsa", "challenge climb", "You do not say whom you challenge"},
		{"Elsa", "challenge", "You do not say whom"},
		{"Elsa", "challenge hill Anna", "No league is called"},
		{"Elsa", "ladder climb now", "now"},
		{"Elsa", "accept climb 1", "No such challenge waits for your answer"},
		{"Elsa", "cancel climb 7", "cancel climb 1 (Denis)"},
		{"Elsa", "decline climb Anna", "Nobody challenges you at present"},
		{"Denis", "relever climb 9", "relever climb 1 (Elsa)"},
		{"Bert", "annuler climb", "aucun défi"},
		{"Anna", "join climb", "already"},
		{"Anna", "confirm climb", "asks for no confirmation"},
	} {
		got := h.mails(c.who, c.ask)
		h.hears(got, c.who+": "+c.want)
		if n := len(hosttest.Season(h.club, "climb").Entries); n != before || len(got) != 1 {
			t.Fatalf("%s: %d entries after %d, %d mails", c.ask, n, before, len(got))
		}
	}
}

// Signed words count once: whoever has seen them cannot send them again.
func TestLadderWordsCountOnce(t *testing.T) {
	h := newHill(t, 4, `[ladder]`, "[ladder]\nagain = \"0d\"\ncancelled = \"nothing\"")
	words := fmt.Sprintf("challenge climb Bert/at %s/dated %s", hosttest.ServerAddress, h.club.Time.Format(time.DateOnly))
	h.mails("Chloé", words)
	h.mails("Chloé", "cancel climb 1")
	h.hears(h.mails("Chloé", words), "Chloé: This was done already")
	h.hears(h.mails("Chloé", "challenge climb Bert # again"), "Chloé: You have challenged Bert")
}

// Declined, called off, not answered: each costs what it costs, and both hear of it.
func TestLadderCosts(t *testing.T) {
	h := newHill(t, 6)
	h.mails("Chloé", "challenge climb Anna")
	h.hears(h.mails("Anna", "decline climb"), "Anna: You go down from place 1 to place 2", "Chloé: You rise from place 3 to place 1")
	h.mails("Denis", "défier climb Bert")
	h.hears(h.mails("Denis", "annuler climb"), "Denis: Vous descendez de la place 4 à la place 5", "Bert: Vous n’avez plus à y répondre")
	if h.order() != "Chloé Anna Bert Elsa Denis Franz" {
		t.Fatalf("the order: %s", h.order())
	}
	h.mails("Franz", "défier climb Elsa")
	h.hears(h.in(6), "Elsa: waits for your answer")
	if got := h.in(0); len(got) != 0 {
		t.Errorf("told twice: %s", hosttest.Texts(t, got))
	}
	h.hears(h.mails("Elsa", "calendar"), "Elsa: climb: Franz challenges you")
	got := h.pass(h.club.Time.Add(25 * time.Hour))
	h.hears(got, "Elsa: You have not answered the challenge of Franz", "Franz: Vous montez de la place 6 à la place 4")
	if len(got) != 2 || len(h.in(0)) != 0 {
		t.Errorf("letters: %s", hosttest.Texts(t, got))
	}
	h.hears(h.mails("Elsa", "accept climb 3"), "Elsa: No such challenge")
}

// The clock of who is challenged stands still while he is absent as he announced, and while the
// server is away; nobody loses a place for not playing meanwhile.
func TestLadderClocks(t *testing.T) {
	h := newHill(t, 4)
	h.mails("Denis", "défier climb Anna")
	h.hears(h.mails("Anna", "absence from 2026-11-23 to 2026-12-01"), "Anna: Monday 23 November 2026")
	h.in(8)
	if h.order() != "Anna Bert Chloé Denis" {
		t.Fatalf("lost while she was absent: %s", h.order())
	}
	due, err := h.club.Clocks.AnswersDue(t.Context())
	hosttest.Check(t, err)
	if len(due) != 1 || due[0].Until.Sub(hosttest.Noon) < 15*24*time.Hour || due[0].Player != "Anna" {
		t.Errorf("due: %+v", due)
	}
	h.club.Time = due[0].Until.Add(-time.Hour)
	_, err = h.club.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	h.club.Time = h.club.Time.Add(72 * time.Hour)
	_, err = h.club.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	h.pass(h.club.Time)
	if h.order() != "Anna Bert Chloé Denis" {
		t.Fatalf("lost while the server was away: %s", h.order())
	}
	h.pass(h.club.Time.Add(2 * time.Hour))
	if h.order() != "Denis Anna Bert Chloé" {
		t.Errorf("not lost when the time was over: %s", h.order())
	}
	for _, e := range hosttest.Season(h.club, "climb").Entries {
		if e.Kind == league.Postponed && !strings.Contains(string(e.Body), "absent") && !strings.Contains(string(e.Body), "outage") {
			t.Errorf("put off: %s", e.Body)
		}
	}
}

// A referee challenges, answers and rules with a reason that both read; a ruling puts everybody
// where he would be; who has withdrawn may come back, at the foot.
func TestLadderReferee(t *testing.T) {
	h := newHill(t, 5)
	ctx := t.Context()
	if _, err := h.club.Ladders.ChallengeFor(ctx, "climb", "Anna", "Bert", "He asked me to."); err == nil || !strings.Contains(err.Error(), "is below yours") {
		t.Errorf("against the rules: %v", err)
	}
	if _, err := h.club.Ladders.ChallengeFor(ctx, "climb", "Elsa", "Chloé", " "); err == nil {
		t.Error("without a reason")
	}
	h.club.Sent()
	c, err := h.club.Ladders.ChallengeFor(ctx, "climb", "Elsa", "Chloé", "Her mail program is broken.")
	hosttest.Check(t, err)
	h.hears(h.club.Sent(), "Elsa: Her mail program is broken", "Chloé: Her mail program is broken")
	hosttest.Check(t, h.club.Ladders.AnswerFor(ctx, "climb", c.Number, leagues.AcceptIt, "She told me."))
	h.hears(h.club.Sent(), "Elsa: She told me", "Chloé: She told me")
	h.in(0)
	h.play("Elsa")
	h.in(1)
	if h.order() != "Anna Bert Elsa Chloé Denis" {
		t.Fatalf("the order: %s", h.order())
	}
	h.mails("Chloé", "challenge climb Bert")
	h.mails("Bert", "relever climb 2")
	h.in(0)
	h.play("Chloé")
	h.in(1)
	if h.order() != "Anna Chloé Bert Elsa Denis" {
		t.Fatalf("the order: %s", h.order())
	}
	hosttest.Check(t, h.club.Results.RuleResult(ctx, "climb", leagues.Rule{Game: "1-1-1-1", Winner: "Chloé", Level: "total", Why: "The wrong mail was counted."}))
	got := h.club.Sent()
	h.hears(got, "Elsa: The wrong mail was counted", "Chloé: The wrong mail was counted")
	if h.order() != "Anna Chloé Bert Denis Elsa" {
		t.Errorf("after the ruling: %s", h.order())
	}
	h.hears(got, "Denis: d’une partie antérieure", "Denis: Vous montez de la place 5 à la place 4")
	if n := 0; h.club.Ladders.CheckLeagues(ctx, func(l leagues.LeagueChecked, err error) { n += l.Lots; hosttest.Check(t, err) }) != nil {
		t.Errorf("%d lots", n)
	}
	h.mails("Anna", "withdraw climb")
	h.hears(h.mails("Anna", "join climb at most 1"), "Anna: in place 5")
	if h.order() != "Chloé Bert Denis Elsa Anna" {
		t.Errorf("come back: %s", h.order())
	}
	h.mails("Anna", "challenge climb Elsa")
	games, err := h.club.Ladders.EndLadder(ctx, "climb")
	hosttest.Check(t, err)
	h.hears(h.mails("Denis", "défier climb Chloé"), "Denis: n’accepte plus de défi")
	got = h.in(0)
	if s := hosttest.Season(h.club, "climb"); games != 0 || s.State.Closed == nil || h.nameOf(s.People[s.State.Closed.Champions[0]]) != "Chloé" {
		t.Errorf("closed: %+v with %d games", s.State.Closed, games)
	}
	h.hears(got, "Denis: Le titre revient à Chloé", "Anna: The champion is Chloé")
}

// Two members of one name are told apart; a ladder's file with what it does not take is refused.
func TestLadderNamesAndFiles(t *testing.T) {
	h := newHill(t, 3)
	hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: "bert2@example.org", Name: "Bert", Language: "en", TimeZone: "UTC"}))
	hosttest.Check(t, h.club.Leagues.EnterLeague(t.Context(), "climb", "bert2@example.org", 0, 0))
	h.hears(h.mails("Chloé", "challenge climb Bert"), "Chloé: may be Bert (e2) and Bert (e4)")
	h.hears(h.mails("Chloé", "challenge climb Bert (e2)"), "Chloé: You have challenged Bert (e2)", "Bert: Chloé, à la place 3")
	for change, want := range map[string]string{
		"muster = \"7d\"\n[points]": "does not take \"muster\"", "rounds = 3\n[points]": "does not take \"rounds\"", "most = 3\n[points]": "at_once",
		"[points]\nsilver = \"2-1\"": "", "once = true\n[points]": "sides under [ladder]", "bids = \"3d\"\n[points]": "only sides",
	} {
		_, err := season.Read(strings.Replace(hosttest.ClimbLadder, "[points]", change, 1))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", change, err)
		}
	}
	for change, want := range map[string]string{
		"sides = \"lots\"": "swapped", "winner = \"all\"": "half-way", "declined = \"two\"": "nothing", "reach = -1": "reach is -1", "at_once = -1": "at_once of a ladder", "answer = \"soon\"": "no time",
	} {
		_, err := season.Read(strings.Replace(hosttest.ClimbLadder, `sides = "alternate"`, change, 1))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", change, err)
		}
	}
	f, err := season.Read(strings.Replace(hosttest.ClimbLadder, "format = \"ladder\"", "format = \"swiss\"", 1))
	if err == nil {
		t.Errorf("[ladder] in a Swiss: %+v", f)
	}
}

// What was refused can be asked for again, and a text counts once even so: whoever has seen it cannot
// have it granted later, when its author may not want it any more.
func TestLadderRefusedWords(t *testing.T) {
	h := newHill(t, 3, `invite = ["all"]`, "invite = [\"all\"]\nbegins = \"2026-12-20\"")
	h.club.Time = time.Date(2026, 12, 19, 12, 0, 0, 0, time.UTC)
	words := "challenge climb Bert/at " + hosttest.ServerAddress + "/dated 2026-12-19"
	h.hears(h.mails("Chloé", words), "Chloé: begins")
	h.club.Time = h.club.Time.Add(24 * time.Hour)
	h.hears(h.mails("Chloé", words), "Chloé: dealt with already, and not granted")
	h.hears(h.mails("Chloé", "challenge climb Bert"), "Chloé: You have challenged Bert")
}

// The word by which somebody is known, his address, and the name that tells him apart are his, whatever
// another who stands higher calls himself.
func TestLadderBorrowedNames(t *testing.T) {
	for _, name := range []string{"e4", "Bert (e4)", "bert4@example.org"} {
		h := newHill(t, 2)
		hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: "thief@example.org", Name: name, Language: "en", TimeZone: "UTC"}))
		hosttest.Check(t, h.club.Leagues.EnterLeague(t.Context(), "climb", "thief@example.org", 0, 0))
		hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: "bert4@example.org", Name: "Bert", Language: "en", TimeZone: "UTC"}))
		hosttest.Check(t, h.club.Leagues.EnterLeague(t.Context(), "climb", "bert4@example.org", 0, 0))
		h.names = append(h.names, "Chloé")
		hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: h.at("Chloé"), Name: "Chloé", Language: "en", TimeZone: "Europe/Paris"}))
		_, err := h.club.Keys.AddKey(t.Context(), h.at("Chloé"), "", []byte(climberKeys()[2].Public().Text))
		hosttest.Check(t, err)
		hosttest.Check(t, h.club.Leagues.EnterLeague(t.Context(), "climb", h.at("Chloé"), 0, 0))
		h.hears(h.mails("Chloé", "challenge climb "+name), "Chloé: You have challenged Bert (e4)")
		if strings.HasPrefix(name, "bert4") {
			continue
		}
		h.hears(h.mails("Chloé", "ladder climb"), "Chloé: "+name+" (e3)")
	}
}

// On a ladder whose file forbids absences, none stops the time to answer, nor keeps anybody's
// place who does not play; and who is absent is reminded all the same.
func TestLadderWithoutAbsences(t *testing.T) {
	for file, want := range map[string]string{"": "Anna Bert Chloé Denis", "no_absences = true\n": "Denis Anna Bert Chloé"} {
		h := newHill(t, 4, "[points]", file+"[points]")
		h.mails("Denis", "défier climb Anna")
		h.mails("Anna", "absence from 2026-11-23 to 2026-12-01")
		reminded := false
		for range 8 {
			for _, m := range h.in(1) {
				reminded = reminded || m.Recipient == h.at("Anna") && strings.Contains(plainly(hosttest.TextOf(t, m)), "waits for your answer")
			}
		}
		if h.order() != want {
			t.Errorf("%q: %s when a week has gone, want %s", file, h.order(), want)
		}
		if reminded != (file != "") {
			t.Errorf("%q: reminded: %t", file, reminded)
		}
		if file != "" {
			h.hears(h.mails("Bert", "rules climb"), "Bert: ni pour la réponse à un défi")
		}
	}
	for _, file := range []string{"", "no_absences = true\n"} {
		h := newHill(t, 3, "[points]", file+"[points]", "[ladder]", "[ladder]\nidle = \"14d\"")
		h.mails("Anna", "absence from 2026-11-25 to 2026-12-10")
		h.in(15)
		spared := false
		for _, e := range hosttest.Season(h.club, "climb").Entries {
			spared = spared || e.Kind == league.Postponed
		}
		if spared != (file == "") {
			t.Errorf("%q: her place was kept while she was absent: %t", file, spared)
		}
	}
}

// A clock that goes on while ladders are moved by an outage stops neither that nor the daemon.
func TestLadderOutageWhileTimeGoesOn(t *testing.T) {
	h := newHill(t, 4, "[ladder]", "[ladder]\nidle = \"14d\"")
	h.mails("Denis", "défier climb Anna")
	due, err := h.club.Clocks.AnswersDue(t.Context())
	hosttest.Check(t, err)
	until := due[0].Until
	h.club.Time = until
	_, err = h.club.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	h.club.Time = until.Add(8*24*time.Hour + 300*time.Microsecond)
	h.club.Host = hosttest.NewHost(h.club.T, h.club.Store, func() time.Time {
		h.club.Time = h.club.Time.Add(1100 * time.Microsecond)
		return h.club.Time
	})
	_, err = h.club.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	due, err = h.club.Clocks.AnswersDue(t.Context())
	hosttest.Check(t, err)
	if len(due) != 1 || due[0].Until.Sub(until).Round(time.Second) != 8*24*time.Hour {
		t.Errorf("from %s the answer was put off so: %+v", until, due)
	}
}
