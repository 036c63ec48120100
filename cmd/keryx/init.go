package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/term"

	"keryx/cmd/keryx/doctor"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/mail/wire"
)

// initCmd makes the configuration of a new server.
type initCmd struct {
	NoDoctor bool `help:"Do not examine the mail accounts when the configuration is written."`
}

// Run asks what a server needs to know, writes the configuration and the passwords that it
// names, and has the doctor examine them. Nothing is written before the last answer is
// there, and nothing that exists is written over.
func (c initCmd) Run(g *screen.Globals) error {
	i := &interview{ctx: g.Ctx, in: bufio.NewReader(os.Stdin), out: g.Out, config: g.Config}
	for _, name := range []string{g.Config, i.beside(imapSecret), i.beside(smtpSecret)} {
		if _, err := os.Lstat(name); err == nil {
			return fmt.Errorf("%s is there already, and nothing is written over it; keryx doctor examines what is there", name)
		}
	}
	files, err := i.hold()
	if errors.Is(err, io.ErrUnexpectedEOF) || g.Ctx.Err() != nil {
		return errors.New("cancelled; nothing written")
	}
	if err != nil {
		return err
	}
	if err := writeAll(files); err != nil {
		return err
	}
	fmt.Fprintf(g.Out, "\nWritten: %s. Every further setting is explained in config.example.toml.\n", g.Config)
	if !c.NoDoctor {
		fmt.Fprintln(g.Out)
		if err := (doctor.Cmd{}).Run(g); err != nil {
			fmt.Fprintf(g.Out, "Edit %s, then run \"keryx doctor\" again.\n", g.Config)
			return err
		}
	}
	fmt.Fprint(g.Out, c.next(g))
	return nil
}

// next is what is to be done now, as it is typed.
func (initCmd) next(g *screen.Globals) string {
	steps, flag := "", ""
	if usual, err := filepath.Abs("keryx.toml"); err != nil || g.Config != usual {
		flag = " --config " + g.Config
	}
	for _, step := range [][2]string{
		{"doctor --send", "an email from the server to itself, and back"},
		{"player add anna@club.example Anna", "each player, with their own address"},
		{"game new hellespont athens=anna@club.example sparta=machine", "a game to try; for two players name both addresses"},
		{"serve", "the daemon; keep it running"},
	} {
		steps += fmt.Sprintf("  keryx %s%s\n      %s\n", step[0], flag, step[1])
	}
	return "\nNext, in this order:\n" + steps + "keryx help club explains the steps, and what to do on a bad day.\n"
}

// The files that passwords are written to.
const (
	imapSecret = "imap.password"
	smtpSecret = "smtp.password"
)

// A provider is where the mail servers of the addresses of some domains are. Note is
// what the owner of such a mailbox has to do before a program may use it.
type provider struct {
	Domains    []string
	IMAP, SMTP string
	Note       string
}

//go:embed providers.toml
var providersFile string

// servers guesses where the mail servers of a domain are.
func servers(domain string) (provider, error) {
	var list struct{ Provider []provider }
	if _, err := toml.Decode(providersFile, &list); err != nil {
		return provider{}, fmt.Errorf("providers: %w", err)
	}
	for _, p := range list.Provider {
		for _, d := range p.Domains {
			if strings.EqualFold(d, domain) {
				return p, nil
			}
		}
	}
	return provider{IMAP: "imap." + domain + ":993", SMTP: "smtp." + domain + ":465"}, nil
}

// interview asks the questions of initCmd, one line each.
type interview struct {
	ctx    context.Context
	in     *bufio.Reader
	out    io.Writer
	config string // the file to be written
}

// beside is the path of a file beside the configuration.
func (i *interview) beside(name string) string { return filepath.Join(filepath.Dir(i.config), name) }

// founding is what is written to the configuration.
type founding struct {
	Name     string          `toml:"name"`
	Address  string          `toml:"address"`
	Operator string          `toml:"operator,omitempty"`
	Database string          `toml:"database"`
	IMAP     foundingAccount `toml:"imap"`
	SMTP     foundingAccount `toml:"smtp"`
}

type foundingAccount struct {
	Address      string `toml:"address"`
	TLS          string `toml:"tls"`
	User         string `toml:"user,omitempty"`
	PasswordFile string `toml:"password_file,omitempty"`
}

// hold asks everything, and returns the files that come of it by their paths.
func (i *interview) hold() (files map[string][]byte, err error) {
	fmt.Fprint(i.out, "An answer in [brackets] is taken when you press Enter.\n\n")
	var f founding
	if f.Address, err = i.ask("The address that players write to, whose mailbox serves the games alone", "", mail.CheckAddress); err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(f.Address, "@")
	at, err := servers(domain)
	if err != nil {
		return nil, err
	}
	if at.Note != "" {
		fmt.Fprintf(i.out, "\n%s\n\n", strings.Join(screen.Wrap(at.Note, 76), "\n"))
	}
	if f.Name, err = i.ask("The name that its mails come from", "Keryx of "+domain, named); err != nil {
		return nil, err
	}
	if f.Operator, err = i.ask("Your own address, for alarms; better not with the same provider (none: no alarms by mail)", "none", orNone(mail.CheckAddress)); err != nil {
		return nil, err
	}
	files = map[string][]byte{}
	if f.IMAP, err = i.account("read mail (IMAP)", imapSecret, at.IMAP, f.Address, files); err != nil {
		return nil, err
	}
	if f.SMTP, err = i.account("send mail (SMTP)", smtpSecret, at.SMTP, f.IMAP.User, files); err != nil {
		return nil, err
	}
	if f.Database, err = i.ask("The database: a file, or the postgres:// address of a server", "keryx.db", named); err != nil {
		return nil, err
	}
	f.Operator = strings.TrimPrefix(f.Operator, "none")
	text := bytes.NewBufferString("# The configuration of a Keryx server. config.example.toml explains these settings and all others.\n\n")
	enc := toml.NewEncoder(text)
	enc.Indent = ""
	if err := enc.Encode(f); err != nil {
		return nil, err
	}
	files[i.config] = text.Bytes()
	return files, nil
}

// account asks for one mail account. An empty password for sending is that for reading.
func (i *interview) account(what, secret, address, user string, files map[string][]byte) (a foundingAccount, err error) {
	if a.Address, err = i.ask("The server to "+what, address, hostAndPort); err != nil {
		return a, err
	}
	_, port, _ := net.SplitHostPort(a.Address)
	switch port {
	case "993", "465":
		a.TLS = string(wire.TLSImplicit)
	case "143", "587":
		a.TLS = string(wire.TLSStartTLS)
	default:
		if a.TLS, err = i.ask("Its protection: implicit (TLS from the first byte), starttls, or none", string(wire.TLSImplicit), func(s string) error {
			if m := wire.TLSMode(s); m != wire.TLSImplicit && m != wire.TLSStartTLS && m != wire.TLSNone {
				return errors.New("write implicit, starttls or none")
			}
			return nil
		}); err != nil {
			return a, err
		}
	}
	if a.User, err = i.ask("The user name there", user, named); err != nil {
		return a, err
	}
	a.PasswordFile = secret
	known := files[i.beside(imapSecret)]
	password, err := i.password(secret != imapSecret)
	if err != nil {
		return a, err
	}
	if files[i.beside(secret)] = append([]byte(password), '\n'); password == "" {
		files[i.beside(secret)] = known
	}
	return a, nil
}

// ask asks until an answer is good.
func (i *interview) ask(what, usual string, good func(string) error) (string, error) {
	for {
		fmt.Fprint(i.out, what)
		if usual != "" {
			fmt.Fprintf(i.out, " [%s]", usual)
		}
		fmt.Fprint(i.out, ": ")
		answer, err := i.line()
		if err != nil {
			return "", err
		}
		if answer == "" {
			answer = usual
		}
		err = good(answer)
		if err == nil {
			return answer, nil
		}
		fmt.Fprintf(i.out, "  %s\n", screen.Visible(err.Error()))
	}
}

// password asks for a password, without showing it at a terminal.
func (i *interview) password(same bool) (string, error) {
	prompt := "The password (it is not shown; with some providers one made for programs): "
	if same {
		prompt = "The password [the same]: "
	}
	for {
		fmt.Fprint(i.out, prompt)
		var text string
		var err error
		if fd := int(os.Stdin.Fd()); term.IsTerminal(fd) {
			var secret []byte
			secret, err = screen.ReadHidden(i.ctx, fd)
			fmt.Fprintln(i.out)
			text = string(secret)
		} else {
			text, err = i.line()
		}
		if err != nil || text != "" || same {
			return text, err
		}
	}
}

// line reads one line. Its error is io.ErrUnexpectedEOF when there is none.
func (i *interview) line() (string, error) {
	text, err := screen.UnlessInterrupted(i.ctx, func() (string, error) { return i.in.ReadString('\n') })
	if errors.Is(err, io.EOF) && text == "" {
		return "", io.ErrUnexpectedEOF
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimSpace(text), nil
}

func named(s string) error {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("write something, on one line")
	}
	return nil
}

func orNone(good func(string) error) func(string) error {
	return func(s string) error {
		if s == "none" {
			return nil
		}
		return good(s)
	}
}

func hostAndPort(s string) error {
	if name, port, err := net.SplitHostPort(s); err != nil || name == "" || port == "" {
		return errors.New("write the server and its port, such as imap.club.example:993")
	}
	return nil
}

// writeAll writes files that must not be there yet, for this user alone: all of them or none.
func writeAll(files map[string][]byte) (err error) {
	var written []string
	defer func() {
		if err != nil {
			for _, name := range written {
				err = errors.Join(err, os.Remove(name))
			}
		}
	}()
	for name, text := range files {
		switch err := offline.WriteNew(name, text, 0o600); {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("there is no directory %s: make it first, for the user that the daemon runs as", filepath.Dir(name))
		case err != nil:
			return err
		}
		written = append(written, name)
	}
	return nil
}
