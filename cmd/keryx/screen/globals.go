// Package screen is what commands share that people see: the flags of every command, lists and facts as text or JSON,
// colours, the pager, progress, and what is typed. It knows no club and no game.
package screen

import (
	"context"
	"errors"
	"io"
	"log/slog"
)

// Globals are the flags of every command and the streams they write to.
type Globals struct {
	Config  string          `help:"Configuration file." default:"keryx.toml" type:"path" placeholder:"FILE"`
	DataDir string          `name:"data" help:"A directory whose folders, named after the printed games, hold data files in place of the embedded ones." type:"existingdir" placeholder:"DIR"`
	Log     slog.Level      `help:"What to log: debug, info, warn or error." default:"info"`
	Quiet   bool            `name:"errors-only" help:"Log errors alone." short:"q"`
	Verbose bool            `help:"Log everything." short:"v"`
	Out     io.Writer       `kong:"-"`
	Err     io.Writer       `kong:"-"`
	Exact   io.Writer       `kong:"-"` // for the bytes of a file, such as one that is signed
	Ctx     context.Context `kong:"-"`
	Founds  bool            `kong:"-"` // the command may begin a club, whose database is not there yet
}

// ErrSaid ends a command whose failure has been explained on the screen already.
var ErrSaid = errors.New("already said")
