package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/health"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// healthCmd asks a running daemon how it stands.
type healthCmd struct{ screen.Listing }

// Run prints what /healthz answers. It ends with status 1 if the daemon does not do its
// work, or does not answer.
func (c healthCmd) Run(g *screen.Globals) error {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	if config.Health.Listen == "" {
		return errors.New("health.listen is not set; cannot query the daemon")
	}
	ctx, cancel := context.WithTimeout(g.Ctx, healthTimeout)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+config.Health.Listen+"/healthz", nil)
	if err != nil {
		return err
	}
	answer, err := (&http.Client{Transport: &http.Transport{Proxy: nil}}).Do(ask)
	if err != nil {
		return fmt.Errorf("no daemon answers: %w", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxHealthAnswer))
	if err != nil {
		return fmt.Errorf("connection closed early: %w", err)
	}
	said := screen.Visible(strings.TrimSpace(string(body)))
	if c.JSON {
		err = screen.PrintJSON(g.Out, map[string]any{"well": answer.StatusCode == http.StatusOK, "says": strings.Split(said, "\n")})
	} else {
		_, err = fmt.Fprintln(g.Out, said)
	}
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return screen.ErrSaid
	}
	return nil
}

// Limits on the answer of a daemon, or of what else listens there.
const (
	healthTimeout   = 15 * time.Second
	maxHealthAnswer = 4 << 10
)

// serving runs a daemon, and beside it what tells how it stands, if the configuration wants that.
func serving(ctx context.Context, c *settings.Config, d *host.Daemon) error {
	if c.Health.Listen == "" {
		return d.Run(ctx)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", c.Health.Listen)
	if err != nil {
		return fmt.Errorf("the setting \"health.listen\": %w", err)
	}
	tells := healthOf(c, d)
	d.Host.Log.Info("telling how it stands", "healthz", "http://"+l.Addr().String()+"/healthz", "metrics", "http://"+l.Addr().String()+"/metrics")
	group, run := errgroup.WithContext(ctx)
	run, stop := context.WithCancel(run)
	group.Go(func() error { return tells.Serve(run, l) })
	group.Go(func() error {
		defer stop()
		return d.Run(run)
	})
	return group.Wait()
}

// healthOf is what is told of a daemon.
func healthOf(c *settings.Config, d *host.Daemon) *health.Health {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	tells := health.New(d.Host, builtFrom(info), c.Every.Duration)
	if d.Crew.Alone() {
		tells.Look, tells.Poll = d.Mailbox.LastScan, c.IMAP.Poll.Duration
	}
	return tells
}
