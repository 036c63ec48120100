package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
)

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

// errSaid ends a command whose failure has been explained on the screen already.
var errSaid = errors.New("already said")
