package host_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/verify"
	"keryx/mail"
	"keryx/store"
	"keryx/templates"
)

// alteredEnv sets how many single bytes TestOtherHand alters.
const alteredEnv = "KERYX_ALTERED"

// mailed are mails of the given texts and of the text files that go with each.
func mailed(texts ...[]string) (mails []string) {
	for _, parts := range texts {
		letter := "From: herald@example.org\nTo: you@example.org\nSubject: report\nMessage-ID: <1@example.org>\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n" +
			"Content-Type: multipart/mixed; boundary=\"cut\"\n\n"
		for i, text := range parts {
			place := ""
			if i > 0 {
				place = "Content-Disposition: attachment; filename=\"proof.txt\"\n"
			}
			letter += "--cut\nContent-Type: text/plain; charset=utf-8\n" + place + "\n" + text + "\n"
		}
		mails = append(mails, letter+"--cut--\n")
	}
	return mails
}

// bothVerdicts are what ours and the verifier in another language say of a folder with these mails: the
// number of reports that each has verified, and whether all held.
func bothVerdicts(t *testing.T, mails []string) (ours, others string) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3, to run adjudicator/dice/verify.py")
	}
	dir := t.TempDir()
	var all []templates.Proof
	missing := 0
	for i, m := range mails {
		hosttest.Check(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.eml", i)), []byte(m), 0o600))
		r, err := mail.ReadReport([]byte(m))
		hosttest.Check(t, err)
		p, err := templates.FindProof(r.Texts()...)
		switch {
		case errors.Is(err, templates.ErrProofMissing):
			missing++
		case err != nil:
			ours = "a fault"
		default:
			all = append(all, p)
		}
	}
	if ours == "" {
		v, err := verify.Verify(all)
		ours = fmt.Sprintf("%d reports hold: %v, %d missing", v.Reports, err == nil, missing)
	}
	out, err := exec.CommandContext(t.Context(), python, filepath.Join("..", "dice", "verify.py"), dir).CombinedOutput()
	said := string(out)
	others = "a fault"
	if reports := regexp.MustCompile(`: (\d+) reports, `).FindStringSubmatch(said); err == nil && reports != nil {
		others = fmt.Sprintf("%s reports hold: %v, %d missing", reports[1], strings.Contains(said, "all hold"), strings.Count(said, "proof missing"))
	}
	return ours, others
}

// TestBothFormsOfProof: both verifiers read proofs in the text of letters, as older versions sent
// them, and in the file that goes with a letter, and folders that mix them. Two proofs in a mail are a fault, as is a
// letter that names another head; a letter whose file was taken off is said to have none and is not verified.
func TestBothFormsOfProof(t *testing.T) {
	_, mails := hosttest.WholeGame(t)
	all := hosttest.Proofs(t, mails, hosttest.NorthAt)
	inText := func(p templates.Proof) []string { return []string{"Dear player,\n\n" + p.String()} }
	inFile := func(p templates.Proof) []string {
		return []string{"Dear player,\n\n" + p.ProofHead() + "\n\nThe herald\n", p.String()}
	}
	last := len(all) - 1
	whole := fmt.Sprintf("%d reports hold: true, 0 missing", len(all))
	other := all[last]
	other.Head.Hash[0] ^= 1
	for name, c := range map[string]struct {
		form func(i int, p templates.Proof) []string
		want string
	}{
		"as files":     {func(_ int, p templates.Proof) []string { return inFile(p) }, whole},
		"in the texts": {func(_ int, p templates.Proof) []string { return inText(p) }, whole},
		"mixed": {func(i int, p templates.Proof) []string {
			return []func(templates.Proof) []string{inText, inFile}[i%2](p)
		}, whole},
		"the last without its file": {func(i int, p templates.Proof) []string {
			if i == last {
				return inFile(p)[:1]
			}
			return inFile(p)
		}, fmt.Sprintf("%d reports hold: true, 1 missing", last)},
		"two files":              {func(i int, p templates.Proof) []string { return append(inFile(p), p.String()) }, "a fault"},
		"both forms in one mail": {func(i int, p templates.Proof) []string { return append(inText(p), p.String()) }, "a fault"},
		"another head": {func(i int, p templates.Proof) []string {
			if i == last {
				return []string{inFile(other)[0], p.String()}
			}
			return inFile(p)
		}, "a fault"},
	} {
		var texts [][]string
		for i, p := range all {
			texts = append(texts, c.form(i, p))
		}
		ours, others := bothVerdicts(t, mailed(texts...))
		if ours != c.want || others != c.want {
			t.Errorf("%s: ours %q, the other's %q, want %q", name, ours, others, c.want)
		}
	}
}

// TestOtherHand: a verifier that shares no code with ours finds that a whole game holds,
// and so do those that were stored under each scheme of dice. One byte that is altered
// anywhere in the proofs of a whole game is found by both, and both say where.
func TestOtherHand(t *testing.T) {
	_, mails := hosttest.WholeGame(t)
	var whole []string
	for _, p := range hosttest.Proofs(t, mails, hosttest.NorthAt) {
		whole = append(whole, p.String())
	}
	games := map[string][]string{"whole": whole}
	for _, name := range []string{"by-entry/ford", "by-entry/hellespont", "by-orders/hellespont-2", "by-orders/hellespont-3"} {
		for _, p := range oldProofs(t, name) {
			games[name] = append(games[name], p.String())
		}
	}
	for name, texts := range games {
		if said, holds := hosttest.OtherHand(t, texts); !holds || !strings.Contains(said, "all hold") || strings.Contains(said, " 0 throws") {
			t.Errorf("%s: %s", name, said)
		}
	}
	random := rand.New(rand.NewPCG(seed.First(t, 1), 1))
	alterations := 8
	if text := os.Getenv(alteredEnv); text != "" {
		var err error
		alterations, err = strconv.Atoi(text)
		hosttest.Check(t, err)
	}
	others := append([]string{}, whole...)
	for i, text := range others {
		if others[i] = strings.Replace(text, "\nsealed 2 ", "\nsealed 3 ", 1); others[i] != text {
			break
		}
	}
	if said, holds := hosttest.OtherHand(t, others); holds || hosttest.OurVerdict(others) == nil {
		t.Errorf("the seal of a report is said to be of another turn: our verdict %v, the other's: %s", hosttest.OurVerdict(others), said)
	}
	for _, name := range []string{"salt", "body"} { // of an entry that there is not
		others = append([]string{}, whole...)
		number := regexp.MustCompile(`\n` + name + ` [0-9]+ `)
		for i, text := range others {
			if others[i] = number.ReplaceAllString(text, "\n"+name+" 97 "); others[i] != text {
				break
			}
		}
		if said, holds := hosttest.OtherHand(t, others); holds || hosttest.OurVerdict(others) == nil || !strings.Contains(said, "does not follow it") {
			t.Errorf("a %s is that of no entry: our verdict %v, the other's: %s", name, hosttest.OurVerdict(others), said)
		}
	}
	for range alterations {
		altered, what := alter(random, whole)
		ours := hosttest.OurVerdict(altered)
		said, holds := hosttest.OtherHand(t, altered)
		if ours == nil || holds {
			t.Errorf("%s: our verdict %v, the other's: %s", what, ours, said)
		}
	}
}

// whichDice is what a record of dice says beside the faces that they showed: which they were. Altered, it tells of
// others, which may have shown the same by chance, and then nothing false is said.
var whichDice = regexp.MustCompile(`\n(?:throw|roll)(\s+[0-9]+\s+[0-9/]+\s+d[0-9]+)`)

// alter changes one byte that is not blank, and does not say which dice were thrown, in one of the texts.
func alter(random *rand.Rand, texts []string) (altered []string, what string) {
	altered = append(altered, texts...)
	n := random.IntN(len(texts))
	text := []byte(texts[n])
	behind := len("keryx-proof-1 ") // without its mark a mail is not taken for a report
	at := behind + random.IntN(len(text)-behind)
	for !alterable(texts[n], at) {
		at = behind + random.IntN(len(text)-behind)
	}
	text[at] ^= 1
	altered[n] = string(text)
	return altered, fmt.Sprintf("report %d, byte %d, %q for %q", n, at, text[at], texts[n][at])
}

func alterable(text string, at int) bool {
	for _, m := range whichDice.FindAllStringSubmatchIndex(text, -1) {
		if m[2] <= at && at < m[3] {
			return false
		}
	}
	return text[at] != ' ' && text[at] != '\n'
}

// TestOtherHandAfterRestore: the verifier in another language follows a game whose server
// was put back to an older copy, with the letters of the line that was given up among the
// others or without them, and refuses two ledgers of which none says so. Of a line that
// was given up nobody can tell every byte; what ours finds there it finds too.
func TestOtherHandAfterRestore(t *testing.T) {
	for _, lines := range []int{0, 5, 11} {
		g := giveUp(t, lines, 3)
		g.live.Sent()
		g.live.Play(5)
		live := hosttest.Proofs(t, hosttest.ReportsOf(g.live.Sent()), hosttest.NorthAt)
		all := append(hosttest.Proofs(t, g.lostMails, hosttest.NorthAt), live...)
		said, holds := hosttest.OtherHand(t, hosttest.AsText(all))
		if v, err := verify.Verify(all); !holds || err != nil || !strings.Contains(said, "other dice 1 times") || !strings.Contains(said, "given up") || v.Restored != 1 {
			t.Errorf("%d lines: %+v, %v; the other's: %s", lines, v, err, said)
		}
		random := rand.New(rand.NewPCG(uint64(lines), 1))
		for range hosttest.Sampled(6, 2) {
			altered, what := alter(random, hosttest.AsText(all))
			ours := hosttest.OurVerdict(altered)
			if said, holds := hosttest.OtherHand(t, altered); (ours == nil) != holds {
				t.Errorf("%d lines: %s: our verdict %v, the other's: %s", lines, what, ours, said)
			}
		}
		wantRewritten(t, all)
		if said, holds := hosttest.OtherHand(t, hosttest.AsText(all)); holds || !strings.Contains(said, "the hash of entry") {
			t.Errorf("%d lines: two ledgers of one game hold together: %s", lines, said)
		}
	}
}

// TestOtherHandOfAllKinds: both verifiers follow a game with words between its players, offers, an
// observer, a substitute who hands back, and a resignation, from the letters to one player; one byte
// that is altered anywhere in them is found by both.
func TestOtherHandOfAllKinds(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	c.AddObserver("mallory")
	c.Asks("mallory", "observer "+c.Game, store.Command)
	c.Order("north", "bid 1/press/Bonjour !")
	c.Mails("south", "decline "+strings.TrimPrefix(c.Offered("north", "south", "draw"), "accept ")+"\n")
	c.Mails("south", "game "+c.Game+"\npress\nNo.\n")
	c.Order("south", "bid 0")
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", hosttest.ThirdAt, seating.BySubstitute))
	c.OrderAs("third", "north", "pass")
	c.Order("south", "pass")
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", hosttest.NorthAt, seating.ByReturn))
	hosttest.PlayTurn(c, t, 3)
	c.Mails("south", "offer adjourn until "+c.Time.AddDate(0, 0, 5).Format("2006-01-02")+"\n")
	_, err := c.Sweep(t.Context(), c.Time)
	hosttest.Check(t, err)
	if row := c.Mails("north", "resign "+c.Game+" "+c.Seat("north").Answers+"\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	texts := hosttest.AsText(hosttest.Proofs(t, hosttest.ReportsOf(c.AllMails()), hosttest.SouthAt))
	if err := hosttest.OurVerdict(texts); err != nil {
		t.Fatal(err)
	}
	if said, holds := hosttest.OtherHand(t, texts); !holds || !strings.Contains(said, "all hold") {
		t.Fatal(said)
	}
	random := rand.New(rand.NewPCG(seed.First(t, 1), 2))
	for range hosttest.Sampled(15, 5) {
		altered, what := alter(random, texts)
		ours := hosttest.OurVerdict(altered)
		if said, holds := hosttest.OtherHand(t, altered); ours == nil || holds {
			t.Errorf("%s: our verdict %v, the other's: %s", what, ours, said)
		}
	}
}
