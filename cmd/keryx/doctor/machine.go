package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/store"
	"keryx/store/crew"
	"keryx/store/engine"
	"keryx/store/postgres"
	"keryx/store/sqlite"
)

// secrets looks at the files that only the daemon should be able to read.
func (d *doctor) secrets(path string) {
	files := map[string]string{}
	for what, a := range map[string]settings.Account{"imap": d.config.IMAP.Account, "smtp": d.config.SMTP.Account} {
		for setting, file := range a.SecretFiles(what) {
			files[setting] = d.config.Path(file)
		}
		if a.Password != "" {
			files["the password in ["+what+"]"] = path
		}
	}
	good, bad := map[string]bool{}, 0
	for _, setting := range screen.SortedKeys(files) {
		file := files[setting]
		info, err := os.Stat(file)
		bad++
		switch {
		case errors.Is(err, fs.ErrNotExist):
			d.fault("secrets", fmt.Sprintf("%s names %s, and there is no such file", setting, file), "Write the password or token into that file, alone on one line.")
		case err != nil:
			d.fault("secrets", fmt.Sprintf("%s: %v", setting, err), "Give the user that runs the daemon the right to read it.")
		case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
			d.warn("secrets", fmt.Sprintf("%s (%s) can be read by other users of this machine", file, setting), "chmod 600 "+file)
		default:
			good[file] = true
			bad--
		}
	}
	if len(good) > 0 && bad == 0 {
		d.ok("secrets", "%s, for the owner alone", screen.Count(len(good), "file"))
	}
}

// The least room on the disk: below the first the doctor warns, below the second a
// turn could end half way, if it could (it is taken back as a whole).
const (
	littleRoom = 500 << 20
	noRoom     = 50 << 20
)

// directory looks at the place where the database is, and at the room there: on a full
// disk nothing can be written either, and it is the room that is wanted then.
func (d *doctor) directory() {
	dir := filepath.Dir(d.config.Path(d.config.Database))
	if postgres.IsAddress(d.config.Database) {
		dir = d.config.Path(".") // the server key is here
	}
	free, unknown := d.free(dir)
	d.full = unknown == nil && free < noRoom
	f, err := os.CreateTemp(dir, ".keryx-doctor-*")
	if err == nil {
		_, err = f.WriteString("keryx")
		err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	}
	switch {
	case err != nil && d.full:
		d.skip("data directory", fmt.Sprintf("whether %s can be written in can be told when there is room: %v", dir, err))
	case err != nil:
		d.fault("data directory", fmt.Sprintf("nothing can be written in %s: %v", dir, err),
			"Make the directory, give it to the user that runs the daemon, or name another place in \"database\".")
		return
	default:
		d.ok("data directory", "%s can be written in", dir)
	}
	switch {
	case unknown != nil:
		d.skip("disk", "how much room there is cannot be told: "+unknown.Error())
	case d.full:
		d.fault("disk", fmt.Sprintf("%d MB are free in %s", free>>20, dir), "Make room: without it no mail is taken and no report is made.")
	case free < littleRoom:
		d.warn("disk", fmt.Sprintf("%d MB are free in %s", free>>20, dir), "Make room soon; a game of some months takes a few MB, backups as much again.")
	default:
		d.ok("disk", "%.1f GB are free", float64(free)/(1<<30))
	}
}

// database looks into the database without changing it.
func (d *doctor) database(ctx context.Context) {
	if postgres.IsAddress(d.config.Database) {
		d.postgres(ctx)
		return
	}
	path := d.config.Path(d.config.Database)
	h, err := sqlite.Inspect(ctx, path)
	restore := "Put a backup in its place (keep the damaged file), or find out which program it belongs to."
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.missing = true
		d.ok("database", "there is none yet; the first command that needs it makes %s", path)
		return
	case err != nil && d.full: // not even a sound one can be opened then
		d.fault("database", err.Error(), "Make room on the disk, leave the database as it is, and run keryx doctor again: a full disk alone brings this about.")
		return
	case err != nil:
		d.fault("database", err.Error(), restore)
		return
	case len(h.Damage) > 0:
		d.fault("database", fmt.Sprintf("%s is damaged: %s", path, h.Damage[0]), "Stop the daemon and put the last good backup in its place; keep the damaged file.")
		return
	case h.Schema > h.Known:
		d.fault("database", fmt.Sprintf("its schema is %d, and this program knows %d", h.Schema, h.Known), "Run the newer program that wrote it.")
		return
	case h.Schema < h.Known:
		d.ok("database", "sound, %.1f MB; the next start brings its schema from %d to %d after a backup", float64(h.Bytes)/(1<<20), h.Schema, h.Known)
		return
	}
	d.ok("database", "sound, %.1f MB, schema %d", float64(h.Bytes)/(1<<20), h.Schema)
	d.readable = true
	d.inUse(ctx)
}

// postgres looks at a database on a server.
func (d *doctor) postgres(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	h, err := postgres.Inspect(ctx, d.config.Database)
	name := postgres.Name(d.config.Database)
	switch {
	case errors.Is(err, store.ErrUnavailable):
		d.fault("database", fmt.Sprintf("%s cannot be used: %v", name, err), "Look whether the server runs and can be reached from here, and whether user, password (PGPASSFILE or ~/.pgpass) and name of the database are right.")
	case err != nil:
		d.fault("database", fmt.Sprintf("%s: %v", name, err), "Give Keryx a database of its own: CREATE DATABASE keryx OWNER keryx ENCODING 'UTF8'.")
	case h.Schema == 0:
		d.missing = true
		d.ok("database", "%s is empty; the first command that needs it makes its tables", name)
	case h.Schema > h.Known:
		d.fault("database", fmt.Sprintf("its schema is %d, and this program knows %d", h.Schema, h.Known), "Run the newer program that wrote it.")
	case h.Schema < h.Known:
		d.warn("database", fmt.Sprintf("%s: the next start brings its schema from %d to %d", name, h.Schema, h.Known), "Run pg_dump before that, so that the older program could go on with the copy.")
	default:
		d.ok("database", "%s, PostgreSQL %s, %.1f MB, schema %d", name, h.Server, float64(h.Bytes)/(1<<20), h.Schema)
		d.readable = true
		d.inUse(ctx)
	}
}

// crew tells which daemons serve a database on a server, and which of them has the mailbox.
func (d *doctor) crew(list []crew.Member) {
	for _, m := range list {
		if m.Gone() {
			d.warn("daemon", settings.MemberText(m), "Others go on with its work. Look after its machine if nobody has stopped it.")
		} else {
			d.ok("daemon", "%s", settings.MemberText(m))
		}
	}
	if settings.Unread(list) {
		d.warn("daemons", "none of them has the mailbox", "Run this again in half a minute; if it is still so, their log says why.")
	}
}

// inUse tells whether a daemon serves the database. It takes no lock: a daemon that has just lost its session would find it
// taken.
func (d *doctor) inUse(ctx context.Context) {
	db, err := engine.Open(ctx, d.config.Place())
	if err != nil {
		d.fault("database", err.Error(), "Give the user that runs the daemon the right to write it.")
		return
	}
	defer db.Close()
	held, err := db.Holder(ctx)
	if err != nil {
		d.fault("daemon", err.Error(), "Two daemons must not serve one database, hence the lock; give the user that runs the daemon the right to read it.")
		return
	}
	list, err := settings.Members(ctx, db)
	if err != nil {
		d.fault("daemons", err.Error(), "Give the user that runs the daemon the right to read the tables crew and offices.")
		return
	}
	lives := slices.ContainsFunc(list, func(m crew.Member) bool { return !m.Gone() })
	switch {
	case held != nil:
		d.ok("daemon", "serving: %v", held)
	case lives:
		d.warn("daemon", "the server has ended the sessions of the daemons, and none has come back yet", "Run this again in half a minute: they come back by themselves once the server answers.")
	default:
		d.ok("daemon", "none serves this database now")
	}
	d.crew(list)
}

// begun reports whether the club has players or games, as far as its database can be read. The address of
// the server must be nobody's who plays.
func (d *doctor) begun(ctx context.Context) bool {
	if !d.readable {
		return false
	}
	db, err := engine.Open(ctx, d.config.Place())
	if err != nil {
		return false // that has been said
	}
	defer db.Close()
	begun, err := d.config.Begun(ctx, db)
	if err != nil {
		d.fault("address", err.Error(), "Give the server an address of its own.")
	}
	return begun
}

// ownKey looks at the key that the server signs its mail with; begun is a club that has used one.
func (d *doctor) ownKey(ctx context.Context, begun bool) {
	path := d.config.Path(d.config.ServerKey)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if begun {
			d.fault("server key", fmt.Sprintf("%s is missing, and the club has players: the daemon does not start", path),
				"Put the file back from the backup. If it is lost, keryx key server --new makes another; tell the players its fingerprint.")
			return
		}
		d.ok("server key", "there is none yet; the first start makes %s", path)
		return
	}
	if err == nil {
		var signer *mail.Signer
		if signer, err = settings.ServerKey(path, d.config.Name, ""); err == nil {
			switch key := signer.Public(); {
			case key.Revoked || key.ExpiredAt(d.now()):
				d.fault("server key", "it has expired or is revoked: mails cannot be signed", "Give it another expiry date with gpg, or move the file away and make another (keryx key server --new).")
			case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
				d.warn("server key", path+" can be read by other users of this machine", "chmod 600 "+path+"; if others may have read it, make a new one.")
			case begun && !d.sameKey(ctx):
			default:
				d.ok("server key", "%s", key.Fingerprint)
			}
			return
		}
	}
	d.fault("server key", err.Error(), "Put the file back from the backup, or move it away and make another (keryx key server --new).")
}

// sameKey reports whether the server's key is the one that the club's players know, and says so if it is not.
func (d *doctor) sameKey(ctx context.Context) bool {
	db, err := engine.Open(ctx, d.config.Place())
	if err != nil {
		return true // that has been said
	}
	defer db.Close()
	var other *settings.KeyOtherError
	if err := d.config.SameKey(ctx, db); !errors.As(err, &other) {
		return true
	}
	d.fault("server key", fmt.Sprintf("%s is %s, and players know %s: the daemon does not start", other.File, other.Found, other.Known.Fingerprint),
		"Put the file of that key back from the backup. If the server is to sign with the other one from now on, keryx key server --accept takes it and tells all players.")
	return false
}

// clock compares this machine's clock with what it can be compared with.
func (d *doctor) clock(ctx context.Context) {
	now := d.now()
	zone, offset := now.Zone()
	mend := "Set the clock, and let a time service keep it (timedatectl set-ntp true)."
	if made := buildTime(); !made.IsZero() && now.Before(made) {
		d.fault("clock", fmt.Sprintf("it says %s, and this program was made on %s", now.Format("2006-01-02 15:04"), made.Format("2006-01-02")), mend)
		return
	}
	awake, err := d.lastAwake(ctx)
	switch {
	case err != nil:
		d.fault("clock", err.Error(), "Look at what is said of the database.")
	case awake.After(now.Add(2 * time.Minute)):
		d.fault("clock", fmt.Sprintf("it says %s, and the daemon was awake at %s: it has gone back", now.Format(time.DateTime), awake.Local().Format(time.DateTime)),
			mend+" If it is right now, keryx clock shows what was dated too late.")
	default:
		d.ok("clock", "%s, zone %s (UTC%+03d:%02d); deadlines are kept in UTC", now.Format(time.DateTime), zone, offset/3600, max(offset, -offset)/60%60)
	}
}

// buildTime is when the program's source was last changed, if it knows.
func buildTime() (at time.Time) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return at
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			at, _ = time.Parse(time.RFC3339, s.Value) // zero when it cannot be read: then there is nothing to compare with
		}
	}
	return at
}

// lastAwake is when a daemon last noted that it was awake; zero if none ever did. It
// leaves a database alone that the daemon would have to migrate first.
func (d *doctor) lastAwake(ctx context.Context) (at time.Time, err error) {
	if !d.readable {
		return at, nil
	}
	db, err := engine.Open(ctx, d.config.Place())
	if err != nil {
		return at, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return host.New(host.Club{Store: db, Now: d.now, Log: quiet()}).Answers.LastAwake(ctx)
}
