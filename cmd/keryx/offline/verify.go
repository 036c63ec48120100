package offline

import (
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator/host/verify"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
)

// VerifyCmd checks reports offline.
type VerifyCmd struct {
	Dir string   `arg:"" help:"Saved reports: a directory with all its folders, or one file. Single mails (.eml, Maildir, MH, Apple Mail) and mbox files (Thunderbird's folders) are read, whatever their names; other files are passed over." type:"existingpath"`
	Key []string `help:"The server's key, which came with the first report: every report must be signed by it. If the server has changed its key, name each." type:"existingfile" placeholder:"FILE" sep:"none"`

	Private string `help:"Your private OpenPGP key, to read reports with that were encrypted to you." type:"existingfile" placeholder:"FILE"`
}

// Run computes dice and ledger again from the mails alone.
func (c VerifyCmd) Run(g *screen.Globals) error {
	keys, err := c.serverKeys(g)
	if err != nil {
		return err
	}
	opener, err := c.opener(g)
	if err != nil {
		return err
	}
	bag := newMailbag(keys, opener)
	if err := bag.collect(c.Dir); err != nil {
		return err
	}
	results, err := bag.verify()
	for _, v := range results {
		fmt.Fprintln(g.Out, Describe(v))
	}
	bag.explain(g.Out)
	switch {
	case err != nil:
		return err
	case len(results) == 0:
		return fmt.Errorf("no report of a game was found below %s", c.Dir)
	case len(keys) == 0:
		fmt.Fprint(g.Out, notProven)
	default:
		var names []string
		for _, key := range keys {
			names = append(names, key.Fingerprint)
		}
		fmt.Fprintf(g.Out, "every report that was counted is signed by %s\n", strings.Join(names, " or "))
	}
	return nil
}

// notProven is said where no key was given.
const notProven = `
NOT PROVEN: who wrote these reports. Without the server's key anybody can have written
them, words, dice and all: that they agree with each other is all that was checked.
  keryx verify DIR --key FILE     FILE: the server's key, which came with your first report
`

// serverKeys reads the server's keys, none if none was named. The server's own file, which
// holds the private key, will do: a demo or an operator has no other.
func (c VerifyCmd) serverKeys(g *screen.Globals) (all []mail.PublicKey, err error) {
	for _, file := range c.Key {
		text, err := screen.ReadInput(g.Ctx, file)
		if err != nil {
			return nil, err
		}
		public, err := mail.ParsePublicKey(text)
		var refusal *mail.Refusal
		if errors.As(err, &refusal) && refusal.Code == mail.PrivateKey {
			var signer *mail.Signer
			if signer, err = mail.ParseSigner(text, nil); err == nil {
				public = signer.Public()
			}
		}
		if err != nil {
			return nil, ExplainRefusal(err, "en")
		}
		all = append(all, public)
	}
	return all, nil
}

// opener returns what decrypts a saved mail, nil without a private key.
func (c VerifyCmd) opener(g *screen.Globals) (func([]byte) ([]byte, error), error) {
	if c.Private == "" {
		return nil, nil
	}
	text, err := screen.ReadInput(g.Ctx, c.Private)
	if err != nil {
		return nil, err
	}
	signer, err := mail.ParseSigner(text, func() ([]byte, error) { return askPassphrase(g, "Passphrase: ") })
	if err != nil {
		return nil, ExplainRefusal(err, "en")
	}
	return signer.Open, nil
}

// Describe tells what was proved, in a line.
func Describe(v verify.Verification) string {
	s := fmt.Sprintf("%s: %d reports, %d ledger entries and %d bodies hashed again, %s of %s computed again",
		v.Game, v.Reports, v.Entries, v.Bodies, screen.Count(v.Rolls, "throw"), screen.Count(v.Turns, "published turn"))
	if v.Pending > 0 {
		s += fmt.Sprintf(", throws that wait for their seed: %d", v.Pending)
	}
	if v.Ended {
		s += ", secret published and right"
	}
	if len(v.Versions) > 1 {
		s += fmt.Sprintf(", played by version %s of its rules one after the other", strings.Join(v.Versions, ", then "))
	}
	if v.TakenBack > 0 {
		s += fmt.Sprintf(", rulings gave up a part of it %s, and %s told of that", times(v.TakenBack), screen.Count(v.GivenUp, "report"))
	}
	if v.Restored > 0 {
		s += fmt.Sprintf(", the server was put back %s and the dice hang on another secret since, %s told of what was given up then",
			times(v.Restored), screen.Count(v.GivenUp, "report"))
	}
	return s + ": all hold"
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
