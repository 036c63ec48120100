package post

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// prefEncrypt is the name, among a player's preferences, of his wish that all mail to
// him is encrypted.
const prefEncrypt = "encrypt"

// A wrapping turns the body of a letter into what is sent in its place.
type wrapping func(mail.Entity) (mail.Entity, error)

// Secrecy is how mail to an address is kept from others.
type Secrecy struct {
	wanted  bool
	encrypt wrapping // nil where nothing can be encrypted, though it is wanted
}

// Lost reports that a letter must not be sent as it is.
func (s Secrecy) Lost() bool { return s.wanted && s.encrypt == nil }

// SecrecyOf looks up whether an address wants its mail encrypted, and to which of its
// keys: the latest in use that anything can be encrypted to.
func (ls *Letters) SecrecyOf(tx store.ReadTx, address string) (Secrecy, error) {
	return ls.secrecyOf(tx, address, false)
}

// secrecyIn is what SecrecyOf looks up, or that everything is encrypted because it answers a mail which was.
func (ls *Letters) secrecyIn(tx club.Tx, address string) (Secrecy, error) {
	return ls.secrecyOf(tx, address, tx.Seals(address))
}

func (ls *Letters) secrecyOf(tx store.ReadTx, address string, sealed bool) (Secrecy, error) {
	var s Secrecy
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if s.wanted, err = WantsEncryption(player); err != nil {
		return s, err
	}
	if s.wanted = s.wanted || sealed; !s.wanted {
		return s, nil
	}
	stored, err := tx.KeysOf(player.Address)
	if err != nil {
		return s, err
	}
	s.encrypt, err = ls.encrypterOf(stored)
	return s, err
}

// encrypterOf chooses among keys, oldest first; nil if none will do.
func (ls *Letters) encrypterOf(stored []store.Key) (wrapping, error) {
	for _, key := range slices.Backward(stored) {
		if key.State != store.KeyActive {
			continue
		}
		keys, err := ReadKeys([]store.Key{key})
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			encrypt, err := k.Encrypter(ls.Now())
			if err == nil {
				return encrypt, nil
			}
			if !errors.Is(err, mail.ErrNoEncryption) {
				return nil, fmt.Errorf("key %s: %w", key.Fingerprint, err)
			}
		}
	}
	return nil, nil
}

// WantsEncryption reports whether a player wants his letters encrypted.
func WantsEncryption(player store.Player) (bool, error) {
	prefs, err := ReadPrefs(player)
	if err != nil || prefs[prefEncrypt] == nil {
		return false, err
	}
	var wanted bool
	if err := json.Unmarshal(prefs[prefEncrypt], &wanted); err != nil {
		return false, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return wanted, nil
}

// ReadPrefs reads all preferences, also those of other parts of the program.
func ReadPrefs(player store.Player) (prefs map[string]json.RawMessage, err error) {
	prefs = map[string]json.RawMessage{}
	if len(player.Prefs) == 0 {
		return prefs, nil
	}
	if err := json.Unmarshal(player.Prefs, &prefs); err != nil {
		return nil, fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return prefs, nil
}

// dress signs a letter and encrypts it for a reader who wants that. Nothing is sent in
// the clear that should have been encrypted: where no key will do, a letter that says
// so takes its place, which is noted in its row, and the referee is told.
func (ls *Letters) dress(tx club.Tx, l mail.Letter, row *store.OutboxMail, became outcome) (mail.Letter, error) {
	if err := ls.Outbox.mark(tx, &l); err != nil {
		return l, err
	}
	s, err := ls.secrecyIn(tx, l.To.Addr)
	if err != nil {
		return l, err
	}
	if s.Lost() {
		if l, err = ls.withheld(tx, l, *row, became); err != nil {
			return l, err
		}
		row.Kind = KindWithheld
	}
	subject := l.Subject
	if s.encrypt != nil {
		l.Subject = ls.Post.Name + ": message"
	}
	l.Wrap = func(body mail.Entity) (mail.Entity, error) {
		if s.encrypt != nil {
			body = body.WithSubject(subject)
		}
		if ls.Signer != nil {
			signed, err := ls.Signer.Seal(ls.Now())(body)
			if err != nil {
				return signed, err
			}
			body = signed
		}
		if s.encrypt == nil {
			return body, nil
		}
		return s.encrypt(body)
	}
	return l, nil
}

// outcome is what became of the mail that a letter answers. A letter that cannot be encrypted says
// this much in its place: whoever has to send something again must know that he has to.
type outcome string

const (
	untold  outcome = ""        // it answers no mail, or another has been told
	Taken   outcome = "taken"   // something was done at its word, all of it
	Partly  outcome = "partly"  // some of it was refused
	Refused outcome = "refused" // nothing of it was done
)

// outcomeOf is what a letter of a kind tells of the mail that it answers.
func outcomeOf(l mail.Letter, kind templates.Kind) outcome {
	if l.AutoSubmitted != mail.AutoReplied {
		return untold
	}
	switch kind {
	case templates.Receipt, templates.Asked, templates.TurnDone, templates.GameOver:
		return Taken
	case templates.Faulty, templates.Stale, templates.Duplicate, templates.Closed, templates.Foreign, templates.Unsigned, templates.BadSignature, templates.TooLarge:
		return Refused
	}
	return untold
}

// KindWithheld is the kind of a mail that went out in the place of one that could not be
// encrypted.
const KindWithheld = "withheld"

// withheld is the letter that goes out in the place of one that cannot be encrypted.
func (ls *Letters) withheld(tx club.Tx, l mail.Letter, row store.OutboxMail, became outcome) (mail.Letter, error) {
	player, err := tx.Player(l.To.Addr)
	if err != nil {
		return l, err
	}
	wants, err := WantsEncryption(player)
	if err != nil {
		return l, err
	}
	key := "notice.keys.withheld"
	if !wants { // he wrote encrypted himself
		key = "notice.keys.withheld-answer"
	}
	p := templates.For(player.Language, "")
	l.Subject = p.Phrase(adjudicator.Phrase{Key: "notice.keys.withheld.subject"})
	l.Text = p.Phrase(adjudicator.Phrase{Key: key, Args: []any{"Mailbox", ls.Post.Address, "Became", string(became)}}) + "\n"
	l.HTML, l.Inline, l.Attachments = "", nil, nil
	return l, ls.tellWithheld(tx, player, row)
}

// tellWithheld tells the referee of every letter to a player that was withheld: of a game's,
// its referee; of another, those of all games that he plays. A referee whose own mail is
// withheld hears of that first.
func (ls *Letters) tellWithheld(tx club.Tx, player store.Player, row store.OutboxMail) error {
	secret := ""
	if row.Game != "" {
		game, err := tx.Game(row.Game)
		if err != nil {
			return err
		}
		secret = hex.EncodeToString(game.Secret[:])
	}
	referees, err := ls.refereesOf(tx, player.Address, row.Game)
	if err != nil {
		return err
	}
	n := Notice{Key: "keys.withheld-from", Once: row.Occasion, Args: []any{"Player", player.Name, "Address", player.Address, "Game", row.Game}}
	for _, address := range referees {
		own, err := ls.secrecyIn(tx, address)
		if err != nil {
			return err
		}
		if own.Lost() {
			continue
		}
		if err := ls.SendNotice(tx, address, row.Game, secret, n); err != nil {
			return err
		}
	}
	return nil
}

// refereesOf lists the referees who look after mail to a player: of a game, or if it is
// empty of all that he plays. Where there is none, who runs the server.
func (ls *Letters) refereesOf(tx store.ReadTx, player, game string) ([]string, error) {
	_, referees, err := ls.Terms.Concerned(tx, store.Key{Player: player, Game: game})
	operator := store.Address(ls.Rules.Operator)
	if err == nil && len(referees) == 0 && operator != "" && operator != player {
		referees = []string{operator}
	}
	return referees, err
}

// clearCopy composes a letter as it would be sent if its reader did not want it
// encrypted, for the archive: keys come and go, and a report that was withheld can be
// asked for when its reader has mended his. It is nil where the mail itself will do.
func (ls *Letters) clearCopy(tx club.Tx, l mail.Letter) ([]byte, error) {
	s, err := ls.secrecyIn(tx, l.To.Addr)
	if err != nil || !s.wanted {
		return nil, err
	}
	if ls.Signer != nil {
		l.Wrap = ls.Signer.Seal(ls.Now())
	}
	return mail.Compose(l)
}

// again composes an old report once more, in the envelope l: encrypted, if its reader
// wants that now.
func (ls *Letters) again(tx club.Tx, report store.Report, old store.OutboxMail, l mail.Letter, row *store.OutboxMail) ([]byte, error) {
	raw := old.Raw
	if len(report.Body) > 0 {
		raw = report.Body
	}
	s, err := ls.secrecyIn(tx, l.To.Addr)
	if err != nil {
		return nil, err
	}
	if s.Lost() {
		if l, err = ls.dress(tx, l, row, untold); err != nil {
			return nil, err
		}
		return mail.Compose(l)
	}
	if s.encrypt != nil {
		l.Subject, l.Wrap = ls.Post.Name+": message", s.encrypt
	}
	return mail.Resend(raw, l)
}

// Encrypts reports whether all mail to a player is encrypted.
func Encrypts(player store.Player) (bool, error) { return WantsEncryption(player) }

// SetEncryption notes whether all mail to a player is to be encrypted.
func SetEncryption(player *store.Player, on bool) error {
	return SetPref(player, prefEncrypt, on)
}

// SetPref notes whether a player wants something.
func SetPref(player *store.Player, name string, on bool) error {
	prefs, err := ReadPrefs(*player)
	if err != nil {
		return err
	}
	prefs[name] = json.RawMessage(fmt.Sprint(on))
	if player.Prefs, err = json.Marshal(prefs); err != nil {
		return fmt.Errorf("preferences of %s: %w", player.Address, err)
	}
	return nil
}
