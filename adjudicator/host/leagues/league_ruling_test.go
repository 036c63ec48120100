package leagues_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/store"
)

// rulesLeague sends a ruling in a league, its lines apart by " / ", and returns the mails that follow.
func rulesLeague(c *hosttest.Club, name, lines string) []store.OutboxMail {
	c.T.Helper()
	c.Sent()
	c.Receive(hosttest.Letter(hosttest.People()[name].Address, c.Signed(name, strings.ReplaceAll(lines, " / ", "\n")+"\n"),
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"))
	return c.Sent()
}

// to returns the mails to an address, as one text.
func to(t *testing.T, mails []store.OutboxMail, address string) (said string) {
	t.Helper()
	for _, m := range mails {
		if m.Recipient == address {
			said += hosttest.Flat(hosttest.TextOf(t, m)) + "\n"
		}
	}
	return said
}

// Every ruling on the result of a game is given by mail as its referee would: first looked at, which
// changes nothing, then given; both players are told with the reason, and the ledger has what was ordered.
func TestLeagueRulingsOnResults(t *testing.T) {
	for _, tt := range []struct {
		line   string
		winner string // side: 0 the first, 1 the second
		how    league.Ending
		level  string
	}{
		{"result 1-1-1-1 north total", "0", league.ByAdjudication, "total"},
		{"résultat 1-1-1-1 Sud victoire totale", "1", league.ByAdjudication, "total"},
		{"result GAME draw", "", league.ByAdjudication, "draw"},
		{"verdict 1-1-1-1 south@example.org total victory", "south", league.ByAdjudication, "total"},
		{"forfeit 1-1-1-1 north", "1", league.ByForfeit, ""},
		{"forfait 1-1-1-1 tous", "", league.BothForfeit, ""},
		{"award 1-1-1-1 to north", "0", league.ByForfeit, ""},
		{"annul 1-1-1-1", "", league.Void, ""},
		{"bye 1-1-1-1 south", "1", league.Void, ""},
	} {
		t.Run(tt.line, func(t *testing.T) {
			c := hosttest.Duel(t, "")
			g := hosttest.Fixture(c)
			line := strings.ReplaceAll(tt.line, "GAME", g.Host)
			before := len(hosttest.Season(c, "spring").Entries)
			got := rulesLeague(c, "third", "league spring / preview / reason It was so agreed. / "+line)
			if len(got) != 1 || len(hosttest.Season(c, "spring").Entries) != before || hosttest.Fixture(c).Result != nil {
				t.Fatalf("a preview changes something: %s", hosttest.Texts(t, got))
			}
			hosttest.Wants(t, to(t, got, hosttest.ThirdAt), "Nothing was changed", "WHAT NORTH READS", "WHAT SOUTH READS", "It was so agreed.", "1-1-1-1")
			ruling := "league spring / at " + hosttest.ServerAddress + " / dated " + c.Time.Format(time.DateOnly) + " / ruling / reason It was so agreed. / " + line
			got = rulesLeague(c, "third", ruling)
			hosttest.Wants(t, to(t, got, hosttest.ThirdAt), "of the ledger of spring", "WHAT NORTH READS")
			for _, address := range []string{hosttest.NorthAt, hosttest.SouthAt} {
				hosttest.Wants(t, to(t, got, address), "It was so agreed.")
			}
			r := hosttest.Fixture(c).Result
			winner := map[string]string{"": "", "0": g.First, "1": g.Second, "south": hosttest.Season(c, "spring").Entrant(hosttest.SouthAt)}[tt.winner]
			if r == nil || r.How != tt.how || r.Level != tt.level || r.Winner != winner || r.Ruling != "It was so agreed." {
				t.Fatalf("the result: %+v", r)
			}
			s := hosttest.Season(c, "spring")
			if ruled := s.Entries[before]; ruled.Kind != league.Ruled || strings.Contains(string(ruled.Body), "example.org") || len(s.Entries) != before+2 {
				t.Errorf("the ledger: %s %s", ruled.Kind, ruled.Body)
			}
			if signed := s.Rulings[before+1]; !strings.Contains(string(s.Entries[before].Body), signed.Digest().String()) || !strings.Contains(signed.Text, "ruling") {
				t.Errorf("what was signed: %+v", signed)
			}
			if _, err := league.Verify(s.Entries); err != nil {
				t.Error(err)
			}
			c.View(func(tx store.ReadTx) error {
				game, err := tx.Game(g.Host)
				if game.Status != store.Ended {
					t.Errorf("%s goes on", g.Host)
				}
				return err
			})
			hosttest.TendLeagues(c)
			if again := hosttest.Fixture(c).Result; again == nil || again.How != tt.how {
				t.Errorf("it does not stand: %+v", again)
			}
			got = rulesLeague(c, "third", ruling)
			hosttest.Wants(t, to(t, got, hosttest.ThirdAt), "This was done already")
		})
	}
}

// Whatever a referee gets wrong is answered with what it is and how it is written, with an example of
// this league, and changes nothing.
func TestLeagueRulingsWrong(t *testing.T) {
	c := hosttest.Duel(t, "")
	before := len(hosttest.Season(c, "spring").Entries)
	for i, tt := range []struct{ lines, want string }{
		{"league spring / ruling / annul 1-1-1-1", "needs a reason"},
		{"league spring / ruling / reason So.", "contains no ruling"},
		{"league spring / ruling / reason So. / extend north until 2027-07-05", "“extend” is not a ruling that is possible in spring"},
		{"league spring / ruling / reason So. / challenge North against South", "“challenge” is not a ruling that is possible in spring"},
		{"league spring / ruling / reason So. / annul 1-1-1-1 / annul 1-1-1-2", "begins a second"},
		{"league spring / ruling / reason So. / result", "It is written “result GAME SIDE LEVEL”; here, for example, “result 1-1-1-1 North total victory”"},
		{"league spring / ruling / reason So. / result 9-1-1-1 draw", "spring has no game “9-1-1-1”"},
		{"league spring / ruling / reason So. / result 1-1-1-1 east total", "“east” is neither a side nor a player of 1-1-1-1"},
		{"league spring / ruling / reason So. / result 1-1-1-1 north", "The level of victory is missing"},
		{"league spring / ruling / reason So. / result 1-1-1-1 north crushing", "“crushing” is not a level of victory"},
		{"league spring / ruling / reason So. / forfeit 1-1-1-1", "for example, “forfeit 1-1-1-1 North”"},
		{"league spring / ruling / reason So. / award 1-1-1-1 north twice", "“twice” follows"},
		{"league spring / ruling / reason So. / annul 1-1-1-1 please", "“please” follows"},
		{"league spring / ruling / reason So. / withdraw", "withdraw PLAYER"},
		{"league spring / ruling / reason So. / withdraw Zoé", "“Zoé” is nobody in spring"},
		{"league spring / ruling / reason So. / enter North", "North is in spring already"},
		{"league spring / ruling / reason So. / enter Zoé", "No registered player is called “Zoé”"},
		{"league spring / ruling / reason So. / enter Zoé division 4", "spring has one division, and “4” is not it"},
		{"league spring / ruling / reason So. / pair", "Nothing can be paired in Spring cup now"},
		{"league spring / ruling / reason So. / pair 7", "“7” is not it"},
		{"league spring / ruling / reason So. / close", "These games have no result: 1-1-1-1 and 1-1-1-2"},
		{"league spring / ruling / reason So. / close now", "“now” follows"},
		{"league autumn / ruling / reason So. / close", "You are not a referee of a league autumn"},
		{"league spring / game ford-1 / ruling / reason So. / close", "names a game, ford-1, and a league, spring"},
		{"championnat spring / décision / motif Ainsi. / résultat 1-1-1-1 est total", "“est” is neither a side"},
	} {
		if i%15 == 14 {
			c.Time = c.Time.Add(24 * time.Hour) // as many answers a day are given
		}
		got := rulesLeague(c, "third", tt.lines)
		if len(got) != 1 || !strings.Contains(to(t, got, hosttest.ThirdAt), tt.want) {
			t.Errorf("%s: want %q in\n%s", tt.lines, tt.want, hosttest.Texts(t, got))
		}
		if n := len(hosttest.Season(c, "spring").Entries); n != before {
			t.Fatalf("%s: the ledger has grown by %d", tt.lines, n-before)
		}
	}
}

// Who plays in a division rules in nothing of it, though he is a referee of the club; who is none learns
// nothing, not even that the league is there.
func TestLeagueRulingsInterest(t *testing.T) {
	c := hosttest.Duel(t, "")
	hosttest.Check(t, c.Claims.AddReferee(t.Context(), hosttest.NorthAt, ""))
	for _, line := range []string{"annul 1-1-1-1", "withdraw South", "enter Third", "pair", "close", "result 1-1-1-2 draw"} {
		got := rulesLeague(c, "north", "league spring / ruling / reason So. / "+line)
		hosttest.Wants(t, to(t, got, hosttest.NorthAt), "nobody can rule in a division they play in")
	}
	hosttest.Wants(t, to(t, rulesLeague(c, "south", "league spring / ruling / reason So. / annul 1-1-1-1"), hosttest.SouthAt), "You are not a referee of a league spring")
	hosttest.Check(t, c.Leagues.LeaveLeague(t.Context(), "spring", hosttest.NorthAt, "moves"))
	got := rulesLeague(c, "north", "league spring / preview / reason So. / annul 1-1-1-1")
	hosttest.Wants(t, to(t, got, hosttest.NorthAt), "nobody can rule in a division they play in") // it was his own game
	if n := len(hosttest.Season(c, "spring").Rulings); n != 0 {
		t.Errorf("%d rulings", n)
	}
}

// A referee enters and takes out, begins a season, pairs and ends it, all by mail.
func TestLeagueRulingsOnSeason(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, `referee = "third@example.org"`, `begins = "2026-12-20"`, "", `ends = "2027-06-01"`, "").Replace(hosttest.SpringLeague))
	hosttest.Wants(t, to(t, rulesLeague(c, "third", "league spring / ruling / reason It is time. / pair"), hosttest.ThirdAt), "there are fewer than two players")
	hosttest.Wants(t, to(t, rulesLeague(c, "third", "league spring / ruling / reason It is time. / close"), hosttest.ThirdAt), "before it has begun", "“pair” begins it")
	for _, who := range []string{"North", hosttest.SouthAt} {
		rulesLeague(c, "third", "league spring / ruling / reason "+who+" wrote by post. / enter "+who)
	}
	hosttest.AddMembers(c, "fourth")
	got := rulesLeague(c, "third", "league spring / ruling / reason Wrote by post. / enter Fourth division Spring cup")
	hosttest.Wants(t, to(t, got, "fourth@example.org"), "L’arbitre vous a inscrit à Spring cup : Wrote by post.", "Chacun rencontre tous les autres")
	got = rulesLeague(c, "third", "league spring / preview / reason Has gone. / withdraw Fourth")
	hosttest.Wants(t, to(t, got, hosttest.ThirdAt), "WHAT FOURTH READS", "The referee of Spring cup has withdrawn you. The reason: Has gone.")
	got = rulesLeague(c, "third", "league spring / ruling / reason Has gone. / withdraw Fourth")
	hosttest.Wants(t, to(t, got, "fourth@example.org"), "L’arbitre vous a retiré de Spring cup. Le motif : Has gone.")
	hosttest.Wants(t, to(t, rulesLeague(c, "third", "league spring / ruling / reason Has gone again. / withdraw Fourth"), hosttest.ThirdAt), "has left spring already")
	got = rulesLeague(c, "third", "league spring / ruling / reason Back. / readmit Fourth")
	if s := hosttest.Season(c, "spring"); s.State.Entrants["e3"].Left || len(got) != 2 {
		t.Errorf("he is not back: %s", hosttest.Texts(t, got))
	}
	got = rulesLeague(c, "third", "league spring / preview / reason All are there. / pair")
	if s := hosttest.Season(c, "spring"); s.State.Begun() || strings.Contains(to(t, got, hosttest.ThirdAt), "1-1-1") {
		t.Errorf("a preview begins it, or shows lots: %s", hosttest.Texts(t, got))
	}
	got = rulesLeague(c, "third", "league spring / ruling / reason All are there. / pair")
	hosttest.Wants(t, to(t, got, hosttest.NorthAt), "Spring cup has begun")
	hosttest.Wants(t, to(t, got, "fourth@example.org"), "Spring cup a commencé")
	if _, err := hosttest.Season(c, "spring").CheckLots(); err != nil {
		t.Error(err)
	}
	ruleAll(c, "spring")
	got = rulesLeague(c, "third", "league spring / preview / reason It is over. / close")
	hosttest.Wants(t, to(t, got, hosttest.ThirdAt), "Spring cup is over. The title is shared by")
	if strings.Contains(to(t, got, hosttest.ThirdAt), "drawn from the secret") || hosttest.Season(c, "spring").State.Closed != nil {
		t.Error("a preview tells the secret of the lots, or closes the season")
	}
	got = rulesLeague(c, "third", "league spring / ruling / reason It is over. / close")
	hosttest.Wants(t, to(t, got, "fourth@example.org"), "Spring cup a pris fin. Le titre est partagé")
	s := hosttest.Season(c, "spring")
	if a, err := league.Verify(s.Entries); err != nil || !a.Closed {
		t.Errorf("%+v, %v", a, err)
	}
	hosttest.Wants(t, to(t, rulesLeague(c, "third", "league spring / ruling / reason It is over. / close"), hosttest.ThirdAt), "spring is over")
}

// A round of a Swiss is paired by mail before its day; what it would be can be read before.
func TestLeagueRulingPairs(t *testing.T) {
	c := hosttest.LeagueClub(t, strings.NewReplacer(`muster = "7d"`, `referee = "third@example.org"`).Replace(swiss))
	hosttest.AddMembers(c, "fourth", "fifth")
	for _, name := range []string{"north", "south", "fourth", "fifth"} {
		hosttest.Check(t, c.Leagues.EnterLeague(t.Context(), "spring", name+"@example.org", 0, 0))
	}
	c.Time = time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)
	hosttest.TendLeagues(c)
	got := rulesLeague(c, "third", "league spring / preview / reason Two weeks early. / pair division 1")
	hosttest.Wants(t, to(t, got, hosttest.ThirdAt), "The next round of Spring Swiss is paired", " 1-2-")
	got = rulesLeague(c, "third", "league spring / ruling / reason Two weeks early. / pair")
	if s := hosttest.Season(c, "spring"); len(s.State.Divisions[0].Rounds) != 2 || len(got) < 5 {
		t.Errorf("%d rounds: %s", len(s.State.Divisions[0].Rounds), hosttest.Texts(t, got))
	}
}

// What a referee does for the players of a ladder he does by mail as well, in his language.
func TestLadderRulingsByMail(t *testing.T) {
	h := newHill(t, 6)
	h.names = append(h.names, "Ruth")
	hosttest.Check(t, h.club.Seats.AddPlayer(t.Context(), store.Player{Address: h.at("Ruth"), Name: "Ruth", Language: "fr", TimeZone: "Europe/Paris"}))
	_, err := h.club.Keys.AddKey(t.Context(), h.at("Ruth"), "", []byte(climberKeys()[6].Public().Text))
	hosttest.Check(t, err)
	hosttest.Check(t, h.club.Claims.AddReferee(t.Context(), h.at("Ruth"), ""))
	rules := func(head, line string) []store.OutboxMail {
		t.Helper()
		return h.mails("Ruth", "échelle climb/"+head+"/motif Lettre reçue par la poste./"+line)
	}
	h.hears(rules("aperçu", "défi Elsa contre Denis"), "Ruth: Rien n’a changé", "Ruth: Ce que lit Denis")
	if len(hosttest.Season(h.club, "climb").State.Ladder.Challenges) != 0 {
		t.Fatal("a preview challenges")
	}
	h.hears(rules("décision", "défi Elsa contre Denis"), "Ruth: C’est l’entrée", "Denis: Lettre reçue par la poste", "Elsa: Lettre reçue par la poste")
	h.hears(rules("décision", "défi Franz contre Anna"), "Ruth: Franz ne peut pas défier Anna")
	h.hears(rules("décision", "défi Franz"), "Ruth: défi JOUEUR contre JOUEUR")
	h.hears(rules("décision", "défi Franz contre Zoé"), "Ruth: « Zoé » ne désigne personne dans climb")
	h.hears(rules("décision", "relever 7"), "Ruth: Aucun défi 7 n’attend", "Ruth: 1 (Elsa – Denis)")
	h.hears(rules("décision", "relever"), "Ruth: relever NUMÉRO")
	h.hears(rules("décision", "apparier"), "Ruth: n’est pas une décision possible dans climb")
	h.hears(rules("aperçu", "relever 1"), "Ruth: Ce que lit Elsa")
	h.hears(rules("décision", "relever 1"), "Elsa: The referee has accepted the challenge", "Denis: L’arbitre a relevé")
	h.hears(rules("décision", "défi Chloé contre Bert"), "Bert: Chloé")
	h.hears(rules("décision", "annuler 2"), "Bert: L’arbitre a retiré le défi", "Chloé: called off")
	h.mails("Franz", "défier climb Chloé")
	h.hears(rules("décision", "décliner 3"), "Franz: décliné", "Chloé: declined")
	h.in(0)
	h.hears(rules("décision", "clore"), "Ruth: Ces parties n’ont pas de résultat", "Ruth: terminer")
	h.mails("Anna", "withdraw climb")
	h.hears(rules("décision", "inscrire Anna"), "Anna: The referee has entered you in Hill climb", "Anna: at the foot")
	h.hears(rules("décision", "retirer Anna"), "Anna: The referee of Hill climb has withdrawn you")
	game := hosttest.Season(h.club, "climb").State.Open()[0].ID
	h.hears(rules("décision", "attribuer "+game+" Elsa"), "Elsa: The referee has ruled", "Denis: L’arbitre a tranché")
	h.hears(rules("décision", "terminer"), "Ruth: du registre de climb")
	h.in(0)
	if s := hosttest.Season(h.club, "climb"); s.State.Closed == nil {
		t.Error("the ladder is not over")
	} else if _, err := league.Verify(s.Entries); err != nil {
		t.Error(err)
	}
	if all := hosttest.Season(h.club, "climb"); len(all.Rulings) < 8 {
		t.Errorf("%d rulings are kept", len(all.Rulings))
	}
}

// A member of a ladder, though he is a referee, rules on nothing of it.
func TestLadderRulingInterest(t *testing.T) {
	h := newHill(t, 4)
	hosttest.Check(t, h.club.Claims.AddReferee(t.Context(), h.at("Anna"), ""))
	for _, line := range []string{"challenge Chloé against Bert", "close", "end", "accept 1", "withdraw Bert", "enter Bert"} {
		h.hears(h.mails("Anna", "league climb/ruling/reason So./"+line), "Anna: nobody can rule in a division they play in")
	}
	var before season.Season
	if s := hosttest.Season(h.club, "climb"); len(s.Rulings) != len(before.Rulings) {
		t.Errorf("%d rulings", len(s.Rulings))
	}
}
