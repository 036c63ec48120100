package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/archive"
	"keryx/adjudicator/host/archive/web"
	"keryx/adjudicator/host/leagues"
	"keryx/cmd/keryx/manual"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store/postgres"
)

// siteOf is the archive of the club in a directory.
func siteOf(c *settings.Config, h *host.Host, dir string) *archive.Site {
	return &archive.Site{Dir: dir, Name: c.Name, Address: c.Archive.Address, Host: h, Leagues: leagues.LeagueGames{}, Manual: manual.ForArchive, Log: h.Log}
}

// keepsApart refuses a directory for the archive in which something secret lies: the archive
// is for a web server, and not every one leaves alone what is not a page of it.
func keepsApart(c *settings.Config, dir string) error {
	within, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	secret := []string{c.Source(), c.Path(c.ServerKey)}
	if !postgres.IsAddress(c.Database) {
		secret = append(secret, c.Place())
	}
	for what, a := range map[string]settings.Account{"imap": c.IMAP.Account, "smtp": c.SMTP.Account} {
		for _, file := range a.SecretFiles(what) {
			secret = append(secret, c.Path(file))
		}
	}
	for _, file := range secret {
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(within, path); err == nil && filepath.IsLocal(rel) {
			return fmt.Errorf("%s is not for an archive, which the world may read: %s lies in it; name a directory of its own", dir, file)
		}
	}
	return nil
}

// keepArchive has the daemon keep the archive up to date, and serves it, as far as the
// configuration says so. The function that it returns ends the serving.
func keepArchive(ctx context.Context, c *settings.Config, d *host.Daemon) (done func() error, err error) {
	if c.Archive.Dir == "" {
		return func() error { return nil }, nil
	}
	dir := c.Path(c.Archive.Dir)
	if err := keepsApart(c, dir); err != nil {
		return nil, fmt.Errorf("the setting \"archive.dir\": %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the setting \"archive.dir\": %w", err)
	}
	site := siteOf(c, d.Host, dir)
	d.Archive = func(ctx context.Context) error { return site.Keep(ctx, d.Every, d.After) }
	if c.Archive.Listen == "" {
		return func() error { return nil }, nil
	}
	l, err := net.Listen("tcp", c.Archive.Listen)
	if err != nil {
		return nil, fmt.Errorf("the setting \"archive.listen\": %w", err)
	}
	d.Host.Log.Info("serving the archive", "address", "http://"+l.Addr().String()+"/")
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	pages := web.Handler(dir)
	if c.Archive.Feeds() != "" {
		pages = web.WithFeeds(pages, d.Host)
	}
	go func() { ended <- web.Serve(serving, l, pages) }()
	return func() error { stop(); return <-ended }, nil
}

// archiveCmd writes the games of the club as a site.
type archiveCmd struct {
	Dir string `arg:"" help:"The directory of the site; it is made if it is not there. What has not changed since it was written last is left alone." type:"path"`
}

// Run writes the site, or brings it up to date.
func (c archiveCmd) Run(g *screen.Globals) error {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	if err := keepsApart(config, c.Dir); err != nil {
		return err
	}
	return settings.WithHost(g, func(h *host.Host) error {
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			return err
		}
		site, bar := siteOf(config, h, c.Dir), g.Progress("games", false)
		site.Progress = bar.To
		w, err := site.Write(g.Ctx)
		bar.Done()
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s written anew, %s, in %s: open index.html there\n", screen.Count(w.Games, "game"), screen.Count(w.Files, "file"), c.Dir)
		for _, id := range w.Failed {
			fmt.Fprintf(g.Out, "skipped %s: replay failed; run \"keryx replay %s\"\n", id, id)
		}
		return nil
	})
}
