package archive

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/league"
	"keryx/adjudicator/outcome"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// everyEnd is a season in which games end in every way.
const everyEnd = `
id = "ends"
name = "Season of every end"
format = "round-robin"
ruleset = "ford"
once = true
bids = "2d"
begins = "2026-11-21"
ends = "2027-03-01"
verdict = "5d"
least_turns = 1
most = 20
breaks = ["victory-margin", "wins"]
judges = ["judge1@players.test", "judge2@players.test", "judge3@players.test"]
[points]
total = "3-0"
draw = "1-1"
`

// seasonOfEnds is that season while it is played.
type seasonOfEnds struct {
	*fixture
	signers map[string]*mail.Signer // by address
	names   []string
}

// begin has seven players enter, and the season begin.
func beginSeasonOfEnds(t *testing.T, ends string) *seasonOfEnds {
	c := newClub(t, 41)
	s := &seasonOfEnds{fixture: c, signers: map[string]*mail.Signer{}, names: []string{"Anna", "Bruno", "Cleo", "Dora", "Emil", "Fleur"}}
	for i, address := range addresses {
		s.signers[address] = keys()[i]
	}
	for _, name := range s.names[2:] {
		private, _, err := mail.GenerateKey(mail.SSH, name, nil, noon.AddDate(-1, 0, 0))
		c.check(err)
		signer, err := mail.ParseSigner(private, nil)
		c.check(err)
		address := strings.ToLower(name) + "@players.test"
		c.check(c.Host.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: name, Language: "en", TimeZone: "UTC"}))
		_, err = c.Host.Keys.AddKey(t.Context(), address, "", []byte(signer.Public().Text))
		c.check(err)
		s.signers[address] = signer
	}
	c.check(c.Host.Seats.AddPlayer(t.Context(), store.Player{Address: thirdAt, Name: "Third", Language: "en", TimeZone: "UTC"}))
	for i := range 3 {
		c.check(c.Host.Seats.AddPlayer(t.Context(), store.Player{Address: fmt.Sprintf("judge%d@players.test", i+1), Name: fmt.Sprint("Judge ", i+1), Language: "en", TimeZone: "UTC"}))
	}
	f, err := season.Read(strings.Replace(everyEnd, "2027-03-01", ends, 1))
	c.check(err)
	c.check(c.Host.Leagues.NewLeague(t.Context(), f))
	for _, name := range s.names {
		c.check(c.Host.Leagues.EnterLeague(t.Context(), f.ID, s.address(name), 0, 0))
	}
	c.now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	c.check(c.Host.Leagues.TendLeagues(t.Context()))
	s.change(func(all *season.Season) { // everybody bids for the north, who comes first in the alphabet the most
		for _, f := range all.State.Fixtures() {
			for _, e := range []string{f.Home, f.Away} {
				if e != "" {
					c.check(all.Bid(f.ID, e, league.Bid{Side: "north", Price: 20 - 2*slices.Index(s.names, s.name(all, e))}, c.rnd8(), c.now))
				}
			}
		}
	})
	s.tend()
	return s
}

// rnd8 gives the salts of bids.
func (c *fixture) rnd8() constantReader { return 7 }

type constantReader byte

// Read fills with one byte.
func (r constantReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

func (s *seasonOfEnds) address(name string) string {
	if i := slices.Index(s.names[:2], name); i >= 0 {
		return addresses[i]
	}
	return strings.ToLower(name) + "@players.test"
}

func (s *seasonOfEnds) name(all *season.Season, entrant string) string {
	for _, name := range s.names {
		if s.address(name) == all.People[entrant] {
			return name
		}
	}
	return ""
}

func (s *seasonOfEnds) tend() {
	s.t.Helper()
	s.check(s.Host.Leagues.TendLeagues(s.t.Context()))
}

// change lets something be done to the season, and returns it.
func (s *seasonOfEnds) change(do func(*season.Season)) (all *season.Season) {
	s.t.Helper()
	s.check(s.Host.Store.Update(s.t.Context(), func(tx store.Tx) (err error) {
		if all, err = season.Load(tx, "ends"); err != nil {
			return err
		}
		do(all)
		return all.Save(tx, s.now)
	}))
	return all
}

// eachGame does something in each of some games, once it has begun.
func (s *seasonOfEnds) eachGame(all map[[2]string]func(league.Game)) {
	s.t.Helper()
	done := map[[2]string]bool{}
	for range 3 * len(all) {
		s.tend()
		for _, one := range s.names {
			for _, other := range s.names {
				pair := [2]string{one, other}
				if do := all[pair]; do != nil && !done[pair] {
					if g := s.game(one, other); g.Host != "" {
						do(g)
						done[pair] = true
						s.tend()
					}
				}
			}
		}
	}
	if len(done) != len(all) {
		s.t.Fatalf("games have begun of %v alone", done)
	}
}

// game is the game of two players.
func (s *seasonOfEnds) game(one, other string) league.Game {
	s.t.Helper()
	all := s.change(func(*season.Season) {})
	for _, g := range all.State.AllGames() {
		if names := []string{s.name(all, g.First), s.name(all, g.Second)}; slices.Contains(names, one) && slices.Contains(names, other) {
			return g
		}
	}
	s.t.Fatalf("%s and %s have no game", one, other)
	return league.Game{}
}

// writes mails a signed text.
func (s *seasonOfEnds) writes(address, text string) {
	s.t.Helper()
	if written.NeedsBinding(text) {
		text = written.Bind(text, "orders@keryx.test", s.now, "en")
	}
	block, err := s.signers[address].Sign(text, s.now)
	s.check(err)
	s.uid++
	raw := strings.ReplaceAll(fmt.Sprintf("From: %s\nTo: orders@keryx.test\nSubject: Orders\nMIME-Version: 1.0\nMessage-ID: <%d@players.test>\nDate: %s\n\n%s",
		address, s.uid, s.now.Format(time.RFC1123Z), block), "\n", "\r\n")
	put, err := s.Host.Intake.Receive(s.t.Context(), wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: s.uid, InternalDate: s.now, Size: int64(len(raw)), Raw: []byte(raw)})
	s.check(err)
	if put.Folder != wire.FolderDone {
		s.t.Fatalf("a mail was put into %s:\n%s", put.Folder, text)
	}
	s.now = s.now.Add(time.Minute)
}

// seat is one of a game, with who sits there.
func (s *seasonOfEnds) seat(id, side string) (seat store.Seat) {
	s.t.Helper()
	s.check(s.Host.Store.View(s.t.Context(), func(tx store.ReadTx) (err error) { seat, err = tx.Seat(id, side); return err }))
	return seat
}

// plays writes orders for whoever is asked, at most so often, and reports whether the game goes on.
func (s *seasonOfEnds) plays(id string, most int) bool {
	s.t.Helper()
	rules, err := adjudicator.Lookup("ford")
	s.check(err)
	mind, err := adjudicator.NewPlayer(rules, adjudicator.RandomPlayer, s.rnd)
	s.check(err)
	for range most {
		moved := false
		for _, side := range rules.Info().Sides {
			plan, err := s.Host.Intake.Plan(s.t.Context(), id, side, mind)
			s.check(err)
			if len(plan) == 0 {
				continue
			}
			seat := s.seat(id, side)
			text := fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n", id, side, seat.Answers)
			for _, words := range plan {
				text += templates.For("en", "ford").Words(words) + "\n"
			}
			s.writes(seat.Player, text)
			moved = true
			break
		}
		if !moved {
			return false
		}
	}
	return true
}

// resigns has whoever is asked give a game up.
func (s *seasonOfEnds) resigns(id string) {
	s.t.Helper()
	for _, side := range []string{"north", "south"} {
		if seat := s.seat(id, side); seat.Answers != "" {
			s.writes(seat.Player, "resign "+id+" "+seat.Answers+"\n")
			return
		}
	}
	s.t.Fatalf("nobody is asked in %s", id)
}

// agrees has both sides agree on a draw.
func (s *seasonOfEnds) agrees(id string) {
	s.t.Helper()
	s.writes(s.seat(id, "north").Player, "game "+id+"\noffer draw\n")
	other := s.seat(id, "south").Player
	var found []string
	s.check(s.Host.Store.View(s.t.Context(), func(tx store.ReadTx) error {
		rows, err := tx.OutboxMails(store.OutboxFilter{})
		for _, row := range rows {
			if row.Recipient != other || found != nil {
				continue
			}
			m, err := tx.OutboxMail(row.ID)
			if err != nil {
				return err
			}
			raw := strings.NewReplacer("=\r\n", "", "=E2=80=9C", "“", "=E2=80=9D", "”").Replace(string(m.Raw))
			found = regexp.MustCompile(`“(accept ` + id + `[^”]*)”`).FindStringSubmatch(raw)
		}
		return err
	}))
	if found == nil {
		s.t.Fatal("the offer is not told")
	}
	s.writes(other, found[1]+"\n")
}

func (s *seasonOfEnds) rules(g league.Game, level, winner, why string) {
	s.t.Helper()
	s.now = s.now.Add(time.Hour)
	s.check(s.Host.Results.RuleResult(s.t.Context(), "ends", leagues.Rule{Game: g.ID, Level: level, Winner: winner, Why: why}))
}

// letters are all that was written, in one text that looks as people read it.
func (s *seasonOfEnds) letters() string {
	var all strings.Builder
	s.check(s.Host.Store.View(s.t.Context(), func(tx store.ReadTx) error {
		rows, err := tx.OutboxMails(store.OutboxFilter{})
		for _, row := range rows {
			m, err := tx.OutboxMail(row.ID)
			if err != nil {
				return err
			}
			all.WriteString(strings.ReplaceAll(strings.ReplaceAll(string(m.Raw), "=\r\n", ""), "=E2=80=93", "–"))
		}
		return err
	}))
	return all.String()
}

// A season in which games end in every way says one thing of each in all places: the page of the game and its last
// turn, the front page, lists, players' pages, the feed, the page of the league, its table, letters, newsletter.
func TestOneTruthOfASeason(t *testing.T) {
	s := beginSeasonOfEnds(t, "2027-03-01")
	site := s.site()
	site.Leagues = leagues.LeagueGames{}
	the := func(one, other string) string { return s.game(one, other).Host }

	// What is done in each game once it has begun: nobody has the same side in two at once.
	s.eachGame(map[[2]string]func(league.Game){
		{"Anna", "Bruno"}: func(g league.Game) { s.plays(g.Host, 400) }, // by the rules, with what the bid credits
		{"Anna", "Cleo"}:  func(g league.Game) { s.resigns(g.Host) },
		{"Anna", "Dora"}:  func(g league.Game) { s.agrees(g.Host) },
		{"Anna", "Emil"}: func(g league.Game) { // a ruling over a ruling
			s.plays(g.Host, 400)
			s.tend()
			s.rules(g, "draw", "", "The map was misread.")
			s.rules(g, "forfeit", "Emil", "It was misread on purpose.")
		},
		{"Bruno", "Cleo"}: func(g league.Game) { s.rules(g, "forfeit", "Bruno", "Cleo was ill.") },
		{"Bruno", "Dora"}: func(g league.Game) { s.rules(g, "both-forfeit", "", "Neither wrote a line.") },
		{"Bruno", "Emil"}: func(g league.Game) {
			s.plays(g.Host, 3)
			s.rules(g, "total", "Emil", "The position speaks for itself.")
		},
		{"Cleo", "Dora"}: func(g league.Game) { // taken back after its end, and played to another
			s.check(s.Host.Claims.AddReferee(t.Context(), thirdAt, g.Host))
			s.plays(g.Host, 400)
			s.tend()
			at := s.entriesOf(g.Host, adjudicator.Ordered)
			s.rule(g.Host, fmt.Sprintf("back to %d", at[len(at)-3]))
			s.tend()
			s.resigns(g.Host)
		},
		{"Cleo", "Emil"}: func(g league.Game) { // ended by the referee of the game
			s.check(s.Host.Claims.AddReferee(t.Context(), thirdAt, g.Host))
			s.plays(g.Host, 2)
			s.rule(g.Host, "adjudge north total")
		},
		{"Dora", "Emil"}: func(g league.Game) {
			s.check(s.Host.Claims.AddReferee(t.Context(), thirdAt, g.Host))
			s.rule(g.Host, "annul")
		},
	})
	back, closed := the("Cleo", "Dora"), the("Cleo", "Emil")
	s.check(s.Host.Leagues.LeaveLeague(t.Context(), "ends", s.address("Fleur"), "She moved abroad."))
	s.tend()
	s.check(s.Host.Leagues.TendLeagues(t.Context()))
	if open := s.change(func(*season.Season) {}).State.Open(); len(open) != 0 {
		t.Fatalf("%d games have no result: %+v", len(open), open)
	}
	s.now = s.now.Add(49 * time.Hour)
	s.tend()
	s.write(site)
	s.compare(site, map[[2]string]string{
		{"Anna", "Cleo"}: "wins, total victory", {"Anna", "Dora"}: "draw", {"Anna", "Emil"}: "forfeit, Emil wins",
		{"Bruno", "Cleo"}: "forfeit, Bruno wins", {"Bruno", "Dora"}: "forfeit by both", {"Bruno", "Emil"}: "Emil wins, total victory",
		{"Cleo", "Dora"}: "wins, total victory", {"Cleo", "Emil"}: ", adjudicated", {"Dora", "Emil"}: "void", {"Anna", "Fleur"}: "it counts for nobody",
	})
	page := s.page(site, the("Anna", "Emil"))
	for _, want := range []string{"The game ended by its rules", "ruled: draw", "Reason: The map was misread.", "ruled: forfeit, South wins", "on purpose"} {
		if !strings.Contains(page, want) {
			t.Errorf("the history of rulings does not say %q:\n%s", want, resultOn(page))
		}
	}
	for id, want := range map[string]string{back: "The result was withdrawn, and the game went on.", closed: "The referee of the game ended it",
		the("Anna", "Cleo"): "resigned: ", the("Anna", "Dora"): "Both sides agreed on the result: draw"} {
		if page := s.page(site, id); !strings.Contains(page, want) {
			t.Errorf("the page of %s does not say %q:\n%s", id, want, resultOn(page))
		}
	}
	if g := s.game("Bruno", "Emil"); g.Result.Board == nil {
		t.Error("what stood on the board of a game that was adjudicated is not kept")
	}
}

// Games that are not finished when the season ends are judged, or their players agree.
func TestOneTruthOfAnEnding(t *testing.T) {
	s := beginSeasonOfEnds(t, "2026-11-26")
	site := s.site()
	site.Leagues = leagues.LeagueGames{}
	for _, g := range s.change(func(*season.Season) {}).State.AllGames() {
		if g.ID != s.game("Anna", "Bruno").ID && g.ID != s.game("Cleo", "Dora").ID {
			s.rules(g, "void", "", "It is not looked at here.")
		}
	}
	s.eachGame(map[[2]string]func(league.Game){
		{"Anna", "Bruno"}: func(g league.Game) { s.plays(g.Host, 3) },
		{"Cleo", "Dora"}:  func(g league.Game) { s.plays(g.Host, 3) },
	})
	agreed, judged := s.game("Anna", "Bruno"), s.game("Cleo", "Dora")
	s.now = time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
	for range 3 {
		s.tend()
	}
	for _, name := range []string{"Anna", "Bruno"} {
		s.writes(s.address(name), "agree "+agreed.ID+" draw\n")
	}
	s.change(func(all *season.Season) {
		said := map[string]season.Opinion{}
		for i, judge := range all.Judges[judged.ID] {
			said[judge] = season.Opinion{Claim: season.Claim{Winner: []string{judged.First, judged.First, judged.Second}[i], Level: "total"}, Why: "It looks so."}
		}
		if all.Verdicts[judged.ID] = said; len(said) != 3 {
			t.Fatalf("%d judges", len(said))
		}
	})
	for range 3 {
		s.tend()
	}
	s.now = s.now.Add(49 * time.Hour)
	s.tend()
	s.write(site)
	s.compare(site, map[[2]string]string{{"Anna", "Bruno"}: "draw", {"Cleo", "Dora"}: "wins, total victory"})
	if page := s.page(site, judged.Host); !strings.Contains(page, "the middle verdict counts") {
		t.Errorf("the page does not tell of the verdicts:\n%s", resultOn(page))
	}
	for _, g := range []league.Game{agreed, judged} {
		if g := s.game(s.name(s.change(func(*season.Season) {}), g.First), s.name(s.change(func(*season.Season) {}), g.Second)); g.Result == nil || g.Result.Board == nil {
			t.Errorf("what stood on the board of %s is not kept: %+v", g.ID, g.Result)
		}
	}
}

func (s *seasonOfEnds) page(site *Site, id string) string {
	return html.UnescapeString(string(published(s.t, site.Dir)["en/games/"+id+"/index.html"]))
}

// resultOn is the part of a game's page about its result.
func resultOn(page string) string {
	_, rest, _ := strings.Cut(page, `<details id="result">`)
	part, _, _ := strings.Cut(rest, "</details>")
	return part
}

// compare wants all places to say the same of every game, with words that the test expects of some.
func (s *seasonOfEnds) compare(site *Site, expected map[[2]string]string) {
	s.t.Helper()
	all, files := s.change(func(*season.Season) {}), map[string]string{}
	for name, data := range published(s.t, site.Dir) {
		files[name] = html.UnescapeString(string(data))
	}
	report, err := s.Host.Leagues.LeagueReport(s.t.Context(), "ends", "en")
	s.check(err)
	report, letters := strings.Join(strings.Fields(report), " "), strings.Join(strings.Fields(s.letters()), " ")
	records := map[string]outcome.Record{}
	p := templates.For("en", "ford")
	for _, g := range all.State.AllGames() {
		names := [2]string{s.name(all, g.First), s.name(all, g.Second)}
		o := all.State.Outcome(g)
		told, sided := p.Result(o.Verdict, names), p.Result(o.Verdict, [2]string{"North", "South"})
		for pair, want := range expected {
			if slices.Contains(names[:], pair[0]) && slices.Contains(names[:], pair[1]) && !strings.Contains(told, want) {
				s.t.Errorf("%v ended %q, want %q", pair, told, want)
			}
		}
		for i, name := range names {
			r := records[name]
			r.Add(o.Verdict, adjudicator.Side(i))
			records[name] = r
		}
		said := report[strings.LastIndex(report, g.ID+" ")+1:] // a line, in columns that wrap
		for word := range strings.FieldsSeq(told) {
			if end := strings.Index(said, " 1-"); !strings.Contains(said[:max(end, 0)], word) && !strings.Contains(said[:min(len(said), 300)], word) {
				s.t.Errorf("the newsletter does not say of %s (%v) %q: %.300s", g.ID, names, told, said)
			}
		}
		if g.Host == "" {
			if !strings.Contains(files["en/leagues/ends.html"], told) {
				s.t.Errorf("the page of the season does not say of %s (%v) %q", g.ID, names, told)
			}
			continue
		}
		page := "en/games/" + g.Host + "/index.html"
		places := map[string]string{"en/leagues/ends.html": told, page: told}
		if o.Steps[len(o.Steps)-1].Kind != outcome.Withdrawn {
			places["letters"] = told
		}
		for place, want := range places {
			if text := map[string]string{"letters": letters}[place] + files[place]; !strings.Contains(text, want) {
				s.t.Errorf("%s does not say of %s (%v) %q", place, g.ID, names, want)
			}
		}
		if !strings.Contains(files[page], "<strong>"+sided+"</strong>") {
			s.t.Errorf("%s does not say %q: %s", page, sided, resultOn(files[page]))
		}
		for name, text := range files {
			for row := range strings.SplitSeq(text, "<tr>") {
				if strings.HasPrefix(name, "en/") && strings.Contains(row, `">`+g.Host+`</a><br>`) && strings.Contains(row, "Ended") && !strings.Contains(row, sided) {
					s.t.Errorf("%s says otherwise of %s, which ended %q: %s", name, g.Host, sided, row)
				}
			}
			for entry := range strings.SplitSeq(text, "<entry>") {
				if name == "en/feed.atom" && strings.Contains(entry, "· "+g.Host+"<") && !strings.Contains(entry, sided) {
					s.t.Errorf("the feed says otherwise of %s, which ended %q: %s", g.Host, sided, entry)
				}
			}
		}
	}
	s.exported(all, files, records)
	for _, row := range all.State.Table(0).Rows {
		name := s.name(all, row.Entrant)
		if r := records[name]; !row.Struck && (row.Played != r.Played() || row.Won != r.Won || row.Drawn != r.Drawn || row.Lost != r.Lost) {
			s.t.Errorf("the table has %+v of %s, whose games come to %+v", row.Record, name, records[name])
		}
		for file, text := range files {
			if !strings.HasPrefix(file, "en/players/") || !strings.Contains(text, "<h1>"+name+"</h1>") {
				continue
			}
			for word, n := range map[string]int{"Won": records[name].Won, "Drawn": records[name].Drawn, "Lost": records[name].Lost} {
				if want := fmt.Sprintf("<dt>%s</dt><dd>%d</dd>", word, n); !strings.Contains(text, want) {
					s.t.Errorf("the page of %s does not say %s", name, want)
				}
			}
		}
	}
}
