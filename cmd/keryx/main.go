// Keryx hosts wargames by email: it reads signed order files from a mailbox,
// resolves them with dice that anybody can check, and mails each player what
// his side may know.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	_ "time/tzdata" // players' time zones, on machines without a zone database

	"github.com/alecthomas/kong"

	"keryx/adjudicator/host/play"
	"keryx/cmd/keryx/demo"
	"keryx/cmd/keryx/doctor"
	"keryx/cmd/keryx/leagues"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
)

// commands is the command line: one field per command.
type commands struct {
	// Play.
	Demo   demo.Cmd          `cmd:"" group:"Play:" help:"Play a sample game on this machine."`
	Keygen offline.KeygenCmd `cmd:"" group:"Play:" help:"Create a signing key."`
	Sign   offline.SignCmd   `cmd:"" group:"Play:" help:"Sign an order file."`
	Orders offline.OrdersCmd `cmd:"" group:"Play:" help:"Check, format or begin an order file, offline."`
	Verify offline.VerifyCmd `cmd:"" group:"Play:" help:"Verify dice and ledger from saved reports."`
	Odds   offline.OddsCmd   `cmd:"" group:"Play:" help:"Compute the odds of a roll."`

	// Set up.
	Init       initCmd       `cmd:"" group:"Set up:" help:"Create keryx.toml interactively."`
	Serve      serveCmd      `cmd:"" group:"Set up:" help:"Run the daemon."`
	Config     configCmd     `cmd:"" group:"Set up:" help:"Check the configuration file."`
	Doctor     doctor.Cmd    `cmd:"" group:"Set up:" help:"Check configuration, mail and machine."`
	Health     healthCmd     `cmd:"" group:"Set up:" help:"Query the running daemon's health check."`
	Migrate    migrateCmd    `cmd:"" group:"Set up:" help:"Copy the club to another database."`
	Completion completionCmd `cmd:"" group:"Set up:" help:"Print a completion script for bash, zsh or fish."`
	Man        manCmd        `cmd:"" group:"Set up:" help:"Print the man page."`
	Help       helpCmd       `cmd:"" group:"Set up:" help:"Read the manual."`
	Version    versionCmd    `cmd:"" group:"Set up:" help:"Print version and game versions."`

	// Players and keys.
	Player playerCmd `cmd:"" group:"Players and keys:" help:"Register, list and change players."`
	Key    keyCmd    `cmd:"" group:"Players and keys:" help:"Add, list and retire keys."`
	Page   pageCmd   `cmd:"" group:"Players and keys:" help:"Write the pages that players use offline."`

	// Games.
	Game     gameCmd     `cmd:"" group:"Games:" help:"Create, list and change games."`
	Calendar calendarCmd `cmd:"" group:"Games:" help:"Show deadlines, reminders and fallbacks."`
	Export   exportCmd   `cmd:"" group:"Games:" help:"Export a game for another club."`
	Import   importCmd   `cmd:"" group:"Games:" help:"Import a game from another club."`

	// Referee.
	Referee refereeCmd `cmd:"" group:"Referee:" help:"Rule in a game, or appoint referees."`
	Reads   readsCmd   `cmd:"" group:"Referee:" help:"Show the audit log of secret data read by commands."`

	// Leagues.
	League leagues.Cmd `cmd:"" group:"Leagues:" help:"Run seasons, ladders and ratings."`

	// Look after the server.
	Archive  archiveCmd  `cmd:"" group:"Look after the server:" help:"Build or update the archive site."`
	Status   statusCmd   `cmd:"" group:"Look after the server:" help:"Show server status and open problems."`
	Inbox    inboxCmd    `cmd:"" group:"Look after the server:" help:"Work on quarantined email."`
	Outbox   outboxCmd   `cmd:"" group:"Look after the server:" help:"Work on failed email."`
	Clock    clockCmd    `cmd:"" group:"Look after the server:" help:"Find and correct dates written by a fast clock."`
	Backup   backupCmd   `cmd:"" group:"Look after the server:" help:"Back up database and server key."`
	Prune    pruneCmd    `cmd:"" group:"Look after the server:" help:"Delete old unusable email and compress sent email."`
	Restored restoredCmd `cmd:"" group:"Look after the server:" help:"Go on after a restore from a backup."`

	// Checks and development.
	Replay   replayCmd   `cmd:"" group:"Checks and development:" help:"Replay games from their ledgers and compare."`
	Case     caseCmd     `cmd:"" group:"Checks and development:" help:"Export a played turn as a test case."`
	Cases    casesCmd    `cmd:"" group:"Checks and development:" help:"Run test cases."`
	Ledger   ledgerCmd   `cmd:"" group:"Checks and development:" help:"Print a game's ledger."`
	Data     dataCmd     `cmd:"" group:"Checks and development:" help:"Check the data of games."`
	Selfplay selfplayCmd `cmd:"" group:"Checks and development:" help:"Run many games without email."`
	Bench    benchCmd    `cmd:"" group:"Checks and development:" help:"Benchmark this machine."`
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
	shown, said := &screen.Plainly{To: screen.WithColours(out)}, &screen.Plainly{To: screen.WithColours(errs)}
	defer func() { _, _ = shown.Flush(), said.Flush() }() // at the end nobody is left to be told
	return runShown(ctx, args, out, shown, said)
}

// runShown executes a command line. What it prints is fit for a terminal, but for the bytes of a
// file, which exact takes as they are.
func runShown(ctx context.Context, args []string, exact, out, errs io.Writer) int {
	var cli struct {
		screen.Globals
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
		kong.Description(aboutKeryx), kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true})}
	var grammar any = &cli
	if one, ok := oneCommand(&cli.commands, args); ok {
		grammar, options = &cli.Globals, append(options, one)
	}
	parser, err := kong.New(grammar, options...)
	if err != nil {
		fmt.Fprintln(errs, "keryx:", err)
		return 2
	}
	withExamples(parser.Model)
	if len(args) > 0 && args[0] == "help" {
		args = helpWanted(parser.Model, args)
	}
	parsed, err := parser.Parse(args)
	if status >= 0 { // --help has been answered
		return status
	}
	if err != nil {
		fmt.Fprintln(errs, "keryx:", plainFault(err))
		return 2
	}
	switch {
	case cli.Quiet:
		cli.Log = slog.LevelError
	case cli.Verbose:
		cli.Log = slog.LevelDebug
	}
	cli.Out, cli.Err, cli.Ctx, cli.Founds = out, errs, ctx, is[founds](parsed)
	if cli.Exact = exact; screen.IsTerminal(exact) {
		cli.Exact = out
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: cli.Log})))
	if !withoutGames(parsed) {
		if err := registerGames(cli.DataDir, is[oneGame](parsed)); err != nil {
			fmt.Fprintln(errs, "keryx:", err)
			return 1
		}
	}
	if err := parsed.Run(&cli.Globals); err != nil {
		if !errors.Is(err, screen.ErrSaid) {
			fmt.Fprintln(errs, "keryx:", err)
		}
		if errors.As(err, new(*play.UnknownGameError)) {
			fmt.Fprintln(errs, "keryx game list shows those there are")
		}
		return 1
	}
	return 0
}

// plainFault is what is wrong with a command line. A file that is not there is named first: which argument it was
// meant for, and what the program asked of the system, does not matter then.
func plainFault(err error) string {
	var at *fs.PathError
	switch {
	case !errors.As(err, &at):
		return err.Error()
	case errors.Is(at, fs.ErrNotExist):
		return fmt.Sprintf("there is no file or directory %s", at.Path)
	}
	return fmt.Sprintf("%s: %v", at.Path, at.Err)
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

// founds is a command that may be the first of a club.
type founds interface{ Founding() }

// gameless is a command that has nothing to do with any printed game. The data and texts of
// the games are not read for it, which takes longer than its work.
type gameless interface{ Gameless() }

// oneGame is a command that has to do with one printed game at most. The data and texts of the
// others are not read for it.
type oneGame interface{ OneGame() }

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
