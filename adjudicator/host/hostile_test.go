package host_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host/play"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// hostileEnv sets how many mails TestHostileMutations sends.
const hostileEnv = "KERYX_HOSTILE"

// TestHostileMutations sends signed mails that were tampered with in every way
// that we could think of to a host with running games. After each mail the
// ledgers are as before, or one has grown by a text that the key of that seat has
// signed, for that game and in answer to the seat's last report.
func TestHostileMutations(t *testing.T) {
	mails := 300
	if text := os.Getenv(hostileEnv); text != "" {
		var err error
		mails, err = strconv.Atoi(text)
		hosttest.Check(t, err)
	}
	r := rand.New(rand.NewPCG(seed.First(t, 1), 1))
	seen := tally{states: map[store.InboxState]int{}, reasons: map[string]int{}}
	for sent := 0; sent < mails && !t.Failed(); {
		f := newForger(t, r, &seen)
		for end := min(sent+perClub, mails); sent < end && !t.Failed(); sent++ {
			f.attack()
		}
		hosttest.Check(t, f.club.Games.ReplayAll(t.Context(), func(play.Replayed, error) {}))
	}
	seen.log(t)
	if seen.survived == 0 || seen.states[store.BadSignature] == 0 || seen.states[store.Unsigned] == 0 {
		t.Errorf("states %v: the mutations are too tame, or too wild", seen.states)
	}
}

// perClub is how many mails one host gets: what a check costs grows with the games
// that have ended.
const perClub = 250

// tally counts what has become of the mails.
type tally struct {
	states   map[store.InboxState]int
	reasons  map[string]int // codes of refusals
	survived int            // tampered with, and accepted
}

func (seen *tally) log(t *testing.T) {
	t.Helper()
	t.Logf("%6d mails that were tampered with have carried out what was signed", seen.survived)
	for _, state := range slices.Sorted(maps.Keys(seen.states)) {
		t.Logf("%6d %s", seen.states[state], state)
	}
	for _, code := range slices.Sorted(maps.Keys(seen.reasons)) {
		t.Logf("       %6d refused: %s", seen.reasons[code], code)
	}
}

// forger keeps what the players have signed and makes new mails of it.
type forger struct {
	club    *hosttest.Club
	r       *rand.Rand
	signed  map[string]bool     // seat, report code and text, of what the seat's player has signed
	pool    []specimen          // mails as the players sent them, the newest last
	counted map[string][]string // players, each with the keys that count
	seen    *tally
	last    int64 // the last row of the inbox
}

// specimen is one mail as a player has sent it.
type specimen struct {
	game, side, signer string
	raw                []byte
}

// poolSize is how many of the last mails are at hand for splicing.
const poolSize = 40

func newForger(t *testing.T, r *rand.Rand, seen *tally) *forger {
	f := &forger{club: hosttest.NewClub(t), r: r, signed: map[string]bool{}, seen: seen}
	for range 2 {
		f.club.NewGame()
	}
	f.club.NewGame(func(n *newGame) { n.Seats["south"] = hosttest.People()["third"].Address })
	f.counted = f.register()
	return f
}

// register lists the players, each with the keys that count.
func (f *forger) register() map[string][]string {
	f.club.T.Helper()
	all := map[string][]string{}
	f.club.View(func(tx store.ReadTx) error {
		players, err := tx.Players()
		if err != nil {
			return err
		}
		for _, p := range players {
			keys, err := tx.KeysOf(p.Address)
			if err != nil {
				return err
			}
			all[p.Address] = []string{p.Name, p.Language, p.TimeZone}
			for _, k := range keys {
				if k.State == store.KeyActive {
					all[p.Address] = append(all[p.Address], k.Game+" "+k.Fingerprint)
				}
			}
		}
		return nil
	})
	return all
}

// attack sends one mail and looks at what has become of the games.
func (f *forger) attack() {
	f.club.T.Helper()
	f.club.Time = f.club.Time.Add(time.Minute)
	original := f.write()
	raw, how := f.mutate(original)
	before := f.ledgers()
	f.club.Sent()
	disposition, err := f.club.Intake.Receive(f.club.T.Context(), f.club.Fetched(raw))
	fail := func(format string, args ...any) {
		f.club.T.Helper()
		f.club.T.Errorf("%s\nmutations: %s\n%s", fmt.Sprintf(format, args...), strings.Join(how, ", "), raw)
	}
	if err != nil {
		fail("the handler failed: %v", err)
		return
	}
	row := f.club.LastReceived()
	if !row.State.Final() || row.State == store.Poison || strings.Contains(row.Reason, string(mail.Poison)) || disposition.Folder == "" {
		fail("state %s (%s), filed in %q", row.State, row.Reason, disposition.Folder)
	}
	if d := cmp.Diff(f.counted, f.register()); d != "" {
		fail("players or keys that count have changed (-before +after):\n%s", d)
	}
	grown, answers := f.compare(before, fail), f.club.Sent()
	if row.ID == f.last { // these very bytes came before: nothing at all follows
		if grown > 0 || len(answers) > 0 {
			fail("a mail that is known moved %d games and was answered by %q", grown, hosttest.KindsOf(answers))
		}
		return
	}
	f.last = row.ID
	f.seen.states[row.State]++
	if row.State == store.Unsigned || row.State == store.BadSignature {
		f.seen.reasons[row.Reason]++
	}
	if row.State == store.Accepted && len(how) > 0 {
		f.seen.survived++
	}
	if (grown > 0) != (row.State == store.Accepted) {
		fail("state %s (%s), and %d ledgers have grown", row.State, row.Reason, grown)
	}
	f.inspectAnswers(answers, row, fail)
}

// ledger is a game as a mail found it.
type ledger struct {
	Head  store.Head
	Game  store.Game
	Seats []store.Seat
}

func (f *forger) ledgers() map[string]ledger {
	f.club.T.Helper()
	all := map[string]ledger{}
	f.club.View(func(tx store.ReadTx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			l := ledger{Game: g}
			if l.Head, err = tx.Head(g.ID); err != nil {
				return err
			}
			if l.Seats, err = tx.SeatsOf(g.ID); err != nil {
				return err
			}
			all[g.ID] = l
		}
		return nil
	})
	return all
}

// compare checks every game and returns how many have moved.
func (f *forger) compare(before map[string]ledger, fail func(string, ...any)) (grown int) {
	f.club.T.Helper()
	for id, now := range f.ledgers() {
		was := before[id]
		if now.Head == was.Head {
			if d := cmp.Diff(was, now); d != "" {
				fail("%s has changed, and its ledger has not (-before +after):\n%s", id, d)
			}
			continue
		}
		grown++
		f.club.View(func(tx store.ReadTx) error {
			entries, err := tx.Entries(id, was.Head.Seq+1)
			if err != nil {
				return err
			}
			for i, e := range entries {
				if i > 0 {
					if e.Kind == string(adjudicator.Ordered) {
						fail("one mail wrote two orders into the ledger of %s", id)
					}
					continue
				}
				if e.Kind != string(adjudicator.Ordered) {
					fail("%s went on by an entry of the kind %s", id, e.Kind)
				}
				code := ""
				for _, seat := range was.Seats {
					if seat.Side == e.Side {
						code = seat.Answers
					}
				}
				if !f.signed[seal(id, e.Side, code, string(e.Body))] {
					fail("%s carries out for %s what was not signed for it:\n%s", id, e.Side, e.Body)
				}
			}
			return nil
		})
	}
	if grown > 1 {
		fail("one mail moved %d games", grown)
	}
	return grown
}

// inspectAnswers checks that nobody but the author hears anything of a game.
func (f *forger) inspectAnswers(all []store.OutboxMail, row store.InboxMessage, fail func(string, ...any)) {
	f.club.T.Helper()
	verified := !slices.Contains([]store.InboxState{store.Unsigned, store.BadSignature, store.TooLarge, store.Automatic, store.Ignored}, row.State)
	if !verified && len(all) > 1 {
		fail("%s is answered by %q", row.State, hosttest.KindsOf(all))
	}
	for _, m := range all {
		// A notice is the one line that answers further mail in the name of who is awaited.
		if !verified && m.Kind != "notice" && !templates.Kind(m.Kind).ContentFree() {
			fail("%s is answered by a %s", row.State, m.Kind)
		}
		if !slices.Contains([]string{hosttest.NorthAt, hosttest.SouthAt, hosttest.People()["third"].Address}, m.Recipient) {
			fail("a %s goes to %s", m.Kind, m.Recipient)
		}
	}
}

// seal names a text of a seat that answers a report.
func seal(game, side, code, text string) string {
	return strings.Join([]string{game, side, code, text}, "\x00")
}

// write has a player write a mail for the games as they stand, or picks up an old
// one.
func (f *forger) write() specimen {
	f.club.T.Helper()
	if len(f.pool) > 10 && f.r.IntN(8) == 0 {
		return f.pool[f.r.IntN(len(f.pool))]
	}
	var running []store.Seat
	for _, l := range f.ledgers() {
		if l.Game.Status == store.Running {
			running = append(running, l.Seats...)
		}
	}
	if len(running) < 8 {
		f.club.NewGame()
		return f.write()
	}
	slices.SortFunc(running, func(a, b store.Seat) int { return strings.Compare(a.Game+a.Side, b.Game+b.Side) })
	seat := running[f.r.IntN(len(running))]
	f.club.Game = seat.Game
	plan, err := f.club.Intake.Plan(f.club.T.Context(), seat.Game, seat.Side, adjudicator.Random{Rand: f.r})
	hosttest.Check(f.club.T, err)
	text := "standing/reaction: hold"
	if len(plan) > 0 {
		text = hosttest.InWords(plan)
	}
	text = hosttest.OrderFile(seat.Game, seat.Side, seat.Answers, text)
	text = strings.Replace(text, "orders\nstanding", "standing", 1)
	text += fmt.Sprintf("# Périclès, no. %d\n", len(f.signed))
	owner := strings.TrimSuffix(seat.Player, "@example.org")
	f.signed[seal(seat.Game, seat.Side, seat.Answers, text)] = true
	s := specimen{game: seat.Game, side: seat.Side, signer: owner, raw: f.envelope(owner, text)}
	f.pool = append(f.pool, s)
	if len(f.pool) > poolSize {
		f.pool = f.pool[1:]
	}
	return s
}

// envelope signs a text in one of the accepted shapes.
func (f *forger) envelope(owner, text string) []byte {
	f.club.T.Helper()
	p := hosttest.People()[owner]
	switch f.r.IntN(6) {
	case 0:
		return hosttest.Letter(p.Address, "Hello referee,\n\n"+hosttest.Sign(f.club.T, p.SSH, text, f.club.Time)+"\n-- \nSent from my phone\n", hosttest.UTF8Plain)
	case 1:
		return hosttest.Letter(p.Address, hosttest.Sign(f.club.T, p.PGP, text, f.club.Time), hosttest.UTF8Plain)
	case 2:
		block := base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(hosttest.Sign(f.club.T, p.SSH, text, f.club.Time), "\n", "\r\n")))
		return hosttest.Letter(p.Address, wrapped(block), hosttest.UTF8Plain, "Content-Transfer-Encoding: base64")
	case 3:
		part := hosttest.UTF8Plain + "\n\n" + text
		proof, err := p.PGP.SignOctets([]byte(strings.ReplaceAll(part, "\n", "\r\n")), f.club.Time)
		hosttest.Check(f.club.T, err)
		body := "--frame\n" + part + "\n--frame\nContent-Type: application/pgp-signature\n\n" + string(proof) + "\n--frame--\n"
		return hosttest.Letter(p.Address, body, `Content-Type: multipart/signed; boundary="frame"; micalg=pgp-sha512; protocol="application/pgp-signature"`)
	}
	key, name := p.SSH, "orders.txt.sig"
	if f.r.IntN(2) == 0 {
		key, name = p.PGP, "orders.txt.asc"
	}
	proof, err := key.SignFile(text, f.club.Time)
	hosttest.Check(f.club.T, err)
	body := "--frame\n" + hosttest.UTF8Plain + "\n\nMy orders are attached.\n" +
		"--frame\n" + hosttest.UTF8Plain + "\nContent-Disposition: attachment; filename=orders.txt\n\n" + text +
		"\n--frame\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=" + name + "\n\n" + string(proof) + "\n--frame--\n"
	return hosttest.Letter(p.Address, body, `Content-Type: multipart/mixed; boundary="frame"`)
}

// wrapped breaks a long line as base64 bodies are.
func wrapped(line string) string {
	var out strings.Builder
	for len(line) > 76 {
		out.WriteString(line[:76] + "\n")
		line = line[76:]
	}
	return out.String() + line + "\n"
}
