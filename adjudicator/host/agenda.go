package host

import (
	"cmp"
	"context"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// switches are the words that turn something on or off, folded.
var switches = map[string]bool{"on": true, "yes": true, "oui": true, "off": false, "no": false, "non": false}

// askCalendar tells a player how his games stand in time: "calendar", or "calendar GAME". He
// says with it as well whether deadlines shall come as files for his calendar: "calendar files off",
// and whether his calendar program may subscribe to them: "calendar feed".
func (h *Host) askCalendar(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if err := namingGame(&r, tx, a); err != nil {
		return nil, err
	}
	player, err := tx.Player(a.player.Address) // as a line above may have left him
	if err != nil {
		return nil, err
	}
	if r.game.text != "" {
		if _, _, fault, err := h.seat(tx, a, r); fault != nil || err != nil {
			return fault, err
		}
	}
	if len(r.words) > 1 && feedWords[orders.Fold(r.words[1].text)] {
		if fault, err := askFeed(tx, a, r); fault != nil || err != nil {
			return fault, err
		}
	} else if len(r.words) > 1 {
		if word := orders.Fold(r.words[1].text); word != "files" && word != "fichiers" || len(r.words) == 2 {
			return r.fault(orders.Unreadable, "request-calendar", r.whole(1), "Words", r.whole(1).text), nil
		}
		on, known := switches[orders.Fold(r.words[2].text)]
		if !known || len(r.words) > 3 {
			return r.fault(orders.Unreadable, "request-calendar", r.whole(1), "Words", r.whole(1).text), nil
		}
		if err := setPref(&player, prefCalendar, on); err != nil {
			return nil, err
		}
		if err := tx.UpdatePlayer(player); err != nil {
			return nil, err
		}
	}
	return nil, h.showCalendar(tx, a, orders.Fold(r.game.text))
}

// showCalendar adds to a reply how the running games of its reader stand in time, or one.
func (h *Host) showCalendar(tx store.ReadTx, a *asking, only string) error {
	player, err := tx.Player(a.player.Address)
	if err != nil {
		return err
	}
	c := templates.Calendar{}
	if c.Files, err = wantsCalendar(player); err != nil {
		return err
	}
	if c.Feed, err = h.feedShown(tx, a); err != nil {
		return err
	}
	seats, err := mine(tx, a, only)
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
		t, err := h.timeOf(tx, game, seat)
		if err != nil {
			return err
		}
		c.Games = append(c.Games, t)
	}
	slices.SortStableFunc(c.Games, func(a, b templates.SeatTime) int { return byDeadline(a.Deadline, b.Deadline) })
	if only == "" {
		if c.Challenges, err = challengesOf(tx, player.Address, h.Now()); err != nil {
			return err
		}
	}
	a.reply.Calendar = &c
	if len(c.Games)+len(c.Challenges) == 0 {
		return h.listSeats(tx, a)
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
func (h *Host) timeOf(tx store.ReadTx, game store.Game, seat store.Seat) (t templates.SeatTime, err error) {
	t = templates.SeatTime{Game: game.ID, Ruleset: game.Ruleset, Side: seat.Side, Paused: game.Status == store.Paused}
	if away, err := h.BetweenClubs(tx, game.ID); err != nil {
		return t, err
	} else if away != nil && t.Paused {
		t.Club, t.Gone = away.Club, away.Where != Held
		return t, nil // its times are another club's
	}
	if t.Until, err = pauseEnds(tx, game.ID); err != nil {
		return t, err
	}
	rules, err := calendarOf(game)
	if err != nil {
		return t, err
	}
	if rules != nil && (rules.Bank != calendar.Bank{} || rules.Tokens > 0) {
		r, err := reserveOf(tx, seat)
		if err != nil {
			return t, err
		}
		t.HasBank, t.Bank = rules.Bank != calendar.Bank{}, r.left(*rules)
		t.HasTokens, t.Tokens, t.Pledged = rules.Tokens > 0, r.tokensLeft(*rules), r.Pledged
	}
	if seat.Deadline == nil || t.Paused {
		return t, nil
	}
	now := h.Now()
	late, since, err := h.overdue(tx, game, seat)
	if err != nil {
		return t, err
	}
	t.Deadline, t.Overdue = *seat.Deadline, late && since == nil
	if since != nil {
		t.Stands = *since
	}
	var why templates.Report
	if err := tellWhy(tx, game, seat, &why); err != nil {
		return t, err
	}
	t.Moved = why.Moved
	n, err := notes(tx, seat)
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
	if c, err := nextCallOf(tx, game, seat, later(now, *seat.Deadline)); err != nil {
		return t, err
	} else if c.what == callDefault && c.at.Before(forEver) {
		t.Answered = c.at
	}
	return t, nil
}

// askExtension has an extension used if a player's deadline passes: "extend", or "extend off".
func (h *Host) askExtension(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if err := namingGame(&r, tx, a); err != nil {
		return nil, err
	}
	game, seat, fault, err := h.seat(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	on := true
	if len(r.words) > 1 {
		known := false
		if on, known = switches[orders.Fold(r.words[1].text)]; !known || len(r.words) > 2 {
			return r.leftOver(1), nil
		}
	}
	rules, err := calendarOf(game)
	if err != nil {
		return nil, err
	}
	res, err := reserveOf(tx, seat)
	if err != nil {
		return nil, err
	}
	switch {
	case rules == nil || rules.Tokens == 0:
		return r.fault(orders.Illegal, "request-extend-none", r.words[0], "Game", game.ID), nil
	case game.Status == store.Paused:
		return r.fault(orders.Illegal, "request-extend-paused", r.words[0], "Game", game.ID), nil
	case seat.Deadline == nil || game.Status != store.Running:
		return r.fault(orders.Illegal, "request-extend-idle", r.words[0], "Game", game.ID), nil
	case !seat.Deadline.After(a.row.Receipt):
		return r.fault(orders.Illegal, "request-extend-late", r.words[0], "Game", game.ID), nil
	case on && res.tokensLeft(*rules) == 0:
		return r.fault(orders.Illegal, "request-extend-spent", r.words[0], "Game", game.ID, "Count", rules.Tokens), nil
	}
	res.Pledged = on
	if err := res.save(tx, seat); err != nil {
		return nil, err
	}
	return nil, h.showCalendar(tx, a, game.ID)
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
func (h *Host) Calendar(ctx context.Context, only string) (all []GameTime, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		var games []store.Game
		if only != "" {
			game, err := gameNamed(tx, only)
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
			some, err := h.timesOf(tx, game)
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

func (h *Host) timesOf(tx store.ReadTx, game store.Game) (all []GameTime, err error) {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		t, err := h.timeOf(tx, game, seat)
		if err != nil {
			return nil, err
		}
		row := GameTime{SeatTime: t, Zone: time.UTC}
		if seat.Player != "" {
			player, err := tx.Player(seat.Player)
			if err != nil {
				return nil, err
			}
			row.Player, row.Zone = player.Name, zoneOf(player)
			announced, err := absences(player)
			if err != nil {
				return nil, err
			}
			for _, a := range announced {
				if a.End(row.Zone).After(h.Now()) {
					row.Absences = append(row.Absences, a)
				}
			}
		}
		all = append(all, row)
	}
	return all, nil
}
