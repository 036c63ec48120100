package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// A league is tended by the daemon: what a moment calls for is done step by step, each step
// in a transaction of its own, so that whatever is cut off goes on where it was.

// LeagueError says that there is no league of a name.
type LeagueError struct{ League string }

// Error implements error.
func (e *LeagueError) Error() string {
	return fmt.Sprintf("there is no league %q; keryx league list shows those there are", e.League)
}

// NewLeague stores a season that is made from a file, with those entered whom the file names.
func (h *Host) NewLeague(ctx context.Context, f season.File) error {
	s, err := season.New(f, h.Random, h.Now())
	if err != nil {
		return err
	}
	return h.Store.Update(ctx, func(tx store.Tx) error {
		if _, err := tx.League(f.ID); !errors.Is(err, store.ErrNotFound) {
			return errors.Join(err, &SettingError{"id", f.ID, "one that no league has yet"})
		}
		for i, d := range f.Divisions {
			for _, address := range d.Entrants {
				if err := known(tx, "entrant", address); err != nil {
					return err
				}
				if _, err := s.Enter(address, i, 0, h.Now()); err != nil {
					return fmt.Errorf("entering %s: %w", address, err)
				}
			}
		}
		for _, address := range slices.Concat(f.Judges, []string{f.Referee}) {
			if address == "" {
				continue
			}
			if err := known(tx, "member", address); err != nil {
				return err
			}
		}
		return s.Save(tx, h.Now())
	})
}

// known refuses an address of nobody.
func known(tx store.ReadTx, what, address string) error {
	if _, err := tx.Player(address); errors.Is(err, store.ErrNotFound) {
		return &SettingError{what, address, "the address of a registered player (keryx player add)"}
	} else if err != nil {
		return err
	}
	return nil
}

// League reads a season. It fails with a *[LeagueError] if there is none.
func (h *Host) League(ctx context.Context, id string) (s *season.Season, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		s, err = loadSeason(tx, id)
		return err
	})
	return s, err
}

func loadSeason(tx store.ReadTx, id string) (*season.Season, error) {
	s, err := season.Load(tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, &LeagueError{id}
	}
	return s, err
}

// changeLeague does something to a season and stores it.
func (h *Host) changeLeague(ctx context.Context, id string, f func(store.Tx, *season.Season) error) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		s, err := loadSeason(tx, id)
		if err != nil {
			return err
		}
		if err := f(tx, s); err != nil {
			return err
		}
		return s.Save(tx, h.Now())
	})
}

// OpenLeague lets members enter by mail, and writes invitations to those whom the file
// names. It returns how many. Who was invited is not invited again.
func (h *Host) OpenLeague(ctx context.Context, id string) (invited int, err error) {
	err = h.changeLeague(ctx, id, func(tx store.Tx, s *season.Season) error {
		invited, s.Opened = 0, true
		players, err := tx.Players()
		if err != nil {
			return err
		}
		all := slices.Contains(s.File.Invite, "all")
		for _, p := range players {
			if p.Address == machineAddress || isRemoved(p.Address) || s.Entrant(p.Address) != "" {
				continue
			}
			if !all && !slices.ContainsFunc(s.File.Invite, func(a string) bool { return store.Address(a) == p.Address }) {
				continue
			}
			part := h.leaguePart(tx, s)
			part.Rules = h.leagueRules(p.Language, s)
			if err := h.tellLeague(tx, s, p.Address, "invitation", "", part); err != nil {
				return err
			}
			invited++
		}
		return nil
	})
	return invited, err
}

// EnterLeague enters a player by hand.
func (h *Host) EnterLeague(ctx context.Context, id, address string, division, most int) error {
	return h.changeLeague(ctx, id, func(tx store.Tx, s *season.Season) error {
		if err := known(tx, "entrant", address); err != nil {
			return err
		}
		entrant, err := s.Enter(address, division, most, h.Now())
		if err == nil {
			s.Confirmed = append(s.Confirmed, entrant)
		}
		return err
	})
}

// LeaveLeague withdraws a player.
func (h *Host) LeaveLeague(ctx context.Context, id, address, why string) error {
	return h.changeLeague(ctx, id, func(tx store.Tx, s *season.Season) error { return h.leaveSeason(tx, s, address, why) })
}

// leaveSeason takes an entrant out, stops his games and tells those whom he was to meet.
func (h *Host) leaveSeason(tx store.Tx, s *season.Season, address, why string) error {
	out := s.Entrant(address)
	var stopped []league.Game
	opponents := map[string]bool{}
	for _, g := range s.State.AllGames() {
		if g.Result != nil || g.First != out && g.Second != out {
			continue
		}
		if g.Host != "" {
			stopped = append(stopped, g)
		}
		opponents[s.People[g.First]], opponents[s.People[g.Second]] = true, true
	}
	in, err := s.Withdraw(address, why, h.Now())
	if err != nil {
		return err
	}
	names := namesIn(tx)
	for _, g := range stopped {
		if err := h.stopLeagueGame(tx, g.Host, nil, adjudicator.Say("report.stopped.left", "Player", names(store.Address(address)))); err != nil {
			return err
		}
	}
	delete(opponents, store.Address(address))
	args := []any{"Rival", names(store.Address(address)), "In", ""}
	if in != "" {
		args[3] = s.Name(in, names)
		opponents[s.People[in]] = true
	}
	for _, to := range sortedKeys(opponents) {
		part := h.leaguePart(tx, s)
		part.Fixtures = h.fixturesOf(s, s.Entrant(to), names)
		if err := h.tellLeague(tx, s, to, "left", out, part, args...); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys(m map[string]bool) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// TendLeagues does what the moment calls for in all leagues: results are taken over, rounds
// are paired, games begin, letters are written. A league that cannot be tended holds up no other.
func (h *Host) TendLeagues(ctx context.Context) error {
	var ids []string
	err := h.Store.View(ctx, func(tx store.ReadTx) error {
		rows, err := tx.Leagues()
		for _, row := range rows {
			ids = append(ids, row.ID)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for leagues: %w", err)
	}
	for _, id := range ids {
		for again := true; again; {
			err := h.Store.Update(ctx, func(tx store.Tx) (err error) {
				again, err = h.tend(tx, id)
				return err
			})
			if ctx.Err() != nil || errors.Is(err, store.ErrUnavailable) {
				return err
			}
			if err != nil {
				h.Log.Error("a league cannot be tended", "league", id, "error", err)
				break
			}
		}
	}
	return nil
}

// tend does one thing, and reports whether there may be more to do.
func (h *Host) tend(tx store.Tx, id string) (again bool, err error) {
	s, err := loadSeason(tx, id)
	if err != nil || s.State.Closed != nil {
		return false, err
	}
	save := func() (bool, error) { return true, s.Save(tx, h.Now()) }
	for _, step := range []func(store.Tx, *season.Season) (bool, error){h.takeResult, h.settleOpen} {
		if done, err := step(tx, s); err != nil {
			return false, err
		} else if done {
			return save()
		}
	}
	happened, err := s.Advance(h.Now())
	if err != nil {
		return false, err
	}
	if happened.What != season.Nothing {
		if err := h.tellHappening(tx, s, happened); err != nil {
			return false, err
		}
		return save()
	}
	if ends := s.State.Terms.Ends; !ends.IsZero() && !h.Now().Before(ends) {
		return false, nil // no further game begins
	}
	games := s.State.Startable()
	if len(games) == 0 {
		return false, nil
	}
	if err := h.startFixture(tx, s, games[0]); err != nil {
		return false, err
	}
	return save()
}

// startFixture creates a game of the season on the server.
func (h *Host) startFixture(tx store.Tx, s *season.Season, g league.Game) error {
	r, t := s.State.Rules, s.State.Terms
	n := NewGame{Ruleset: r.Ruleset, Scenario: r.Scenario, Options: t.Options, AnswerTime: t.Answer, Contract: Contract(t.Contract),
		Language: s.File.Language, Referee: s.File.Referee, Shown: &Showing{Delay: usualShowing.Delay, Opens: AtSeasonEnd},
		Seats: map[string]string{r.Sides[0]: s.People[g.First], r.Sides[1]: s.People[g.Second]}}
	id, err := h.createIn(tx, n)
	if err != nil {
		return fmt.Errorf("starting %s: %w", g.ID, err)
	}
	return s.Append(league.Started, h.Now(), league.Start{Game: g.ID, Host: id})
}

// takeResult takes the result of one game over that has ended on the server.
func (h *Host) takeResult(tx store.Tx, s *season.Season) (bool, error) {
	for _, g := range s.State.AllGames() {
		if g.Host == "" {
			continue
		}
		game, err := tx.Game(g.Host)
		if err != nil {
			return false, fmt.Errorf("game %s: %w", g.ID, err)
		}
		if g.Result != nil {
			if game.Status == store.Ended || !s.State.Entered(g.ID) { // who has withdrawn forfeits it all the same
				continue
			}
			// A ruling has opened it again, and has told both players so. What was said of the position
			// that is given up says nothing of the new one.
			delete(s.Agreed, g.ID)
			delete(s.Verdicts, g.ID)
			res := league.Result{Game: g.ID, How: league.Reopened, Ruling: "the game was opened again by a ruling"}
			return true, s.Append(league.Ended, h.Now(), res)
		}
		if game.Status != store.Ended {
			if void, winner, err := h.neverAnswered(tx, s, g, game); err != nil {
				return false, err
			} else if void {
				res := league.Result{Game: g.ID, How: league.Void, Winner: winner}
				silent := g.First
				if winner == g.First {
					silent = g.Second
				}
				if err := h.stopLeagueGame(tx, g.Host, nil, adjudicator.Say("report.stopped.silent", "Player", s.Name(silent, namesIn(tx)))); err != nil {
					return false, err
				}
				return true, h.enterResult(tx, s, g, res, "result")
			}
			continue
		}
		if _, cancelled, err := Cancelled(tx, game.ID); err != nil || cancelled {
			if err != nil {
				return false, err
			}
			continue // the referee rules
		}
		res, err := h.resultOf(tx, s, g, game)
		if err != nil {
			return false, err
		}
		return true, h.enterResult(tx, s, g, res, "result")
	}
	return false, nil
}

// resultOf reads how a game ended, what bids credit included.
func (h *Host) resultOf(tx store.ReadTx, s *season.Season, g league.Game, game store.Game) (league.Result, error) {
	head, err := tx.Head(game.ID)
	if err != nil {
		return league.Result{}, err
	}
	entries, err := tx.Entries(game.ID, 1)
	if err != nil || len(entries) == 0 {
		return league.Result{}, fmt.Errorf("the ledger of %s: %w", game.ID, err)
	}
	var ended struct {
		Result *adjudicator.Result `json:"result"`
	}
	last := entries[len(entries)-1]
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) == adjudicator.Ended {
			last = e
		}
	}
	if err := json.Unmarshal(last.Body, &ended); err != nil {
		return league.Result{}, fmt.Errorf("entry %d of %s, of %d, tells no result: %w", last.Seq, game.ID, head.Seq, err)
	}
	res := league.Result{Game: g.ID, How: league.Void} // annulled: it counts for nothing
	if ended.Result != nil {
		res = h.credited(s, g, *ended.Result, league.ByPlay)
	}
	res.Turns = game.Turn
	for _, e := range entries {
		if adjudicator.EntryKind(e.Kind) == adjudicator.Deadline {
			for i, side := range s.State.Rules.Sides {
				if e.Side == side {
					res.Flags[i]++
				}
			}
		}
	}
	return res, nil
}

// credited makes the result of a game for the league: what a bid credits is added to the
// victory points before the level is read, but for a victory that no points decide.
func (h *Host) credited(s *season.Season, g league.Game, r adjudicator.Result, how league.Ending) league.Result {
	credit := s.State.Credit(g.Fixture) // of home and away
	for _, f := range s.State.Fixtures() {
		if f.ID == g.Fixture && f.Home != g.First {
			credit[0], credit[1] = credit[1], credit[0]
		}
	}
	rules, err := adjudicator.Lookup(s.State.Rules.Ruleset)
	if l, ok := rules.(adjudicator.PointLeveller); err == nil && ok && credit != [2]int{} && !l.Final(r.Level) {
		points := [2]int{r.Points[0] + credit[0], r.Points[1] + credit[1]}
		if again := l.LevelOf(points); again != nil {
			r = *again
		}
	}
	res := league.Result{Game: g.ID, Level: r.Level, Victory: r.Points, How: how}
	switch {
	case r.Level == league.Draw:
	case r.Winner == 0:
		res.Winner = g.First
	case r.Winner == 1:
		res.Winner = g.Second
	}
	return res
}

// enterResult writes a result into the league's ledger, and tells both players with the table.
func (h *Host) enterResult(tx store.Tx, s *season.Season, g league.Game, res league.Result, occasion string, args ...any) error {
	if err := s.Append(league.Ended, h.Now(), res); err != nil {
		return fmt.Errorf("the result of %s: %w", g.ID, err)
	}
	delete(s.Agreed, g.ID)
	names := namesIn(tx)
	for _, e := range []string{g.First, g.Second} {
		part := h.leaguePart(tx, s)
		part.Results = []templates.LeagueResult{h.resultLine(s, g.ID, names)}
		part.Tables = []templates.LeagueTable{h.tableOf(s, s.State.Entrants[e].Division, names)}
		part.Fixtures = h.fixturesOf(s, e, names)
		once := fmt.Sprintf("%s %d", g.ID, len(s.Entries))
		all := append([]any{"Fixture", g.ID, "First", s.Name(g.First, names), "Second", s.Name(g.Second, names)}, args...)
		if err := h.tellLeague(tx, s, s.People[e], occasion, once, part, all...); err != nil {
			return err
		}
	}
	return nil
}

// namesIn finds the names of players by their addresses.
func namesIn(tx store.ReadTx) func(string) string {
	known := map[string]string{}
	return func(address string) string {
		if name, ok := known[address]; ok {
			return name
		}
		p, err := tx.Player(address)
		if err != nil {
			return address
		}
		known[address] = p.Name
		return p.Name
	}
}

// tellLeague writes a letter about a league. One that was written before, by the word for
// its occasion, stays at that.
func (h *Host) tellLeague(tx store.Tx, s *season.Season, to, occasion, once string, part templates.LeaguePart, args ...any) error {
	player, err := tx.Player(to)
	if errors.Is(err, store.ErrNotFound) || isRemoved(to) {
		return nil
	}
	if err != nil {
		return err
	}
	rendered, err := templates.RenderLeague(templates.LeagueLetter{Lang: player.Language, Mailbox: h.Post.Address, Player: player.Name,
		Zone: zoneOf(player), Occasion: occasion, Args: args, Part: part})
	if err != nil {
		return fmt.Errorf("league %s: %w", s.ID, err)
	}
	l := h.letter(rendered, templates.Report{Player: player.Name}, player.Address)
	l.ListID = s.ID + ".league." + h.Post.Domain
	l.MessageID = mail.MessageID(h.Post.Domain, "league", dice.Head(s.Entries[0].Hash).String(), player.Address, occasion, once)
	_, _, err = h.enqueue(tx, l, store.OutboxMail{Kind: string(templates.LeagueMail)})
	if errors.Is(err, store.ErrDuplicate) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("league %s: telling %s: %w", s.ID, to, err)
	}
	return nil
}
