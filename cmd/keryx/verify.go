package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/templates"
)

// verifyCmd checks reports offline.
type verifyCmd struct {
	Dir string `arg:"" help:"A directory of saved reports (.eml files), searched with its folders." type:"existingdir"`
	Key string `help:"The server's public key, as attached to the first report: every report must be signed by it." type:"existingfile" placeholder:"FILE"`

	Private string `help:"Your private OpenPGP key, to read reports with that were encrypted to you." type:"existingfile" placeholder:"FILE"`
}

// Run computes dice and ledger again from the mails alone.
func (c verifyCmd) Run(g *globals) error {
	var key *mail.PublicKey
	if c.Key != "" {
		text, err := readInput(c.Key)
		if err != nil {
			return err
		}
		public, err := mail.ParsePublicKey(text)
		if err != nil {
			return explainRefusal(err)
		}
		key = &public
	}
	opener, err := c.opener(g)
	if err != nil {
		return err
	}
	results, err := verifyDir(c.Dir, key, opener)
	for _, v := range results {
		fmt.Fprintln(g.Out, describe(v))
	}
	if err != nil {
		return err
	}
	if len(results) == 0 {
		return fmt.Errorf("no report of a game was found below %s", c.Dir)
	}
	if key == nil {
		fmt.Fprintln(g.Out, "who signed the reports was not looked at: --key FILE names the server's key, which came with the first of them")
	} else {
		fmt.Fprintf(g.Out, "every report is signed by %s\n", key.Fingerprint)
	}
	return nil
}

// opener returns what decrypts a saved mail, nil without a private key.
func (c verifyCmd) opener(g *globals) (func([]byte) ([]byte, error), error) {
	if c.Private == "" {
		return nil, nil
	}
	text, err := readInput(c.Private)
	if err != nil {
		return nil, err
	}
	signer, err := mail.ParseSigner(text, func() ([]byte, error) { return askPassphrase(g, "Passphrase: ") })
	if err != nil {
		return nil, explainRefusal(err)
	}
	return signer.Open, nil
}

// describe tells what was proved, in a line.
func describe(v host.Verification) string {
	s := fmt.Sprintf("%s: %d reports, %d ledger entries and %d bodies hashed again, %d throws of %d published turns computed again",
		v.Game, v.Reports, v.Entries, v.Bodies, v.Rolls, v.Turns)
	if v.Pending > 0 {
		s += fmt.Sprintf(", %d throws wait for their seed", v.Pending)
	}
	if v.Ended {
		s += ", secret published and right"
	}
	return s + ": all hold"
}

// verifyDir checks the reports of each game below a directory, and their signatures if
// a key is given. Encrypted ones are passed over unless open decrypts them.
func verifyDir(dir string, key *mail.PublicKey, open func([]byte) ([]byte, error)) ([]host.Verification, error) {
	games := map[string][]templates.Proof{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".eml") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if open != nil {
			if raw, err = open(raw); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		r, err := mail.ReadReport(raw)
		if err != nil {
			return nil // a player's own mail, or anything else: no report
		}
		proof, err := templates.ParseProof(r.Text)
		if errors.Is(err, templates.ErrNoProof) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if key != nil {
			if _, err := mail.CheckSeal(raw, *key); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		games[proof.Game] = append(games[proof.Game], proof)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range games {
		names = append(names, name)
	}
	sort.Strings(names)
	var all []host.Verification
	for _, name := range names {
		v, err := host.Verify(games[name])
		if err != nil {
			return all, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, v)
	}
	return all, nil
}
