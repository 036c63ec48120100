package clock

import (
	"cmp"
	"context"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// Switches are the words that turn something on or off, folded.
var Switches = map[string]bool{"on": true, "yes": true, "oui": true, "off": false, "no": false, "non": false}

// AskCalendar tells a player how his games stand in time: "calendar", or "calendar GAME". He
// says with it as well whether deadlines shall come as files for his calendar: "calendar files off",
// and whether his calendar program may subscribe to them: "calendar feed".
func (ck *Clocks) AskCalendar(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if err := requests.NamingGame(&r, tx, a); err != nil {
		return nil, err
	}
	player, err := tx.Player(a.Player.Address) // as a line above may have left him
	if err != nil {
		return nil, err
	}
	if r.Game.Text != "" {
		if _, _, fault, err := ck.Desk.Seat(tx, a, r); fault != nil || err != nil {
			return fault, err
		}
	}
	if len(r.Words) > 1 && written.FeedWords[orders.Fold(r.Words[1].Text)] {
		if fault, err := askFeed(tx, a, r); fault != nil || err != nil {
			return fault, err
		}
	} else if len(r.Words) > 1 {
		if word := orders.Fold(r.Words[1].Text); word != "files" && word != "fichiers" || len(r.Words) == 2 {
			return r.Fault(orders.Unreadable, "request-calendar", r.Whole(1), "Words", r.Whole(1).Text), nil
		}
		on, known := Switches[orders.Fold(r.Words[2].Text)]
		if !known || len(r.Words) > 3 {
			return r.Fault(orders.Unreadable, "request-calendar", r.Whole(1), "Words", r.Whole(1).Text), nil
		}
		if err := post.SetPref(&player, post.PrefCalendar, on); err != nil {
			return nil, err
		}
		if err := tx.UpdatePlayer(player); err != nil {
			return nil, err
		}
	}
	return nil, ck.showCalendar(tx, a, orders.Fold(r.Game.Text))
}

// showCalendar adds to a reply how the running games of its reader stand in time, or one.
func (ck *Clocks) showCalendar(tx store.ReadTx, a *requests.Mail, only string) error {
	player, err := tx.Player(a.Player.Address)
	if err != nil {
		return err
	}
	c := templates.Calendar{}
	if c.Files, err = post.WantsCalendar(player); err != nil {
		return err
	}
	if c.Feed, err = ck.feedShown(tx, a); err != nil {
		return err
	}
	seats, err := requests.Mine(tx, a, only)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return err
		}
		if game.Status == store.Ended {
			continue
		}
		t, err := ck.timeOf(tx, game, seat)
		if err != nil {
			return err
		}
		c.Games = append(c.Games, t)
	}
	slices.SortStableFunc(c.Games, func(a, b templates.SeatTime) int { return byDeadline(a.Deadline, b.Deadline) })
	if only == "" {
		if c.Challenges, err = challengesOf(tx, player.Address, ck.Now()); err != nil {
			return err
		}
	}
	a.Reply.Calendar = &c
	if len(c.Games)+len(c.Challenges) == 0 {
		return ck.Desk.ListSeats(tx, a)
	}
	return nil
}

// byDeadline puts the most urgent first, and what has no deadline last.
func byDeadline(a, b time.Time) int {
	if a.IsZero() != b.IsZero() {
		if a.IsZero() {
			return 1
		}
		return -1
	}
	return a.Compare(b)
}

// timeOf is how a seat stands in time.
func (ck *Clocks) timeOf(tx store.ReadTx, game store.Game, seat store.Seat) (t templates.SeatTime, err error) {
	t = templates.SeatTime{Game: game.ID, Ruleset: game.Ruleset, Side: seat.Side, Paused: game.Status == store.Paused}
	if away, err := ck.Games.BetweenClubs(tx, game.ID); err != nil {
		return t, err
	} else if away != nil && t.Paused {
		t.Club, t.Gone = away.Club, away.Where != play.Held
		return t, nil // its times are another club's
	}
	if t.Until, err = play.PauseEnds(tx, game.ID); err != nil {
		return t, err
	}
	rules, err := written.CalendarOf(game)
	if err != nil {
		return t, err
	}
	if rules != nil && (rules.Bank != calendar.Bank{} || rules.Tokens > 0) {
		r, err := reports.ReserveOf(tx, seat)
		if err != nil {
			return t, err
		}
		t.HasBank, t.Bank = rules.Bank != calendar.Bank{}, r.Left(*rules)
		t.HasTokens, t.Tokens, t.Pledged = rules.Tokens > 0, r.TokensLeft(*rules), r.Pledged
	}
	if seat.Deadline == nil || t.Paused {
		return t, nil
	}
	now := ck.Now()
	late, since, err := ck.Terms.OverdueSince(tx, game, seat)
	if err != nil {
		return t, err
	}
	t.Deadline, t.Overdue = *seat.Deadline, late && since == nil
	if since != nil {
		t.Stands = *since
	}
	var why templates.Report
	if err := post.TellWhy(tx, game, seat, &why); err != nil {
		return t, err
	}
	t.Moved = why.Moved
	n, err := post.MemoryOf(tx, seat)
	if err != nil {
		return t, err
	}
	if n.Absent == nil {
		for _, at := range reminders(game, rules, *seat.Deadline) {
			if at.After(now) {
				t.Reminders = append(t.Reminders, at)
			}
		}
	}
	if c, err := NextCallOf(tx, game, seat, post.Later(now, *seat.Deadline)); err != nil {
		return t, err
	} else if c.What == callDefault && c.At.Before(reports.ForEver) {
		t.Answered = c.At
	}
	return t, nil
}

// AskExtension has an extension used if a player's deadline passes: "extend", or "extend off".
func (ck *Clocks) AskExtension(tx club.Tx, a *requests.Mail, r written.Request) (*orders.Diagnostic, error) {
	if err := requests.NamingGame(&r, tx, a); err != nil {
		return nil, err
	}
	game, seat, fault, err := ck.Desk.Seat(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	on := true
	if len(r.Words) > 1 {
		known := false
		if on, known = Switches[orders.Fold(r.Words[1].Text)]; !known || len(r.Words) > 2 {
			return r.LeftOver(1), nil
		}
	}
	rules, err := written.CalendarOf(game)
	if err != nil {
		return nil, err
	}
	res, err := reports.ReserveOf(tx, seat)
	if err != nil {
		return nil, err
	}
	switch {
	case rules == nil || rules.Tokens == 0:
		return r.Fault(orders.Illegal, "request-extend-none", r.Words[0], "Game", game.ID), nil
	case game.Status == store.Paused:
		return r.Fault(orders.Illegal, "request-extend-paused", r.Words[0], "Game", game.ID), nil
	case seat.Deadline == nil || game.Status != store.Running:
		return r.Fault(orders.Illegal, "request-extend-idle", r.Words[0], "Game", game.ID), nil
	case !seat.Deadline.After(a.Row.Receipt):
		return r.Fault(orders.Illegal, "request-extend-late", r.Words[0], "Game", game.ID), nil
	case on && res.TokensLeft(*rules) == 0:
		return r.Fault(orders.Illegal, "request-extend-spent", r.Words[0], "Game", game.ID, "Count", rules.Tokens), nil
	}
	res.Pledged = on
	if err := res.Save(tx, seat); err != nil {
		return nil, err
	}
	return nil, ck.showCalendar(tx, a, game.ID)
}

// GameTime is how a seat of a running game stands in time, as a referee may see it.
type GameTime struct {
	templates.SeatTime
	Player   string             // his name
	Zone     *time.Location     // his
	Absences []calendar.Absence // that are not over
}

// Calendar lists how the seats of the games that are not over stand in time, the most urgent
// first; those of one game unless its name is empty.
func (ck *Clocks) Calendar(ctx context.Context, only string) (all []GameTime, err error) {
	err = ck.Store.View(ctx, func(tx store.ReadTx) error {
		var games []store.Game
		if only != "" {
			game, err := play.GameNamed(tx, only)
			if err != nil {
				return err
			}
			games = append(games, game)
		} else if games, err = tx.Games(); err != nil {
			return err
		}
		for _, game := range games {
			if game.Status == store.Ended {
				continue
			}
			some, err := ck.timesOf(tx, game)
			if err != nil {
				return err
			}
			all = append(all, some...)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b GameTime) int {
		return cmp.Or(byDeadline(a.Deadline, b.Deadline), cmp.Compare(a.Game, b.Game))
	})
	return all, err
}

func (ck *Clocks) timesOf(tx store.ReadTx, game store.Game) (all []GameTime, err error) {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		t, err := ck.timeOf(tx, game, seat)
		if err != nil {
			return nil, err
		}
		row := GameTime{SeatTime: t, Zone: time.UTC}
		if seat.Player != "" {
			player, err := tx.Player(seat.Player)
			if err != nil {
				return nil, err
			}
			row.Player, row.Zone = player.Name, written.ZoneOf(player)
			announced, err := post.Absences(player)
			if err != nil {
				return nil, err
			}
			for _, a := range announced {
				if a.End(row.Zone).After(ck.Now()) {
					row.Absences = append(row.Absences, a)
				}
			}
		}
		all = append(all, row)
	}
	return all, nil
}
