// Keryx hosts wargames by email: it reads signed order files from a mailbox,
// resolves them with dice that anybody can check, and mails each player what
// his side may know.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	_ "time/tzdata" // players' time zones, on machines without a zone database

	"github.com/alecthomas/kong"

	"keryx/adjudicator/host"
)

// commands is the command line: one field per command.
type commands struct {
	Demo     demoCmd     `cmd:"" help:"Play a game between two simulated players, from mail to mail, on this machine alone."`
	Init     initCmd     `cmd:"" help:"Make the configuration of a new server: asks, writes keryx.toml, and examines it."`
	Serve    serveCmd    `cmd:"" help:"Run the daemon: watch the mailbox, resolve orders, send reports."`
	Doctor   doctorCmd   `cmd:"" help:"Check configuration, machine, mailbox and mail servers, and say how to mend what is wrong."`
	Game     gameCmd     `cmd:"" help:"Create, list and show games."`
	Calendar calendarCmd `cmd:"" help:"Show the deadlines of a game, or of all, and what hangs on them."`
	Referee  refereeCmd  `cmd:"" help:"Rule in a game, and say who may."`
	League   leagueCmd   `cmd:"" help:"Make, pair, show and close leagues; ratings."`
	Player   playerCmd   `cmd:"" help:"Register and list players."`
	Key      keyCmd      `cmd:"" help:"Register, list and retire players' keys."`
	Keygen   keygenCmd   `cmd:"" help:"Make a key to sign orders with."`
	Sign     signCmd     `cmd:"" help:"Sign an order file or a request, ready to be pasted into a mail."`
	Page     pageCmd     `cmd:"" help:"Write the pages that players use by themselves: the one that signs orders in a browser."`
	Orders   ordersCmd   `cmd:"" help:"Check, format or begin an order file, offline."`
	Verify   verifyCmd   `cmd:"" help:"Check dice and ledger from the mails in a directory alone."`
	Replay   replayCmd   `cmd:"" help:"Play stored games again from their ledgers and compare."`
	Case     caseCmd     `cmd:"" help:"Write a played turn as a case for the tests of its ruleset."`
	Cases    casesCmd    `cmd:"" help:"Play cases, and say which do not come out as they say."`
	Ledger   ledgerCmd   `cmd:"" help:"Print a game's ledger."`
	Reads    readsCmd    `cmd:"" help:"List who looked by a command at what is secret in a running game, and when."`
	Archive  archiveCmd  `cmd:"" help:"Write the games as a site that people browse, or bring it up to date."`
	Status   statusCmd   `cmd:"" help:"Tell how the server stands, and what needs a hand."`
	Health   healthCmd   `cmd:"" help:"Ask the running daemon whether it does its work."`
	Inbox    inboxCmd    `cmd:"" help:"List, show and retry mails that came in."`
	Outbox   outboxCmd   `cmd:"" help:"List, show and retry mails that go out."`
	Clock    clockCmd    `cmd:"" help:"Show what is dated later than it can be, by a clock that was ahead, and bring it back."`
	Backup   backupCmd   `cmd:"" help:"Copy the database and the server's key, also while the daemon runs."`
	Export   exportCmd   `cmd:"" help:"Write a game as a file that another club can load and check; a running one is closed here."`
	Import   importCmd   `cmd:"" help:"Load a game that another club has exported, once it is played again and all of it holds."`
	Migrate  migrateCmd  `cmd:"" help:"Carry the club to another database, SQLite or PostgreSQL, and compare all of it."`
	Prune    pruneCmd    `cmd:"" help:"Drop the bytes of old mails that nothing came of: spam, automatic answers, unsigned mails of strangers."`
	Restored restoredCmd `cmd:"" help:"Go on after the database was put back to an older copy."`
	Data     dataCmd     `cmd:"" help:"Check the data of a game against what its rulebook fixes."`
	Odds     oddsCmd     `cmd:"" help:"Tell the exact chances of a combat, a siege or another throw before it is made."`
	Selfplay selfplayCmd `cmd:"" help:"Play many games without mail, to find faults and measure speed."`
	Bench    benchCmd    `cmd:"" help:"Measure what this program costs on this machine: a table for operators."`
	Help     helpCmd     `cmd:"" help:"Read the manual: list its topics, or show one."`
	Version  versionCmd  `cmd:"" help:"Tell which release or commit this program is, and which versions of the games it plays."`
}

// globals are the flags of every command and the streams they write to.
type globals struct {
	Config  string          `help:"Configuration file." default:"keryx.toml" type:"path" placeholder:"FILE"`
	DataDir string          `name:"data" help:"A directory whose folders, named after the printed games, hold data files in place of the embedded ones." type:"existingdir" placeholder:"DIR"`
	Log     slog.Level      `help:"What to log: debug, info, warn or error." default:"info"`
	Quiet   bool            `name:"errors-only" help:"Log errors alone." short:"q"`
	Verbose bool            `help:"Log everything." short:"v"`
	Out     io.Writer       `kong:"-"`
	Err     io.Writer       `kong:"-"`
	Exact   io.Writer       `kong:"-"` // for the bytes of a file, such as one that is signed
	Ctx     context.Context `kong:"-"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // whoever presses Ctrl-C again is not asked to wait
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status: 0 if all went
// well, 1 if something fell short, 2 if the command line was wrong.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	shown, said := &plainly{to: out}, &plainly{to: errs}
	defer func() { _, _ = shown.flush(), said.flush() }() // at the end nobody is left to be told
	return runShown(ctx, args, out, shown, said)
}

// runShown executes a command line. What it prints is fit for a terminal, but for the bytes of a
// file, which exact takes as they are.
func runShown(ctx context.Context, args []string, exact, out, errs io.Writer) int {
	var cli struct {
		globals
		commands
	}
	status := -1
	switch {
	case len(args) == 0: // who types the name alone wants to know what there is
		args = []string{"--help"}
	case args[0] == "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	options := []kong.Option{kong.Name("keryx"), kong.Writers(out, errs),
		kong.Exit(func(code int) { status = code }), kong.NamedMapper("game", kong.MapperFunc(decodeGame)),
		kong.KindMapper(reflect.Int, kong.MapperFunc(decodeNumber)), kong.KindMapper(reflect.Int64, kong.MapperFunc(decodeNumber)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(decodeNumber)),
		kong.Description("Keryx hosts wargames by email. keryx help lists the topics of its manual."), kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true})}
	var grammar any = &cli
	if one, ok := oneCommand(&cli.commands, args); ok {
		grammar, options = &cli.globals, append(options, one)
	}
	parser, err := kong.New(grammar, options...)
	if err != nil {
		fmt.Fprintln(errs, "keryx:", err)
		return 2
	}
	if len(args) > 0 && args[0] == "help" {
		args = helpWanted(parser.Model, args)
	}
	parsed, err := parser.Parse(args)
	if status >= 0 { // --help has been answered
		return status
	}
	if err != nil {
		fmt.Fprintln(errs, "keryx:", err)
		return 2
	}
	switch {
	case cli.Quiet:
		cli.Log = slog.LevelError
	case cli.Verbose:
		cli.Log = slog.LevelDebug
	}
	cli.Out, cli.Err, cli.Ctx = out, errs, ctx
	if cli.Exact = exact; isTerminal(exact) {
		cli.Exact = out
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: cli.Log})))
	if !withoutGames(parsed) {
		if err := registerGames(cli.DataDir, is[oneGame](parsed)); err != nil {
			fmt.Fprintln(errs, "keryx:", err)
			return 1
		}
	}
	if err := parsed.Run(&cli.globals); err != nil {
		if !errors.Is(err, errSaid) {
			fmt.Fprintln(errs, "keryx:", err)
		}
		if errors.As(err, new(*host.UnknownGameError)) {
			fmt.Fprintln(errs, "keryx game list shows those there are")
		}
		return 1
	}
	return 0
}

// oneCommand is the command that a command line begins with, if it begins with one. The others are
// not looked at then: to build the command line of all takes longer than most of them work. Help
// lists them.
func oneCommand(all *commands, args []string) (kong.Option, bool) {
	if len(args) == 0 || args[0] == "help" {
		return nil, false
	}
	fields := reflect.ValueOf(all).Elem()
	for i := range fields.NumField() {
		if field := fields.Type().Field(i); strings.ToLower(field.Name) == args[0] {
			return kong.DynamicCommand(args[0], field.Tag.Get("help"), field.Tag.Get("group"), fields.Field(i).Addr().Interface()), true
		}
	}
	return nil, false
}

// gameless is a command that has nothing to do with any printed game. The data and texts of
// the games are not read for it, which takes longer than its work.
type gameless interface{ gameless() }

// oneGame is a command that has to do with one printed game at most. The data and texts of the
// others are not read for it.
type oneGame interface{ oneGame() }

// withoutGames reports whether the command that was given is [gameless].
func withoutGames(parsed *kong.Context) bool { return is[gameless](parsed) }

// is reports whether the command that was given is of a kind.
func is[K any](parsed *kong.Context) bool {
	node := parsed.Selected()
	if node == nil || !node.Target.IsValid() || !node.Target.CanInterface() {
		return false
	}
	_, ok := node.Target.Interface().(K)
	return ok
}

// decodeGame reads the name of a game, an argument or a flag with type:"game". Names of games are
// in small letters; HEL-7, as subjects and people write it, is meant so.
func decodeGame(ctx *kong.DecodeContext, target reflect.Value) error {
	var name string
	if err := ctx.Scan.PopValueInto("game", &name); err != nil {
		return err
	}
	target.SetString(strings.ToLower(strings.TrimSpace(name)))
	return nil
}

// decodeNumber reads a whole number, and says in plain words what is none. A number with the tag
// least is that or more.
func decodeNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	var given string
	if err := ctx.Scan.PopValueInto("number", &given); err != nil {
		return err
	}
	var err error
	what := "a whole number"
	switch {
	case target.CanUint():
		var n uint64
		what = "a whole number, 0 or more"
		if n, err = strconv.ParseUint(given, 10, target.Type().Bits()); err == nil {
			target.SetUint(n)
		}
	default:
		var n int64
		if n, err = strconv.ParseInt(given, 10, target.Type().Bits()); err == nil {
			target.SetInt(n)
		}
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is out of the range of numbers", given)
	case err != nil:
		return fmt.Errorf("it is %q, want %s", given, what)
	}
	if least := ctx.Value.Tag.Get("least"); least != "" && target.CanInt() {
		if n, err := strconv.ParseInt(least, 10, 64); err != nil || target.Int() < n {
			return fmt.Errorf("it is %s, want %s or more", given, least)
		}
	}
	return nil
}

// errSaid ends a command whose failure has been explained on the screen already.
var errSaid = errors.New("already said")
