package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/watch"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/templates"
)

// gameCmd groups the commands on games.
type gameCmd struct {
	New       gameNewCmd       `cmd:"" help:"Create a game and email both players."`
	List      gameListCmd      `cmd:"" help:"List games."`
	Show      gameShowCmd      `cmd:"" help:"Show sides, deadlines and pending questions."`
	Upgrade   gameUpgradeCmd   `cmd:"" help:"Move a game to newer rules from its next turn."`
	Cancel    gameCancelCmd    `cmd:"" help:"Cancel a game before its first emails are sent."`
	Seat      gameSeatCmd      `cmd:"" help:"Assign a side to another player or the computer."`
	Observers gameObserversCmd `cmd:"" help:"List, invite or remove observers."`
	Options   gameOptionsCmd   `cmd:"" help:"List rulesets, scenarios and options."`
}

// gameNewCmd creates a game.
type gameNewCmd struct {
	Ruleset    string            `arg:"" help:"The printed game, such as hellespont."`
	Seats      map[string]string `arg:"" help:"Who plays which side: athens=anna@club.example sparta=bruno@club.example; or sparta=machine."`
	Scenario   string            `help:"The scenario; the first one unless given."`
	Option     map[string]string `help:"A reading of the rules that differs from the default: id=value." placeholder:"ID=VALUE"`
	AnswerTime calendar.Span     `help:"How long a player has for each answer: 3d, 1w, 36h." default:"7d"`
	Contract   string            `help:"Deadline policy: wait (remind and wait); default (play standing orders, then the safest legal orders); substitute and forfeit (play so until --missed deadlines in a row, then wait for a substitute, or for the referee)." enum:"wait,default,substitute,forfeit" default:"wait"`
	Referee    string            `help:"The referee's address."`
	Delay      calendar.Span     `help:"Delay before observers and the archive see a turn, as far as both sides know of it." default:"1d"`
	Opens      string            `help:"When the archive shows all of the game, what was hidden as well: at its end; when its players have no other game of the scenario in play (twin); at the end of its round or season of a league." enum:"end,twin,round,season" default:"end"`
	Observers  string            `help:"Who may watch the game by mail, after the delay: open to all who are registered, invited for those named by keryx game observers, none for nobody. The players are told who watches." enum:"open,invited,none" default:"invited"`
	Press      string            `help:"What the players may write to each other: attributed passes it on with the name, anonymous in the name of the side, none not at all; public is published with the game." enum:"attributed,anonymous,none,public" default:"attributed"`

	gameCalendar `embed:""`
	Lang         string `help:"Language of the public texts." default:"en"`
}

// Founding has the command begin a club where there is none yet.
func (gameNewCmd) Founding() {}

// Run creates the game.
func (c gameNewCmd) Run(g *screen.Globals) error {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	rules := c.on(config.Calendar.Rules)
	shown := play.Showing{Delay: c.Delay, Opens: play.Opens(c.Opens), Observers: play.Observing(c.Observers)}
	return settings.WithHost(g, func(h *host.Host) error {
		if err := lookFirst(g, h, config); err != nil {
			return err
		}
		id, err := h.Upkeep.Create(g.Ctx, post.NewGame{Ruleset: c.Ruleset, Scenario: c.Scenario, Options: c.Option, Seats: c.Seats,
			AnswerTime: c.AnswerTime.Duration, Contract: post.Contract(c.Contract), Language: c.Lang, Referee: c.Referee, Calendar: &rules,
			Shown: &shown, Press: post.PressKind(c.Press)})
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s created. The first reports leave as soon as the daemon runs (keryx serve).\n", id)
		if err := warnRefereeless(g, h, id); err != nil {
			return err
		}
		return warnKeyless(g, h, id)
	})
}

// warnRefereeless tells of a game in which nobody may rule who has no part in it.
func warnRefereeless(g *screen.Globals, h *host.Host, game string) error {
	all, err := h.Claims.MayRule(g.Ctx, game)
	if err == nil && len(all) == 0 {
		fmt.Fprintf(g.Out, "%s has no neutral referee, so nobody can answer a claim; add one with keryx referee add ADDRESS --game %s.\n", game, game)
	}
	return err
}

// warnKeyless tells of seats whose player cannot sign orders yet.
func warnKeyless(g *screen.Globals, h *host.Host, game string) error {
	seats, err := h.Upkeep.Keyless(g.Ctx, game)
	for _, seat := range seats {
		fmt.Fprintf(g.Out, "%s, who plays %s, has no key in use: orders count only once there is one. The first report tells how to register one by email; keryx key add %s KEYFILE does it here.\n",
			seat.Player, seat.Side, seat.Player)
	}
	return err
}

// contractWords says what a missed deadline does.
func contractWords(contract string) string {
	switch post.Contract(contract) {
	case post.Wait:
		return "wait: a missed deadline is told, and the game waits"
	case post.Defaults:
		return "default: a missed deadline is answered by standing orders and then the least committal answers"
	case post.Substitute:
		return "substitute: as default, until too many deadlines in a row are missed; then the game waits for a substitute"
	case post.Forfeit:
		return "forfeit: as default, until too many deadlines in a row are missed; then the game waits for the referee to end it"
	}
	return contract
}

// gameListCmd lists games.
type gameListCmd struct{ screen.Listing }

// Run lists the games.
func (c gameListCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			games, err := tx.Games()
			if err != nil {
				return err
			}
			w := c.Table(g.Out)
			fmt.Fprintln(w, "GAME\tRULESET\tSCENARIO\tSTATUS\tTURN\tWAITING FOR")
			for _, game := range games {
				seats, err := tx.SeatsOf(game.ID)
				if err != nil {
					return err
				}
				status := string(game.Status)
				if _, cancelled, err := watch.Cancelled(tx, game.ID); err != nil {
					return err
				} else if cancelled {
					status = "cancelled"
				}
				waits, err := waitingFor(h, tx, game, seats)
				if err != nil {
					return err
				}
				if b, err := h.Games.BetweenClubs(tx, game.ID); err != nil {
					return err
				} else if b != nil {
					status, waits = betweenStatus(*b), b.Club
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", game.ID, game.Ruleset, game.Scenario, status, game.Turn, waits)
			}
			return w.Flush()
		})
	})
}

// waitingFor names the sides that have been asked something, and those whose deadline has
// passed.
func waitingFor(h *host.Host, tx store.ReadTx, game store.Game, seats []store.Seat) (string, error) {
	var sides []string
	for _, s := range seats {
		if s.Deadline == nil {
			continue
		}
		side := s.Side
		if late, err := h.Terms.Overdue(tx, game, s); err != nil {
			return "", err
		} else if late {
			side += " (overdue)"
		}
		sides = append(sides, side)
	}
	return strings.Join(sides, ", "), nil
}

// gameShowCmd shows a game.
type gameShowCmd struct {
	screen.Listing
	Game string `arg:"" type:"game" help:"The game, such as hel-7."`
}

// Run shows the game, without anything that a side must not know.
func (c gameShowCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		status, err := h.Answers.Status(g.Ctx, c.Game)
		if err != nil {
			return err
		}
		p := templates.For("en", status.Game.Ruleset)
		w := c.Facts(g.Out)
		fmt.Fprintf(w, "game\t%s (%s, %s)\n", status.Game.ID, status.Game.Ruleset, status.Game.Scenario)
		switch {
		case status.Cancelled != "":
			fmt.Fprintf(w, "status\tcancelled: %s\n", status.Cancelled)
		case status.Between != nil:
			fmt.Fprintf(w, "status\t%s\n", betweenText(*status.Between))
		default:
			fmt.Fprintf(w, "status\t%s\n", status.Game.Status)
		}
		version := status.Game.RulesetVersion
		if up := status.Upgrade; up != nil {
			version += fmt.Sprintf(", and from turn %d on %s: %s", up.Turn, up.To, up.Reason)
		}
		fmt.Fprintf(w, "version\t%s\n", version)
		fmt.Fprintf(w, "answer time\t%s\n", calendar.Span{Duration: status.Game.AnswerTime})
		fmt.Fprintf(w, "contract\t%s\n", contractWords(status.Game.Contract))
		if err := showCalendar(w, status.Game); err != nil {
			return err
		}
		fmt.Fprintf(w, "referee\t%s\n", cmp.Or(status.Game.Referee, "none"))
		turn := strconv.Itoa(status.Game.Turn)
		if name := p.Phrase(status.Turn); name != "" { // a cancelled game is at none
			turn += ", " + name
		}
		fmt.Fprintf(w, "turn\t%s\n", turn)
		fmt.Fprintf(w, "ledger\t%d entries, head %s\n", status.Head.Seq, status.Head.Hash)
		for _, seat := range status.Seats {
			asked := "nothing is asked"
			if seat.Asked != "" {
				asked = "asked: " + seat.Asked
			}
			fmt.Fprintf(w, "%s\t%s, %s\n", seat.Side, cmp.Or(seat.Player, "nobody"), asked)
			if seat.Unreachable {
				fmt.Fprintf(w, "\tmail to him does not arrive\n")
			}
			if seat.InCharge != "" {
				fmt.Fprintf(w, "\t%s is in charge with him\n", seat.InCharge)
			}
			if seat.Deadline != nil {
				fmt.Fprintf(w, "\tdeadline %s\n", seat.Deadline.Format(time.RFC1123))
			}
		}
		if err := showObservers(g, w, h, status.Game.ID); err != nil {
			return err
		}
		return w.Flush()
	})
}

// gameCancelCmd takes a game back.
type gameCancelCmd struct {
	settings.Trying
	Game   string `arg:"" type:"game" help:"The game, such as hel-7."`
	Reason string `help:"Why, for the record." default:"made by mistake"`
}

// Run cancels the game, if nobody can have heard of it.
func (c gameCancelCmd) Run(g *screen.Globals) error {
	return c.WithHost(g, func(h *host.Host) error {
		if err := h.Upkeep.CancelGame(g.Ctx, c.Game, cmp.Or(c.Reason, "made by mistake")); err != nil {
			if errors.Is(err, upkeep.ErrBegun) {
				return fmt.Errorf("%w. Only a game whose letters all still wait can be cancelled", err)
			}
			return err
		}
		fmt.Fprintf(g.Out, "%s is cancelled; none of its emails will be sent\n", c.Game)
		return nil
	})
}

// gameSeatCmd gives a side to somebody else.
type gameSeatCmd struct {
	Game    string `arg:"" type:"game" help:"The game, such as hel-7."`
	Side    string `arg:"" help:"The side, such as athens."`
	Address string `arg:"" help:"The address of a registered player, or machine."`
}

// Run gives the seat over.
func (c gameSeatCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Seats.TakeOver(g.Ctx, c.Game, c.Side, c.Address, seating.ByRuling); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s has %s in %s from now on, and gets all that the side knows by email\n", c.Address, c.Side, c.Game)
		return nil
	})
}

// gameOptionsCmd lists what games can be created.
type gameOptionsCmd struct {
	screen.Listing
	Ruleset string `arg:"" optional:"" help:"Only this one."`
}

// playable is a printed game as programs read what can be created of it.
type playable struct {
	Ruleset   string   `json:"ruleset"`
	Version   string   `json:"version"`
	Sides     []string `json:"sides"`
	Scenarios []string `json:"scenarios"`
	Options   []choice `json:"options"`
}

// choice is a reading of the rules that a game can be created with.
type choice struct {
	ID        string   `json:"option"`
	Rule      string   `json:"rule"`
	Scenarios []string `json:"scenarios,omitempty"` // none: in all
	Values    []string `json:"values"`
	Meaning   string   `json:"meaning"`
}

// Run lists rulesets, scenarios and options.
func (c gameOptionsCmd) Run(g *screen.Globals) error {
	if names := adjudicator.Rulesets(); c.Ruleset != "" && !slices.Contains(names, c.Ruleset) {
		return fmt.Errorf("there is no game %q; there are %s", c.Ruleset, strings.Join(names, ", "))
	}
	if c.JSON {
		return c.print(g)
	}
	return g.Paged(func() error { return c.show(g) })
}

// print lists them for programs.
func (c gameOptionsCmd) print(g *screen.Globals) error {
	all := []playable{}
	for _, name := range adjudicator.Rulesets() {
		if c.Ruleset != "" && name != c.Ruleset {
			continue
		}
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			return err
		}
		info, p := rules.Info(), templates.For("en", name)
		one := playable{name, info.Version, info.Sides[:], info.Scenarios, []choice{}}
		for _, o := range info.Options {
			one.Options = append(one.Options, choice{o.ID, o.Rule, o.Scenarios, o.Values, p.Phrase(o.Meaning)})
		}
		all = append(all, one)
	}
	return screen.PrintJSON(g.Out, all)
}

// show lists them for a person.
func (c gameOptionsCmd) show(g *screen.Globals) error {
	for _, name := range adjudicator.Rulesets() {
		if c.Ruleset != "" && name != c.Ruleset {
			continue
		}
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			return err
		}
		info := rules.Info()
		fmt.Fprintf(g.Out, "%s (version %s): sides %s\n", name, info.Version, strings.Join(info.Sides, ", "))
		fmt.Fprintf(g.Out, "  scenarios: %s\n", strings.Join(info.Scenarios, ", "))
		p := templates.For("en", name)
		for _, o := range info.Options {
			where := ""
			if o.Scenarios != nil {
				where = " in " + strings.Join(o.Scenarios, ", ")
			}
			fmt.Fprintf(g.Out, "  option %s (rule %s)%s: %s\n    %s\n", o.ID, o.Rule, where, strings.Join(o.Values, " | "), p.Phrase(o.Meaning))
		}
	}
	return nil
}
