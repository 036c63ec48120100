package offline

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"keryx/adjudicator"
	"keryx/adjudicator/host/written"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/orders"
	"keryx/templates"
)

// KeygenCmd makes a key pair.
type KeygenCmd struct {
	Name       string `arg:"" help:"Your name; it stands in the key."`
	Email      string `help:"The address that you write from; it stands in the key, so that mail programs take it for yours. An OpenPGP key needs it." placeholder:"ADDRESS"`
	Out        string `help:"File for the private key; the public key goes beside it with .pub added." default:"keryx-key"`
	PGP        bool   `help:"An OpenPGP key, for use with GnuPG or Thunderbird, rather than an SSH key."`
	Passphrase bool   `help:"Ask for a passphrase to lock the private key with."`
}

// Gameless says that no printed game is read for it.
func (KeygenCmd) Gameless() {}

// Run writes the two key files. It never overwrites one.
func (c KeygenCmd) Run(g *screen.Globals) error {
	kind := mail.SSH
	if c.PGP {
		kind = mail.OpenPGP
		if c.Email == "" {
			return fmt.Errorf("an OpenPGP key needs the address that you write from, or else no mail program takes it for yours: keryx keygen %q --pgp --email you@club.example", c.Name)
		}
	}
	owner := c.Name
	if c.Email != "" {
		if err := mail.CheckAddress(c.Email); err != nil {
			return fmt.Errorf("--email: %w", err)
		}
		owner += " <" + c.Email + ">"
	}
	var secret []byte
	if c.Passphrase {
		var err error
		if secret, err = askPassphrase(g, "New passphrase: "); err != nil {
			return err
		}
	}
	private, public, err := mail.GenerateKey(kind, owner, secret, time.Now())
	if err != nil {
		return err
	}
	if err := WriteNew(c.Out, private, 0o600); err != nil {
		return err
	}
	if err := WriteNew(c.Out+".pub", []byte(public.Text+"\n"), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(g.Out, "private key  %s   (keep it to yourself)\npublic key   %s.pub   (send it to your referee)\nfingerprint  %s\n",
		c.Out, c.Out, public.Fingerprint)
	return nil
}

// WriteNew writes a file that must not exist, whole or not at all.
func WriteNew(path string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already; name another file with --out", path)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(path)) // half a file is none
	}
	return err
}

// SignCmd signs an order file, with a nonce that nobody could foresee: dice hang on the
// text, see package dice. A request that changes something it signs with the lines that say
// which server it is for and on which day it is signed.
type SignCmd struct {
	File     string `arg:"" help:"The order file, or the request; - for standard input."`
	Key      string `help:"Your private key: OpenSSH, or armoured OpenPGP." default:"keryx-key" type:"existingfile"`
	Detached bool   `help:"Write only the signature, to be attached beside the order file."`
	At       string `help:"The address of the server that a request is for: with the day it is written above one that changes something." env:"KERYX_AT" aliases:"chez" placeholder:"ADDRESS"`
	Lang     string `help:"Language of the answers, and of the lines that are written above a request." enum:"en,fr" default:"en"`
}

// OneGame says that one printed game at most is read for it.
func (SignCmd) OneGame() {}

// Run writes the signed text, ready to be pasted into a mail.
func (c SignCmd) Run(g *screen.Globals) error {
	key, err := os.ReadFile(c.Key)
	if err != nil {
		return err
	}
	signer, err := mail.ParseSigner(key, func() ([]byte, error) { return askPassphrase(g, "Passphrase: ") })
	if errors.Is(err, mail.ErrPublicHalf) {
		return errors.New(c.say("sign.public-half", c.Key))
	}
	if err != nil {
		return ExplainRefusal(err, c.Lang)
	}
	text, err := screen.ReadInput(g.Ctx, c.File)
	if err != nil {
		return err
	}
	if text, err = c.bound(text); err != nil {
		return err
	}
	var signed []byte
	if c.Detached { // the file goes with it as it is
		signed, err = signer.SignFile(string(text), time.Now())
	} else {
		signed, err = signer.Sign(orders.ToSign(c.alone(g, string(text)), rand.Text()), time.Now())
	}
	if err != nil {
		return ExplainRefusal(err, c.Lang)
	}
	_, err = g.Exact.Write(signed)
	return err
}

// alone is an order file without what stands around it, such as a greeting, and tells what that is. What is
// signed as a text has no empty lines, by which closing words could be told from orders.
func (c SignCmd) alone(g *screen.Globals, text string) string {
	if !written.IsOrderFile(text) {
		return text
	}
	parted := adjudicator.PartNamed(text)
	if len(parted.Faults) > 0 || len(parted.Aside) == 0 {
		return text // the server says what is wrong, or nothing is
	}
	tellLeft(g.Err, templates.For(c.Lang, ""), parted.Aside)
	return parted.Text
}

// say is what the command answers of a file, in the language that is asked for.
func (c SignCmd) say(key, file string) string {
	return templates.For(c.Lang, "").Say(key, "File", file)
}

// bound adds to a request that changes something what it needs to be carried out.
func (c SignCmd) bound(text []byte) ([]byte, error) {
	switch {
	case !written.NeedsBinding(string(text)):
		return text, nil
	case c.Detached:
		lines := templates.BindingLines(c.Lang, cmp.Or(c.At, "orders@club.example"), time.Now().Format(time.DateOnly))
		return nil, fmt.Errorf("%s\n%s", c.say("sign.detached", c.File), strings.Join(lines, "\n"))
	case c.At == "":
		return nil, errors.New(c.say("sign.no-server", c.File))
	}
	if err := mail.CheckAddress(c.At); err != nil {
		return nil, fmt.Errorf("--at: %w", err)
	}
	return []byte(written.Bind(string(text), c.At, time.Now(), c.Lang)), nil
}

// askPassphrase reads a passphrase from the terminal without showing it.
func askPassphrase(g *screen.Globals, prompt string) ([]byte, error) {
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return nil, errors.New("passphrase entry needs a terminal")
	}
	fmt.Fprint(g.Err, prompt)
	secret, err := screen.ReadHidden(g.Ctx, int(os.Stdin.Fd()))
	fmt.Fprintln(g.Err)
	return secret, err
}

// ExplainRefusal puts a refusal of the mail package into the words of a language.
func ExplainRefusal(err error, lang string) error {
	var refusal *mail.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	p := templates.For(lang, "")
	key := "refusal." + string(refusal.Code)
	return fmt.Errorf("%s\n%s", p.Phrase(adjudicator.Phrase{Key: key, Args: refusal.Args}),
		p.Phrase(adjudicator.Phrase{Key: key + ".mend", Args: refusal.Args}))
}
